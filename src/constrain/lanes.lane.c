// SPDX-License-Identifier: Apache-2.0
#include "constrain/lanes.h"

#if IG_WIDTH > 1

#include "constrain/arrays.h"

static void copy_ints(int* to, const ints* from, int n, int lane) {
  for (int i = 0; i < n; i++) to[i] = ig_ints_lane(from[i], lane);
}

static void send_lane(const mjModel* m, ig_Data* d, mjData* w, int lane, bool jacobian) {
  const ig_Ragged* r = &d->ragged;
  int n = ig_ints_lane(r->count.nefc, lane), nv = m->nv;
  w->ne = ig_ints_lane(r->count.ne, lane);
  w->nf = ig_ints_lane(r->count.nf, lane);
  w->nl = ig_ints_lane(r->count.nl, lane);
  w->nefc = n;
  w->nJ = n * nv;
  w->nA = 0;
  w->nisland = w->nidof = 0;
  w->parena = (size_t)w->ncon * sizeof(mjContact);
  if ((m->opt.disableflags & mjDSBL_CONSTRAINT) || !ig_alloc_rows(m, w)) return;
  copy_ints(w->tendon_efcadr, d->tendon_efcrow, (int)m->ntendon, lane);
  copy_ints(w->efc_type, d->efc_type, n, lane);
  copy_ints(w->efc_id, d->efc_id, n, lane);
  if (jacobian) ig_lane_store(w->efc_J, d->efc_J, n * nv, lane);
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
