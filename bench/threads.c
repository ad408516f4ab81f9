// SPDX-License-Identifier: Apache-2.0
// Steps of one world with and without a pool of threads, by the clock.
//
//     bench_threads MODEL.xml [steps [turns [threads]]]
//
// Turn by turn from the same state; of each step the least time over the turns counts, since two processors of a machine that
// others share are seldom both there. States are compared: threads change no bit.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/clock.h"

typedef struct {
  double* least;  // milliseconds of each step
  mjtNum* qpos;   // in the end
} Way;

static void run(const mjModel* m, mjThreadPool* pool, int steps, Way* way) {
  mjData* d = mj_makeData(m);
  if (pool) mju_bindThreadPool(d, pool);
  for (int k = 0; k < steps; k++) {
    int64_t start = ig_nanoseconds();
    mj_step(m, d);
    double spent = 1e-6 * (double)(ig_nanoseconds() - start);
    if (spent < way->least[k]) way->least[k] = spent;
  }
  memcpy(way->qpos, d->qpos, sizeof(mjtNum) * (size_t)m->nq);
  mj_deleteData(d);
}

int main(int argc, char** argv) {
  char error[1000];
  int steps = argc > 2 ? atoi(argv[2]) : 100, turns = argc > 3 ? atoi(argv[3]) : 5, threads = argc > 4 ? atoi(argv[4]) : 2;
  if (argc < 2 || steps < 1 || turns < 1 || threads < 2) {
    fprintf(stderr, "usage: %s MODEL.xml [steps [turns [threads]]]\n", argv[0]);
    return 2;
  }
  mjModel* m = mj_loadXML(argv[1], NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  // the caller is one of them
  mjThreadPool* pool = mju_threadPoolCreate((size_t)threads - 1);
  Way way[2];
  double mean[2] = {0};
  for (int k = 0; k < 2; k++) {
    way[k] = (Way){malloc(sizeof(double) * (size_t)steps), malloc(sizeof(mjtNum) * (size_t)m->nq + 1)};
    for (int i = 0; i < steps; i++) way[k].least[i] = INFINITY;
  }
  for (int turn = 0; turn < 2 * turns; turn++) run(m, turn % 2 ? pool : NULL, steps, way + turn % 2);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < steps; i++) mean[k] += way[k].least[i] / steps;
  }
  bool same = !memcmp(way[0].qpos, way[1].qpos, sizeof(mjtNum) * (size_t)m->nq);
  printf("one thread %.3f ms per step, %d threads %.3f: %.2f times, %s bits\n", mean[0], threads, mean[1], mean[0] / mean[1],
         same ? "the same" : "OTHER");
  for (int k = 0; k < 2; k++) {
    free(way[k].least);
    free(way[k].qpos);
  }
  mj_deleteModel(m);
  mju_threadPoolDestroy(pool);
  return !same;
}
