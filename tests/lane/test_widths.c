// SPDX-License-Identifier: Apache-2.0
// A lane has the bits of the single number, whatever stands in the lanes beside it.
#include "test.h"

#include <stdint.h>

#include "widths.h"

extern const ig_WidthTable ig_width_table;
extern const ig_WidthTable ig_width_table_f1_base;
#ifdef IG_BASE_WIDTHS
extern const ig_WidthTable ig_width_table_w4_base, ig_width_table_w8_base;
extern const ig_WidthTable ig_width_table_f4_base, ig_width_table_f8_base, ig_width_table_f16_base;
#endif
#ifdef IG_X86_LEVELS
extern const ig_WidthTable ig_width_table_w4_avx2, ig_width_table_w8_avx512;
extern const ig_WidthTable ig_width_table_f8_avx2, ig_width_table_f16_avx512;
#endif

static const double edges[] = {0.0,   -0.0,   1,      -1,  0.5,   -0.5, INFINITY, -INFINITY, NAN,
                               1e308, 5e-324, 1e-310, 3e9, -1e22, 710,  -745.2,   2};

static uint64_t seed = 7;
static double any_number(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  uint64_t top = seed >> 33;
  if (top % 13 == 0) return edges[(top / 13) % (sizeof edges / sizeof edges[0])];
  double unit = (double)(seed >> 11) * 0x1p-52 - 1;
  return top % 3 == 0 ? unit : top % 3 == 1 ? 20 * unit : unit * ldexp(1, (int)(top / 3 % 80) - 40);
}

static uint64_t bits(double x) {
  uint64_t b;
  memcpy(&b, &x, 8);
  return x != x ? UINT64_MAX : b;
}

static uint32_t bits_single(float x) {
  uint32_t b;
  memcpy(&b, &x, 4);
  return x != x ? UINT32_MAX : b;
}

static void compare_single(const ig_WidthTable* wide) {
  if (wide->level > ig_cpu_level()) SKIP("this processor lacks the level");
  float x[16], y[16], r[16], single;
  for (int k = 0; k < 4000; k++) {
    for (int lane = 0; lane < wide->width; lane++) x[lane] = (float)any_number(), y[lane] = (float)any_number();
    for (int f = 0; f < ig_nfunction; f++) {
      wide->function[f](x, y, r);
      for (int lane = 0; lane < wide->width; lane++) {
        ig_width_table_f1_base.function[f](x + lane, y + lane, &single);
        if (bits_single(single) != bits_single(r[lane])) {
          ig_test_fail(__FILE__, __LINE__, "function %d of (%.9g, %.9g): %.9g in a lane, %.9g alone", f, (double)x[lane],
                       (double)y[lane], (double)r[lane], (double)single);
        }
      }
    }
  }
}

static void compare(const ig_WidthTable* wide) {
  if (wide->level > ig_cpu_level()) SKIP("this processor lacks the level");
  double x[8], y[8], r[8], single;
  for (int k = 0; k < 4000; k++) {
    for (int lane = 0; lane < wide->width; lane++) x[lane] = any_number(), y[lane] = any_number();
    for (int f = 0; f < ig_nfunction; f++) {
      wide->function[f](x, y, r);
      for (int lane = 0; lane < wide->width; lane++) {
        ig_width_table.function[f](x + lane, y + lane, &single);
        if (bits(single) != bits(r[lane])) {
          ig_test_fail(__FILE__, __LINE__, "function %d of (%.17g, %.17g): %.17g in a lane, %.17g alone", f, x[lane], y[lane],
                       r[lane], single);
        }
      }
    }
  }
}

#ifdef IG_BASE_WIDTHS
TEST(four_lanes_have_the_bits_of_one) { compare(&ig_width_table_w4_base); }
TEST(eight_lanes_have_the_bits_of_one) { compare(&ig_width_table_w8_base); }
TEST(four_floats_have_the_bits_of_one) { compare_single(&ig_width_table_f4_base); }
TEST(eight_floats_have_the_bits_of_one) { compare_single(&ig_width_table_f8_base); }
TEST(sixteen_floats_have_the_bits_of_one) { compare_single(&ig_width_table_f16_base); }
#endif
#ifdef IG_X86_LEVELS
TEST(four_lanes_of_avx2_have_the_bits_of_one) { compare(&ig_width_table_w4_avx2); }
TEST(eight_lanes_of_avx512_have_the_bits_of_one) { compare(&ig_width_table_w8_avx512); }
TEST(eight_floats_of_avx2_have_the_bits_of_one) { compare_single(&ig_width_table_f8_avx2); }
TEST(sixteen_floats_of_avx512_have_the_bits_of_one) { compare_single(&ig_width_table_f16_avx512); }
#endif
