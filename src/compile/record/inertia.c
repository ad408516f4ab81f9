// SPDX-License-Identifier: Apache-2.0
#include "compile/record/inertia.h"

#include <math.h>

#include "math/quat.h"
#include "math/vec3.h"
#include "spec/moments.h"
#include "spec/pose.h"

// off-diagonal entries and moments this small count as equal to nothing
static const double tiny = 1e-12;

bool ig_combine_parts(ig_Part* whole, double full[6], const ig_Part* parts, int n) {
  whole->mass = 0;
  ig_zero3(whole->pos);
  for (int i = 0; i < n; i++) {
    whole->mass += parts[i].mass;
    for (int k = 0; k < 3; k++) whole->pos[k] += parts[i].mass * parts[i].pos[k];
  }
  for (int k = 0; k < 3; k++) whole->pos[k] /= whole->mass;

  for (int k = 0; k < 6; k++) full[k] = 0;
  for (int i = 0; i < n; i++) {
    double own[6], moved[6], arm[3];
    ig_sub3(arm, parts[i].pos, whole->pos);
    ig_moments_turned(own, parts[i].moments, parts[i].quat);
    ig_moments_displaced(moved, parts[i].mass, arm);
    for (int k = 0; k < 6; k++) full[k] = full[k] + own[k] + moved[k];
  }
  return ig_principal_axes(whole->quat, whole->moments, full);
}

// one Jacobi turn towards a diagonal D; false when D is diagonal already
static bool jacobi_turn(double turn[4], const double D[9]) {
  // the largest entry off the diagonal, and the axis that is left out
  int row = 1, col = 2, axis = 0;
  if (fabs(D[1]) > fabs(D[2]) && fabs(D[1]) > fabs(D[5])) {
    row = 0, col = 1, axis = 2;
  } else if (fabs(D[2]) > fabs(D[5])) {
    row = 0, col = 2, axis = 1;
  }
  double off = D[3 * row + col];
  if (fabs(off) < tiny) return false;

  // the smaller root of t^2 + 2 tau t - 1 = 0 is the tangent
  double tau = (D[4 * col] - D[4 * row]) / (2 * off);
  double t = tau >= 0 ? 1.0 / (tau + sqrt(1 + tau * tau)) : -1.0 / (-tau + sqrt(1 + tau * tau));
  double cosine = 1.0 / sqrt(1 + t * t);
  if (cosine > 1.0 - tiny) return false;

  double half = sqrt(0.5 - 0.5 * cosine);
  if ((tau >= 0) != (axis == 1)) half = -half;
  turn[1] = turn[2] = turn[3] = 0;
  turn[axis + 1] = half;
  turn[0] = sqrt(1.0 - half * half);
  ig_make_unit(turn, 4);
  return true;
}

void ig_diagonalize(double quat[4], double moments[3], const double full[6]) {
  double A[9] = {full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2]};
  double q[4] = {1, 0, 0, 0}, value[3] = {0, 0, 0};
  for (int sweep = 0; sweep < 500; sweep++) {
    double R[9], RtA[9], D[9], turn[4];
    ig_quat2mat(R, q);
    ig_mulmattmat3(RtA, R, A);
    ig_mulmat3(D, RtA, R);
    ig_set3(value, D[0], D[4], D[8]);
    if (!jacobi_turn(turn, D)) break;
    ig_compose_quat(q, q, turn);
    ig_make_unit(q, 4);
  }

  // falling order by exchanges (0 1), (1 2), (0 1): each is a quarter turn about the third axis
  for (int pass = 0; pass < 3; pass++) {
    int i = pass % 2;
    if (!(value[i] + tiny < value[i + 1])) continue;
    double swap = value[i], quarter[4] = {0.707106781186548, 0, 0, 0};
    value[i] = value[i + 1], value[i + 1] = swap;
    quarter[(i + 2) % 3 + 1] = quarter[0];
    ig_compose_quat(q, q, quarter);
    ig_make_unit(q, 4);
  }

  ig_copy4(quat, q);
  ig_copy3(moments, value);
}

bool ig_principal_axes(double quat[4], double moments[3], const double full[6]) {
  double q[4], value[3];
  ig_diagonalize(q, value, full);
  // moments that are no numbers fail here as well: a mesh like a needle can have such
  if (!(value[2] >= IG_EPS)) return false;
  ig_copy4(quat, q);
  ig_copy3(moments, value);
  return true;
}
