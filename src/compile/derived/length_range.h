// SPDX-License-Identifier: Apache-2.0
// mj_setLengthRange: how short and how long an actuator can get.
#ifndef INGOT_COMPILE_DERIVED_LENGTH_RANGE_H_
#define INGOT_COMPILE_DERIVED_LENGTH_RANGE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// writes actuator_lengthrange by simulation, or from what is given; false with a text in error
bool ig_set_length_range(mjModel* m, mjData* d, int actuator, const mjLROpt* opt, char* error, int error_size);

#endif  // INGOT_COMPILE_DERIVED_LENGTH_RANGE_H_
