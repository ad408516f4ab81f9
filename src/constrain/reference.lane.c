// SPDX-License-Identifier: Apache-2.0
// Velocities of the rows and reference accelerations of lanes; at width 1: reference.c.
#include "constrain/reference.h"

#include "batch/data.h"
#include "constrain/rows.h"

#if IG_WIDTH > 1

void IG_NAME(ig_reference)(const mjModel* m, ig_Data* d) { IG_NAME(ig_reference_rows)(m, d, (ig_Stride){0, 1}); }

void IG_NAME(ig_reference_rows)(const mjModel* m, ig_Data* d, ig_Stride stride) {
  for (int row = stride.first; row < d->ragged.most.nefc; row += stride.step) {
#ifdef IG_GPU
    if (ig_is_filled_row(d->efc_type[row].v)) continue;
#endif
    d->efc_vel[row] = ig_row_product(d, (int)m->nv, row, d->qvel);
    ig_set_reference(d, row);
  }
}

#endif
