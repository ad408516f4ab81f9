// SPDX-License-Identifier: Apache-2.0
#include "spec/moments.h"

#include "math/quat.h"

static const int row_of[6] = {0, 1, 2, 0, 0, 1}, col_of[6] = {0, 1, 2, 1, 2, 2};

void ig_moments_turned(double r[6], const double d[3], const double quat[4]) {
  double mat[9];
  ig_quat2mat(mat, quat);
  for (int n = 0; n < 6; n++) {
    const double *a = mat + 3 * row_of[n], *b = mat + 3 * col_of[n];
    r[n] = a[0] * (b[0] * d[0]) + a[1] * (b[1] * d[1]) + a[2] * (b[2] * d[2]);
  }
}

void ig_moments_displaced(double r[6], double mass, const double v[3]) {
  for (int n = 0; n < 3; n++) {
    double a = v[n == 0 ? 1 : 0], b = v[n == 2 ? 1 : 2];
    r[n] = mass * (a * a + b * b);
  }
  for (int n = 3; n < 6; n++) r[n] = -mass * v[row_of[n]] * v[col_of[n]];
}

void ig_moments_rotated(double r[6], const double full[6], const double quat[4]) {
  static const int place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  double mat[9];
  ig_quat2mat(mat, quat);
  for (int n = 0; n < 6; n++) {
    r[n] = 0;
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) r[n] += mat[3 * row_of[n] + i] * full[place[i][j]] * mat[3 * col_of[n] + j];
    }
  }
}
