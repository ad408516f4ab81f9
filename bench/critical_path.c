// SPDX-License-Identifier: Apache-2.0
// The critical path of a step with several threads, found by one: a figure that a busy machine does not disturb.
//
//     bench_critical_path MODEL.xml [steps [members [repeats]]]
//
// The teams of the library (base/team.h) are replaced by ones of this program: the caller does all pieces, each is timed by the clock
// of the processor and dealt to the member that would be free first. What others would have done meanwhile is taken off the time of
// the step. Helpers come late to a team, and a list of work costs something to hand out: see below. Steps are the least over the repeats.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mujoco/mujoco.h>

#include "base/team.h"

// in milliseconds: what waking threads costs the caller, how long they take to come, what a list costs; and, measured, a look at
// the clock
static const double wake = 0.005, late = 0.04, list_cost = 0.001;
static double clock_cost;

static int members = 2;
static double saved, shared;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void measure_clock(void) {
  enum { LOOKS = 20000 };
  double start = now(), last = start;
  for (int i = 0; i < LOOKS; i++) last = now();
  clock_cost = (last - start) / LOOKS;
}

// ------------------------------------------------ teams

static double opened;

int ig_team_size(const mjThreadPool* pool) { return pool ? members : 1; }
int ig_team_useful(const mjThreadPool* pool) { return ig_team_size(pool); }

void ig_team_open(ig_Team* team, mjThreadPool* pool, int size) {
  team->pool = pool;
  team->helpers = size - 1;
  opened = now();
  saved += clock_cost - (size > 1 ? wake : 0);
}

void ig_team_close(ig_Team* team) { team->helpers = 0; }

void ig_team_run(ig_Team* team, int count, ig_TeamWork work, void* context) {
  if (!team || count < 2 || !team->helpers) {
    for (int i = 0; i < count; i++) work(context, i, 0);
    return;
  }
  double busy[IG_TEAM_MOST] = {0}, total = 0, end = 0, wait = late - (now() - opened);
  for (int member = 1; member <= team->helpers; member++) busy[member] = wait > 0 ? wait : 0;
  for (int i = 0; i < count; i++) {
    int next = 0;
    for (int member = 1; member <= team->helpers; member++) next = busy[member] < busy[next] ? member : next;
    double start = now();
    work(context, i, next);
    double spent = now() - start - clock_cost;
    if (spent < 0) spent = 0;
    busy[next] += spent;
    total += spent;
    if (busy[next] > end) end = busy[next];
  }
  saved += total - end - list_cost + (2 * count + 1) * clock_cost;
  shared += total;
}

// ------------------------------------------------ steps

typedef struct {
  double* step;  // least time of each
  double shared, sum;
  unsigned long bits;
} Path;

static unsigned long hash(const mjtNum* x, int n) {
  unsigned long h = 1469598103934665603ul, word;
  for (int i = 0; i < n; i++) {
    memcpy(&word, x + i, sizeof word);
    h = (h ^ word) * 1099511628211ul;
  }
  return h;
}

static void run(const mjModel* m, mjThreadPool* pool, int steps, Path* path) {
  mjData* d = mj_makeData(m);
  if (pool) mju_bindThreadPool(d, pool);
  shared = 0;
  for (int k = 0; k < steps; k++) {
    saved = 0;
    double start = now();
    mj_step(m, d);
    double spent = now() - start - saved;
    if (!(path->step[k] <= spent)) path->step[k] = spent;
  }
  path->shared = shared / steps;
  path->bits = hash(d->qpos, (int)m->nq);
  mj_deleteData(d);
}

int main(int argc, char** argv) {
  char error[1000];
  int steps = argc > 2 ? atoi(argv[2]) : 100, repeats = argc > 4 ? atoi(argv[4]) : 3;
  if (argc > 3) members = atoi(argv[3]);
  if (argc < 2 || steps < 1 || repeats < 1 || members < 1 || members > IG_TEAM_MOST) {
    fprintf(stderr, "usage: %s MODEL.xml [steps [members [repeats]]]\n", argv[0]);
    return 2;
  }
  mjModel* m = mj_loadXML(argv[1], NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjThreadPool* pool = mju_threadPoolCreate(1);
  Path path[2];
  measure_clock();
  for (int k = 0; k < 2; k++) {
    path[k] = (Path){.step = malloc(sizeof(double) * (size_t)steps)};
    for (int i = 0; i < steps; i++) path[k].step[i] = INFINITY;
  }
  for (int turn = 0; turn < 2 * repeats; turn++) run(m, turn % 2 ? pool : NULL, steps, path + turn % 2);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < steps; i++) path[k].sum += path[k].step[i] / steps;
    free(path[k].step);
  }
  printf("one thread %.3f ms per step, path of %d members %.3f (%.3f of work is shared): %.2f times, %s bits\n", path[0].sum, members,
         path[1].sum, path[1].shared, path[0].sum / path[1].sum, path[0].bits == path[1].bits ? "the same" : "OTHER");
  mj_deleteModel(m);
  mju_threadPoolDestroy(pool);
  return path[0].bits != path[1].bits;
}
