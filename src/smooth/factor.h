// SPDX-License-Identifier: Apache-2.0
// Factors of a symmetric matrix with the pattern of the inertia matrix: L' D L, L below the diagonal.
//
// The rows of the lower triangle are stored sparse, the diagonal last. The columns of row i are the dofs that carry i
// and i itself, in order: the row of each carrier has the first of them. So no fill-in leaves the pattern.
#ifndef INGOT_SMOOTH_FACTOR_H_
#define INGOT_SMOOTH_FACTOR_H_

#include "batch/data.h"
#include "smooth/awake.h"

typedef struct {
  const int *rownnz, *rowadr, *colind;
} ig_Pattern;

// entries in row i, the diagonal not counted
IG_INLINE int ig_below(ig_Pattern p, int i) { return p.rownnz[i] - 1; }

// how many rows from position k on, in steps of 1 or -1, form an unbranched chain, each the child of the one above it; at
// most `most`
IG_INLINE int ig_chain_length(ig_Subset rows, ig_Pattern p, int k, int step, int most) {
  int n = 1;
  for (int next = k + step; n < most && next >= 0 && next < rows.count; next += step, n++) {
    int child = ig_member(rows, step < 0 ? next + 1 : next), parent = ig_member(rows, step < 0 ? next : next - 1);
    if (p.rownnz[child] != p.rownnz[parent] + 1 || p.colind[p.rowadr[child] + ig_below(p, child) - 1] != parent) break;
  }
  return n;
}

// The factors of the matrix `from`, for the given rows: L below the diagonal, D on it. Both may be the same array, else the
// rows of mat are written only. The inverse of D goes to diaginv, which may be NULL.
void IG_NAME(ig_factor_rows)(real* mat, const real* from, real* diaginv, ig_Subset rows, ig_Pattern pattern);

// x <- (L' D L)^-1 x for n vectors of nv, for the given rows
void IG_NAME(ig_solve_rows)(real* x, const real* mat, const real* diaginv, int nv, int n, ig_Subset rows, ig_Pattern pattern);

// x <- sqrt(D^-1) L'^-1 x for n vectors of nv; the square roots are given
void IG_NAME(ig_half_solve_rows)(real* x, const real* mat, const real* sqrt_invd, int nv, int n, ig_Pattern pattern);

// res = sqrt(D) L vec
void IG_NAME(ig_half_mul_rows)(real* res, const real* mat, const real* vec, int nv, ig_Pattern pattern);

#endif  // INGOT_SMOOTH_FACTOR_H_
