// SPDX-License-Identifier: Apache-2.0
// mj_setConst: everything in a model that follows from its reference pose.
#ifndef INGOT_COMPILE_DERIVED_CONSTANTS_H_
#define INGOT_COMPILE_DERIVED_CONSTANTS_H_

#include <mujoco/mujoco.h>

// d is used as workspace: its positions are at qpos_spring afterwards
void ig_set_constants(mjModel* m, mjData* d);

#endif  // INGOT_COMPILE_DERIVED_CONSTANTS_H_
