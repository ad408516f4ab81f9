// SPDX-License-Identifier: Apache-2.0
#include "sense/touch_lane.h"

#include "collide/ray/ray.h"
#include "math/vec3.h"

bool ig_touch_hits(const ig_TouchSite* site, const double pos[3], const double normal[3], double force, bool flip) {
  double ray[3];
  ig_scl3(ray, normal, force);
  ig_normalize3(ray);
  if (flip) ig_scl3(ray, ray, -1);
  return ig_ray_shape(site->pos, site->mat, site->size, pos, ray, site->type, NULL) >= 0;
}
