// SPDX-License-Identifier: Apache-2.0
// Single numbers and lists of them.
#ifndef INGOT_MATH_SCALAR_H_
#define INGOT_MATH_SCALAR_H_

#include <mujoco/mujoco.h>

// number index of the Halton sequence
mjtNum ig_halton(int index, int base);
int ig_is_zero(const mjtNum* vec, int n);

#endif  // INGOT_MATH_SCALAR_H_
