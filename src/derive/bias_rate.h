// SPDX-License-Identifier: Apache-2.0
// Derivative of the bias force by velocities.
#ifndef INGOT_DERIVE_BIAS_RATE_H_
#define INGOT_DERIVE_BIAS_RATE_H_

#include <mujoco/mujoco.h>

// qDeriv -= d qfrc_bias / d qvel
void ig_bias_rate(const mjModel* m, mjData* d);

#endif  // INGOT_DERIVE_BIAS_RATE_H_
