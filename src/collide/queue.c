// SPDX-License-Identifier: Apache-2.0
// Threads first run the colliders, each pair into its own place. Then the contacts are counted, which tells where those of a pair
// begin, and threads write them there.
#include "collide/queue.h"

#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "base/stretch.h"
#include "base/team.h"
#include "collide/contact.h"
#include "collide/local.h"
#include "collide/pair.h"
#include "collide/table.h"
#include "model/stack.h"

// what a collider fills of a contact
typedef struct {
  mjtNum dist, pos[3], frame[6];
} Touch;

typedef struct {
  const mjModel* m;
  const mjData* d;
  const ig_PairQueue* queue;
  ig_Stretches stretches;
  Touch* touch;
  int *found, *first;  // contacts of a pair, and the place of its first one
  mjContact* con;
} Narrow;

bool ig_queue_serves(const mjModel* m) { return ig_colliders_untouched() && !ig_local_bytes(m); }

ig_PairQueue ig_queue_make(const mjModel* m, mjData* d, int room) {
  ig_PairQueue queue = {.room = room};
  size_t bytes = (size_t)room * sizeof(ig_QueuedPair);
  queue.unfit = !ig_queue_serves(m) || bytes > ig_stack_room(d) / 16;
  if (!queue.unfit) queue.item = IG_SCRATCH(d, (size_t)room, ig_QueuedPair);
  return queue;
}

// contacts that a collider can find at most: only fields have many
static int most_touches(int type1) { return type1 == mjGEOM_HFIELD ? mjMAXCONPAIR : 8; }

// microseconds of a collider, to see whether all of them together are worth a thread
static double work_of(int type1, int type2) {
  if (type1 == mjGEOM_HFIELD) return 10;
  if (type2 == mjGEOM_BOX && type1 == mjGEOM_BOX) return 0.6;
  if (type1 == mjGEOM_PLANE) return 0.1;
  return type2 == mjGEOM_MESH || type2 == mjGEOM_ELLIPSOID || type2 == mjGEOM_CYLINDER ? 2 : 0.1;
}

// distance fields ask plugins, and a contact of no dimension is an error: the caller's own
static bool only_caller(const mjModel* m, const int geom[2]) {
  for (int k = 0; k < 2; k++) {
    if (m->geom_type[geom[k]] == mjGEOM_SDF || m->geom_condim[geom[k]] < 1 || m->geom_condim[geom[k]] > 6) return true;
  }
  return false;
}

void ig_queue_add(ig_PairQueue* queue, const mjModel* m, const int geom[2], int pair) {
  queue->unfit |= queue->count == queue->room || only_caller(m, geom);
  if (queue->unfit) return;
  int type1 = m->geom_type[geom[0]], type2 = m->geom_type[geom[1]];
  queue->item[queue->count++] = (ig_QueuedPair){{geom[0], geom[1]}, pair, queue->touches};
  queue->touches += most_touches(type1);
  queue->work += work_of(type1, type2);
}

static inline bool pair_before(const ig_QueuedPair* a, const ig_QueuedPair* b) {
  return a->geom[0] < b->geom[0] || (a->geom[0] == b->geom[0] && a->geom[1] < b->geom[1]);
}

IG_DEFINE_STABLE_SORT(sort_pairs, ig_QueuedPair, pair_before)

void ig_queue_sort(ig_PairQueue* queue, int first) {
  int n = queue->count - first;
  queue->unfit |= n > 1 && queue->count + n > queue->room;
  if (queue->unfit || n < 2) return;
  ig_QueuedPair *item = queue->item + first, *sorted = sort_pairs(item, item + n, n);
  if (sorted != item) memcpy(item, sorted, sizeof(ig_QueuedPair) * (size_t)n);
}

ig_PairQueue ig_queue_part(const ig_PairQueue* queue, int first, int room) {
  IG_ASSERT(first + room <= queue->room);
  return (ig_PairQueue){.item = queue->item + first, .room = room};
}

void ig_queue_join(ig_PairQueue* queue, const ig_PairQueue* part, int parts) {
  for (int k = 0; k < parts; k++) {
    ig_QueuedPair* to = queue->item + queue->count;
    memmove(to, part[k].item, sizeof(ig_QueuedPair) * (size_t)part[k].count);
    for (int i = 0; i < part[k].count; i++) to[i].touch += queue->touches;
    queue->count += part[k].count;
    queue->touches += part[k].touches;
    queue->work += part[k].work;
    queue->unfit |= part[k].unfit;
  }
}

static int first_pair(const Narrow* n, int place) { return ig_stretch_first(n->stretches, n->queue->count, place); }

static void find_touches(void* context, int piece, int member) {
  const Narrow* n = context;
  const mjModel* m = n->m;
  mjContact con[mjMAXCONPAIR];
  int place = ig_stretch_place(n->stretches, piece), end = first_pair(n, place + 1);
  (void)member;
  for (int i = first_pair(n, place); i < end; i++) {
    const ig_QueuedPair* p = n->queue->item + i;
    int type1 = m->geom_type[p->geom[0]], type2 = m->geom_type[p->geom[1]];
    n->found[i] = ig_collider(type1, type2)(m, n->d, con, p->geom[0], p->geom[1], ig_pair_margin(m, p->geom, p->pair));
    IG_ASSERT(n->found[i] <= most_touches(type1));
    for (int k = 0; k < n->found[i]; k++) {
      Touch* touch = n->touch + p->touch + k;
      touch->dist = con[k].dist;
      memcpy(touch->pos, con[k].pos, sizeof touch->pos);
      memcpy(touch->frame, con[k].frame, sizeof touch->frame);
    }
  }
}

static void write_contacts(void* context, int piece, int member) {
  const Narrow* n = context;
  int place = ig_stretch_place(n->stretches, piece), end = first_pair(n, place + 1);
  (void)member;
  for (int i = first_pair(n, place); i < end; i++) {
    const ig_QueuedPair* p = n->queue->item + i;
    mjContact* con = n->con + n->first[i];
    if (!n->found[i]) continue;
    for (int k = 0; k < n->found[i]; k++) {
      const Touch* touch = n->touch + p->touch + k;
      con[k].dist = touch->dist;
      memcpy(con[k].pos, touch->pos, sizeof touch->pos);
      memcpy(con[k].frame, touch->frame, sizeof touch->frame);
    }
    ig_pair_complete(n->m, n->d, p->geom, p->pair, con, n->found[i]);
  }
}

static int count_contacts(Narrow* n) {
  int total = 0;
  for (int i = 0; i < n->queue->count; i++) {
    n->first[i] = total;
    total += n->found[i];
  }
  return total;
}

// one thread alone asks for room for the most contacts of a pair each time
static bool contacts_fit(const mjData* d, int n) { return ((size_t)n + mjMAXCONPAIR) * sizeof(mjContact) <= ig_stack_room(d); }

// nothing leaves a list by longjmp: colliders and parameters raise no errors here
bool ig_queue_run(const ig_PairQueue* queue, const mjModel* m, mjData* d) {
  enum { PIECES = 8 };
  mjThreadPool* pool = (mjThreadPool*)d->threadpool;
  size_t bytes = (size_t)queue->touches * sizeof(Touch) + 2 * (size_t)queue->count * sizeof(int);
  if (queue->unfit || bytes + 256 > ig_stack_room(d) / 2) return false;
  if (!queue->count) return true;
  ig_Team team = ig_team_for_all(pool, queue->work);
  Narrow n = {.m = m, .d = d, .queue = queue, .stretches = ig_stretches(team.members, PIECES)};
  n.touch = IG_SCRATCH(d, (size_t)queue->touches, Touch);
  n.found = IG_SCRATCH(d, (size_t)queue->count, int);
  n.first = IG_SCRATCH(d, (size_t)queue->count, int);
  ig_team_run(&team, n.stretches.pieces, find_touches, &n);
  int total = count_contacts(&n);
  bool fits = contacts_fit(d, total);
  if (fits && total) {
    n.con = ig_contacts_reserve(d, total);
    ig_team_run(&team, n.stretches.pieces, write_contacts, &n);
  }
  return fits;
}
