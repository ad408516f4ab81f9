// SPDX-License-Identifier: Apache-2.0
#include "solve/factor.h"

#include "base/clones.h"
#include "solve/pivot.h"
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

#ifndef IG_HAS_BLOCKS

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

// less the products of four rows of U, the last first; scaled[4 k + i] is U(k, i) / D(k)
IG_INLINE void take_rows(Tile* t, const real* U, size_t stride, const ig_LocalReal* scaled) {
  for (size_t k = 4; k-- > 0;) {
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

// its own four rows of tiles to the left of one on the diagonal, the last first
IG_INLINE void take_own_rows(Tile* t, real scale[4][4]) {
#pragma GCC unroll 4
  for (int part = 0; part < IG_PARTS; part++) {
    ig_Pack last = t->at[3][part];
    t->at[2][part] -= scale[3][2] * last;
    t->at[1][part] -= scale[3][1] * last;
    t->at[0][part] -= scale[3][0] * last;
    t->at[1][part] -= scale[2][1] * t->at[2][part];
    t->at[0][part] -= scale[2][0] * t->at[2][part];
    t->at[0][part] -= scale[1][0] * t->at[1][part];
  }
}

// Entry (i, j) of a tile on the diagonal: in lanes every number has a register of its own, at width 1 it lies in memory. In a
// crew every member takes the whole tile.
#if IG_WIDTH == 1
#define ENTRY(i, j) U[(size_t)(i)*stride + (size_t)(j)]
#elif defined(IG_CREW)
#define ENTRY(i, j) whole[i][j]
#else
#define ENTRY(i, j) t->at[i][j]
#endif

// the tile on the diagonal among itself, whose entries in H are given; scale[k][i] = U(k, i) / D(k) of its own rows, for the
// tiles beside it; lost: see solve/pivot.h
#ifdef IG_CREW
IG_INLINE void factor_diagonal(real whole[4][4], const real* H, size_t stride, real inverse[4], real scale[4][4], mask lost[4]) {
#else
IG_INLINE void factor_diagonal(Tile* t, real* U, const real* H, size_t stride, real* inverse, real scale[4][4], mask lost[4]) {
  if (IG_WIDTH == 1) store_tile(U, stride, t);
#endif
#pragma GCC unroll 4
  for (int k = 3; k >= 0; k--) {
    real pivot = ig_pivot(ENTRY(k, k), H[(size_t)k * stride + (size_t)k], lost + k), over = 1 / pivot;
    ENTRY(k, k) = pivot;
    inverse[k] = over;
#pragma GCC unroll 4
    for (int i = 0; i < k; i++) {
      ENTRY(k, i) = ig_select(lost[k], ig_broadcast(0), ENTRY(k, i));
      scale[k][i] = ENTRY(k, i) * over;
#pragma GCC unroll 4
      for (int j = 0; j <= i; j++) ENTRY(i, j) -= scale[k][i] * ENTRY(k, j);
    }
  }
#ifndef IG_CREW
  if (IG_WIDTH > 1) store_tile(U, stride, t);
#endif
}

// whether some pivot is; the chunk is noted in bits
IG_INLINE bool note_lost(uint32_t* bits, int chunk, const mask lost[4]) {
  bool some = ig_any(ig_or(ig_or(lost[0], lost[1]), ig_or(lost[2], lost[3])));
  *bits = (*bits & ~(1u << chunk)) | (uint32_t)some << chunk;
  return some;
}

IG_INLINE void clear_lost(Tile* t, const mask lost[4]) {
  for (int k = 0; k < 4; k++) {
    for (int part = 0; ig_any(lost[k]) && part < IG_PARTS; part++) t->at[k][part] = ig_pack_all(ig_broadcast(0));
  }
}

#ifdef IG_CREW

IG_INLINE void load_whole(real whole[4][4], const real* tile) {
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++) {
#pragma GCC unroll 4
    for (int j = 0; j <= i; j++) whole[i][j] = tile[4 * i + j];
  }
}

// each of four threads its column
IG_INLINE void store_whole(real* tile, real whole[4][4]) {
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++) {
#pragma GCC unroll 4
    for (int j = 0; j <= i; j++) {
      if (ig_part() == j) tile[4 * i + j] = whole[i][j];
    }
  }
}

void IG_NAME(ig_tiles_lay)(ig_Tiles* tiles, int chunks, ig_Room* room) {
  tiles->chunks = chunks;
  tiles->pattern = IG_TAKE(room, uint32_t, chunks);
  tiles->column = IG_TAKE(room, uint32_t, chunks);
  tiles->list = IG_TAKE(room, uint16_t, chunks * (chunks + 1) / 2);
  tiles->first = IG_TAKE(room, uint16_t, chunks + 1);
  tiles->scratch = IG_TAKE(room, real, 16 * chunks);
}

void IG_NAME(ig_tiles_note)(ig_Tiles* tiles) {
  IG_SHARE(i, tiles->chunks + 1) {
    int at = 0;
    for (int k = 0; k < i; k++) at += __builtin_popcount(tiles->pattern[k]);
    tiles->first[i] = (uint16_t)at;
    if (i == tiles->chunks) break;
    IG_EACH_BIT_UP(j, tiles->pattern[i]) tiles->list[at++] = (uint16_t)(i << 8 | (int)j);
  }
  ig_meet();
}

// the rows that change, from H
IG_INLINE void copy_rows(const ig_Tiles* tiles, real* U, const real* H, uint32_t rows) {
  IG_SHARE_GROUPS(k, 0, tiles->first[tiles->chunks]) {
    int i = tiles->list[k] >> 8, j = tiles->list[k] & 255;
    if (!(rows >> i & 1)) continue;
    size_t at = ig_tile_at(0, i, j);
    Tile t = load_tile(H + at, 4);
    store_tile(U + at, 4, &t);
  }
  ig_meet();
}

// Here the products of a chunk's rows are taken from all rows before it at once, when it has been factored: from each entry the
// same products in the same order, and most of the tiles at the same time.
void IG_NAME(ig_tiles_factor)(const ig_Tiles* tiles, IG_POINTER(real) U, IG_POINTER(real) inverse, IG_POINTER(const real) H,
                              uint32_t dirty, uint32_t* lost) {
  size_t np = 4 * (size_t)tiles->chunks;
  real* scaled = tiles->scratch;  // U(k, i) / D(k) of the chunk's rows k at [4 i + k]
  for (int chunk = tiles->chunks - 1; chunk >= 0; chunk--) dirty |= dirty >> chunk & 1 ? tiles->pattern[chunk] : 0;
  dirty &= (uint32_t)(((uint64_t)1 << tiles->chunks) - 1);
  copy_rows(tiles, U, H, dirty);
  for (int chunk = tiles->chunks - 1; chunk >= 0; chunk--) {
    bool changed = dirty >> chunk & 1;
    uint32_t left = tiles->pattern[chunk] & ((1u << chunk) - 1);
    bool some = false;
    mask low[4];
    real whole[4][4], scale[4][4], over[4], *own = inverse + 4 * chunk, *diagonal = U + ig_tile_at(np, chunk, chunk);
    if (!changed && !(left & dirty)) continue;
    if (changed) {
      load_whole(whole, diagonal);
      factor_diagonal(whole, H + ig_tile_at(np, chunk, chunk), 4, over, scale, low);
      some = note_lost(lost, chunk, low);
    } else {
#pragma GCC unroll 4
      for (int k = 0; k < 4; k++) over[k] = own[k];
    }
    int first = tiles->first[chunk];
    IG_SHARE_GROUPS(at, first, tiles->first[chunk + 1] - 1) {
      int j = tiles->list[at] & 255;
      real* tile = U + ig_tile_at(np, chunk, j);
      Tile t = load_tile(tile, 4);
      if (changed) {
        take_own_rows(&t, scale);
        if (some) clear_lost(&t, low);
        store_tile(tile, 4, &t);
      }
#pragma GCC unroll 4
      for (int k = 0; k < 4; k++) scaled[16 * j + 4 * ig_part() + k] = t.at[k][0] * over[k];
    }
    ig_meet();
    if (changed) {
      store_whole(diagonal, whole);
      IG_EACH_OF_FOUR(k) own[k] = k == 0 ? over[0] : k == 1 ? over[1] : k == 2 ? over[2] : over[3];
    }
    IG_SHARE_GROUPS(at, 0, first) {
      int i = tiles->list[at] >> 8, j = tiles->list[at] & 255;
      if (!(left & dirty & 1u << i && left & 1u << j)) continue;
      real* tile = U + ig_tile_at(np, i, j);
      const real* row = U + ig_tile_at(np, chunk, j) + ig_part();
      Tile t = load_tile(tile, 4);
#pragma GCC unroll 4
      for (int k = 3; k >= 0; k--) {
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++) t.at[r][0] -= scaled[16 * i + 4 * r + k] * row[4 * k];
      }
      store_tile(tile, 4, &t);
    }
    ig_meet();
  }
}

#else

IG_KERNEL_CLONES void IG_NAME(ig_tiles_factor)(const ig_Tiles* tiles, IG_POINTER(real) U, IG_POINTER(real) inverse,
                                               IG_POINTER(const real) H, uint32_t dirty, uint32_t* lost) {
  size_t np = 4 * (size_t)tiles->chunks;
  ig_LocalReal scaled[16 * IG_CHUNKS];
  for (int chunk = tiles->chunks - 1; chunk >= 0; chunk--) {
    size_t first = 4 * (size_t)chunk;
    if (!(dirty >> chunk & 1)) continue;
    dirty |= tiles->pattern[chunk];
    uint32_t later = tiles->column[chunk] & ~((2u << chunk) - 1);
    IG_EACH_BIT_DOWN(k, later) {
      for (size_t r = 4 * k; r < 4 * k + 4; r++) {
        for (size_t i = 0; i < 4; i++) scaled[4 * r + i] = ig_local(U[r * np + first + i] * inverse[r]);
      }
    }
    real* row = U + first * np;
    real scale[4][4];
    mask low[4];
    Tile t = load_tile(H + first * np + first, np);
    IG_EACH_BIT_DOWN(k, later) take_rows(&t, U + 4 * k * np + first, np, scaled + 16 * k);
    factor_diagonal(&t, row + first, H + first * np + first, np, inverse + first, scale, low);
    bool some = note_lost(lost, chunk, low);

    // the tiles to its left
    uint32_t left = tiles->pattern[chunk] & ((1u << chunk) - 1);
    IG_EACH_BIT_UP(j, left) {
      t = load_tile(H + first * np + 4 * j, np);
      IG_EACH_BIT_DOWN(k, later & tiles->column[j]) take_rows(&t, U + 4 * k * np + 4 * j, np, scaled + 16 * k);
      take_own_rows(&t, scale);
      if (some) clear_lost(&t, low);
      store_tile(row + 4 * j, np, &t);
    }
  }
}

#endif

// U x = y, the first row first. In a crew the sums of later rows go on as soon as a chunk is known.
#ifdef IG_CREW

IG_INLINE void solve_forwards(const ig_Tiles* tiles, const real* U, const real* inverse, real* x) {
  real* known = tiles->scratch;
  for (int chunk = 0; chunk < tiles->chunks; chunk++) {
    size_t first = 4 * (size_t)chunk;
    real tile[4][4], sum[4], y[4];
    load_whole(tile, U + ig_tile_at(0, (size_t)chunk, (size_t)chunk));
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) sum[i] = known[first + i], y[i] = x[first + i];
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
#pragma GCC unroll 4
      for (int j = 0; j < i; j++) sum[i] += tile[i][j] * y[j];
      y[i] = (y[i] - sum[i]) * inverse[first + i];
    }
    IG_SHARE_GROUPS(i, chunk + 1, tiles->chunks) {
      if (!(tiles->column[chunk] >> i & 1)) continue;
      const real* row = U + ig_tile_at(0, i, (size_t)chunk) + 4 * ig_part();
      real rest = known[4 * i + ig_part()];
#pragma GCC unroll 4
      for (int j = 0; j < 4; j++) rest += row[j] * y[j];
      known[4 * i + ig_part()] = rest;
    }
    ig_meet();
    IG_EACH_OF_FOUR(k) x[first + k] = k == 0 ? y[0] : k == 1 ? y[1] : k == 2 ? y[2] : y[3];
  }
  ig_meet();
}

#else

IG_INLINE void solve_forwards(const ig_Tiles* tiles, const real* U, const real* inverse, real* x) {
  size_t np = 4 * (size_t)tiles->chunks;
  for (int chunk = 0; chunk < tiles->chunks; chunk++) {
    size_t first = 4 * (size_t)chunk;
    const real *row = U + first * np, *tile = row + first;
    ig_Sum sum = ig_sum_zero();
    IG_EACH_BIT_UP(j, tiles->pattern[chunk] & ((1u << chunk) - 1)) ig_add_row_products(&sum, row + 4 * j, np, x + 4 * j);
    real known[4];
    ig_store_four(known, &sum);
    for (size_t i = 0; i < 4; i++) {
      for (size_t j = 0; j < i; j++) known[i] += tile[i * np + j] * x[first + j];
      x[first + i] = (x[first + i] - known[i]) * inverse[first + i];
    }
  }
}

#endif

IG_CREW_NOINLINE IG_KERNEL_CLONES void IG_NAME(ig_tiles_solve)(const ig_Tiles* tiles, IG_POINTER(const real) U,
                                                               IG_POINTER(const real) inverse, IG_POINTER(real) x) {
  size_t np = 4 * (size_t)tiles->chunks, stride = ig_tile_stride(np);
  // U^T D^-1 y = x, the last row first: what is known is taken from the rest
  for (int chunk = tiles->chunks - 1; chunk >= 0; chunk--) {
    size_t first = 4 * (size_t)chunk;
    const real* tile = U + ig_tile_at(np, (size_t)chunk, (size_t)chunk);
    real share[4], y[4];
    for (int k = 0; k < 4; k++) y[k] = x[first + (size_t)k];
    for (int k = 3; k >= 0; k--) {
      share[k] = y[k] * inverse[first + (size_t)k];
      for (int i = 0; i < k; i++) y[i] -= tile[(size_t)k * stride + (size_t)i] * share[k];
    }
#ifdef IG_CREW
    IG_SHARE_GROUPS(j, 0, chunk) {
      if (!(tiles->pattern[chunk] >> j & 1)) continue;
#else
    IG_EACH_BIT_UP(j, tiles->pattern[chunk] & ((1u << chunk) - 1)) {
#endif
      const real* row = U + ig_tile_at(np, (size_t)chunk, j);
      for (int part = 0; part < IG_PARTS; part++) {
        size_t at = 4 * j + IG_SPOT(part);
        ig_Pack rest = IG_AT(const ig_Pack, x + at);
        for (size_t k = 4; k-- > 0;) rest -= IG_AT(const ig_Pack, row + k * stride + IG_SPOT(part)) * share[k];
        IG_AT(ig_Pack, x + at) = rest;
      }
    }
    ig_meet();
    for (int k = 0; k < 4; k++) x[first + (size_t)k] = y[k];
  }
#ifdef IG_CREW
  IG_SHARE(i, (int)np) tiles->scratch[i] = 0;
  ig_meet();
#endif
  solve_forwards(tiles, U, inverse, x);
}

#endif
