// SPDX-License-Identifier: Apache-2.0
#include "math/lu_tree.h"

#include "math/csr.h"
#include "math/sums.h"

static int row_at(const ig_TreePattern* p, int k) { return p->index ? p->index[k] : k; }

// place of column `col` in row `row`, -1 when it is not there; descendants stand behind the diagonal
static int find_above(const ig_TreePattern* p, int row, int col) {
  int end = p->rowadr[row] + p->rownnz[row], place = ig_column_place(p->colind, p->rowadr[row] + p->diag[row] + 1, end, col);
  return place < end && p->colind[place] == col ? place : -1;
}

void IG_NAME(ig_lu_tree_factor)(real* a, const ig_TreePattern* p, mask* regular) {
  real least = ig_broadcast(IG_LEAST);
  *regular = ig_le(least, least);
  for (int k = p->n - 1; k >= 0; k--) {
    int i = row_at(p, k), start = p->rowadr[i], diag = start + p->diag[i];
    // a pivot that is not a number goes on: the step tells of such accelerations
    *regular = ig_and(*regular, ig_not(ig_lt(ig_abs(a[diag]), least)));
    if (!ig_any(*regular)) return;

    // only ancestors of i have i among their descendants; they are the columns of row i before its diagonal
    for (int c = diag - 1; c >= start; c--) {
      int j = p->colind[c], above = find_above(p, j, i);
      if (above < 0) continue;
      real factor = a[above] /= a[diag];

      // row j less factor * row i, at the columns before i; those of row i are all in row j
      for (int from = start, to = p->rowadr[j]; from < diag; from++, to++) {
        while (p->colind[to] < p->colind[from]) to++;
        a[to] -= a[from] * factor;
      }
    }
  }
}

void IG_NAME(ig_lu_tree_solve)(real* x, const real* lu, const real* b, const ig_TreePattern* p) {
  for (int k = p->n - 1; k >= 0; k--) {
    int i = row_at(p, k), first = p->rowadr[i] + p->diag[i] + 1, n = p->rownnz[i] - p->diag[i] - 1;
    x[i] = b[i] - ig_dot_sparse(lu + first, x, n, p->colind + first);
  }
  for (int k = 0; k < p->n; k++) {
    int i = row_at(p, k), first = p->rowadr[i], n = p->diag[i];
    x[i] = (x[i] - ig_dot_sparse(lu + first, x, n, p->colind + first)) / lu[first + n];
  }
}
