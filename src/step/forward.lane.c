// SPDX-License-Identifier: Apache-2.0
// Forward dynamics. The stages run in the order position, velocity, actuation, acceleration, constraint;
// each reads only what the ones before it wrote, so a caller that knows what changed can skip the first ones.
#include "step/forward.h"

#include "base/float_mode.h"
#include "step/walk.h"

// prefetched: stages that were run before their turn, see walk.h

static void forward_position(const mjModel* m, ig_Data* d, uint64_t* prefetched) {
  mjtNum start = ig_lap();
  ig_forget_position(d);
  IG_NAME(ig_walk_pass)(m, d, IG_STAGE_BODIES, IG_STAGE_PROJECT, prefetched);
  ig_lap_end(d, mjTIMER_POSITION, start);
}

static void forward_velocity(const mjModel* m, ig_Data* d, uint64_t* prefetched) {
  ig_forget_velocity(d);
  IG_NAME(ig_walk_pass)(m, d, IG_STAGE_FLEX_VELOCITY, IG_STAGE_TENDON_BIAS, prefetched);
}

void IG_NAME(ig_forward_position)(const mjModel* m, ig_Data* d) { forward_position(m, d, NULL); }
void IG_NAME(ig_forward_velocity)(const mjModel* m, ig_Data* d) { forward_velocity(m, d, NULL); }

void IG_NAME(ig_observe_position)(const mjModel* m, ig_Data* d, bool quiet) {
  IG_NAME(ig_walk)(m, d, quiet ? IG_STAGE_POTENTIAL : IG_STAGE_SENSE_POSITION, IG_STAGE_POTENTIAL);
}

void IG_NAME(ig_observe_velocity)(const mjModel* m, ig_Data* d, bool quiet) {
  IG_NAME(ig_walk)(m, d, quiet ? IG_STAGE_KINETIC : IG_STAGE_SUBTREE, IG_STAGE_KINETIC);
}

void IG_NAME(ig_forward)(const mjModel* m, ig_Data* d, mjtStage done, bool quiet) {
  mjtNum start = ig_lap();
  uint64_t prefetched = 0;
  if (done < mjSTAGE_POS) {
    forward_position(m, d, &prefetched);
    IG_NAME(ig_observe_position)(m, d, quiet);
  }
  if (done < mjSTAGE_VEL) {
    forward_velocity(m, d, &prefetched);
    IG_NAME(ig_observe_velocity)(m, d, quiet);
  }
  IG_NAME(ig_walk_pass)(m, d, IG_STAGE_CONTROL, IG_STAGE_SOLVE, &prefetched);
  if (!quiet) {
    ig_forget_acceleration(d);
    IG_NAME(ig_walk)(m, d, IG_STAGE_EXTERNAL, IG_STAGE_SENSE_ACCELERATION);
  }
  ig_lap_end(d, mjTIMER_FORWARD, start);
}

// ------------------------------------------------ public

#if IG_WIDTH == 1

void mj_fwdKinematics(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  // called alone, kinematics keep no timer
  mjTimerStat timer = d->timer[mjTIMER_POS_KINEMATICS];
  ig_walk(m, d, IG_STAGE_BODIES, IG_STAGE_WAKE_TENDON);
  d->timer[mjTIMER_POS_KINEMATICS] = timer;
}

void mj_fwdPosition(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_forward_position(m, d);
}

void mj_fwdVelocity(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_forward_velocity(m, d);
}

void mj_forward(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_forward(m, d, mjSTAGE_NONE, false);
}

void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  IG_FLOAT_SCOPE;
  ig_forward(m, d, (mjtStage)skipstage, skipsensor != 0);
}

#endif
