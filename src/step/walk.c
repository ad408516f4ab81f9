// SPDX-License-Identifier: Apache-2.0
// The walk of one world.
#include "step/walk.h"

#include "base/error.h"
#include "solve/solve.h"
#include "step/overlap.h"

bool ig_stage_serves(const mjModel* m, ig_StageId stage) { return true; }
bool ig_stages_serve(const mjModel* m, bool quiet) { return true; }

void ig_run_stage(const mjModel* m, mjData* d, ig_StageId stage) { ig_stages[stage].run(m, d); }

void ig_walk(const mjModel* m, mjData* d, ig_StageId first, ig_StageId last) { ig_walk_pass(m, d, first, last, NULL); }

// Three walks, so that a small world pays neither for a clock nor for helpers at each stage. Each returns the timers that count,
// as bits (ig_Stage.timer): a timer counts once for all of its stages.

static uint64_t bit_of_timer(const ig_Stage* stage) { return (uint64_t)1 << stage->timer; }

static uint64_t walk_alone(const mjModel* m, mjData* d, ig_StageId first, ig_StageId last) {
  uint64_t counted = 0;
  for (const ig_Stage* stage = ig_stages + first; stage <= ig_stages + last; stage++) {
    if (stage->flags & IG_STAGE_IS_LAZY) continue;
    if (!stage->wanted || stage->wanted(m)) stage->run(m, d);
    counted |= bit_of_timer(stage);
  }
  return counted;
}

// The clock is read where timers change: a program's clock may take as long as a stage.
static uint64_t walk_timed(const mjModel* m, mjData* d, ig_StageId first, ig_StageId last) {
  uint64_t counted = 0;
  int running = 0;
  mjtNum start = 0;
  for (const ig_Stage* stage = ig_stages + first; stage <= ig_stages + last; stage++) {
    if (stage->flags & IG_STAGE_IS_LAZY) continue;
    counted |= bit_of_timer(stage);
    if (stage->wanted && !stage->wanted(m)) continue;
    if (stage->timer != running) {
      mjtNum now = ig_clock();
      if (running) d->timer[running - 1].duration += now - start;
      running = stage->timer;
      start = now;
    }
    stage->run(m, d);
  }
  if (running) ig_timer_add(d, (mjtTimer)(running - 1), start);
  return counted;
}

static bool is_prefetched(const uint64_t* prefetched, int stage) { return prefetched && (*prefetched >> stage & 1); }

static void run_helped(const mjModel* m, mjData* d, ig_StageId stage, uint64_t* prefetched) {
  if (stage == IG_STAGE_ISLANDS && prefetched && ig_islands_overlapped(m, d, prefetched)) return;
  if (stage == IG_STAGE_SOLVE && is_prefetched(prefetched, IG_SOLVE_BEGUN)) {
    ig_solve_begun(m, d);
  } else {
    ig_stages[stage].run(m, d);
  }
}

static uint64_t walk_helped(const mjModel* m, mjData* d, ig_StageId first, ig_StageId last, uint64_t* prefetched) {
  uint64_t counted = 0;
  for (int i = (int)first; i <= (int)last; i++) {
    if (i == IG_STAGE_COM && last >= IG_STAGE_COLLISION && ig_collision_overlapped(m, d, prefetched)) {
      for (; i < IG_STAGE_COLLISION; i++) counted |= bit_of_timer(ig_stages + i);
      continue;
    }
    const ig_Stage* stage = ig_stages + i;
    if (stage->flags & IG_STAGE_IS_LAZY) continue;
    if (!is_prefetched(prefetched, i) && (!stage->wanted || stage->wanted(m))) run_helped(m, d, (ig_StageId)i, prefetched);
    counted |= bit_of_timer(stage);
  }
  return counted;
}

void ig_walk_pass(const mjModel* m, mjData* d, ig_StageId first, ig_StageId last, uint64_t* prefetched) {
  IG_ASSERT((int)last < IG_NSTAGE);
  uint64_t counted = ig_is_timed()   ? walk_timed(m, d, first, last)
                     : d->threadpool ? walk_helped(m, d, first, last, prefetched)
                                     : walk_alone(m, d, first, last);
  for (unsigned rest = (unsigned)(counted >> 1); rest; rest &= rest - 1) d->timer[__builtin_ctz(rest)].number++;
}
