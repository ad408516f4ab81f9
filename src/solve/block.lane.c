// SPDX-License-Identifier: Apache-2.0
#include "solve/block.h"

#include "solve/pivot.h"

#ifdef IG_HAS_BLOCKS

// blocks below b
static uint64_t before(uint64_t b) { return ((uint64_t)1 << b) - 1; }

// A run of dofs is cut into as few blocks as hold it, of like sizes.
static void cut_run(ig_Cut* cut, int begin, int end) {
  int n = (end - begin + 3) / 4;
  for (int k = 0; k < n; k++) cut->first[cut->n++] = (uint8_t)(begin + k * (end - begin) / n);
}

void IG_NAME(ig_cut)(ig_Cut* cut, int nv, uint64_t starts) {
  int begin = 0;
  cut->n = 0;
  for (int dof = 1; dof <= nv; dof++) {
    if (dof < nv && !(dof < 64 && starts >> dof & 1)) continue;
    cut_run(cut, begin, dof);
    begin = dof;
  }
  cut->first[cut->n] = (uint8_t)nv;
  for (int dof = nv; dof % 4; dof++) cut->of_dof[dof] = 0;
  for (int b = 0; b < cut->n; b++) {
    cut->chunks[b] = 0;
    for (int dof = cut->first[b]; dof < cut->first[b + 1]; dof++) cut->of_dof[dof] = (uint64_t)1 << b;
    for (int c = cut->first[b] / 4; c <= (cut->first[b + 1] - 1) / 4; c++) cut->chunks[b] |= 1u << c;
  }
}

void IG_NAME(ig_blocks_fill)(const ig_Cut* cut, ig_LaneBits* lanes) {
  for (int k = cut->n - 1; k >= 0; k--) {
    IG_EACH_BLOCK_DOWN(i, ig_join_bits(lanes[k]) & before((uint64_t)k)) {
      lanes[i] |= ig_lanes_with(lanes[k], i) & lanes[k] & ig_bits_in_all(before(i));
    }
  }
}

void IG_NAME(ig_blocks_join)(const ig_Cut* cut, ig_BlockPattern* p, const ig_LaneBits* lanes, mask some) {
  for (int b = 0; b < cut->n; b++) {
    p->pattern[b] = ig_join_bits(lanes[b] & ig_all_bits(some)) | (uint64_t)1 << b;
    p->column[b] = 0;
    IG_EACH_BLOCK_UP(c, p->pattern[b]) p->column[c] |= (uint64_t)1 << b;
  }
}

// ------------------------------------------------ the factor

// a row of blocks of U that is being made, of up to four rows of numbers
typedef struct {
  const ig_Cut* cut;
  size_t np, first;  // of its rows
  real* U;
  const real* H;
  real scale[4][4];              // U(k, i) / D(k) of its own rows
  mask lost[4];                  // lanes where a pivot is, see solve/pivot.h
  bool some;                     // of these there are some
  real scaled[4 * IG_MOST_CUT];  // U(r, i) / D(r) of later rows r at [4 r + i]
} Row;

// Less the products of later rows, the last first: to its left (square: on the diagonal, where columns right of it are left out)
IG_INLINE void take_later(const Row* row, real t[4][4], size_t n, size_t columns, size_t at, uint64_t later, bool square) {
  IG_EACH_BLOCK_DOWN(k, later) {
    size_t begin = row->cut->first[k];
    for (size_t r = row->cut->first[k + 1]; r-- > begin;) {
      const real *u = row->U + r * row->np + at, *s = row->scaled + 4 * r;
      real factor[4];
#pragma GCC unroll 4
      for (size_t i = 0; i < n; i++) {
        factor[i] = s[i];
        IG_KEEP(factor[i]);
      }
#pragma GCC unroll 4
      for (size_t j = 0; j < columns; j++) {
        real entry = u[j];
        IG_KEEP(entry);
#pragma GCC unroll 4
        for (size_t i = square ? j : 0; i < n; i++) t[i][j] -= factor[i] * entry;
      }
    }
  }
}

IG_INLINE void make_left(const Row* row, size_t n, size_t columns, size_t at, uint64_t later) {
  real t[4][4];
#pragma GCC unroll 4
  for (size_t i = 0; i < n; i++) {
#pragma GCC unroll 4
    for (size_t j = 0; j < columns; j++) t[i][j] = row->H[(row->first + i) * row->np + at + j];
  }
  take_later(row, t, n, columns, at, later, false);
  // then those of its own rows
#pragma GCC unroll 4
  for (size_t k = n; k-- > 1;) {
#pragma GCC unroll 4
    for (size_t i = 0; i < k; i++) {
#pragma GCC unroll 4
      for (size_t j = 0; j < columns; j++) t[i][j] -= row->scale[k][i] * t[k][j];
    }
  }
  for (size_t i = 0; row->some && i < n; i++) {
    for (size_t j = 0; j < columns; j++) t[i][j] = ig_select(row->lost[i], ig_broadcast(0), t[i][j]);
  }
#pragma GCC unroll 4
  for (size_t i = 0; i < n; i++) {
#pragma GCC unroll 4
    for (size_t j = 0; j < columns; j++) row->U[(row->first + i) * row->np + at + j] = t[i][j];
  }
}

IG_INLINE void make_diagonal(Row* row, size_t n, uint64_t later, real* inverse) {
  mask some = ig_mask_of(0);
  real t[4][4];
#pragma GCC unroll 4
  for (size_t i = 0; i < n; i++) {
#pragma GCC unroll 4
    for (size_t j = 0; j <= i; j++) t[i][j] = row->H[(row->first + i) * row->np + row->first + j];
  }
  take_later(row, t, n, n, row->first, later, true);
#pragma GCC unroll 4
  for (size_t k = n; k-- > 0;) {
    real entry = row->H[(row->first + k) * (row->np + 1)], pivot = ig_pivot(t[k][k], entry, row->lost + k), over = 1 / pivot;
    some |= row->lost[k];
    t[k][k] = pivot;
    inverse[k] = over;
#pragma GCC unroll 4
    for (size_t i = 0; i < k; i++) {
      t[k][i] = ig_select(row->lost[k], ig_broadcast(0), t[k][i]);
      row->scale[k][i] = t[k][i] * over;
#pragma GCC unroll 4
      for (size_t j = 0; j <= i; j++) t[i][j] -= row->scale[k][i] * t[k][j];
    }
  }
#pragma GCC unroll 4
  for (size_t i = 0; i < n; i++) {
#pragma GCC unroll 4
    for (size_t j = 0; j <= i; j++) row->U[(row->first + i) * row->np + row->first + j] = t[i][j];
  }
  row->some = ig_any(some);
}

// A block of n rows, known to the compiler, as those of its columns are.
IG_INLINE void make_row(Row* row, size_t n, const ig_BlockPattern* p, uint64_t block, real* inverse) {
  uint64_t later = p->column[block] & ~before(block) & ~((uint64_t)1 << block);
  IG_EACH_BLOCK_DOWN(k, later) {
    for (size_t r = row->cut->first[k]; r < row->cut->first[k + 1]; r++) {
#pragma GCC unroll 4
      for (size_t i = 0; i < n; i++) row->scaled[4 * r + i] = row->U[r * row->np + row->first + i] * inverse[r];
    }
  }
  make_diagonal(row, n, later, inverse + row->first);
  IG_EACH_BLOCK_UP(j, p->pattern[block] & before(block)) {
    size_t at = row->cut->first[j];
    uint64_t both = later & p->column[j];
    switch (row->cut->first[j + 1] - row->cut->first[j]) {
      case 1: make_left(row, n, 1, at, both); break;
      case 2: make_left(row, n, 2, at, both); break;
      case 3: make_left(row, n, 3, at, both); break;
      default: make_left(row, n, 4, at, both); break;
    }
  }
}

// the block in the bits of the lanes where a pivot of it is lost
IG_INLINE void note_lost(const Row* row, int block, ig_LaneBits* lost) {
  const ig_LaneBits own = ig_bits_in_all((uint64_t)1 << block);
  *lost &= ~own;
  for (int k = row->cut->first[block + 1] - row->cut->first[block]; row->some && k-- > 0;)
    *lost |= ig_all_bits(row->lost[k]) & own;
}

void IG_NAME(ig_blocks_factor)(const ig_Cut* cut, const ig_BlockPattern* p, int np, real* U, real* inverse, const real* H,
                               uint64_t dirty, ig_LaneBits* lost) {
  Row row;
  row.cut = cut;
  row.np = (size_t)np;
  row.U = U;
  row.H = H;
  for (int block = cut->n - 1; block >= 0; block--) {
    if (!(dirty >> block & 1)) continue;
    dirty |= p->pattern[block];
    row.first = cut->first[block];
    switch (cut->first[block + 1] - cut->first[block]) {
      case 1: make_row(&row, 1, p, (uint64_t)block, inverse); break;
      case 2: make_row(&row, 2, p, (uint64_t)block, inverse); break;
      case 3: make_row(&row, 3, p, (uint64_t)block, inverse); break;
      default: make_row(&row, 4, p, (uint64_t)block, inverse); break;
    }
    note_lost(&row, block, lost);
  }
}

// ------------------------------------------------ products

// U^T D^-1 y = x from the last row on: what is known is taken from the rest
IG_INLINE void solve_back(const ig_Cut* cut, uint64_t pattern, size_t block, size_t n, size_t np, const real* U,
                          const real* inverse, real* x) {
  size_t first = cut->first[block];
  real share[4], y[4];
  const real* own = U + first * np;
#pragma GCC unroll 4
  for (size_t k = 0; k < n; k++) y[k] = x[first + k];
#pragma GCC unroll 4
  for (size_t k = n; k-- > 0;) {
    share[k] = y[k] * inverse[first + k];
#pragma GCC unroll 4
    for (size_t i = 0; i < k; i++) y[i] -= own[k * np + first + i] * share[k];
  }
  IG_EACH_BLOCK_UP(j, pattern & before(block)) {
    for (size_t column = cut->first[j]; column < cut->first[j + 1]; column++) {
      real rest = x[column];
#pragma GCC unroll 4
      for (size_t k = n; k-- > 0;) rest -= own[k * np + column] * share[k];
      x[column] = rest;
    }
  }
#pragma GCC unroll 4
  for (size_t k = 0; k < n; k++) x[first + k] = y[k];
}

// U x = y from the first row on
IG_INLINE void solve_forth(const ig_Cut* cut, uint64_t pattern, size_t block, size_t n, size_t np, const real* U,
                           const real* inverse, real* x) {
  size_t first = cut->first[block];
  const real* own = U + first * np;
  real sum[4];
#pragma GCC unroll 4
  for (size_t i = 0; i < n; i++) sum[i] = ig_broadcast(0);
  IG_EACH_BLOCK_UP(j, pattern & before(block)) {
    for (size_t column = cut->first[j]; column < cut->first[j + 1]; column++) {
#pragma GCC unroll 4
      for (size_t i = 0; i < n; i++) sum[i] += own[i * np + column] * x[column];
    }
  }
#pragma GCC unroll 4
  for (size_t i = 0; i < n; i++) {
#pragma GCC unroll 4
    for (size_t j = 0; j < i; j++) sum[i] += own[i * np + first + j] * x[first + j];
    x[first + i] = (x[first + i] - sum[i]) * inverse[first + i];
  }
}

void IG_NAME(ig_blocks_solve)(const ig_Cut* cut, const ig_BlockPattern* p, int np, const real* U, const real* inverse, real* x) {
  size_t stride = (size_t)np;
  for (int b = cut->n - 1; b >= 0; b--) {
    switch (cut->first[b + 1] - cut->first[b]) {
      case 1: solve_back(cut, p->pattern[b], (size_t)b, 1, stride, U, inverse, x); break;
      case 2: solve_back(cut, p->pattern[b], (size_t)b, 2, stride, U, inverse, x); break;
      case 3: solve_back(cut, p->pattern[b], (size_t)b, 3, stride, U, inverse, x); break;
      default: solve_back(cut, p->pattern[b], (size_t)b, 4, stride, U, inverse, x); break;
    }
  }
  for (int b = 0; b < cut->n; b++) {
    switch (cut->first[b + 1] - cut->first[b]) {
      case 1: solve_forth(cut, p->pattern[b], (size_t)b, 1, stride, U, inverse, x); break;
      case 2: solve_forth(cut, p->pattern[b], (size_t)b, 2, stride, U, inverse, x); break;
      case 3: solve_forth(cut, p->pattern[b], (size_t)b, 3, stride, U, inverse, x); break;
      default: solve_forth(cut, p->pattern[b], (size_t)b, 4, stride, U, inverse, x); break;
    }
  }
}

// Rows of the lower triangle one block after the other: what a row adds to the sums of earlier ones comes in the order of the
// rows, so that every sum runs over the dofs in ascending order, and each entry is read once.
IG_INLINE void mul_rows(const ig_Cut* cut, uint64_t left, size_t first, size_t n, size_t np, real* res, const real* A,
                        const real* x) {
  const real* own = A + first * np;
  real sum[4], mine[4];
#pragma GCC unroll 4
  for (size_t i = 0; i < n; i++) sum[i] = ig_broadcast(0), mine[i] = x[first + i];
  IG_EACH_BLOCK_UP(c, left) {
    for (size_t j = cut->first[c]; j < cut->first[c + 1]; j++) {
      real other = x[j], above = res[j];
#pragma GCC unroll 4
      for (size_t i = 0; i < n; i++) {
        real entry = own[i * np + j];
        IG_KEEP(entry);
        sum[i] += entry * other;
        above += entry * mine[i];
      }
      res[j] = above;
    }
  }
#pragma GCC unroll 4
  for (size_t i = 0; i < n; i++) {
#pragma GCC unroll 4
    for (size_t j = 0; j < n; j++) sum[i] += own[j <= i ? i * np + first + j : j * np + first + i] * mine[j];
    res[first + i] = sum[i];
  }
}

void IG_NAME(ig_blocks_mul)(const ig_Cut* cut, const ig_BlockPattern* p, int np, real* res, const real* A, const real* x) {
  for (int b = 0; b < cut->n; b++) {
    size_t first = cut->first[b];
    uint64_t left = p->pattern[b] & before((uint64_t)b);
    switch (cut->first[b + 1] - first) {
      case 1: mul_rows(cut, left, first, 1, (size_t)np, res, A, x); break;
      case 2: mul_rows(cut, left, first, 2, (size_t)np, res, A, x); break;
      case 3: mul_rows(cut, left, first, 3, (size_t)np, res, A, x); break;
      default: mul_rows(cut, left, first, 4, (size_t)np, res, A, x); break;
    }
  }
  // dofs that pad
  for (int i = cut->first[cut->n]; i < np; i++) res[i] = ig_broadcast(0);
}

#endif
