// SPDX-License-Identifier: Apache-2.0
// Spatial algebra on `real`: motions and forces as (rotation, translation), inertias as
// 10 numbers (xx yy zz xy xz yz, mass * offset, mass) about a common centre.
#ifndef INGOT_MATH_SPATIAL_H_
#define INGOT_MATH_SPATIAL_H_

#include "math/vec3.h"

// all six at once: a result that might be an argument would make the compiler read the arguments again
IG_INLINE void ig_set6(real r[6], real a, real b, real c, real d, real e, real f) {
  r[0] = a, r[1] = b, r[2] = c, r[3] = d, r[4] = e, r[5] = f;
}

// motion x motion
IG_INLINE void ig_crossmotion(real r[6], const real w[6], const real v[6]) {
  real r0 = -w[2] * v[1] + w[1] * v[2];
  real r1 = w[2] * v[0] - w[0] * v[2];
  real r2 = -w[1] * v[0] + w[0] * v[1];
  real r3 = (-w[2] * v[4] + w[1] * v[5]) + (-w[5] * v[1] + w[4] * v[2]);
  real r4 = (w[2] * v[3] - w[0] * v[5]) + (w[5] * v[0] - w[3] * v[2]);
  real r5 = (-w[1] * v[3] + w[0] * v[4]) + (-w[4] * v[0] + w[3] * v[1]);
  ig_set6(r, r0, r1, r2, r3, r4, r5);
}

// motion x force
IG_INLINE void ig_crossforce(real r[6], const real w[6], const real f[6]) {
  real r0 = (-w[2] * f[1] + w[1] * f[2]) + (-w[5] * f[4] + w[4] * f[5]);
  real r1 = (w[2] * f[0] - w[0] * f[2]) + (w[5] * f[3] - w[3] * f[5]);
  real r2 = (-w[1] * f[0] + w[0] * f[1]) + (-w[4] * f[3] + w[3] * f[4]);
  real r3 = -w[2] * f[4] + w[1] * f[5];
  real r4 = w[2] * f[3] - w[0] * f[5];
  real r5 = -w[1] * f[3] + w[0] * f[4];
  ig_set6(r, r0, r1, r2, r3, r4, r5);
}

// inertia times motion, for any number type of the motion
#define IG_INERTIA_TIMES(i, v)                                                                                        \
  {                                                                                                                   \
    i[0] * v[0] + i[3] * v[1] + i[4] * v[2] - i[8] * v[4] + i[7] * v[5],                                              \
        i[3] * v[0] + i[1] * v[1] + i[5] * v[2] + i[8] * v[3] - i[6] * v[5],                                          \
        i[4] * v[0] + i[5] * v[1] + i[2] * v[2] - i[7] * v[3] + i[6] * v[4], i[8] * v[1] - i[7] * v[2] + i[9] * v[3], \
        i[6] * v[2] - i[8] * v[0] + i[9] * v[4], i[7] * v[0] - i[6] * v[1] + i[9] * v[5]                              \
  }
IG_INLINE void ig_mulinertvec(real r[6], const real i[10], const real v[6]) {
  real product[6] = IG_INERTIA_TIMES(i, v);
  ig_set6(r, product[0], product[1], product[2], product[3], product[4], product[5]);
}

// two motions of the same body: at width 1 side by side
IG_INLINE void ig_mulinertvec_both(real r1[6], real r2[6], const real i[10], const real v1[6], const real v2[6]) {
#if IG_WIDTH == 1
  typedef num Two __attribute__((vector_size(2 * sizeof(num))));
  Two v[6];
  for (int k = 0; k < 6; k++) v[k] = (Two){v1[k], v2[k]};
  Two product[6] = IG_INERTIA_TIMES(i, v);
  for (int k = 0; k < 6; k++) r1[k] = product[k][0], r2[k] = product[k][1];
#else
  ig_mulinertvec(r1, i, v1);
  ig_mulinertvec(r2, i, v2);
#endif
}

// no loops: a loop would be packed into pairs, and what was stored singly cannot be loaded in pairs without a stall
IG_INLINE void ig_copy6(real r[6], const real a[6]) { ig_set6(r, a[0], a[1], a[2], a[3], a[4], a[5]); }
IG_INLINE void ig_addto6(real r[6], const real a[6]) {
  ig_set6(r, r[0] + a[0], r[1] + a[1], r[2] + a[2], r[3] + a[3], r[4] + a[4], r[5] + a[5]);
}
IG_INLINE void ig_addtoscl6(real r[6], const real a[6], real s) {
  ig_set6(r, r[0] + a[0] * s, r[1] + a[1] * s, r[2] + a[2] * s, r[3] + a[3] * s, r[4] + a[4] * s, r[5] + a[5] * s);
}

// the order of mju_dot for six numbers; at width 1 two by two, which is the same order in fewer instructions
IG_INLINE real ig_dot6(const real a[6], const real b[6]) {
#if IG_WIDTH == 1
  typedef num Two __attribute__((vector_size(2 * sizeof(num)), aligned(sizeof(num)), may_alias));
  const Two* x = (const Two*)a;
  Two y0 = {b[0], b[1]}, y1 = {b[2], b[3]}, y2 = {b[4], b[5]}, s = x[0] * y0 + x[1] * y1, t = x[2] * y2;
  return (s[0] + s[1]) + (t[0] + t[1]);
#else
  return ((a[0] * b[0]) + (a[2] * b[2])) + ((a[1] * b[1]) + (a[3] * b[3])) + (a[4] * b[4] + a[5] * b[5]);
#endif
}

#endif  // INGOT_MATH_SPATIAL_H_
