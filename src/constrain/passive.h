// SPDX-License-Identifier: Apache-2.0
// The passive forces, whole. They stand here since springs of contacts (contact_spring.c) need the Jacobian of a contact.
#ifndef INGOT_CONSTRAIN_PASSIVE_H_
#define INGOT_CONSTRAIN_PASSIVE_H_

#include "batch/data.h"

// springs of contacts, into qfrc_spring
void ig_contact_springs(const mjModel* m, mjData* d);

// qfrc_passive and its parts; at width 1 with flexes, the callback and plugins
void IG_NAME(ig_passive)(const mjModel* m, ig_Data* d);

#endif  // INGOT_CONSTRAIN_PASSIVE_H_
