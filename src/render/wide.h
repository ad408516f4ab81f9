// SPDX-License-Identifier: Apache-2.0
// Eight floats or integers at once, as GCC and Clang vectors: the compiler splits them where registers are narrower.
// Every operation is exact IEEE arithmetic in a written order, so all levels of SIMD give the same bits.
#ifndef INGOT_RENDER_WIDE_H_
#define INGOT_RENDER_WIDE_H_

#include <stdint.h>
#include <string.h>

#include "base/clones.h"

enum { IG_EIGHT = 8 };
typedef float ig_wf __attribute__((vector_size(32)));
typedef int32_t ig_wi __attribute__((vector_size(32)));
typedef float ig_wf_any __attribute__((vector_size(32), aligned(4)));
typedef int32_t ig_wi_any __attribute__((vector_size(32), aligned(4)));

static const ig_wf ig_w_ramp = {0, 1, 2, 3, 4, 5, 6, 7};
static const ig_wi ig_w_index = {0, 1, 2, 3, 4, 5, 6, 7};

IG_WIDE_INLINE ig_wf ig_w_all(float x) { return (ig_wf){x, x, x, x, x, x, x, x}; }
IG_WIDE_INLINE ig_wf ig_w_load(const float* p) { return *(const ig_wf_any*)p; }
IG_WIDE_INLINE void ig_w_store(float* p, ig_wf x) { *(ig_wf_any*)p = x; }
IG_WIDE_INLINE ig_wi ig_w_loadi(const void* p) { return *(const ig_wi_any*)p; }
IG_WIDE_INLINE void ig_w_storei(void* p, ig_wi x) { *(ig_wi_any*)p = x; }

// a where the mask is set, else b
IG_WIDE_INLINE ig_wf ig_w_select(ig_wi mask, ig_wf a, ig_wf b) { return (ig_wf)(((ig_wi)a & mask) | ((ig_wi)b & ~mask)); }
IG_WIDE_INLINE ig_wi ig_w_selecti(ig_wi mask, ig_wi a, ig_wi b) { return (a & mask) | (b & ~mask); }
IG_WIDE_INLINE ig_wf ig_w_max(ig_wf a, ig_wf b) { return ig_w_select(a > b, a, b); }
IG_WIDE_INLINE ig_wf ig_w_min(ig_wf a, ig_wf b) { return ig_w_select(a < b, a, b); }
IG_WIDE_INLINE ig_wf ig_w_clamp01(ig_wf x) { return ig_w_min(ig_w_max(x, ig_w_all(0)), ig_w_all(1)); }
IG_WIDE_INLINE int ig_w_any(ig_wi m) {
  int64_t parts[4];
  memcpy(parts, &m, sizeof parts);
  return (parts[0] | parts[1] | parts[2] | parts[3]) != 0;
}

IG_WIDE_INLINE ig_wf ig_w_sqrt(ig_wf x) {
  ig_wf out;
  for (int i = 0; i < IG_EIGHT; i++) out[i] = __builtin_sqrtf(x[i]);
  return out;
}

// numbers of moderate size only
IG_WIDE_INLINE ig_wi ig_w_trunc(ig_wf x) { return __builtin_convertvector(x, ig_wi); }
IG_WIDE_INLINE ig_wf ig_w_float(ig_wi x) { return __builtin_convertvector(x, ig_wf); }
IG_WIDE_INLINE ig_wi ig_w_floor(ig_wf x) {
  ig_wi i = ig_w_trunc(x);
  return i + (ig_w_float(i) > x);
}

// base two logarithm of positive normal numbers, to about 1e-7: the mantissa m in [0.7, 1.4] by the series of
// atanh((m - 1) / (m + 1))
IG_WIDE_INLINE ig_wf ig_w_log2(ig_wf x) {
  ig_wi bits = (ig_wi)x, high = (bits & 0x007fffff) > 0x003504f3;  // mantissa above sqrt(2)
  ig_wi exponent = (bits >> 23) - 127 - high;                      // a set mask is -1
  ig_wf m = (ig_wf)((bits & 0x007fffff) | ig_w_selecti(high, (ig_wi){0} + 0x3f000000, (ig_wi){0} + 0x3f800000));
  ig_wf s = (m - 1.0f) / (m + 1.0f), s2 = s * s;
  ig_wf series = 1.0f + s2 * (0.333333333f + s2 * (0.2f + s2 * (0.142857143f + s2 * 0.111111111f)));
  return ig_w_float(exponent) + 2.88539008f * (s * series);
}

// 2^x for x in [-126, 0]; what is below gives 0
IG_WIDE_INLINE ig_wf ig_w_exp2(ig_wf x) {
  ig_wi tiny = x < -126.0f;
  x = ig_w_select(tiny, ig_w_all(0), x);
  ig_wi whole = ig_w_floor(x);
  ig_wf f = (x - ig_w_float(whole)) * 0.693147181f;
  ig_wf series =
      1.0f +
      f * (1.0f + f * (0.5f + f * (0.166666667f +
                                   f * (0.0416666667f + f * (0.00833333333f + f * (0.00138888889f + f * 0.000198412698f))))));
  ig_wf scale = (ig_wf)((whole + 127) << 23);
  return ig_w_select(tiny, ig_w_all(0), series * scale);
}

// x^y for x in [0, 1], y >= 0; 0^0 is 1
IG_WIDE_INLINE ig_wf ig_w_pow(ig_wf x, ig_wf y) {
  ig_wi zero = x < 1e-30f;
  ig_wf safe = ig_w_select(zero, ig_w_all(1), x);
  ig_wf power = ig_w_exp2(ig_w_min(y * ig_w_log2(safe), ig_w_all(0)));
  return ig_w_select(y == 0.0f, ig_w_all(1), ig_w_select(zero, ig_w_all(0), power));
}

#endif  // INGOT_RENDER_WIDE_H_
