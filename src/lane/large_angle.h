// SPDX-License-Identifier: Apache-2.0
// One large angle, reduced to a quarter turn: its integer is multiplied by those bits of 2/pi that do not make whole turns, three
// words of them.
#ifndef INGOT_LANE_LARGE_ANGLE_H_
#define INGOT_LANE_LARGE_ANGLE_H_

#include <string.h>

#include "lane/constants.h"
#include "lane/lane.h"

IG_INLINE num ig_upper_half(num x) {
  ig_NumBits bits;
  memcpy(&bits, &x, sizeof x);
  bits &= IG_UPPER_HALF;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// a share of a quarter, in two parts, times pi/2, with the sign of x, or the other one
IG_INLINE void ig_share_to_angle(num hi, num lo, num x, int negative, num out[2]) {
  const num p0 = IG_HALF_PI_HI, p1 = IG_HALF_PI_LO;
  num product = hi * p0, hh = ig_upper_half(hi), ph = ig_upper_half(p0);
  num rest = ((hh * ph - product) + hh * (p0 - ph) + (hi - hh) * ph) + (hi - hh) * (p0 - ph);
  rest += hi * p1 + lo * p0;
  int flip = (x < 0) != negative;
  hi = product + rest;
  lo = rest - (hi - product);
  out[0] = flip ? -hi : hi;
  out[1] = flip ? -lo : lo;
}

#ifdef IG_SINGLE

__attribute__((noinline, unused)) static ig_NumBits ig_reduce_large(num x, num out[2]) {
  // 2/pi after one word of zeros
  static const uint32_t two_over_pi[] = {0,          0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
                                         0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561};
  uint32_t word;
  memcpy(&word, &x, 4);
  int exponent = (int)((word >> 23) & 0xff) - 150;
  if (exponent == 0xff - 150) {
    out[0] = out[1] = NAN;
    return 0;
  }
  uint32_t integer = (word & IG_FRACTION) | (IG_FRACTION + 1);
  int skip = 32 + exponent - 2, at = skip >> 5, shift = skip & 31;
  uint32_t a[3];
  for (int i = 0; i < 3; i++) {
    a[i] = two_over_pi[at + i] << shift;
    if (shift) a[i] |= two_over_pi[at + i + 1] >> (32 - shift);
  }
  uint64_t low = (uint64_t)integer * a[2];
  uint64_t middle = (uint64_t)integer * a[1] + (low >> 32);
  uint32_t top = integer * a[0] + (uint32_t)(middle >> 32);

  // top 2 bits: quarters; the rest: a fraction, made signed by rounding
  uint32_t quarters = top >> 30;
  uint64_t fraction = ((uint64_t)top << 32 | (uint32_t)middle) << 2;
  int negative = (int)(fraction >> 63);
  if (negative) {
    quarters++;
    fraction = -fraction;
  }
  num f0 = (num)(uint32_t)(fraction >> 40) * (num)0x1p-24, f1 = (num)(uint32_t)((fraction >> 16) & 0xffffff) * (num)0x1p-48;
  f1 += (num)(uint32_t)(fraction & 0xffff) * (num)0x1p-64;
  num hi = f0 + f1;
  ig_share_to_angle(hi, f1 - (hi - f0), x, negative, out);
  return x < 0 ? -quarters : quarters;
}

#else

__attribute__((noinline, unused)) static ig_NumBits ig_reduce_large(num x, num out[2]) {
  // 2/pi after one word of zeros
  static const uint64_t two_over_pi[] = {0,
                                         0xa2f9836e4e441529,
                                         0xfc2757d1f534ddc0,
                                         0xdb6295993c439041,
                                         0xfe5163abdebbc561,
                                         0xb7246e3a424dd2e0,
                                         0x06492eea09d1921c,
                                         0xfe1deb1cb129a73e,
                                         0xe88235f52ebb4484,
                                         0xe99c7026b45f7e41,
                                         0x3991d639835339f4,
                                         0x9c845f8bbdf9283b,
                                         0x1ff897ffde05980f,
                                         0xef2f118b5a0a6d1f,
                                         0x6d367ecf27cb09b7,
                                         0x4f463f669e5fea2d,
                                         0x7527bac7ebe5f17b,
                                         0x3d0739f78a5292ea,
                                         0x6bfb5fb11f8d5d08,
                                         0x56033046fc7b6bab,
                                         0xf0cfbc209af4361d};
  uint64_t word;
  memcpy(&word, &x, 8);
  int exponent = (int)((word >> 52) & 0x7ff) - 1075;
  if (exponent == 0x7ff - 1075) {
    out[0] = out[1] = NAN;
    return 0;
  }
  uint64_t integer = (word & IG_FRACTION) | (IG_FRACTION + 1);
  int skip = 64 + exponent - 2, at = skip >> 6, shift = skip & 63;
  uint64_t a[3];
  for (int i = 0; i < 3; i++) {
    a[i] = two_over_pi[at + i] << shift;
    if (shift) a[i] |= two_over_pi[at + i + 1] >> (64 - shift);
  }
  unsigned __int128 low = (unsigned __int128)integer * a[2];
  unsigned __int128 middle = (unsigned __int128)integer * a[1] + (uint64_t)(low >> 64);
  uint64_t top = integer * a[0] + (uint64_t)(middle >> 64);

  // top 2 bits: quarters; the rest: a fraction, made signed by rounding
  uint64_t quarters = top >> 62;
  unsigned __int128 fraction = ((unsigned __int128)top << 64 | (uint64_t)middle) << 2;
  if (fraction >> 127) quarters++;
  int negative = (int)(fraction >> 127);
  if (negative) fraction = -fraction;
  double f0 = (double)(uint64_t)(fraction >> 75) * 0x1p-53;
  double f1 = (double)(uint64_t)((fraction >> 22) & 0x1fffffffffffff) * 0x1p-106;
  double f2 = (double)(uint64_t)(fraction & 0x3fffff) * 0x1p-128;
  f1 += f2;
  double hi = f0 + f1, lo = f1 - (hi - f0);
  ig_share_to_angle(hi, lo, x, negative, out);
  return x < 0 ? -quarters : quarters;
}

#endif
#endif  // INGOT_LANE_LARGE_ANGLE_H_
