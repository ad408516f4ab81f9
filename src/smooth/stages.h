// SPDX-License-Identifier: Apache-2.0
// Stages of the smooth dynamics that are more than one kernel.
#ifndef INGOT_SMOOTH_STAGES_H_
#define INGOT_SMOOTH_STAGES_H_

#include <mujoco/mujoco.h>

// poses of bodies and of all that is fixed to them; trees that were disturbed wake up
void ig_kinematics(const mjModel* m, mjData* d);

#endif  // INGOT_SMOOTH_STAGES_H_
