// SPDX-License-Identifier: Apache-2.0
// Derivatives of quaternion differences and of the integration of angular velocity, on the tangent space of unit quaternions.
//
// A rotation vector s with angle x = |s| turns by exp([s]x). In powers of the cross matrix K = [s]x,
//   exp(K)   = 1 + (sin x / x) K + ((1 - cos x) / x^2) K^2                    (Rodrigues)
//   J_r(s)   = 1 - ((1 - cos x) / x^2) K + ((x - sin x) / x^3) K^2            exp(s + ds) = exp(s) exp(J_r ds)
//   J_r^-1   = 1 + K / 2 + (1 / x^2 - (1 + cos x) / (2 x sin x)) K^2
// (Sola, Deray, Atchuthan 2018, "A micro Lie theory", eqs. 143 and 144; Sola 2017, "Quaternion kinematics for the error-state
// Kalman filter", eq. 183). With K^2 = s s^T - x^2 they need three functions of x, which lose digits near zero.
#include "derive/rotation.h"

#include <math.h>

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
void ig_quat_difference_rate(const mjtNum qa[4], const mjtNum qb[4], mjtNum Da[9], mjtNum Db[9]) {
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

// The functions g_n(x) = sum over k of (-x^2)^k / (2k + n)! are cos x, sin(x) / x, (1 - cos x) / x^2, (x - sin x) / x^3, each
// from the last but one by g_n = (1 / (n - 2)! - g_(n-2)) / x^2. In these, exp(-K) and J_r are M_0 and M_1 of
//   M_n = g_n 1 - g_(n+1) K + g_(n+2) s s^T
enum { FUNCTIONS = 4, SERIES_TERMS = 3 };

// below this angle the series are used: their first omitted term, x^8 / 9! or less, is under the unit roundoff there
static const mjtNum series_angle = 1.0 / 32;

// n! g_n for n of 1 to 3: each term is the last times -xx / ((2k + n - 1) (2k + n))
static mjtNum series(int n, mjtNum xx) {
  mjtNum sum = 1;
  for (int k = SERIES_TERMS; k > 0; k--) sum = 1 - xx / ((2 * k + n - 1) * (2 * k + n)) * sum;
  return sum;
}

static void rotation_functions(mjtNum g[FUNCTIONS], mjtNum xx) {
  mjtNum x = sqrt(xx);
  g[0] = ig_cos(x);
  if (x > series_angle) {
    g[1] = ig_sin(x) / x;
    for (int n = 2; n < FUNCTIONS; n++) g[n] = (1 - g[n - 2]) / xx;
  } else {
    mjtNum factorial = 1;
    for (int n = 1; n < FUNCTIONS; n++) {
      factorial *= n;
      g[n] = series(n, xx) / factorial;
    }
  }
}

// M_n from g + n
static void combine(mjtNum mat[9], const mjtNum g[3], const mjtNum s[3]) {
  mjtNum K[9];
  cross_matrix(K, s);
  for (int i = 0; i < 9; i++) mat[i] = g[0] * (i % 4 == 0 ? 1 : 0) + g[1] * -K[i] + g[2] * (s[i / 3] * s[i % 3]);
}

// With s = scale * vel: Dquat = exp(-[s]x), Dvel = its right Jacobian (Sola 2017, eq. 183).
void ig_quat_integration_rate(const mjtNum vel[3], mjtNum scale, mjtNum Dquat[9], mjtNum Dvel[9], mjtNum Dscale[3]) {
  mjtNum s[3], g[FUNCTIONS], by_vel[9];
  ig_scl3(s, vel, scale);
  rotation_functions(g, ig_dot3(s, s));
  combine(by_vel, g + 1, s);
  if (Dquat) combine(Dquat, g, s);
  if (Dvel) ig_copy9(Dvel, by_vel);
  if (Dscale) ig_mulmatvec3(Dscale, by_vel, vel);
}

void mjd_subQuat(const mjtNum qa[4], const mjtNum qb[4], mjtNum Da[9], mjtNum Db[9]) { ig_quat_difference_rate(qa, qb, Da, Db); }

void mjd_quatIntegrate(const mjtNum vel[3], mjtNum scale, mjtNum Dquat[9], mjtNum Dvel[9], mjtNum Dscale[3]) {
  ig_quat_integration_rate(vel, scale, Dquat, Dvel, Dscale);
}
