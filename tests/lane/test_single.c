// SPDX-License-Identifier: Apache-2.0
// The elementary functions of single precision against those of doubles in libm, which are exact beside a float: accuracy, and
// the special values. Floats are few enough to try all of them: IG_FLOAT_STRIDE=1 in the environment, which takes half an hour.
#include "test.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "widths.h"

extern const ig_WidthTable ig_width_table_f1_base;
#ifdef IG_X86_LEVELS
extern const ig_WidthTable ig_width_table_f8_avx2, ig_width_table_f16_avx512;
#endif

static const ig_WidthTable* widest(void) {
#ifdef IG_X86_LEVELS
  if (ig_cpu_level() >= IG_CPU_AVX512) return &ig_width_table_f16_avx512;
  if (ig_cpu_level() >= IG_CPU_AVX2) return &ig_width_table_f8_avx2;
#endif
  return &ig_width_table_f1_base;
}

typedef struct {
  const char* name;
  double (*exact)(double);
} Function;

// in the order of the table of widths
static const Function functions[] = {{"sin", sin}, {"cos", cos}, {"tan", tan},     {"asin", asin}, {"acos", acos}, {"atan", atan},
                                     {"exp", exp}, {"log", log}, {"log10", log10}, {"tanh", tanh}, {"sqrt", sqrt}};
enum { nfunction = sizeof functions / sizeof functions[0], POW = nfunction, ATAN2 };

// Distance in units in the last place of the exact value, those of the least numbers included. What is not finite agrees or is
// infinitely far; beyond the largest float infinity counts as the next one.
static double ulps(float value, double exact) {
  if (isnan(exact)) return isnan(value) ? 0 : INFINITY;
  int exponent;
  (void)frexp(exact, &exponent);
  if (isinf(exact) || exponent > 128) return value == (exact > 0 ? INFINITY : -INFINITY) ? 0 : INFINITY;
  double unit = ldexp(1, (exponent < -125 ? -125 : exponent) - 24), held = (double)value;
  if (isinf(value)) held = value > 0 ? 0x1p128 : -0x1p128;
  return fabs(held - exact) / unit;
}

static float float_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, 4);
  return x;
}

TEST(single_functions_of_one_number_are_within_1_5_of_the_last_place) {
  const ig_WidthTable* wide = widest();
  const char* wanted = getenv("IG_FLOAT_STRIDE");
  uint64_t stride = wanted ? strtoull(wanted, NULL, 10) : 20011;
  for (int f = 0; f < nfunction; f++) {
    double worst = 0, at = 0;
    for (uint64_t first = 0; first <= UINT32_MAX; first += stride * 16) {
      float x[16], r[16];
      for (int k = 0; k < 16; k++) x[k] = float_of((uint32_t)(first + stride * (uint64_t)k));
      for (int k = 0; k < 16; k += wide->width) wide->function[f](x + k, x + k, r + k);
      for (int k = 0; k < 16; k++) {
        double off = ulps(r[k], functions[f].exact((double)x[k]));
        if (!(off <= worst)) worst = off, at = (double)x[k];
      }
    }
    if (!(worst < 1.5)) ig_test_fail(__FILE__, __LINE__, "%s is off by %.3f ulp at %.9g", functions[f].name, worst, at);
    if (wanted) printf("%s: at most %.3f ulp, at %.9g\n", functions[f].name, worst, at);
  }
}

static uint64_t seed = 1;
static double uniform(double lower, double upper) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return lower + (upper - lower) * (double)(seed >> 11) * 0x1p-53;
}

// any float at all, those near 1 more often
static float any_float(void) {
  if (uniform(0, 1) < 0.5) return (float)(uniform(-1, 1) * exp(uniform(-8, 8)));
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return float_of((uint32_t)(seed >> 32));
}

TEST(single_pow_and_atan2_are_within_1_5_of_the_last_place) {
  const ig_WidthTable* one = &ig_width_table_f1_base;
  for (int k = 0; k < 200000; k++) {
    float x = any_float(), y = any_float(), p, a;
    one->function[POW](&x, &y, &p);
    one->function[ATAN2](&x, &y, &a);
    double off_pow = ulps(p, pow((double)x, (double)y)), off_atan = ulps(a, atan2((double)x, (double)y));
    if (!(off_pow < 1.5)) ig_test_fail(__FILE__, __LINE__, "pow(%.9g, %.9g) is off by %.3f ulp", (double)x, (double)y, off_pow);
    if (!(off_atan < 1.5))
      ig_test_fail(__FILE__, __LINE__, "atan2(%.9g, %.9g) is off by %.3f ulp", (double)x, (double)y, off_atan);
  }
}

static const float special[] = {0.0f,
                                -0.0f,
                                1,
                                -1,
                                2,
                                -2,
                                0.5f,
                                -0.5f,
                                3,
                                -3,
                                INFINITY,
                                -INFINITY,
                                NAN,
                                3e38f,
                                -3e38f,
                                1e-45f,
                                -1e-45f,
                                1e-40f,
                                0x1p22f,
                                0x1p23f,
                                0x1p24f,
                                0x1p23f + 1,
                                -0x1p24f + 1,
                                0x1p22f + 1,
                                -0x1p22f - 1,
                                0x1p21f + 0.5f,
                                1e-20f,
                                89,
                                -104,
                                0.3f};
enum { nspecial = sizeof special / sizeof special[0] };

static bool same_sign(float value, double exact) { return isnan(exact) || !signbit(value) == !signbit(exact); }

TEST(special_values_of_single_functions_follow_the_rules_of_c) {
  const ig_WidthTable* one = &ig_width_table_f1_base;
  for (int i = 0; i < nspecial; i++) {
    float x = special[i], r;
    for (int f = 0; f < nfunction; f++) {
      one->function[f](&x, &x, &r);
      double exact = functions[f].exact((double)x);
      if (!(ulps(r, exact) < 1) || !same_sign(r, exact))
        ig_test_fail(__FILE__, __LINE__, "%s(%g) is %.9g, expected %.9g", functions[f].name, (double)x, (double)r, exact);
    }
    for (int j = 0; j < nspecial; j++) {
      float y = special[j], p, a;
      one->function[POW](&x, &y, &p);
      one->function[ATAN2](&x, &y, &a);
      double power = pow((double)x, (double)y), angle = atan2((double)x, (double)y);
      if (!(ulps(p, power) < 1) || !same_sign(p, power))
        ig_test_fail(__FILE__, __LINE__, "pow(%g, %g) is %.9g, expected %.9g", (double)x, (double)y, (double)p, power);
      if (!(ulps(a, angle) < 1) || !same_sign(a, angle))
        ig_test_fail(__FILE__, __LINE__, "atan2(%g, %g) is %.9g, expected %.9g", (double)x, (double)y, (double)a, angle);
    }
  }
}
