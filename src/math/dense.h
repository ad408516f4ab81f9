// Vectors and row-major matrices of any length. Sums have one order: four partial sums over strides of four,
// joined as (0+2)+(1+3), then the rest from left to right.
#ifndef INGOT_MATH_DENSE_H_
#define INGOT_MATH_DENSE_H_

#include <math.h>
#include <string.h>

static inline double ig_dot(const double* a, const double* b, int n) {
  double p0 = 0, p1 = 0, p2 = 0, p3 = 0;
  int i = 0;
  for (; i <= n - 4; i += 4) {
    p0 += a[i] * b[i];
    p1 += a[i + 1] * b[i + 1];
    p2 += a[i + 2] * b[i + 2];
    p3 += a[i + 3] * b[i + 3];
  }
  double sum = (p0 + p2) + (p1 + p3);
  switch (n - i) {
    case 3: return sum + (a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2]);
    case 2: return sum + (a[i] * b[i] + a[i + 1] * b[i + 1]);
    case 1: return sum + a[i] * b[i];
    default: return sum;
  }
}

static inline double ig_norm(const double* a, int n) { return sqrt(ig_dot(a, a, n)); }

static inline void ig_zero(double* r, int n) {
  if (n > 0) memset(r, 0, sizeof(double) * (size_t)n);
}
static inline void ig_copy(double* r, const double* a, int n) {
  if (n > 0) memcpy(r, a, sizeof(double) * (size_t)n);
}
static inline void ig_scl(double* r, const double* a, double s, int n) {
  for (int i = 0; i < n; i++) r[i] = a[i] * s;
}
static inline void ig_addto(double* restrict r, const double* restrict a, int n) {
  for (int i = 0; i < n; i++) r[i] += a[i];
}
static inline void ig_subfrom(double* restrict r, const double* restrict a, int n) {
  for (int i = 0; i < n; i++) r[i] -= a[i];
}
static inline void ig_addtoscl(double* restrict r, const double* restrict a, double s, int n) {
  for (int i = 0; i < n; i++) r[i] += a[i] * s;
}

// r = M v
static inline void ig_mulmatvec(double* r, const double* mat, const double* v, int rows, int cols) {
  for (int i = 0; i < rows; i++) r[i] = ig_dot(mat + (size_t)i * (size_t)cols, v, cols);
}

// r = M^T v, row after row, leaving out rows with v = 0
static inline void ig_mulmattvec(double* r, const double* mat, const double* v, int rows, int cols) {
  ig_zero(r, cols);
  for (int i = 0; i < rows; i++) {
    if (v[i] != 0) ig_addtoscl(r, mat + (size_t)i * (size_t)cols, v[i], cols);
  }
}

#endif  // INGOT_MATH_DENSE_H_
