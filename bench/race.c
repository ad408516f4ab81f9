// SPDX-License-Identifier: Apache-2.0
// One world of each model against another library of the same API, turn by turn in one process: along the path that ours takes
// from the initial state with slow random controls, each turn of both from the same state. Processor time, so that other programs
// disturb it little; medians over the turns count. Nothing of the other library's structs is read: its version may be any
// that knows the parts of the state below.
//   bench_race path/of/libmujoco.so model.xml ...
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
enum { STATE = mjSTATE_TIME | mjSTATE_PHYSICS | mjSTATE_WARMSTART };

typedef void (*SetState)(const mjModel* m, mjData* d, const mjtNum* state, int parts);

typedef struct {
  mjModel* m;
  mjData* d;
  ig_Run step;
  SetState set_state;
} Side;

// the controls of all steps of a turn
typedef struct {
  double* values;
  int width, steps;
} Controls;

// sums of sines over the range of each control
static void write_controls(Controls* c, const mjModel* m, double time) {
  for (int k = 0; k < c->steps; k++, time += m->opt.timestep) {
    for (int i = 0; i < m->nu; i++) {
      double low = -1, high = 1, wave = sin(1.3 * time + i) + 0.5 * sin(3.1 * time + 2.7 * i);
      if (m->actuator_ctrllimited[i]) low = m->actuator_ctrlrange[2 * i], high = m->actuator_ctrlrange[2 * i + 1];
      c->values[k * c->width + i] = 0.5 * (low + high) + 0.5 * (high - low) * wave / 1.5;
    }
  }
}

static double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// nanoseconds per step
static double run(const Side* s, const Controls* c, const mjtNum* state) {
  s->set_state(s->m, s->d, state, STATE);
  double start = processor_time();
  for (int k = 0; k < c->steps; k++) {
    if (c->width) s->set_state(s->m, s->d, c->values + k * c->width, mjSTATE_CTRL);
    s->step(s->m, s->d);
  }
  return (processor_time() - start) / c->steps;
}

static int compare(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double median(double* values, int n) {
  qsort(values, (size_t)n, sizeof *values, compare);
  return values[n / 2];
}

// ratio of the times along a path that both have taken, above 1 when ours is less
static double race_sides(const Side* theirs, const Side* ours, const char* name) {
  double times[2][TURNS], ratios[TURNS];
  mjtNum* state = malloc((size_t)mj_stateSize(ours->m, STATE) * sizeof *state);
  Controls c = {.width = ours->m->nu, .steps = 20};
  c.values = malloc((size_t)(MOST_STEPS * c.width + 1) * sizeof *c.values);

  // turns of about two milliseconds, found by a turn of twenty steps
  for (int turn = -1; turn < TURNS; turn++) {
    mj_getState(ours->m, ours->d, state, STATE);
    write_controls(&c, ours->m, ours->d->time);
    double t = run(theirs, &c, state), o = run(ours, &c, state);
    if (turn < 0) {
      c.steps = (int)fmin(fmax(2e6 / t, 5), MOST_STEPS);
    } else {
      times[0][turn] = t, times[1][turn] = o, ratios[turn] = t / o;
    }
  }
  free(state);
  free(c.values);
  double ratio = median(ratios, TURNS);
  printf("%-28s %12.0f %12.0f %8.2f\n", name, 1e9 / median(times[0], TURNS), 1e9 / median(times[1], TURNS), ratio);
  return ratio;
}

// 0: the model does not load
static double race(const ig_Reference* r, const char* path) {
  char error[500] = "";
  Side theirs = {.m = r->load(path, NULL, error, sizeof error)}, ours = {.m = mj_loadXML(path, NULL, error, sizeof error)};
  if (!theirs.m || !ours.m) return printf("%s: %s\n", path, error), 0;
  *(void**)&theirs.step = ig_reference_find(r, "mj_step");
  *(void**)&theirs.set_state = ig_reference_find(r, "mj_setState");
  ours.step = mj_step;
  ours.set_state = mj_setState;
  theirs.d = r->make(theirs.m);
  ours.d = mj_makeData(ours.m);
  const char* name = strrchr(path, '/');
  double ratio = race_sides(&theirs, &ours, name ? name + 1 : path);
  mj_deleteData(ours.d);
  mj_deleteModel(ours.m);
  r->drop_data(theirs.d);
  r->drop_model(theirs.m);
  return ratio;
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
