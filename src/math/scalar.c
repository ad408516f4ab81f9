// SPDX-License-Identifier: Apache-2.0
// Single numbers, lists and their conversions.
#include "math/scalar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "lane/elementary.h"
#include "math/dense.h"

mjtNum mju_min(mjtNum a, mjtNum b) { return a <= b ? a : b; }
mjtNum mju_clip(mjtNum x, mjtNum min, mjtNum max) { return x < min ? min : x > max ? max : x; }
mjtNum mju_sign(mjtNum x) { return x < 0 ? -1 : x > 0 ? 1 : 0; }

// halves go up
int ig_round(mjtNum x) {
  mjtNum below = floor(x), above = ceil(x);
  return (int)(x - below < above - x ? below : above);
}

int ig_is_bad(mjtNum x) { return !(x <= mjMAXVAL && x >= -mjMAXVAL); }

int ig_is_zero(const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) {
    if (vec[i] != 0) return 0;
  }
  return 1;
}

int mju_isZero(const mjtNum* vec, int n) { return ig_is_zero(vec, n); }

mjtNum ig_halton(int index, int base) {
  mjtNum digit = 1 / (mjtNum)base, sum = 0;
  for (int rest = index; rest > 0 && base > 1; rest /= base) {
    sum += digit * (rest % base);
    digit /= (mjtNum)base;
  }
  return sum;
}

mjtNum mju_Halton(int index, int base) { return ig_halton(index, base); }

// Marsaglia's polar form of Box and Muller's method (1964): a point that falls evenly into the unit disc, less its centre, has an
// even direction and square = |p|^2 even in (0, 1), so that p / |p| * sqrt(-2 log(square)) is two independent normal numbers.
// The numbers are the C library's, which users seed with srand.
mjtNum mju_standardNormal(mjtNum* num2) {
  const mjtNum unit = 2.0 / (mjtNum)RAND_MAX;
  mjtNum point[2], square;
  // points of the square until one lies in the disc, and not at its centre
  do {
    for (int k = 0; k < 2; k++) point[k] = unit * (mjtNum)rand() - 1.0;
    square = point[0] * point[0] + point[1] * point[1];
  } while (!(square > 0 && square < 1));
  mjtNum stretch = sqrt(-2.0 * ig_log(square) / square);
  if (num2) *num2 = point[1] * stretch;
  return point[0] * stretch;
}

// position at time t of  x'' + b x' + k x = 0
mjtNum mju_springDamper(mjtNum pos0, mjtNum vel0, mjtNum k, mjtNum b, mjtNum t) {
  mjtNum det = b * b - 4 * k, rate = -b / 2;
  if (det > mjMINVAL) {
    mjtNum w = sqrt(det) / 2, slow = rate + w, fast = rate - w;
    mjtNum c_slow = (pos0 * fast - vel0) / (fast - slow), c_fast = (pos0 * slow - vel0) / (slow - fast);
    return c_slow * ig_exp(slow * t) + c_fast * ig_exp(fast * t);
  }
  mjtNum lead = vel0 + b * pos0 / 2;
  if (det >= -mjMINVAL) return ig_exp(-b * t / 2) * (pos0 + lead * t);
  mjtNum w = sqrt(fabs(det)) / 2;
  return ig_exp(-b * t / 2) * (pos0 * ig_cos(w * t) + lead / w * ig_sin(w * t));
}

void mju_insertionSort(mjtNum* list, int n) {
  for (int i = 1; i < n; i++) {
    mjtNum x = list[i];
    int at = i;
    for (; at > 0 && list[at - 1] > x; at--) list[at] = list[at - 1];
    list[at] = x;
  }
}

void mju_insertionSortInt(int* list, int n) {
  for (int i = 1; i < n; i++) {
    int x = list[i], at = i;
    for (; at > 0 && list[at - 1] > x; at--) list[at] = list[at - 1];
    list[at] = x;
  }
}

void mju_f2n(mjtNum* res, const float* vec, int n) {
  for (int i = 0; i < n; i++) res[i] = (mjtNum)vec[i];
}
void mju_n2f(float* res, const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) res[i] = (float)vec[i];
}
void mju_d2n(mjtNum* res, const double* vec, int n) {
  for (int i = 0; i < n; i++) res[i] = (mjtNum)vec[i];
}
void mju_n2d(double* res, const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) res[i] = (double)vec[i];
}

// contact forces of a pyramid: edges 2k and 2k+1 add up to a share of the normal force and differ by friction k over mu
void mju_encodePyramid(mjtNum* pyramid, const mjtNum* force, const mjtNum* mu, int dim) {
  mjtNum share = force[0] / (dim - 1);
  for (int i = 0; i < dim - 1; i++) {
    mjtNum difference = mju_min(share, force[i + 1] / mu[i]);
    pyramid[2 * i] = 0.5 * (share + difference);
    pyramid[2 * i + 1] = 0.5 * (share - difference);
  }
}

void ig_decode_pyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim) {
  mjtNum normal = dim == 1 ? pyramid[0] : 0;
  for (int axis = 1; axis < dim; axis++) {
    const mjtNum* edge = pyramid + 2 * (axis - 1);
    normal = normal + edge[0] + edge[1];
    force[axis] = (edge[0] - edge[1]) * mu[axis - 1];
  }
  force[0] = normal;
}

int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* rownnz, int* rowadr, int* colind, int nnz) {
  if (nnz <= 0) return 1;
  int used = 0;
  for (int r = 0; r < nr; r++) {
    rowadr[r] = used;
    rownnz[r] = 0;
    for (int c = 0; c < nc; c++) {
      mjtNum value = mat[(size_t)r * (size_t)nc + (size_t)c];
      if (value == 0) continue;
      if (used >= nnz) return 1;
      colind[used] = c;
      res[used++] = value;
      rownnz[r]++;
    }
  }
  return 0;
}

void ig_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz, const int* rowadr, const int* colind) {
  memset(res, 0, sizeof(mjtNum) * (size_t)nr * (size_t)nc);
  for (int r = 0; r < nr; r++) {
    for (int k = rowadr[r]; k < rowadr[r] + rownnz[r]; k++) res[(size_t)r * (size_t)nc + (size_t)colind[k]] = mat[k];
  }
}

void mju_printMat(const mjtNum* mat, int nr, int nc) {
  for (int r = 0; r < nr; r++) {
    for (int c = 0; c < nc; c++) printf("%.8f ", mat[(size_t)r * (size_t)nc + (size_t)c]);
    printf("\n");
  }
  printf("\n");
}

void mju_printMatSparse(const mjtNum* mat, int nr, const int* rownnz, const int* rowadr, const int* colind) {
  for (int r = 0; r < nr; r++) {
    for (int k = rowadr[r]; k < rowadr[r] + rownnz[r]; k++) printf("(%d %d): %9.6f  ", r, colind[k], mat[k]);
    printf("\n");
  }
  printf("\n");
}

char* ig_copy_text(char* dst, const char* src, int n) {
  if (dst && src && n > 0) {
    size_t length = strnlen(src, (size_t)n - 1);
    memcpy(dst, src, length);
    memset(dst + length, 0, (size_t)n - length);
  }
  return dst;
}

mjtNum ig_normalize(mjtNum* a, int n) {
  mjtNum norm = ig_norm(a, n);
  if (n <= 0) return norm;
  if (norm < mjMINVAL) {
    ig_zero(a, n);
    a[0] = 1;
  } else {
    ig_scl(a, a, 1 / norm, n);
  }
  return norm;
}
