// SPDX-License-Identifier: Apache-2.0
// Single numbers and lists of them.
#ifndef INGOT_MATH_SCALAR_H_
#define INGOT_MATH_SCALAR_H_

#include <mujoco/mujoco.h>

// number index of the Halton sequence
mjtNum ig_halton(int index, int base);
int ig_is_zero(const mjtNum* vec, int n);

// to a whole number; halves go up
int ig_round(mjtNum x);

// not a number, or too large to go on with
int ig_is_bad(mjtNum x);

// forces along the edges of a friction pyramid as normal force and friction
void ig_decode_pyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim);

// a matrix in compressed rows, whole
void ig_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz, const int* rowadr, const int* colind);

// at most n - 1 characters, zeros behind them
char* ig_copy_text(char* dst, const char* src, int n);

#endif  // INGOT_MATH_SCALAR_H_
