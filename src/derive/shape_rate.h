// SPDX-License-Identifier: Apache-2.0
// Derivatives of a contact's distance, position and frame by the motion of its two geoms.
#ifndef INGOT_DERIVE_SHAPE_RATE_H_
#define INGOT_DERIVE_SHAPE_RATE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// While the first geom stands still and the second moves by a twist (rotation, then translation of its point at the contact):
// what each of the six does to the distance, the position, the normal, and the direction that the first tangent follows.
typedef struct {
  mjtNum dist[6], pos[6][3], normal[6][3], hint[6][3];
  mjtNum along[3];  // that direction
  bool moving;      // whether it goes with the geoms; else it is the world's
} ig_ShapeRate;

// NULL, or what is not differentiated
const char* ig_shape_rate(const mjModel* m, mjData* d, const mjContact* con, ig_ShapeRate* rate);

#endif  // INGOT_DERIVE_SHAPE_RATE_H_
