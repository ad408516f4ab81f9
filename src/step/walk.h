// SPDX-License-Identifier: Apache-2.0
// Walking the table of stages, at any width.
#ifndef INGOT_STEP_WALK_H_
#define INGOT_STEP_WALK_H_

#include "batch/data.h"
#include "step/stage.h"

#if IG_WIDTH == 1
#include "model/timer.h"
#endif

// run the stages from first to last, both included
void IG_NAME(ig_walk)(const mjModel* m, ig_Data* d, ig_StageId first, ig_StageId last);

// The same for the walks of one pass. `prefetched` has the stages, as bits, that an earlier walk of the pass has run before their
// turn; they are left out. With threads a walk of one world may prefetch some, and adds them.
#if IG_WIDTH == 1
void ig_walk_pass(const mjModel* m, mjData* d, ig_StageId first, ig_StageId last, uint64_t* prefetched);
#else
IG_INLINE void IG_NAME(ig_walk_pass)(const mjModel* m, ig_Data* d, ig_StageId first, ig_StageId last, uint64_t* prefetched) {
  (void)prefetched;
  IG_NAME(ig_walk)(m, d, first, last);
}
#endif

// whether a stage runs in lanes, not lane by lane
bool IG_NAME(ig_stage_serves)(const mjModel* m, ig_StageId stage);

// no stage that the model wants runs lane by lane; `quiet`: stages of sensors do not count
bool IG_NAME(ig_stages_serve)(const mjModel* m, bool quiet);

// run one stage
void IG_NAME(ig_run_stage)(const mjModel* m, ig_Data* d, ig_StageId stage);

#if IG_WIDTH > 1 && !defined(IG_GPU)
// What the table says for one model, found once: it is asked for in every step.
typedef struct ig_Plan_ {
  const mjModel* model;
  mjOption option;
  uint64_t served, wanted;  // stages that run in lanes, and stages with anything to do, as bits
  ig_Quantities reads[IG_NSTAGE], writes[IG_NSTAGE];
  ig_Quantities empty;  // arrays that need not be brought
} ig_Plan;

// the plan of a model, new unless it was made for these settings; `stale`: numbers by which stages decide may be others
void IG_NAME(ig_plan)(const mjModel* m, ig_Data* d, bool stale);
#endif

// make a quantity readable in the lanes; at width 1 and on a GPU it always is
// tell that qpos, qvel, act and time were changed in the lanes
#if IG_LANES == 1
IG_INLINE void IG_NAME(ig_need)(const mjModel* m, ig_Data* d, ig_Quantity q) {}
IG_INLINE void IG_NAME(ig_state_changed)(ig_Data* d) {}
#else
IG_INLINE void IG_NAME(ig_need)(const mjModel* m, ig_Data* d, ig_Quantity q) {
  ig_Quantities one = {{0, 0}};
  ig_put(&one, q);
  IG_NAME(ig_lanes_bring)(m, d, one);
}
IG_INLINE void IG_NAME(ig_state_changed)(ig_Data* d) {
  ig_Quantities state = {{0, 0}};
  ig_put(&state, IG_Q_qpos);
  ig_put(&state, IG_Q_qvel);
  ig_put(&state, IG_Q_act);
  ig_put(&state, IG_Q_time);
  ig_written_in_lanes(d, state);
}
#endif

// timers are those of single worlds
#if IG_WIDTH == 1
IG_INLINE mjtNum ig_lap(void) { return ig_clock(); }
IG_INLINE void ig_lap_add(ig_Data* d, mjtTimer timer, mjtNum start) { ig_timer_add(d, timer, start); }
IG_INLINE void ig_lap_end(ig_Data* d, mjtTimer timer, mjtNum start) { ig_timer_end(d, timer, start); }
#else
IG_INLINE mjtNum ig_lap(void) { return 0; }
IG_INLINE void ig_lap_add(ig_Data* d, mjtTimer timer, mjtNum start) {}
IG_INLINE void ig_lap_end(ig_Data* d, mjtTimer timer, mjtNum start) {}
#endif

#endif  // INGOT_STEP_WALK_H_
