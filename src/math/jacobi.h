// SPDX-License-Identifier: Apache-2.0
// Principal axes of a symmetric 3x3 matrix.
#ifndef INGOT_MATH_JACOBI_H_
#define INGOT_MATH_JACOBI_H_

// Values in falling order, and the rotation whose columns are their axes. `unit` brings a quaternion to unit length: two callers
// round that differently. Returns the number of turns.
int ig_jacobi3(double quat[4], double value[3], const double mat[9], void (*unit)(double quat[4]));

#endif  // INGOT_MATH_JACOBI_H_
