// SPDX-License-Identifier: Apache-2.0
// Rays: point + x * vec with x >= 0. Every function returns the smallest x at which a surface is hit, or -1. In lanes each has a
// ray. Normals are optional (NULL) and point out of the surface; without a hit they are zero.
#ifndef INGOT_COLLIDE_RAY_RAY_H_
#define INGOT_COLLIDE_RAY_RAY_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "math/vec3.h"

typedef struct {
  real point[3], vec[3];
} ig_Ray;

// the ray in a frame
IG_INLINE ig_Ray ig_ray_local(const real pos[3], const real mat[9], const real point[3], const real vec[3]) {
  ig_Ray ray;
  real offset[3];
  ig_sub3(offset, point, pos);
  ig_mulmattvec3(ray.point, mat, offset);
  ig_mulmattvec3(ray.vec, mat, vec);
  return ray;
}

// the ray does not touch the sphere about pos, given its squared radius; needs no square root
IG_INLINE mask ig_ray_misses_sphere(const real pos[3], real square, const real point[3], const real vec[3]) {
  const real zero = ig_broadcast(0);
  real offset[3];
  ig_sub3(offset, point, pos);
  real a = ig_dot3(vec, vec), b = ig_dot3(vec, offset), c = ig_dot3(offset, offset) - square;
  mask leaves = ig_and(ig_lt(zero, b), ig_lt(zero, c));
  if (ig_all(leaves)) return leaves;
  return ig_or(leaves, ig_or(ig_lt(b * b - a * c, zero), ig_lt(a, ig_broadcast(mjMINVAL))));
}

// lanes of `among` in which x is a hit and nearer than *best, which then becomes x
IG_INLINE mask ig_ray_nearer_among(real* best, real x, mask among) {
  const real zero = ig_broadcast(0);
  mask nearer = ig_and(ig_and(among, ig_le(zero, x)), ig_or(ig_not(ig_le(zero, *best)), ig_lt(x, *best)));
  *best = ig_select(nearer, x, *best);
  return nearer;
}

#if IG_WIDTH == 1

// the box's bounding sphere is tried first
num ig_ray_posed_box(const num pos[3], const num mat[9], const num size[3], const num point[3], const num vec[3], num side[6],
                     num normal[3]);

// any shape with a formula; without a hit the normal is left as it is
num ig_ray_shape(const num pos[3], const num mat[9], const num size[3], const num point[3], const num vec[3], int type,
                 num normal[3]);

// true if x is a hit and nearer than *best, which then becomes x
static inline bool ig_ray_nearer(num* best, num x) { return ig_ray_nearer_among(best, x, true); }

// against a geom that is a mesh, a flex, and the faces of a skin
mjtNum ig_ray_mesh_geom(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3], const mjtNum vec[3],
                        mjtNum normal[3]);
mjtNum ig_ray_flex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert, mjtByte flg_edge, mjtByte flg_face,
                   mjtByte flg_skin, int flexid, const mjtNum pnt[3], const mjtNum vec[3], int vertid[1], mjtNum normal[3]);
mjtNum ig_ray_skin(int nface, int nvert, const int* face, const float* vert, const mjtNum pnt[3], const mjtNum vec[3],
                   int vertid[1]);

#else

// A shape with a formula, and a ray in each lane: lanes of `among` in which it is nearer than *best, which then is where it is
// hit. Their normals are written, unless NULL.
void IG_NAME(ig_ray_shape_nearer)(const real pos[3], const real mat[9], const real size[3], const ig_Ray* ray, int type,
                                  const mask* among, real* best, real* normal, mask* nearer);

#endif
#endif  // INGOT_COLLIDE_RAY_RAY_H_
