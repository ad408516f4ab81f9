// SPDX-License-Identifier: Apache-2.0
#include "visual/draw/mechanism.h"

enum { PULLEY = -2 };

bool ig_tendon_segment(const mjModel* m, const mjData* d, int tendon, int k, ig_Segment* segment) {
  int at = d->ten_wrapadr[tendon] + k;
  if (k < 0 || k >= d->ten_wrapnum[tendon] - 1 || d->wrap_obj[at] == PULLEY || d->wrap_obj[at + 1] == PULLEY) return false;
  bool inside = d->wrap_obj[at] >= 0 && d->wrap_obj[at + 1] >= 0;
  segment->from = d->wrap_xpos + 3 * at;
  segment->to = segment->from + 3;
  segment->width = inside ? 0.5 * m->tendon_width[tendon] : m->tendon_width[tendon];
  return true;
}

mjtNum ig_limit_impedance(const mjData* d, mjtConstraint kind, int id) {
  mjtNum impedance = 0;
  for (int row = d->ne + d->nf; row < d->ne + d->nf + d->nl; row++) {
    if (d->efc_type[row] == (int)kind && d->efc_id[row] == id) impedance = d->efc_KBIP[4 * row + 2];
  }
  return impedance;
}
