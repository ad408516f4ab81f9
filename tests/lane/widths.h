// SPDX-License-Identifier: Apache-2.0
// The elementary functions at every width, over arrays of numbers: doubles, or floats in the tables of single precision.
#ifndef INGOT_TESTS_LANE_WIDTHS_H_
#define INGOT_TESTS_LANE_WIDTHS_H_

#include "base/cpu.h"

enum { ig_nfunction = 13 };  // the last two have two arguments: pow, atan2

typedef struct {
  int width;
  ig_CpuLevel level;
  // r[i] = f(x[i], y[i]) for `width` numbers; functions of one number ignore y
  void (*function[ig_nfunction])(const void* x, const void* y, void* r);
} ig_WidthTable;

#endif  // INGOT_TESTS_LANE_WIDTHS_H_
