// SPDX-License-Identifier: Apache-2.0
// Solver statistics of mjData: one record per iteration and island, as far as there is room.
#ifndef INGOT_SOLVE_STATISTICS_H_
#define INGOT_SOLVE_STATISTICS_H_

#include <mujoco/mujoco.h>

// island -1 counts as the first
void ig_save_iteration(mjData* d, int island, int iteration, const mjSolverStat* stat);
void ig_save_solve(mjData* d, int island, int iterations, int nonzeros);

// how many entries of two lists of states differ
int ig_count_changes(const int* before, const int* after, int n);

#endif  // INGOT_SOLVE_STATISTICS_H_
