// SPDX-License-Identifier: Apache-2.0
// The elementary functions at every width, over arrays of doubles.
#ifndef INGOT_TESTS_LANE_WIDTHS_H_
#define INGOT_TESTS_LANE_WIDTHS_H_

#include "base/cpu.h"

enum { ig_nfunction = 13 };

typedef struct {
  int width;
  ig_CpuLevel level;
  // r[i] = f(x[i], y[i]) for `width` numbers; functions of one number ignore y
  void (*function[ig_nfunction])(const double* x, const double* y, double* r);
} ig_WidthTable;

#endif  // INGOT_TESTS_LANE_WIDTHS_H_
