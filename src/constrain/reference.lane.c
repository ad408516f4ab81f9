// SPDX-License-Identifier: Apache-2.0
// Velocities of the rows and reference accelerations of lanes; at width 1: reference.c.
#include "constrain/reference.h"

#include "batch/data.h"

#if IG_WIDTH > 1

// the sum of a row runs over its dofs in ascending order, as at width 1; chunks of zeros are left out
static real row_sum(const ig_Data* d, int nv, int row, const real* vec) {
  const real* J = d->efc_J + (size_t)row * (size_t)nv;
  int chunk = d->ragged.chunk;
  real sum = ig_broadcast(0);
  for (uint64_t left = d->efc_J_chunks[row]; left; left &= left - 1) {
    int first = chunk * __builtin_ctzll(left), end = first + chunk < nv ? first + chunk : nv;
    for (int i = first; i < end; i++) sum += J[i] * vec[i];
  }
  return sum;
}

void IG_NAME(ig_reference)(const mjModel* m, ig_Data* d) { IG_NAME(ig_reference_rows)(m, d, (ig_Turn){0, 1}); }

void IG_NAME(ig_reference_rows)(const mjModel* m, ig_Data* d, ig_Turn turn) {
  for (int row = turn.first; row < d->ragged.most.nefc; row += turn.step) {
    const real* KBIP = d->efc_KBIP + 4 * row;
    d->efc_vel[row] = row_sum(d, (int)m->nv, row, d->qvel);
    d->efc_aref[row] = -KBIP[1] * d->efc_vel[row] - KBIP[0] * KBIP[2] * (d->efc_pos[row] - d->efc_margin[row]);
  }
}

#endif
