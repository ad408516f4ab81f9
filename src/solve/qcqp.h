// SPDX-License-Identifier: Apache-2.0
// min x^T A x / 2 + b^T x  subject to  sum (x_i / d_i)^2 <= r^2, in 2 to 5 dimensions
#ifndef INGOT_SOLVE_QCQP_H_
#define INGOT_SOLVE_QCQP_H_

#include <stdbool.h>

#include "base/target.h"
#include "lane/num.h"

// true if the bound is active; x = 0 where A is not positive enough
IG_LOCAL bool ig_qcqp(num* x, const num* A, const num* b, const num* d, num r, int n);

#endif  // INGOT_SOLVE_QCQP_H_
