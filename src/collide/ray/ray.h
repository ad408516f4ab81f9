// SPDX-License-Identifier: Apache-2.0
// Rays: point + x * vec with x >= 0. Every function returns the smallest x at which a surface is hit, or -1.
// Normals are optional (NULL) and point out of the surface; without a hit they are zero.
#ifndef INGOT_COLLIDE_RAY_RAY_H_
#define INGOT_COLLIDE_RAY_RAY_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "math/vec3.h"

typedef struct {
  mjtNum point[3], vec[3];
} ig_Ray;

// the ray in a frame
static inline ig_Ray ig_ray_local(const mjtNum pos[3], const mjtNum mat[9], const mjtNum point[3], const mjtNum vec[3]) {
  ig_Ray ray;
  mjtNum offset[3];
  ig_sub3(offset, point, pos);
  ig_mulmattvec3(ray.point, mat, offset);
  ig_mulmattvec3(ray.vec, mat, vec);
  return ray;
}

// the ray does not touch the sphere about pos, given its squared radius; needs no square root
static inline bool ig_ray_misses_sphere(const mjtNum pos[3], mjtNum square, const mjtNum point[3], const mjtNum vec[3]) {
  mjtNum offset[3];
  ig_sub3(offset, point, pos);
  mjtNum a = ig_dot3(vec, vec), b = ig_dot3(vec, offset), c = ig_dot3(offset, offset) - square;
  return (b > 0 && c > 0) || b * b - a * c < 0 || a < mjMINVAL;
}

// the box's bounding sphere is tried first
mjtNum ig_ray_posed_box(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3], const mjtNum point[3],
                        const mjtNum vec[3], mjtNum side[6], mjtNum normal[3]);

// any shape with a formula; without a hit the normal is left as it is
mjtNum ig_ray_shape(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3], const mjtNum point[3], const mjtNum vec[3],
                    int type, mjtNum normal[3]);

// true if x is a hit and nearer than *best, which then becomes x
static inline bool ig_ray_nearer(mjtNum* best, mjtNum x) {
  if (!(x >= 0) || (*best >= 0 && !(x < *best))) return false;
  *best = x;
  return true;
}

// against a geom that is a mesh, a flex, and the faces of a skin
mjtNum ig_ray_mesh_geom(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3], const mjtNum vec[3],
                        mjtNum normal[3]);
mjtNum ig_ray_flex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert, mjtByte flg_edge, mjtByte flg_face,
                   mjtByte flg_skin, int flexid, const mjtNum pnt[3], const mjtNum vec[3], int vertid[1], mjtNum normal[3]);
mjtNum ig_ray_skin(int nface, int nvert, const int* face, const float* vert, const mjtNum pnt[3], const mjtNum vec[3],
                   int vertid[1]);

#endif  // INGOT_COLLIDE_RAY_RAY_H_
