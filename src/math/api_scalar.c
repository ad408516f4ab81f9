// SPDX-License-Identifier: Apache-2.0
// The public functions of numbers and lists that the library calls too.
#include <mujoco/mujoco.h>

#include "math/scalar.h"

int mju_round(mjtNum x) { return ig_round(x); }

int mju_isBad(mjtNum x) { return ig_is_bad(x); }

void mju_decodePyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim) {
  ig_decode_pyramid(force, pyramid, mu, dim);
}

void mju_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz, const int* rowadr, const int* colind) {
  ig_sparse2dense(res, mat, nr, nc, rownnz, rowadr, colind);
}

char* mju_strncpy(char* dst, const char* src, int n) { return ig_copy_text(dst, src, n); }

mjtNum mju_max(mjtNum a, mjtNum b) { return a >= b ? a : b; }
