// SPDX-License-Identifier: Apache-2.0
// From controls to joint forces, and from all smooth forces to the acceleration without constraints.
#ifndef INGOT_SMOOTH_FORCE_ACTUATION_H_
#define INGOT_SMOOTH_FORCE_ACTUATION_H_

#include "batch/data.h"

// act_dot, actuator_force, qfrc_actuator; above width 1 no control may be delayed
void IG_NAME(ig_actuation)(const mjModel* m, ig_Data* d);

// qfrc_smooth and qacc_smooth
void IG_NAME(ig_smooth_acceleration)(const mjModel* m, ig_Data* d);

#endif  // INGOT_SMOOTH_FORCE_ACTUATION_H_
