// Vectors and row-major matrices of any length. Sums have one order: four partial sums over strides of four,
// joined as (0+2)+(1+3), then the rest from left to right.
#ifndef INGOT_MATH_DENSE_H_
#define INGOT_MATH_DENSE_H_

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/clones.h"

typedef double ig_Four __attribute__((vector_size(32)));

IG_WIDE_INLINE ig_Four ig_four_at(const double* a) {
  ig_Four x;
  memcpy(&x, a, sizeof x);
  return x;
}

// the partial sums of all whole fours
static inline double ig_dot_fours(const double* a, const double* b, int n) {
  ig_Four part = {0, 0, 0, 0};
  for (int i = 0; i < n; i += 4) part += ig_four_at(a + i) * ig_four_at(b + i);
  return (part[0] + part[2]) + (part[1] + part[3]);
}

static inline double ig_dot(const double* a, const double* b, int n) {
  int whole = n > 0 ? n & ~3 : 0;
  double sum = whole ? ig_dot_fours(a, b, whole) : 0;
  a += whole;
  b += whole;
  switch (n - whole) {
    case 3: return sum + (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
    case 2: return sum + (a[0] * b[0] + a[1] * b[1]);
    case 1: return sum + a[0] * b[0];
    default: return sum;
  }
}

static inline double ig_norm(const double* a, int n) { return sqrt(ig_dot(a, a, n)); }

static inline bool ig_all_zero(const double* a, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] != 0) return false;
  }
  return true;
}

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
