// SPDX-License-Identifier: Apache-2.0
#include "step/overlap.h"

#include <string.h>

#include "base/error.h"
#include "base/guard.h"
#include "base/team.h"
#include "collide/table.h"
#include "constrain/arrays.h"
#include "model/callback.h"
#include "model/row_kind.h"
#include "model/shard.h"
#include "model/stack.h"
#include "smooth/awake.h"
#include "solve/problem.h"
#include "solve/solve.h"

typedef struct {
  const mjModel* m;
  mjData *d, *shard;  // shard: the data for the helper's prefetched stages, with a stack of its own; NULL: none are prefetched
  bool forces;        // prefetched too
} World;

static void run_flagged(const mjModel* m, mjData* d, ig_StageFlag flag) {
  for (int i = 0; i < IG_NSTAGE; i++) {
    if (ig_stage_is(i, flag)) ig_stages[i].run(m, d);
  }
}

static void run_overlapped(void* context, int piece, int member) {
  const World* w = context;
  (void)piece, (void)member;
  run_flagged(w->m, w->d, IG_STAGE_IS_OVERLAP);
  if (w->shard) run_flagged(w->m, w->shard, IG_STAGE_IS_PREFETCH);
  if (w->forces) run_flagged(w->m, w->shard, IG_STAGE_IS_PREFETCH_FORCE);
}

static uint64_t bits_of(ig_StageFlag flag) {
  uint64_t bits = 0;
  for (int i = 0; i < IG_NSTAGE; i++) bits |= (uint64_t)ig_stage_is(i, flag) << i;
  return bits;
}

// an error that was caught, after the warning that came before it
static void fail(const ig_Caught* caught) {
  if (*caught->warning) mju_warning("%s", caught->warning);
  mju_error("%s", caught->error);
}

static void collide(void* context) {
  const World* w = context;
  ig_stages[IG_STAGE_COLLISION].run(w->m, w->d);
}

// Flexes and tendons come between the two, trees that wake up change what is run over, and colliders and filters of the user's
// may look at anything.
static bool independent(const mjModel* m) {
  bool own = !ig_contact_filter() && ig_colliders_untouched();
  return own && m->nflex == 0 && m->ntendon == 0 && m->nplugin == 0 && !ig_sleep_enabled(m);
}

// microseconds of the overlapped stages
static double work_of(const mjModel* m) { return 0.1 * (double)m->nbody; }

// Callbacks may look at numbers of the last step, or change what forces are made of. Without actuators nothing is left of
// their stage but zeros.
static void plan_prefetch(World* w) {
  const mjModel* m = w->m;
  mjData* d = w->d;
  size_t bytes = sizeof(mjtNum) * (16 * (size_t)m->nbody + 8 * (size_t)m->nv) + 4096;
  if (ig_any_callback() || ig_stack_room(d) / 4 < bytes + IG_SHARD_OWN) return;
  w->shard = ig_shard_take(d, bytes);
  w->forces = !m->nu;
}

static uint64_t prefetched_bits(const World* w) {
  IG_ASSERT(w->shard || !w->forces);
  uint64_t bits = w->shard ? bits_of(IG_STAGE_IS_PREFETCH) : 0;
  return w->forces ? bits | bits_of(IG_STAGE_IS_PREFETCH_FORCE) | (uint64_t)1 << IG_STAGE_ACTUATION : bits;
}

// Errors, which may leave by longjmp, wait until the helper is done. After warnings contacts are looked for once more, as without
// a helper: there may be room for more of them without its part of the stack.
bool ig_collision_overlapped(const mjModel* m, mjData* d, uint64_t* prefetched) {
  mjThreadPool* pool = (mjThreadPool*)d->threadpool;
  if (!pool || !independent(m)) return false;
  ig_Team team = ig_team_for_all(pool, work_of(m));
  if (!team.helpers) return false;
  World world = {.m = m, .d = d};
  ig_Caught caught;
  mjWarningStat warnings[mjNWARNING];
  mjTimerStat timers[mjNTIMER];
  memcpy(warnings, d->warning, sizeof warnings);
  memcpy(timers, d->timer, sizeof timers);
  ig_stack_mark(d);
  if (prefetched) plan_prefetch(&world);
  if (world.forces) ig_stages[IG_STAGE_ACTUATION].run(m, d);
  ig_Aside aside = ig_team_begin(&team, 1, run_overlapped, &world);
  bool good = ig_catch(collide, &world, &caught);
  ig_team_end(&aside);
  if (!good) fail(&caught);
  ig_stack_free(d);
  if (prefetched) *prefetched |= prefetched_bits(&world);
  // a warning that has been counted before is not said again
  if (!*caught.warning && !memcmp(warnings, d->warning, sizeof warnings)) return true;
  memcpy(d->warning, warnings, sizeof warnings);
  memcpy(d->timer, timers, sizeof timers);
  collide(&world);
  return true;
}

// ------------------------------------------------ islands

// The first half of a solve takes a part of the stack, which islands must not miss. Where it fails, for want of memory, it is
// done in its turn.
typedef struct {
  const mjModel* m;
  mjData *d, *shard;
  bool failed;
} Start;

static void begin_solve(void* context) {
  const Start* s = context;
  ig_stages[IG_STAGE_REFERENCE].run(s->m, s->shard);
  ig_solve_begin(s->m, s->shard);
}

static void begin_overlapped(void* context, int piece, int member) {
  Start* s = context;
  (void)piece, (void)member;
  s->failed = ig_guard(begin_solve, s, NULL) != INGOT_OK;
  if (s->failed) ig_shard_clear(s->shard);
}

static void find_islands(void* context) {
  const Start* s = context;
  ig_stages[IG_STAGE_ISLANDS].run(s->m, s->d);
}

// microseconds of what a solve begins with
static double start_work(const mjData* d) { return 0.01 * d->nefc; }

static bool worth_sorting(const mjModel* m, const mjData* d) {
  bool primal = m->opt.solver == mjSOL_CG || m->opt.solver == mjSOL_NEWTON;
  return d->nefc && ig_is_sparse(m) && primal && !(m->opt.disableflags & mjDSBL_ISLAND) &&
         !ig_is_small((int)m->nv, (int)m->ntree);
}

static bool leaves_room(const mjModel* m, const mjData* d) {
  size_t sorting = 64 * ((size_t)d->nefc + (size_t)m->nv) + 65536;
  return ig_stack_room(d) > 2 * (ig_solve_begin_bytes(m, d) + IG_SHARD_OWN + ig_most_island_bytes(m, d) + sorting);
}

bool ig_islands_overlapped(const mjModel* m, mjData* d, uint64_t* prefetched) {
  IG_ASSERT(prefetched);
  mjThreadPool* pool = (mjThreadPool*)d->threadpool;
  if (!pool || !(*prefetched >> IG_STAGE_ACCELERATION & 1) || !worth_sorting(m, d) || !leaves_room(m, d)) return false;
  ig_Team team = ig_team_for_all(pool, start_work(d));
  if (!team.helpers) return false;
  Start start = {.m = m, .d = d};
  ig_Caught caught;
  ig_stack_mark(d);
  start.shard = ig_shard_take(d, ig_solve_begin_bytes(m, d));
  ig_Aside aside = ig_team_begin(&team, 1, begin_overlapped, &start);
  bool good = ig_catch(find_islands, &start, &caught);
  ig_team_end(&aside);
  if (!good) fail(&caught);
  ig_stack_free(d);
  if (!start.failed) *prefetched |= (uint64_t)1 << IG_STAGE_REFERENCE | (uint64_t)1 << IG_SOLVE_BEGUN;
  if (*caught.warning) mju_warning("%s", caught.warning);
  return true;
}
