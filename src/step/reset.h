// Back to the start.
#ifndef INGOT_STEP_RESET_H_
#define INGOT_STEP_RESET_H_

#include <mujoco/mujoco.h>

// mj_resetData for a step that went wrong: scratch memory of whoever asked for the step stays
void ig_reset_within_step(const mjModel* m, mjData* d);

#endif  // INGOT_STEP_RESET_H_
