// SPDX-License-Identifier: Apache-2.0
// Vectors and row-major matrices of any length. Sums have one order: four partial sums over strides of four,
// joined as (0+2)+(1+3), then the rest from left to right.
#ifndef INGOT_MATH_DENSE_H_
#define INGOT_MATH_DENSE_H_

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/clones.h"
#include "lane/num.h"

typedef num ig_Four __attribute__((vector_size(4 * sizeof(num))));

IG_WIDE_INLINE ig_Four ig_four_at(const num* a) {
  ig_Four x;
  memcpy(&x, a, sizeof x);
  return x;
}

// the partial sums of all whole fours
static inline num ig_dot_fours(const num* a, const num* b, int n) {
  ig_Four part = {0, 0, 0, 0};
  for (int i = 0; i < n; i += 4) part += ig_four_at(a + i) * ig_four_at(b + i);
  return (part[0] + part[2]) + (part[1] + part[3]);
}

static inline num ig_dot(const num* a, const num* b, int n) {
  int whole = n > 0 ? n & ~3 : 0;
  num sum = whole ? ig_dot_fours(a, b, whole) : 0;
  a += whole;
  b += whole;
  switch (n - whole) {
    case 3: return sum + (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
    case 2: return sum + (a[0] * b[0] + a[1] * b[1]);
    case 1: return sum + a[0] * b[0];
    default: return sum;
  }
}

static inline num ig_norm(const num* a, int n) { return sqrt(ig_dot(a, a, n)); }

static inline bool ig_all_zero(const num* a, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] != 0) return false;
  }
  return true;
}

static inline void ig_zero(num* r, int n) {
  if (n > 0) memset(r, 0, sizeof(num) * (size_t)n);
}
static inline void ig_copy(num* r, const num* a, int n) {
  if (n > 0) memcpy(r, a, sizeof(num) * (size_t)n);
}
static inline void ig_add(num* r, const num* a, const num* b, int n) {
  for (int i = 0; i < n; i++) r[i] = a[i] + b[i];
}
static inline void ig_sub(num* r, const num* a, const num* b, int n) {
  for (int i = 0; i < n; i++) r[i] = a[i] - b[i];
}
static inline void ig_scl(num* r, const num* a, num s, int n) {
  for (int i = 0; i < n; i++) r[i] = a[i] * s;
}
static inline void ig_addto(num* restrict r, const num* restrict a, int n) {
  for (int i = 0; i < n; i++) r[i] += a[i];
}
static inline void ig_subfrom(num* restrict r, const num* restrict a, int n) {
  for (int i = 0; i < n; i++) r[i] -= a[i];
}
static inline void ig_addtoscl(num* restrict r, const num* restrict a, num s, int n) {
  for (int i = 0; i < n; i++) r[i] += a[i] * s;
}

// four numbers of two vectors by their places; the two compilers have a function each
#ifdef __clang__
#define IG_PICK(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
typedef ig_NumInt ig_Pick __attribute__((vector_size(4 * sizeof(num))));
#define IG_PICK(a, b, i, j, k, l) __builtin_shuffle(a, b, (ig_Pick){i, j, k, l})
#endif

// sum[r] += a(r, 0..3) v over four rows `stride` apart: the sum of every row runs from left to right, side by side
IG_WIDE_INLINE void ig_add_four_rows(ig_Four* sum, const num* a, size_t stride, const num* v) {
  ig_Four r0 = ig_four_at(a), r1 = ig_four_at(a + stride), r2 = ig_four_at(a + 2 * stride), r3 = ig_four_at(a + 3 * stride);
  ig_Four even01 = IG_PICK(r0, r1, 0, 4, 2, 6), odd01 = IG_PICK(r0, r1, 1, 5, 3, 7);
  ig_Four even23 = IG_PICK(r2, r3, 0, 4, 2, 6), odd23 = IG_PICK(r2, r3, 1, 5, 3, 7);
  *sum += IG_PICK(even01, even23, 0, 1, 4, 5) * v[0];
  *sum += IG_PICK(odd01, odd23, 0, 1, 4, 5) * v[1];
  *sum += IG_PICK(even01, even23, 2, 3, 6, 7) * v[2];
  *sum += IG_PICK(odd01, odd23, 2, 3, 6, 7) * v[3];
}

// r = M v, every sum from left to right
IG_WIDE_INLINE void ig_row_sums(num* r, const num* mat, size_t stride, const num* v, int rows, int cols) {
  int i = 0;
  for (; i + 4 <= rows; i += 4) {
    const num* a = mat + (size_t)i * stride;
    ig_Four sum = {0, 0, 0, 0};
    int j = 0;
    for (; j + 4 <= cols; j += 4) ig_add_four_rows(&sum, a + j, stride, v + j);
    for (; j < cols; j++)
      sum += (ig_Four){a[j], a[stride + (size_t)j], a[2 * stride + (size_t)j], a[3 * stride + (size_t)j]} * v[j];
    memcpy(r + i, &sum, sizeof sum);
  }
  for (; i < rows; i++) {
    const num* a = mat + (size_t)i * stride;
    num sum = 0;
    for (int j = 0; j < cols; j++) sum += a[j] * v[j];
    r[i] = sum;
  }
}

// r = M v
static inline void ig_mulmatvec(num* r, const num* mat, const num* v, int rows, int cols) {
  for (int i = 0; i < rows; i++) r[i] = ig_dot(mat + (size_t)i * (size_t)cols, v, cols);
}

// r = M^T v, row after row, leaving out rows with v = 0
static inline void ig_mulmattvec(num* r, const num* mat, const num* v, int rows, int cols) {
  ig_zero(r, cols);
  for (int i = 0; i < rows; i++) {
    if (v[i] != 0) ig_addtoscl(r, mat + (size_t)i * (size_t)cols, v[i], cols);
  }
}

static inline void ig_transpose(num* r, const num* mat, int rows, int cols) {
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < cols; j++) r[(size_t)j * (size_t)rows + (size_t)i] = mat[(size_t)i * (size_t)cols + (size_t)j];
  }
}

// to length one, which is (1, 0, ...) for what has none; returns the length before
num ig_normalize(num* a, int n);

#endif  // INGOT_MATH_DENSE_H_
