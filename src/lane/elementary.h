// SPDX-License-Identifier: Apache-2.0
// Elementary functions on `real`: sin, cos, tan, asin, acos, atan, atan2, exp, log, log10, pow, tanh.
//
// One implementation serves every width, so a lane has the same bits everywhere: no libm, no fused operations,
// no tables that would need a gather, and state-dependent choices by ig_select. Each function carries its result as
// an unevaluated sum of two numbers up to the last rounding, which keeps the error near half a unit in the last place
// (tests/lane measures it). The polynomials are minimax fits by the Remez exchange: tools/minimax.py makes them.
#ifndef INGOT_LANE_ELEMENTARY_H_
#define INGOT_LANE_ELEMENTARY_H_

#include <string.h>

#include "lane/constants.h"
#include "lane/lane.h"
#include "lane/large_angle.h"

// ------------------------------------------------ bits of a number

#if IG_LANES == 1
typedef ig_NumBits ig_bits;
IG_INLINE mask ig_bits_set(ig_bits b) { return b != 0; }
#else
typedef ig_NumBits ig_bits __attribute__((vector_size(sizeof(num) * IG_WIDTH)));
IG_INLINE mask ig_bits_set(ig_bits b) { return (mask)(b != 0); }
#endif

IG_INLINE ig_bits ig_to_bits(real x) {
  ig_bits b;
  memcpy(&b, &x, sizeof b);
  return b;
}

IG_INLINE real ig_from_bits(ig_bits b) {
  real x;
  memcpy(&x, &b, sizeof b);
  return x;
}

IG_INLINE real ig_copysign(real x, real sign) {
  return ig_from_bits((ig_to_bits(x) & ~IG_SIGN_BIT) | (ig_to_bits(sign) & IG_SIGN_BIT));
}
IG_INLINE mask ig_signbit(real x) { return ig_bits_set(ig_to_bits(x) & IG_SIGN_BIT); }
IG_INLINE mask ig_isnan(real x) { return ig_not(ig_eq(x, x)); }
IG_INLINE mask ig_ispinf(real x) { return ig_eq(x, ig_broadcast(INFINITY)); }

// 2^n from n + IG_ROUNDER, for n within the exponents
IG_INLINE real ig_power2(real rounded) { return ig_from_bits((ig_to_bits(rounded) + IG_BIAS) << IG_FRACTION_BITS); }

// nearest integer of a number below half of 2^IG_FRACTION_BITS
IG_INLINE real ig_nearest(real x) { return (x + IG_ROUNDER) - IG_ROUNDER; }
// of one that is not negative, up to IG_INTEGERS
IG_INLINE real ig_nearest_positive(real x) { return (x + IG_INTEGERS) - IG_INTEGERS; }

// ------------------------------------------------ sums and products of two parts

typedef struct {
  real hi, lo;
} ig_TwoParts;

// the upper half of the bits: products of two such numbers are exact
IG_INLINE real ig_upper(real x) { return ig_from_bits(ig_to_bits(x) & IG_UPPER_HALF); }

// exact a + b
IG_INLINE ig_TwoParts ig_two_sum(real a, real b) {
  real s = a + b, t = s - a;
  return (ig_TwoParts){s, (a - (s - t)) + (b - t)};
}

// exact a + b for |a| >= |b|
IG_INLINE ig_TwoParts ig_ordered_sum(real a, real b) {
  real s = a + b;
  return (ig_TwoParts){s, b - (s - a)};
}

// exact a * b
IG_INLINE ig_TwoParts ig_two_product(real a, real b) {
  real p = a * b, ah = ig_upper(a), bh = ig_upper(b), al = a - ah, bl = b - bh;
  return (ig_TwoParts){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

IG_INLINE ig_TwoParts ig_pair_product(ig_TwoParts a, ig_TwoParts b) {
  ig_TwoParts p = ig_two_product(a.hi, b.hi);
  return ig_ordered_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

IG_INLINE ig_TwoParts ig_pair_quotient(ig_TwoParts a, ig_TwoParts b) {
  real q = a.hi / b.hi;
  ig_TwoParts p = ig_two_product(q, b.hi);
  return (ig_TwoParts){q, (((a.hi - p.hi) - p.lo) + a.lo - q * b.lo) / b.hi};
}

// c[0] + c[1] x + ... in two chains, even and odd powers
IG_INLINE real ig_poly(const num* c, int n, real x) {
  real xx = x * x, even = ig_broadcast(c[(n - 1) & ~1]), odd = ig_broadcast(c[(n - 2) | 1]);
  for (int i = ((n - 1) & ~1) - 2; i >= 0; i -= 2) even = even * xx + c[i];
  for (int i = ((n - 2) | 1) - 2; i >= 0; i -= 2) odd = odd * xx + c[i];
  return even + odd * x;
}
#define IG_POLY(c, x) ig_poly(c, (int)(sizeof(c) / sizeof(c[0])), x)

// ------------------------------------------------ sine, cosine, tangent

// x = quarters * pi/2 + (hi + lo), |hi| <= pi/4; only the two lowest bits of quarters count
typedef struct {
  ig_bits quarters;
  real hi, lo;
} ig_Angle;

IG_INLINE ig_Angle ig_reduce_angle(real x) {
  // pi/2 in parts, so that their multiples are exact
  const num p0 = IG_QUARTER_0, p1 = IG_QUARTER_1, p2 = IG_QUARTER_2, p3 = IG_QUARTER_3;
  real rounded = x * (num)IG_TWO_OVER_PI + IG_ROUNDER, k = rounded - IG_ROUNDER;
  ig_TwoParts a = ig_two_sum(x - k * p0, -(k * p1)), b = ig_two_sum(a.hi, -(k * p2));
  real rest = a.lo + b.lo - k * p3, hi = b.hi + rest;
  ig_Angle angle = {ig_to_bits(rounded), hi, rest - (hi - b.hi)};

  mask large = ig_not(ig_lt(ig_abs(x), ig_broadcast(IG_QUICK_ANGLE)));
  if (__builtin_expect(ig_any(large), 0)) {
    for (int lane = 0; lane < IG_LANES; lane++) {
      num one = ig_lane(x, lane), parts[2];
      if (ig_num_abs(one) < IG_QUICK_ANGLE) continue;
      ig_NumBits quarters = ig_reduce_large(one, parts);
      memcpy((ig_NumBits*)&angle.quarters + lane, &quarters, sizeof quarters);
      ig_set_lane(&angle.hi, lane, parts[0]);
      ig_set_lane(&angle.lo, lane, parts[1]);
    }
  }
  return angle;
}

// sine within a quarter turn around 0
IG_INLINE ig_TwoParts ig_sin_parts(ig_Angle a) {
  static const num c[] = IG_POLY_SINE;
  real z = a.hi * a.hi;
  return (ig_TwoParts){a.hi, a.hi * (z * IG_POLY(c, z)) + (a.lo - a.lo * (0.5 * z))};
}

// cosine there: the square is split so that 1 - z/2 loses nothing
IG_INLINE ig_TwoParts ig_cos_parts(ig_Angle a) {
  static const num c[] = IG_POLY_COSINE;
  real z = a.hi * a.hi, upper = ig_upper(a.hi);
  real half = 0.5 * (upper * upper), rest = 0.5 * ((a.hi - upper) * (a.hi + upper));
  real main = 1 - half, lost = (1 - main) - half;
  return (ig_TwoParts){main, ((lost - rest) - a.hi * a.lo) + (z * z) * IG_POLY(c, z)};
}

IG_INLINE void ig_sincos(real x, real* sine, real* cosine) {
  // below an eighth of a turn everywhere: nothing to reduce, and the bits are those of the long way
  if (ig_all(ig_lt(ig_abs(x), ig_broadcast((num)0.785)))) {
    ig_Angle small = {ig_to_bits(ig_broadcast(IG_ROUNDER)), x, ig_broadcast(0)};
    ig_TwoParts s = ig_sin_parts(small), c = ig_cos_parts(small);
    *sine = ig_select(ig_eq(x, ig_broadcast(0)), x, s.hi + s.lo);
    *cosine = c.hi + c.lo;
    return;
  }
  ig_Angle angle = ig_reduce_angle(x);
  ig_TwoParts sp = ig_sin_parts(angle), cp = ig_cos_parts(angle);
  real s = sp.hi + sp.lo, c = cp.hi + cp.lo;
  mask odd = ig_bits_set(angle.quarters & 1);
  ig_bits sine_sign = (angle.quarters & 2) << (IG_NUM_BITS - 2), cosine_sign = ((angle.quarters + 1) & 2) << (IG_NUM_BITS - 2);
  real first = ig_from_bits(ig_to_bits(ig_select(odd, c, s)) ^ sine_sign);
  *sine = ig_select(ig_eq(x, ig_broadcast(0)), x, first);
  *cosine = ig_from_bits(ig_to_bits(ig_select(odd, s, c)) ^ cosine_sign);
}

IG_INLINE real ig_sin(real x) {
  real s, c;
  ig_sincos(x, &s, &c);
  return s;
}

IG_INLINE real ig_cos(real x) {
  real s, c;
  ig_sincos(x, &s, &c);
  return c;
}

IG_INLINE real ig_tan(real x) {
  ig_Angle angle = ig_reduce_angle(x);
  ig_TwoParts sp = ig_sin_parts(angle), cp = ig_cos_parts(angle);
  ig_TwoParts s = ig_ordered_sum(sp.hi, sp.lo), c = ig_ordered_sum(cp.hi, cp.lo);
  mask odd = ig_bits_set(angle.quarters & 1);
  ig_TwoParts over = {ig_select(odd, -c.hi, s.hi), ig_select(odd, -c.lo, s.lo)};
  ig_TwoParts under = {ig_select(odd, s.hi, c.hi), ig_select(odd, s.lo, c.lo)};
  ig_TwoParts q = ig_pair_quotient(over, under);
  return ig_select(ig_eq(x, ig_broadcast(0)), x, q.hi + q.lo);
}

// ------------------------------------------------ inverse functions

// y/x turned into a multiple of pi/4 plus the arc tangent of a number below tan(pi/8)
IG_INLINE real ig_atan2(real y, real x) {
  static const num c[] = IG_POLY_ARC_TANGENT;
  real zero = ig_broadcast(0), one = ig_broadcast(1);
  real ax = ig_abs(x), ay = ig_abs(y), small = ig_min(ay, ax), large = ig_max(ax, ay);
  mask steep = ig_lt(ax, ay);

  // infinities become 0/1 or 1/1, two zeros 0/1; far exponents are moved to the middle
  mask endless = ig_ispinf(large);
  small = ig_select(endless, ig_select(ig_ispinf(small), one, zero), small);
  large = ig_select(ig_or(endless, ig_eq(large, zero)), one, large);
  real scale = ig_select(ig_lt(ig_broadcast(IG_ATAN_FAR), large), ig_broadcast(IG_ATAN_SHRINK), one);
  scale = ig_select(ig_lt(large, ig_broadcast(IG_ATAN_NEAR)), ig_broadcast(IG_ATAN_STRETCH), scale);
  small *= scale, large *= scale;

  mask middle = ig_lt(large * (num)0.41421356237309503, small);
  ig_TwoParts dif = ig_two_sum(small, -large), sum = ig_two_sum(large, small);
  ig_TwoParts over = {ig_select(middle, dif.hi, small), ig_select(middle, dif.lo, zero)};
  ig_TwoParts under = {ig_select(middle, sum.hi, large), ig_select(middle, sum.lo, zero)};
  ig_TwoParts t = ig_pair_quotient(over, under);
  real z = t.hi * t.hi, rest = t.lo + t.hi * (z * IG_POLY(c, z));

  // count quarters of pi: past the diagonal from pi/2, on the left from pi
  real count = ig_select(middle, one, zero);
  count = ig_select(steep, 2 - count, count);
  mask left = ig_signbit(x);
  count = ig_select(left, 4 - count, count);
  ig_bits turn = ig_to_bits(ig_select(steep, -one, one)) ^ (ig_to_bits(x) & IG_SIGN_BIT);
  turn &= IG_SIGN_BIT;
  real part = ig_from_bits(ig_to_bits(t.hi) ^ turn), tail = ig_from_bits(ig_to_bits(rest) ^ turn);
  ig_TwoParts s = ig_two_sum(count * IG_EIGHTH_HI, part);
  real angle = s.hi + (s.lo + tail + count * IG_EIGHTH_LO);
  return ig_select(ig_or(ig_isnan(x), ig_isnan(y)), x + y, ig_copysign(angle, y));
}

IG_INLINE real ig_atan(real x) { return ig_atan2(x, ig_broadcast(1)); }

// arc sine of |x| up to a half, else of sqrt((1 - |x|)/2), as two parts
typedef struct {
  mask outer;
  real hi, lo;
} ig_Arc;

IG_INLINE ig_Arc ig_arc(real x) {
  static const num c[] = IG_POLY_ARC_SINE;
  real ax = ig_abs(x), zero = ig_broadcast(0), outside = (1 - ax) * 0.5, root = ig_sqrt(outside);
  ig_Arc arc = {ig_lt(ig_broadcast(0.5), ax), zero, zero};
  real z = ig_select(arc.outer, outside, ax * ax);
  arc.hi = ig_select(arc.outer, root, ax);
  ig_TwoParts square = ig_two_product(root, root);
  mask refine = ig_and(arc.outer, ig_lt(zero, outside));
  real missing = ig_select(refine, ((outside - square.hi) - square.lo) / (root + root), zero);
  arc.lo = missing + arc.hi * (z * IG_POLY(c, z));
  return arc;
}

IG_INLINE real ig_asin(real x) {
  ig_Arc arc = ig_arc(x);
  ig_TwoParts s = ig_ordered_sum(ig_broadcast(IG_HALF_PI_HI), -2 * arc.hi);
  real outer = s.hi + ((s.lo + IG_HALF_PI_LO) - 2 * arc.lo);
  return ig_copysign(ig_select(arc.outer, outer, arc.hi + arc.lo), x);
}

IG_INLINE real ig_acos(real x) {
  ig_Arc arc = ig_arc(x);
  mask left = ig_lt(x, ig_broadcast(0));
  real hi = ig_select(arc.outer, 2 * arc.hi, arc.hi), lo = ig_select(arc.outer, 2 * arc.lo, arc.lo);
  real base = ig_select(arc.outer, ig_broadcast(2), ig_broadcast(1));
  mask below = ig_not(ig_xor(left, arc.outer));
  hi = ig_select(below, -hi, hi), lo = ig_select(below, -lo, lo);
  base = ig_select(ig_and(arc.outer, ig_not(left)), ig_broadcast(0), base);
  ig_TwoParts s = ig_two_sum(base * IG_HALF_PI_HI, hi);
  return s.hi + (s.lo + (base * IG_HALF_PI_LO + lo));
}

// ------------------------------------------------ exponential and logarithm

// e^(hi + lo) = 2^k (value.hi + value.lo)
typedef struct {
  real k;
  ig_TwoParts value;
} ig_Scaled;

IG_INLINE ig_Scaled ig_exp_parts(ig_TwoParts x) {
  static const num c[] = IG_POLY_EXP;
  real k = ig_nearest(x.hi * (num)IG_LOG2_E);
  real whole = x.hi - k * IG_LOG_2_HI, rest = x.lo - k * IG_LOG_2_LO;
  ig_TwoParts r = ig_two_sum(whole, rest);

  // 1 + r + r^2/2 exactly, the square from the upper bits
  real upper = ig_upper(r.hi), half = 0.5 * (upper * upper), less = 0.5 * ((r.hi - upper) * (r.hi + upper));
  ig_TwoParts a = ig_ordered_sum(ig_broadcast(1), r.hi), b = ig_ordered_sum(a.hi, half);
  real cube = r.hi * (r.hi * r.hi);
  return (ig_Scaled){k, {b.hi, (b.lo + a.lo) + ((less + cube * IG_POLY(c, r.hi)) + (r.lo + r.lo * r.hi))}};
}

// value * 2^k, down to the smallest numbers: in two halves
IG_INLINE real ig_scaled(ig_Scaled s) {
  real first = s.k * 0.5 + IG_ROUNDER, second = (s.k - (first - IG_ROUNDER)) + IG_ROUNDER;
  return ((s.value.hi + s.value.lo) * ig_power2(first)) * ig_power2(second);
}

IG_INLINE real ig_exp(real x) {
  ig_TwoParts limited = {ig_select(ig_lt(x, ig_broadcast(IG_EXP_LEAST)), ig_broadcast(IG_EXP_LEAST), x), ig_broadcast(0)};
  limited.hi = ig_select(ig_lt(ig_broadcast(IG_EXP_MOST), x), ig_broadcast(IG_EXP_MOST), limited.hi);
  return ig_select(ig_isnan(x), x, ig_scaled(ig_exp_parts(limited)));
}

// log of a positive finite number, to half as many bits again as a number has: x = 2^k m with m around 1, s = (m - 1)/(m + 1),
// log m = 2 s + 2/3 s^3 + 2/5 s^5 + ..., the first three terms in two parts
IG_INLINE ig_TwoParts ig_log_parts(real x) {
  static const num c[] = IG_POLY_LOG;
  mask tiny = ig_lt(x, ig_broadcast(IG_LEAST_NORMAL));
  x = ig_select(tiny, x * IG_LIFT, x);
  ig_bits shifted = ig_to_bits(x) + (IG_ONE - IG_ROOT_HALF);
  real k = ig_from_bits((shifted >> IG_FRACTION_BITS) + IG_ROUNDER_BITS) - (IG_ROUNDER + IG_BIAS);
  k = ig_select(tiny, k - (IG_FRACTION_BITS + 2), k);
  real m = ig_from_bits((shifted & IG_FRACTION) + IG_ROOT_HALF);

  ig_TwoParts s = ig_pair_quotient((ig_TwoParts){m - 1, ig_broadcast(0)}, ig_two_sum(ig_broadcast(1), m));
  ig_TwoParts z = ig_pair_product(s, s);
  ig_TwoParts fifth = ig_ordered_sum(ig_broadcast(IG_2_5THS_HI), z.hi * IG_POLY(c, z.hi));
  fifth.lo += IG_2_5THS_LO;
  ig_TwoParts tail = ig_pair_product(fifth, z), third = ig_ordered_sum(ig_broadcast(IG_2_3RDS_HI), tail.hi);
  third.lo += IG_2_3RDS_LO + tail.lo;
  ig_TwoParts cubic = ig_pair_product(ig_pair_product(third, z), s);
  ig_TwoParts a = ig_ordered_sum(2 * s.hi, cubic.hi);
  a.lo += 2 * s.lo + cubic.lo;
  ig_TwoParts b = ig_two_sum(k * IG_LOG_2_HI, a.hi);
  return ig_ordered_sum(b.hi, b.lo + (a.lo + k * IG_LOG_2_LO));
}

// the ends of the logarithm: 0, below 0, infinity, not a number
IG_INLINE real ig_log_ends(real x, real y) {
  y = ig_select(ig_eq(x, ig_broadcast(0)), ig_broadcast(-INFINITY), y);
  y = ig_select(ig_lt(x, ig_broadcast(0)), ig_broadcast(NAN), y);
  return ig_select(ig_or(ig_ispinf(x), ig_isnan(x)), x, y);
}

IG_INLINE real ig_log(real x) {
  ig_TwoParts p = ig_log_parts(x);
  return ig_log_ends(x, p.hi + p.lo);
}

IG_INLINE real ig_log10(real x) {
  ig_TwoParts tenth = {ig_broadcast(IG_LOG10_E_HI), ig_broadcast(IG_LOG10_E_LO)};
  ig_TwoParts p = ig_pair_product(ig_log_parts(x), tenth);
  return ig_log_ends(x, p.hi + p.lo);
}

// x^y = e^(y log|x|) with the sign of an odd power; C's rules at 0, 1, infinity and not-a-number
IG_INLINE real ig_pow(real x, real y) {
  real zero = ig_broadcast(0), one = ig_broadcast(1), endless = ig_broadcast(INFINITY), ax = ig_abs(x), ay = ig_abs(y);
  ig_TwoParts l = ig_log_parts(ax), p = ig_two_product(y, l.hi);
  p.lo += y * l.lo;
  mask up = ig_lt(ig_broadcast(IG_EXP_MOST + 10), p.hi), down = ig_lt(p.hi, ig_broadcast(IG_EXP_LEAST - 14));
  mask far = ig_or(up, down);
  p.hi = ig_select(up, ig_broadcast(IG_EXP_MOST + 10), ig_select(down, ig_broadcast(IG_EXP_LEAST - 14), p.hi));
  p.lo = ig_select(far, zero, p.lo);
  real r = ig_scaled(ig_exp_parts(p));

  // |x| at the ends of the line, |y| endless
  mask grows = ig_lt(zero, y), bottom = ig_eq(ax, zero), top = ig_ispinf(ax);
  r = ig_select(bottom, ig_select(grows, zero, endless), r);
  r = ig_select(top, ig_select(grows, endless, zero), r);
  mask beyond = ig_not(ig_xor(grows, ig_lt(one, ax)));
  r = ig_select(ig_ispinf(ay), ig_select(ig_eq(ax, one), one, ig_select(beyond, endless, zero)), r);

  // integers and odd integers among the exponents; from twice IG_INTEGERS on all are even
  real near = ig_select(ig_lt(ay, ig_broadcast(IG_INTEGERS)), ig_nearest_positive(ay), ay);
  real halved = ay * 0.5, near_half = ig_select(ig_lt(ay, ig_broadcast(IG_INTEGERS)), ig_nearest_positive(halved), halved);
  near_half = ig_select(ig_and(ig_le(ig_broadcast(IG_INTEGERS), ay), ig_bits_set(ig_to_bits(ay) & 1)), halved + 1, near_half);
  near_half = ig_select(ig_le(ig_broadcast(2 * IG_INTEGERS), ay), halved, near_half);
  mask integer = ig_eq(near, ay), odd = ig_and(integer, ig_not(ig_eq(near_half, halved)));
  r = ig_select(ig_and(ig_signbit(x), odd), -r, r);
  r = ig_select(ig_and(ig_and(ig_lt(x, zero), ig_not(integer)), ig_not(top)), ig_broadcast(NAN), r);
  r = ig_select(ig_or(ig_isnan(x), ig_isnan(y)), x + y, r);
  r = ig_select(ig_eq(y, one), x, r);
  return ig_select(ig_or(ig_eq(y, zero), ig_eq(x, one)), one, r);
}

// (e^2|x| - 1)/(e^2|x| + 1); from IG_TANH_ONE on it is 1
IG_INLINE real ig_tanh(real x) {
  real ax = ig_abs(x), twice = 2 * ig_select(ig_lt(ax, ig_broadcast(IG_TANH_ONE)), ax, ig_broadcast(IG_TANH_ONE));
  ig_Scaled e = ig_exp_parts((ig_TwoParts){twice, ig_broadcast(0)});
  real power = ig_power2(e.k + IG_ROUNDER);
  ig_TwoParts less = ig_two_sum(e.value.hi * power, ig_broadcast(-1));
  less = ig_two_sum(less.hi, less.lo + e.value.lo * power);
  ig_TwoParts more = ig_two_sum(less.hi, ig_broadcast(2));
  more.lo += less.lo;
  ig_TwoParts q = ig_pair_quotient(less, more);
  return ig_select(ig_isnan(x), x, ig_copysign(q.hi + q.lo, x));
}

#endif  // INGOT_LANE_ELEMENTARY_H_
