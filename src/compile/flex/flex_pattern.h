// SPDX-License-Identifier: Apache-2.0
// Part of mj_setConst: patterns of the flex Jacobians, neighbours and metric of cloth held by its vertices.
#ifndef INGOT_COMPILE_FLEX_FLEX_PATTERN_H_
#define INGOT_COMPILE_FLEX_FLEX_PATTERN_H_

#include <mujoco/mujoco.h>

void ig_set_flex_constants(mjModel* m, mjData* d);

#endif  // INGOT_COMPILE_FLEX_FLEX_PATTERN_H_
