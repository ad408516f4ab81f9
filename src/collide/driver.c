// SPDX-License-Identifier: Apache-2.0
// Collision detection: broad phase over bodies and flexes, then pair by pair, then flexes against themselves.
#include "collide/driver.h"

#include <stdint.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/stretch.h"
#include "base/team.h"
#include "collide/broad/broad.h"
#include "collide/broad/filter.h"
#include "collide/broad/sweep.h"
#include "collide/broad/tree.h"
#include "collide/contact.h"
#include "collide/flex.h"
#include "collide/pair.h"
#include "collide/queue.h"
#include "model/callback.h"
#include "model/stack.h"
#include "model/timer.h"

static void body_flex(const mjModel* m, mjData* d, int body, int flex) {
  for (int i = 0; i < m->body_geomnum[body]; i++) {
    int geom = m->body_geomadr[body] + i;
    if (!ig_masks_meet(ig_geom_mask(m, geom), ig_flex_mask(m, flex))) continue;
    if (m->geom_type[geom] == mjGEOM_PLANE) {
      ig_collide_plane_flex(m, d, geom, flex);
      continue;
    }
    for (int elem = 0; elem < m->flex_elemnum[flex]; elem++) ig_collide_geom_elem(m, d, geom, flex, elem);
  }
}

// -1 for a body without geoms
static int tree_root(const mjModel* m, int mover) {
  return ig_is_body(m, mover) ? m->body_bvhadr[mover] : m->flex_bvhadr[mover - m->nbody];
}

// everything of one mover against everything of another, the contacts in the order of the all-to-all test
static void collide_movers(const mjModel* m, mjData* d, int mover1, int mover2, ig_TestedPairs tested) {
  bool body1 = ig_is_body(m, mover1), body2 = ig_is_body(m, mover2);
  bool trees =
      body2 ? ig_bodies_use_trees(m, mover1, mover2) : ig_midphase(m) && tree_root(m, mover1) >= 0 && tree_root(m, mover2) >= 0;
  if (trees) {
    int before = tested.queue ? tested.queue->count : d->ncon;
    ig_collide_trees(m, d, mover1, mover2, tested);
    if (tested.queue) {
      ig_queue_sort(tested.queue, before);
    } else {
      ig_contacts_sort(d, before);
    }
  } else if (body2) {
    // without a tree: each geom of one with each geom of the other
    int first1 = m->body_geomadr[mover1], first2 = m->body_geomadr[mover2];
    for (int i = 0; i < m->body_geomnum[mover1]; i++) {
      for (int j = 0; j < m->body_geomnum[mover2]; j++) ig_collide_geoms(m, d, first1 + i, first2 + j, tested);
    }
  } else if (body1) {
    body_flex(m, d, mover1, mover2 - m->nbody);
  } else {
    int flex1 = mover1 - m->nbody, flex2 = mover2 - m->nbody;
    for (int elem1 = 0; elem1 < m->flex_elemnum[flex1]; elem1++) {
      for (int elem2 = 0; elem2 < m->flex_elemnum[flex2]; elem2++) ig_collide_elems(m, d, flex1, elem1, flex2, elem2);
    }
  }
}

// automatic pairs first to end - 1 and explicit ones before `last`, merged by signature from `next` on; queue: where geoms wait
// for their colliders, NULL: they do not
static void collide_some(const mjModel* m, mjData* d, ig_MoverPairs pairs, int first, int end, int next, int last,
                         ig_PairQueue* queue) {
  for (int i = first; i < end; i++) {
    uint32_t signature = ig_pair_signature(pairs.word[i]);
    int start = next;
    // explicit pairs of the same two bodies come first, and are then left out of the automatic test
    while (next < last && (uint32_t)m->pair_signature[next] <= signature) ig_collide_explicit(m, d, next++, queue);
    int mover1 = ig_pair_first(pairs.word[i]), mover2 = ig_pair_second(pairs.word[i]);
    if (ig_bodies_excluded(m, signature)) continue;
    collide_movers(m, d, mover1, mover2, (ig_TestedPairs){start, next, queue});
  }
  while (next < last) ig_collide_explicit(m, d, next++, queue);
}

static void collide_pairs(const mjModel* m, mjData* d, ig_MoverPairs pairs) {
  collide_some(m, d, pairs, 0, pairs.count, 0, (int)m->npair, NULL);
}

// ------------------------------------------------ with threads

enum { MOST_PIECES = 4 * IG_TEAM_MOST };

typedef struct {
  const mjModel* m;
  mjData* d;
  ig_MoverPairs pairs;
  ig_Stretches stretches;
  int next[MOST_PIECES + 1];  // the first explicit pair of a place
  ig_PairQueue part[MOST_PIECES];
} SharedPairs;

static int first_pair(const SharedPairs* s, int place) { return ig_stretch_first(s->stretches, s->pairs.count, place); }

static void filter_piece(void* context, int piece, int member) {
  SharedPairs* s = context;
  int place = ig_stretch_place(s->stretches, piece);
  (void)member;
  collide_some(s->m, s->d, s->pairs, first_pair(s, place), first_pair(s, place + 1), s->next[place], s->next[place + 1],
               s->part + place);
}

// how many explicit pairs have come before an automatic one
static int explicit_before(const mjModel* m, ig_MoverPairs pairs, int i) {
  int low = 0, high = (int)m->npair;
  if (i == 0) return 0;
  uint32_t signature = ig_pair_signature(pairs.word[i - 1]);
  while (low < high) {
    int middle = (low + high) / 2;
    if ((uint32_t)m->pair_signature[middle] <= signature)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static int most_nodes(const mjModel* m) {
  int most = 0;
  for (int body = 0; body < m->nbody; body++) most = m->body_bvhnum[body] > most ? m->body_bvhnum[body] : most;
  return 2 * most + 1;
}

// Filters and trees look at two bodies each: threads share the pairs, and each piece has its part of the queue. A user's filter
// is called by the caller only.
static void fill_queue(const mjModel* m, mjData* d, ig_MoverPairs pairs, ig_PairQueue* queue) {
  enum { PIECES = 4 };
  mjThreadPool* pool = (mjThreadPool*)d->threadpool;
  ig_Team team = ig_team_for_all(pool, ig_contact_filter() ? 0 : 0.1 * pairs.count);
  SharedPairs s = {.m = m, .d = d, .pairs = pairs, .stretches = ig_stretches(team.members, PIECES)};
  int pieces = s.stretches.pieces;
  size_t nodes = (size_t)most_nodes(m);
  int(*scratch)[2] = ig_stack_take(d, (size_t)pieces * nodes * sizeof *scratch, _Alignof(int));
  for (int k = 1; k < pieces; k++) s.next[k] = explicit_before(m, pairs, first_pair(&s, k));
  s.next[pieces] = (int)m->npair;
  for (int k = 0; k < pieces; k++) {
    int from = 4 * first_pair(&s, k) + s.next[k], to = 4 * first_pair(&s, k + 1) + s.next[k + 1];
    s.part[k] = ig_queue_part(queue, from, to - from);
    s.part[k].nodes = scratch + (size_t)k * nodes;
  }
  ig_team_run(&team, pieces, filter_piece, &s);
  ig_queue_join(queue, s.part, pieces);
}

static bool may_share(const mjModel* m, const mjData* d) { return d->threadpool && !m->nflex && ig_queue_serves(m); }

// Geoms of many pairs wait until all are known, so that threads can share them; contacts of flexes are found one by one. Where
// that does not work out, nothing has changed.
static bool collide_together(const mjModel* m, mjData* d, ig_MoverPairs pairs) {
  enum { LEAST_PAIRS = 64 };
  if (!may_share(m, d) || pairs.count + m->npair < LEAST_PAIRS) return false;
  ig_stack_mark(d);
  ig_PairQueue queue = ig_queue_make(m, d, 4 * pairs.count + (int)m->npair);
  if (!queue.unfit) fill_queue(m, d, pairs, &queue);
  bool done = ig_queue_run(&queue, m, d);
  ig_stack_free(d);
  return done;
}

typedef struct {
  const mjModel* m;
  mjData* d;
  int flex;
  const int* elem;
  int count, limit;
} ElemPairs;

static int visit_elems(void* context, int older, int newer) {
  ElemPairs* p = context;
  ig_collide_elems(p->m, p->d, p->flex, p->elem[older], p->flex, p->elem[newer]);
  return ++p->count >= p->limit;
}

// active elements of a flex against each other, by a sweep along its longest side
static void sweep_elems(const mjModel* m, mjData* d, int flex) {
  int all = m->flex_elemnum[flex], n = 0;
  ig_stack_mark(d);
  int* elem = IG_SCRATCH(d, all, int);
  for (int i = 0; i < all; i++) {
    if (ig_elem_active(m, flex, i)) elem[n++] = i;
  }
  if (n > 1) {
    mjtNum* value = IG_SCRATCH(d, (size_t)6 * n, mjtNum);
    ig_Bounds bounds = {.n = n};
    for (int k = 0; k < 3; k++) {
      bounds.low[k] = value + (size_t)k * n;
      bounds.high[k] = value + (size_t)(3 + k) * n;
      for (int i = 0; i < n; i++) {
        const mjtNum* box = d->flexelem_aabb + 6 * (size_t)(m->flex_elemadr[flex] + elem[i]);
        value[(size_t)k * n + i] = box[k] - box[3 + k];
        value[(size_t)(3 + k) * n + i] = box[k] + box[3 + k];
      }
    }
    int axis = 0;
    if (m->flex_bvhnum[flex]) {
      const mjtNum* size = d->bvh_aabb_dyn + 6 * (m->flex_bvhadr[flex] - m->nbvhstatic) + 3;
      axis = size[0] > size[1] && size[0] > size[2] ? 0 : size[1] > size[2] ? 1 : 2;
    }

    // more pairs than this are given up
    int64_t most = (int64_t)n * (n - 1) / 2;
    ElemPairs pairs = {.m = m, .d = d, .flex = flex, .elem = elem, .limit = most < 1000000 ? (int)most : 1000000};
    ig_sweep(d, &bounds, axis, visit_elems, &pairs);
  }
  ig_stack_free(d);
}

// a flex against itself: vertices inside their own element, then elements that are not neighbours
static void collide_flex_self(const mjModel* m, mjData* d, int flex) {
  if (m->flex_rigid[flex] || !(m->flex_contype[flex] & m->flex_conaffinity[flex])) return;
  if (m->flex_internal[flex]) ig_collide_flex_internal(m, d, flex);
  int mode = m->flex_selfcollide[flex];
  if (mode == mjFLEXSELF_NONE) return;
  if (!ig_midphase(m) || mode == mjFLEXSELF_NARROW || m->flex_bvhadr[flex] < 0) {
    ig_collide_flex_all(m, d, flex);
  } else if (mode == mjFLEXSELF_BVH || (mode == mjFLEXSELF_AUTO && m->flex_dim[flex] == 3)) {
    ig_collide_trees(m, d, m->nbody + flex, m->nbody + flex, (ig_TestedPairs){0, 0, NULL});
  } else {
    sweep_elems(m, d, flex);
  }
}

void ig_collision(const mjModel* m, mjData* d) {
  mjtNum start = ig_clock();
  ig_contacts_clear(d);
  if (m->vis.global.bvactive) {
    // the trees of meshes make up most of all nodes, and only rays mark them, from the root on: one with a clean root is clean
    int at = 0;
    for (int mesh = 0; mesh < m->nmesh; mesh++) {
      int first = m->mesh_bvhadr[mesh];
      if (m->mesh_bvhnum[mesh] <= 0 || first < at || d->bvh_active[first]) continue;
      memset(d->bvh_active + at, 0, (size_t)(first - at));
      at = first + m->mesh_bvhnum[mesh];
    }
    memset(d->bvh_active + at, 0, (size_t)(m->nbvh - at));
  }
  if (m->opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_CONTACT) || m->nbody + m->nflex < 2) return;

  ig_stack_mark(d);
  mjtNum part = ig_clock();
  ig_MoverPairs pairs = ig_broad_phase(m, d, may_share(m, d));
  ig_timer_end(d, mjTIMER_COL_BROAD, part);

  part = ig_clock();
  if (!collide_together(m, d, pairs)) {
    // a full arena has the contacts for which one thread leaves room
    if (pairs.roomy) {
      ig_stack_free(d);
      ig_stack_mark(d);
      pairs = ig_broad_phase(m, d, false);
    }
    collide_pairs(m, d, pairs);
  }
  for (int flex = 0; flex < m->nflex; flex++) collide_flex_self(m, d, flex);
  ig_timer_end(d, mjTIMER_COL_NARROW, part);
  ig_stack_free(d);
  ig_timer_end(d, mjTIMER_POS_COLLISION, start);
}

void mj_collision(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_collision(m, d);
}
