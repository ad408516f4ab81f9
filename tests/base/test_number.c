// SPDX-License-Identifier: Apache-2.0
// Numbers in text: exact, and the same under every locale.
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "test.h"

static double real(const char* text) {
  double value = -1;
  const char* p = text;
  if (ig_scan_real(&p, &value) != IG_NUMBER_OK || *p) ig_test_fail(__FILE__, __LINE__, "'%s' is no number", text);
  return value;
}

static int state(const char* text) {
  double value;
  return ig_scan_real(&text, &value);
}

TEST(decimals_are_rounded_to_the_nearest_double_ties_to_even) {
  CHECK(real("0.1") == 0.1);
  CHECK(real("-.5") == -0.5);
  CHECK(real("5.") == 5);
  CHECK(real("1e22") == 1e22);
  CHECK(real("9007199254740993") == 9007199254740992.0);
  CHECK(real("9007199254740993.0000000000000000000000000001") == 9007199254740994.0);
  CHECK(real("1.7976931348623157e308") == DBL_MAX);
  CHECK(real("2.2250738585072014e-308") == DBL_MIN);
  CHECK(real("0.000000000000000000000000000000000000123456789012345678901234567890") == 1.23456789012345678901234567890e-37);
  CHECK(real("0x1.8p3") == 12);
  CHECK(signbit(real("-0")));
}

TEST(reading_agrees_with_strtod_on_random_numbers) {
  unsigned long long seed = 88172645463325252ull;
  for (int i = 0; i < 20000; i++) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    double value;
    memcpy(&value, &seed, sizeof(value));
    if (!isnormal(value)) continue;
    char text[60];
    snprintf(text, sizeof(text), "%.*g", 1 + i % 20, value);
    double read, expected = strtod(text, NULL);
    const char* p = text;
    if (!isfinite(expected)) continue;
    ig_scan_real(&p, &read);
    if (read != expected) ig_test_fail(__FILE__, __LINE__, "%s is %a, expected %a", text, read, expected);
  }
}

TEST(floats_are_rounded_once) {
  const char* text = "1.000000059604644775390625";  // half way between two floats
  float value;
  ig_scan_float(&text, &value);
  CHECK(value == 1.0f);
  text = "1.00000005960464477539062500000000000000000000000000000001";
  ig_scan_float(&text, &value);
  CHECK(value == 1.0f + FLT_EPSILON);
}

TEST(what_is_no_number_or_too_large_is_told_apart) {
  CHECK_INT(state("x"), IG_NUMBER_BAD);
  CHECK_INT(state("."), IG_NUMBER_BAD);
  CHECK_INT(state("-"), IG_NUMBER_BAD);
  CHECK_INT(state("1e400"), IG_NUMBER_RANGE);
  CHECK_INT(state("1e99999999999"), IG_NUMBER_RANGE);
  CHECK_INT(state("1e-400"), IG_NUMBER_RANGE);
  CHECK_INT(state("0e99999999999"), IG_NUMBER_OK);
  int value;
  const char* text = "2147483648";
  CHECK_INT(ig_scan_int(&text, &value), IG_NUMBER_RANGE);
  text = "-2147483648";
  CHECK_INT(ig_scan_int(&text, &value), IG_NUMBER_OK);
  CHECK_INT(value, -2147483647 - 1);
}

TEST(printing_uses_as_few_digits_as_give_the_value_back) {
  char text[40];
  ig_print_real(text, sizeof(text), 0.1, 0);
  CHECK_TEXT(text, "0.1");
  ig_print_real(text, sizeof(text), 1.0 / 3, 0);
  CHECK_TEXT(text, "0.3333333333333333");
  ig_print_real(text, sizeof(text), 1.0 / 3, 6);
  CHECK_TEXT(text, "0.333333");
}
