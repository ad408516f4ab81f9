// SPDX-License-Identifier: Apache-2.0
// The elementary functions against libm (allowed in tests only): accuracy, and C's rules at the special values.
#include "test.h"

#include <stdint.h>

#include "lane/elementary.h"

typedef double (*One)(double);

static double wrap_sin(double x) { return ig_sin(x); }
static double wrap_cos(double x) { return ig_cos(x); }
static double wrap_tan(double x) { return ig_tan(x); }
static double wrap_asin(double x) { return ig_asin(x); }
static double wrap_acos(double x) { return ig_acos(x); }
static double wrap_atan(double x) { return ig_atan(x); }
static double wrap_exp(double x) { return ig_exp(x); }
static double wrap_log(double x) { return ig_log(x); }
static double wrap_log10(double x) { return ig_log10(x); }
static double wrap_tanh(double x) { return ig_tanh(x); }

// more digits than a double: the x87 functions of libm
typedef long double (*Wide)(long double);

typedef struct {
  const char* name;
  One ours;
  Wide exact;
  One libm;
  double lower, upper;
} Range;

static const Range ranges[] = {
    {"sin", wrap_sin, sinl, sin, -7, 7},
    {"sin", wrap_sin, sinl, sin, -1e6, 1e6},
    {"cos", wrap_cos, cosl, cos, -7, 7},
    {"cos", wrap_cos, cosl, cos, -1e6, 1e6},
    {"tan", wrap_tan, tanl, tan, -2, 2},
    {"tan", wrap_tan, tanl, tan, -1e3, 1e3},
    {"asin", wrap_asin, asinl, asin, -1, 1},
    {"acos", wrap_acos, acosl, acos, -1, 1},
    {"atan", wrap_atan, atanl, atan, -2, 2},
    {"atan", wrap_atan, atanl, atan, -1e6, 1e6},
    {"exp", wrap_exp, expl, exp, -1, 1},
    {"exp", wrap_exp, expl, exp, -700, 700},
    {"log", wrap_log, logl, log, 1e-9, 2},
    {"log", wrap_log, logl, log, 0.99, 1.01},
    {"log10", wrap_log10, log10l, log10, 1e-9, 1e9},
    {"tanh", wrap_tanh, tanhl, tanh, -1e-3, 1e-3},
    {"tanh", wrap_tanh, tanhl, tanh, -20, 20},
};
enum { nrange = sizeof ranges / sizeof ranges[0] };

static uint64_t seed = 1;
static double uniform(double lower, double upper) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return lower + (upper - lower) * (double)(seed >> 11) * 0x1p-53;
}

// distance in units in the last place of the exact value
static double ulps(double value, long double exact) {
  int exponent;
  (void)frexp((double)exact, &exponent);
  return (double)(fabsl((long double)value - exact) / ldexpl(1, exponent - 53));
}

TEST(elementary_functions_are_within_0_85_of_the_last_place) {
  for (int i = 0; i < nrange; i++) {
    const Range* r = ranges + i;
    double worst = 0, at = 0;
    for (int k = 0; k < 20000; k++) {
      double x = uniform(r->lower, r->upper), off = ulps(r->ours(x), r->exact(x));
      if (!(off <= worst)) worst = off, at = x;
    }
    if (!(worst < 0.85)) ig_test_fail(__FILE__, __LINE__, "%s is off by %.3f ulp at %.17g", r->name, worst, at);
  }
}

TEST(pow_and_atan2_are_within_0_7_of_the_last_place) {
  double worst_pow = 0, worst_atan = 0;
  for (int k = 0; k < 20000; k++) {
    double x = exp(uniform(-8, 8)), y = uniform(-20, 20), u = uniform(-1, 1), v = uniform(-1, 1);
    double p = ulps(ig_pow(x, y), powl(x, y)), a = ulps(ig_atan2(u, v), atan2l(u, v));
    if (!(p <= worst_pow)) worst_pow = p;
    if (!(a <= worst_atan)) worst_atan = a;
  }
  CHECK(worst_pow < 0.7);
  CHECK(worst_atan < 0.7);
}

// sines of large angles, from the 1000-digit value (mpmath: nstr(sin(mpf(x)), 17))
TEST(large_angles_are_reduced_exactly) {
  CHECK_NEAR(ig_sin(1e22), -0.8522008497671888, 1e-15);
  CHECK_NEAR(ig_cos(1e22), 0.5232147853951389, 1e-15);
  CHECK_NEAR(ig_sin(-0x1.6ac5b262ca1ffp+849), -1.0, 1e-15);
  CHECK_NEAR(ig_cos(6381956970095103.0 * 0x1p797), -4.68716592425462761112e-19, 1e-33);
}

static bool same(double a, double b) {
  if (a != a || b != b) return a != a && b != b;
  return (a == b && signbit(a) == signbit(b)) || fabs(a - b) <= 2.3e-16 * fabs(b);
}

static const double special[] = {0.0,
                                 -0.0,
                                 1,
                                 -1,
                                 2,
                                 -2,
                                 0.5,
                                 -0.5,
                                 3,
                                 -3,
                                 INFINITY,
                                 -INFINITY,
                                 NAN,
                                 1e308,
                                 -1e308,
                                 5e-324,
                                 -5e-324,
                                 1e-310,
                                 0x1p52,
                                 0x1p53,
                                 0x1p52 + 1,
                                 0x1p53 - 1,
                                 -0x1p53 + 1,
                                 -0x1p54,
                                 0x1p51 + 0.5,
                                 0x1p51 + 1,
                                 -0x1p51 - 0.5,
                                 1e-20,
                                 3.141592653589793,
                                 710,
                                 -750,
                                 0.3};
enum { nspecial = sizeof special / sizeof special[0] };

TEST(special_values_follow_the_rules_of_c) {
  for (int i = 0; i < nspecial; i++) {
    double x = special[i];
    for (int k = 0; k < nrange; k++) {
      double ours = ranges[k].ours(x), libm = ranges[k].libm(x);
      if (!same(ours, libm)) ig_test_fail(__FILE__, __LINE__, "%s(%g) is %.17g, expected %.17g", ranges[k].name, x, ours, libm);
    }
    for (int j = 0; j < nspecial; j++) {
      double y = special[j], p = ig_pow(x, y), a = ig_atan2(x, y), last = fabs(atan2(x, y)) < 1e-300 ? 1e-320 : 0;
      if (!same(p, pow(x, y))) ig_test_fail(__FILE__, __LINE__, "pow(%g, %g) is %.17g, expected %.17g", x, y, p, pow(x, y));
      if (!same(a, atan2(x, y)) && !(fabs(a - atan2(x, y)) <= last)) {
        ig_test_fail(__FILE__, __LINE__, "atan2(%g, %g) is %.17g, expected %.17g", x, y, a, atan2(x, y));
      }
    }
  }
}

TEST(round_numbers_stay_round) {
  CHECK(ig_exp(0) == 1 && ig_cos(0) == 1 && ig_log(1) == 0 && ig_pow(7.3, 0) == 1 && ig_pow(0.7, 1) == 0.7);
  for (int k = -20; k <= 20; k++) CHECK(ig_log10(pow(10, k)) == k);
  for (int k = 1; k < 100; k++) CHECK(ig_pow(k, 2) == (double)k * k && ig_pow(k, 3) == (double)k * k * k);
}
