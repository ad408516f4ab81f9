// SPDX-License-Identifier: Apache-2.0
#include "math/rotation.h"

#include <math.h>

#include <mujoco/mujoco.h>

#include "math/jacobi.h"
#include "math/quat.h"

// From the largest component, so that nothing is divided by a small number. With trace signs s_k (+ for component k)
// the largest is sqrt(1 +- m00 +- m11 +- m22) / 2, the others follow from sums or differences across the diagonal.
void ig_mat2quat(mjtNum quat[4], const mjtNum mat[9]) {
  int largest = mat[0] + mat[4] + mat[8] > 0 ? 0 : mat[0] > mat[4] && mat[0] > mat[8] ? 1 : mat[4] > mat[8] ? 2 : 3;
  mjtNum diff[3] = {mat[7] - mat[5], mat[2] - mat[6], mat[3] - mat[1]};
  mjtNum sum[3] = {mat[5] + mat[7], mat[2] + mat[6], mat[1] + mat[3]};
  if (largest == 0) {
    quat[0] = 0.5 * sqrt(1 + mat[0] + mat[4] + mat[8]);
    for (int i = 0; i < 3; i++) quat[i + 1] = 0.25 * diff[i] / quat[0];
  } else {
    int k = largest - 1;
    mjtNum trace = 1 + (k == 0 ? mat[0] : -mat[0]);
    trace = trace + (k == 1 ? mat[4] : -mat[4]);
    trace = trace + (k == 2 ? mat[8] : -mat[8]);
    quat[largest] = 0.5 * sqrt(trace);
    quat[0] = 0.25 * diff[k] / quat[largest];
    // the sum over axes i and k stands at the third axis
    for (int i = 0; i < 3; i++) {
      if (i != k) quat[i + 1] = 0.25 * sum[3 - i - k] / quat[largest];
    }
  }
  ig_normalize4(quat);
}

void ig_quat_z2vec(mjtNum quat[4], const mjtNum vec[3]) {
  mjtNum to[3] = {vec[0], vec[1], vec[2]}, z[3] = {0, 0, 1}, axis[3];
  ig_unit4(quat);
  if (ig_normalize3(to) < mjMINVAL) return;
  ig_cross(axis, z, to);
  mjtNum sine = ig_normalize3(axis), cosine = ig_dot3(to, z);
  if (fabs(sine) >= mjMINVAL) {
    ig_axisangle2quat(quat, axis, ig_atan2(sine, cosine));
  } else if (cosine < 0) {
    // opposite: half a turn about x
    quat[0] = 0;
    quat[1] = 1;
  }
}

static void unit_quat(mjtNum quat[4]) { ig_normalize4(quat); }

int mju_eig3(mjtNum eigval[3], mjtNum eigvec[9], mjtNum quat[4], const mjtNum mat[9]) {
  int turns = ig_jacobi3(quat, eigval, mat, unit_quat);
  ig_quat2mat(eigvec, quat);
  return turns;
}

void mju_mat2Quat(mjtNum quat[4], const mjtNum mat[9]) { ig_mat2quat(quat, mat); }
void mju_quatZ2Vec(mjtNum quat[4], const mjtNum vec[3]) { ig_quat_z2vec(quat, vec); }

// Rotational part of any matrix: turn quat by the torque of its columns against the matrix's until it vanishes
// (Mueller, Bender, Chentanez, Macklin, 2016).
int ig_mat2rot(mjtNum quat[4], const mjtNum mat[9]) {
  enum { MAX_TURNS = 500 };
  const mjtNum least_angle = 1e-9;
  int turns = 0;
  for (; turns < MAX_TURNS; turns++) {
    mjtNum rot[9], axis[3] = {0, 0, 0}, along = 0, turn[4];
    ig_quat2mat(rot, quat);
    for (int column = 0; column < 3; column++) {
      mjtNum r[3] = {rot[column], rot[3 + column], rot[6 + column]}, m[3] = {mat[column], mat[3 + column], mat[6 + column]},
             torque[3];
      ig_cross(torque, r, m);
      if (column == 0)
        ig_copy3(axis, torque);
      else
        ig_addto3(axis, torque);
      along = column == 0 ? ig_dot3(r, m) : along + ig_dot3(r, m);
    }
    ig_scl3(axis, axis, 1.0 / (fabs(along) + mjMINVAL));
    mjtNum angle = ig_normalize3(axis);
    if (angle < least_angle) break;
    ig_axisangle2quat(turn, axis, angle);
    ig_mulquat(quat, turn, quat);
    ig_normalize4(quat);
  }
  return turns;
}

void mju_euler2Quat(mjtNum quat[4], const mjtNum euler[3], const char* seq) {
  if (strnlen(seq, 4) != 3) {
    mju_error("mju_euler2Quat: seq must contain exactly 3 characters");
    return;
  }
  mjtNum total[4] = {1, 0, 0, 0};
  for (int i = 0; i < 3; i++) {
    static const char letters[] = "xyzXYZ";
    const char* letter = strchr(letters, seq[i]);
    if (!letter) {
      mju_error("mju_euler2Quat: seq[%d] is '%c', should be one of x, y, z, X, Y, Z", i, seq[i]);
      return;
    }
    int which = (int)(letter - letters);
    mjtNum half = euler[i] / 2, turn[4] = {ig_cos(half), 0, 0, 0};
    turn[1 + which % 3] = ig_sin(half);
    // small letters turn about the moving axes, capitals about the fixed ones
    if (which < 3)
      ig_mulquat(total, total, turn);
    else
      ig_mulquat(total, turn, total);
  }
  ig_copy4(quat, total);
}
