// SPDX-License-Identifier: Apache-2.0
// Principal axes of a symmetric 3x3 matrix.
#ifndef INGOT_MATH_JACOBI_H_
#define INGOT_MATH_JACOBI_H_

#include <mujoco/mjtnum.h>

// Values in falling order, and the rotation whose columns are their axes. `unit` brings a quaternion to unit length: two callers
// round that differently. Returns the number of turns.
int ig_jacobi3(mjtNum quat[4], mjtNum value[3], const mjtNum mat[9], void (*unit)(mjtNum quat[4]));

#endif  // INGOT_MATH_JACOBI_H_
