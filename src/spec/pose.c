// SPDX-License-Identifier: Apache-2.0
#include "spec/pose.h"

#include <ctype.h>
#include <math.h>

#include "lane/elementary.h"
#include "math/quat.h"
#include "math/vec3.h"

double ig_make_unit(double* v, int n) {
  double square = 0;
  for (int i = 0; i < n; i++) square += v[i] * v[i];
  if (square < IG_EPS) return 0;

  // what is of unit length already keeps its bits
  double length = sqrt(square);
  if (fabs(length - 1) > IG_EPS) {
    for (int i = 0; i < n; i++) v[i] /= length;
  }
  return length;
}

void ig_compose_quat(double r[4], const double a[4], const double b[4]) {
  ig_mulquat(r, a, b);
  ig_make_unit(r, 4);
}

void ig_pose_append(double pos[3], double quat[4], const double childpos[3], const double childquat[4]) {
  double mat[9], moved[3];
  ig_quat2mat(mat, quat);
  ig_mulmatvec3(moved, mat, childpos);
  ig_addto3(pos, moved);
  ig_compose_quat(quat, quat, childquat);
}

void ig_pose_prepend(const double pos[3], const double quat[4], double childpos[3], double childquat[4]) {
  double p[3], q[4];
  ig_copy3(p, pos);
  ig_copy4(q, quat);
  ig_pose_append(p, q, childpos, childquat);
  ig_copy3(childpos, p);
  ig_copy4(childquat, q);
}

void ig_pose_invert(double rpos[3], double rquat[4], const double pos[3], const double quat[4]) {
  double mat[9];
  ig_negquat(rquat, quat);
  ig_quat2mat(mat, rquat);
  ig_mulmatvec3(rpos, mat, pos);
  ig_scl3(rpos, rpos, -1);
}

void ig_quat_from_z(double quat[4], const double z[3]) {
  const double least_sine = 1e-10;  // below it the direction is z's own, either way: any axis across will do
  double axis[3] = {-z[1], z[0], 0};
  double sine = ig_make_unit(axis, 3);
  if (sine < least_sine) ig_set3(axis, 1, 0, 0);
  double half = ig_atan2(sine, z[2]) / 2, s = ig_sin(half);
  quat[0] = ig_cos(half);
  ig_scl3(quat + 1, axis, s);
}

void ig_quat_from_axes(double quat[4], const double x[3], const double y[3], const double z[3]) {
  const double* col[3] = {x, y, z};
  double trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    quat[0] = 0.5 * sqrt(1 + x[0] + y[1] + z[2]);
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      quat[i + 1] = 0.25 * (col[j][k] - col[k][j]) / quat[0];
    }
  } else {
    // the largest component of the axis is found first, the others from sums with it
    int i = x[0] > y[1] && x[0] > z[2] ? 0 : y[1] > z[2] ? 1 : 2;
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double sign[3] = {-1, -1, -1};
    sign[i] = 1;
    double big = 0.5 * sqrt(1 + sign[0] * x[0] + sign[1] * y[1] + sign[2] * z[2]);
    quat[0] = 0.25 * (col[j][k] - col[k][j]) / big;
    quat[i + 1] = big;
    quat[j + 1] = 0.25 * (col[i][j] + col[j][i]) / big;
    quat[k + 1] = 0.25 * (col[i][k] + col[k][i]) / big;
  }
  ig_make_unit(quat, 4);
}

static double radians(const mjsCompiler* settings, double angle) { return settings->degree ? angle / 180.0 * IG_PI : angle; }

static const char* from_axisangle(double quat[4], const mjsCompiler* settings, const double given[4]) {
  double axis[3] = {given[0], given[1], given[2]};
  double half = radians(settings, given[3]) / 2;
  if (ig_make_unit(axis, 3) < IG_EPS) return "the axis of axisangle has no length";
  quat[0] = ig_cos(half);
  ig_scl3(quat + 1, axis, ig_sin(half));
  return NULL;
}

static const char* from_xyaxes(double quat[4], const double given[6]) {
  double x[3], y[3], z[3];
  ig_copy3(x, given);
  ig_copy3(y, given + 3);
  if (ig_make_unit(x, 3) < IG_EPS) return "the x axis of xyaxes has no length";
  double along = ig_dot3(x, y);
  for (int i = 0; i < 3; i++) y[i] -= x[i] * along;
  if (ig_make_unit(y, 3) < IG_EPS) return "the y axis of xyaxes is along x";
  ig_cross(z, x, y);
  if (ig_make_unit(z, 3) < IG_EPS) return "xyaxes are not independent";
  ig_quat_from_axes(quat, x, y, z);
  return NULL;
}

// small letters turn about the moved axes, capitals about the fixed ones
static const char* from_euler(double quat[4], const mjsCompiler* settings, const double given[3]) {
  ig_unit4(quat);
  for (int i = 0; i < 3; i++) {
    char letter = settings->eulerseq[i];
    int axis = tolower((unsigned char)letter) - 'x';
    if (axis < 0 || axis > 2) return "eulerseq must be made of x, y, z, X, Y, Z";
    double half = radians(settings, given[i]) / 2;
    double turn[4] = {ig_cos(half), 0, 0, 0};
    turn[axis + 1] = ig_sin(half);
    if (letter >= 'x') {
      ig_compose_quat(quat, quat, turn);
    } else {
      ig_compose_quat(quat, turn, quat);
    }
  }
  ig_make_unit(quat, 4);
  return NULL;
}

static const char* from_zaxis(double quat[4], const double given[3]) {
  double z[3];
  ig_copy3(z, given);
  if (ig_make_unit(z, 3) < IG_EPS) return "zaxis has no length";
  ig_quat_from_z(quat, z);
  return NULL;
}

const char* ig_resolve_orientation(double quat[4], const mjsCompiler* settings, const mjsOrientation* alt) {
  switch (alt->type) {
    case mjORIENTATION_QUAT: return NULL;
    case mjORIENTATION_AXISANGLE: return from_axisangle(quat, settings, alt->axisangle);
    case mjORIENTATION_XYAXES: return from_xyaxes(quat, alt->xyaxes);
    case mjORIENTATION_ZAXIS: return from_zaxis(quat, alt->zaxis);
    case mjORIENTATION_EULER: return from_euler(quat, settings, alt->euler);
  }
  return NULL;
}

const char* ig_orientation_quat(double quat[4], mjtByte degree, const char* sequence, const mjsOrientation* orientation) {
  mjsCompiler settings = {.degree = degree};
  for (int i = 0; i < 3 && sequence[i]; i++) settings.eulerseq[i] = sequence[i];
  return ig_resolve_orientation(quat, &settings, orientation);
}

// in all numbers of a pose, whatever its unit
static bool near(const double* a, const double* b, double sign, int n) {
  const double tolerance = 1e-6;
  for (int i = 0; i < n; i++) {
    if (!(fabs(a[i] - sign * b[i]) < tolerance)) return false;
  }
  return true;
}

bool ig_same_pose(const double* pos1, const double* pos2, const double* quat1, const double* quat2) {
  if (pos1 && pos2 && !near(pos1, pos2, 1, 3)) return false;
  return !quat1 || !quat2 || near(quat1, quat2, 1, 4) || near(quat1, quat2, -1, 4);
}

bool ig_null_pose(const double* pos, const double* quat) {
  static const double origin[3] = {0, 0, 0}, identity[4] = {1, 0, 0, 0};
  return ig_same_pose(pos, origin, quat, identity);
}

int ig_frame_shared(const double pos[3], const double quat[4], const double ipos[3], const double iquat[4]) {
  if (ig_null_pose(pos, quat)) return mjSAMEFRAME_BODY;
  if (ig_null_pose(NULL, quat)) return mjSAMEFRAME_BODYROT;
  if (!ipos) return mjSAMEFRAME_NONE;
  if (ig_same_pose(pos, ipos, quat, iquat)) return mjSAMEFRAME_INERTIA;
  if (ig_same_pose(NULL, NULL, quat, iquat)) return mjSAMEFRAME_INERTIAROT;
  return mjSAMEFRAME_NONE;
}
