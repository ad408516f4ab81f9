// SPDX-License-Identifier: Apache-2.0
// Signed distances of single geoms, in their own frames, and of pairs of geoms.
#ifndef INGOT_COLLIDE_FIELD_SDF_FIELD_H_
#define INGOT_COLLIDE_FIELD_SDF_FIELD_H_

#include <mujoco/mujoco.h>

mjtNum ig_sdf_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]);
void ig_sdf_gradient(mjtNum r[3], const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]);

// plugin of an SDF geom; misuse is an error
const mjpPlugin* ig_sdf_plugin(const mjModel* m, int geom);

// a geom whose surface is where a signed distance is zero
mjtNum ig_ray_sdf(const mjModel* m, const mjData* d, int geom, const mjtNum point[3], const mjtNum vec[3], mjtNum normal[3]);

#endif  // INGOT_COLLIDE_FIELD_SDF_FIELD_H_
