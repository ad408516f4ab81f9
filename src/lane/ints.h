// SPDX-License-Identifier: Apache-2.0
// Integers that belong to a lane: types, ids, states, counts. Numbers of the model's structure stay plain ints.
//
//   ints                  an int at width 1, one 32-bit integer per lane above
//   ig_ints(x)            the same integer in all lanes
//   ig_ints_lane          one lane of it; ig_set_ints_lane, ig_ints_select
//   ig_ints_eq, _lt       comparisons, as masks of the numbers
//   ig_ints_most          the largest of the lanes; ig_ints_some: whether one is above zero, which is known sooner
#ifndef INGOT_LANE_INTS_H_
#define INGOT_LANE_INTS_H_

#include "lane/lane.h"

#ifdef IG_GPU

// an integer of this thread's world, as far apart from its next as numbers are
struct ints {
  int v;
  int others[2 * IG_ROW - 1];
  ints() = default;
  constexpr ints(int x) : v(x) {}
  ints(const ints& a) : v(a.v) {}
  ints& operator=(const ints& a) {
    v = a.v;
    return *this;
  }
  ints& operator+=(const ints& a) {
    v += a.v;
    return *this;
  }
};
static inline ints operator+(const ints& a, const ints& b) { return ints(a.v + b.v); }
static inline ints operator-(const ints& a, const ints& b) { return ints(a.v - b.v); }

IG_INLINE ints ig_ints(int x) { return ints(x); }
IG_INLINE mask ig_ints_eq(const ints& a, const ints& b) { return a.v == b.v; }
IG_INLINE mask ig_ints_lt(const ints& a, const ints& b) { return a.v < b.v; }
IG_INLINE ints ig_ints_select(mask m, const ints& a, const ints& b) { return ints(m ? a.v : b.v); }
IG_INLINE int ig_ints_lane(const ints& x, int lane) {
  (void)lane;
  return x.v;
}
IG_INLINE void ig_set_ints_lane(ints* x, int lane, int value) {
  (void)lane;
  x->v = value;
}
IG_INLINE int ig_ints_most(const ints& x) { return x.v; }

#elif IG_WIDTH == 1

typedef int ints;

IG_INLINE ints ig_ints(int x) { return x; }
IG_INLINE mask ig_ints_eq(ints a, ints b) { return a == b; }
IG_INLINE mask ig_ints_lt(ints a, ints b) { return a < b; }
IG_INLINE ints ig_ints_select(mask m, ints a, ints b) { return m ? a : b; }
IG_INLINE int ig_ints_lane(ints x, int lane) {
  (void)lane;
  return x;
}
IG_INLINE void ig_set_ints_lane(ints* x, int lane, int value) {
  (void)lane;
  *x = value;
}
IG_INLINE int ig_ints_most(ints x) { return x; }

#else

typedef int32_t ints __attribute__((vector_size(4 * IG_WIDTH)));

IG_INLINE ints ig_ints(int x) { return x - (ints){0}; }
IG_INLINE mask ig_ints_eq(ints a, ints b) { return __builtin_convertvector(a == b, mask); }
IG_INLINE mask ig_ints_lt(ints a, ints b) { return __builtin_convertvector(a < b, mask); }
IG_INLINE ints ig_ints_select(mask m, ints a, ints b) {
  ints where = __builtin_convertvector(m, ints);
  return (where & a) | (~where & b);
}
IG_INLINE int ig_ints_lane(ints x, int lane) { return x[lane]; }
IG_INLINE void ig_set_ints_lane(ints* x, int lane, int value) { (*x)[lane] = value; }
IG_INLINE int ig_ints_most(ints x) {
  int most = x[0];
  for (int i = 1; i < IG_WIDTH; i++) most = x[i] > most ? x[i] : most;
  return most;
}

#endif

IG_INLINE bool ig_ints_some(ints x) { return ig_any(ig_ints_lt(ig_ints(0), x)); }

// all lanes, no lane
#define IG_ALL_LANES ((1u << IG_LANES) - 1)
IG_INLINE mask ig_true(void) { return ig_eq(ig_broadcast(0), ig_broadcast(0)); }
IG_INLINE mask ig_false(void) { return ig_lt(ig_broadcast(0), ig_broadcast(0)); }

#endif  // INGOT_LANE_INTS_H_
