// SPDX-License-Identifier: Apache-2.0
// The point of a simplex nearest to the origin, by signed volumes (Montanari, Petrinic, Barbieri 2017).
#ifndef INGOT_COLLIDE_CONVEX_SIMPLEX_H_
#define INGOT_COLLIDE_CONVEX_SIMPLEX_H_

#include <math.h>
#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "math/vec3.h"

// barycentric coordinates of the nearest point; exact zeros for the corners that do not carry it.
// all zeros when the numbers are too wild to tell
void ig_simplex_nearest(num lambda[4], const num* const corner[4], int n);

// no farther apart than rounding
IG_INLINE bool ig_same_point(const num a[3], const num b[3]) {
  return fabs(a[0] - b[0]) < mjMINVAL && fabs(a[1] - b[1]) < mjMINVAL && fabs(a[2] - b[2]) < mjMINVAL;
}

// r = sum of coef[i] * point[i]
IG_INLINE void ig_combine(num r[3], const num* coef, const num* const* point, int n) {
  for (int k = 0; k < 3; k++) {
    num sum = coef[0] * point[0][k];
    for (int i = 1; i < n; i++) sum += coef[i] * point[i][k];
    r[k] = sum;
  }
}

// the rest of the function below, for normals that are short or pass through the origin when taken at b
bool ig_origin_on_thin_plane(num r[3], const num a[3], const num b[3], const num c[3]);

// the origin dropped on the plane of a triangle; false when the triangle has no plane. The same normal is taken at
// one corner after the other until one serves; nearly always the first, so it is expanded where it is used
IG_INLINE bool ig_origin_on_plane(num r[3], const num a[3], const num b[3], const num c[3]) {
  num ab[3], bc[3], n[3];
  ig_sub3(ab, b, a);
  ig_sub3(bc, c, b);
  ig_cross(n, bc, ab);
  num offset = ig_dot3(n, b), norm2 = ig_dot3(n, n);
  if (norm2 == 0) return false;
  if (!(offset != 0 && norm2 > mjMINVAL)) return ig_origin_on_thin_plane(r, a, b, c);
  ig_scl3(r, n, offset / norm2);
  return true;
}

// coordinates of a point of the plane of a triangle with respect to its corners
void ig_triangle_coordinates(num lambda[3], const num* const corner[3], const num p[3]);

// a . (b x c)
num ig_triple(const num a[3], const num b[3], const num c[3]);

#endif  // INGOT_COLLIDE_CONVEX_SIMPLEX_H_
