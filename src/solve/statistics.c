// SPDX-License-Identifier: Apache-2.0
#include "solve/statistics.h"

void ig_save_iteration(mjData* d, int island, int iteration, const mjSolverStat* stat) {
  if (island < mjNISLAND && iteration < mjNSOLVER) d->solver[(island < 0 ? 0 : island) * mjNSOLVER + iteration] = *stat;
}

void ig_save_solve(mjData* d, int island, int iterations, int nonzeros) {
  if (island >= mjNISLAND) return;
  int slot = island < 0 ? 0 : island;
  d->solver_niter[slot] += iterations;
  d->solver_nnz[slot] = nonzeros;
}

int ig_count_changes(const int* before, const int* after, int n) {
  int changes = 0;
  for (int i = 0; i < n; i++) changes += before[i] != after[i];
  return changes;
}
