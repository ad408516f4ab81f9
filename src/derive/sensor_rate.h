// SPDX-License-Identifier: Apache-2.0
// Derivatives of sensors by the state and the controls.
#ifndef INGOT_DERIVE_SENSOR_RATE_H_
#define INGOT_DERIVE_SENSOR_RATE_H_

#include <mujoco/mujoco.h>

// C (nsensordata x 2 nv + na) and D (nsensordata x nu), either may be NULL, from the numbers of a forward pass. NULL, or what is
// not differentiated: sensors of positions and velocities are, and the forces of actuators.
const char* ig_sensor_rate(const mjModel* m, mjData* d, mjtNum* C, mjtNum* D);

#endif  // INGOT_DERIVE_SENSOR_RATE_H_
