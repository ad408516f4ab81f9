// SPDX-License-Identifier: Apache-2.0
#include "math/cholesky.h"

#include <math.h>
#include <stddef.h>

#include <mujoco/mujoco.h>

#include "base/clones.h"
#include "math/dense.h"

static const num tiny = IG_LEAST;

IG_CLONES int ig_chol_factor(num* a, int n, num smallest) {
  int rank = n;
  for (int j = 0; j < n; j++) {
    num* row = a + (size_t)j * (size_t)n;
    num pivot = j ? row[j] - ig_dot(row, row, j) : row[j];
    if (pivot < smallest) {
      pivot = smallest;
      rank--;
    }
    row[j] = sqrt(pivot);
    num inverse = 1 / row[j];
    for (int i = j + 1; i < n; i++) {
      num* below = a + (size_t)i * (size_t)n;
      below[j] = (below[j] - ig_dot(below, row, j)) * inverse;
    }
  }
  return rank;
}

// rows i..i+count of L x = b, count up to 4, when the rows before are solved: x[i+k] comes after those in its sums, as in
// ig_dot. What was just solved is kept in registers and written once, since reading it back would stall
IG_WIDE_INLINE void solve_four(num* x, const num* l, int n, int i, int count) {
  num sum[4], y[4];
  for (int k = 0; k < count; k++) sum[k] = ig_dot_fours(l + (size_t)(i + k) * (size_t)n, x, i);
  l += (size_t)i * (size_t)n + (size_t)i;
  y[0] = (x[i] - sum[0]) / l[0];
  if (count > 1) y[1] = (x[i + 1] - (sum[1] + l[n] * y[0])) / l[n + 1];
  if (count > 2) y[2] = (x[i + 2] - (sum[2] + (l[2 * n] * y[0] + l[2 * n + 1] * y[1]))) / l[2 * n + 2];
  if (count > 3) y[3] = (x[i + 3] - (sum[3] + (l[3 * n] * y[0] + l[3 * n + 1] * y[1] + l[3 * n + 2] * y[2]))) / l[3 * n + 3];
  ig_copy(x + i, y, count);
}

IG_CLONES void ig_chol_solve(num* x, const num* l, const num* b, int n) {
  if (x != b) ig_copy(x, b, n);
  int i = 0;
  for (; i + 4 <= n; i += 4) solve_four(x, l, n, i, 4);
  if (n - i == 3) solve_four(x, l, n, i, 3);
  if (n - i == 2) solve_four(x, l, n, i, 2);
  if (n - i == 1) solve_four(x, l, n, i, 1);

  // the transpose by rows: solved entries are taken out from the newest on
  num newest = 0;
  for (i = n - 1; i >= 0; i--) {
    const num* column = l + (size_t)i * (size_t)n + (size_t)i;
    num rest = x[i];
    if (i < n - 1) rest -= column[n] * newest;
    for (int j = 2; j < n - i; j++) rest -= column[(size_t)j * (size_t)n] * x[i + j];
    x[i] = newest = rest / *column;
  }
}

IG_CLONES int ig_chol_update(num* l, num* v, int n, bool plus) {
  int rank = n;
  for (int k = 0; k < n; k++) {
    if (v[k] == 0) continue;
    num *column = l + k, pivot = column[(size_t)k * (size_t)n];
    num square = pivot * pivot + (plus ? v[k] * v[k] : -v[k] * v[k]);
    if (square < tiny) {
      square = tiny;
      rank--;
    }
    num root = sqrt(square), c = root / pivot, inverse = 1 / c, s = v[k] / pivot, signed_s = plus ? s : -s;
    column[(size_t)k * (size_t)n] = root;
    for (int i = k + 1; i < n; i++) {
      num* entry = &column[(size_t)i * (size_t)n];
      *entry = (*entry + signed_s * v[i]) * inverse;
      v[i] = c * v[i] - s * *entry;
    }
  }
  return rank;
}

int mju_cholFactor(num* mat, int n, num mindiag) { return ig_chol_factor(mat, n, mindiag); }
void mju_cholSolve(num* res, const num* mat, const num* vec, int n) { ig_chol_solve(res, mat, vec, n); }
int mju_cholUpdate(num* mat, num* x, int n, int flg_plus) { return ig_chol_update(mat, x, n, flg_plus); }
