// SPDX-License-Identifier: Apache-2.0
// Rotations from other things: matrices, axes, Euler angles, inertia tensors.
#ifndef INGOT_MATH_ROTATION_H_
#define INGOT_MATH_ROTATION_H_

#include <mujoco/mjtnum.h>

// of a rotation matrix
void ig_mat2quat(mjtNum quat[4], const mjtNum mat[9]);

// the shortest turn of the z axis to a direction; the identity for a null vector
void ig_quat_z2vec(mjtNum quat[4], const mjtNum vec[3]);

// the rotational part of any matrix, from a first guess; returns the number of turns taken
int ig_mat2rot(mjtNum quat[4], const mjtNum mat[9]);

#endif  // INGOT_MATH_ROTATION_H_
