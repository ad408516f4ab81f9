// SPDX-License-Identifier: Apache-2.0
#include "compile/record/inertia.h"

#include "math/jacobi.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "spec/moments.h"
#include "spec/pose.h"

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

static void unit_quat(double quat[4]) { ig_make_unit(quat, 4); }

void ig_diagonalize(double quat[4], double moments[3], const double full[6]) {
  const double mat[9] = {full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2]};
  ig_jacobi3(quat, moments, mat, unit_quat);
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
