// SPDX-License-Identifier: Apache-2.0
// The public vector, matrix, quaternion and pose functions: the inline forms under their public names.
#include <string.h>

#include <mujoco/mujoco.h>

#include "math/dense.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/spatial.h"
#include "math/vec3.h"

// 3-vectors and 3x3 matrices
void mju_zero3(mjtNum res[3]) { ig_zero3(res); }
void mju_copy3(mjtNum res[3], const mjtNum data[3]) { ig_copy3(res, data); }
void mju_scl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl) { ig_scl3(res, vec, scl); }
void mju_add3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]) { ig_add3(res, vec1, vec2); }
void mju_sub3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]) { ig_sub3(res, vec1, vec2); }
void mju_addTo3(mjtNum res[3], const mjtNum vec[3]) { ig_addto3(res, vec); }
void mju_subFrom3(mjtNum res[3], const mjtNum vec[3]) { ig_subfrom3(res, vec); }
void mju_addToScl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl) { ig_addtoscl3(res, vec, scl); }
void mju_addScl3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3], mjtNum scl) { ig_addscl3(res, vec1, vec2, scl); }
mjtNum mju_normalize3(mjtNum vec[3]) { return ig_normalize3(vec); }
mjtNum mju_norm3(const mjtNum vec[3]) { return ig_norm3(vec); }
mjtNum mju_dot3(const mjtNum vec1[3], const mjtNum vec2[3]) { return ig_dot3(vec1, vec2); }
mjtNum mju_dist3(const mjtNum pos1[3], const mjtNum pos2[3]) { return ig_dist3(pos1, pos2); }
void mju_mulMatVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]) { ig_mulmatvec3(res, mat, vec); }
void mju_mulMatTVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]) { ig_mulmattvec3(res, mat, vec); }
void mju_cross(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]) { ig_cross(res, a, b); }

// 4-vectors
void mju_zero4(mjtNum res[4]) { ig_zero(res, 4); }
void mju_unit4(mjtNum res[4]) { ig_unit4(res); }
void mju_copy4(mjtNum res[4], const mjtNum data[4]) { ig_copy4(res, data); }
mjtNum mju_normalize4(mjtNum vec[4]) { return ig_normalize4(vec); }

// vectors of any length
void mju_zero(mjtNum* res, int n) { ig_zero(res, n); }
void mju_copy(mjtNum* res, const mjtNum* vec, int n) {
  if (n > 0) memmove(res, vec, sizeof(mjtNum) * (size_t)n);
}
void mju_fill(mjtNum* res, mjtNum val, int n) {
  for (int i = 0; i < n; i++) res[i] = val;
}
mjtNum mju_sum(const mjtNum* vec, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) sum += vec[i];
  return sum;
}
mjtNum mju_L1(const mjtNum* vec, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) sum += fabs(vec[i]);
  return sum;
}
void mju_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) { ig_scl(res, vec, scl, n); }
// the result may be one of the arguments
void mju_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) { ig_add(res, vec1, vec2, n); }
void mju_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) { ig_sub(res, vec1, vec2, n); }
void mju_addTo(mjtNum* res, const mjtNum* vec, int n) { mju_add(res, res, vec, n); }
void mju_subFrom(mjtNum* res, const mjtNum* vec, int n) { mju_sub(res, res, vec, n); }
void mju_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl, int n) {
  for (int i = 0; i < n; i++) res[i] = vec1[i] + vec2[i] * scl;
}
void mju_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) { mju_addScl(res, res, vec, scl, n); }
mjtNum mju_norm(const mjtNum* res, int n) { return ig_norm(res, n); }
mjtNum mju_dot(const mjtNum* vec1, const mjtNum* vec2, int n) { return ig_dot(vec1, vec2, n); }

mjtNum mju_normalize(mjtNum* res, int n) { return ig_normalize(res, n); }

// matrices of any size, row by row
void mju_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) { ig_mulmatvec(res, mat, vec, nr, nc); }
void mju_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) { ig_mulmattvec(res, mat, vec, nr, nc); }

mjtNum mju_mulVecMatVec(const mjtNum* vec1, const mjtNum* mat, const mjtNum* vec2, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) sum += vec1[i] * ig_dot(mat + (size_t)i * (size_t)n, vec2, n);
  return sum;
}

void mju_transpose(mjtNum* res, const mjtNum* mat, int nr, int nc) { ig_transpose(res, mat, nr, nc); }

void mju_symmetrize(mjtNum* res, const mjtNum* mat, int n) {
  for (int i = 0; i < n; i++) {
    res[i * n + i] = mat[i * n + i];
    for (int j = 0; j < i; j++) res[i * n + j] = res[j * n + i] = 0.5 * (mat[i * n + j] + mat[j * n + i]);
  }
}

void mju_eye(mjtNum* mat, int n) {
  ig_zero(mat, n * n);
  for (int i = 0; i < n; i++) mat[i * (n + 1)] = 1;
}

// sums over the inner index in ascending order, zeros of the first matrix left out
void mju_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  for (int i = 0; i < r1; i++) {
    mjtNum* row = res + (size_t)i * (size_t)c2;
    ig_zero(row, c2);
    for (int k = 0; k < c1; k++) {
      mjtNum factor = mat1[(size_t)i * (size_t)c1 + (size_t)k];
      if (factor != 0) ig_addtoscl(row, mat2 + (size_t)k * (size_t)c2, factor, c2);
    }
  }
}

void mju_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int r2) {
  for (int i = 0; i < r1; i++) ig_mulmatvec(res + (size_t)i * (size_t)r2, mat2, mat1 + (size_t)i * (size_t)c1, r2, c1);
}

void mju_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  ig_zero(res, c1 * c2);
  for (int k = 0; k < r1; k++) {
    for (int i = 0; i < c1; i++) {
      mjtNum factor = mat1[(size_t)k * (size_t)c1 + (size_t)i];
      if (factor != 0) ig_addtoscl(res + (size_t)i * (size_t)c2, mat2 + (size_t)k * (size_t)c2, factor, c2);
    }
  }
}

// M^T diag M, or M^T M: the lower triangle, then its mirror image
void mju_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc) {
  ig_zero(res, nc * nc);
  for (int k = 0; k < nr; k++) {
    const mjtNum *row = mat + (size_t)k * (size_t)nc, weight = diag ? diag[k] : 1;
    if (weight == 0) continue;
    for (int i = 0; i < nc; i++) {
      if (row[i] != 0) ig_addtoscl(res + (size_t)i * (size_t)nc, row, diag ? row[i] * weight : row[i], i + 1);
    }
  }
  for (int i = 0; i < nc; i++) {
    for (int j = i + 1; j < nc; j++) res[i * nc + j] = res[j * nc + i];
  }
}

// spatial vectors (rotation, translation) seen from another point and frame
void mju_transformSpatial(mjtNum res[6], const mjtNum vec[6], int flg_force, const mjtNum newpos[3], const mjtNum oldpos[3],
                          const mjtNum rotnew2old[9]) {
  mjtNum shift[3], turn[3], moved[6];
  ig_copy6(moved, vec);
  ig_sub3(shift, newpos, oldpos);
  // a force's moment changes with the point, a motion's velocity does
  ig_cross(turn, shift, flg_force ? vec + 3 : vec);
  ig_subfrom3(flg_force ? moved : moved + 3, turn);
  if (rotnew2old) {
    ig_mulmattvec3(res, rotnew2old, moved);
    ig_mulmattvec3(res + 3, rotnew2old, moved + 3);
  } else {
    ig_copy6(res, moved);
  }
}

// quaternions
void mju_rotVecQuat(mjtNum res[3], const mjtNum vec[3], const mjtNum quat[4]) { ig_rotvecquat(res, vec, quat); }
void mju_negQuat(mjtNum res[4], const mjtNum quat[4]) { ig_negquat(res, quat); }
void mju_mulQuat(mjtNum res[4], const mjtNum quat1[4], const mjtNum quat2[4]) { ig_mulquat(res, quat1, quat2); }
void mju_mulQuatAxis(mjtNum res[4], const mjtNum quat[4], const mjtNum axis[3]) { ig_mulquataxis(res, quat, axis); }
void mju_axisAngle2Quat(mjtNum res[4], const mjtNum axis[3], mjtNum angle) { ig_axisangle2quat(res, axis, angle); }
void mju_quat2Vel(mjtNum res[3], const mjtNum quat[4], mjtNum dt) { ig_quat2vel(res, quat, dt); }
void mju_subQuat(mjtNum res[3], const mjtNum qa[4], const mjtNum qb[4]) { ig_subquat(res, qa, qb); }
void mju_quat2Mat(mjtNum res[9], const mjtNum quat[4]) { ig_quat2mat(res, quat); }
void mju_quatIntegrate(mjtNum quat[4], const mjtNum vel[3], mjtNum scale) { ig_quatintegrate(quat, vel, scale); }

void mju_derivQuat(mjtNum res[4], const mjtNum quat[4], const mjtNum vel[3]) {
  mjtNum w = quat[0], x = quat[1], y = quat[2], z = quat[3];
  res[0] = 0.5 * (-vel[0] * x - vel[1] * y - vel[2] * z);
  res[1] = 0.5 * (vel[0] * w + vel[1] * z - vel[2] * y);
  res[2] = 0.5 * (-vel[0] * z + vel[1] * w + vel[2] * x);
  res[3] = 0.5 * (vel[0] * y - vel[1] * x + vel[2] * w);
}

// poses
void ig_mulpose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos1[3], const mjtNum quat1[4], const mjtNum pos2[3],
                const mjtNum quat2[4]) {
  mjtNum turned[3];
  ig_rotvecquat(turned, pos2, quat1);
  ig_mulquat(quatres, quat1, quat2);
  ig_normalize4(quatres);
  ig_add3(posres, turned, pos1);
}

void mju_mulPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos1[3], const mjtNum quat1[4], const mjtNum pos2[3],
                 const mjtNum quat2[4]) {
  ig_mulpose(posres, quatres, pos1, quat1, pos2, quat2);
}

void ig_negpose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos[3], const mjtNum quat[4]) {
  ig_negquat(quatres, quat);
  ig_rotvecquat(posres, pos, quatres);
  ig_scl3(posres, posres, -1);
}

void mju_negPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos[3], const mjtNum quat[4]) {
  ig_negpose(posres, quatres, pos, quat);
}

void mju_trnVecPose(mjtNum res[3], const mjtNum pos[3], const mjtNum quat[4], const mjtNum vec[3]) {
  mjtNum turned[3];
  ig_rotvecquat(turned, vec, quat);
  ig_add3(res, turned, pos);
}

int mju_mat2Rot(mjtNum quat[4], const mjtNum mat[9]) { return ig_mat2rot(quat, mat); }
