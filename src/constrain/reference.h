// SPDX-License-Identifier: Apache-2.0
// Products with the constraint Jacobian, dense or sparse as the model has it.
#ifndef INGOT_CONSTRAIN_REFERENCE_H_
#define INGOT_CONSTRAIN_REFERENCE_H_

#include <mujoco/mujoco.h>

#include "batch/data.h"
#include "lane/stride.h"

// res (nefc) = J vec
void ig_mul_jac(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// res (nv) = J^T vec
void ig_mul_jac_transposed(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// efc_vel and efc_aref
void IG_NAME(ig_reference)(const mjModel* m, ig_Data* d);

#if IG_WIDTH > 1
// of some rows; on a GPU without those that have theirs from ig_fill_rows
void IG_NAME(ig_reference_rows)(const mjModel* m, ig_Data* d, ig_Stride stride);

// a row of J times numbers per dof: the sum runs over its dofs in ascending order, as at width 1; chunks of zeros are left out
IG_INLINE real ig_row_product(const ig_Data* d, int nv, int row, const ig_Cell* vec) {
  const real* J = d->efc_J + (size_t)row * (size_t)ig_row_numbers(nv);
  int chunk = d->ragged.chunk;
  real sum = ig_broadcast(0);
  for (uint64_t left = d->efc_J_chunks[row]; left; left &= left - 1) {
    int first = chunk * __builtin_ctzll(left), end = first + chunk < nv ? first + chunk : nv;
    for (int i = first; i < end; i++) sum += J[i] * vec[i];
  }
  return sum;
}
IG_INLINE void ig_set_reference(ig_Data* d, int row) {
  const real* KBIP = d->efc_KBIP + 4 * row;
  d->efc_aref[row] = -KBIP[1] * d->efc_vel[row] - KBIP[0] * KBIP[2] * (d->efc_pos[row] - d->efc_margin[row]);
}
#endif

#endif  // INGOT_CONSTRAIN_REFERENCE_H_
