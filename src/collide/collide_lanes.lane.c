// SPDX-License-Identifier: Apache-2.0
// Pair by pair of the model's table, in the order in which contacts appear: bounding spheres of all lanes at once, then the
// kernel of the two shapes, or lane by lane what has none, with trees of boxes where a body has several geoms. What a single
// world tests, and how, is tested here with the same formulas; its sweep only where that can differ: see `doubtful`.
#include "collide/collide_lanes.h"

#include <string.h>

#include "base/memory.h"
#include "collide/broad/bounds.h"
#include "collide/broad/filter.h"
#include "collide/broad/obb.h"
#include "collide/broad/tree.h"
#include "collide/contact.h"
#include "collide/frame.h"
#include "collide/local.h"
#include "collide/param.h"
#include "collide/primitive/shape.h"
#include "collide/primitive/touch.h"
#include "lane/elementary.h"

#if IG_WIDTH > 1

typedef struct {
  int node[2];
  unsigned on;
} Visit;

// Memory of a search, made with the table. Threads of a GPU that share a world have one each.
typedef struct {
  IG_SLOT(unsigned) * near;  // lanes in which the bounding spheres of a geom pair meet, (pairs of a body pair)
  IG_SLOT(unsigned) * met;   // and their boxes
  Visit* visit;              // of the search in two trees
  ig_Touch* touch;           // (mjMAXCONPAIR) of one pair
  mjContact* con;            // (mjMAXCONPAIR) of one pair in one lane
  ig_Local local;
#ifdef IG_GPU
  ig_Slot<uint64_t>* pair;  // of a touch: that of the geoms, then that of the bodies
  int found;  // touches so far, which lie one after the other; there is room for con_room of them, and one pair more
#endif
} Room;

#ifdef IG_GPU

// the host has made it: see batch/gpu_layout.h
static Room room_of(const mjModel* m, ig_Data* d, int share) {
  const ig_PairTable* pairs = d->ragged.pairs;
  char* block = (char*)d;
  size_t visits = sizeof(Visit) * ((size_t)pairs->most_nodes + 1);
  int64_t visit_bytes = (int64_t)ig_private_rows(visits) * IG_GPU_ROW_BYTES;
  return (Room){.near = (ig_Slot<unsigned>*)(block + ig_gpu.near) + share * pairs->most,
                .met = (ig_Slot<unsigned>*)(block + ig_gpu.met) + share * pairs->most,
                .visit = (Visit*)ig_private(block + ig_gpu.visit + share * visit_bytes, visits),
                .touch = (ig_Touch*)(block + ig_gpu.touch) + share * ig_gpu.touch_room,
                .con = (mjContact*)ig_private(block + ig_gpu.hit, sizeof(mjContact) * mjMAXCONPAIR),
                .local = {m, ig_private(block + ig_gpu.local, (size_t)ig_gpu.local_bytes), (size_t)ig_gpu.local_bytes},
                .pair = (ig_Slot<uint64_t>*)(block + ig_gpu.touch_pair) + share * ig_gpu.touch_room,
                .found = 0};
}

// how many touches each share of a world has found
static ig_Slot<int>* found_of(ig_Data* d) { return (ig_Slot<int>*)((char*)d + ig_gpu.found); }

#ifdef IG_GPU_OPEN
#define ig_find_contacts ig_find_contacts_open
#endif

#else

static size_t rounded(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

bool IG_NAME(ig_lanes_set_pairs)(const mjModel* m, ig_Data* d, const ig_PairTable* pairs) {
  size_t words = rounded(sizeof(unsigned) * (size_t)pairs->most), local = ig_local_bytes(m);
  // lanes that part leave up to three nodes behind at each level
  size_t visits = rounded(sizeof(Visit) * (2 * (size_t)pairs->most_nodes + 1)), touches = sizeof(ig_Touch) * mjMAXCONPAIR;
  size_t contacts = rounded(sizeof(mjContact) * mjMAXCONPAIR);
  size_t bytes = rounded(sizeof(Room)) + 2 * words + visits + touches + contacts;
  char* at = ig_user_alloc(bytes + rounded(local));
  if (!at) return false;
  // lanes without a contact are computed as well: from numbers that are at least defined
  memset(at, 0, bytes);
  ig_free(d->ragged.collide);
  d->ragged.pairs = pairs;
  d->ragged.collide = at;
  Room* r = (Room*)at;
  at += rounded(sizeof(Room));
  r->near = (unsigned*)at;
  r->met = (unsigned*)(at += words);
  r->visit = (Visit*)(at += words);
  r->touch = (ig_Touch*)(at += visits);
  r->con = (mjContact*)(at += touches);
  r->local = (ig_Local){.m = m, .scratch = at + contacts, .scratch_bytes = local};
  return true;
}

#endif

IG_INLINE real pair_margin(const mjModel* m, const ig_Data* d, const ig_GeomPair* p) {
  if (p->pair >= 0) return ig_margin(m, ig_param(m, d, pair_margin, p->pair));
  return ig_margin(m, ig_param(m, d, geom_margin, p->geom[0]) + ig_param(m, d, geom_margin, p->geom[1]));
}

// ------------------------------------------------ contacts

IG_INLINE void load_posed(const mjModel* m, const ig_Data* d, int geom, int lane, ig_Posed* p) {
  p->geom = geom;
  ig_lane_store(p->pos, d->geom_xpos + 3 * geom, 3, lane);
  ig_lane_store(p->mat, d->geom_xmat + 9 * geom, 9, lane);
  for (int k = 0; k < 3; k++) p->size[k] = ig_lane(ig_param(m, d, geom_size, 3 * geom + k), lane);
  p->rbound = ig_lane(ig_param(m, d, geom_rbound, geom), lane);
}

#if defined(IG_GPU) && !defined(IG_GPU_OPEN)

// The colliders of one world are large, and few models need them: this file is compiled with them once more, for a kernel of
// its own.
static void touch_locally(const mjModel* m, ig_Data* d, Room* room, const ig_GeomPair* p, unsigned lanes, real margin,
                          ig_Touches* t) {
  d->leaves = true;
}

#else

// lane by lane
static void touch_locally(const mjModel* m, ig_Data* d, Room* room, const ig_GeomPair* p, unsigned lanes, real margin,
                          ig_Touches* t) {
  for (; lanes; lanes &= lanes - 1) {
    int lane = __builtin_ctz(lanes);
    room->local.m = ig_lane_model(m, d, lane);
    ig_Posed a, b;
    load_posed(m, d, p->geom[0], lane, &a);
    load_posed(m, d, p->geom[1], lane, &b);
    int n = ig_local_collide(&room->local, room->con, &a, &b, ig_lane(margin, lane));
    for (int k = 0; k < n; k++) {
      const mjContact* con = room->con + k;
      ig_set_lane(&t->con[k].dist, lane, con->dist);
      ig_lane_load(t->con[k].pos, con->pos, 3, lane);
      ig_lane_load(t->con[k].frame, con->frame, 6, lane);
    }
    ig_set_ints_lane(&t->n, lane, n);
  }
}

#endif

#define KERNEL(type1, type2) ((type1)*mjNGEOMTYPES + (type2))

// contacts of one pair in the given lanes; false: there is no formula for the two shapes
static bool touch_by_formula(const mjModel* m, ig_Data* d, const ig_GeomPair* p, unsigned lanes, real margin, ig_Touches* t) {
  real size[2][3];
  ig_Shape shape[2];
  mask on = ig_mask_of(lanes);
  for (int k = 0; k < 2; k++) {
    int geom = p->geom[k];
    ig_param3(size[k], m, d, geom_size, 3 * geom);
    shape[k] = (ig_Shape){d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, size[k]};
  }
  const ig_Shape *a = shape, *b = shape + 1;
  switch (KERNEL(m->geom_type[p->geom[0]], m->geom_type[p->geom[1]])) {
    case KERNEL(mjGEOM_PLANE, mjGEOM_SPHERE): IG_NAME(ig_touch_plane_sphere)(t, on, margin, a, b); return true;
    case KERNEL(mjGEOM_PLANE, mjGEOM_CAPSULE): IG_NAME(ig_touch_plane_capsule)(t, on, margin, a, b); return true;
    case KERNEL(mjGEOM_PLANE, mjGEOM_CYLINDER): IG_NAME(ig_touch_plane_cylinder)(t, on, margin, a, b); return true;
    case KERNEL(mjGEOM_PLANE, mjGEOM_BOX): IG_NAME(ig_touch_plane_box)(t, on, margin, a, b); return true;
    case KERNEL(mjGEOM_SPHERE, mjGEOM_SPHERE): IG_NAME(ig_touch_sphere_sphere)(t, on, margin, a, b); return true;
    case KERNEL(mjGEOM_SPHERE, mjGEOM_CAPSULE): IG_NAME(ig_touch_sphere_capsule)(t, on, margin, a, b); return true;
    case KERNEL(mjGEOM_SPHERE, mjGEOM_CYLINDER): IG_NAME(ig_touch_sphere_cylinder)(t, on, margin, a, b); return true;
    case KERNEL(mjGEOM_SPHERE, mjGEOM_BOX): IG_NAME(ig_touch_sphere_box)(t, on, margin, a, b); return true;
    case KERNEL(mjGEOM_CAPSULE, mjGEOM_CAPSULE): IG_NAME(ig_touch_capsule_capsule)(t, on, margin, a, b); return true;
    default: return false;
  }
}

// A sweep in a single world compares ends of boxes around the bounding spheres, rounded to float: it may miss a pair whose
// spheres meet by less than that. In lanes with a contact of such a pair these ends are compared here as it does.
//
// IG_SWEPT: what the sweep rounds by, with what the distance here is rounded by in single precision.
#define IG_SWEPT IG_BY_PRECISION(4e-7, 1e-6)
static mask doubtful(const mjModel* m, const ig_Data* d, const ig_GeomPair* p, real margin) {
  const real *pos1 = d->geom_xpos + 3 * p->geom[0], *pos2 = d->geom_xpos + 3 * p->geom[1];
  real reach = ig_param(m, d, geom_rbound, p->geom[0]) + ig_param(m, d, geom_rbound, p->geom[1]) + margin;
  real extent = ig_abs(reach);
  for (int k = 0; k < 3; k++) extent += ig_abs(pos1[k]) + ig_abs(pos2[k]);
  return ig_not(ig_lt(ig_dist3(pos1, pos2), reach - (num)IG_SWEPT * extent));
}

static void lane_bound(const mjModel* m, const ig_Data* d, int body, int lane, num bound[6]) {
  for (int i = 0; i < m->body_geomnum[body]; i++) {
    int geom = m->body_geomadr[body] + i;
    num pos[3], margin = ig_lane(ig_param(m, d, geom_margin, geom), lane);
    ig_lane_store(pos, d->geom_xpos + 3 * geom, 3, lane);
    ig_widen(bound, pos, ig_lane(ig_param(m, d, geom_rbound, geom), lane), ig_bound_margin(m, margin), i == 0);
  }
}

// along which axis a world sweeps; -1: it has so few bodies that it compares all of them
static int sweep_axis(const mjModel* m, const ig_Data* d, int lane) {
  ig_Spread spread[3] = {{0}};
  int n = 0;
  for (int body = 1; body < m->nbody; body++) n += !ig_mask_empty(ig_mover_mask(m, body));
  if (n <= IG_FEW_BOUNDS) return -1;
  for (int body = 1; body < m->nbody; body++) {
    if (ig_mask_empty(ig_mover_mask(m, body))) continue;
    num bound[6] = {0};
    lane_bound(m, d, body, lane, bound);
    for (int k = 0; k < 3; k++) ig_spread_add(spread + k, bound[k], bound[3 + k]);
  }
  return ig_longest_axis(spread);
}

// whether the sweep of a single world leaves out two bodies
static bool swept_past(const mjModel* m, const ig_Data* d, const int body[2], int lane) {
  num bound[2][6] = {{0}};
  int along = sweep_axis(m, d, lane);
  for (int i = 0; i < 2; i++) lane_bound(m, d, body[i], lane, bound[i]);
  for (int k = 0; k < 3; k++) {
    if (k != along && (bound[0][k] > bound[1][3 + k] || bound[1][k] > bound[0][3 + k])) return true;
  }
  if (along < 0) return false;
  uint64_t start[2], end[2];
  for (int i = 0; i < 2; i++) {
    start[i] = ig_sweep_place(bound[i][along], body[i]);
    end[i] = ig_sweep_place(bound[i][3 + along], body[i]);
  }
  int older = start[0] < start[1] ? 0 : 1;
  return end[older] < start[!older];
}

// lanes of `among` in which it does
static mask missed_lanes(const mjModel* m, const ig_Data* d, const int body[2], mask among) {
  unsigned missed = 0;
  for (unsigned rest = ig_mask_bits(among); rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    missed |= (unsigned)swept_past(m, d, body, lane) << lane;
  }
  return ig_mask_of(missed);
}

// ------------------------------------------------ the search

static mask boxes_overlap(const ig_FramePair* f, const mjtNum shared1[6], const real box1[6], const mjtNum shared2[6],
                          const real box2[6], real margin) {
  return ig_obb_overlap(f, box1, ig_count_infinite(shared1), box2, ig_count_infinite(shared2), margin);
}

static mask geoms_overlap(const mjModel* m, const ig_Data* d, int geom1, int geom2) {
  ig_FramePair f;
  real box1[6], box2[6];
  real margin = ig_margin(m, ig_param(m, d, geom_margin, geom1) + ig_param(m, d, geom_margin, geom2));
  ig_param_n(box1, 6, m, d, geom_aabb, 6 * geom1);
  ig_param_n(box2, 6, m, d, geom_aabb, 6 * geom2);
  ig_frame_pair(&f, d->geom_xpos + 3 * geom1, d->geom_xmat + 9 * geom1, d->geom_xpos + 3 * geom2, d->geom_xmat + 9 * geom2);
  return boxes_overlap(&f, m->geom_aabb + 6 * geom1, box1, m->geom_aabb + 6 * geom2, box2, margin);
}

// ig_side_to_open in each lane: those that open the first of the two nodes. Worlds with boxes of their own go different ways.
static unsigned opens_first(const int* const child[2], const Visit* v, const real box1[6], const real box2[6]) {
  if (ig_node_is_leaf(child[0], v->node[0])) return 0;
  if (ig_node_is_leaf(child[1], v->node[1])) return v->on;
  real measure[2];
  for (int i = 0; i < 2; i++) {
    const real* box = i ? box2 : box1;
    real x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
    measure[i] = x * y + y * z + z * x;
  }
  return v->on & ig_mask_bits(ig_lt(measure[1], measure[0]));
}

// which lanes reach which pair of leaves
static void search_trees(const mjModel* m, ig_Data* d, Room* room, const ig_BodyPair* bodies, unsigned lanes) {
  const int *cell = d->ragged.pairs->cell + bodies->cell, *body = bodies->body;
  int first[2], geom0[2] = {m->body_geomadr[body[0]], m->body_geomadr[body[1]]}, columns = m->body_geomnum[body[1]];
  const int* child[2];
  const mjtNum* box[2];
  for (int k = 0; k < 2; k++) {
    first[k] = m->body_bvhadr[body[k]];
    child[k] = m->bvh_child + 2 * first[k];
    box[k] = m->bvh_aabb + 6 * first[k];
  }
  ig_FramePair f;
  ig_frame_pair(&f, d->xipos + 3 * body[0], d->ximat + 9 * body[0], d->xipos + 3 * body[1], d->ximat + 9 * body[1]);
  real margin = ig_margin(m, ig_param(m, d, body_margin, body[0]) + ig_param(m, d, body_margin, body[1]));

  int count = 1;
  room->visit[0] = (Visit){{0, 0}, lanes};
  while (count) {
    Visit v = room->visit[--count];
    if (ig_node_is_leaf(child[0], v.node[0]) && ig_node_is_leaf(child[1], v.node[1])) {
      int geom1 = m->bvh_nodeid[first[0] + v.node[0]], geom2 = m->bvh_nodeid[first[1] + v.node[1]];
      int pair = cell[(geom1 - geom0[0]) * columns + geom2 - geom0[1]];
      if (pair < 0) continue;
      unsigned near = room->near[pair - bodies->first] & v.on;
      if (near) room->met[pair - bodies->first] |= near & ig_mask_bits(geoms_overlap(m, d, geom1, geom2));
      continue;
    }
    real box1[6], box2[6];
    ig_param_n(box1, 6, m, d, bvh_aabb, 6 * (first[0] + v.node[0]));
    ig_param_n(box2, 6, m, d, bvh_aabb, 6 * (first[1] + v.node[1]));
    v.on &= ig_mask_bits(boxes_overlap(&f, box[0] + 6 * v.node[0], box1, box[1] + 6 * v.node[1], box2, margin));
    if (!v.on) continue;
    unsigned opened = opens_first(child, &v, box1, box2);
    for (int side = 0; side < 2; side++) {
      unsigned on = side ? v.on & ~opened : opened;
      for (int i = 0; on && i < 2; i++) {
        int next = child[side][2 * v.node[side] + i];
        if (next < 0) continue;
        room->visit[count] = (Visit){{v.node[0], v.node[1]}, on};
        room->visit[count++].node[side] = next;
      }
    }
  }
}

// The geom pairs of two bodies, of which `lanes` are near.
typedef struct {
  const ig_BodyPair* bodies;
  int number;
  unsigned lanes;
  bool searched;  // their trees
} Meet;

// Lanes in which the boxes on the way to geom pair i meet. The search is done when the first pair asks for it.
static unsigned boxes_met(const mjModel* m, ig_Data* d, Room* room, Meet* meet, int i) {
  if (meet->bodies->cell < 0) return room->near[i];
  if (!meet->searched) {
    for (int k = 0; k < meet->bodies->count; k++) room->met[k] = 0;
    search_trees(m, d, room, meet->bodies, meet->lanes);
    meet->searched = true;
  }
  return room->met[i];
}

// A formula takes no longer than the boxes: they are looked at only where it finds a contact, which they may hide (a model's
// boxes need not hold its geoms). The worlds of a warp, which find theirs in other pairs, look when they have been through all.
#if defined(IG_GPU) && !defined(IG_GPU_OPEN)
enum { BOXES_LAST = 1 };
#else
enum { BOXES_LAST = 0 };
#endif
static void touch_pair(const mjModel* m, ig_Data* d, Room* room, Meet* meet, int i, real margin, ig_Touches* t) {
  const ig_GeomPair* p = d->ragged.pairs->pair + meet->bodies->first + i;
  unsigned lanes = meet->searched ? boxes_met(m, d, room, meet, i) : (unsigned)room->near[i];
  if (!touch_by_formula(m, d, p, lanes, margin, t)) {
    touch_locally(m, d, room, p, boxes_met(m, d, room, meet, i), margin, t);
  } else if (!BOXES_LAST && !meet->searched && ig_ints_some(t->n)) {
    t->n = ig_ints_select(ig_mask_of(boxes_met(m, d, room, meet, i)), t->n, ig_ints(0));
  }
}

// ------------------------------------------------ into the lanes

// contact k of one pair of geoms in the lanes of `on`
typedef struct {
  unsigned on;
  real dist, pos[3], frame[9];
} Hit;

// what the contacts of one pair share: the gap of its parameters is taken from the margin
typedef struct {
  int geom[2], bodies;
  real includemargin;
  ig_ContactParam param;
} Meeting;

// the numbers of a contact as ig_Contact has them: where it is, then how it behaves
enum { NPLACE = 13, NSURFACE = 14 };

IG_INLINE void set_ints(ints* to, mask on, int value) { *to = ig_ints_select(on, ig_ints(value), *to); }

// in the lanes of `on`, which have the same number for it
IG_INLINE void write_contact(ig_Data* d, const Hit* hit, const Meeting* s, int number, mask on) {
  ig_Contact* con = d->contact + number;
  ig_Cell* to = &con->dist;
  const real *place = &hit->dist, *surface = s->param.friction;
  for (int i = 0; i < NPLACE; i++) to[i] = ig_select(on, place[i], to[i]);
  con->includemargin = ig_select(on, s->includemargin, con->includemargin);
  to = con->friction;
  for (int i = 0; i < NSURFACE; i++) to[i] = ig_select(on, surface[i], to[i]);
  con->mu = ig_select(on, ig_broadcast(0), con->mu);
  set_ints(&con->dim, on, s->param.dim);
  for (int k = 0; k < 2; k++) set_ints(con->geom + k, on, s->geom[k]);
  con->exclude = ig_ints_select(on, ig_ints_select(ig_le(s->includemargin, hit->dist), ig_ints(1), ig_ints(0)), con->exclude);
  set_ints(&con->efc_address, on, -1);
  set_ints(&con->bodies, on, s->bodies);
}

_Static_assert(offsetof(ig_Contact, includemargin) == NPLACE * sizeof(ig_Cell), "the place of a contact comes first");
_Static_assert(offsetof(ig_Contact, mu) - offsetof(ig_Contact, friction) == NSURFACE * sizeof(ig_Cell), "then its surface");
_Static_assert(sizeof(Hit) - offsetof(Hit, dist) == NPLACE * sizeof(real), "a hit ends with the place");
_Static_assert(sizeof(ig_ContactParam) - offsetof(ig_ContactParam, friction) == NSURFACE * sizeof(real),
               "parameters with the surface");

static void describe_meeting(const mjModel* m, ig_Data* d, const ig_GeomPair* p, real margin, Meeting* s) {
  if (p->pair < 0) {
    IG_NAME(ig_mix_geoms)(&s->param, m, d, p->geom[0], p->geom[1]);
  } else {
    IG_NAME(ig_pair_param)(&s->param, m, d, p->pair);
  }
  // an error in a single world
  if (s->param.dim < 1 || s->param.dim > 6) d->leaves = ig_true();
  for (int k = 0; k < 2; k++) s->geom[k] = p->geom[k];
  s->includemargin = margin - s->param.gap;
}

// contacts of one pair
static ig_Touches find_touches(const mjModel* m, ig_Data* d, Room* room, Meet* meet, int i, ig_Touch* to) {
  const ig_BodyPair* bodies = meet->bodies;
  const ig_GeomPair* p = d->ragged.pairs->pair + bodies->first + i;
  real margin = pair_margin(m, d, p);
  ig_Touches t = {to, ig_ints(0)};
  touch_pair(m, d, room, meet, i, margin, &t);
  if (bodies->swept && ig_ints_some(t.n)) {
    mask doubt = ig_and(doubtful(m, d, p, margin), ig_ints_lt(ig_ints(0), t.n));
    if (ig_any(doubt)) t.n = ig_ints_select(missed_lanes(m, d, bodies->body, doubt), ig_ints(0), t.n);
  }
  return t;
}

#ifdef IG_GPU

// Which contacts worlds have differs, and a warp would write them all one by one: here they are only noted, and the i-th of all
// worlds are written at once, by ig_place_contacts.
static void collide_pair(const mjModel* m, ig_Data* d, Room* room, Meet* meet, int i) {
  int at = room->found < d->ragged.con_room ? room->found : (int)d->ragged.con_room;
  ig_Touches t = find_touches(m, d, room, meet, i, room->touch + at);
  for (int k = 0; k < t.n.v; k++) room->pair[at + k] = (uint64_t)meet->number << 32 | (uint32_t)(meet->bodies->first + i);
  room->found += t.n.v;
}

#else

// contact k of a pair in the lanes that have it; counts go on without room, so that the need is known in the end
static void add_hit(ig_Data* d, const ig_Touch* touch, bool same_frame, const Meeting* meeting, Hit* hit) {
  ig_Ragged* r = &d->ragged;
  ints number = r->count.ncon;
  mask on = ig_mask_of(hit->on);
  r->count.ncon += ig_ints_select(on, ig_ints(1), ig_ints(0));
  ig_copy_reals(&hit->dist, &touch->dist, 4);

  // contacts of a face share their frame
  if (!same_frame) {
    ig_copy_reals(hit->frame, touch->frame, 6);
    ig_complete_frame(hit->frame);
  }
  on = ig_and(on, ig_ints_lt(number, ig_ints(r->con_room)));
  for (unsigned rest = ig_mask_bits(on); rest;) {
    int next = ig_ints_lane(number, __builtin_ctz(rest));
    mask alike = ig_and(on, ig_ints_eq(number, ig_ints(next)));
    write_contact(d, hit, meeting, next, alike);
    rest &= ~ig_mask_bits(alike);
  }
}

static void collide_pair(const mjModel* m, ig_Data* d, Room* room, Meet* meet, int i) {
  const ig_GeomPair* p = d->ragged.pairs->pair + meet->bodies->first + i;
  ig_Touches t = find_touches(m, d, room, meet, i, room->touch);
  if (!ig_ints_some(t.n)) return;
  int most = ig_ints_most(t.n);
  real margin = pair_margin(m, d, p);
  Meeting meeting;
  Hit hit;
  meeting.bodies = meet->number;
  ig_zero_reals(hit.frame, 9);
  describe_meeting(m, d, p, margin, &meeting);
  for (int k = 0; k < most; k++) {
    // in all lanes, bit by bit
    bool same = k && !memcmp(t.con[k - 1].frame, t.con[k].frame, 6 * sizeof(real));
    hit.on = ig_mask_bits(ig_ints_lt(ig_ints(k), t.n));
    add_hit(d, t.con + k, same, &meeting, &hit);
  }
}

#endif

#if defined(IG_GPU) && !defined(IG_GPU_OPEN)

// of the touches from `first` on, those whose boxes meet
static void keep_met(Room* room, const ig_BodyPair* bodies, int first, int end) {
  int kept = first;
  for (int i = first; i < end; i++) {
    if (!room->met[(int)(uint32_t)room->pair[i] - bodies->first]) continue;
    if (kept < i) {
      room->pair[kept] = room->pair[i];
      ig_copy_reals(&room->touch[kept].dist, &room->touch[i].dist, 10);
    }
    kept++;
  }
  room->found -= end - kept;
}

static void collide_bodies(const mjModel* m, ig_Data* d, Room* room, int number, unsigned lanes) {
  Meet meet = {.bodies = d->ragged.pairs->body_pair + number, .number = number};
  const ig_BodyPair* bodies = meet.bodies;
  const ig_GeomPair* pair = d->ragged.pairs->pair + bodies->first;
  int before = room->found, most = d->ragged.con_room;
  for (int i = 0; i < bodies->count; i++) {
    int found = room->found;
    bool apart = ig_geoms_apart(m, d, pair[i].geom[0], pair[i].geom[1], pair_margin(m, d, pair + i));
    room->near[i] = lanes;
    if (!apart) collide_pair(m, d, room, &meet, i);
    room->near[i] = room->found > found;
  }
  if (bodies->cell < 0 || room->found == before) return;
  for (int i = 0; i < bodies->count; i++) room->met[i] = 0;
  search_trees(m, d, room, bodies, lanes);
  // with too little room all of this is done again
  if (room->found <= most) keep_met(room, bodies, before, room->found);
}

#else

// What the collider of two capsules finds out first, and what most of them have done with that: here it takes less.
static mask capsules_apart(const mjModel* m, const ig_Data* d, const ig_GeomPair* p, real margin) {
  real offset[3], axis[3], along[2], reach = margin;
  ig_sub3(offset, d->geom_xpos + 3 * p->geom[0], d->geom_xpos + 3 * p->geom[1]);
  for (int k = 0; k < 2; k++) {
    ig_column(axis, d->geom_xmat + 9 * p->geom[k], 2);
    along[k] = ig_dot3(axis, offset) * ig_param(m, d, geom_size, 3 * p->geom[k] + 1);
    reach += ig_param(m, d, geom_size, 3 * p->geom[k]);
  }
  return ig_apart_on_line(offset, along[0], along[1], reach);
}

// lanes in which two geoms may touch
static unsigned near_lanes(const mjModel* m, const ig_Data* d, const ig_GeomPair* p, unsigned lanes) {
  real margin = pair_margin(m, d, p);
  lanes &= ~ig_mask_bits(ig_geoms_apart(m, d, p->geom[0], p->geom[1], margin));
  bool capsules = m->geom_type[p->geom[0]] == mjGEOM_CAPSULE && m->geom_type[p->geom[1]] == mjGEOM_CAPSULE;
  return lanes && capsules ? lanes & ~ig_mask_bits(capsules_apart(m, d, p, margin)) : lanes;
}

static void collide_bodies(const mjModel* m, ig_Data* d, Room* room, int number, unsigned lanes) {
  Meet meet = {.bodies = d->ragged.pairs->body_pair + number, .number = number};
  const ig_GeomPair* pair = d->ragged.pairs->pair + meet.bodies->first;
  for (int i = 0; i < meet.bodies->count; i++) meet.lanes |= room->near[i] = near_lanes(m, d, pair + i, lanes);
  if (!meet.lanes) return;
  for (int i = 0; i < meet.bodies->count; i++) {
    if (room->near[i]) collide_pair(m, d, room, &meet, i);
  }
}

#endif

#ifdef IG_GPU

// each share has as many of the pairs of bodies, in a row: its contacts come before those of the next
void IG_NAME(ig_find_contacts)(const mjModel* m, ig_Data* d, ig_Stride stride) {
  Room room = room_of(m, d, stride.first);
  int n = d->ragged.pairs->nbody_pair, end = n * (stride.first + 1) / stride.step;
  for (int i = n * stride.first / stride.step; i < end; i++) collide_bodies(m, d, &room, i, 1);
  found_of(d)[stride.first] = room.found;
}

#endif

#ifndef IG_GPU_OPEN

// lanes that found no room leave, and have no contacts here
static void close_contacts(ig_Data* d) {
  ig_Ragged* r = &d->ragged;
  int most = ig_ints_most(r->count.ncon);
  if (most > r->con_room) {
    if (most > r->want_con) r->want_con = most;
    mask full = ig_ints_lt(ig_ints(r->con_room), r->count.ncon);
    d->leaves = ig_or(d->leaves, full);
    r->count.ncon = ig_ints_select(full, ig_ints(0), r->count.ncon);
    most = r->con_room;
  }
  r->most.ncon = most;
}

#ifdef IG_GPU

// the touch of that number among all that the shares have found; they have found more than it
static const ig_Touch* touch_at(const mjModel* m, ig_Data* d, int number, uint64_t* pair) {
  int share = 0;
  for (int here; (here = found_of(d)[share]) <= number; share++) number -= here;
  Room room = room_of(m, d, share);
  *pair = room.pair[number];
  return room.touch + number;
}

static void place_contact(const mjModel* m, ig_Data* d, int number) {
  uint64_t pair;
  const ig_Touch* touch = touch_at(m, d, number, &pair);
  const ig_GeomPair* p = d->ragged.pairs->pair + (uint32_t)pair;
  Meeting meeting;
  Hit hit;
  meeting.bodies = (int)(pair >> 32);
  describe_meeting(m, d, p, pair_margin(m, d, p), &meeting);
  ig_copy_reals(&hit.dist, &touch->dist, 4);
  ig_copy_reals(hit.frame, touch->frame, 6);
  ig_complete_frame(hit.frame);
  write_contact(d, &hit, &meeting, number, ig_true());
}

void IG_NAME(ig_place_contacts)(const mjModel* m, ig_Data* d, ig_Stride stride) {
  int total = 0, room = d->ragged.con_room;
  for (int share = 0; share < IG_GPU_SHARES; share++) total += found_of(d)[share];
  for (int i = stride.first; i < total && total <= room; i += stride.step) place_contact(m, d, i);
  if (stride.first) return;
  d->ragged.count.ncon = total;
  close_contacts(d);
}

#else

void IG_NAME(ig_collide)(const mjModel* m, ig_Data* d) {
  ig_Ragged* r = &d->ragged;
  r->count.ncon = ig_ints(0);
  unsigned lanes = IG_ALL_LANES & ~ig_mask_bits(d->leaves);
  Room* room = (Room*)r->collide;
  for (int i = 0; i < r->pairs->nbody_pair; i++) collide_bodies(m, d, room, i, lanes);
  close_contacts(d);
}

#endif
#endif

// ------------------------------------------------ into single worlds

#ifndef IG_GPU

static void send_contact(const ig_Contact* from, int lane, mjContact* to) {
  *to = (mjContact){.dist = ig_lane(from->dist, lane)};
  ig_lane_store(to->pos, from->pos, 3, lane);
  ig_lane_store(to->frame, from->frame, 9, lane);
  to->includemargin = ig_lane(from->includemargin, lane);
  ig_lane_store(to->friction, from->friction, 5, lane);
  ig_lane_store(to->solref, from->solref, mjNREF, lane);
  ig_lane_store(to->solreffriction, from->solreffriction, mjNREF, lane);
  ig_lane_store(to->solimp, from->solimp, mjNIMP, lane);
  to->mu = ig_lane(from->mu, lane);
  to->dim = ig_ints_lane(from->dim, lane);
  to->exclude = ig_ints_lane(from->exclude, lane);
  to->efc_address = ig_ints_lane(from->efc_address, lane);
  to->geom1 = to->geom[0] = ig_ints_lane(from->geom[0], lane);
  to->geom2 = to->geom[1] = ig_ints_lane(from->geom[1], lane);
  for (int k = 0; k < 2; k++) to->flex[k] = to->elem[k] = to->vert[k] = -1;
}

void IG_NAME(ig_send_contacts)(ig_Data* d) {
  for (int lane = 0; lane < IG_LANES; lane++) {
    mjData* w = d->world[lane];
    int n = ig_ints_lane(d->ragged.count.ncon, lane);
    if (!(d->active >> lane & 1)) continue;
    ig_contacts_clear(w);
    mjContact* con = ig_contacts_reserve(w, n);
    for (int i = 0; con && i < n; i++) send_contact(d->contact + i, lane, con + i);
  }
}

#endif
#endif
