// SPDX-License-Identifier: Apache-2.0
// Worlds against mj_step, bit by bit, on any models: 11 worlds that differ in state and controls, some steps, on 1, 2 and 3
// threads; states, sensors and outputs of all worlds.
//   bench_bits [-n steps] [--hard] [--sparse] model.xml ...
//
// --hard: 23 worlds in a mixed order, with masses, friction and gravity of their own, solvers and cones of all kinds, and all
// arrays of numbers that a step writes as outputs, so that it is the lanes that fill them. --sparse: with sparse rows, whatever
// the model says.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/read.h>
#include <ingot/worlds.h>
#include <mujoco/mjxmacro.h>

enum { EASY = 11, HARD = 23, MOST_OUTPUTS = 200, THREADS = 3 };  // primes: see `who`

typedef struct {
  const char* path;
  int steps, worlds;
  bool hard;
  mjModel* m;
  ingotWorlds* w[THREADS];  // on one thread, on two, ...
  mjModel* own[HARD];       // by who stands there: all numbers of it
  int noutput;
  const char* output[MOST_OUTPUTS];
} Case;

static double random_number(unsigned* seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 23) - 1;
}

static void start(const mjModel* m, mjData* d, int world) {
  unsigned seed = 7u + 31u * (unsigned)world;
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.1 * random_number(&seed);
}

static void control(const mjModel* m, double* ctrl, int world, int step) {
  unsigned seed = 77u + 1009u * (unsigned)world + 31u * (unsigned)step;
  for (int i = 0; i < m->nu; i++) {
    double low = -1, high = 1;
    if (m->actuator_ctrllimited[i]) low = m->actuator_ctrlrange[2 * i], high = m->actuator_ctrlrange[2 * i + 1];
    ctrl[i] = low + (high - low) * 0.5 * (1 + random_number(&seed));
  }
}

// who stands at a place
static int who(const Case* c, int place) { return c->hard ? (5 * place + 3) % c->worlds : place; }

static bool same(const ingotView* view, int place, const double* numbers) {
  for (int i = 0; i < view->count; i++) {
    double a = view->data[i * view->stride + place], b = numbers[i];
    if (!(a != a && b != b) && memcmp(&a, &b, sizeof a)) return false;
  }
  return true;
}

// What lies behind the entries of a sparse row is what an earlier step left there.
static bool same_moments(const ingotView* view, int place, const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    ingotView row = *view;
    row.data += (size_t)d->moment_rowadr[i] * (size_t)view->stride;
    row.count = d->moment_rownnz[i];
    if (!same(&row, place, d->actuator_moment + d->moment_rowadr[i])) return false;
  }
  return true;
}

static void quiet(const char* text) { (void)text; }

// ------------------------------------------------ numbers of their own

static void vary(mjModel* m, int world) {
  static const int solvers[] = {mjSOL_NEWTON, mjSOL_CG, mjSOL_PGS};
  unsigned seed = 5u + 17u * (unsigned)world;
  for (int i = 0; i < m->nbody; i++) m->body_mass[i] *= 1 + 0.2 * random_number(&seed);
  for (int i = 0; i < 3 * m->ngeom; i++) m->geom_friction[i] *= 1 + 0.5 * random_number(&seed);
  m->opt.gravity[2] += 0.5 * random_number(&seed);
  m->opt.solver = solvers[world % 3];
  m->opt.cone = world / 3 % 2 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
}

static bool set_row(ingotWorlds* w, const char* name, int place, const double* numbers, mjtSize n, ingotReport* report) {
  mjtByte chosen[HARD] = {0};
  chosen[place] = 1;
  double* rows = calloc((size_t)(n * HARD) + 1, sizeof(double));
  memcpy(rows + (size_t)(place * n), numbers, sizeof(double) * (size_t)n);
  ingotStatus status = n ? ingot_worldsSetParameter(w, name, rows, n, chosen, report) : INGOT_OK;
  free(rows);
  return status == INGOT_OK;
}

static bool set_own(ingotWorlds* w, int place, const mjModel* own, ingotReport* report) {
  double solver = own->opt.solver, cone = own->opt.cone;
  return set_row(w, "body_mass", place, own->body_mass, own->nbody, report) &&
         set_row(w, "geom_friction", place, own->geom_friction, 3 * own->ngeom, report) &&
         set_row(w, "opt.gravity", place, own->opt.gravity, 3, report) && set_row(w, "opt.solver", place, &solver, 1, report) &&
         set_row(w, "opt.cone", place, &cone, 1, report);
}

// ------------------------------------------------ outputs

static const double* array_of(const mjData* d, const char* name) {
#define ARRAY_mjtNum(member) \
  if (!strcmp(name, #member)) return d->member;
#define ARRAY_int(member)
#define ARRAY_mjtByte(member)
#define ARRAY_uintptr_t(member)
#define X(type, member, rows, columns) ARRAY_##type(member)
  MJDATA_POINTERS
#undef X
  return NULL;
}

static void ask(Case* c, ingotWorlds* w) {
  static const char* const names[] = {
#define NAME_mjtNum(member) #member,
#define NAME_int(member)
#define NAME_mjtByte(member)
#define NAME_uintptr_t(member)
#define X(type, member, rows, columns) NAME_##type(member)
      MJDATA_POINTERS
#undef X
  };
  ingotView view;
  c->noutput = 0;
  for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++) {
    bool few = !strcmp(names[i], "xpos") || !strcmp(names[i], "qfrc_constraint");
    if ((c->hard || few) && ingot_worldsOutput(w, 0, names[i], &view, NULL) == INGOT_OK) c->output[c->noutput++] = names[i];
  }
}

// ------------------------------------------------ comparing

// name of what differs, NULL: nothing
static const char* compare(const Case* c, ingotWorlds* w, int place, const mjData* d) {
  static const struct {
    ingotField field;
    const char* name;
  } fields[] = {{INGOT_QPOS, "qpos"},       {INGOT_QVEL, "qvel"},
                {INGOT_ACT, "act"},         {INGOT_WARMSTART, "qacc_warmstart"},
                {INGOT_HISTORY, "history"}, {INGOT_SENSORDATA, "sensordata"}};
  const double* numbers[] = {d->qpos, d->qvel, d->act, d->qacc_warmstart, d->history, d->sensordata};
  ingotView view;
  for (int f = 0; f < 6; f++) {
    ingot_worldsField(w, 0, fields[f].field, &view, NULL);
    if (!same(&view, place, numbers[f])) return fields[f].name;
  }
  for (int k = 0; k < c->noutput; k++) {
    ingot_worldsOutput(w, 0, c->output[k], &view, NULL);
    bool moments = !strcmp(c->output[k], "actuator_moment");
    if (!(moments ? same_moments(&view, place, c->m, d) : same(&view, place, array_of(d, c->output[k])))) return c->output[k];
  }
  const mjData* other = ingot_worldsData(w, place);
  return other && (other->ncon != d->ncon || other->nefc != d->nefc) ? "counts" : NULL;
}

// a world alone, against itself among the others; true: something is wrong
static bool check_world(const Case* c, int place) {
  int world = who(c, place);
  const mjModel* m = c->hard ? c->own[world] : c->m;
  mjData* d = mj_makeData(m);
  bool wrong = false;
  start(m, d, world);
  for (int k = 0; k < c->steps; k++) {
    control(m, d->ctrl, world, k);
    mj_step(m, d);
  }
  // what outputs call after a step
  if (c->hard) {
    mj_rnePostConstraint(m, d);
    mj_subtreeVel(m, d);
  }
  for (int k = 0; k < THREADS && !wrong; k++) {
    const char* what = compare(c, c->w[k], place, d);
    if (what) wrong = printf("WRONG %s: %s of world %d, %d threads\n", c->path, what, place, k + 1) > 0;
  }
  mj_deleteData(d);
  return wrong;
}

static ingotStatus run(Case* c, ingotWorlds* w, ingotReport* report) {
  const mjModel* m = c->m;
  mjData* d = mj_makeData(m);
  double* controls = calloc((size_t)c->worlds * (size_t)c->steps * (size_t)(m->nu + 1), sizeof(double));
  ingotView qvel;
  bool done = true;
  ingot_worldsField(w, 0, INGOT_QVEL, &qvel, NULL);
  for (int e = 0; e < c->worlds && done; e++) {
    int world = who(c, e);
    start(m, d, world);
    for (int i = 0; i < m->nv; i++) qvel.data[i * qvel.stride + e] = d->qvel[i];
    for (int k = 0; k < c->steps; k++) {
      control(m, controls + ((size_t)e * (size_t)c->steps + (size_t)k) * (size_t)(m->nu + 1), world, k);
    }
    done = !c->hard || set_own(w, e, c->own[world], report);
  }
  ask(c, w);
  ingotStatus status = done ? ingot_worldsFollow(w, c->steps, controls, (int)m->nu + 1, NULL, report) : INGOT_BAD_ARGUMENT;
  free(controls);
  mj_deleteData(d);
  return status;
}

// worlds made and stepped; false: there is nothing to compare, and why
static bool run_all(Case* c, ingotReport* report) {
  const mjModel* models[HARD];
  for (int e = 0; e < HARD; e++) models[e] = c->m;
  for (int k = 0; k < THREADS; k++) {
    if (ingot_worldsCreate(models, c->worlds, k + 1, &c->w[k], report) != INGOT_OK || run(c, c->w[k], report) != INGOT_OK)
      return false;
  }
  return true;
}

static int check(const char* path, int steps, bool hard, bool sparse) {
  ingotReport report;
  Case c = {.path = path, .steps = steps, .hard = hard, .worlds = hard ? HARD : EASY};
  if (ingot_load(path, NULL, NULL, &c.m, &report) != INGOT_OK) return printf("skip  %s: does not load\n", path), 0;
  if (sparse) c.m->opt.jacobian = mjJAC_SPARSE;
  for (int e = 0; hard && e < HARD; e++) vary(c.own[e] = mj_copyModel(NULL, c.m), e);
  bool wrong = false;
  if (!run_all(&c, &report)) {
    printf("skip  %s: %s\n", path, report.text);
  } else {
    const char* reason;
    int width = ingot_worldsWidth(c.w[0], 0, &reason);
    for (int e = 0; e < c.worlds && !wrong; e++) wrong = check_world(&c, e);
    if (!wrong) printf("ok    %s, width %d %s\n", path, width, reason);
  }
  for (int k = 0; k < THREADS; k++) ingot_worldsDelete(c.w[k]);
  for (int e = 0; e < HARD; e++) mj_deleteModel(c.own[e]);
  mj_deleteModel(c.m);
  fflush(stdout);
  return wrong;
}

int main(int argc, char** argv) {
  int steps = 30, first = 1, wrong = 0;
  bool hard = false, sparse = false;
  for (; first < argc && argv[first][0] == '-'; first++) {
    if (!strcmp(argv[first], "--hard")) hard = true;
    if (!strcmp(argv[first], "--sparse")) sparse = true;
    if (!strcmp(argv[first], "-n") && first + 1 < argc) steps = atoi(argv[++first]);
  }
  mju_user_warning = quiet;
  for (int i = first; i < argc; i++) wrong += check(argv[i], steps, hard, sparse);
  printf("%d models, %d wrong\n", argc - first, wrong);
  return wrong != 0;
}
