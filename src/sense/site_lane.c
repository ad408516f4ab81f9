// SPDX-License-Identifier: Apache-2.0
#include "sense/site_lane.h"

#include <math.h>
#include <mujoco/mujoco.h>

#include "collide/ray/ray.h"
#include "math/vec3.h"

// in the shape's own axes
bool ig_inside_shape(const num pos[3], const num mat[9], const num size[3], int type, const num point[3]) {
  num v[3], p[3];
  ig_sub3(v, point, pos);
  if (type == mjGEOM_SPHERE) return ig_dot3(v, v) < size[0] * size[0];
  ig_mulmattvec3(p, mat, v);
  num round = p[0] * p[0] + p[1] * p[1], radius = size[0] * size[0];
  switch (type) {
    case mjGEOM_CAPSULE: {
      // how far past the ends of the core
      num beyond = p[2] - (p[2] < -size[1] ? -size[1] : p[2] > size[1] ? size[1] : p[2]);
      return round + beyond * beyond < radius;
    }
    case mjGEOM_ELLIPSOID:
      return p[0] * p[0] / radius + p[1] * p[1] / (size[1] * size[1]) + p[2] * p[2] / (size[2] * size[2]) < 1;
    case mjGEOM_CYLINDER: return fabs(p[2]) < size[1] && round < radius;
    case mjGEOM_BOX: return fabs(p[0]) < size[0] && fabs(p[1]) < size[1] && fabs(p[2]) < size[2];
    case mjGEOM_PLANE: return p[2] < 0;
    default: return false;
  }
}

bool ig_touch_hits(const ig_SiteShape* site, const num pos[3], const num normal[3], num force, bool flip) {
  num ray[3];
  ig_scl3(ray, normal, force);
  ig_normalize3(ray);
  if (flip) ig_scl3(ray, ray, -1);
  return ig_ray_shape(site->pos, site->mat, site->size, pos, ray, site->type, NULL) >= 0;
}
