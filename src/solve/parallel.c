// SPDX-License-Identifier: Apache-2.0
// Islands do not touch each other's numbers, so threads can take them in any order. The layout of a problem needs the stack of
// mjData, which belongs to one thread: problems are laid out by the caller, as many as fit, and solved together; then
// their statistics and warnings follow in the order of the islands.
#include "solve/parallel.h"

#include <stdbool.h>

#include "base/guard.h"
#include "base/team.h"
#include "model/stack.h"
#include "solve/large.h"
#include "solve/layout.h"
#include "solve/primal.h"
#include "solve/solve.h"
#include "solve/statistics.h"

typedef struct {
  int island;
  ig_Source source;
  ig_Problem problem;
  char* scratch;
} Laid;

// problems that are solved together
typedef struct {
  Laid* laid;
  int n;
  const ig_Method* method;
} Batch;

static ig_Method method_of(const mjModel* m) {
  return (ig_Method){.newton = m->opt.solver == mjSOL_NEWTON,
                     .elliptic = m->opt.cone == mjCONE_ELLIPTIC,
                     .iterations = m->opt.iterations,
                     .ls_iterations = m->opt.ls_iterations,
                     .tolerance = m->opt.tolerance,
                     .ls_tolerance = m->opt.ls_tolerance};
}

static void lay(Laid* laid, const mjModel* m, mjData* d, int island, const ig_Method* method, const ig_LaidRows* rows,
                mjThreadPool* pool) {
  laid->island = island;
  laid->source = island < 0 ? ig_source_whole(m, d) : ig_source_island(m, d, island);
  laid->source.laid = rows;
  laid->source.pool = pool;
  ig_layout_problem(&laid->problem, &laid->source, method->newton, d);
  laid->scratch = ig_stack_take(d, ig_primal_room(&laid->problem, method, (ig_Room){0}).used, 64);
}

static void note(const Laid* laid, mjData* d, bool newton) {
  const ig_Problem* p = &laid->problem;
  if (p->home[0].flat) mju_warning(IG_FLAT_WARNING);
  bool panels = p->large && laid->source.sparse;
  size_t entries = !newton ? 0 : panels ? ig_large_entries(p->large) : (size_t)p->nv * (size_t)p->nv;
  ig_save_solve(d, laid->island, p->home[0].iterations, (int)entries);
}

static void solve_laid(Laid* laid, const ig_Method* method) {
  ig_solve_primal(&laid->problem, method, (ig_Room){.block = laid->scratch});
}

void ig_solve_one(const mjModel* m, mjData* d, int island, const ig_LaidRows* rows) {
  ig_Method method = method_of(m);
  ig_stack_mark(d);
  Laid* laid = IG_SCRATCH(d, 1, Laid);
  lay(laid, m, d, island, &method, rows, (mjThreadPool*)d->threadpool);
  solve_laid(laid, &method);
  note(laid, d, method.newton);
  ig_stack_free(d);
}

// ------------------------------------------------ with threads

static void solve_piece(void* context, int k, int member) {
  const Batch* batch = context;
  (void)member;
  solve_laid(batch->laid + k, batch->method);
}

// what solving an island takes, roughly, in products
static double work_of(const mjData* d, int island) {
  double nv = d->island_nv[island], rows = d->island_nefc[island];
  if (ig_is_small(d->island_nv[island], d->island_ntree[island]))
    return 3 * (nv * nv * nv / 6 + rows * nv * nv / 4 + 20 * rows * nv);
  return 3 * (2000 * nv + 800 * rows);
}

// The islands, in products: all, and the largest.
typedef struct {
  double total, most;
  int largest;
} Work;

static Work work_of_all(const mjData* d) {
  Work work = {.largest = -1};
  for (int island = 0; island < d->nisland; island++) {
    double here = work_of(d, island);
    work.total += here;
    if (here <= work.most) continue;
    work.most = here;
    work.largest = island;
  }
  return work;
}

// A bound of the stack that an island takes, its factor taken as dense; a large one has the sums of subtrees as well. What does
// not fit beside others is solved with fewer, at last alone.
static double bytes_of(const mjData* d, int island) {
  double nv = d->island_nv[island] + 4, rows = d->island_nefc[island] + 16;
  double squares = ig_is_small(d->island_nv[island], d->island_ntree[island]) ? 3 : 7;
  return 8 * (squares * nv * nv + 4 * rows * (nv < IG_SMALL_TREES + 4 ? nv : IG_SMALL_TREES) + 60 * (nv + rows)) + 65536;
}

static double free_bytes(const mjData* d) { return (double)ig_stack_room(d); }

// as many of the islands from `island` on as fit, without one of them; returns where to go on
static int lay_some(const mjModel* m, mjData* d, Batch* batch, int island, int apart) {
  int most = d->nisland - island;
  // room for the list itself is asked for first, and not more of it than leaves space for problems
  int list = free_bytes(d) / 8 < (double)most * (double)sizeof(Laid) ? 1 : most;
  batch->laid = IG_SCRATCH(d, (size_t)list, Laid);
  do {
    if (island == apart) continue;
    Laid* laid = batch->laid + batch->n++;
    lay(laid, m, d, island, batch->method, NULL, NULL);
    if (batch->method->newton && laid->problem.large) ig_large_prepare(laid->problem.large);
  } while (++island < d->nisland && batch->n < list && bytes_of(d, island) < free_bytes(d) / 2);
  return island;
}

static void note_all(const Batch* batch, mjData* d) {
  for (int k = 0; k < batch->n; k++) note(batch->laid + k, d, batch->method->newton);
}

static ig_Team team_of(const mjData* d, double microseconds) {
  mjThreadPool* pool = (mjThreadPool*)d->threadpool;
  return ig_team_for(pool, ig_team_useful(pool), microseconds);
}

// islands from `island` on, as many as fit; returns where to go on
static int solve_some(const mjModel* m, mjData* d, int island, double microseconds) {
  ig_Method method = method_of(m);
  Batch batch = {.method = &method};
  ig_stack_mark(d);
  island = lay_some(m, d, &batch, island, -1);
  ig_Team team = team_of(d, microseconds);
  ig_team_run(&team, batch.n, solve_piece, &batch);
  note_all(&batch, d);
  ig_stack_free(d);
  return island;
}

// an island on this thread, with a frame of its own
typedef struct {
  const mjModel* m;
  mjData* d;
  int island;
} Single;

static void solve_single(void* context) {
  const Single* s = context;
  ig_solve_one(s->m, s->d, s->island, NULL);
}

// One island that is more than half of the work, and the others as many as fit. In it threads help here and there; whenever it
// does not need them, they take others. An error, of memory that ends, waits until nobody looks at these any more.
static void solve_beside(const mjModel* m, mjData* d, int apart, double microseconds) {
  ig_Method method = method_of(m);
  Batch batch = {.method = &method};
  Single large = {m, d, apart};
  ingotReport report;
  ig_stack_mark(d);
  int island = lay_some(m, d, &batch, 0, apart);
  ig_Team team = team_of(d, microseconds);
  // what is left of the memory may be too little for both at once
  bool fits = bytes_of(d, apart) < free_bytes(d);
  ig_Aside aside = ig_team_begin(&team, batch.n, solve_piece, &batch);
  ingotStatus status = fits ? ig_guard(solve_single, &large, &report) : INGOT_OK;
  ig_team_end(&aside);
  if (status != INGOT_OK) mju_error("%s", report.text);
  note_all(&batch, d);
  ig_stack_free(d);
  for (; island < d->nisland; island++) {
    if (island != apart) ig_solve_one(m, d, island, NULL);
  }
  if (!fits) ig_solve_one(m, d, apart, NULL);
}

// Threads take an island each where that is half of all work; where one island is more, they help within it (see large.c), and
// take the others beside it. What comes to some microseconds is left to the caller.
void ig_solve_all_islands(const mjModel* m, mjData* d) {
  enum { PER_MICROSECOND = 4000, LEAST = 8 };
  Work work = d->threadpool ? work_of_all(d) : (Work){.largest = -1};
  double others = (work.total - work.most) / PER_MICROSECOND;
  if (others < LEAST) {
    for (int island = 0; island < d->nisland; island++) ig_solve_one(m, d, island, NULL);
  } else if (work.total > 2 * work.most) {
    for (int island = 0; island < d->nisland;) island = solve_some(m, d, island, others);
  } else {
    solve_beside(m, d, work.largest, work.total / PER_MICROSECOND);
  }
}
