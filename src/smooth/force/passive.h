// SPDX-License-Identifier: Apache-2.0
// Forces that depend on position and velocity alone: springs, dampers, gravity compensation, fluid.
#ifndef INGOT_SMOOTH_FORCE_PASSIVE_H_
#define INGOT_SMOOTH_FORCE_PASSIVE_H_

#include "batch/data.h"

// gravity is there and some body asks for its compensation
bool ig_has_gravcomp(const mjModel* m);

bool ig_has_fluid(const mjModel* m);

// springs of contacts, into qfrc_spring; the constraint layer defines it, where the Jacobian of a contact is known
void ig_contact_springs(const mjModel* m, mjData* d);

// qfrc_passive and its parts; at width 1 with flexes, the callback and plugins
void IG_NAME(ig_passive)(const mjModel* m, ig_Data* d);

#endif  // INGOT_SMOOTH_FORCE_PASSIVE_H_
