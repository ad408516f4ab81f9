// SPDX-License-Identifier: Apache-2.0
// A walk over the tiles of a Hessian that checks the rules of their pattern; in checked builds only:
//   a tile lies at or below the diagonal, and those on it are all there
//   column[j] has bit i where pattern[i] has bit j
//   all that M and the rows of J can make other than zero has a tile
//   it is closed under elimination: what meets row chunk k meets each other (George and Liu 1981, "Computer solution of large
//   sparse positive definite systems", section 5.1)
#ifndef INGOT_SOLVE_CHECK_PATTERN_H_
#define INGOT_SOLVE_CHECK_PATTERN_H_

#include "base/error.h"
#include "solve/factor.h"
#include "solve/problem.h"

#if defined(IG_CHECKED) && !defined(IG_GPU)

static inline void ig_check_pattern(const ig_Tiles* tiles, const ig_Problem* p) {
  IG_ASSERT(tiles->chunks == p->np / 4 && tiles->chunks <= IG_CHUNKS);
  for (int i = 0; i < tiles->chunks; i++) {
    uint32_t row = tiles->pattern[i], left = (2u << i) - 1;
    IG_ASSERT(row >> i == 1);
    IG_ASSERT(!(p->M_mask[i] & left & ~row));
    for (int j = 0; j < tiles->chunks; j++) IG_ASSERT((tiles->column[j] >> i & 1) == (row >> j & 1));
    for (int j = 0; j < i; j++) IG_ASSERT(!(row >> j & 1) || !(row & ((1u << j) - 1) & ~tiles->pattern[j]));
  }
  for (int row = 0; row < p->rows.n; row++) {
    uint32_t met = p->J_mask[row];
    IG_ASSERT(!((uint64_t)met >> tiles->chunks));
    for (int i = 0; i < tiles->chunks; i++) IG_ASSERT(!(met >> i & 1) || !(met & ((2u << i) - 1) & ~tiles->pattern[i]));
  }
}

#else
#define ig_check_pattern(tiles, p) ((void)0)
#endif

#endif  // INGOT_SOLVE_CHECK_PATTERN_H_
