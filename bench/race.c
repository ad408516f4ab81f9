// SPDX-License-Identifier: Apache-2.0
// One world of each model against the reference, turn by turn in one process: from the initial state, with slow random
// controls, both from their own state on. Processor time, so that other programs disturb it little; the median over the turns
// counts.
//   bench_race path/of/libmujoco.so.3.5.0 model.xml ...
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <mujoco/mujoco.h>

#include "reference.h"

enum { TURNS = 41, MOST_STEPS = 2000 };

typedef struct {
  mjModel* m;
  mjData* d;
  ig_Run step;
} Side;

// sums of sines, the same for both sides, over the range of each control
static void control(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    double low = -1, high = 1, wave = sin(1.3 * d->time + i) + 0.5 * sin(3.1 * d->time + 2.7 * i);
    if (m->actuator_ctrllimited[i]) low = m->actuator_ctrlrange[2 * i], high = m->actuator_ctrlrange[2 * i + 1];
    d->ctrl[i] = 0.5 * (low + high) + 0.5 * (high - low) * wave / 1.5;
  }
}

static double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// nanoseconds per step
static double run(const Side* s, int steps) {
  double start = processor_time();
  for (int k = 0; k < steps; k++) {
    control(s->m, s->d);
    s->step(s->m, s->d);
  }
  return (processor_time() - start) / steps;
}

static int compare(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double median(double* values, int n) {
  qsort(values, (size_t)n, sizeof *values, compare);
  return values[n / 2];
}

// ratio of the times, above 1 when ours is less; 0: the model does not load
static double race(const ig_Reference* r, const char* path) {
  char error[500] = "";
  Side theirs = {.m = r->load(path, NULL, error, sizeof error)}, ours = {.m = mj_loadXML(path, NULL, error, sizeof error)};
  if (!theirs.m || !ours.m) return printf("%s: %s\n", path, error), 0;
  *(void**)&theirs.step = ig_reference_find(r, "mj_step");
  ours.step = mj_step;
  theirs.d = r->make(theirs.m);
  ours.d = mj_makeData(ours.m);

  // turns of about two milliseconds
  double first = run(&theirs, 20), times[2][TURNS];
  run(&ours, 20);
  int steps = (int)(2e6 / first);
  steps = steps < 5 ? 5 : steps > MOST_STEPS ? MOST_STEPS : steps;
  for (int turn = 0; turn < TURNS; turn++) {
    times[0][turn] = run(&theirs, steps);
    times[1][turn] = run(&ours, steps);
  }
  double t = median(times[0], TURNS), o = median(times[1], TURNS);
  const char* name = strrchr(path, '/');
  printf("%-28s %12.0f %12.0f %8.2f\n", name ? name + 1 : path, 1e9 / t, 1e9 / o, t / o);
  mj_deleteData(ours.d);
  mj_deleteModel(ours.m);
  r->drop_data(theirs.d);
  r->drop_model(theirs.m);
  return t / o;
}

// in a process of its own: threads that a library of another namespace leaves behind do not live with those of the next
static double race_apart(const ig_Reference* r, const char* path) {
  int ends[2];
  double ratio = 0;
  if (pipe(ends)) return 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    ratio = race(r, path);
    fflush(stdout);
    _exit(write(ends[1], &ratio, sizeof ratio) != sizeof ratio);
  }
  close(ends[1]);
  if (read(ends[0], &ratio, sizeof ratio) != sizeof ratio) ratio = 0;
  close(ends[0]);
  if (child > 0) waitpid(child, NULL, 0);
  return ratio;
}

int main(int argc, char** argv) {
  ig_Reference reference;
  if (!ig_reference_open(&reference, argc, argv)) return 1;
  printf("%-28s %12s %12s %8s\n", "model", "reference/s", "ingot/s", "ratio");
  double sum = 0, least = INFINITY;
  int n = 0;
  for (int i = 2; i < argc; i++) {
    double ratio = race_apart(&reference, argv[i]);
    if (ratio <= 0) continue;
    sum += log(ratio);
    least = fmin(least, ratio);
    n++;
  }
  if (n) printf("geometric mean %.2f, least %.2f of %d\n", exp(sum / n), least, n);
  return n ? 0 : 1;
}
