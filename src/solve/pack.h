// SPDX-License-Identifier: Apache-2.0
// Four rows or four dofs at a time, at every width.
//
// The solver's arrays are padded to whole fours with zeros. At width 1 a four is one ig_Pack; above, where each number fills a
// vector by itself, it is four of them; in a crew (lane/crew.h) four threads hold one number each. A sum over rows or dofs has
// four parts, that of entry i in part i mod 4, joined as (0 + 2) + (1 + 3): padding adds exact zeros, so the bits of a sum depend
// neither on the width nor on the padding.
#ifndef INGOT_SOLVE_PACK_H_
#define INGOT_SOLVE_PACK_H_

#include <stdint.h>

#include "lane/crew.h"

// packs of a four that a thread holds
#ifdef IG_CREW
enum { IG_PARTS = 1 };
#else
enum { IG_PARTS = 4 / IG_PACK };
#endif

#if IG_WIDTH == 1

typedef ig_NumInt ig_PackMask __attribute__((vector_size(4 * sizeof(num))));

IG_INLINE ig_Pack ig_pack_all(real x) { return (ig_Pack){x, x, x, x}; }
IG_INLINE ig_Pack ig_pack_select(ig_PackMask m, ig_Pack a, ig_Pack b) {
  return (ig_Pack)((m & (ig_PackMask)a) | (~m & (ig_PackMask)b));
}

#else

typedef mask ig_PackMask;

IG_INLINE ig_Pack ig_pack_all(real x) { return x; }
IG_INLINE ig_Pack ig_pack_select(ig_PackMask m, ig_Pack a, ig_Pack b) { return ig_select(m, a, b); }

#endif

IG_INLINE int ig_fours(int n) { return (n + 3) & ~3; }

typedef struct {
  ig_Pack part[IG_PARTS];
} ig_Sum;

IG_INLINE ig_Sum ig_sum_zero(void) {
  ig_Sum sum;
  for (int k = 0; k < IG_PARTS; k++) sum.part[k] = ig_pack_all(ig_broadcast(0));
  return sum;
}

IG_INLINE real ig_sum_total(const ig_Sum* sum) {
#if IG_WIDTH == 1
  return (sum->part[0][0] + sum->part[0][2]) + (sum->part[0][1] + sum->part[0][3]);
#elif defined(IG_CREW)
  real half = sum->part[0] + ig_across(sum->part[0], 2);
  return half + ig_across(half, 1);
#else
  return (sum->part[0] + sum->part[2]) + (sum->part[1] + sum->part[3]);
#endif
}

// sum of a[i] b[i], n a multiple of four
IG_INLINE real ig_dot_fours_of(const real* a, const real* b, int n) {
  ig_Sum sum = ig_sum_zero();
  for (int i = 0; i < n; i += 4) {
    for (int k = 0; k < IG_PARTS; k++) {
      int at = i + IG_SPOT(k);
      sum.part[k] += IG_AT(const ig_Pack, a + at) * IG_AT(const ig_Pack, b + at);
    }
  }
  return ig_sum_total(&sum);
}

#endif  // INGOT_SOLVE_PACK_H_
