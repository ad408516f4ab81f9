// SPDX-License-Identifier: Apache-2.0
// Unit quaternions (w x y z) and poses on `real`.
#ifndef INGOT_MATH_QUAT_H_
#define INGOT_MATH_QUAT_H_

#include "lane/elementary.h"
#include "math/vec3.h"

IG_INLINE void ig_copy4(real r[4], const real a[4]) { r[0] = a[0], r[1] = a[1], r[2] = a[2], r[3] = a[3]; }
IG_INLINE void ig_unit4(real r[4]) { r[0] = ig_broadcast(1), r[1] = r[2] = r[3] = ig_broadcast(0); }
IG_INLINE void ig_negquat(real r[4], const real q[4]) { r[0] = q[0], r[1] = -q[1], r[2] = -q[2], r[3] = -q[3]; }

// exactly the identity
IG_INLINE mask ig_isnullquat(const real q[4]) {
  real zero = ig_broadcast(0);
  return ig_and(ig_and(ig_eq(q[0], ig_broadcast(1)), ig_eq(q[1], zero)), ig_and(ig_eq(q[2], zero), ig_eq(q[3], zero)));
}

// a length that differs from 1 by less, some units in the last place, is 1 but for rounding
#define IG_UNIT_ROUNDING IG_BY_PRECISION(1e-15, 5e-7)

// in place; returns the length before. Shorter than IG_LEAST: the identity; 1 but for rounding: left alone.
IG_INLINE real ig_normalize4(real q[4]) {
  real norm = ig_sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), one = ig_broadcast(1);
  mask scale = ig_lt(ig_broadcast(IG_UNIT_ROUNDING), ig_abs(norm - one));
  if (ig_any(scale)) {
    mask tiny = ig_lt(norm, ig_broadcast(IG_LEAST));
    real inv = ig_select(scale, one / norm, one);
    q[0] = ig_select(tiny, one, q[0] * inv);
    for (int i = 1; i < 4; i++) q[i] = ig_select(tiny, ig_broadcast(0), q[i] * inv);
  }
  return norm;
}

// r may be a or b
IG_INLINE void ig_mulquat(real r[4], const real a[4], const real b[4]) {
  real w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  real x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  real y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  real z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
  r[0] = w, r[1] = x, r[2] = y, r[3] = z;
}

// q * (0, axis); r may be q
IG_INLINE void ig_mulquataxis(real r[4], const real q[4], const real axis[3]) {
  real w = -q[1] * axis[0] - q[2] * axis[1] - q[3] * axis[2];
  real x = q[0] * axis[0] + q[2] * axis[2] - q[3] * axis[1];
  real y = q[0] * axis[1] + q[3] * axis[0] - q[1] * axis[2];
  real z = q[0] * axis[2] + q[1] * axis[1] - q[2] * axis[0];
  r[0] = w, r[1] = x, r[2] = y, r[3] = z;
}

// r = R(q) v = v + 2 u x (w v + u x v), q = (w, u); exact copies for a null quaternion and a null vector. r may be v.
IG_INLINE void ig_rotvecquat(real r[3], const real v[3], const real q[4]) {
  real t0 = q[0] * v[0] + q[2] * v[2] - q[3] * v[1];
  real t1 = q[0] * v[1] + q[3] * v[0] - q[1] * v[2];
  real t2 = q[0] * v[2] + q[1] * v[1] - q[2] * v[0];
  mask null = ig_isnullquat(q);
  real x = v[0] + 2 * (q[2] * t2 - q[3] * t1);
  real y = v[1] + 2 * (q[3] * t0 - q[1] * t2);
  real z = v[2] + 2 * (q[1] * t1 - q[2] * t0);
  r[0] = ig_select(null, v[0], x);
  r[1] = ig_select(null, v[1], y);
  r[2] = ig_select(null, v[2], z);
}

IG_INLINE void ig_quat2mat(real r[9], const real q[4]) {
  real ww = q[0] * q[0], wx = q[0] * q[1], wy = q[0] * q[2], wz = q[0] * q[3], xx = q[1] * q[1];
  real xy = q[1] * q[2], xz = q[1] * q[3], yy = q[2] * q[2], yz = q[2] * q[3], zz = q[3] * q[3];
  r[0] = ww + xx - yy - zz, r[1] = 2 * (xy - wz), r[2] = 2 * (xz + wy);
  r[3] = 2 * (xy + wz), r[4] = ww - xx + yy - zz, r[5] = 2 * (yz - wx);
  r[6] = 2 * (xz - wy), r[7] = 2 * (yz + wx), r[8] = ww - xx - yy + zz;
}

// rotation by angle about a unit axis; a zero angle is exactly the identity
IG_INLINE void ig_axisangle2quat(real r[4], const real axis[3], real angle) {
  real s, c, zero = ig_broadcast(0);
  mask still = ig_eq(angle, zero);
  ig_sincos(angle * 0.5, &s, &c);
  r[0] = ig_select(still, ig_broadcast(1), c);
  r[1] = ig_select(still, zero, axis[0] * s);
  r[2] = ig_select(still, zero, axis[1] * s);
  r[3] = ig_select(still, zero, axis[2] * s);
}

// rotation vector per dt, by the shorter way
IG_INLINE void ig_quat2vel(real r[3], const real q[4], real dt) {
  real axis[3] = {q[1], q[2], q[3]};
  real sine = ig_normalize3(axis), angle = 2 * ig_atan2(sine, q[0]);
  angle = ig_select(ig_lt(ig_broadcast(3.14159265358979323846), angle), angle - 2 * 3.14159265358979323846, angle);
  ig_scl3(r, axis, angle / dt);
}

// b * quat(r) = a
IG_INLINE void ig_subquat(real r[3], const real a[4], const real b[4]) {
  real inv[4], dif[4];
  ig_negquat(inv, b);
  ig_mulquat(dif, inv, a);
  ig_quat2vel(r, dif, ig_broadcast(1));
}

// q <- q * exp(vel * dt), with q normalised first
IG_INLINE void ig_quatintegrate(real q[4], const real vel[3], real dt) {
  real axis[3] = {vel[0], vel[1], vel[2]}, turn[4];
  real angle = dt * ig_normalize3(axis);
  ig_axisangle2quat(turn, axis, angle);
  ig_normalize4(q);
  ig_mulquat(q, q, turn);
}

#endif  // INGOT_MATH_QUAT_H_
