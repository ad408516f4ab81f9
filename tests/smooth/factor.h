// SPDX-License-Identifier: Apache-2.0
// A matrix to factor and solve with, at any width: lane k has it times 1 + k/16.
#ifndef INGOT_TESTS_SMOOTH_FACTOR_H_
#define INGOT_TESTS_SMOOTH_FACTOR_H_

#include <stdbool.h>

enum { ig_factor_rows_most = 60, ig_factor_entries_most = 2000 };

typedef struct {
  int nv, nnz;
  int rownnz[ig_factor_rows_most], rowadr[ig_factor_rows_most], colind[ig_factor_entries_most];
  double mat[ig_factor_entries_most], rhs[ig_factor_rows_most];
} ig_FactorCase;

// of one lane
typedef struct {
  double factors[ig_factor_entries_most], inverse[ig_factor_rows_most], x[ig_factor_rows_most];
} ig_FactorResult;

// fill the results of as many lanes as the width has, from `lane` on
typedef void ig_FactorRun(const ig_FactorCase* c, bool in_place, int lane, ig_FactorResult* result);

#endif  // INGOT_TESTS_SMOOTH_FACTOR_H_
