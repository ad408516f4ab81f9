// SPDX-License-Identifier: Apache-2.0
// The distance of two geoms.
#ifndef INGOT_COLLIDE_DISTANCE_H_
#define INGOT_COLLIDE_DISTANCE_H_

#include <mujoco/mujoco.h>

// the smallest signed distance, distmax if it is not below; fromto (may be NULL): the segment between the nearest points
mjtNum ig_geom_distance(const mjModel* m, const mjData* d, int geom1, int geom2, mjtNum distmax, mjtNum fromto[6]);

#endif  // INGOT_COLLIDE_DISTANCE_H_
