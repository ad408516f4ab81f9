// SPDX-License-Identifier: Apache-2.0
// Rangefinders at sites, of a lane of a GPU.
#ifndef INGOT_SENSE_RAY_H_
#define INGOT_SENSE_RAY_H_

#include "batch/data.h"

#if IG_LANES == 1 && IG_WIDTH > 1
void IG_NAME(ig_sense_rays)(const mjModel* m, ig_Data* d);
#endif

#endif  // INGOT_SENSE_RAY_H_
