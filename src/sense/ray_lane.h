// SPDX-License-Identifier: Apache-2.0
// Rays of rangefinders, on plain numbers of one world.
#ifndef INGOT_SENSE_RAY_LANE_H_
#define INGOT_SENSE_RAY_LANE_H_

#include <stdbool.h>

#include <mujoco/mjmodel.h>

#include "base/target.h"
#include "lane/num.h"

// one ray's answer; dist is -1 where it meets nothing
typedef struct {
  const num *origin, *dir, *normal;
  num dist;
} ig_RayData;

enum { IG_RAY_NUMBERS = 14 };  // most that a ray gives

// The chosen fields (bits of mjtRayDataField) one after the other; depth is along the camera's axis, without one it is the
// distance. Returns the end of what was written.
IG_LOCAL num* ig_put_ray(num* out, int fields, const ig_RayData* hit, const num* cam_pos, const num* cam_mat);

// a geom that rays meet which leave from this body
IG_LOCAL bool ig_is_in_sight(const mjModel* m, int geom, int body);

// Whether the ray meets the geom, given by its pose and size, nearer than hit->dist says; then that and the normal are set.
IG_LOCAL bool ig_range_geom(const mjModel* m, int geom, const num pose[15], ig_RayData* hit, num normal[3]);

#endif  // INGOT_SENSE_RAY_LANE_H_
