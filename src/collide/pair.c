// SPDX-License-Identifier: Apache-2.0
#include "collide/pair.h"

#include <mujoco/mujoco.h>

#include "collide/broad/filter.h"
#include "collide/contact.h"
#include "collide/param.h"
#include "collide/table.h"
#include "model/callback.h"

// the collider may be the user's: its count is not taken on trust
static int run_collider(const mjModel* m, mjData* d, mjfCollision collide, mjContact* con, const int geom[2], mjtNum margin) {
  int count = collide(m, d, con, geom[0], geom[1], margin);
  if (count > mjMAXCONPAIR)
    mju_error("%d contacts between geoms %d and %d, at most %d are possible", count, geom[0], geom[1], mjMAXCONPAIR);
  return count;
}

mjtNum ig_pair_margin(const mjModel* m, const int geom[2], int pair) {
  return ig_margin(m, pair < 0 ? m->geom_margin[geom[0]] + m->geom_margin[geom[1]] : m->pair_margin[pair]);
}

// what all contacts of a pair have
static void common_of(const mjModel* m, const mjData* d, const int geom[2], int pair, ig_ContactIds* ids,
                      ig_ContactParam* param) {
  *ids = (ig_ContactIds){{geom[0], geom[1]}, {-1, -1}, {-1, -1}, {-1, -1}};
  if (pair < 0) {
    ig_mix_param(param, m, geom[0], -1, geom[1], -1);
  } else {
    ig_pair_param(param, m, d, pair);
  }
}

void ig_pair_complete(const mjModel* m, const mjData* d, const int geom[2], int pair, mjContact* con, int count) {
  ig_ContactIds ids;
  ig_ContactParam param;
  common_of(m, d, geom, pair, &ids, &param);
  ig_contacts_complete(con, count, &ids, &param, ig_pair_margin(m, geom, pair));
}

// geoms ordered by type; pair is -1 for an automatic pair
static void collide_ordered(const mjModel* m, mjData* d, const int geom[2], int pair, ig_PairQueue* queue) {
  mjtNum margin = ig_pair_margin(m, geom, pair);
  if (ig_geoms_apart(m, d, geom[0], geom[1], margin)) return;
  if (queue) {
    ig_queue_add(queue, m, geom, pair);
    return;
  }
  mjContact* con = ig_contacts_room(d);
  if (!con) return;
  int count = run_collider(m, d, ig_collider(m->geom_type[geom[0]], m->geom_type[geom[1]]), con, geom, margin);
  ig_ContactIds ids;
  ig_ContactParam param;
  if (count) common_of(m, d, geom, pair, &ids, &param);
  ig_contacts_take(d, con, count, &ids, &param, margin);
}

// the user's filter replaces the masks
static bool filtered(const mjModel* m, mjData* d, int geom1, int geom2) {
  mjfConFilt filter = ig_contact_filter();
  if (filter) return filter(m, d, geom1, geom2) != 0;
  return !ig_masks_meet(ig_geom_mask(m, geom1), ig_geom_mask(m, geom2));
}

static bool already_tested(const mjModel* m, int geom1, int geom2, ig_TestedPairs tested) {
  for (int i = tested.first; i < tested.end; i++) {
    int a = m->pair_geom1[i], b = m->pair_geom2[i];
    if ((a == geom1 && b == geom2) || (a == geom2 && b == geom1)) return true;
  }
  return false;
}

void ig_collide_geoms(const mjModel* m, mjData* d, int geom1, int geom2, ig_TestedPairs tested) {
  if (already_tested(m, geom1, geom2, tested)) return;
  bool swap = m->geom_type[geom1] > m->geom_type[geom2];
  int geom[2] = {swap ? geom2 : geom1, swap ? geom1 : geom2};
  mjfCollision collide = ig_collider(m->geom_type[geom[0]], m->geom_type[geom[1]]);
  if (!collide || filtered(m, d, geom[0], geom[1])) return;
  collide_ordered(m, d, geom, -1, tested.queue);
}

void ig_collide_explicit(const mjModel* m, mjData* d, int pair, ig_PairQueue* queue) {
  int geom1 = m->pair_geom1[pair], geom2 = m->pair_geom2[pair];
  if (m->opt.enableflags & mjENBL_SLEEP) {
    int awake1 = d->body_awake[m->geom_bodyid[geom1]], awake2 = d->body_awake[m->geom_bodyid[geom2]];
    if (awake1 != mjS_AWAKE && awake2 != mjS_AWAKE) return;
  }
  bool swap = m->geom_type[geom1] > m->geom_type[geom2];
  int geom[2] = {swap ? geom2 : geom1, swap ? geom1 : geom2};
  mjfCollision collide = ig_collider(m->geom_type[geom[0]], m->geom_type[geom[1]]);
  if (collide) collide_ordered(m, d, geom, pair, queue);
}
