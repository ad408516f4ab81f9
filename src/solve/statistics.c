// SPDX-License-Identifier: Apache-2.0
#include "solve/statistics.h"

void ig_save_solve(mjData* d, int island, int iterations, int nonzeros) {
  if (island >= mjNISLAND) return;
  int slot = island < 0 ? 0 : island;
  d->solver_niter[slot] += iterations;
  d->solver_nnz[slot] = nonzeros;
}
