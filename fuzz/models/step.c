// SPDX-License-Identifier: Apache-2.0
// The child of run.py: loads a model, steps it, and says in its exit status what came of it. A third argument, a seed, has it use
// the model in one more way: a state, options or bytes that no program should give, an edited spec, a scene, a file.
//
// A model that cannot be loaded must say why; one that steps must end with a state that is finite, or with a warning that
// says otherwise. An error raised while stepping is a finding, except one: a model may ask for an arena (size/memory) that
// is too small for the scratch memory of a step with contacts. MuJoCo raises an error there, and so does mj_step. It must
// come back through ingot_guard, and leave data that can be reset and used again: that result is counted on its own.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/plugins.h>
#include <ingot/status.h>

// as run.py reads them
enum { STEPPED = 0, REFUSED = 10, SILENT = 11, RAISED = 12, NOT_FINITE = 13, SMALL_ARENA = 14 };

static void on_warning(const char* text) { (void)text; }

static int refused(const char* error) {
  printf("%.300s\n", error);
  return error[0] ? REFUSED : SILENT;
}

// the first number of the state that is not finite, -1: none; the time is first, and as large as a program's own timestep makes
// it
static int find_bad(const mjModel* m, const mjData* d, int parts) {
  int n = mj_stateSize(m, parts), bad = -1;
  mjtNum* state = malloc((size_t)(n + 1) * sizeof *state);
  if (!state) return -1;
  mj_getState(m, d, state, parts);
  for (int i = fabs(m->opt.timestep) < 1e200 ? 0 : 1; i < n && bad < 0; i++) {
    if (!isfinite(state[i])) bad = i;
  }
  free(state);
  return bad;
}

typedef struct {
  mjModel* m;
  mjData* d;
  int steps;
  bool wrote_history;  // with numbers and times of the program's own, which stay there until they are due
} Run;

static const char* model_path;

static void step(void* argument) {
  const Run* run = argument;
  const mjModel* m = run->m;
  unsigned seed = 1;
  for (int i = 0; i < run->steps; i++) {
    for (int k = 0; k < m->nu; k++) {
      seed = 1664525u * seed + 1013904223u;
      run->d->ctrl[k] = (double)seed / 2147483648.0 - 1;
    }
    mj_step(m, run->d);
  }
  mj_forward(m, run->d);
}

static int judge(const Run* run) {
  int warnings = 0, bad = find_bad(run->m, run->d, mjSTATE_FULLPHYSICS & ~(run->wrote_history ? mjSTATE_HISTORY : 0));
  for (int i = 0; i < mjNWARNING; i++) warnings += run->d->warning[i].number;
  if (bad < 0 || warnings) return STEPPED;
  printf("number %d of the state is not finite after %d steps, without a warning\n", bad, run->steps);
  return NOT_FINITE;
}

// an error came back: only a full arena may, and without contacts the data goes on
static int judge_error(Run* run, const char* text) {
  printf("error while stepping: %.300s\n", text);
  if (!strstr(text, "mj_stackAlloc: out of memory")) return RAISED;
  mj_resetData(run->m, run->d);
  run->m->opt.disableflags |= mjDSBL_CONTACT;
  run->steps = 1;
  ingotReport report;
  if (ingot_guard(step, run, &report) == INGOT_OK) return judge(run) == STEPPED ? SMALL_ARENA : NOT_FINITE;
  printf("and again after a reset, without contacts: %.300s\n", report.text);
  return RAISED;
}

// ------------------------------------------------ other uses of a model, one by the seed

static uint64_t random_state;

static uint32_t draw(void) {
  random_state = 6364136223846793005u * random_state + 1442695040888963407u;
  return (uint32_t)(random_state >> 33);
}

static double odd_number(void) {
  static const double numbers[] = {
      0,    1,   -1,  NAN,     INFINITY, -INFINITY, 1e308,  -1e308,    1e-308, 1e10,  -1e10,  1e16, 0.5,
      1e-3, 1e5, 2e9, DBL_MAX, -DBL_MAX, 4e9,       1e-320, 123456789, -1e-16, 1e100, -1e100, 7,    9007199254740993.0};
  return numbers[draw() % (sizeof numbers / sizeof numbers[0])];
}

static int odd_int(void) {
  static const int numbers[] = {0, 1, -1, 2, 3, 100, 65536, INT_MAX, INT_MIN, -2, 7, 1 << 20};
  return numbers[draw() % (sizeof numbers / sizeof numbers[0])];
}

static void spoil(mjtNum* numbers, int n) {
  for (int i = 0; n && i < 3; i++) numbers[draw() % (unsigned)n] = odd_number();
}

// any part of the state, the controls and the forces
static void use_state(void* argument) {
  const Run* run = argument;
  const mjModel* m = run->m;
  mjData* d = run->d;
  int sig = (int)(draw() % (1u << mjNSTATE)), n = mj_stateSize(m, sig);
  mjtNum* state = malloc((size_t)(n + 1) * sizeof *state);
  if (!state) return;
  mj_getState(m, d, state, sig);
  spoil(state, n);
  mj_setState(m, d, state, sig);
  free(state);
  d->time = 0;  // a time that is no number is the program's own
  spoil(d->ctrl, m->nu), spoil(d->qfrc_applied, m->nv), spoil(d->xfrc_applied, 6 * m->nbody), spoil(d->qacc, m->nv);
  mj_inverse(m, d);
  for (int i = 0; i < 3; i++) mj_step(m, d);
}

// options as a program may set them; how often things are repeated stays within reason
static void use_options(void* argument) {
  const Run* run = argument;
  mjOption* o = &run->m->opt;
  double* numbers[] = {&o->timestep,         &o->impratio,      &o->tolerance,       &o->ls_tolerance,
                       &o->noslip_tolerance, &o->ccd_tolerance, &o->sleep_tolerance, &o->gravity[2],
                       &o->wind[0],          &o->magnetic[0],   &o->density,         &o->viscosity,
                       &o->o_margin,         &o->o_solref[0],   &o->o_solimp[0],     &o->o_friction[0]};
  int* ints[] = {&o->integrator,   &o->cone,        &o->jacobian,        &o->solver,
                 &o->disableflags, &o->enableflags, &o->disableactuator, &o->sdf_initpoints};
  for (int i = 0; i < 2; i++) *numbers[draw() % (sizeof numbers / sizeof numbers[0])] = odd_number();
  *ints[draw() % (sizeof ints / sizeof ints[0])] = draw() % 2 ? odd_int() : (int)(draw() & draw() & draw());
  if (o->sdf_initpoints > 1000) o->sdf_initpoints = 1000;
  for (int i = 0; i < 3; i++) mj_step(run->m, run->d);
}

static void use_keys(void* argument) {
  const Run* run = argument;
  for (int i = 0; i < 5; i++) {
    mj_resetDataKeyframe(run->m, run->d, draw() % 2 ? odd_int() : (int)(draw() % 5));
    mj_setKeyframe(run->m, run->d, odd_int());
    mj_step(run->m, run->d);
  }
}

// written, read again, and compiled
static void use_text(void* argument) {
  (void)argument;
  int size = 1 << 22;
  char* text = malloc((size_t)size);
  char error[500] = "";
  mjSpec* spec = text ? mj_parseXML(model_path, NULL, error, sizeof error) : NULL;
  mjSpec* copy = spec ? mj_copySpec(spec) : NULL;
  mjModel* m = copy ? mj_compile(copy, NULL) : NULL;
  if (m && mj_saveXMLString(copy, text, size, error, sizeof error) == 0) {
    mjSpec* again = mj_parseXMLString(text, NULL, error, sizeof error);
    mjModel* second = again ? mj_compile(again, NULL) : NULL;
    mj_deleteModel(second);
    mj_deleteSpec(again);
  }
  mj_deleteModel(m);
  mj_deleteSpec(copy);
  mj_deleteSpec(spec);
  free(text);
}

// elements deleted, attached and dissolved at random, then compiled
static void use_spec(void* argument) {
  (void)argument;
  char error[500] = "";
  mjSpec *spec = mj_parseXML(model_path, NULL, error, sizeof error), *other = spec ? mj_copySpec(spec) : NULL;
  for (int i = 0; other && i < 10; i++) {
    mjtObj type = (mjtObj)(draw() % (mjNOBJECT + 1));
    mjsElement* el = mjs_firstElement(spec, type == mjNOBJECT ? mjOBJ_FRAME : type);
    for (unsigned k = draw() % 8; el && k; k--) {
      mjsElement* next = mjs_nextElement(spec, el);
      if (!next) break;
      el = next;
    }
    if (!el) continue;
    mjsBody* body = mjs_asBody(el);
    mjs_getId(el);
    switch (draw() % 4) {
      case 0: mjs_delete(spec, el); break;
      case 1:
        if (body && mjs_getParent(el)) mjs_bodyToFrame(&body);
        break;
      case 2:
        if (body) mjs_attach(mjs_addFrame(body, NULL)->element, other->element, draw() % 2 ? "q_" : "", "");
        break;
      default: mjs_setName(el, draw() % 2 ? "renamed" : "");
    }
    if (draw() % 4 == 0) mjs_setDeepCopy(spec, (int)(draw() % 2));
  }
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  mjData* d = m ? mj_makeData(m) : NULL;
  if (d) mj_step(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  mj_deleteSpec(other);
}

// a binary model, cut or altered
static void use_binary(void* argument) {
  const Run* run = argument;
  mjtSize size = mj_sizeModel(run->m);
  if (size > 1 << 26) return;
  unsigned char* bytes = malloc((size_t)size);
  if (!bytes) return;
  mj_saveModel(run->m, NULL, bytes, (int)size);
  for (unsigned i = draw() % 4; i; i--) {
    // mostly in the sizes and options at the front
    unsigned place = draw() % (draw() % 2 ? (unsigned)size : (unsigned)(size < 2000 ? size : 2000));
    int word = odd_int();
    if (draw() % 2)
      bytes[place] = (unsigned char)draw();
    else if (place + 4 <= size)
      memcpy(bytes + place, &word, 4);
  }
  mjModel* m = mj_loadModelBuffer(bytes, draw() % 4 ? (int)size : (int)(draw() % (unsigned)size));
  free(bytes);
  if (!m) return;
  mjOption* o = &m->opt;
  bool small = o->iterations <= 1000 && o->ls_iterations <= 1000 && o->noslip_iterations <= 1000 && o->ccd_iterations <= 1000 &&
               o->sdf_iterations <= 1000 && o->sdf_initpoints <= 1000 && m->narena < (mjtSize)1 << 30;
  mjData* d = small ? mj_makeData(m) : NULL;
  for (int i = 0; d && i < 2; i++) mj_step(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a picture of it, from odd cameras with odd settings
static void use_scene(void* argument) {
  const Run* run = argument;
  mjvOption option;
  mjvCamera camera;
  mjvPerturb perturb;
  mjvScene scene;
  mjv_defaultOption(&option);
  mjv_defaultCamera(&camera);
  mjv_defaultPerturb(&perturb);
  mjv_defaultScene(&scene);
  for (size_t i = 0; i < sizeof option.flags; i++) option.flags[i] = (mjtByte)(draw() % 2);
  option.label = odd_int(), option.frame = odd_int(), option.bvh_depth = odd_int(), option.flex_layer = odd_int();
  camera.type = odd_int() % 4, camera.fixedcamid = odd_int(), camera.trackbodyid = odd_int();
  camera.lookat[0] = odd_number(), camera.distance = odd_number(), camera.azimuth = odd_number(), camera.elevation = odd_number();
  perturb.select = odd_int(), perturb.flexselect = odd_int(), perturb.skinselect = odd_int(), perturb.active = odd_int();
  perturb.localpos[0] = odd_number(), perturb.scale = odd_number();
  mjv_makeScene(run->m, &scene, (int)(draw() % 200));
  mjv_updateScene(run->m, run->d, &option, draw() % 2 ? &perturb : NULL, &camera, odd_int(), &scene);
  mjtNum point[3];
  int geom[1], flex[1], skin[1];
  mjv_select(run->m, run->d, &option, odd_number(), odd_number(), odd_number(), &scene, point, geom, flex, skin);
  mjv_moveCamera(run->m, odd_int() & 7, odd_number(), odd_number(), &scene, &camera);
  mjv_freeScene(&scene);
}

static void use_print(void* argument) {
  const Run* run = argument;
  static const char* const formats[] = {"%s",   "%n",     "%1000000000f", "%.1000000000f", "",    "%",   "%d",
                                        "%f%f", "% 9.2g", "%*f",          "%lf",           "%Lf", "abc", "%-+ #0300.300e"};
  const char* format = formats[draw() % (sizeof formats / sizeof formats[0])];
  mj_printFormattedModel(run->m, "/dev/null", format);
  mj_printFormattedData(run->m, run->d, "/dev/null", format);
  char error[100] = "";
  static const char* const paths[] = {"", ".", "/", "/dev/null", "no/such/folder/x.xml", "x\n.xml", "/dev/full"};
  mj_saveLastXML(paths[draw() % (sizeof paths / sizeof paths[0])], run->m, error, (int)(draw() % 100));
  mj_printModel(run->m, paths[draw() % (sizeof paths / sizeof paths[0])]);
}

// names and numbers that nothing has
static void use_queries(void* argument) {
  const Run* run = argument;
  const mjModel* m = run->m;
  mjData* d = run->d;
  mjtNum numbers[6] = {0}, point[3] = {odd_number(), odd_number(), odd_number()},
         way[3] = {odd_number(), odd_number(), odd_number()};
  int geom[1];
  for (int i = 0; i < 20; i++) {
    mj_id2name(m, odd_int(), odd_int());
    mj_name2id(m, odd_int(), draw() % 2 ? "" : "world");
  }
  mj_ray(m, d, point, way, NULL, 1, -1, geom, NULL);
  mj_energyPos(m, d), mj_energyVel(m, d);
  if (m->nbody > 1) mj_applyFT(m, d, way, point, point, 1, d->qfrc_applied);
  for (int i = 0; i < d->ncon && i < 3; i++) mj_contactForce(m, d, i, numbers);
  for (int i = 0; i < m->nsensor && i < 3; i++) {
    mjtNum* values = malloc((size_t)(m->sensor_dim[i] + 1) * sizeof *values);
    if (values) mj_readSensor(m, d, i, odd_number(), values, odd_int());
    free(values);
  }
  if (m->nv && m->nv < 50) {
    int nx = 2 * m->nv + m->na;
    mjtNum* A = malloc((size_t)nx * (size_t)nx * sizeof *A);
    if (A) mjd_transitionFD(m, d, 1e-6, 1, A, NULL, NULL, NULL);
    free(A);
  }
}

// Errors of the API are an answer to them. What is finite or warned of, and the data after a reset, are as before.
static int use(Run* run, uint64_t seed) {
  static void (*const uses[])(void*) = {use_state,  use_options, use_keys,  use_text,   use_spec,
                                        use_binary, use_scene,   use_print, use_queries};
  random_state = seed * 2654435761u + 1;
  unsigned which = draw() % (sizeof uses / sizeof uses[0]);
  ingotReport report;
  mj_resetData(run->m, run->d);
  mjOption before = run->m->opt;
  bool good = ingot_guard(uses[which], run, &report) == INGOT_OK;
  run->wrote_history = which < 2;
  int result = good && which != 5 && which != 8 ? judge(run) : STEPPED;
  run->wrote_history = false;
  run->m->opt = before;
  mj_resetData(run->m, run->d);
  run->steps = 3;  // what one step does is found by the next
  if (result != STEPPED) printf("in use %u\n", which);
  return result != STEPPED ? result : ingot_guard(step, run, &report) == INGOT_OK ? judge(run) : judge_error(run, report.text);
}

static int load_and_step(const char* path, int steps, uint64_t seed) {
  model_path = path;
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) return refused(error);
  mjData* d = mj_makeData(m);
  if (!d) return refused("no mjData");
  Run run = {m, d, steps, false};
  ingotReport report;
  int result = ingot_guard(step, &run, &report) == INGOT_OK ? judge(&run) : judge_error(&run, report.text);
  if (seed && result == STEPPED) result = use(&run, seed);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_freeLastXML();
  return result;
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  ingot_loadPlugins(NULL, NULL, NULL);
  mju_user_warning = on_warning;
  return load_and_step(argv[1], atoi(argv[2]), argc > 3 ? strtoull(argv[3], NULL, 10) : 0);
}
