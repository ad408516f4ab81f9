// SPDX-License-Identifier: Apache-2.0
// Time of the primal solvers per problem: alone at width 1, and side by side in lanes.
//   bench_solve MODEL.xml [...]
// Eight worlds of a model, some steps under random controls; their constrained problems are solved again and again from the
// same starts, turn by turn. The least time of the turns counts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mujoco/mujoco.h>

#include "base/cpu.h"
#include "solve/layout.h"
#include "solve/primal.h"
#include "solve/problem_view.h"

typedef ig_Room Bytes(const ig_ProblemView* const* views, int n, const ig_Method* method, ig_Room room);
typedef void Solve(ig_ProblemView* const* views, int n, const ig_Method* method, ig_Room room);
#ifdef IG_X86_LEVELS
extern Bytes ig_side_by_side_room_w4_avx2, ig_side_by_side_room_w8_avx512;
extern Solve ig_side_by_side_w4_avx2, ig_side_by_side_w8_avx512;
#endif

enum { WORLDS = 8, TURNS = 60, REPEATS = 20 };

typedef struct {
  mjModel* m;
  mjData* d[WORLDS];
  ig_MjProblem source[WORLDS];
  mjtNum* start[WORLDS];
  ig_Method method;
} Scene;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static double random_number(unsigned* seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 8388608.0 - 1;
}

// the next problem with rows, of a world that moves at random
static void prepare(Scene* s, int k) {
  mjModel* m = s->m;
  mjData* d = s->d[k] = mj_makeData(m);
  unsigned seed = 7 + (unsigned)k;
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  for (int step = 0; step < 100 + 10 * k || (d->nefc == 0 && step < 2000); step++) {
    for (int i = 0; i < m->nu && step % 10 == 0; i++) {
      const mjtNum* range = m->actuator_ctrlrange + 2 * i;
      mjtNum r = random_number(&seed);
      d->ctrl[i] = m->actuator_ctrllimited[i] ? .5 * (range[0] + range[1]) + .5 * r * (range[1] - range[0]) : r;
    }
    mj_step(m, d);
  }
  mj_forward(m, d);
  s->source[k] = d->nisland ? ig_mj_problem_island(m, d, 0) : ig_mj_problem_whole(m, d);
  size_t bytes = sizeof(mjtNum) * (size_t)m->nv;
  s->start[k] = malloc(bytes);
  memcpy(s->start[k], s->source[k].qacc_smooth, sizeof(mjtNum) * (size_t)s->source[k].nv);
}

static void rewind_starts(Scene* s) {
  for (int k = 0; k < WORLDS; k++) memcpy(s->source[k].qacc, s->start[k], sizeof(mjtNum) * (size_t)s->source[k].nv);
}

static double alone(Scene* s) {
  double start = now();
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    rewind_starts(s);
    for (int k = 0; k < WORLDS; k++) {
      mjData* d = s->d[k];
      ig_Problem p;
      mj_markStack(d);
      ig_layout_problem(&p, &s->source[k], s->method.newton, d);
      char* scratch = mj_stackAllocByte(d, ig_primal_room(&p, &s->method, (ig_Room){0}).used, 64);
      ig_solve_primal(&p, &s->method, (ig_Room){.block = scratch});
      mj_freeStack(d);
    }
  }
  return (now() - start) / (WORLDS * REPEATS);
}

static double beside(Scene* s, int width, Bytes* bytes, Solve* solve) {
  ig_ProblemView views[WORLDS], *list[WORLDS];
  for (int k = 0; k < WORLDS; k++) {
    views[k] = ig_problem_view(&s->source[k]);
    list[k] = views + k;
  }
  size_t size = 0;
  for (int k = 0; k < WORLDS; k += width) {
    size_t need = bytes((const ig_ProblemView* const*)list + k, width, &s->method, (ig_Room){0}).used;
    size = need > size ? need : size;
  }
  char* scratch = aligned_alloc(64, (size + 63) & ~(size_t)63);
  double start = now();
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    rewind_starts(s);
    for (int k = 0; k < WORLDS; k += width) solve(list + k, width, &s->method, (ig_Room){.block = scratch});
  }
  double time = (now() - start) / (WORLDS * REPEATS);
  free(scratch);
  return time;
}

static double least(double a, double b) { return a < b ? a : b; }

static void race(Scene* s, const char* name) {
  double one = 1e9, four = 1e9, eight = 1e9;
  int rows = 0;
  for (int k = 0; k < WORLDS; k++) rows += s->source[k].nefc;
  for (int turn = 0; turn < TURNS; turn++) {
    one = least(one, alone(s));
#ifdef IG_X86_LEVELS
    if (ig_cpu_level() >= IG_CPU_AVX2) four = least(four, beside(s, 4, ig_side_by_side_room_w4_avx2, ig_side_by_side_w4_avx2));
    if (ig_cpu_level() >= IG_CPU_AVX512)
      eight = least(eight, beside(s, 8, ig_side_by_side_room_w8_avx512, ig_side_by_side_w8_avx512));
#endif
  }
  printf("%-32s %-6s %4d %6.1f  %8.2f %8.2f %8.2f  %6.2f %6.2f\n", name, s->method.newton ? "Newton" : "CG", s->source[0].nv,
         rows / (double)WORLDS, one, four, eight, one / four, one / eight);
}

int main(int argc, char** argv) {
  printf("%-32s %-6s %4s %6s  %8s %8s %8s  %s\n", "model, us per problem", "", "dofs", "rows", "width 1", "4", "8", "ratios");
  for (int i = 1; i < argc; i++) {
    char error[1000];
    Scene s = {.m = mj_loadXML(argv[i], NULL, error, sizeof error)};
    if (!s.m) return fprintf(stderr, "%s\n", error), 1;
    for (int k = 0; k < WORLDS; k++) prepare(&s, k);
    const mjOption* opt = &s.m->opt;
    size_t length = strlen(argv[i]);
    for (int newton = 1; newton >= 0 && ig_is_small(s.source[0].nv, s.source[0].ntree); newton--) {
      s.method = (ig_Method){newton,           opt->cone == mjCONE_ELLIPTIC, opt->iterations, opt->ls_iterations, opt->tolerance,
                             opt->ls_tolerance};
      race(&s, argv[i] + (length > 31 ? length - 31 : 0));
    }
    for (int k = 0; k < WORLDS; k++) mj_deleteData(s.d[k]), free(s.start[k]);
    mj_deleteModel(s.m);
  }
  return 0;
}
