// SPDX-License-Identifier: Apache-2.0
// Runs of neighbouring rows of a sparse matrix that have the same columns.
#ifndef INGOT_MATH_SUPERNODE_H_
#define INGOT_MATH_SUPERNODE_H_

#include <string.h>

// whether n ascending columns are the same; mostly the first two tell
static inline int ig_same_columns(const int* a, const int* b, int n) {
  return n == 0 || (a[0] == b[0] && a[n - 1] == b[n - 1] && !memcmp(a, b, sizeof(int) * (size_t)n));
}

// super[row] = how many of the following rows share the columns of this one. On entry it is above zero where the next row is
// known to share them: rows of one constraint, most of all rows, need not be compared.
static inline void ig_supernodes(int* super, const int* rownnz, const int* rowadr, const int* colind, int rows) {
  for (int row = rows - 2, following = 0; row >= 0; row--) {
    int n = rownnz[row];
    int same = super[row] > 0 || (n == rownnz[row + 1] && ig_same_columns(colind + rowadr[row], colind + rowadr[row + 1], n));
    super[row] = following = same ? following + 1 : 0;
  }
}

#endif  // INGOT_MATH_SUPERNODE_H_
