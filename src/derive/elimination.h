// SPDX-License-Identifier: Apache-2.0
// Dense systems whose zeros follow the trees of a model: eliminated from the last unknown to the first, which makes no fill where
// unknowns meet their ancestors only. Zeros are skipped. No pivoting: for matrices that are positive definite, or near one.
#ifndef INGOT_DERIVE_ELIMINATION_H_
#define INGOT_DERIVE_ELIMINATION_H_

#include <mujoco/mujoco.h>

// A (n x n) = U L in place, U with ones on its diagonal
void ig_eliminate(mjtNum* a, int n);

// the columns of x (n x columns) <- A^-1 x
void ig_eliminated_solve(const mjtNum* a, int n, mjtNum* x, int columns);

// x (n) <- A^-T x
void ig_eliminated_solve_transposed(const mjtNum* a, int n, mjtNum* x);

#endif  // INGOT_DERIVE_ELIMINATION_H_
