// SPDX-License-Identifier: Apache-2.0
// Derivatives of actuator forces and of activations.
#ifndef INGOT_DERIVE_ACTUATOR_RATE_H_
#define INGOT_DERIVE_ACTUATOR_RATE_H_

#include "derive/force_rate.h"

// of one actuator's force (a number) by its length, its velocity, the activation or control that drives it
typedef struct {
  mjtNum length, velocity, act, ctrl;
} ig_ActuatorSlope;

ig_ActuatorSlope ig_actuator_slope(const mjModel* m, const mjData* d, int actuator);

// the same of its damping, which is what the implicit integrators take as the slope over its velocity (ig_actuator_damping)
ig_ActuatorSlope ig_actuator_damping_slope(const mjModel* m, const mjData* d, int actuator);

// switched off; its force is at a limit and follows nothing
bool ig_actuator_off(const mjModel* m, int actuator);
bool ig_actuator_at_limit(const mjModel* m, const mjData* d, int actuator);

// the moments of an actuator as nv numbers
void ig_moment_row(const mjModel* m, const mjData* d, int actuator, mjtNum* row);

// += of qfrc_actuator without gravity compensation and the limits of joints
void ig_actuator_rate(const mjModel* m, mjData* d, ig_ForceRate* rate);

#endif  // INGOT_DERIVE_ACTUATOR_RATE_H_
