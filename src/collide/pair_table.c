// SPDX-License-Identifier: Apache-2.0
#include "collide/pair_table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "batch/ragged.h"
#include "collide/broad/broad.h"
#include "collide/broad/filter.h"
#include "collide/pair.h"
#include "collide/table.h"
#include "model/callback.h"
#include "smooth/jacobian.h"

typedef struct {
  const mjModel* m;
  ig_PairTable* t;  // arrays are NULL while counting
  int npair, nbody_pair, ncell, ndof, most, most_nodes;
} Builder;

static int by_ids(const void* a, const void* b) {
  const ig_GeomPair *p = a, *q = b;
  for (int k = 0; k < 2; k++) {
    if (p->geom[k] != q->geom[k]) return p->geom[k] < q->geom[k] ? -1 : 1;
  }
  return 0;
}

// put the smaller type first
static ig_GeomPair ordered_pair(const mjModel* m, int geom1, int geom2, int pair) {
  bool swap = m->geom_type[geom1] > m->geom_type[geom2];
  return (ig_GeomPair){{swap ? geom2 : geom1, swap ? geom1 : geom2}, pair};
}

static bool has_collider(const mjModel* m, const ig_GeomPair* p) {
  return ig_collider(m->geom_type[p->geom[0]], m->geom_type[p->geom[1]]) != NULL;
}

static void add_body_pair(Builder* b, ig_BodyPair bodies) {
  // the dofs that move one of the two bodies, or both: counted first, then written from the last on
  const mjModel* m = b->m;
  int head[2] = {ig_last_dof(m, bodies.body[0]), ig_last_dof(m, bodies.body[1])}, n = 0, lone = 0;
  for (int pass = 0; pass < 2; pass++) {
    int at[2] = {head[0], head[1]};
    int place[2] = {lone, n};
    while (at[0] >= 0 || at[1] >= 0) {
      int dof = at[0] > at[1] ? at[0] : at[1];
      int side = (at[0] == dof) | (at[1] == dof) << 1;
      for (int k = 0; k < 2; k++) at[k] = at[k] == dof ? m->dof_parentid[dof] : at[k];
      if (!pass) {
        n++;
        lone += side != 3;
      } else if (b->t) {
        int i = b->ndof + --place[side == 3];
        b->t->dof[i] = dof;
        b->t->side[i] = (unsigned char)side;
        bodies.chunks |= (uint64_t)1 << (dof / ig_chunk_dofs(m->nv));
        if (dof < 128 && side != 3) bodies.only[side - 1][dof / 64] |= (uint64_t)1 << dof % 64;
      }
    }
  }
  bodies.dof = b->ndof;
  bodies.ndof = n;
  bodies.nlone = lone;
  b->ndof += n;
  if (b->t) b->t->body_pair[b->nbody_pair] = bodies;
  b->nbody_pair++;
  if (bodies.count > b->most) b->most = bodies.count;
}

static void add_explicit(Builder* b, int pair) {
  const mjModel* m = b->m;
  ig_GeomPair p = ordered_pair(m, m->pair_geom1[pair], m->pair_geom2[pair], pair);
  if (!has_collider(m, &p)) return;
  if (b->t) b->t->pair[b->npair] = p;
  int body[2] = {m->geom_bodyid[p.geom[0]], m->geom_bodyid[p.geom[1]]};
  add_body_pair(b, (ig_BodyPair){.body = {body[0], body[1]}, .first = b->npair++, .count = 1, .cell = -1});
}

// does an explicit pair of these bodies name the two geoms?
static bool named(const mjModel* m, int geom1, int geom2, ig_TestedPairs named_pairs) {
  for (int i = named_pairs.first; i < named_pairs.end; i++) {
    int a = m->pair_geom1[i], b = m->pair_geom2[i];
    if ((a == geom1 && b == geom2) || (a == geom2 && b == geom1)) return true;
  }
  return false;
}

// with trees, contacts of two bodies are sorted by the ids of their geoms; else they come all-to-all
static void add_bodies(Builder* b, int body1, int body2, bool swept, ig_TestedPairs named_pairs) {
  const mjModel* m = b->m;
  int n1 = m->body_geomnum[body1], n2 = m->body_geomnum[body2], first1 = m->body_geomadr[body1], first2 = m->body_geomadr[body2];
  bool trees = ig_bodies_use_trees(m, body1, body2);
  int first = b->npair;
  for (int i = 0; i < n1; i++) {
    for (int j = 0; j < n2; j++) {
      ig_GeomPair p = ordered_pair(m, first1 + i, first2 + j, -1);
      if (!has_collider(m, &p) || !ig_masks_meet(ig_geom_mask(m, p.geom[0]), ig_geom_mask(m, p.geom[1]))) continue;
      if (named(m, p.geom[0], p.geom[1], named_pairs)) continue;
      if (b->t) b->t->pair[b->npair] = p;
      b->npair++;
    }
  }
  int count = b->npair - first;
  if (!count) return;
  if (b->t && trees) {
    qsort(b->t->pair + first, count, sizeof(ig_GeomPair), by_ids);
    int* cell = b->t->cell + b->ncell;
    for (int i = 0; i < n1 * n2; i++) cell[i] = -1;
    for (int i = first; i < b->npair; i++) {
      const int* geom = b->t->pair[i].geom;
      bool turned = geom[0] < first1 || geom[0] >= first1 + n1;
      cell[(geom[turned] - first1) * n2 + geom[!turned] - first2] = i;
    }
  }
  add_body_pair(
      b, (ig_BodyPair){.body = {body1, body2}, .first = first, .count = count, .cell = trees ? b->ncell : -1, .swept = swept});
  if (trees) {
    int nodes = m->body_bvhnum[body1] + m->body_bvhnum[body2];
    b->ncell += n1 * n2;
    if (nodes > b->most_nodes) b->most_nodes = nodes;
  }
}

// all pairs of bodies in the order of their signatures, with the explicit pairs between them
static void walk(Builder* b) {
  const mjModel* m = b->m;
  int next = 0;
  for (int body1 = 0; body1 < m->nbody; body1++) {
    for (int body2 = body1 + 1; body2 < m->nbody; body2++) {
      ig_BodyMeeting meeting = ig_bodies_meet(m, body1, body2);
      if (meeting == IG_NEVER) continue;
      uint32_t signature = (uint32_t)body1 << 16 | (uint32_t)body2;
      int start = next;
      while (next < m->npair && (uint32_t)m->pair_signature[next] <= signature) add_explicit(b, next++);
      if (!ig_bodies_excluded(m, signature)) {
        add_bodies(b, body1, body2, meeting == IG_IF_NEAR, (ig_TestedPairs){start, next, NULL});
      }
    }
  }
  while (next < m->npair) add_explicit(b, next++);
}

ig_PairTable* ig_pair_table_make(const mjModel* m) {
  Builder count = {.m = m};
  bool off = m->opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_CONTACT);
  if (!off) walk(&count);
  size_t pairs = sizeof(ig_GeomPair) * count.npair, bodies = sizeof(ig_BodyPair) * count.nbody_pair;
  size_t cells = sizeof(int) * count.ncell, dofs = sizeof(int) * count.ndof;
  size_t bytes = sizeof(ig_PairTable) + bodies + pairs + cells + dofs + (size_t)count.ndof;
  char* block = ig_try_alloc(bytes);
  if (!block) return NULL;
  ig_PairTable* t = (ig_PairTable*)block;
  *t = (ig_PairTable){
      .npair = count.npair, .nbody_pair = count.nbody_pair, .most = count.most, .most_nodes = count.most_nodes, .bytes = bytes};
  t->body_pair = (ig_BodyPair*)(block += sizeof(ig_PairTable));
  t->pair = (ig_GeomPair*)(block += bodies);
  t->cell = (int*)(block += pairs);
  t->dof = (int*)(block += cells);
  t->side = (unsigned char*)(block + dofs);
  Builder fill = {.m = m, .t = t};
  if (!off) walk(&fill);
  return t;
}

void ig_pair_table_free(ig_PairTable* table) { ig_free(table); }

// planes have no bounding sphere: on a body that moves, a sweep sees them as points
static bool plane_moves(const mjModel* m) {
  for (int geom = 0; geom < m->ngeom; geom++) {
    bool collides = m->geom_contype[geom] || m->geom_conaffinity[geom];
    if (collides && m->geom_type[geom] == mjGEOM_PLANE && m->body_weldid[m->geom_bodyid[geom]] != 0) return true;
  }
  return false;
}

static bool has_fields(const mjModel* m) {
  for (int geom = 0; geom < m->ngeom; geom++) {
    if (m->geom_type[geom] == mjGEOM_SDF) return true;
  }
  return false;
}

const char* ig_collide_alone_reason(const mjModel* m) {
  if (m->opt.enableflags & mjENBL_SLEEP) return "bodies may fall asleep";
  if (m->nflex) return "the model has flexes";
  if (ig_contact_filter()) return "a contact filter is set";
  if (!ig_colliders_untouched()) return "a collision function was replaced";
  if (has_fields(m)) return "a geom is a signed distance field";
  if (plane_moves(m)) return "a plane is on a body that moves";
  return NULL;
}
