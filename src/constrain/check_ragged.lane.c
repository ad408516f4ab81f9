// SPDX-License-Identifier: Apache-2.0
// The rules of ragged rows (batch/ragged.h), which the solvers of lanes rely on. In a lane that stays in the vector:
//   its rows are those of a world alone: same order, same names (check_rows.h)
//   no count is above the largest, which fits the room
// and of all lanes:
//   J is zero in rows past a lane's count, and in chunks of columns that efc_J_chunks does not name
#include "constrain/check_ragged.h"

#if defined(IG_CHECKED) && IG_WIDTH > 1 && !defined(IG_GPU)

#include "base/error.h"
#include "constrain/check_rows.h"
#include "model/row_kind.h"

static void check_lane(const mjModel* m, const ig_Data* d, int lane) {
  const ig_Ragged* r = &d->ragged;
  ig_RowCounts count = {.ne = ig_ints_lane(r->count.ne, lane),
                        .nf = ig_ints_lane(r->count.nf, lane),
                        .nl = ig_ints_lane(r->count.nl, lane),
                        .nefc = ig_ints_lane(r->count.nefc, lane),
                        .ncon = ig_ints_lane(r->count.ncon, lane)};
  IG_ASSERT(count.nefc <= r->most.nefc && count.ncon <= r->most.ncon);
  ig_check_row_counts(&count);
  for (int row = 0; row < count.nefc; row++) {
    ig_check_row(m, &count, row, ig_ints_lane(d->efc_type[row], lane), ig_ints_lane(d->efc_id[row], lane));
  }

  // rows of contacts follow each other, in the order of the contacts
  int next = count.ne + count.nf + count.nl;
  for (int i = 0; i < count.ncon; i++) {
    int address = ig_ints_lane(d->contact[i].efc_address, lane), dim = ig_ints_lane(d->contact[i].dim, lane);
    if (address < 0) continue;
    int rows = ig_is_pyramidal(m) && dim > 1 ? 2 * (dim - 1) : dim;
    IG_ASSERT(address == next);
    for (int k = 0; k < rows; k++) IG_ASSERT(ig_ints_lane(d->efc_id[next + k], lane) == i);
    next += rows;
  }
  IG_ASSERT(next == count.nefc);

  for (int row = count.nefc; row < r->most.nefc; row++) {
    for (int dof = 0; dof < m->nv; dof++) IG_ASSERT(ig_lane(d->efc_J[row * ig_row_numbers((int)m->nv) + dof], lane) == 0);
  }
}

static void check_chunks(const mjModel* m, const ig_Data* d, int row) {
  for (int dof = 0; dof < m->nv; dof++) {
    if (d->efc_J_chunks[row] >> (dof / d->ragged.chunk) & 1) continue;
    IG_ASSERT(ig_all(ig_eq(d->efc_J[row * ig_row_numbers((int)m->nv) + dof], ig_broadcast(0))));
  }
}

void IG_NAME(ig_check_ragged)(const mjModel* m, const ig_Data* d) {
  IG_ASSERT(d->ragged.most.nefc <= d->ragged.row_room && d->ragged.most.ncon <= d->ragged.con_room);
  unsigned staying = d->active & ~ig_mask_bits(d->leaves);
  for (int lane = 0; lane < IG_LANES; lane++) {
    if (staying >> lane & 1) check_lane(m, d, lane);
  }
  for (int row = 0; row < d->ragged.most.nefc; row++) check_chunks(m, d, row);
}

#endif
