// SPDX-License-Identifier: Apache-2.0
// Rows that form an unbranched chain, each the child of the one before, have the same columns but for themselves. They
// are worked on together, so that what they have in common is read once for all of them; each sum still runs in the
// order of one row at a time.
#include "smooth/factor.h"

#include <limits.h>
#include <string.h>

#include "base/clones.h"
#include "lane/quad.h"

// rows taken together: eight where rows outgrow the nearest cache and registers are many
enum { FEW = 4, MANY = 8, MOST = IG_WIDTH == 8 ? MANY : FEW };

// ------------------------------------------------ factor

// Rows of a chain, the child first. Loops over them have a constant count, so that they unroll.
typedef struct {
  real* row[MANY];
  real inverse[MANY];  // of the diagonals
  int last[MANY];      // where the diagonals are

  // its carriers: the columns that all rows have
  real* mat;
  const int *rowadr, *col;

  // those from position `fresh` on have not been touched yet, and are read from here
  const real* from;
  int fresh;
} Chain;

// where the carrier at a position is read
IG_INLINE const real* source(const Chain* chain, int position) {
  return IG_WIDTH > 1 && position >= chain->fresh ? chain->from : chain->mat;
}

// target = start + the n rows, each times its scale, one after the other; from entry l on
IG_INLINE void take_rows(real* target, const real* start, int l, int end, real* const* row, const real* scale, int n) {
#define STEP(type)                                                       \
  type sum = IG_AT(const type, start + l);                               \
  for (int c = 0; c < n; c++) sum += IG_AT(type, row[c] + l) * scale[c]; \
  IG_AT(type, target + l) = sum;
  IG_IN_PACKS(l, end, STEP);
#undef STEP
}

// the same for two targets
IG_INLINE void take_rows_twice(real* first, real* second, const real* start1, const real* start2, int l, int end,
                               real* const* row, const real* scale1, const real* scale2, int n) {
#define STEP(type)                                                                 \
  type sum1 = IG_AT(const type, start1 + l), sum2 = IG_AT(const type, start2 + l); \
  for (int c = 0; c < n; c++) {                                                    \
    type entry = IG_AT(type, row[c] + l);                                          \
    IG_KEEP(entry);                                                                \
    sum1 += entry * scale1[c];                                                     \
    sum2 += entry * scale2[c];                                                     \
  }                                                                                \
  IG_AT(type, first + l) = sum1;                                                   \
  IG_AT(type, second + l) = sum2;
  IG_IN_PACKS(l, end, STEP);
#undef STEP
}

// Take the n rows of a chain out of its carriers, in the columns from `begin` to `end`. A carrier's row is as long as its
// position says.
IG_INLINE void take_out(const Chain* chain, int n, int begin, int end) {
  real *row[MANY], scale1[MANY], scale2[MANY], inverse[MANY], *mat = chain->mat;
  for (int c = 0; c < n; c++) row[c] = chain->row[c], inverse[c] = chain->inverse[c];
  int j = chain->last[n - 1] - 1;
  for (; j > begin; j -= 2) {
    int adr1 = chain->rowadr[chain->col[j]], adr2 = chain->rowadr[chain->col[j - 1]];
    const real *start1 = source(chain, j) + adr1, *start2 = source(chain, j - 1) + adr2;
    for (int c = 0; c < n; c++) scale1[c] = -row[c][j] * inverse[c], scale2[c] = -row[c][j - 1] * inverse[c];
    take_rows_twice(mat + adr1, mat + adr2, start1, start2, begin, j < end ? j : end, row, scale1, scale2, n);
    if (j < end) take_rows(mat + adr1, start1, j, j + 1, row, scale1, n);
  }
  if (j < begin) return;
  int adr = chain->rowadr[chain->col[begin]];
  for (int c = 0; c < n; c++) scale1[c] = -row[c][begin] * inverse[c];
  take_rows(mat + adr, source(chain, begin) + adr, begin, begin + 1, row, scale1, n);
}

// Finish n rows from `from` on among themselves: each is taken out of those after it. The columns of their diagonals
// come first and give the scales; then the columns that all have, in one pass.
IG_INLINE void factor_few(Chain* chain, int from, int n) {
  real *row[FEW], scale[FEW][FEW], inverse[FEW];  // scale of row c, taken out of row `up`
  int last[FEW];
  for (int c = 0; c < n; c++) {
    row[c] = chain->row[from + c], last[c] = chain->last[from + c];
    for (int up = 0; up < FEW; up++) scale[c][up] = ig_broadcast(0);
  }
  for (int at = 0; at < n; at++) {
    real entry[FEW];
    for (int up = 0; up < FEW; up++) {
      if (up > at) continue;
      entry[up] = row[up][last[at]];
      for (int c = 0; c < FEW; c++) {
        if (c >= up) continue;
        if (up == at) scale[c][up] = -entry[c] * inverse[c];
        entry[up] += entry[c] * scale[c][up];
      }
      row[up][last[at]] = entry[up];
    }
    chain->inverse[from + at] = inverse[at] = 1 / entry[at];
  }
  int l = 0;
#define STEP(type)                                      \
  type entry[FEW];                                      \
  for (int up = 0; up < n; up++) {                      \
    entry[up] = IG_AT(type, row[up] + l);               \
    for (int c = 0; c < FEW; c++) {                     \
      if (c < up) entry[up] += entry[c] * scale[c][up]; \
    }                                                   \
    if (up) IG_AT(type, row[up] + l) = entry[up];       \
  }
  IG_IN_PACKS(l, last[n - 1], STEP);
#undef STEP
}

IG_INLINE void scale_row(real* row, int l, int end, real scale) {
#define STEP(type) IG_AT(type, row + l) *= scale;
  IG_IN_PACKS(l, end, STEP);
#undef STEP
}

// a chain of n rows: its share of the carriers, then its own rows
IG_INLINE void factor_chain(Chain* chain, int n) {
  factor_few(chain, 0, n);
  take_out(chain, n, 0, INT_MAX);
  for (int c = 0; c < n; c++) scale_row(chain->row[c], 0, chain->last[c], chain->inverse[c]);
}

// The same for MANY rows: the first are taken out of the others, then all of them out of the carriers, as many columns at
// a time as the nearest cache holds. Columns before `begin` are not needed any more.
IG_INLINE void factor_long_chain(Chain* chain) {
  enum { TILE = 32 };
  real scale1[FEW], scale2[FEW];
  factor_few(chain, 0, FEW);
  for (int up = FEW; up < MANY; up += 2) {
    real *first = chain->row[up], *second = chain->row[up + 1];
    int last = chain->last[up];
    for (int c = 0; c < FEW; c++) {
      scale1[c] = -chain->row[c][last] * chain->inverse[c];
      scale2[c] = -chain->row[c][last - 1] * chain->inverse[c];
    }
    take_rows_twice(first, second, first, second, 0, last, chain->row, scale1, scale2, FEW);
    take_rows(first, first, last, last + 1, chain->row, scale1, FEW);
  }
  factor_few(chain, FEW, MANY - FEW);
  int end = chain->last[MANY - 1];
  for (int begin = 0; begin < end; begin += TILE) {
    take_out(chain, MANY, begin, begin + TILE);
    for (int c = 0; c < MANY; c++) scale_row(chain->row[c], begin, begin + TILE < end ? begin + TILE : end, chain->inverse[c]);
  }
  for (int c = 0; c < MANY; c++) scale_row(chain->row[c], end, chain->last[c], chain->inverse[c]);
}

static void copy_rows(real* mat, const real* from, ig_Subset rows, ig_Pattern p) {
  if (!rows.index && rows.count) {
    int last = rows.count - 1;
#ifdef IG_GPU
    ig_copy_reals(mat, from, p.rowadr[last] + p.rownnz[last]);
#else
    memcpy(mat, from, sizeof(real) * (size_t)(p.rowadr[last] + p.rownnz[last]));
#endif
  }
  for (int k = 0; k < rows.count && rows.index; k++) {
    int adr = p.rowadr[rows.index[k]];
    ig_copy_reals(mat + adr, from + adr, p.rownnz[rows.index[k]]);
  }
}

// how many leading columns row k has in common with the row after it
IG_INLINE int common_columns(ig_Subset rows, ig_Pattern p, int k) {
  if (k + 1 >= rows.count) return 0;
  int after = ig_member(rows, k + 1), n = ig_below(p, after);
  return n ? p.rownnz[p.colind[p.rowadr[after] + n - 1]] : 0;
}

// depth first: the row after any other hangs on it or on one of its carriers
static bool depth_first(ig_Subset rows, ig_Pattern p) {
  for (int k = 0; k + 1 < rows.count; k++) {
    int here = ig_member(rows, k), after = ig_member(rows, k + 1), n = common_columns(rows, p, k);
    if (n > p.rownnz[here]) return false;
    if (n && p.colind[p.rowadr[here] + n - 1] != p.colind[p.rowadr[after] + n - 1]) return false;
  }
  return true;
}

// the n rows up to row k; n is a constant, so that the chain lies in registers
IG_INLINE void factor_rows(Chain* chain, real* diaginv, ig_Subset rows, ig_Pattern p, int k, int n) {
  for (int c = 0; c < n; c++) {
    int i = ig_member(rows, k - c);
    chain->row[c] = chain->mat + p.rowadr[i];
    chain->last[c] = ig_below(p, i);
    if (chain->last[c] >= chain->fresh) ig_copy_reals(chain->row[c], chain->from + p.rowadr[i], p.rownnz[i]);
  }
  chain->col = p.colind + p.rowadr[ig_member(rows, k - n + 1)];
  if (n == MANY) {
    factor_long_chain(chain);
  } else {
    factor_chain(chain, n);
  }
  for (int c = 0; c < n && diaginv; c++) diaginv[ig_member(rows, k - c)] = chain->inverse[c];
}

// From the last dof to the first: take row i out of the rows of the dofs that carry it, then divide it. Depth first, a
// carrier has been touched before if it carries the row after i, too; the first touch moves a row to its place.
IG_KERNEL_CLONES void IG_NAME(ig_factor_rows)(real* mat, const real* from, real* diaginv, ig_Subset rows, ig_Pattern p) {
  bool in_place = IG_WIDTH == 1 || mat == from || !depth_first(rows, p);
  if (in_place && mat != from) copy_rows(mat, from, rows, p);
  for (int k = rows.count - 1, n; k >= 0; k -= n) {
    Chain chain;
    chain.mat = mat, chain.rowadr = p.rowadr, chain.from = from;
    chain.fresh = in_place ? INT_MAX : common_columns(rows, p, k);
    n = ig_chain_length(rows, p, k, -1, MOST);
    if (n < MOST) n = n < FEW ? n : FEW;
    switch (n) {
      case 1: factor_rows(&chain, diaginv, rows, p, k, 1); break;
      case 2: factor_rows(&chain, diaginv, rows, p, k, 2); break;
      case 3: factor_rows(&chain, diaginv, rows, p, k, 3); break;
      case FEW: factor_rows(&chain, diaginv, rows, p, k, FEW); break;
      default:
        if (MOST == MANY) factor_rows(&chain, diaginv, rows, p, k, MANY);
    }
  }
}

// ------------------------------------------------ solve

// x <- L'^-1 x for the n rows of a chain, the child first: their shares are taken from the dofs that carry them
IG_INLINE void solve_upper_chain(real* x, const real* mat, ig_Subset rows, ig_Pattern p, int k, int n) {
  const real* row[FEW];
  real share[FEW];
  int end = 0;
  for (int c = 0; c < n; c++) {
    int dof = ig_member(rows, k - c);
    row[c] = mat + p.rowadr[dof];
    end = ig_below(p, dof);
    share[c] = x[dof];
    for (int b = 0; b < FEW; b++) {
      if (b < c) share[c] -= row[b][end] * share[b];
    }
    x[dof] = share[c];
  }
  const int* col = p.colind + p.rowadr[ig_member(rows, k)];
  int j = 0;
#define STEP(type)                                                             \
  type sum = IG_AT(type, to + j);                                              \
  for (int c = 0; c < n; c++) sum -= IG_AT(const type, row[c] + j) * share[c]; \
  IG_AT(type, to + j) = sum;
  if (IG_PACK > 1 && end >= 16 && col[end - 1] - col[0] == end - 1) {
    real* to = x + col[0];
    IG_IN_PACKS(j, end, STEP);
    return;
  }
  for (; j < end; j++) {
    real* to = x + col[j] - j;
    STEP(real)
  }
#undef STEP
}

IG_INLINE void solve_upper(real* x, const real* mat, ig_Subset rows, ig_Pattern p) {
  for (int k = rows.count - 1, n; k >= 0; k -= n) {
    n = ig_chain_length(rows, p, k, -1, FEW);
    switch (n) {
      case 1: solve_upper_chain(x, mat, rows, p, k, 1); break;
      case 2: solve_upper_chain(x, mat, rows, p, k, 2); break;
      case 3: solve_upper_chain(x, mat, rows, p, k, 3); break;
      default: solve_upper_chain(x, mat, rows, p, k, 4);
    }
  }
}

// entries of a sparse row times a vector: four partial sums, then the rest one by one
IG_INLINE real row_dot(ig_Quad sum, const real* row, const int* col, int k, int n, const real* x) {
  for (; k + 4 <= n; k += 4) sum = ig_quad_add(sum, ig_quad_mul(ig_quad_load(row + k), ig_quad_gather(x, col + k)));
  real dot = ig_quad_sum(sum);
  for (; k < n; k++) dot += row[k] * x[col[k]];
  return dot;
}

// x <- L^-1 D^-1 x for the n rows of a chain, the parent first
IG_INLINE void solve_lower_chain(real* x, const real* mat, const real* diaginv, ig_Subset rows, ig_Pattern p, int k, int n) {
  int end = ig_below(p, ig_member(rows, k)), j = 0;
  const int* col = p.colind + p.rowadr[ig_member(rows, k + n - 1)];
  const real* row[FEW];
  ig_Quad sum[FEW];
  for (int c = 0; c < n; c++) row[c] = mat + p.rowadr[ig_member(rows, k + c)], sum[c] = ig_quad_zero();
  for (; j + 4 <= end; j += 4) {
    ig_Quad at = ig_quad_gather(x, col + j);
    for (int c = 0; c < n; c++) sum[c] = ig_quad_add(sum[c], ig_quad_mul(ig_quad_load(row[c] + j), at));
  }
  for (int c = 0; c < n; c++) {
    int dof = ig_member(rows, k + c);
    real value = x[dof] * diaginv[dof];
    if (end + c) value -= row_dot(sum[c], row[c], col, j, end + c, x);
    x[dof] = value;
  }
}

IG_INLINE void solve_lower(real* x, const real* mat, const real* diaginv, ig_Subset rows, ig_Pattern p) {
  enum { AT_ONCE = IG_WIDTH == 1 ? FEW : 2 };  // as many as keep their sums in registers
  for (int k = 0, n; k < rows.count; k += n) {
    n = ig_chain_length(rows, p, k, 1, AT_ONCE);
    switch (n) {
      case 1: solve_lower_chain(x, mat, diaginv, rows, p, k, 1); break;
      case 2: solve_lower_chain(x, mat, diaginv, rows, p, k, 2); break;
      case 3: solve_lower_chain(x, mat, diaginv, rows, p, k, 3); break;
      default: solve_lower_chain(x, mat, diaginv, rows, p, k, 4);
    }
  }
}

IG_KERNEL_CLONES void IG_NAME(ig_solve_rows)(real* x, const real* mat, const real* diaginv, int nv, int n, ig_Subset rows,
                                             ig_Pattern p) {
  for (int v = 0; v < n; v++, x += nv) {
    solve_upper(x, mat, rows, p);
    solve_lower(x, mat, diaginv, rows, p);
  }
}

void IG_NAME(ig_half_solve_rows)(real* x, const real* mat, const real* sqrt_invd, int nv, int n, ig_Pattern p) {
  for (int v = 0; v < n; v++, x += nv) {
    solve_upper(x, mat, (ig_Subset){NULL, nv}, p);
    for (int i = 0; i < nv; i++) x[i] *= sqrt_invd[i];
  }
}

void IG_NAME(ig_half_mul_rows)(real* res, const real* mat, const real* vec, int nv, ig_Pattern p) {
  for (int i = 0; i < nv; i++) {
    int n = ig_below(p, i);
    const real* row = mat + p.rowadr[i];
    real sum = vec[i];
    if (n) sum += row_dot(ig_quad_zero(), row, p.colind + p.rowadr[i], 0, n, vec);
    res[i] = sum * ig_sqrt(row[n]);
  }
}
