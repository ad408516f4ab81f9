// SPDX-License-Identifier: Apache-2.0
// Dense Cholesky factorisation A = L L^T in the lower triangle, row-major; the upper triangle is left alone.
#ifndef INGOT_MATH_CHOLESKY_H_
#define INGOT_MATH_CHOLESKY_H_

#include <stdbool.h>

#include "lane/num.h"

// in place; pivots below `smallest` are raised to it, the number of others is returned
int ig_chol_factor(num* a, int n, num smallest);

// x = (L L^T)^-1 b; x may be b
void ig_chol_solve(num* x, const num* l, const num* b, int n);

// factor of L L^T + v v^T, or minus; v is used up. Returns n less the pivots that had to be raised.
int ig_chol_update(num* l, num* v, int n, bool plus);

#endif  // INGOT_MATH_CHOLESKY_H_
