// SPDX-License-Identifier: Apache-2.0
// Products with sparse rows: values and column indices side by side.
#ifndef INGOT_MATH_CSR_H_
#define INGOT_MATH_CSR_H_

#include <stddef.h>

#include "math/dense.h"

// sum of values[i] * v[columns[i]], in the order of ig_dot but for the rest, which is added one by one
static inline num ig_dot_row(const num* values, const int* columns, int n, const num* v) {
  num p0 = 0, p1 = 0, p2 = 0, p3 = 0;
  int i = 0;
  for (; i <= n - 4; i += 4) {
    p0 += values[i] * v[columns[i]];
    p1 += values[i + 1] * v[columns[i + 1]];
    p2 += values[i + 2] * v[columns[i + 2]];
    p3 += values[i + 3] * v[columns[i + 3]];
  }
  num sum = (p0 + p2) + (p1 + p3);
  for (; i < n; i++) sum += values[i] * v[columns[i]];
  return sum;
}

// first of the ascending columns[low] to columns[high - 1] that is not below col; high when all are
static inline int ig_column_place(const int* columns, int low, int high, int col) {
  while (low < high) {
    int mid = (low + high) / 2;
    if (columns[mid] < col) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  return low;
}

// r = S v for a symmetric matrix given by its lower rows, each ending with the diagonal
static inline void ig_mul_lower_symmetric(num* restrict r, const num* values, const int* row_adr, const int* row_nnz,
                                          const int* columns, const num* restrict v, int n) {
  ig_zero(r, n);
  for (int i = 0; i < n; i++) {
    const num* row = values + row_adr[i];
    const int* column = columns + row_adr[i];
    int last = row_nnz[i] - 1;
    num sum = row[last] * v[i];
    for (int k = last - 1; k >= 0; k--) {
      sum += row[k] * v[column[k]];
      r[column[k]] += row[k] * v[i];
    }
    r[i] = sum;
  }
}

#endif  // INGOT_MATH_CSR_H_
