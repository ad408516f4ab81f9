#include "collide/pair_table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collide/broad/broad.h"
#include "collide/broad/filter.h"
#include "collide/pair.h"
#include "collide/table.h"

typedef struct {
  const mjModel* m;
  ig_PairTable* t;  // arrays are NULL while counting
  int npair, nbody_pair, ncell, most, most_nodes;
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
  return mjCOLLISIONFUNC[m->geom_type[p->geom[0]]][m->geom_type[p->geom[1]]] != NULL;
}

static void add_explicit(Builder* b, int pair) {
  const mjModel* m = b->m;
  ig_GeomPair p = ordered_pair(m, m->pair_geom1[pair], m->pair_geom2[pair], pair);
  if (!has_collider(m, &p)) return;
  if (b->t) {
    b->t->pair[b->npair] = p;
    b->t->body_pair[b->nbody_pair] = (ig_BodyPair){.body = {-1, -1}, .first = b->npair, .count = 1, .cell = -1};
  }
  b->npair++;
  b->nbody_pair++;
  if (b->most < 1) b->most = 1;
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
  if (b->t) {
    b->t->body_pair[b->nbody_pair] = (ig_BodyPair){{body1, body2}, first, count, trees ? b->ncell : -1, swept};
  }
  b->nbody_pair++;
  if (trees) {
    int nodes = m->body_bvhnum[body1] + m->body_bvhnum[body2];
    b->ncell += n1 * n2;
    if (nodes > b->most_nodes) b->most_nodes = nodes;
  }
  if (count > b->most) b->most = count;
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
        add_bodies(b, body1, body2, meeting == IG_IF_NEAR, (ig_TestedPairs){start, next});
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
  size_t bytes = sizeof(ig_PairTable) + bodies + pairs + sizeof(int) * count.ncell;
  char* block = ig_try_alloc(bytes);
  if (!block) return NULL;
  ig_PairTable* t = (ig_PairTable*)block;
  *t = (ig_PairTable){.npair = count.npair, .nbody_pair = count.nbody_pair, .most = count.most, .most_nodes = count.most_nodes, .bytes = bytes};
  t->body_pair = (ig_BodyPair*)(block + sizeof(ig_PairTable));
  t->pair = (ig_GeomPair*)(block + sizeof(ig_PairTable) + bodies);
  t->cell = (int*)(block + sizeof(ig_PairTable) + bodies + pairs);
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
  if (mjcb_contactfilter) return "a contact filter is set";
  if (!ig_colliders_untouched()) return "a collision function was replaced";
  if (has_fields(m)) return "a geom is a signed distance field";
  if (plane_moves(m)) return "a plane is on a body that moves";
  if (!ig_few_pairs(m)) return "the model has many geoms";
  return NULL;
}
