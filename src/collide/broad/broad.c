// SPDX-License-Identifier: Apache-2.0
// Pairs come from two sources. What is unbounded or everywhere (the world's geoms, planes on bodies welded to it) is
// paired with every other mover. All other movers go through a sweep along the axis in which the scene is longest. Any axis finds
// the same pairs but for boxes that do not meet: those of a frame along the scene, which its covariance gives, cost more than
// the few pairs less that they let through.
// The number of pairs is not known beforehand: pairs that find no room are counted, and then the phase runs again.
#include "collide/broad/broad.h"

#include <stdbool.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <mujoco/mujoco.h>

#include "base/error.h"
#include "base/team.h"
#include "collide/broad/bounds.h"
#include "collide/broad/filter.h"
#include "collide/broad/sweep.h"
#include "model/stack.h"

// welded together, or parent and child that both move
static bool related(const mjModel* m, int body1, int body2) {
  int weld1 = m->body_weldid[body1], weld2 = m->body_weldid[body2];
  if (weld1 == weld2) return true;
  if ((m->opt.disableflags & mjDSBL_FILTERPARENT) || !weld1 || !weld2) return false;
  int parent1 = m->body_weldid[m->body_parentid[weld1]], parent2 = m->body_weldid[m->body_parentid[weld2]];
  return weld1 == parent2 || weld2 == parent1;
}

typedef struct {
  const mjModel* m;
  const mjData* d;
  bool sleep;        // some body is asleep
  const int* mover;  // of the boxes in the sweep
  uint64_t* word;    // collected pairs
  int count, room;
} Broad;

static void add_pair(Broad* b, int mover1, int mover2) {
  uint64_t low = mover1 < mover2 ? mover1 : mover2, high = mover1 < mover2 ? mover2 : mover1;
  if (b->count < b->room) b->word[b->count] = low << 48 | high << 32;
  b->count++;
}

static bool asleep(const Broad* b, int body) { return b->sleep && b->d->body_awake[body] == mjS_ASLEEP; }

// bodies that never touch: welded together, parent and child, or unable to disturb each other in their sleep
static bool bodies_apart(const Broad* b, int body1, int body2) {
  const mjModel* m = b->m;
  if (related(m, body1, body2)) return true;
  bool asleep1 = asleep(b, body1), asleep2 = asleep(b, body2);
  return (asleep1 && (asleep2 || !m->body_weldid[body2])) || (asleep2 && !m->body_weldid[body1]);
}

static bool has_plane(const mjModel* m, int body) {
  int first = m->body_geomadr[body];
  for (int i = 0; i < m->body_geomnum[body]; i++) {
    if (m->geom_type[first + i] == mjGEOM_PLANE) return true;
  }
  return false;
}

// the world, or planes that do not move
static bool is_everywhere(const mjModel* m, int body) {
  if (m->body_weldid[body] || ig_mask_empty(ig_mover_mask(m, body))) return false;
  return body == 0 ? m->body_geomnum[0] > 0 : has_plane(m, body);
}

ig_BodyMeeting ig_bodies_meet(const mjModel* m, int body1, int body2) {
  ig_Mask mask1 = ig_mover_mask(m, body1), mask2 = ig_mover_mask(m, body2);
  if (!ig_masks_meet(mask1, mask2)) return IG_NEVER;
  if ((is_everywhere(m, body1) && m->body_weldid[body2]) || (is_everywhere(m, body2) && m->body_weldid[body1])) return IG_ALWAYS;
  return !body1 || !body2 || related(m, body1, body2) ? IG_NEVER : IG_IF_NEAR;
}

static int visit_pair(void* context, int older, int newer) {
  Broad* b = context;
  int mover1 = b->mover[older], mover2 = b->mover[newer];
  if (!ig_masks_meet(ig_mover_mask(b->m, mover1), ig_mover_mask(b->m, mover2))) return 0;
  if (ig_is_body(b->m, mover1) && ig_is_body(b->m, mover2) && bodies_apart(b, mover1, mover2)) return 0;
  add_pair(b, mover1, mover2);
  return 0;
}

// bounds of all movers that can collide, the world aside
static void make_bounds(const mjModel* m, mjData* d, ig_Bounds* bounds, int** mover) {
  int all = m->nbody + m->nflex, n = 0;
  ig_Mask any = {0, 0};
  *mover = IG_SCRATCH(d, all, int);
  for (int i = 1; i < all; i++) {
    ig_Mask here = ig_mover_mask(m, i);
    if (ig_mask_empty(here)) continue;
    (*mover)[n++] = i;
    any.contype |= here.contype;
    any.conaffinity |= here.conaffinity;
  }
  // robots that are to touch nothing but the ground have masks by which no two of them meet
  bounds->n = n > 1 && (any.contype & any.conaffinity) ? n : 0;
  if (!bounds->n) return;
  mjtNum* value = IG_SCRATCH(d, (size_t)6 * n, mjtNum);
  for (int k = 0; k < 3; k++) {
    bounds->low[k] = value + (size_t)k * n;
    bounds->high[k] = value + (size_t)(3 + k) * n;
  }
  for (int i = 0; i < n; i++) {
    mjtNum bound[6] = {0};
    int id = (*mover)[i];
    if (ig_is_body(m, id)) {
      int first = m->body_geomadr[id];
      for (int geom = first; geom < first + m->body_geomnum[id]; geom++) {
        mjtNum margin = ig_bound_margin(m, m->geom_margin[geom]);
        ig_widen(bound, d->geom_xpos + 3 * geom, m->geom_rbound[geom], margin, geom == first);
      }
    } else {
      int flex = id - m->nbody, first = m->flex_vertadr[flex];
      mjtNum size = m->flex_radius[flex] + ig_bound_margin(m, m->flex_margin[flex]);
      for (int vert = first; vert < first + m->flex_vertnum[flex]; vert++) {
        ig_widen(bound, d->flexvert_xpos + 3 * vert, 0, 0, vert == first);
      }
      for (int k = 0; k < 3; k++) {
        bound[k] -= size;
        bound[3 + k] += size;
      }
    }
    for (int k = 0; k < 6; k++) value[(size_t)k * n + i] = bound[k];
  }
}

// the axis along which the centres of the boxes have the largest variance
static int longest_axis(const ig_Bounds* b) {
  ig_Spread spread[3] = {{0}};
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < b->n; i++) ig_spread_add(spread + k, b->low[k][i], b->high[k][i]);
  }
  return ig_longest_axis(spread);
}

// A box as (low, -high), and turned round as (high, -low): two boxes are apart if one of them exceeds the other turned round in
// some component. Two components at a time, each axis in a pair of its own.
typedef double Ends __attribute__((vector_size(16)));

static inline bool apart(const Ends box[3], const Ends turned[3]) {
#ifdef __SSE2__
  __m128d over[3];
  for (int k = 0; k < 3; k++) over[k] = _mm_cmpgt_pd((__m128d)box[k], (__m128d)turned[k]);
  return _mm_movemask_pd(_mm_or_pd(_mm_or_pd(over[0], over[1]), over[2])) != 0;
#else
  for (int k = 0; k < 3; k++) {
    if (box[k][0] > turned[k][0] || box[k][1] > turned[k][1]) return true;
  }
  return false;
#endif
}

static void test_all(Broad* b, const ig_Bounds* bounds) {
  Ends box[IG_FEW_BOUNDS][3];
  IG_ASSERT(bounds->n <= IG_FEW_BOUNDS);
  for (int j = 0; j < bounds->n; j++) {
    Ends turned[3];
    for (int k = 0; k < 3; k++) {
      mjtNum low = bounds->low[k][j], high = bounds->high[k][j];
      box[j][k] = (Ends){low, -high};
      turned[k] = (Ends){high, -low};
    }
    for (int i = 0; i < j; i++) {
      if (!apart(box[i], turned)) visit_pair(b, i, j);
    }
  }
}

// Threads have a piece of the sweep each, and a piece of the room for pairs: if one of them is short of it, all get as much as it
// needs. Pairs are sorted later, whatever their order.
static void sweep_together(Broad* b, mjData* d, const ig_Bounds* bounds, const ig_Team* team) {
  Broad part[IG_SWEEP_PIECES];
  void* context[IG_SWEEP_PIECES] = {NULL};
  int pieces = 2 * team->members, before = b->count < b->room ? b->count : b->room, room = (b->room - before) / pieces, most = 0;
  for (int k = 0; k < pieces; k++) {
    part[k] = *b;
    part[k].word = b->word + before + (size_t)k * (size_t)room;
    part[k].room = room;
    part[k].count = 0;
    context[k] = part + k;
  }
  ig_sweep_shared(d, bounds, longest_axis(bounds), team, pieces, visit_pair, context);
  for (int k = 0; k < pieces; k++) most = part[k].count > most ? part[k].count : most;
  if (most > room || b->count > b->room) {
    b->count += pieces * most;
    return;
  }
  for (int k = 0; k < pieces; k++) {
    memmove(b->word + b->count, part[k].word, sizeof(uint64_t) * (size_t)part[k].count);
    b->count += part[k].count;
  }
}

// Microseconds of a sweep that are worth sharing. In a heap each box is compared with a part of all others, and as long as they
// are few it takes longer to bring them into the cache of another thread.
static double sweep_work(int boxes) {
  const double compare = 2e-4, bring = 2e-2;
  return boxes * (compare * boxes - bring);
}

static void collect(Broad* b, mjData* d, const ig_Bounds* bounds, const ig_Team* team) {
  b->count = 0;
  // what is everywhere with all that moves
  const mjModel* m = b->m;
  for (int body = 0; body < m->nbody; body++) {
    if (!is_everywhere(m, body)) continue;
    ig_Mask here = ig_mover_mask(m, body);
    for (int other = 0; other < m->nbody + m->nflex; other++) {
      if (!ig_masks_meet(here, ig_mover_mask(m, other))) continue;
      if (ig_is_body(m, other) && (m->body_weldid[other] == 0 || asleep(b, other))) continue;
      add_pair(b, body, other);
    }
  }
  if (bounds->n <= IG_FEW_BOUNDS) {
    test_all(b, bounds);
  } else if (team->members > 1) {
    sweep_together(b, d, bounds, team);
  } else {
    ig_sweep(d, bounds, longest_axis(bounds), visit_pair, b);
  }
}

ig_MoverPairs ig_broad_phase(const mjModel* m, mjData* d, bool shared) {
  ig_Bounds bounds = {0};
  int* mover = NULL;
  make_bounds(m, d, &bounds, &mover);
  Broad b = {.m = m, .d = d, .mover = mover, .sleep = (m->opt.enableflags & mjENBL_SLEEP) && d->nbody_awake < m->nbody};

  // most scenes have a few pairs per mover; threads each have a part of the room, and more pairs in some parts than in others
  enum { PER_MOVER = 8, SHARED = 4, SPARE = 16 };
  b.room = PER_MOVER * (m->nbody + m->nflex);
  mjThreadPool* pool = (mjThreadPool*)d->threadpool;
  bool sweeps = shared && bounds.n > IG_FEW_BOUNDS;
  ig_Team team = ig_team_for_all(pool, sweeps ? sweep_work(bounds.n) : 0);
  if (team.members > 1 && ig_stack_room(d) / (SHARED * SPARE) > sizeof(uint64_t) * (size_t)b.room) b.room *= SHARED;
  b.word = IG_SCRATCH(d, b.room, uint64_t);
  collect(&b, d, &bounds, &team);
  while (b.count > b.room) {
    b.room = b.count;
    b.word = IG_SCRATCH(d, b.room, uint64_t);
    collect(&b, d, &bounds, &team);
  }

  // order, and drop pairs that both sources gave
  uint64_t* sorted = ig_sort_words(b.word, b.count ? IG_SCRATCH(d, b.count, uint64_t) : NULL, b.count);
  int unique = 0;
  for (int i = 0; i < b.count; i++) {
    if (!unique || sorted[i] != sorted[unique - 1]) sorted[unique++] = sorted[i];
  }
  IG_ASSERT(unique == 0 || ig_pair_second(sorted[unique - 1]) < m->nbody + m->nflex);
  return (ig_MoverPairs){sorted, unique, team.members > 1};
}
