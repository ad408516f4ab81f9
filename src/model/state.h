// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_MODEL_STATE_H_
#define INGOT_MODEL_STATE_H_

#include <mujoco/mujoco.h>

// time, positions, velocities, activations, mocap poses and controls of a keyframe that exists
void ig_state_from_key(const mjModel* m, mjData* d, int key);

#endif  // INGOT_MODEL_STATE_H_
