// SPDX-License-Identifier: Apache-2.0
// Masks and numbers where a kernel sees one lane: at width 1, and in a thread of a GPU. Included by lane.h and gpu.h, which say
// what `mask` and `real` are; the threads of a GPU that have a world each have a class for `real`, and its functions beside it.
#ifndef INGOT_LANE_SINGLE_H_
#define INGOT_LANE_SINGLE_H_

IG_INLINE mask ig_and(mask a, mask b) { return a && b; }
IG_INLINE mask ig_or(mask a, mask b) { return a || b; }
IG_INLINE mask ig_xor(mask a, mask b) { return a != b; }
IG_INLINE mask ig_not(mask a) { return !a; }
// lanes of a mask as bits, lane 0 lowest
IG_INLINE unsigned ig_mask_bits(mask m) { return m; }
IG_INLINE mask ig_mask_of(unsigned bits) { return bits & 1; }
IG_INLINE bool ig_any(mask a) { return a; }
IG_INLINE bool ig_all(mask a) { return a; }

#if !defined(IG_GPU) || defined(IG_CREW)

IG_INLINE real ig_broadcast(num x) { return x; }
IG_INLINE mask ig_lt(real a, real b) { return a < b; }
IG_INLINE mask ig_le(real a, real b) { return a <= b; }
IG_INLINE mask ig_eq(real a, real b) { return a == b; }
IG_INLINE real ig_select(mask m, real a, real b) { return m ? a : b; }
IG_INLINE real ig_sqrt(real x) { return ig_num_sqrt(x); }
IG_INLINE real ig_abs(real x) { return ig_num_abs(x); }
IG_INLINE num ig_lane(real x, int lane) {
  (void)lane;
  return x;
}
IG_INLINE void ig_set_lane(real* x, int lane, num value) {
  (void)lane;
  *x = value;
}

#endif
#endif  // INGOT_LANE_SINGLE_H_
