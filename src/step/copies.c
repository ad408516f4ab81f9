// SPDX-License-Identifier: Apache-2.0
#include "step/copies.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "math/dense.h"
#include "model/data.h"
#include "model/stack.h"
#include "model/structure.h"
#include "smooth/position/position.h"

// Lanes that stay with the data: to make them takes as long as some of the vectors that are computed in them. What they are made
// of is the structure of a model.
typedef struct {
  const ig_Width* w;
  uint64_t structure;
  void* lanes;
} Kept;

static void free_cached(void* thing) {
  Kept* kept = thing;
  kept->w->free(kept->lanes);
  ig_free(kept);
}

static void* cached_lanes(const mjModel* m, mjData* d, const ig_Width* w) {
  ig_Companion* c = ig_companion(d);
  Kept* kept = c->thing;
  uint64_t structure = ig_structure_hash(m);
  if (kept && kept->w == w && kept->structure == structure) {
    w->renew(m, kept->lanes);
    return kept->lanes;
  }
  if (kept) free_cached(kept);
  *c = (ig_Companion){NULL, NULL};
  void* lanes = w->make(m, true, d);
  IG_ASSERT(!c->thing);
  if (!lanes) return NULL;
  kept = ig_try_alloc(sizeof(Kept));
  if (!kept) {
    w->free(lanes);
    return NULL;
  }
  *kept = (Kept){w, structure, lanes};
  *c = (ig_Companion){kept, free_cached};
  return lanes;
}

ig_Copies ig_copies_make(const mjModel* m, mjData* d, const ig_Width* w, void* lanes) {
  return (ig_Copies){.m = m,
                     .d = d,
                     .w = w,
                     .lanes = lanes ? lanes : cached_lanes(m, d, w),
                     .qpos = IG_SCRATCH(d, m->nq, mjtNum),
                     .direction = IG_SCRATCH(d, m->nv, mjtNum)};
}

bool ig_copies_serve(const mjModel* m, const ig_Width* w, bool quiet) { return w && !ig_width_refusal(m) && w->whole(m, quiet); }

void ig_copies_spread(const ig_Copies* c, int quantity, const mjtNum* values) { c->w->spread(c->m, c->lanes, quantity, values); }

void ig_copies_begin(const ig_Copies* c) {
  const ig_Quantities none = {{0, 0}};
  const mjData* d = c->d;
  ig_copies_again(c);
  ig_copies_spread(c, IG_Q_history, d->history);
  ig_copies_spread(c, IG_Q_qfrc_applied, d->qfrc_applied);
  ig_copies_spread(c, IG_Q_xfrc_applied, d->xfrc_applied);
  ig_copies_spread(c, IG_Q_mocap_pos, d->mocap_pos);
  ig_copies_spread(c, IG_Q_mocap_quat, d->mocap_quat);
  ig_copies_spread(c, IG_Q_sensordata, d->sensordata);
  for (int lane = 0; lane < c->w->width; lane++) {
    memcpy(c->w->world(c->lanes, lane)->eq_active, d->eq_active, (size_t)c->m->neq);
  }
  c->w->begin(c->m, c->lanes, ig_copies_all(c), &none);
}

void ig_copies_again(const ig_Copies* c) {
  const mjData* d = c->d;
  ig_copies_spread(c, IG_Q_time, &d->time);
  ig_copies_spread(c, IG_Q_qpos, d->qpos);
  ig_copies_spread(c, IG_Q_qvel, d->qvel);
  ig_copies_spread(c, IG_Q_act, d->act);
  ig_copies_spread(c, IG_Q_qacc_warmstart, d->qacc_warmstart);
  ig_copies_spread(c, IG_Q_ctrl, d->ctrl);
}

void ig_copies_set(const ig_Copies* c, int quantity, int i, int lane, mjtNum value) {
  IG_ASSERT(lane >= 0 && lane < c->w->width && i >= 0);
  int n;
  c->w->numbers(c->m, c->lanes, quantity, &n)[c->w->width * i + lane] = value;
}

void ig_copies_move(const ig_Copies* c, int dof, mjtNum step, int lane) {
  IG_ASSERT(dof >= 0 && dof < c->m->nv);
  const mjModel* m = c->m;
  ig_zero(c->direction, (int)m->nv);
  c->direction[dof] = 1;
  ig_copy(c->qpos, c->d->qpos, (int)m->nq);
  ig_integrate_position(m, c->qpos, c->direction, step, (ig_Subset){NULL, m->nbody});
  for (int k = 0; k < m->nq; k++) ig_copies_set(c, IG_Q_qpos, k, lane, c->qpos[k]);
}

void ig_copies_take(const ig_Copies* c, int quantity, int lane, mjtNum* to) {
  IG_ASSERT(lane >= 0 && lane < c->w->width);
  int n, width = c->w->width;
  c->w->bring(c->m, c->lanes, quantity);
  const mjtNum* from = c->w->numbers(c->m, c->lanes, quantity, &n);
  for (int i = 0; i < n; i++) to[i] = from[width * i + lane];
}
