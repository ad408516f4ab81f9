// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_MODEL_STATE_H_
#define INGOT_MODEL_STATE_H_

#include <mujoco/mujoco.h>

// time, positions, velocities, activations, mocap poses and controls of a keyframe that exists
void ig_state_from_key(const mjModel* m, mjData* d, int key);

// numbers of a state with these parts (mjtState), and the state as numbers
int ig_state_size(const mjModel* m, int sig);
void ig_get_state(const mjModel* m, const mjData* d, mjtNum* state, int sig);
void ig_set_state(const mjModel* m, mjData* d, const mjtNum* state, int sig);
void ig_copy_state(const mjModel* m, const mjData* src, mjData* dst, int sig);

#endif  // INGOT_MODEL_STATE_H_
