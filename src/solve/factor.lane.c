// SPDX-License-Identifier: Apache-2.0
#include "solve/factor.h"

#include <mujoco/mujoco.h>

#include "base/clones.h"
#include "solve/tile.h"

void IG_NAME(ig_tiles_fill)(ig_Tiles* tiles) {
  for (int i = 0; i < tiles->chunks; i++) tiles->pattern[i] |= 1u << i, tiles->column[i] = 0;
  // what row chunk K has below column chunk I goes to row chunk I when K is eliminated
  for (int k = tiles->chunks - 1; k >= 0; k--) {
    IG_EACH_BIT_DOWN(i, tiles->pattern[k]) {
      tiles->pattern[i] |= tiles->pattern[k] & ((1u << i) - 1);
      tiles->column[i] |= 1u << k;
    }
  }
}

// A tile in registers: four rows of four columns; in a crew each of four threads has a column.
typedef struct {
  ig_Pack at[4][IG_PARTS];
} Tile;

IG_INLINE Tile load_tile(const real* a, size_t stride) {
  Tile t;
#pragma GCC unroll 4
  for (size_t i = 0; i < 4; i++) {
#pragma GCC unroll 4
    for (int k = 0; k < IG_PARTS; k++) t.at[i][k] = IG_AT(const ig_Pack, a + i * stride + IG_SPOT(k));
  }
  return t;
}

IG_INLINE void store_tile(real* a, size_t stride, const Tile* t) {
#pragma GCC unroll 4
  for (size_t i = 0; i < 4; i++) {
#pragma GCC unroll 4
    for (int k = 0; k < IG_PARTS; k++) IG_AT(ig_Pack, a + i * stride + IG_SPOT(k)) = t->at[i][k];
  }
}

// Four, as a number that the compiler does not know: in lanes it would do the four rows at once, and push the tile out of its
// registers.
IG_INLINE size_t four_rows(void) {
  size_t n = 4;
#if (IG_WIDTH == 8 && defined(__AVX512F__)) || (IG_WIDTH == 4 && defined(__AVX__))
  __asm__("" : "+r"(n));
#endif
  return n;
}

// less the products of four rows of U, the last first; scaled[4 k + i] is U(k, i) / D(k)
IG_INLINE void take_rows(Tile* t, const real* U, size_t stride, const ig_Held* scaled) {
  for (size_t k = four_rows(); k-- > 0;) {
    real s0 = scaled[4 * k], s1 = scaled[4 * k + 1], s2 = scaled[4 * k + 2], s3 = scaled[4 * k + 3];
#pragma GCC unroll 4
    for (int part = 0; part < IG_PARTS; part++) {
      ig_Pack row = IG_AT(const ig_Pack, U + k * stride + IG_SPOT(part));
      t->at[0][part] -= s0 * row;
      t->at[1][part] -= s1 * row;
      t->at[2][part] -= s2 * row;
      t->at[3][part] -= s3 * row;
    }
  }
}

// entry (i, j) of the tile: in lanes every number has a register of its own, at width 1 it lies in memory. In a crew all members
// take the whole tile.
#if IG_WIDTH == 1
#define ENTRY(i, j) U[(size_t)(i)*stride + (size_t)(j)]
#elif defined(IG_CREW)
#define ENTRY(i, j) whole[i][j]
#else
#define ENTRY(i, j) t->at[i][j]
#endif

// the tile on the diagonal among itself; scale[k][i] = U(k, i) / D(k) of its own rows, for the tiles beside it
IG_INLINE void factor_diagonal(Tile* t, real* U, size_t stride, real* inverse, real scale[4][4]) {
  const real least = ig_broadcast(mjMINVAL);
#ifdef IG_CREW
  real whole[4][4];
  store_tile(U, stride, t);
  ig_meet();
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++) {
#pragma GCC unroll 4
    for (int j = 0; j <= i; j++) whole[i][j] = U[i * stride + j];
  }
  ig_meet();
#endif
  if (IG_WIDTH == 1) store_tile(U, stride, t);
#pragma GCC unroll 4
  for (int k = 3; k >= 0; k--) {
    real pivot = ig_select(ig_lt(ENTRY(k, k), least), least, ENTRY(k, k)), over = 1 / pivot;
    ENTRY(k, k) = pivot;
    inverse[k] = over;
#pragma GCC unroll 4
    for (int i = 0; i < k; i++) {
      scale[k][i] = ENTRY(k, i) * over;
#pragma GCC unroll 4
      for (int j = 0; j <= i; j++) ENTRY(i, j) -= scale[k][i] * ENTRY(k, j);
    }
  }
#ifdef IG_CREW
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++) {
#pragma GCC unroll 4
    for (int j = 0; j <= i; j++) {
      if (ig_part() == j) U[i * stride + j] = whole[i][j];
    }
  }
#else
  if (IG_WIDTH > 1) store_tile(U, stride, t);
#endif
}

IG_KERNEL_CLONES void IG_NAME(ig_tiles_factor)(const ig_Tiles* tiles, real* U, real* inverse, const real* H, uint32_t dirty) {
  size_t np = 4 * (size_t)tiles->chunks;
#ifdef IG_CREW
  real* scaled = tiles->scaled;
#else
  ig_Held scaled[16 * IG_CHUNKS];
#endif
  for (int chunk = tiles->chunks - 1; chunk >= 0; chunk--) {
    size_t first = 4 * (size_t)chunk;
    if (!(dirty >> chunk & 1)) continue;
    dirty |= tiles->pattern[chunk];
    uint32_t later = tiles->column[chunk] & ~((2u << chunk) - 1);
    int turn = 0;
    IG_EACH_BIT_DOWN(k, later) {
      if (!ig_my_turn(&turn)) continue;
      for (size_t r = 4 * k; r < 4 * k + 4; r++) {
        IG_EACH_OF_FOUR(i) scaled[4 * r + i] = ig_held(U[r * np + first + i] * inverse[r]);
      }
    }
    ig_meet();
    real* row = U + first * np;
    real scale[4][4];
    Tile t = load_tile(H + first * np + first, np);
    IG_EACH_BIT_DOWN(k, later) take_rows(&t, U + 4 * k * np + first, np, scaled + 16 * k);
    factor_diagonal(&t, row + first, np, inverse + first, scale);

    // the tiles to its left
    uint32_t left = tiles->pattern[chunk] & ((1u << chunk) - 1);
    turn = 0;
    IG_EACH_BIT_UP(j, left) {
      if (!ig_my_turn(&turn)) continue;
      t = load_tile(H + first * np + 4 * j, np);
      IG_EACH_BIT_DOWN(k, later & tiles->column[j]) take_rows(&t, U + 4 * k * np + 4 * j, np, scaled + 16 * k);
      // its own four rows, the last first
#pragma GCC unroll 4
      for (int part = 0; part < IG_PARTS; part++) {
        ig_Pack last = t.at[3][part];
        t.at[2][part] -= scale[3][2] * last;
        t.at[1][part] -= scale[3][1] * last;
        t.at[0][part] -= scale[3][0] * last;
        t.at[1][part] -= scale[2][1] * t.at[2][part];
        t.at[0][part] -= scale[2][0] * t.at[2][part];
        t.at[0][part] -= scale[1][0] * t.at[1][part];
      }
      store_tile(row + 4 * j, np, &t);
    }
    ig_meet();
  }
}

IG_KERNEL_CLONES void IG_NAME(ig_tiles_solve)(const ig_Tiles* tiles, const real* U, const real* inverse, real* x) {
  size_t np = 4 * (size_t)tiles->chunks;
  // U^T D^-1 y = x, the last row first: what is known is taken from the rest
  for (int chunk = tiles->chunks - 1; chunk >= 0; chunk--) {
    size_t first = 4 * (size_t)chunk;
    const real *row = U + first * np, *tile = row + first;
    real share[4], y[4];
    for (int k = 0; k < 4; k++) y[k] = x[first + (size_t)k];
    for (int k = 3; k >= 0; k--) {
      share[k] = y[k] * inverse[first + (size_t)k];
      for (int i = 0; i < k; i++) y[i] -= tile[(size_t)k * np + (size_t)i] * share[k];
    }
    int turn = 0;
    IG_EACH_BIT_UP(j, tiles->pattern[chunk] & ((1u << chunk) - 1)) {
      if (!ig_my_turn(&turn)) continue;
      for (int part = 0; part < IG_PARTS; part++) {
        size_t at = 4 * j + IG_SPOT(part);
        ig_Pack rest = IG_AT(const ig_Pack, x + at);
        for (size_t k = 4; k-- > 0;) rest -= IG_AT(const ig_Pack, row + k * np + at) * share[k];
        IG_AT(ig_Pack, x + at) = rest;
      }
    }
    ig_meet();
    for (int k = 0; k < 4; k++) x[first + (size_t)k] = y[k];
  }
  ig_meet();
  // U x = y, the first row first
  for (int chunk = 0; chunk < tiles->chunks; chunk++) {
    size_t first = 4 * (size_t)chunk;
    const real *row = U + first * np, *tile = row + first;
    ig_Sum sum = ig_sum_zero();
    IG_EACH_BIT_UP(j, tiles->pattern[chunk] & ((1u << chunk) - 1)) ig_add_row_products(&sum, row + 4 * j, np, x + 4 * j);
    real known[4], y[4];
    ig_all_four(known, &sum);
    for (size_t i = 0; i < 4; i++) y[i] = x[first + i];
    ig_meet();
    for (size_t i = 0; i < 4; i++) {
      for (size_t j = 0; j < i; j++) known[i] += tile[i * np + j] * y[j];
      y[i] = (y[i] - known[i]) * inverse[first + i];
      x[first + i] = y[i];
    }
    ig_meet();
  }
}
