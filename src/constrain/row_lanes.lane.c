// SPDX-License-Identifier: Apache-2.0
#include "constrain/row_lanes.h"

#if IG_WIDTH > 1

#include "constrain/arrays.h"
#include "constrain/rows.h"
#include "model/row_kind.h"

static void copy_ints(int* to, const ints* from, int n, int lane) {
  for (int i = 0; i < n; i++) to[i] = ig_ints_lane(from[i], lane);
}

// false: there are none to write, or no room for them
static bool start_rows(const mjModel* m, const ig_Data* d, mjData* w, int lane) {
  const ig_Ragged* r = &d->ragged;
  w->ne = ig_ints_lane(r->count.ne, lane);
  w->nf = ig_ints_lane(r->count.nf, lane);
  w->nl = ig_ints_lane(r->count.nl, lane);
  w->nefc = ig_ints_lane(r->count.nefc, lane);
  w->nJ = ig_is_sparse(m) ? 0 : w->nefc * (int)m->nv;
  w->nA = 0;
  w->nisland = w->nidof = 0;
  w->parena = (size_t)w->ncon * sizeof(mjContact);
  return !(m->opt.disableflags & mjDSBL_CONSTRAINT) && ig_alloc_rows(m, w);
}

static bool make_sparse_rows(const mjModel* m, mjData* w) {
  ig_make_rows(m, w);
  return w->nefc > 0;
}

static void send_lane(const mjModel* m, ig_Data* d, mjData* w, int lane, bool jacobian) {
  bool sparse = jacobian && ig_is_sparse(m);
  if (!(sparse ? make_sparse_rows(d->model[lane], w) : start_rows(m, d, w, lane))) return;
  int n = w->nefc, nv = (int)m->nv;
  copy_ints(w->tendon_efcadr, d->tendon_efcrow, (int)m->ntendon, lane);
  copy_ints(w->efc_type, d->efc_type, n, lane);
  copy_ints(w->efc_id, d->efc_id, n, lane);
  for (int row = 0; jacobian && !sparse && row < n; row++) {
    ig_lane_store(w->efc_J + (size_t)row * (size_t)nv, d->efc_J + (size_t)row * (size_t)ig_row_numbers(nv), nv, lane);
  }
  ig_lane_store(w->efc_pos, d->efc_pos, n, lane);
  ig_lane_store(w->efc_margin, d->efc_margin, n, lane);
  ig_lane_store(w->efc_frictionloss, d->efc_frictionloss, n, lane);
  ig_lane_store(w->efc_diagApprox, d->efc_diagApprox, n, lane);
  ig_lane_store(w->efc_KBIP, d->efc_KBIP, 4 * n, lane);
  ig_lane_store(w->efc_D, d->efc_D, n, lane);
  ig_lane_store(w->efc_R, d->efc_R, n, lane);
  ig_lane_store(w->efc_vel, d->efc_vel, n, lane);
  ig_lane_store(w->efc_aref, d->efc_aref, n, lane);
  ig_lane_store(w->efc_b, d->efc_b, n, lane);
  if (w->ncon > w->maxuse_con) w->maxuse_con = w->ncon;
  if (w->nefc > w->maxuse_efc) w->maxuse_efc = w->nefc;
}

void IG_NAME(ig_send_rows)(const mjModel* m, ig_Data* d, bool jacobian) {
  for (int lane = 0; lane < IG_LANES; lane++) {
    if (d->active >> lane & 1) send_lane(m, d, d->world[lane], lane, jacobian);
  }
}

#endif
