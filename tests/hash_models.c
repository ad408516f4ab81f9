// SPDX-License-Identifier: Apache-2.0
// Hashes of compiled models and of their states after some steps with fixed controls, one line per file:
//   <hash of mjModel> <hash of the state> <file>        or        refused - <file>
//
//   hash_models [--steps N] [--worlds THREADS] FILE...
//
// Only the public API is used, and only arithmetic that is exact: the same program on another machine or another build
// prints the same lines. All NaNs count as one. With --worlds the steps are those of nine worlds on so many threads;
// that all worlds agree is checked.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/worlds.h>
#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

enum { WORLDS = 9 };  // more than the widest kernel has lanes

// ------------------------------------------------ hashing

typedef uint64_t Hash;

static Hash mix(Hash h, uint64_t word) {
  h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return h ^ (h >> 29);
}

static Hash mix_doubles(Hash h, const double* x, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint64_t bits = UINT64_C(0x7ff8000000000000);
    if (x[i] == x[i]) memcpy(&bits, &x[i], sizeof bits);
    h = mix(h, bits);
  }
  return h;
}

static Hash mix_floats(Hash h, const float* x, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t bits = 0x7fc00000;
    if (x[i] == x[i]) memcpy(&bits, &x[i], sizeof bits);
    h = mix(h, bits);
  }
  return h;
}

static Hash mix_ints(Hash h, const int* x, size_t n) {
  for (size_t i = 0; i < n; i++) h = mix(h, (uint32_t)x[i]);
  return h;
}

static Hash mix_sizes(Hash h, const mjtSize* x, size_t n) {
  for (size_t i = 0; i < n; i++) h = mix(h, (uint64_t)x[i]);
  return h;
}

static Hash mix_bytes(Hash h, const void* x, size_t n) {
  for (size_t i = 0; i < n; i++) h = mix(h, ((const unsigned char*)x)[i]);
  return h;
}

#define MIX(h, x, n)                  \
  _Generic(*(x), double               \
           : mix_doubles, float       \
           : mix_floats, int          \
           : mix_ints, mjtSize        \
           : mix_sizes, unsigned char \
           : mix_bytes, char          \
           : mix_bytes)(h, x, (size_t)(n))

// sizes, options, statistics and every array; the sizes of memory depend on the machine and stay out
static Hash model_hash(const mjModel* m) {
  MJMODEL_POINTERS_PREAMBLE(m)
  Hash h = 1;
#define X(name) \
  if (strcmp(#name, "nbuffer") && strcmp(#name, "narena")) h = mix(h, (uint64_t)m->name);
  MJMODEL_SIZES
#undef X
#define X(type, name) h = MIX(h, &m->opt.name, 1);
  MJOPTION_SCALARS
#undef X
#define X(name, n) h = MIX(h, m->opt.name, n);
  MJOPTION_VECTORS
#undef X
  h = mix_bytes(h, &m->vis, sizeof m->vis);
  h = mix_doubles(h, (const double*)&m->stat, sizeof m->stat / sizeof(double));
#define X(type, name, nr, nc) h = MIX(h, m->name, m->nr * nc);
  MJMODEL_POINTERS
#undef X
  return h;
}

// ------------------------------------------------ a run

// a number of the sequence, 0 to 1023
static int draw(int step, int index) { return (int)(mix(mix(7, (uint64_t)step), (uint64_t)index) >> 50 & 1023); }

// controls change every tenth step, within their range
static double control(const mjModel* m, int step, int actuator) {
  double low = -1, high = 1;
  if (m->actuator_ctrllimited[actuator]) {
    low = m->actuator_ctrlrange[2 * actuator];
    high = m->actuator_ctrlrange[2 * actuator + 1];
  }
  return low + (high - low) * (draw(step / 10, actuator) * 0x1p-10);
}

static double first_velocity(int dof) { return (draw(-1, dof) - 512) * 0x1p-12; }

static double mocap_drift(int step, int index) { return (draw(-2 - step / 20, index) - 512) * 0x1p-20; }

static Hash single(const mjModel* m, int steps) {
  mjData* d = mj_makeData(m);
  if (!d) return 0;
  for (int i = 0; i < m->nv; i++) d->qvel[i] += first_velocity(i);
  for (int step = 0; step < steps; step++) {
    for (int i = 0; i < m->nu; i++) d->ctrl[i] = control(m, step, i);
    for (int i = 0; i < 3 * m->nmocap; i++) d->mocap_pos[i] += mocap_drift(step, i);
    mj_step(m, d);
  }
  int n = mj_stateSize(m, mjSTATE_INTEGRATION);
  double* state = calloc((size_t)n + 1, sizeof *state);
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  Hash h = mix_doubles(2, state, (size_t)n);
  h = mix_doubles(h, d->sensordata, (size_t)m->nsensordata);
  free(state);
  mj_deleteData(d);
  return h;
}

// number i of every world
static void set_all(const ingotView* view, int i, double value, bool add) {
  for (int w = 0; w < view->worlds; w++) {
    double* x = view->data + (ptrdiff_t)i * view->stride + (ptrdiff_t)w * view->world_stride;
    *x = add ? *x + value : value;
  }
}

static Hash world_hash(ingotWorlds* w, const mjModel* m, int world, const double* state, int n) {
  ingotView sensors;
  ingot_worldsView(w, world, INGOT_SENSORDATA, &sensors, NULL);
  Hash h = mix_doubles(2, state, (size_t)n);
  for (int i = 0; i < m->nsensordata; i++) h = mix_doubles(h, sensors.data + (ptrdiff_t)i * sensors.stride, 1);
  return h;
}

static bool many(const mjModel* m, int steps, int threads, Hash* hash) {
  const mjModel* models[WORLDS];
  for (int i = 0; i < WORLDS; i++) models[i] = m;
  ingotWorlds* w = NULL;
  ingotReport report;
  if (ingot_worldsCreate(models, WORLDS, threads, &w, &report) != INGOT_OK) {
    fprintf(stderr, "%s\n", report.text);
    return false;
  }
  ingotView qvel, ctrl, mocap;
  ingot_worldsField(w, 0, INGOT_QVEL, &qvel, NULL);
  ingot_worldsField(w, 0, INGOT_CTRL, &ctrl, NULL);
  ingot_worldsField(w, 0, INGOT_MOCAP_POS, &mocap, NULL);
  for (int i = 0; i < m->nv; i++) set_all(&qvel, i, first_velocity(i), true);
  bool good = true;
  for (int step = 0; good && step < steps; step++) {
    for (int i = 0; i < m->nu; i++) set_all(&ctrl, i, control(m, step, i), false);
    for (int i = 0; i < 3 * m->nmocap; i++) set_all(&mocap, i, mocap_drift(step, i), true);
    good = ingot_worldsStep(w, 1, NULL, &report) == INGOT_OK;
  }
  int n = mj_stateSize(m, mjSTATE_INTEGRATION);
  double* states = calloc((size_t)n * WORLDS + 1, sizeof *states);
  good = good && ingot_worldsGetState(w, NULL, mjSTATE_INTEGRATION, states, n, &report) == INGOT_OK;
  if (!good) fprintf(stderr, "%s\n", report.text);
  *hash = world_hash(w, m, 0, states, n);
  for (int i = 1; good && i < WORLDS; i++) {
    if (world_hash(w, m, i, states + (ptrdiff_t)i * n, n) == *hash) continue;
    fprintf(stderr, "world %d is not as world 0\n", i);
    good = false;
  }
  free(states);
  ingot_worldsDelete(w);
  return good;
}

// ------------------------------------------------ the program

static void ignore(const char* text) { (void)text; }

static bool hash_file(const char* path, int steps, int threads) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s: %s\n", path, error);
    printf("refused - %s\n", path);
    return true;
  }
  Hash state = 0;
  bool good = true;
  if (threads) {
    good = many(m, steps, threads, &state);
  } else {
    state = single(m, steps);
  }
  printf("%016llx ", (unsigned long long)model_hash(m));
  if (good) {
    printf("%016llx %s\n", (unsigned long long)state, path);
  } else {
    printf("worlds-differ %s\n", path);
  }
  mj_deleteModel(m);
  fflush(stdout);
  return good;
}

int main(int argc, char** argv) {
  int steps = 200, threads = 0, bad = 0, i = 1;
  for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
    if (!strcmp(argv[i], "--steps")) {
      steps = atoi(argv[i + 1]);
    } else if (!strcmp(argv[i], "--worlds")) {
      threads = atoi(argv[i + 1]);
    } else {
      fprintf(stderr, "usage: hash_models [--steps N] [--worlds THREADS] FILE...\n");
      return 2;
    }
  }
  // divergence and full arenas are part of the results
  mju_user_warning = ignore;
  for (; i < argc; i++) bad += !hash_file(argv[i], steps, threads);
  return bad ? 1 : 0;
}
