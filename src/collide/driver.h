// SPDX-License-Identifier: Apache-2.0
// Collision detection of a whole world.
#ifndef INGOT_COLLIDE_DRIVER_H_
#define INGOT_COLLIDE_DRIVER_H_

#include <mujoco/mujoco.h>

// ncon and contact, with their timers
void ig_collision(const mjModel* m, mjData* d);

#endif  // INGOT_COLLIDE_DRIVER_H_
