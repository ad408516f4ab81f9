// SPDX-License-Identifier: Apache-2.0
// Forces that depend on position and velocity alone: springs, dampers, gravity compensation, fluid.
// The whole of them is constrain/passive.h.
#ifndef INGOT_SMOOTH_FORCE_PASSIVE_H_
#define INGOT_SMOOTH_FORCE_PASSIVE_H_

#include "batch/data.h"

// gravity is there and some body asks for its compensation
IG_LOCAL bool ig_has_gravcomp(const mjModel* m);

IG_LOCAL bool ig_has_fluid(const mjModel* m);

// all parts of qfrc_passive but the springs of contacts; false when the options leave none
bool IG_NAME(ig_passive_parts)(const mjModel* m, ig_Data* d);

// qfrc_passive from its parts
void IG_NAME(ig_passive_sum)(const mjModel* m, ig_Data* d);

#endif  // INGOT_SMOOTH_FORCE_PASSIVE_H_
