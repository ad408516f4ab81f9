// SPDX-License-Identifier: Apache-2.0
// Forward dynamics: the stages in their order, and the drivers that run them.
#ifndef INGOT_STEP_FORWARD_H_
#define INGOT_STEP_FORWARD_H_

#include <stdbool.h>

#include "batch/data.h"

// stages past `done` are computed; sensors and the energies that belong to them are left alone when `quiet`
void IG_NAME(ig_forward)(const mjModel* m, ig_Data* d, mjtStage done, bool quiet);

// the position and the velocity stages, without sensors and energies
void IG_NAME(ig_forward_position)(const mjModel* m, ig_Data* d);
void IG_NAME(ig_forward_velocity)(const mjModel* m, ig_Data* d);

// sensors and energy of the position and of the velocity stage
void IG_NAME(ig_observe_position)(const mjModel* m, ig_Data* d, bool quiet);
void IG_NAME(ig_observe_velocity)(const mjModel* m, ig_Data* d, bool quiet);

#endif  // INGOT_STEP_FORWARD_H_
