#include "math/cholesky.h"

#include <math.h>
#include <stddef.h>

#include <mujoco/mujoco.h>

#include "base/clones.h"
#include "math/dense.h"

static const double tiny = 1e-15;

IG_CLONES int ig_chol_factor(double* a, int n, double smallest) {
  int rank = n;
  for (int j = 0; j < n; j++) {
    double* row = a + (size_t)j * (size_t)n;
    double pivot = j ? row[j] - ig_dot(row, row, j) : row[j];
    if (pivot < smallest) {
      pivot = smallest;
      rank--;
    }
    row[j] = sqrt(pivot);
    double inverse = 1 / row[j];
    for (int i = j + 1; i < n; i++) {
      double* below = a + (size_t)i * (size_t)n;
      below[j] = (below[j] - ig_dot(below, row, j)) * inverse;
    }
  }
  return rank;
}

IG_CLONES void ig_chol_solve(double* x, const double* l, const double* b, int n) {
  if (x != b) ig_copy(x, b, n);
  for (int i = 0; i < n; i++) {
    const double* row = l + (size_t)i * (size_t)n;
    if (i) x[i] -= ig_dot(row, x, i);
    x[i] /= row[i];
  }
  // the transpose by rows: a solved entry is taken out of all before it
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) x[i] -= l[(size_t)j * (size_t)n + (size_t)i] * x[j];
    x[i] /= l[(size_t)i * (size_t)n + (size_t)i];
  }
}

IG_CLONES int ig_chol_update(double* l, double* v, int n, bool plus) {
  int rank = n;
  for (int k = 0; k < n; k++) {
    if (v[k] == 0) continue;
    double *column = l + k, pivot = column[(size_t)k * (size_t)n];
    double square = pivot * pivot + (plus ? v[k] * v[k] : -v[k] * v[k]);
    if (square < tiny) {
      square = tiny;
      rank--;
    }
    double root = sqrt(square), c = root / pivot, inverse = 1 / c, s = v[k] / pivot, signed_s = plus ? s : -s;
    column[(size_t)k * (size_t)n] = root;
    for (int i = k + 1; i < n; i++) {
      double* entry = &column[(size_t)i * (size_t)n];
      *entry = (*entry + signed_s * v[i]) * inverse;
      v[i] = c * v[i] - s * *entry;
    }
  }
  return rank;
}

int mju_cholFactor(mjtNum* mat, int n, mjtNum mindiag) { return ig_chol_factor(mat, n, mindiag); }
void mju_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n) { ig_chol_solve(res, mat, vec, n); }
int mju_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus) { return ig_chol_update(mat, x, n, flg_plus); }
