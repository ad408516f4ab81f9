// SPDX-License-Identifier: Apache-2.0
// min x^T A x / 2 + b^T x  subject to  sum (x_i / d_i)^2 <= r^2: the friction of one contact when its normal force is known.
//
// With x = d y the bound is a ball, and this is the problem of a step in a trust region (More, Sorensen 1983, "Computing a trust
// region step"). Either the minimum lies inside, or on the ball (A + la) y = -b for some la > 0. There
//   f(la) = |y|^2 - r^2,   y' = -(A + la)^-1 y,   f' = -2 y^T (A + la)^-1 y < 0,
// f is convex and falls, so Newton's iteration la += f / (2 y^T (A + la)^-1 y) from la = 0 nears its zero from below and never
// passes it. (A and b are scaled by d here, in the code below.)
#include "solve/qcqp.h"

#include <stddef.h>

#include "math/cholesky.h"
#include "math/dense.h"

// a determinant or pivot that counts as singular, and an excess or step that counts as none; MuJoCo's, for the same results
static const num smallest = 1e-10;
// an excess over r^2 that is rounding
#define NO_EXCESS(square) IG_BY_PRECISION(smallest, smallest + 1e-6 * (square))
enum { ITERATIONS = 20, MAX_DIM = 5 };

// y = -(A + la)^-1 b and slope = y^T (A + la)^-1 y; false if A + la is not positive definite
typedef bool Solve(num* y, num* slope, const num* A, const num* b, num la, int n);

static bool solve2(num* y, num* slope, const num* A, const num* b, num la, int n) {
  (void)n;
  num a = A[0] + la, c = A[3] + la, det = a * c - A[1] * A[1];
  if (det < smallest) return false;
  num inv = 1 / det, p00 = c * inv, p11 = a * inv, p01 = -A[1] * inv;
  y[0] = -p00 * b[0] - p01 * b[1];
  y[1] = -p01 * b[0] - p11 * b[1];
  *slope = p00 * y[0] * y[0] + 2.0 * p01 * y[0] * y[1] + p11 * y[1] * y[1];
  return true;
}

static bool solve3(num* y, num* slope, const num* A, const num* b, num la, int n) {
  (void)n;
  num a0 = A[0] + la, a1 = A[4] + la, a2 = A[8] + la, a01 = A[1], a02 = A[2], a12 = A[5];
  // adjugate
  num p[6] = {a1 * a2 - a12 * a12,  a0 * a2 - a02 * a02,  a0 * a1 - a01 * a01,
              a02 * a12 - a01 * a2, a01 * a12 - a02 * a1, a01 * a02 - a12 * a0};
  num det = a0 * p[0] + a01 * p[3] + a02 * p[4];
  if (det < smallest) return false;
  num inv = 1 / det;
  for (int i = 0; i < 6; i++) p[i] *= inv;
  y[0] = -p[0] * b[0] - p[3] * b[1] - p[4] * b[2];
  y[1] = -p[3] * b[0] - p[1] * b[1] - p[5] * b[2];
  y[2] = -p[4] * b[0] - p[5] * b[1] - p[2] * b[2];
  *slope = (p[0] * y[0] * y[0] + p[1] * y[1] * y[1] + p[2] * y[2] * y[2]) +
           2.0 * (p[3] * y[0] * y[1] + p[4] * y[0] * y[2] + p[5] * y[1] * y[2]);
  return true;
}

static bool solve_any(num* y, num* slope, const num* A, const num* b, num la, int n) {
  num L[MAX_DIM * MAX_DIM], z[MAX_DIM];
  ig_copy(L, A, n * n);
  for (int i = 0; i < n; i++) L[i * (n + 1)] += la;
  if (ig_chol_factor(L, n, smallest) < n) return false;
  ig_chol_solve(y, L, b, n);
  ig_scl(y, y, -1, n);
  ig_chol_solve(z, L, y, n);
  *slope = ig_dot(y, z, n);
  return true;
}

bool ig_qcqp(num* x, const num* A, const num* b, const num* d, num r, int n) {
  Solve* solve = n == 2 ? solve2 : n == 3 ? solve3 : solve_any;
  num scaled[MAX_DIM * MAX_DIM], c[MAX_DIM], y[MAX_DIM] = {0}, la = 0;
  for (int i = 0; i < n; i++) {
    c[i] = b[i] * d[i];
    for (int j = 0; j < n; j++) scaled[i * n + j] = A[i * n + j] * d[i] * d[j];
  }
  for (int iteration = 0; iteration < ITERATIONS; iteration++) {
    num slope;
    if (!solve(y, &slope, scaled, c, la, n)) {
      ig_zero(x, n);
      return false;
    }
    num excess = ig_dot(y, y, n) - r * r;
    if (excess < NO_EXCESS(r * r)) break;
    num step = excess / (2.0 * slope);
    if (step < smallest) break;
    la += step;
  }
  for (int i = 0; i < n; i++) x[i] = y[i] * d[i];
  return la != 0;
}
