// SPDX-License-Identifier: Apache-2.0
// Sums over dofs on `real`, in the one order that every width keeps: four partial sums over strides of four,
// joined as (0+2)+(1+3), then the rest.
#ifndef INGOT_MATH_SUMS_H_
#define INGOT_MATH_SUMS_H_

#include "lane/lane.h"

IG_INLINE real ig_dot_dense(const real* a, const real* b, int n) {
  real part[4] = {ig_broadcast(0), ig_broadcast(0), ig_broadcast(0), ig_broadcast(0)};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; k++) part[k] += a[i + k] * b[i + k];
  }
  real sum = (part[0] + part[2]) + (part[1] + part[3]);
  if (i == n) return sum;

  // the rest is summed by itself first
  real rest = a[i] * b[i];
  for (i++; i < n; i++) rest += a[i] * b[i];
  return sum + rest;
}

// a has n numbers, those of the dofs in `ind`; the rest is added one by one
IG_INLINE real ig_dot_sparse(const real* a, const real* b, int n, const int* ind) {
  real part[4] = {ig_broadcast(0), ig_broadcast(0), ig_broadcast(0), ig_broadcast(0)};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; k++) part[k] += a[i + k] * b[ind[i + k]];
  }
  real sum = (part[0] + part[2]) + (part[1] + part[3]);
  for (; i < n; i++) sum += a[i] * b[ind[i]];
  return sum;
}

#endif  // INGOT_MATH_SUMS_H_
