// SPDX-License-Identifier: Apache-2.0
#include "constrain/contact_entry.h"
#include "constrain/support.h"

// the normal moves the second geom towards positive, the first geom the other way
static void column_of(const ig_LaneContact* c, const double offset[2][3], int i, double column[6]) {
  const double* from = c->cdof + 6 * (size_t)c->dof[i] * (size_t)c->stride;
  double cdof[6];
  bool second = c->side[i] == 2;
  for (int k = 0; k < 6; k++) cdof[k] = from[k * c->stride], column[k] = 0;
  ig_add_column(column, cdof, offset[second], second != c->turned ? 1 : -1);
}

// a dof that moves both bodies moves them alike: its entries stay zero
void ig_lane_contact_jacobian(const ig_LaneContact* c) {
  size_t step = (size_t)c->nv * (size_t)c->stride;
  double offset[2][3], column[6];
  for (int k = 0; k < 2; k++) ig_sub3(offset[k], c->pos, c->com[k]);
  for (int i = 0; i < c->ndof; i++) {
    if (c->side[i] == 3) continue;
    column_of(c, offset, i, column);
    double* J = c->J + (size_t)c->dof[i] * (size_t)c->stride;
    double normal = ig_frame_entry(c->frame, 0, column);
    if (!c->pyramidal) *J = normal;
    for (int k = 1; k < c->dim; k++) {
      double slide = ig_frame_entry(c->frame, k, column);
      if (c->pyramidal) {
        J[(size_t)(2 * k - 2) * step] = ig_edge_entry(normal, slide, c->friction[k - 1]);
        J[(size_t)(2 * k - 1) * step] = ig_edge_entry(normal, slide, -c->friction[k - 1]);
      } else {
        J[(size_t)k * step] = slide;
      }
    }
  }
}
