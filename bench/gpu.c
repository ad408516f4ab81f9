// SPDX-License-Identifier: Apache-2.0
// Worlds on a GPU: whether they have the bits of mj_step, and how fast they are.
//
//   bench_gpu model [worlds] [steps] [threads per world of the solver, worlds per block, kB of near memory]
//
// Random controls of +-0.1 and noise of 0.01 on the start; 100 steps to warm up, then the median of five times 100 steps. The
// bits of some worlds are compared with single steps in the same run, after the first steps and at the end. The last table is
// the time of each kernel, waiting after each.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "batch/array.h"
#include "gpu/batch.h"
#include "gpu/layout.h"
#include "step/step.h"

enum { CHECKED = 48, REPEATS = 5, KERNELS = 64 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned seed = 1;
static double noise(void) {
  seed = seed * 1664525u + 1013904223u;
  return (double)(seed >> 8) / 8388608.0 - 1;
}

static void check(ingotStatus status, const ingotReport* report) {
  if (status == INGOT_OK) return;
  printf("error: %s\n", report->text);
  exit(1);
}

static mjModel* load(const char* path) {
  size_t n = strlen(path);
  if (n > 4 && !strcmp(path + n - 4, ".mjb")) return mj_loadModel(path, NULL);
  char error[500] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) printf("%s\n", error);
  return m;
}

// the start of all worlds: n numbers of the model's own, and noise
static void start(ig_GpuBatch* b, int quantity, const mjtNum* base, double size, int worlds, ingotReport* report) {
  int n = ig_gpu_length(b, quantity);
  double* numbers = malloc(sizeof(double) * (size_t)(n ? n : 1) * (size_t)worlds);
  for (int i = 0; i < n; i++) {
    for (int w = 0; w < worlds; w++) numbers[(size_t)i * (size_t)worlds + (size_t)w] = (base ? base[i] : 0) + size * noise();
  }
  check(ig_gpu_upload(b, quantity, numbers, report), report);
  free(numbers);
}

static int compare(ig_GpuBatch* b, const mjModel* m, mjData** alone, const int* which, int count, ingotReport* report) {
  static const int quantities[] = {IG_Q_qpos, IG_Q_qvel, IG_Q_act, IG_Q_qacc_warmstart, IG_Q_time};
  mjData* d = mj_makeData(m);
  int wrong = 0;
  for (int k = 0; k < count; k++) {
    check(ig_gpu_get_world(b, which[k], d, report), report);
    bool same = true;
    for (int i = 0; i < 5; i++) {
      size_t bytes = sizeof(double) * (size_t)ig_gpu_length(b, quantities[i]);
      same = same && !memcmp(ig_array_of(d, quantities[i]), ig_array_of(alone[k], quantities[i]), bytes);
    }
    wrong += !same;
  }
  mj_deleteData(d);
  return wrong;
}

static int by_size(const void* a, const void* b) { return *(const double*)a < *(const double*)b ? -1 : 1; }

int main(int argc, char** argv) {
  if (argc < 2) return printf("usage: %s model [worlds] [steps] [threads worlds kB]\n", argv[0]), 1;
  int worlds = argc > 2 ? atoi(argv[2]) : 8192, steps = argc > 3 ? atoi(argv[3]) : 100;
  mjModel* m = load(argv[1]);
  if (!m) return 1;
  ingotReport report = {0};
  ig_GpuBatch* b;
  double begin = now();
  check(ig_gpu_make(m, worlds, 0, &b, &report), &report);
  printf("%s: %d worlds, made in %.1f s, %.1f kB a world\n", argv[1], worlds, now() - begin,
         (double)ig_gpu_bytes(b) / worlds / 1024);
  if (argc > 6) {
    ig_GpuCrew crew = {atoi(argv[4]), atoi(argv[5]), 1024 * atoi(argv[6])};
    check(ig_gpu_set_crew(b, crew, &report), &report);
  }
  ig_GpuCrew crew = ig_gpu_crew(b);
  printf("solver: %d threads a world, %d worlds a block, %.1f kB near\n", crew.threads, crew.worlds, crew.near / 1024.0);
  start(b, IG_Q_qpos, m->qpos0, 0.01, worlds, &report);
  start(b, IG_Q_qvel, NULL, 0.01, worlds, &report);
  start(b, IG_Q_ctrl, NULL, 0.1, worlds, &report);

  int which[CHECKED], count = worlds < CHECKED ? worlds : CHECKED;
  mjData* alone[CHECKED];
  for (int k = 0; k < count; k++) {
    which[k] = (int)((long)k * worlds / count);
    alone[k] = mj_makeData(m);
    check(ig_gpu_get_world(b, which[k], alone[k], &report), &report);
  }

  int away = 0, left, total = 0;
  const char* names[KERNELS];
  double times[KERNELS], sum = 0;
  check(ig_gpu_step(b, steps, &report), &report);
  check(ig_gpu_settle(b, &left, &report), &report);
  away += left;
  total += steps;
  double rows = 0;
  for (int k = 0; k < count; k++) {
    for (int i = 0; i < steps; i++) ig_step(m, alone[k], mjSTAGE_NONE, false), rows += alone[k]->nefc;
  }
  int wrong = compare(b, m, alone, which, count, &report);
  printf("bits after %d steps: %d of %d worlds differ; %.1f rows in the mean; %d worlds left\n", total, wrong, count,
         rows / count / steps, away);

  double seconds[REPEATS];
  for (int i = 0; i < REPEATS; i++) {
    double from = now();
    check(ig_gpu_step(b, steps, &report), &report);
    check(ig_gpu_settle(b, &left, &report), &report);
    seconds[i] = now() - from;
    away += left;
    total += steps;
  }
  qsort(seconds, REPEATS, sizeof *seconds, by_size);
  double median = seconds[REPEATS / 2];
  for (int k = 0; k < count; k++) {
    for (int i = steps; i < total; i++) ig_step(m, alone[k], mjSTAGE_NONE, false);
  }
  wrong += compare(b, m, alone, which, count, &report);
  printf("RESULT %s %d worlds: %.3f M steps/s, %.0f ns a step; bits after %d steps: %s; %d worlds left; %.1f kB a world\n",
         argv[1], worlds, 1e-6 * worlds * steps / median, 1e9 * median / worlds / steps, total, wrong ? "DIFFER" : "same", away,
         (double)ig_gpu_bytes(b) / worlds / 1024);

  int n = ig_gpu_time(b, 20, names, times, KERNELS, &report);
  check(report.status, &report);
  for (int i = 0; i < n; i++) sum += times[i];
  for (int i = 0; i < n; i++) {
    printf("  %-18s %8.1f ns a step %5.1f %%\n", names[i], 1e9 * times[i] / worlds / 20, 100 * times[i] / sum);
  }
  return wrong != 0;
}
