// SPDX-License-Identifier: Apache-2.0
// Neighbours of an array at once.
//
//   ig_Pack    IG_PACK neighbours: four at width 1; above, where a number fills a vector by itself, one. Arithmetic with
//              packs, and of packs with numbers, is written as with numbers.
//   ig_Quad    four neighbours at every width: the partial sums of a dot product
#ifndef INGOT_LANE_QUAD_H_
#define INGOT_LANE_QUAD_H_

#include "lane/lane.h"

#if IG_WIDTH == 1

typedef num ig_Quad __attribute__((vector_size(4 * sizeof(num)), aligned(sizeof(num)), may_alias));
typedef num ig_Pair __attribute__((vector_size(2 * sizeof(num)), aligned(sizeof(num)), may_alias));
typedef ig_Quad ig_Pack;
enum { IG_PACK = 4 };

IG_INLINE real ig_pack_at(ig_Pack a, int i) { return a[i]; }
IG_INLINE void ig_pack_set(ig_Pack* a, int i, real x) { (*a)[i] = x; }
IG_INLINE ig_Quad ig_quad(real a, real b, real c, real d) { return (ig_Quad){a, b, c, d}; }
IG_INLINE ig_Quad ig_quad_mul(ig_Quad a, ig_Quad b) { return a * b; }
IG_INLINE ig_Quad ig_quad_add(ig_Quad a, ig_Quad b) { return a + b; }
IG_INLINE ig_Quad ig_quad_load(const real* a) { return *(const ig_Quad*)a; }
IG_INLINE real ig_quad_at(ig_Quad a, int i) { return a[i]; }

#else

typedef struct {
  real a, b, c, d;
} ig_Quad;
typedef real ig_Pair;
typedef real ig_Pack;
enum { IG_PACK = 1 };

IG_INLINE real ig_pack_at(ig_Pack a, int i) { return a; }
IG_INLINE void ig_pack_set(ig_Pack* a, int i, real x) { *a = x; }
IG_INLINE ig_Quad ig_quad(real a, real b, real c, real d) { return (ig_Quad){a, b, c, d}; }
IG_INLINE ig_Quad ig_quad_mul(ig_Quad x, ig_Quad y) { return (ig_Quad){x.a * y.a, x.b * y.b, x.c * y.c, x.d * y.d}; }
IG_INLINE ig_Quad ig_quad_add(ig_Quad x, ig_Quad y) { return (ig_Quad){x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d}; }
IG_INLINE ig_Quad ig_quad_load(const real* a) { return (ig_Quad){a[0], a[1], a[2], a[3]}; }
IG_INLINE real ig_quad_at(ig_Quad x, int i) { return i == 0 ? x.a : i == 1 ? x.b : i == 2 ? x.c : x.d; }

#endif

// the neighbours at a place, to read or write: IG_AT(ig_Pack, row + l)
#define IG_AT(type, place) (*(type*)(place))

// STEP(type) for the entries from l to end: packs, then what is left of one, without a loop. STEP works on the entries
// from l on, as many as the type holds.
#define IG_IN_PACKS(l, end, STEP)                    \
  do {                                               \
    for (; (l) + IG_PACK <= (end); (l) += IG_PACK) { \
      STEP(ig_Pack)                                  \
    }                                                \
    if (IG_PACK > 2 && (l) + 2 <= (end)) {           \
      STEP(ig_Pair)                                  \
      (l) += 2;                                      \
    }                                                \
    if (IG_PACK > 1 && (l) < (end)) {                \
      STEP(real)                                     \
      (l)++;                                         \
    }                                                \
  } while (0)

IG_INLINE ig_Quad ig_quad_zero(void) { return ig_quad(ig_broadcast(0), ig_broadcast(0), ig_broadcast(0), ig_broadcast(0)); }
IG_INLINE ig_Quad ig_quad_gather(const real* x, const int* at) { return ig_quad(x[at[0]], x[at[1]], x[at[2]], x[at[3]]); }

// in the order of mju_dot
IG_INLINE real ig_quad_sum(ig_Quad x) { return (ig_quad_at(x, 0) + ig_quad_at(x, 2)) + (ig_quad_at(x, 1) + ig_quad_at(x, 3)); }

#endif  // INGOT_LANE_QUAD_H_
