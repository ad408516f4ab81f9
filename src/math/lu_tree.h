// SPDX-License-Identifier: Apache-2.0
// LU factors of a sparse matrix whose pattern is that of a forest of dofs: each row has its ancestors and descendants.
// Eliminated from the last row to the first, such a matrix needs no new nonzeros.
#ifndef INGOT_MATH_LU_TREE_H_
#define INGOT_MATH_LU_TREE_H_

#include "lane/lane.h"

typedef struct {
  const int *rownnz, *rowadr, *colind;
  const int* diag;   // place of the diagonal within its row
  const int* index;  // the rows to work on, ascending; NULL: all
  int n;             // how many
} ig_TreePattern;

// in place: A = U L, L with the diagonal of the factors below, U with a unit diagonal above.
// Lanes without a pivot that vanishes are regular.
void IG_NAME(ig_lu_tree_factor)(real* a, const ig_TreePattern* p, mask* regular);

// x = A^-1 b from the factors; x may not be b
void IG_NAME(ig_lu_tree_solve)(real* x, const real* lu, const real* b, const ig_TreePattern* p);

#endif  // INGOT_MATH_LU_TREE_H_
