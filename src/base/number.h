// SPDX-License-Identifier: Apache-2.0
// Numbers in text, the same under every locale.
#ifndef INGOT_BASE_NUMBER_H_
#define INGOT_BASE_NUMBER_H_

#include <stdbool.h>
#include <stddef.h>

typedef enum ig_NumberState_ {
  IG_NUMBER_OK = 0,
  IG_NUMBER_BAD,    // not a number
  IG_NUMBER_RANGE,  // too large, or too small to be told from zero
} ig_NumberState;

// each reads one number at *text and moves *text behind it
ig_NumberState ig_scan_real(const char** text, double* value);
ig_NumberState ig_scan_float(const char** text, float* value);
ig_NumberState ig_scan_int(const char** text, int* value);

// space as XML and C see it, whatever the locale
bool ig_is_space(char c);
const char* ig_skip_space(const char* text);

// writes value with at most `digits` significant digits, 0: as few as give the value back
int ig_print_real(char* text, size_t size, double value, int digits);

#endif  // INGOT_BASE_NUMBER_H_
