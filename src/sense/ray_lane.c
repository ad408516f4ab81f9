// SPDX-License-Identifier: Apache-2.0
#include "sense/ray_lane.h"

#include <stddef.h>

#include "collide/ray/ray_local.h"
#include "math/vec3.h"

static num* put3(num* out, const num v[3], bool set) {
  for (int i = 0; i < 3; i++) out[i] = set ? v[i] : 0;
  return out + 3;
}

num* ig_put_ray(num* out, int fields, const ig_RayData* hit, const num* cam_pos, const num* cam_mat) {
  bool found = hit->dist >= 0;
  num point[3] = {0, 0, 0};
  if (found) ig_addscl3(point, hit->origin, hit->dir, hit->dist);
  if (fields & 1 << mjRAYDATA_DIST) *out++ = hit->dist;
  if (fields & 1 << mjRAYDATA_DIR) out = put3(out, hit->dir, found);
  if (fields & 1 << mjRAYDATA_ORIGIN) out = put3(out, hit->origin, true);
  if (fields & 1 << mjRAYDATA_POINT) out = put3(out, point, true);
  if (fields & 1 << mjRAYDATA_NORMAL) out = put3(out, hit->normal, found);
  if (fields & 1 << mjRAYDATA_DEPTH) {
    num depth = found ? hit->dist : -1;
    if (found && cam_mat) {
      num axis[3] = {cam_mat[2], cam_mat[5], cam_mat[8]}, delta[3];
      ig_sub3(delta, point, cam_pos);
      depth = -ig_dot3(delta, axis);
    }
    *out++ = depth;
  }
  return out;
}

bool ig_is_in_sight(const mjModel* m, int geom, int body) {
  ig_RayMask who = {NULL, true, body};
  return !ig_ray_hides(m, geom, &who);
}

bool ig_range_geom(const mjModel* m, int geom, const num pose[15], ig_RayData* hit, num normal[3]) {
  num facing[3];
  ig_RayGeom g = {geom, pose, pose + 3, pose + 12, NULL};
  if (!ig_ray_nearer(&hit->dist, ig_ray_geom(m, &g, hit->origin, hit->dir, facing))) return false;
  ig_copy3(normal, facing);
  return true;
}
