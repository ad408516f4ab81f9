// SPDX-License-Identifier: Apache-2.0
// 3-vectors and 3x3 matrices (row-major) on `real`. The result may not alias the arguments unless said so.
#ifndef INGOT_MATH_VEC3_H_
#define INGOT_MATH_VEC3_H_

#include "lane/lane.h"

IG_INLINE void ig_zero3(real r[3]) { r[0] = r[1] = r[2] = ig_broadcast(0); }
IG_INLINE void ig_set3(real r[3], real x, real y, real z) { r[0] = x, r[1] = y, r[2] = z; }
IG_INLINE void ig_copy3(real r[3], const real a[3]) { r[0] = a[0], r[1] = a[1], r[2] = a[2]; }
IG_INLINE void ig_copy9(real r[9], const real a[9]) {
  for (int i = 0; i < 9; i++) r[i] = a[i];
}
IG_INLINE void ig_scl3(real r[3], const real a[3], real s) { r[0] = a[0] * s, r[1] = a[1] * s, r[2] = a[2] * s; }
IG_INLINE void ig_add3(real r[3], const real a[3], const real b[3]) {
  r[0] = a[0] + b[0], r[1] = a[1] + b[1], r[2] = a[2] + b[2];
}
IG_INLINE void ig_sub3(real r[3], const real a[3], const real b[3]) {
  r[0] = a[0] - b[0], r[1] = a[1] - b[1], r[2] = a[2] - b[2];
}
IG_INLINE void ig_addto3(real r[3], const real a[3]) { r[0] += a[0], r[1] += a[1], r[2] += a[2]; }
IG_INLINE void ig_subfrom3(real r[3], const real a[3]) { r[0] -= a[0], r[1] -= a[1], r[2] -= a[2]; }
IG_INLINE void ig_addscl3(real r[3], const real a[3], const real b[3], real s) {
  r[0] = a[0] + b[0] * s, r[1] = a[1] + b[1] * s, r[2] = a[2] + b[2] * s;
}
IG_INLINE void ig_addtoscl3(real r[3], const real a[3], real s) { r[0] += a[0] * s, r[1] += a[1] * s, r[2] += a[2] * s; }
IG_INLINE real ig_dot3(const real a[3], const real b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
IG_INLINE real ig_norm3(const real a[3]) { return ig_sqrt(ig_dot3(a, a)); }
IG_INLINE real ig_dist3(const real a[3], const real b[3]) {
  real d[3];
  ig_sub3(d, a, b);
  return ig_norm3(d);
}

// in place; returns the length before. Shorter than mjMINVAL: the x axis.
IG_INLINE real ig_normalize3(real a[3]) {
  real norm = ig_norm3(a), one = ig_broadcast(1), zero = ig_broadcast(0), inv = one / norm;
  mask tiny = ig_lt(norm, ig_broadcast(IG_LEAST));
  a[0] = ig_select(tiny, one, a[0] * inv);
  a[1] = ig_select(tiny, zero, a[1] * inv);
  a[2] = ig_select(tiny, zero, a[2] * inv);
  return norm;
}

// r may be a or b
IG_INLINE void ig_cross(real r[3], const real a[3], const real b[3]) {
  real x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
  r[0] = x, r[1] = y, r[2] = z;
}

// r may be v
IG_INLINE void ig_mulmatvec3(real r[3], const real m[9], const real v[3]) {
  real x = m[0] * v[0] + m[1] * v[1] + m[2] * v[2];
  real y = m[3] * v[0] + m[4] * v[1] + m[5] * v[2];
  real z = m[6] * v[0] + m[7] * v[1] + m[8] * v[2];
  r[0] = x, r[1] = y, r[2] = z;
}

// transposed matrix times vector; r may be v
IG_INLINE void ig_mulmattvec3(real r[3], const real m[9], const real v[3]) {
  real x = m[0] * v[0] + m[3] * v[1] + m[6] * v[2];
  real y = m[1] * v[0] + m[4] * v[1] + m[7] * v[2];
  real z = m[2] * v[0] + m[5] * v[1] + m[8] * v[2];
  r[0] = x, r[1] = y, r[2] = z;
}

IG_INLINE void ig_mulmat3(real r[9], const real a[9], const real b[9]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) r[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
  }
}

// a^T b
IG_INLINE void ig_mulmattmat3(real r[9], const real a[9], const real b[9]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) r[3 * i + j] = a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
  }
}

// a b^T
IG_INLINE void ig_mulmatmatt3(real r[9], const real a[9], const real b[9]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      r[3 * i + j] = a[3 * i] * b[3 * j] + a[3 * i + 1] * b[3 * j + 1] + a[3 * i + 2] * b[3 * j + 2];
    }
  }
}

IG_INLINE void ig_transpose3(real r[9], const real a[9]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) r[3 * i + j] = a[3 * j + i];
  }
}

#endif  // INGOT_MATH_VEC3_H_
