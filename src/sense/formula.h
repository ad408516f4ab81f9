// SPDX-License-Identifier: Apache-2.0
// Sensors that are one formula each, of one world or of a lane of a GPU.
#ifndef INGOT_SENSE_FORMULA_H_
#define INGOT_SENSE_FORMULA_H_

#include "batch/data.h"

// sensors of that type are measured by ig_formula
bool ig_is_formula(int type);

#if IG_LANES == 1

// The present value, before its cutoff; false for other types. What the sensor looks at is there: velocities of subtrees,
// accelerations of bodies and forces between them have been computed.
bool IG_NAME(ig_formula)(const mjModel* m, ig_Data* d, int sensor, real* out);

// clamp to the sensor's cutoff, if it has one and its type knows it
void IG_NAME(ig_cut_off)(const mjModel* m, int sensor, real* out);

#endif
#endif  // INGOT_SENSE_FORMULA_H_
