// SPDX-License-Identifier: Apache-2.0
// Solver statistics of mjData: of each island, as far as there is room.
#ifndef INGOT_SOLVE_STATISTICS_H_
#define INGOT_SOLVE_STATISTICS_H_

#include <mujoco/mujoco.h>

// island -1 counts as the first
void ig_save_solve(mjData* d, int island, int iterations, int nonzeros);

#endif  // INGOT_SOLVE_STATISTICS_H_
