// SPDX-License-Identifier: Apache-2.0
// Exact derivatives of accelerations and of a step, from the numbers that a forward pass left in mjData.
#ifndef INGOT_DERIVE_STEP_RATE_H_
#define INGOT_DERIVE_STEP_RATE_H_

#include "derive/force_rate.h"

// what stands in the way of them in this state, in words; NULL: nothing
const char* ig_no_step_rate(const mjModel* m, const mjData* d);

// += those of qacc, here and below: NULL, or what is not differentiated
const char* ig_acceleration_rate(const mjModel* m, mjData* d, ig_ForceRate* rate);

// += those of the acceleration that the integrator (Euler or an implicit one) takes the step with, which is returned in qacc
const char* ig_step_acceleration_rate(const mjModel* m, mjData* d, ig_ForceRate* rate, mjtNum* qacc);

// Positions moved along vel for a time h. Of n columns of changes (nv x n): change <- theirs after the move, where vel changes by
// vel_change; tangent vectors before and after.
void ig_position_change(const mjModel* m, const mjtNum* vel, mjtNum h, int n, const mjtNum* vel_change, mjtNum* change);

#endif  // INGOT_DERIVE_STEP_RATE_H_
