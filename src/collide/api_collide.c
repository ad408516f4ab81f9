// SPDX-License-Identifier: Apache-2.0
// The public functions of distances and rays that the library calls too.
#include <mujoco/mujoco.h>

#include "collide/distance.h"
#include "collide/ray/ray.h"
#include "collide/ray_scene.h"

mjtNum mj_geomDistance(const mjModel* m, const mjData* d, int geom1, int geom2, mjtNum distmax, mjtNum fromto[6]) {
  return ig_geom_distance(m, d, geom1, geom2, distmax, fromto);
}

mjtNum mj_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3], const mjtByte* geomgroup,
              mjtByte flg_static, int bodyexclude, int geomid[1], mjtNum normal[3]) {
  return ig_ray(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, normal);
}

void mj_multiRay(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec, const mjtByte* geomgroup,
                 mjtByte flg_static, int bodyexclude, int* geomid, mjtNum* dist, mjtNum* normal, int nray, mjtNum cutoff) {
  ig_rays(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, dist, normal, nray, cutoff);
}

mjtNum mj_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3], const mjtNum vec[3], mjtNum normal[3]) {
  return ig_ray_mesh_geom(m, d, geomid, pnt, vec, normal);
}

mjtNum mj_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert, mjtByte flg_edge, mjtByte flg_face,
                  mjtByte flg_skin, int flexid, const mjtNum pnt[3], const mjtNum vec[3], int vertid[1], mjtNum normal[3]) {
  return ig_ray_flex(m, d, flex_layer, flg_vert, flg_edge, flg_face, flg_skin, flexid, pnt, vec, vertid, normal);
}

mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert, const mjtNum pnt[3], const mjtNum vec[3],
                   int vertid[1]) {
  return ig_ray_skin(nface, nvert, face, vert, pnt, vec, vertid);
}
