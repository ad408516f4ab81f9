// SPDX-License-Identifier: Apache-2.0
#include "derive/elimination.h"

#include "base/clones.h"
#include "math/dense.h"

IG_KERNEL_CLONES void ig_eliminate(mjtNum* a, int n) {
  for (int k = n - 1; k > 0; k--) {
    const mjtNum* pivot = a + (size_t)k * (size_t)n;
    mjtNum inverse = 1 / pivot[k];
    for (int i = 0; i < k; i++) {
      mjtNum* row = a + (size_t)i * (size_t)n;
      if (row[k] == 0) continue;
      row[k] *= inverse;
      ig_addtoscl(row, pivot, -row[k], k);
    }
  }
}

IG_KERNEL_CLONES void ig_eliminated_solve(const mjtNum* a, int n, mjtNum* x, int columns) {
  for (int k = n - 1; k > 0; k--) {
    for (int i = 0; i < k; i++) {
      mjtNum share = a[(size_t)i * (size_t)n + (size_t)k];
      if (share != 0) ig_addtoscl(x + (size_t)i * (size_t)columns, x + (size_t)k * (size_t)columns, -share, columns);
    }
  }
  for (int i = 0; i < n; i++) {
    const mjtNum* row = a + (size_t)i * (size_t)n;
    mjtNum* to = x + (size_t)i * (size_t)columns;
    for (int j = 0; j < i; j++) {
      if (row[j] != 0) ig_addtoscl(to, x + (size_t)j * (size_t)columns, -row[j], columns);
    }
    ig_scl(to, to, 1 / row[i], columns);
  }
}

void ig_eliminated_solve_transposed(const mjtNum* a, int n, mjtNum* x) {
  for (int i = n - 1; i >= 0; i--) {
    const mjtNum* row = a + (size_t)i * (size_t)n;
    x[i] /= row[i];
    ig_addtoscl(x, row, -x[i], i);
  }
  for (int i = 0; i < n; i++) {
    const mjtNum* row = a + (size_t)i * (size_t)n;
    for (int k = i + 1; k < n; k++) x[k] -= row[k] * x[i];
  }
}
