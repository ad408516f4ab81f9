// Analytic derivatives of smooth forces by velocities, for the implicit integrators.
#ifndef INGOT_DERIVE_VELOCITY_H_
#define INGOT_DERIVE_VELOCITY_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// qDeriv = d (qfrc_actuator + qfrc_passive) / d qvel, less d qfrc_bias / d qvel if asked for
void ig_velocity_rate(const mjModel* m, mjData* d, bool with_bias);

#endif  // INGOT_DERIVE_VELOCITY_H_
