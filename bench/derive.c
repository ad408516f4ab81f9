// SPDX-License-Identifier: Apache-2.0
// Derivatives of a step with the inputs in lanes, and one after the other: processor time of mjd_transitionFD, turn by turn, the
// least of some; the bits are compared.
//   bench_derive model.xml ...
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mujoco/mujoco.h>

enum { TURNS = 20, STEPS = 120 };

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// with a callback there are no lanes
static void no_force(const mjModel* m, mjData* d) { (void)m, (void)d; }

static void race(const mjModel* m, mjData* d, bool centered) {
  size_t nx = (size_t)(2 * m->nv + m->na), nu = (size_t)m->nu;
  double *A[2], *B[2], least[2] = {1e9, 1e9};
  for (int k = 0; k < 2; k++) A[k] = calloc(nx * nx + 1, sizeof(double)), B[k] = calloc(nx * nu + 1, sizeof(double));
  for (int turn = 0; turn < TURNS; turn++) {
    for (int k = 0; k < 2; k++) {
      mjcb_passive = k ? no_force : NULL;
      double start = seconds();
      mjd_transitionFD(m, d, 1e-6, centered, A[k], B[k], NULL, NULL);
      double took = seconds() - start;
      if (took < least[k]) least[k] = took;
    }
  }
  mjcb_passive = NULL;
  bool same = !memcmp(A[0], A[1], sizeof(double) * nx * nx) && !memcmp(B[0], B[1], sizeof(double) * nx * nu);
  printf("  %-10s %9.1f us in lanes %9.1f us one by one %6.2f%s\n", centered ? "centred" : "one-sided", 1e6 * least[0],
         1e6 * least[1], least[1] / least[0], same ? "" : "  OTHER BITS");
  for (int k = 0; k < 2; k++) free(A[k]), free(B[k]);
}

int main(int argc, char** argv) {
  for (int i = 1; i < argc; i++) {
    char error[500] = "";
    mjModel* m = mj_loadXML(argv[i], NULL, error, sizeof error);
    if (!m) continue;
    mjData* d = mj_makeData(m);
    for (int step = 0; step < STEPS; step++) {
      for (int k = 0; k < m->nu; k++) d->ctrl[k] = 0.1 * ((step * 7 + k * 13) % 11 - 5);
      mj_step(m, d);
    }
    mj_forward(m, d);
    printf("%s, %d rows\n", argv[i], d->nefc);
    race(m, d, false);
    race(m, d, true);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  return 0;
}
