// SPDX-License-Identifier: Apache-2.0
// The time derivative of tendon Jacobians, and the bias force of tendons that have inertia.
#ifndef INGOT_SMOOTH_TENDON_TENDON_RATE_H_
#define INGOT_SMOOTH_TENDON_TENDON_RATE_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>

// rate (nv numbers) = d/dt of the Jacobian row; 0 for fixed tendons, an error for tendons that bend around geoms
void ig_tendon_rate(const mjModel* m, mjData* d, int tendon, mjtNum* rate);

// qfrc += J^T * armature * (dJ/dt . qvel) for every tendon with armature
void ig_tendon_bias(const mjModel* m, mjData* d, mjtNum* qfrc);

#endif  // INGOT_SMOOTH_TENDON_TENDON_RATE_H_
