// SPDX-License-Identifier: Apache-2.0
// LU of matrices with the pattern of a forest of dofs.
#include "math/lu_tree.h"

#include <math.h>

#include "test.h"

// two dofs of one chain
static const int rownnz[] = {2, 2}, rowadr[] = {0, 2}, colind[] = {0, 1, 0, 1}, diag[] = {0, 1};
static const ig_TreePattern pair = {rownnz, rowadr, colind, diag, NULL, 2};

static bool factor(double* a) {
  mask regular;
  ig_lu_tree_factor(a, &pair, &regular);
  return regular;
}

TEST(factors_solve_the_system) {
  double a[4] = {4, 1, 2, 3}, b[2] = {1, 2}, x[2];
  CHECK(factor(a));
  ig_lu_tree_solve(x, a, b, &pair);
  CHECK_NEAR(4 * x[0] + 1 * x[1], 1, 1e-15);
  CHECK_NEAR(2 * x[0] + 3 * x[1], 2, 1e-15);
}

// a diverged state is told by the checks of the step, not by an error
TEST(a_vanishing_pivot_is_refused_but_not_a_number_is_not) {
  double none[4] = {1, 0, 0, 1e-16}, lost[4] = {1, 0, 0, NAN};
  CHECK(!factor(none));
  CHECK(factor(lost));
}
