// SPDX-License-Identifier: Apache-2.0
// Sensors that are one formula each, in one world or in lanes.
#ifndef INGOT_SENSE_SIMPLE_H_
#define INGOT_SENSE_SIMPLE_H_

#include <stdbool.h>

#include "batch/data.h"

// whether a sensor is among them
bool ig_is_simple(const mjModel* m, int sensor);

// The present value of such a sensor; what it looks at beyond its stage must be there. False: its object has no frame.
bool IG_NAME(ig_measure_simple)(const mjModel* m, const ig_Data* d, int sensor, real* out);

#if IG_WIDTH > 1
// whether all sensors of a stage are simple, and measured in every step
bool IG_NAME(ig_sense_serves)(const mjModel* m, mjtStage stage);
// as ig_cut_off; a cutoff may be each world's own
void IG_NAME(ig_cut_sensor)(const mjModel* m, const ig_Data* d, int sensor, real* out);
void IG_NAME(ig_sense)(const mjModel* m, ig_Data* d, mjtStage stage);
#endif

#endif  // INGOT_SENSE_SIMPLE_H_
