// SPDX-License-Identifier: Apache-2.0
// Islands do not touch each other's numbers, so threads can take them in any order, each with a part of the stack. The caller
// notes their statistics and gives their warnings when all are done.
#include "solve/parallel.h"

#include <stdbool.h>

#include "base/guard.h"
#include "base/team.h"
#include "model/shard.h"
#include "model/stack.h"
#include "solve/layout.h"
#include "solve/primal.h"
#include "solve/solve.h"
#include "solve/sparse_problem.h"
#include "solve/statistics.h"
#include "solve/tolerance.h"

static ig_Method method_of(const mjModel* m) {
  return (ig_Method){.newton = m->opt.solver == mjSOL_NEWTON,
                     .elliptic = m->opt.cone == mjCONE_ELLIPTIC,
                     .iterations = m->opt.iterations,
                     .ls_iterations = m->opt.ls_iterations,
                     .tolerance = ig_solver_tolerance(m->opt.tolerance),
                     .ls_tolerance = m->opt.ls_tolerance};
}

// what is noted of a solve
typedef struct {
  int iterations, entries;  // entries: of the factor
  bool flat;
  bool failed;  // there was no memory: nothing was solved
} Outcome;

static Outcome run(ig_Problem* p, const ig_MjProblem* source, const ig_Method* method, char* scratch) {
  ig_solve_primal(p, method, (ig_Room){.block = scratch});
  bool panels = p->sparse_problem && source->sparse;
  size_t entries = !method->newton ? 0 : panels ? ig_sparse_entries(p->sparse_problem) : (size_t)p->nv * (size_t)p->nv;
  return (Outcome){.iterations = p->results[0].iterations, .entries = (int)entries, .flat = p->results[0].flat};
}

static char* take_scratch(const ig_Problem* p, const ig_Method* method, mjData* d) {
  return ig_stack_take(d, ig_primal_room(p, method, (ig_Room){0}).used, 64);
}

// the stack of d is used, and nothing else of it is written
static Outcome solve_source(const ig_MjProblem* source, const ig_Method* method, mjData* d) {
  ig_stack_mark(d);
  ig_Problem* p = IG_SCRATCH(d, 1, ig_Problem);
  ig_layout_problem(p, source, method->newton, d);
  Outcome outcome = run(p, source, method, take_scratch(p, method, d));
  ig_stack_free(d);
  return outcome;
}

static void note(const Outcome* outcome, mjData* d, int island) {
  if (outcome->flat) mju_warning(IG_FLAT_WARNING);
  ig_save_solve(d, island, outcome->iterations, outcome->entries);
}

void ig_solve_one(const mjModel* m, mjData* d, int island, const ig_LaidRows* rows) {
  ig_Method method = method_of(m);
  ig_MjProblem source = island < 0 ? ig_mj_problem_whole(m, d) : ig_mj_problem_island(m, d, island);
  source.laid = rows;
  source.pool = (mjThreadPool*)d->threadpool;
  Outcome outcome = solve_source(&source, &method, d);
  note(&outcome, d, island);
}

// ------------------------------------------------ all islands

static void gather(mjtNum* to, const mjtNum* from, const int* index, int n) {
  for (int i = 0; i < n; i++) to[i] = from[index[i]];
}

static void scatter(mjtNum* to, const mjtNum* from, const int* index, int n) {
  for (int i = 0; i < n; i++) to[index[i]] = from[i];
}

// what depends on positions is in the island arrays already
static void gather_islands(mjData* d) {
  gather(d->ifrc_smooth, d->qfrc_smooth, d->map_idof2dof, d->nidof);
  gather(d->ifrc_constraint, d->qfrc_constraint, d->map_idof2dof, d->nidof);
  gather(d->iacc_smooth, d->qacc_smooth, d->map_idof2dof, d->nidof);
  gather(d->iacc, d->qacc, d->map_idof2dof, d->nidof);
  gather(d->iefc_force, d->efc_force, d->map_iefc2efc, d->nefc);
  gather(d->iefc_aref, d->efc_aref, d->map_iefc2efc, d->nefc);
}

static void scatter_islands(mjData* d) {
  scatter(d->qacc, d->iacc, d->map_idof2dof, d->nidof);
  scatter(d->qfrc_constraint, d->ifrc_constraint, d->map_idof2dof, d->nidof);
  gather(d->efc_force, d->iefc_force, d->map_efc2iefc, d->nefc);
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

// A bound of the stack that an island takes, its factor taken as dense; a large one has the sums of subtrees as well.
static double bytes_of(const mjData* d, int island) {
  double nv = d->island_nv[island] + 4, rows = d->island_nefc[island] + 16;
  double squares = ig_is_small(d->island_nv[island], d->island_ntree[island]) ? 3 : 7;
  return 8 * (squares * nv * nv + 4 * rows * (nv < IG_SMALL_DOFS_TWO_TREES + 4 ? nv : IG_SMALL_DOFS_TWO_TREES) +
              60 * (nv + rows)) +
         65536;
}

// islands that threads take, all or all but one
typedef struct {
  const mjModel* m;
  mjData* d;
  const ig_Method* method;
  int apart;  // the one that is not among them, or -1
  int count;
  Outcome* outcome;
  mjData* shard[IG_TEAM_MOST];
} Batch;

static int island_of(const Batch* batch, int k) { return k + (batch->apart >= 0 && k >= batch->apart); }

// one of them, by one member
typedef struct {
  const Batch* batch;
  int k, member;
} Item;

static void solve_item(void* context) {
  const Item* item = context;
  const Batch* batch = item->batch;
  ig_MjProblem source = ig_mj_problem_island(batch->m, batch->d, island_of(batch, item->k));
  batch->outcome[item->k] = solve_source(&source, batch->method, batch->shard[item->member]);
}

static void solve_piece(void* context, int k, int member) {
  const Batch* batch = context;
  Item item = {batch, k, member};
  if (ig_guard(solve_item, &item, NULL) == INGOT_OK) return;
  ig_shard_clear(batch->shard[member]);
  batch->outcome[k].failed = true;
}

// Each member gets as much of the stack as the most that one of the islands takes. Returns how many members there is room for,
// besides that of the island apart.
static int take_shards(Batch* batch, int members) {
  mjData* d = batch->d;
  // the bound of a large one takes its factor as dense: no more than half is kept for it, and the heap has the rest
  double most = 0, room = (double)ig_stack_room(d), apart = batch->apart >= 0 ? bytes_of(d, batch->apart) : 0;
  room -= apart < room / 2 ? apart : room / 2;
  for (int k = 0; k < batch->count; k++) {
    double bytes = bytes_of(d, island_of(batch, k));
    most = bytes > most ? bytes : most;
  }
  int wanted = members < batch->count ? members : batch->count, n = 0;
  if (batch->apart >= 0 && wanted < members) wanted++;
  for (; n < wanted && (n + 1) * (most + IG_SHARD_OWN) <= room; n++) {
  }
  for (int i = 0; i < n; i++) batch->shard[i] = ig_shard_take(d, (size_t)most);
  return n;
}

// The island apart, laid out by the caller. Its order of elimination takes long and everything waits for it: a helper looks for
// it while the numbers of all islands are gathered.
typedef struct {
  const ig_Method* method;
  ig_MjProblem source;
  ig_Layout layout;
  char* scratch;
  Outcome outcome;
} Own;

static Own* lay_own(const Batch* batch) {
  mjData* d = batch->d;
  Own* own = IG_SCRATCH(d, 1, Own);
  *own = (Own){.method = batch->method, .source = ig_mj_problem_island(batch->m, d, batch->apart)};
  own->source.pool = (mjThreadPool*)d->threadpool;
  ig_Problem* p = IG_SCRATCH(d, 1, ig_Problem);
  own->layout = ig_layout_begin(p, &own->source, batch->method->newton, d);
  own->scratch = take_scratch(p, batch->method, d);
  if (p->sparse_problem) ig_sparse_seek(p->sparse_problem);
  return own;
}

static void solve_own(void* context) {
  Own* own = context;
  ig_layout_numbers(&own->layout);
  own->outcome = run(own->layout.problem, &own->source, own->method, own->scratch);
}

static ig_Team team_of(const mjData* d, int members, double microseconds) {
  return ig_team_for((mjThreadPool*)d->threadpool, members, microseconds);
}

static void solve_in_order(const mjModel* m, mjData* d) {
  gather_islands(d);
  for (int island = 0; island < d->nisland; island++) ig_solve_one(m, d, island, NULL);
}

static void note_batch(const Batch* batch) {
  for (int k = 0; k < batch->count; k++) {
    if (batch->outcome[k].failed)
      ig_solve_one(batch->m, batch->d, island_of(batch, k), NULL);
    else
      note(batch->outcome + k, batch->d, island_of(batch, k));
  }
}

// All islands, of which one may be the caller's own: threads help in it here and there, and whenever it does not need them, they
// take others. An error in it waits until none of these is read any more. What finds no memory in its part of the stack is solved
// again.
static void solve_together(const mjModel* m, mjData* d, int apart, double microseconds) {
  ig_Method method = method_of(m);
  Batch batch = {.m = m, .d = d, .method = &method, .apart = apart, .count = d->nisland - (apart >= 0)};
  ingotReport report;
  ingotStatus status = INGOT_OK;
  ig_stack_mark(d);
  batch.outcome = IG_SCRATCH(d, (size_t)batch.count + 1, Outcome);
  int members = batch.count ? take_shards(&batch, ig_team_useful((mjThreadPool*)d->threadpool)) : 0;
  if (batch.count && members < 2) {
    ig_stack_free(d);
    solve_in_order(m, d);
    return;
  }
  Own* own = apart >= 0 ? lay_own(&batch) : NULL;
  gather_islands(d);
  ig_Team team = team_of(d, members, microseconds);
  ig_Aside aside = ig_team_begin(&team, batch.count, solve_piece, &batch);
  if (own) status = ig_guard(solve_own, own, &report);
  ig_team_end(&aside);
  if (status != INGOT_OK) mju_error("%s", report.text);
  if (own) note(&own->outcome, d, apart);
  note_batch(&batch);
  ig_stack_free(d);
}

static bool is_large(const mjData* d, int island) {
  return island >= 0 && !ig_is_small(d->island_nv[island], d->island_ntree[island]);
}

// Threads take an island each where that is half of all work; where one island is more, they help within it (see
// sparse_problem.c), and take the others beside it. What comes to some microseconds is left to the caller.
void ig_solve_all_islands(const mjModel* m, mjData* d) {
  enum { PER_MICROSECOND = 4000, LEAST = 8 };
  Work work = d->threadpool ? work_of_all(d) : (Work){.largest = -1};
  double others = (work.total - work.most) / PER_MICROSECOND;
  if (work.total > 2 * work.most && others >= LEAST) {
    solve_together(m, d, -1, others);
  } else if (others >= LEAST || (work.total <= 2 * work.most && is_large(d, work.largest))) {
    solve_together(m, d, work.largest, work.total / PER_MICROSECOND);
  } else {
    solve_in_order(m, d);
  }
  scatter_islands(d);
}
