// SPDX-License-Identifier: Apache-2.0
// Products of four rows with a vector.
#ifndef INGOT_SOLVE_TILE_H_
#define INGOT_SOLVE_TILE_H_

#include "math/dense.h"
#include "solve/pack.h"

// sum += a v over the four columns from `at` on, of four rows `stride` apart; every row's sum runs from left to right
IG_INLINE void ig_add_row_products(ig_Sum* sum, const real* a, size_t stride, const real* v) {
#if IG_WIDTH == 1
  ig_Four total = sum->part[0];
  ig_add_four_rows(&total, a, stride, v);
  sum->part[0] = total;
#else
  for (int j = 0; j < 4; j++) {
    real x = v[j];
    for (int r = 0; r < IG_PARTS; r++) sum->part[r] += a[(size_t)IG_SPOT(r) * stride + (size_t)j] * x;
  }
#endif
}

IG_INLINE void ig_store_four(real* to, const ig_Sum* sum) {
  for (int k = 0; k < IG_PARTS; k++) IG_AT(ig_Pack, to + IG_SPOT(k)) = sum->part[k];
}

// bits of a mask from the lowest or the highest on: *c is the next, which is taken out
#define IG_EACH_BIT_UP(c, bits) \
  for (uint32_t c##_left = (bits), c; c##_left && (c = (uint32_t)__builtin_ctz(c##_left), 1); c##_left &= c##_left - 1)
#define IG_EACH_BIT_DOWN(c, bits) \
  for (uint32_t c##_left = (bits), c; c##_left && (c = 31 - (uint32_t)__builtin_clz(c##_left), 1); c##_left &= ~(1u << c))

#endif  // INGOT_SOLVE_TILE_H_
