// SPDX-License-Identifier: Apache-2.0
// Runs of neighbouring rows of a sparse matrix that have the same columns.
#ifndef INGOT_MATH_SUPERNODE_H_
#define INGOT_MATH_SUPERNODE_H_

#include <string.h>

// super[row] = how many of the following rows share the columns of this one
static inline void ig_supernodes(int* super, const int* rownnz, const int* rowadr, const int* colind, int rows) {
  if (rows > 0) super[rows - 1] = 0;
  for (int row = rows - 2; row >= 0; row--) {
    int n = rownnz[row];
    int same = n == rownnz[row + 1] && !memcmp(colind + rowadr[row], colind + rowadr[row + 1], sizeof(int) * (size_t)n);
    super[row] = same ? super[row + 1] + 1 : 0;
  }
}

#endif  // INGOT_MATH_SUPERNODE_H_
