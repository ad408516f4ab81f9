// SPDX-License-Identifier: Apache-2.0
// The end of a step: histories, activations, sleep, velocities, positions, time, plugins.
#ifndef INGOT_STEP_ADVANCE_H_
#define INGOT_STEP_ADVANCE_H_

#include "batch/data.h"

// positions move along qvel, or when it is NULL along the new velocities
void IG_NAME(ig_advance)(const mjModel* m, ig_Data* d, const real* act_dot, const real* qacc, const real* qvel);

// the controls and sensors of now, into their histories
void ig_record_history(const mjModel* m, mjData* d);

#endif  // INGOT_STEP_ADVANCE_H_
