// SPDX-License-Identifier: Apache-2.0
// Dense Cholesky factorisation A = L L^T in the lower triangle, row-major; the upper triangle is left alone.
#ifndef INGOT_MATH_CHOLESKY_H_
#define INGOT_MATH_CHOLESKY_H_

#include <stdbool.h>

// in place; pivots below `smallest` are raised to it, the number of others is returned
int ig_chol_factor(double* a, int n, double smallest);

// x = (L L^T)^-1 b; x may be b
void ig_chol_solve(double* x, const double* l, const double* b, int n);

// factor of L L^T + v v^T, or minus; v is used up. Returns n less the pivots that had to be raised.
int ig_chol_update(double* l, double* v, int n, bool plus);

#endif  // INGOT_MATH_CHOLESKY_H_
