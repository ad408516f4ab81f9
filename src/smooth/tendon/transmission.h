// SPDX-License-Identifier: Apache-2.0
// Transmissions: from joints, tendons, sites and bodies to the length of an actuator and its moment arms.
#ifndef INGOT_SMOOTH_TENDON_TRANSMISSION_H_
#define INGOT_SMOOTH_TENDON_TRANSMISSION_H_

#include <stdbool.h>

#include "batch/data.h"

// the columns of the moments do not depend on the state: joints and fixed tendons only
bool ig_moments_alike(const mjModel* m);

// Of these kinds the columns do depend on it, since zeros are left out. On a GPU, where worlds share the columns, their rows are
// open: a number for each dof, zeros too, which products skip.
IG_INLINE bool ig_moment_open(const mjModel* m, int actuator) {
  int type = m->actuator_trntype[actuator];
  bool spatial = type == mjTRN_TENDON && m->wrap_type[m->tendon_adr[m->actuator_trnid[2 * actuator]]] != mjWRAP_JOINT;
  return type == mjTRN_SITE || type == mjTRN_SLIDERCRANK || spatial;
}
bool ig_moments_open(const mjModel* m);

// actuator_length and actuator_moment (sparse, rows one after the other) of all actuators; above width 1, here and below,
// the columns must be alike
void IG_NAME(ig_transmissions)(const mjModel* m, ig_Data* d);

// actuator_velocity = moment qvel; zero where actuation is switched off
void IG_NAME(ig_actuator_velocities)(const mjModel* m, ig_Data* d);

// qfrc_actuator = moment^T actuator_force
void IG_NAME(ig_actuator_project)(const mjModel* m, ig_Data* d);

#endif  // INGOT_SMOOTH_TENDON_TRANSMISSION_H_
