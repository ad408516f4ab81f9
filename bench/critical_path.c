// SPDX-License-Identifier: Apache-2.0
// The critical path of a step with several threads, found by one: a figure that a busy machine does not disturb.
//
//     bench_critical_path MODEL.xml [steps [members [repeats]]]
//
// The teams of the library (base/team.h) are replaced by ones of this program: the caller does all pieces, each is timed and
// dealt to the member that would be free first. A list is timed by the clock of the processor, which is slow to read; its pieces
// by a faster one, as parts of the list. What others would have done meanwhile is taken off the time of the step. Helpers come
// late when they are woken, and a list of work costs something to hand out: see below. Steps are the least over the repeats.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mujoco/mujoco.h>

#include "base/team.h"

// in milliseconds: what waking threads costs the caller, how long they take to come, how long they stay after a list, what a list
// costs; and, measured, a look at each clock
static const double wake = 0.005, late = 0.04, patience = 0.4, list_cost = 0.001;
static double clock_cost, watch_cost;

static int members = 2;
static double saved, shared;

static double milliseconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static double now(void) { return milliseconds(CLOCK_THREAD_CPUTIME_ID); }
static double watch(void) { return milliseconds(CLOCK_MONOTONIC); }

static void measure_clocks(void) {
  enum { LOOKS = 20000 };
  double start = now(), middle, last = start;
  for (int i = 0; i < LOOKS; i++) last = now();
  clock_cost = (last - start) / LOOKS;
  middle = now();
  for (int i = 0; i < LOOKS; i++) last = watch();
  watch_cost = (now() - middle) / LOOKS;
}

// ------------------------------------------------ teams

// on the clock of the path: helpers are there from the one to the other
static double here, gone;

static double path_now(void) { return now() - saved; }

int ig_team_size(const mjThreadPool* pool) { return pool ? members : 1; }
int ig_team_useful(const mjThreadPool* pool) { return ig_team_size(pool); }

// as in base/team.c
ig_Team ig_team_for(mjThreadPool* pool, int size, double microseconds) {
  static ig_Helpers some;
  const ig_Team alone = {NULL, 1, false};
  if (size < 2 || microseconds < 15) return alone;
  double start = path_now();
  bool awake = start < gone;
  saved += clock_cost;
  if (awake || microseconds < 100) return awake ? (ig_Team){&some, size, false} : alone;
  saved -= wake;
  here = start + late;
  gone = here + patience;
  return (ig_Team){&some, size, true};
}

void ig_team_run(const ig_Team* team, int count, ig_TeamWork work, void* context) {
  if (!team || count < 2 || !team->helpers) {
    for (int i = 0; i < count; i++) work(context, i, 0);
    return;
  }
  enum { MOST = 4096 };
  static double spent[MOST];
  double begin = now(), sum = 0, busy[IG_TEAM_MOST] = {0}, end = 0, wait = here - (begin - saved), last = watch();
  for (int i = 0; i < count; i++) {
    work(context, i, i % team->members);
    double next = watch(), piece = next - last - watch_cost;
    last = next;
    spent[i % MOST] = piece > 0 ? piece : 0;
    sum += spent[i % MOST];
  }
  // what others took from this processor meanwhile was on the fast clock only
  double passed = now() - begin, total = passed - clock_cost - (count + 1) * watch_cost, scale = sum > 0 ? total / sum : 0;
  if (total < 0) total = scale = 0;
  for (int member = 1; member < team->members; member++) busy[member] = wait > 0 ? wait : 0;
  for (int i = 0; i < count; i++) {
    int next = 0;
    for (int member = 1; member < team->members; member++) next = busy[member] < busy[next] ? member : next;
    busy[next] += scale * spent[i % MOST];
    if (busy[next] > end) end = busy[next];
  }
  saved += passed - end - list_cost + clock_cost;
  shared += total;
  gone = begin + passed - saved + patience;
}

void ig_team_run_from(const ig_Team* team, int first, int count, ig_TeamWork work, void* context) {
  (void)first;
  ig_team_run(team, count, work, context);
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
  shared = here = gone = 0;
  for (int k = 0; k < steps; k++) {
    double start = path_now();
    mj_step(m, d);
    double spent = path_now() - start;
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
  measure_clocks();
  for (int k = 0; k < 2; k++) {
    path[k] = (Path){.step = malloc(sizeof(double) * (size_t)steps)};
    for (int i = 0; i < steps; i++) path[k].step[i] = INFINITY;
  }
  for (int turn = 0; turn < 2 * repeats; turn++) run(m, turn % 2 ? pool : NULL, steps, path + turn % 2);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < steps; i++) path[k].sum += path[k].step[i] / steps;
    free(path[k].step);
  }
  printf("one thread %.3f ms per step, path of %d members %.3f (%.3f of work is shared): %.2f times, %s bits\n", path[0].sum,
         members, path[1].sum, path[1].shared, path[0].sum / path[1].sum, path[0].bits == path[1].bits ? "the same" : "OTHER");
  mj_deleteModel(m);
  mju_threadPoolDestroy(pool);
  return path[0].bits != path[1].bits;
}
