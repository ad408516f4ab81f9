// SPDX-License-Identifier: Apache-2.0
#include "step/copies.h"

#include <string.h>

#include "math/dense.h"
#include "model/stack.h"
#include "smooth/position/position.h"

ig_Copies ig_copies_make(const mjModel* m, mjData* d, const ig_Width* w, void* lanes) {
  return (ig_Copies){.m = m,
                     .d = d,
                     .w = w,
                     .lanes = lanes ? lanes : w->make(m, true, d),
                     .qpos = IG_SCRATCH(d, m->nq, mjtNum),
                     .direction = IG_SCRATCH(d, m->nv, mjtNum)};
}

bool ig_copies_serve(const mjModel* m, const ig_Width* w) { return w && !ig_width_refusal(m) && w->whole(m); }

void ig_copies_spread(const ig_Copies* c, int quantity, const mjtNum* values) {
  int n, width = c->w->width;
  double* to = c->w->numbers(c->m, c->lanes, quantity, &n);
  for (int i = 0; i < n; i++) {
    for (int lane = 0; lane < width; lane++) to[width * i + lane] = values[i];
  }
}

void ig_copies_begin(const ig_Copies* c) {
  const ig_Quantities none = {{0, 0}};
  ig_copies_spread(c, IG_Q_sensordata, c->d->sensordata);
  for (int lane = 0; lane < c->w->width; lane++) {
    memcpy(c->w->world(c->lanes, lane)->eq_active, c->d->eq_active, (size_t)c->m->neq);
  }
  c->w->begin(c->m, c->lanes, ig_copies_all(c), &none);
}

void ig_copies_state(const ig_Copies* c) {
  const mjData* d = c->d;
  const struct {
    int quantity;
    const mjtNum* values;
  } parts[] = {{IG_Q_time, &d->time},
               {IG_Q_qpos, d->qpos},
               {IG_Q_qvel, d->qvel},
               {IG_Q_act, d->act},
               {IG_Q_history, d->history},
               {IG_Q_qacc_warmstart, d->qacc_warmstart},
               {IG_Q_ctrl, d->ctrl},
               {IG_Q_qfrc_applied, d->qfrc_applied},
               {IG_Q_xfrc_applied, d->xfrc_applied},
               {IG_Q_mocap_pos, d->mocap_pos},
               {IG_Q_mocap_quat, d->mocap_quat}};
  for (int k = 0; k < (int)(sizeof parts / sizeof parts[0]); k++) ig_copies_spread(c, parts[k].quantity, parts[k].values);
}

void ig_copies_set(const ig_Copies* c, int quantity, int i, int lane, mjtNum value) {
  int n;
  c->w->numbers(c->m, c->lanes, quantity, &n)[c->w->width * i + lane] = value;
}

void ig_copies_move(const ig_Copies* c, int dof, mjtNum step, int lane) {
  const mjModel* m = c->m;
  ig_zero(c->direction, (int)m->nv);
  c->direction[dof] = 1;
  ig_copy(c->qpos, c->d->qpos, (int)m->nq);
  ig_integrate_position(m, c->qpos, c->direction, step, (ig_Subset){NULL, m->nbody});
  for (int k = 0; k < m->nq; k++) ig_copies_set(c, IG_Q_qpos, k, lane, c->qpos[k]);
}

void ig_copies_take(const ig_Copies* c, int quantity, int lane, mjtNum* to) {
  int n, width = c->w->width;
  c->w->bring(c->m, c->lanes, quantity);
  const double* from = c->w->numbers(c->m, c->lanes, quantity, &n);
  for (int i = 0; i < n; i++) to[i] = from[width * i + lane];
}
