// SPDX-License-Identifier: Apache-2.0
// Numbers and data compared bit by bit. All that is not a number counts as one.
#ifndef INGOT_TESTS_WORLD_CHECKER_COMPARE_H_
#define INGOT_TESTS_WORLD_CHECKER_COMPARE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// how many numbers were compared by this process
extern long long compared;

bool same_numbers(const double* a, const double* b, int n);

// The name of the first array, count or warning in which the two differ, NULL: none. `calls`: also those that
// mj_rnePostConstraint and mj_subtreeVel fill in; `rows`: the numbers of constraint rows, which a whole step fills in.
const char* data_difference(const mjModel* m, const mjData* a, const mjData* b, bool calls, bool rows);

#endif  // INGOT_TESTS_WORLD_CHECKER_COMPARE_H_
