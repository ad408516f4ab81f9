// SPDX-License-Identifier: Apache-2.0
// Rays against all geoms.
#ifndef INGOT_COLLIDE_RAY_SCENE_H_
#define INGOT_COLLIDE_RAY_SCENE_H_

#include <mujoco/mujoco.h>

// the nearest geom along a ray, among groups (NULL: all) and bodies but one; -1: none
mjtNum ig_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3], const mjtByte* geomgroup,
              mjtByte flg_static, int bodyexclude, int geomid[1], mjtNum normal[3]);

// rays from one point
void ig_rays(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec, const mjtByte* geomgroup, mjtByte flg_static,
             int bodyexclude, int* geomid, mjtNum* dist, mjtNum* normal, int nray, mjtNum cutoff);

#endif  // INGOT_COLLIDE_RAY_SCENE_H_
