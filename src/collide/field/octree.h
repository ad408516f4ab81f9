// SPDX-License-Identifier: Apache-2.0
// The signed distance of a mesh, stored at the corners of an octree's leaves.
#ifndef INGOT_COLLIDE_FIELD_OCTREE_H_
#define INGOT_COLLIDE_FIELD_OCTREE_H_

#include <mujoco/mujoco.h>

mjtNum ig_octree_distance(const mjModel* m, int mesh, const mjtNum p[3]);
void ig_octree_gradient(mjtNum r[3], const mjModel* m, int mesh, const mjtNum p[3]);

#endif  // INGOT_COLLIDE_FIELD_OCTREE_H_
