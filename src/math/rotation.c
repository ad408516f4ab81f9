// SPDX-License-Identifier: Apache-2.0
#include "math/rotation.h"

#include <math.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "math/quat.h"

// From the largest component, so that nothing is divided by a small number. With trace signs s_k (+ for component k)
// the largest is sqrt(1 +- m00 +- m11 +- m22) / 2, the others follow from sums or differences across the diagonal.
void ig_mat2quat(double quat[4], const double mat[9]) {
  int largest = mat[0] + mat[4] + mat[8] > 0 ? 0 : mat[0] > mat[4] && mat[0] > mat[8] ? 1 : mat[4] > mat[8] ? 2 : 3;
  double diff[3] = {mat[7] - mat[5], mat[2] - mat[6], mat[3] - mat[1]};
  double sum[3] = {mat[5] + mat[7], mat[2] + mat[6], mat[1] + mat[3]};
  if (largest == 0) {
    quat[0] = 0.5 * sqrt(1 + mat[0] + mat[4] + mat[8]);
    for (int i = 0; i < 3; i++) quat[i + 1] = 0.25 * diff[i] / quat[0];
  } else {
    int k = largest - 1;
    double trace = 1 + (k == 0 ? mat[0] : -mat[0]);
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

void ig_quat_z2vec(double quat[4], const double vec[3]) {
  double to[3] = {vec[0], vec[1], vec[2]}, z[3] = {0, 0, 1}, axis[3];
  ig_unit4(quat);
  if (ig_normalize3(to) < mjMINVAL) return;
  ig_cross(axis, z, to);
  double sine = ig_normalize3(axis), cosine = ig_dot3(to, z);
  if (fabs(sine) >= mjMINVAL) {
    ig_axisangle2quat(quat, axis, ig_atan2(sine, cosine));
  } else if (cosine < 0) {
    // opposite: half a turn about x
    quat[0] = 0;
    quat[1] = 1;
  }
}

static const double eigen_tolerance = mjMINVAL * 1000;

// rotation that removes the largest entry off the diagonal of D; false: none is left
static bool jacobi_turn(double turn[4], const double D[9]) {
  static const int rows[3] = {1, 0, 0}, cols[3] = {2, 2, 1};  // of the entry that a turn about axis 0, 1, 2 removes
  double x = fabs(D[5]), y = fabs(D[2]), z = fabs(D[1]);
  int axis = z > y && z > x ? 2 : y > x ? 1 : 0;
  double off = D[3 * rows[axis] + cols[axis]];
  if (fabs(off) < eigen_tolerance) return false;
  double tau = (D[4 * cols[axis]] - D[4 * rows[axis]]) / (2 * off), root = sqrt(1 + tau * tau);
  double t = tau >= 0 ? 1.0 / (tau + root) : -1.0 / (-tau + root), c = 1.0 / sqrt(1 + t * t);
  if (c > 1.0 - eigen_tolerance) return false;
  double half = sqrt(0.5 - 0.5 * c);
  memset(turn, 0, 4 * sizeof(double));
  turn[axis + 1] = (tau >= 0) == (axis == 1) ? half : -half;
  turn[0] = sqrt(1.0 - turn[axis + 1] * turn[axis + 1]);
  ig_normalize4(turn);
  return true;
}

// Eigenvalues of a symmetric matrix in descending order, eigenvectors as the columns of eigvec and as a quaternion.
// Jacobi's method on the quaternion; returns the number of rotations.
int mju_eig3(mjtNum eigval[3], mjtNum eigvec[9], mjtNum quat[4], const mjtNum mat[9]) {
  enum { MAX_TURNS = 500 };
  int turns = 0;
  ig_unit4(quat);
  for (; turns < MAX_TURNS; turns++) {
    double half[9], D[9], turn[4];
    ig_quat2mat(eigvec, quat);
    ig_mulmattmat3(half, eigvec, mat);
    ig_mulmat3(D, half, eigvec);
    for (int i = 0; i < 3; i++) eigval[i] = D[4 * i];
    if (!jacobi_turn(turn, D)) break;
    ig_mulquat(quat, quat, turn);
    ig_normalize4(quat);
  }
  // neighbours 0-1, 1-2, 0-1
  for (int pass = 0; pass < 3; pass++) {
    int first = pass % 2;
    if (!(eigval[first] + eigen_tolerance < eigval[first + 1])) continue;
    // a quarter turn about the third axis exchanges them
    double turn[4] = {0.707106781186548, 0, 0, 0}, swap = eigval[first];
    eigval[first] = eigval[first + 1];
    eigval[first + 1] = swap;
    turn[(first + 2) % 3 + 1] = turn[0];
    ig_mulquat(quat, quat, turn);
    ig_normalize4(quat);
  }
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
