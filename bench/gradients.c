// SPDX-License-Identifier: Apache-2.0
// Exact derivatives of steps on any models: refused by what name, their error against centred differences that are extrapolated
// to step size zero, and their time against mjd_transitionFD's, centred.
//   bench_gradients [-n states] [-v largest nv] model.xml ...
//
// States are near the initial one, half of them some time later, in contact where the model comes to rest. Where a row changes
// its zone within the differences, these do not settle: such states are left out and counted.
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ingot/derivatives.h>

#include "../tests/step/richardson.h"

static double random_number(unsigned* seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 23) - 1;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
  int states, constrained, left_out, refused;
  double error, error_constrained;  // largest, of A and B
  double exact, differences;        // seconds, smallest
  char reason[1024];
} Row;

static void set_state(const mjModel* m, mjData* d, unsigned seed) {
  mj_resetData(m, d);
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  double* direction = calloc((size_t)m->nv + 1, sizeof(double));
  for (int i = 0; i < m->nv; i++) direction[i] = random_number(&seed);
  mj_integratePos(m, d->qpos, direction, 0.05);
  free(direction);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.2 * random_number(&seed);
  for (int i = 0; i < m->na; i++) d->act[i] = 0.5 + 0.4 * random_number(&seed);
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    d->ctrl[i] = m->actuator_ctrllimited[i] ? range[0] + (0.5 + 0.4 * random_number(&seed)) * (range[1] - range[0])
                                            : 0.3 * random_number(&seed);
  }
}

static void exactly(mjModel* m, bool on, const mjOption* before) {
  m->opt = *before;
  if (!on) return;
  m->opt.tolerance = 0;
  m->opt.ls_tolerance = 1e-12;
  m->opt.iterations = m->opt.ls_iterations = 100;
  m->opt.solver = mjSOL_NEWTON;
}

// false: refused
static bool one_state(mjModel* m, mjData* d, Row* row, double* A, double* B) {
  ingotReport report = {0};
  if (ingot_transition(m, d, A, B, NULL, NULL, &report) != INGOT_OK) {
    row->refused++;
    const char* what = strstr(report.text, "differentiate ");
    snprintf(row->reason, sizeof row->reason, "%s", what ? what + 14 : report.text);
    char* end = strchr(row->reason, ';');
    if (end) *end = 0;
    return false;
  }
  row->states++;
  row->constrained += d->nefc > 0;
  bool constrained = d->nefc > 0;
  ig_Richardson r = ig_richardson(m, d, 1e-4);
  if (r.error < (constrained ? 2e-6 : 2e-7)) {
    double error = fmax(ig_relative_difference(A, r.A, r.nx * r.nx), ig_relative_difference(B, r.B, r.nx * r.nu));
    double* worst = constrained ? &row->error_constrained : &row->error;
    *worst = fmax(*worst, error);
  } else {
    row->left_out++;
  }
  ig_richardson_free(&r);
  return true;
}

static void time_both(const mjModel* m, mjData* d, Row* row, double* A, double* B) {
  row->exact = row->differences = INFINITY;
  for (int turn = 0; turn < 5; turn++) {
    double start = now();
    ingot_transition(m, d, A, B, NULL, NULL, NULL);
    double between = now();
    mjd_transitionFD(m, d, 1e-6, 1, A, B, NULL, NULL);
    row->exact = fmin(row->exact, between - start);
    row->differences = fmin(row->differences, now() - between);
  }
}

static void one_model(const char* path, int states, int most) {
  char error[500];
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) {
    printf("%s: does not load\n", path);
    return;
  }
  mjOption before = m->opt;
  Row row = {0};
  if (m->nv > 0 && m->nv <= most) {
    mjData* d = mj_makeData(m);
    size_t nx = (size_t)(2 * m->nv + m->na);
    double *A = calloc(nx * nx + 1, sizeof(double)), *B = calloc(nx * (size_t)m->nu + 1, sizeof(double));
    for (int k = 0; k < states && (row.refused == 0 || row.states > 0 || k < 4); k++) {
      exactly(m, false, &before);
      set_state(m, d, 7u + 31u * (unsigned)k);
      for (int step = 0; k % 2 && step * m->opt.timestep < 0.2 + 0.05 * k; step++) mj_step(m, d);
      if (d->warning[mjWARN_BADQACC].number) continue;
      exactly(m, true, &before);
      one_state(m, d, &row, A, B);
    }
    exactly(m, false, &before);
    if (row.states && m->opt.integrator != mjINT_RK4) time_both(m, d, &row, A, B);
    free(A);
    free(B);
    mj_deleteData(d);
  }
  printf("%s,%d,%d,%d,%d,%d,%.1e,%.1e,%.1f,%s\n", path, (int)m->nv, row.states, row.constrained, row.left_out, row.refused,
         row.error, row.error_constrained, row.exact > 0 ? row.differences / row.exact : 0,
         m->nv > most ? "too large" : row.reason);
  fflush(stdout);
  mj_deleteModel(m);
}

int main(int argc, char** argv) {
  int states = 20, most = 100;
  printf("model,nv,states,constrained,left out,refused,error,error in contact,times faster than mjd_transitionFD,refused for\n");
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "-n") && i + 1 < argc) {
      states = atoi(argv[++i]);
    } else if (!strcmp(argv[i], "-v") && i + 1 < argc) {
      most = atoi(argv[++i]);
    } else {
      one_model(argv[i], states, most);
    }
  }
  return 0;
}
