// SPDX-License-Identifier: Apache-2.0
// Back to the start.
#ifndef INGOT_STEP_RESET_H_
#define INGOT_STEP_RESET_H_

#include <mujoco/mujoco.h>

// a world at its start; NULL with an error raised when there is no memory or a tree cannot sleep as it should
mjData* ig_make_data(const mjModel* m);

// back to the start
void ig_reset(const mjModel* m, mjData* d);

// ig_reset for a step that went wrong: scratch memory of the step's caller stays
void ig_reset_within_step(const mjModel* m, mjData* d);

// as ig_reset, then a keyframe's numbers if there is such a key
void ig_reset_to_key(const mjModel* m, mjData* d, int key);

#endif  // INGOT_STEP_RESET_H_
