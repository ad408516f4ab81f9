// SPDX-License-Identifier: Apache-2.0
// Analytic derivatives of smooth forces by velocities, for the implicit integrators.
#ifndef INGOT_DERIVE_VELOCITY_H_
#define INGOT_DERIVE_VELOCITY_H_

#include <stdbool.h>

#include "batch/data.h"

// qDeriv = d (qfrc_actuator + qfrc_passive) / d qvel, less d qfrc_bias / d qvel if asked for. Above width 1 for models
// without a medium and without the bias, whose tendons and moments are alike.
void IG_NAME(ig_velocity_rate)(const mjModel* m, ig_Data* d, bool with_bias);

// derivative of an actuator's force by its velocity as the implicit integrators take it: from controls as they are given
void IG_NAME(ig_actuator_damping)(const mjModel* m, const ig_Data* d, int i, real* slope);

// derivative of a muscle's gain by the actuator's velocity
void IG_NAME(ig_muscle_slope)(const mjModel* m, const ig_Data* d, int actuator, real* slope);

#endif  // INGOT_DERIVE_VELOCITY_H_
