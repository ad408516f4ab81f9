// SPDX-License-Identifier: Apache-2.0
// Derivatives of fluid forces by velocities.
#ifndef INGOT_DERIVE_FLUID_RATE_H_
#define INGOT_DERIVE_FLUID_RATE_H_

#include <mujoco/mujoco.h>

// adds to qDeriv what the medium does to one body
void ig_fluid_rate(const mjModel* m, mjData* d, int body);

#endif  // INGOT_DERIVE_FLUID_RATE_H_
