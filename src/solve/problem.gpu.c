// SPDX-License-Identifier: Apache-2.0
// Products of problems on a GPU that are summed in another way there.
#include "solve/problem.h"

#include "solve/tile.h"

// Every dof's sum runs over the rows in ascending order, those without force left out: a chunk of dofs after the other, its sums
// in registers.
IG_CREW_NOINLINE void IG_NAME(ig_problem_mul_JT)(const ig_Problem* p, IG_POINTER(real) dof, IG_POINTER(const real) row) {
  ig_Chunks* on = p->J_mask_on;
  IG_SHARE(r, p->rows.n) on[r] = ig_all_of(ig_eq(row[r], ig_broadcast(0)), p->np / 4) ? 0 : (uint32_t)p->J_mask[r];
  ig_meet();
  IG_SHARE_FOURS(first, p->np) {
    ig_Sum sum = ig_sum_zero();
    for (int r = 0; r < p->rows.n; r++) {
      if (!(on[r] >> (first / 4) & 1)) continue;
      const real* J = p->J + ig_chunk_of_J(p, r, first / 4);
      real f = row[r];
#pragma GCC unroll 4
      for (int k = 0; k < IG_PARTS; k++) sum.part[k] += J[IG_SPOT(k)] * f;
    }
    ig_store_four(dof + first, &sum);
  }
  ig_meet();
}
