// SPDX-License-Identifier: Apache-2.0
// Arithmetic on joint positions: along a velocity, between two positions, back onto unit quaternions.
#ifndef INGOT_SMOOTH_POSITION_POSITION_H_
#define INGOT_SMOOTH_POSITION_POSITION_H_

#include "batch/data.h"
#include "smooth/awake.h"

// qpos moves along qvel for dt; only the joints of the given bodies
void IG_NAME(ig_integrate_position)(const mjModel* m, real* qpos, const real* qvel, real dt, ig_Subset bodies);

// the velocity that takes `from` to `to` within dt
void IG_NAME(ig_position_difference)(const mjModel* m, real* qvel, real dt, const real* from, const real* to);

void IG_NAME(ig_normalize_position)(const mjModel* m, real* qpos);

#endif  // INGOT_SMOOTH_POSITION_POSITION_H_
