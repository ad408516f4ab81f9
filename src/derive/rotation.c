// SPDX-License-Identifier: Apache-2.0
// Derivatives of quaternion differences and of the integration of angular velocity, on the tangent space of unit quaternions.
//
// A rotation vector s with angle x = |s| turns by exp([s]x). In powers of the cross matrix K = [s]x,
//   exp(K)   = 1 + (sin x / x) K + ((1 - cos x) / x^2) K^2                    (Rodrigues)
//   J_r(s)   = 1 - ((1 - cos x) / x^2) K + ((x - sin x) / x^3) K^2            exp(s + ds) = exp(s) exp(J_r ds)
//   J_r^-1   = 1 + K / 2 + (1 / x^2 - (1 + cos x) / (2 x sin x)) K^2
// (Sola, Deray, Atchuthan 2018, "A micro Lie theory", eqs. 143 and 144; Sola 2017, "Quaternion kinematics for the error-state
// Kalman filter", eq. 183). With K^2 = s s^T - x^2 they need three functions of x, which lose digits near zero.
#include <math.h>

#include <mujoco/mujoco.h>

#include "lane/elementary.h"
#include "math/quat.h"
#include "math/vec3.h"

// [v]x
static void cross_matrix(mjtNum mat[9], const mjtNum v[3]) {
  mat[0] = mat[4] = mat[8] = 0;
  mat[1] = -v[2], mat[2] = v[1];
  mat[3] = v[2], mat[5] = -v[0];
  mat[6] = -v[1], mat[7] = v[0];
}

// below this half angle, 1 - h / tan h = h^2/3 + ... is some 1e-15, noise beside the other terms; the threshold is MuJoCo's
static const mjtNum flat_half_angle = 6e-8;

// The difference s = log(qb^-1 qa) follows a change of qa by J_r^-1(s). With half the angle h about the unit axis k:
// Da = 1 + h [k]x + (1 - h / tan h) [k]x^2, Db = -Da^T.
void mjd_subQuat(const mjtNum qa[4], const mjtNum qb[4], mjtNum Da[9], mjtNum Db[9]) {
  mjtNum axis[3], K[9], KK[9];
  ig_subquat(axis, qa, qb);
  mjtNum half = 0.5 * ig_normalize3(axis), bend = 1.0 - (half < flat_half_angle ? 1.0 : half / ig_tan(half));
  cross_matrix(K, axis);
  ig_mulmat3(KK, K, K);
  for (int i = 0; i < 9; i++) {
    mjtNum value = (i % 4 == 0 ? 1 : 0) + K[i] * half + KK[i] * bend;
    if (Da) Da[i] = value;
    if (Db) Db[i % 3 * 3 + i / 3] = -value;
  }
}

// below this angle the series are used: their first omitted term, x^8 / 9! or less, is under the unit roundoff there
static const mjtNum series_angle = 1.0 / 32;

// sin(x)/x, (1 - cos(x))/x^2, (x - sin(x))/x^3; near 0 by their series to sixth order
static void rotation_coefficients(mjtNum xx, mjtNum* b, mjtNum* c, mjtNum* d) {
  mjtNum x = sqrt(xx);
  if (x > series_angle) {
    *b = ig_sin(x) / x;
    *c = (1.0 - ig_cos(x)) / xx;
    *d = (1.0 - *b) / xx;
  } else {
    *b = 1 + xx / 6 * (xx / 20 * (1 - xx / 42) - 1);
    *c = (1 + xx / 12 * (xx / 30 * (1 - xx / 56) - 1)) / 2;
    *d = (1 + xx / 20 * (xx / 42 * (1 - xx / 72) - 1)) / 6;
  }
}

// With s = scale * vel: Dquat = exp(-[s]x), Dvel = its right Jacobian (Sola 2017, eq. 183).
void mjd_quatIntegrate(const mjtNum vel[3], mjtNum scale, mjtNum Dquat[9], mjtNum Dvel[9], mjtNum Dscale[3]) {
  mjtNum s[3] = {scale * vel[0], scale * vel[1], scale * vel[2]}, K[9], by_vel[9], b, c, d;
  mjtNum xx = ig_dot3(s, s), a = ig_cos(sqrt(xx));
  cross_matrix(K, s);
  rotation_coefficients(xx, &b, &c, &d);
  for (int i = 0; i < 9; i++) {
    mjtNum one = i % 4 == 0 ? 1 : 0, turn = -K[i], outer = s[i / 3] * s[i % 3];
    if (Dquat) Dquat[i] = a * one + b * turn + c * outer;
    by_vel[i] = b * one + c * turn + d * outer;
  }
  if (Dvel) ig_copy9(Dvel, by_vel);
  if (Dscale) ig_mulmatvec3(Dscale, by_vel, vel);
}
