// SPDX-License-Identifier: Apache-2.0
// Newton-Euler: accelerations out from the world, forces back in.
#ifndef INGOT_SMOOTH_BIAS_H_
#define INGOT_SMOOTH_BIAS_H_

#include <mujoco/mujoco.h>

#include "batch/data.h"

// result = C(qpos, qvel), with `accelerate` also M qacc
void IG_NAME(ig_newton_euler)(const mjModel* m, ig_Data* d, bool accelerate, real* result);

// cacc and cfrc_int, from cfrc_ext
void IG_NAME(ig_internal_forces)(const mjModel* m, ig_Data* d);

// cfrc_ext: applied forces, contacts, connect and weld rows, each on its body
void IG_NAME(ig_external_forces)(const mjModel* m, ig_Data* d);

// both, in one world
void ig_body_forces(const mjModel* m, mjData* d);

#endif  // INGOT_SMOOTH_BIAS_H_
