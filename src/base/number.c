// SPDX-License-Identifier: Apache-2.0
#include "base/number.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Reading is exact: the decimal text is an integer times a power of ten, that product (or quotient) is formed without
// loss, and rounded once, half to even. Nearly all numbers fit the 128-bit path; the rest go through long integers.

typedef unsigned __int128 wide;

enum {
  DIGITS_MAX = 800,  // more digits than this cannot change a double, except by being non-zero
  LIMBS = 200,       // 6400 bits: 800 digits, scaled by up to 2^1200 or 10^1100
  EXPONENT_MAX = 20000,
};

// a binary floating-point format
typedef struct Format_ {
  int bits;     // of the significand
  int lowest;   // exponent of the lowest bit of the smallest subnormal
  int highest;  // a value of 2^highest or more overflows
} Format;

static const Format format_double = {53, -1074, 1024};
static const Format format_float = {24, -149, 128};

// a decimal number as written
typedef struct Decimal_ {
  char digits[DIGITS_MAX];
  int count;
  int exponent;  // of ten, for the last digit kept
  bool more;     // non-zero digits were dropped
} Decimal;

typedef struct Big_ {
  uint32_t limb[LIMBS];
  int count;
} Big;

bool ig_is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

const char* ig_skip_space(const char* text) {
  while (ig_is_space(*text)) text++;
  return text;
}

// 2^exponent, a normal number
static double power2(int exponent) {
  uint64_t bits = (uint64_t)(exponent + 1023) << 52;
  double value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

// integer * 2^exponent in two exact factors, so that either may leave the normal range
static double scale2(double integer, int exponent) {
  int part = exponent / 2;
  return integer * power2(part) * power2(exponent - part);
}

// significand (top bit set) * 2^exponent, plus something smaller than one unit if `sticky`
static ig_NumberState round_to(Format format, uint64_t significand, int exponent, bool sticky, double* value) {
  int drop = 64 - format.bits;
  if (exponent + drop < format.lowest) drop = format.lowest - exponent;
  if (exponent > format.highest) return IG_NUMBER_RANGE;
  if (drop > 64) {
    *value = 0;
    return IG_NUMBER_RANGE;
  }
  uint64_t rest = drop == 64 ? significand : significand & (((uint64_t)1 << drop) - 1);
  uint64_t kept = drop == 64 ? 0 : significand >> drop;
  uint64_t half = (uint64_t)1 << (drop - 1);
  bool inexact = rest || sticky;
  if (rest > half || (rest == half && (sticky || (kept & 1)))) kept++;

  *value = scale2((double)kept, exponent + drop);
  bool subnormal = drop > 64 - format.bits;
  if (subnormal && inexact) return IG_NUMBER_RANGE;
  if (fabs(*value) >= power2(format.highest - 1) * 2) return IG_NUMBER_RANGE;
  return IG_NUMBER_OK;
}

static ig_NumberState round_wide(Format format, wide value, int exponent, bool sticky, double* out) {
  while (value >> 64) {
    sticky |= (bool)(value & 1);
    value >>= 1;
    exponent++;
  }
  uint64_t significand = (uint64_t)value;
  while (!(significand >> 63)) {
    significand <<= 1;
    exponent--;
  }
  return round_to(format, significand, exponent, sticky, out);
}

static void big_set(Big* big, uint32_t value) {
  big->limb[0] = value;
  big->count = value ? 1 : 0;
}

// false: no room
static bool big_scale_add(Big* big, uint32_t factor, uint32_t add) {
  uint64_t carry = add;
  for (int i = 0; i < big->count; i++) {
    carry += (uint64_t)big->limb[i] * factor;
    big->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) {
    if (big->count == LIMBS) return false;
    big->limb[big->count++] = (uint32_t)carry;
  }
  return true;
}

static bool big_times_power10(Big* big, int power) {
  for (; power >= 9; power -= 9) {
    if (!big_scale_add(big, 1000000000u, 0)) return false;
  }
  for (; power > 0; power--) {
    if (!big_scale_add(big, 10, 0)) return false;
  }
  return true;
}

static int big_bits(const Big* big) { return big->count ? 32 * big->count - __builtin_clz(big->limb[big->count - 1]) : 0; }

static bool big_shift(Big* big, int bits) {
  int limbs = bits / 32, rest = bits % 32;
  if (!big_scale_add(big, (uint32_t)1 << rest, 0) || big->count + limbs > LIMBS) return false;
  memmove(big->limb + limbs, big->limb, big->count * sizeof(uint32_t));
  memset(big->limb, 0, limbs * sizeof(uint32_t));
  big->count += limbs;
  return true;
}

static int big_compare(const Big* a, const Big* b) {
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  for (int i = a->count - 1; i >= 0; i--) {
    if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
  }
  return 0;
}

static void big_subtract(Big* a, const Big* b) {
  int64_t borrow = 0;
  for (int i = 0; i < a->count; i++) {
    int64_t part = (int64_t)a->limb[i] - (i < b->count ? b->limb[i] : 0) + borrow;
    a->limb[i] = (uint32_t)part;
    borrow = part >> 32;
  }
  while (a->count && !a->limb[a->count - 1]) a->count--;
}

// 64 bits of numerator/denominator by long division, bit for bit; what remains becomes the sticky bit
static ig_NumberState round_quotient(Format format, Big* numerator, Big* denominator, bool sticky, double* value) {
  int shift = big_bits(denominator) - big_bits(numerator) + 1;
  int exponent = -shift;
  bool room = shift >= 0 ? big_shift(numerator, shift) : big_shift(denominator, -shift);
  if (!room) return IG_NUMBER_RANGE;
  if (big_compare(numerator, denominator) < 0) {
    if (!big_shift(numerator, 1)) return IG_NUMBER_RANGE;
    exponent--;
  }

  // now the quotient is between 1 and 4
  if (!big_shift(denominator, 1)) return IG_NUMBER_RANGE;
  exponent++;
  if (big_compare(numerator, denominator) < 0) {
    if (!big_shift(numerator, 1)) return IG_NUMBER_RANGE;
    exponent--;
  }
  uint64_t quotient = 0;
  for (int bit = 0; bit < 64; bit++) {
    quotient <<= 1;
    if (big_compare(numerator, denominator) >= 0) {
      big_subtract(numerator, denominator);
      quotient |= 1;
    }
    if (!big_shift(numerator, 1)) return IG_NUMBER_RANGE;
  }
  return round_to(format, quotient, exponent - 63, sticky || numerator->count, value);
}

static ig_NumberState round_long(Format format, const Decimal* decimal, double* value) {
  Big numerator, denominator;
  big_set(&numerator, 0);
  big_set(&denominator, 1);
  for (int i = 0; i < decimal->count; i++) {
    if (!big_scale_add(&numerator, 10, decimal->digits[i])) return IG_NUMBER_RANGE;
  }
  int power = decimal->exponent;
  bool room = power >= 0 ? big_times_power10(&numerator, power) : big_times_power10(&denominator, -power);
  if (!room) return IG_NUMBER_RANGE;
  return round_quotient(format, &numerator, &denominator, decimal->more, value);
}

static ig_NumberState round_decimal(Format format, Decimal* decimal, double* value) {
  // zeros at the end belong to the exponent
  while (decimal->count && !decimal->digits[decimal->count - 1]) {
    decimal->count--;
    decimal->exponent++;
  }
  *value = 0;
  if (!decimal->count) return IG_NUMBER_OK;
  int magnitude = decimal->count + decimal->exponent;
  if (magnitude > 310 || magnitude < -330) return IG_NUMBER_RANGE;

  if (decimal->count <= 19 && !decimal->more && decimal->exponent >= -19 && decimal->exponent <= 19) {
    uint64_t integer = 0, power = 1;
    for (int i = 0; i < decimal->count; i++) integer = integer * 10 + decimal->digits[i];
    for (int i = 0; i < abs(decimal->exponent); i++) power *= 10;
    if (decimal->exponent >= 0) return round_wide(format, (wide)integer * power, 0, false, value);
    int shift = 64 + __builtin_clzll(integer);
    wide scaled = (wide)integer << shift;
    return round_wide(format, scaled / power, -shift, scaled % power != 0, value);
  }
  return round_long(format, decimal, value);
}

static void keep_digit(Decimal* decimal, int digit, bool fraction) {
  if (!decimal->count && !digit) {
    if (fraction) decimal->exponent--;
    return;
  }
  if (decimal->count < DIGITS_MAX) {
    decimal->digits[decimal->count++] = (char)digit;
    if (fraction) decimal->exponent--;
  } else {
    decimal->more |= digit != 0;
    if (!fraction) decimal->exponent++;
  }
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// the power behind 'e' or 'p', if there is one
static int scan_exponent(const char** text) {
  const char* p = *text + 1;
  bool negative = *p == '-';
  if (*p == '-' || *p == '+') p++;
  if (!is_digit(*p)) return 0;
  int power = 0;
  for (; is_digit(*p); p++) {
    if (power < EXPONENT_MAX) power = power * 10 + (*p - '0');
  }
  *text = p;
  return negative ? -power : power;
}

static int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  char lower = (char)(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// behind "0x"
static ig_NumberState scan_hex(Format format, const char** text, double* value) {
  const char* p = *text;
  uint64_t significand = 0;
  int exponent = 0;
  bool sticky = false, fraction = false, any = false;
  for (; hex_digit(*p) >= 0 || (*p == '.' && !fraction); p++) {
    if (*p == '.') {
      fraction = true;
      continue;
    }
    any = true;
    if (significand >> 60) {
      sticky |= hex_digit(*p) != 0;
      if (!fraction) exponent += 4;
    } else {
      significand = significand * 16 + (uint64_t)hex_digit(*p);
      if (fraction) exponent -= 4;
    }
  }
  if (!any) return IG_NUMBER_BAD;
  if (*p == 'p' || *p == 'P') exponent += scan_exponent(&p);
  *text = p;
  *value = 0;
  return significand ? round_wide(format, significand, exponent, sticky, value) : IG_NUMBER_OK;
}

static ig_NumberState scan_decimal(Format format, const char** text, double* value) {
  const char* p = *text;
  Decimal decimal;
  decimal.count = decimal.exponent = 0;
  decimal.more = false;
  bool fraction = false, any = false;
  for (; is_digit(*p) || (*p == '.' && !fraction); p++) {
    if (*p == '.') {
      fraction = true;
    } else {
      any = true;
      keep_digit(&decimal, *p - '0', fraction);
    }
  }
  if (!any) return IG_NUMBER_BAD;
  if (*p == 'e' || *p == 'E') decimal.exponent += scan_exponent(&p);
  *text = p;
  return round_decimal(format, &decimal, value);
}

// the letters of word, in either case, at *text
static bool scan_word(const char** text, const char* word) {
  size_t i = 0;
  for (; word[i]; i++) {
    if (((*text)[i] | 0x20) != word[i]) return false;
  }
  *text += i;
  return true;
}

static ig_NumberState scan(Format format, const char** text, double* value) {
  const char* p = *text;
  bool negative = *p == '-';
  if (*p == '-' || *p == '+') p++;
  ig_NumberState state = IG_NUMBER_OK;
  if (scan_word(&p, "infinity") || scan_word(&p, "inf")) {
    *value = INFINITY;
  } else if (scan_word(&p, "nan")) {
    *value = NAN;
  } else if (p[0] == '0' && (p[1] | 0x20) == 'x' && (hex_digit(p[2]) >= 0 || p[2] == '.')) {
    p += 2;
    state = scan_hex(format, &p, value);
  } else {
    state = scan_decimal(format, &p, value);
  }
  if (state == IG_NUMBER_BAD) return state;
  if (negative) *value = -*value;
  *text = p;
  return state;
}

ig_NumberState ig_scan_real(const char** text, double* value) { return scan(format_double, text, value); }

ig_NumberState ig_scan_float(const char** text, float* value) {
  double wider = 0;
  ig_NumberState state = scan(format_float, text, &wider);
  *value = (float)wider;
  return state;
}

ig_NumberState ig_scan_int(const char** text, int* value) {
  const char* p = *text;
  bool negative = *p == '-';
  if (*p == '-' || *p == '+') p++;
  if (!is_digit(*p)) return IG_NUMBER_BAD;
  int64_t number = 0;
  ig_NumberState state = IG_NUMBER_OK;
  for (; is_digit(*p); p++) {
    number = number * 10 + (*p - '0');
    if (number > (int64_t)INT_MAX + 1) {
      number = (int64_t)INT_MAX + 1;
      state = IG_NUMBER_RANGE;
    }
  }
  if (!negative && number > INT_MAX) state = IG_NUMBER_RANGE;
  *text = p;
  *value = (int)(state ? 0 : negative ? -number : number);
  return state;
}

// printf's decimal mark follows the locale: whatever stands in its place becomes a point
static int make_point(char* text) {
  char* from = text;
  char* to = text;
  bool seen = false;
  for (; *from; from++) {
    bool usual = is_digit(*from) || *from == '-' || *from == '+' || *from == 'e' || *from == 'i' || *from == 'n' ||
                 *from == 'f' || *from == 'a';
    if (usual) {
      *to++ = *from;
    } else if (!seen) {
      *to++ = '.';
      seen = true;
    }
  }
  *to = 0;
  return (int)(to - text);
}

int ig_print_real(char* text, size_t size, double value, int digits) {
  if (digits > 0) {
    snprintf(text, size, "%.*g", digits, value);
    return make_point(text);
  }
  int length = 0;
  for (digits = 6; digits <= 17; digits++) {
    snprintf(text, size, "%.*g", digits, value);
    length = make_point(text);
    const char* p = text;
    double back;
    if (ig_scan_real(&p, &back) != IG_NUMBER_BAD && (back == value || value != value)) break;
  }
  return length;
}
