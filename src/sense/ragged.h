// SPDX-License-Identifier: Apache-2.0
// Sensors that look at contacts, at rows, or into the shape of a site: of one world, or of a lane of a GPU.
#ifndef INGOT_SENSE_RAGGED_H_
#define INGOT_SENSE_RAGGED_H_

#include "batch/data.h"

#if IG_LANES == 1

// The present value of a touch sensor, of a limit, or of whether something is inside a site. False: another type, or its
// object has no frame.
bool IG_NAME(ig_measure_ragged)(const mjModel* m, const ig_Data* d, int sensor, real* out);

#endif
#endif  // INGOT_SENSE_RAGGED_H_
