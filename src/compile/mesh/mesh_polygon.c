// SPDX-License-Identifier: Apache-2.0
// Triangles are gathered in groups of the same normal, and each group is traced along its free edges.
//
// The order of the groups, and which group takes a triangle when normals differ by little, are part of the result:
// "same normal" is not transitive, so the search must meet the groups in the order in which 3.5.0 meets them. They
// stand in a red-black tree, sorted by falling x, y, z, with the usual rules of insertion.
#include "compile/mesh/mesh_polygon.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "math/vec3.h"
#include "spec/pose.h"

// cosine of the angle up to which two faces lie in one plane
static const double same_plane = 0.99999872;
static const double tiny = 1e-15;

typedef struct Group_ {
  double normal[3];
  int child[2], parent;
  bool red;
  int first, last, nedge;   // free edges, in the order of their coming
  int island, last_island;  // its islands, in the order of their coming
} Group;

// a free edge: a face on its left, none in the group on its right
typedef struct Edge_ {
  int group, from, to, island;
  int next, prev;  // in the group
  int chain;       // in the hash table, or among the edges from one vertex
} Edge;

typedef struct Tracer_ {
  ig_Arena scratch;
  const double* vert;
  Group* group;
  int ngroup, root;
  Edge* edge;
  int nedge;
  int *head, *tail;  // hash table of the free edges
  uint32_t last;     // its size - 1
  int* island;       // parents; an island's root is the oldest
  int* next_island;  // of the same group
  int nisland;
  int* from;  // first edge from each vertex, while a group is traced
  int* path;
} Tracer;

// unit normal of a triangle; one without area has no finite one
static void triangle_normal(double n[3], const double* a, const double* b, const double* c) {
  double ab[3], ac[3];
  ig_sub3(ab, b, a);
  ig_sub3(ac, c, a);
  ig_cross(n, ab, ac);
  double norm = ig_norm3(n);
  if (norm < IG_EPS) ig_set3(n, 1, 0, 0);
  for (int k = 0; k < 3; k++) n[k] /= norm;
}

// ------------------------------------------------ the tree

static bool before(const double a[3], const double b[3]) {
  if (ig_dot3(a, b) > same_plane) return false;
  for (int k = 0; k < 3; k++) {
    if (fabs(a[k] - b[k]) > tiny) return a[k] > b[k];
  }
  return false;
}

static int find_group(const Tracer* t, const double normal[3]) {
  int found = -1;
  for (int node = t->root; node >= 0;) {
    bool right = before(t->group[node].normal, normal);
    if (!right) found = node;
    node = t->group[node].child[right];
  }
  return found >= 0 && !before(normal, t->group[found].normal) ? found : -1;
}

// the child on `side` of the node goes down, its other child's subtree changes over
static void rotate(Tracer* t, int node, int side) {
  Group* g = t->group;
  int up = g[node].child[!side], parent = g[node].parent, moved = g[up].child[side];
  g[node].child[!side] = moved;
  if (moved >= 0) g[moved].parent = node;
  g[up].child[side] = node;
  g[up].parent = parent;
  g[node].parent = up;
  if (parent < 0) {
    t->root = up;
  } else {
    g[parent].child[g[parent].child[1] == node] = up;
  }
}

static void rebalance(Tracer* t, int node) {
  Group* g = t->group;
  while (g[node].parent >= 0 && g[g[node].parent].red) {
    int parent = g[node].parent, grand = g[parent].parent, side = g[grand].child[1] == parent;
    int uncle = g[grand].child[!side];
    if (uncle >= 0 && g[uncle].red) {
      g[parent].red = g[uncle].red = false;
      g[grand].red = true;
      node = grand;
      continue;
    }
    if (g[parent].child[!side] == node) {
      rotate(t, parent, side);
      parent = node;
    }
    g[parent].red = false;
    g[grand].red = true;
    rotate(t, grand, !side);
    break;
  }
  g[t->root].red = false;
}

// a new group, -1: on its way down the search meets one that counts as the same
static int insert_group(Tracer* t, const double normal[3]) {
  int parent = -1, side = 0;
  for (int node = t->root; node >= 0; node = t->group[node].child[side]) {
    parent = node;
    if (before(normal, t->group[node].normal)) {
      side = 0;
    } else if (before(t->group[node].normal, normal)) {
      side = 1;
    } else {
      return -1;
    }
  }
  int node = t->ngroup++;
  Group* g = t->group + node;
  *g = (Group){.child = {-1, -1}, .parent = parent, .red = true, .first = -1, .last = -1, .island = -1};
  ig_copy3(g->normal, normal);
  if (parent < 0) {
    t->root = node;
  } else {
    t->group[parent].child[side] = node;
  }
  rebalance(t, node);
  return node;
}

// ------------------------------------------------ free edges

static uint32_t slot_of(const Tracer* t, int group, int from, int to) {
  uint64_t key = ((uint64_t)(uint32_t)from << 32 | (uint32_t)to) * 0x9E3779B97F4A7C15u + (uint64_t)group * 0xC2B2AE3D27D4EB4Fu;
  return (uint32_t)(key >> 32 ^ key >> 13) & t->last;
}

static void add_edge(Tracer* t, int group, int from, int to, int island) {
  int id = t->nedge++;
  Group* g = t->group + group;
  t->edge[id] = (Edge){group, from, to, island, -1, g->last, -1};
  if (g->last >= 0) {
    t->edge[g->last].next = id;
  } else {
    g->first = id;
  }
  g->last = id;
  g->nedge++;
  uint32_t slot = slot_of(t, group, from, to);
  if (t->tail[slot] >= 0) {
    t->edge[t->tail[slot]].chain = id;
  } else {
    t->head[slot] = id;
  }
  t->tail[slot] = id;
}

// takes out the oldest free edge from -> to; its island, or -1: there is none
static int take_edge(Tracer* t, int group, int from, int to) {
  uint32_t slot = slot_of(t, group, from, to);
  int before_it = -1, id = t->head[slot];
  while (id >= 0 && (t->edge[id].group != group || t->edge[id].from != from || t->edge[id].to != to)) {
    before_it = id;
    id = t->edge[id].chain;
  }
  if (id < 0) return -1;
  Edge* e = t->edge + id;
  *(before_it >= 0 ? &t->edge[before_it].chain : &t->head[slot]) = e->chain;
  if (t->tail[slot] == id) t->tail[slot] = before_it;
  Group* g = t->group + group;
  *(e->prev >= 0 ? &t->edge[e->prev].next : &g->first) = e->next;
  *(e->next >= 0 ? &t->edge[e->next].prev : &g->last) = e->prev;
  g->nedge--;
  return e->island;
}

static int island_root(Tracer* t, int i) {
  while (t->island[i] != i) i = t->island[i] = t->island[t->island[i]];
  return i;
}

static int join_islands(Tracer* t, int a, int b) {
  if (a < 0 || b < 0) return a < 0 ? b : a;
  a = island_root(t, a), b = island_root(t, b);
  int root = a < b ? a : b;
  return t->island[a] = t->island[b] = root;
}

static int new_island(Tracer* t, int group) {
  int id = t->nisland++;
  t->island[id] = id;
  t->next_island[id] = -1;
  Group* g = t->group + group;
  *(g->island < 0 ? &g->island : &t->next_island[g->last_island]) = id;
  g->last_island = id;
  return id;
}

// edges that the group has from the other side vanish, and join what they bound
static void add_face(Tracer* t, int group, const int v[3]) {
  int island = -1;
  bool shared[3];
  for (int k = 0; k < 3; k++) {
    int other = take_edge(t, group, v[(k + 1) % 3], v[k]);
    shared[k] = other >= 0;
    if (shared[k]) island = join_islands(t, island, other);
  }
  if (island < 0) island = new_island(t, group);
  for (int k = 0; k < 3; k++) {
    if (!shared[k]) add_edge(t, group, v[k], v[(k + 1) % 3], island);
  }
}

// ------------------------------------------------ tracing

// edges of the group from each vertex, the oldest first; the very first edge starts a trace but never continues one
static void index_edges(Tracer* t, const Group* g, bool clear) {
  for (int id = g->last; id >= 0 && id != g->first; id = t->edge[id].prev) {
    Edge* e = t->edge + id;
    e->chain = clear ? -1 : t->from[e->from];
    t->from[e->from] = clear ? -1 : id;
  }
}

// vertices around an island from its oldest edge on; 0: the way does not come back
static int trace(Tracer* t, const Group* g, int start) {
  int island = island_root(t, t->edge[start].island), n = 0;
  t->path[n++] = t->edge[start].from;
  t->path[n++] = t->edge[start].to;
  for (int step = 0; step < g->nedge; step++) {
    int id = t->from[t->path[n - 1]];
    while (id >= 0 && island_root(t, t->edge[id].island) != island) id = t->edge[id].chain;
    if (id < 0) return 0;
    if (t->edge[id].to == t->path[0]) return n;
    t->path[n++] = t->edge[id].to;
  }
  return 0;
}

static void add_polygon(ig_Polygons* p, const int* path, int n) {
  if (n < 3) return;
  IG_ASSERT(!p->n || p->nvert == p->vertadr[p->n - 1] + p->vertnum[p->n - 1]);
  p->vertadr[p->n] = p->nvert;
  p->vertnum[p->n++] = n;
  memcpy(p->vert + p->nvert, path, (size_t)n * sizeof(int));
  p->nvert += n;
}

static void trace_group(Tracer* t, ig_Polygons* p, const Group* g, int* oldest) {
  if (g->nedge == 3) {
    int n = 0;
    for (int id = g->first; id >= 0; id = t->edge[id].next) t->path[n++] = t->edge[id].from;
    add_polygon(p, t->path, 3);
    return;
  }
  // the oldest edge of each island, by a walk over the edges
  for (int i = g->island; i >= 0; i = t->next_island[i]) oldest[i] = -1;
  for (int id = g->first; id >= 0; id = t->edge[id].next) {
    int root = island_root(t, t->edge[id].island);
    if (oldest[root] < 0) oldest[root] = id;
  }
  index_edges(t, g, false);
  for (int i = g->island; i >= 0; i = t->next_island[i]) {
    if (t->island[i] == i && oldest[i] >= 0) add_polygon(p, t->path, trace(t, g, oldest[i]));
  }
  index_edges(t, g, true);
}

// the groups from left to right
static void trace_all(Tracer* t, ig_Polygons* p, int* oldest, int nvert) {
  memset(t->from, -1, (size_t)nvert * sizeof(int));
  int node = t->root;
  while (node >= 0 && t->group[node].child[0] >= 0) node = t->group[node].child[0];
  while (node >= 0) {
    trace_group(t, p, t->group + node, oldest);
    if (t->group[node].child[1] >= 0) {
      node = t->group[node].child[1];
      while (t->group[node].child[0] >= 0) node = t->group[node].child[0];
      continue;
    }
    int below = node;
    node = t->group[node].parent;
    while (node >= 0 && t->group[node].child[1] == below) below = node, node = t->group[node].parent;
  }
}

static bool make_tracer(Tracer* t, int nvert, int nface) {
  uint32_t size = 16;
  while (size < 3u * (uint32_t)nface) size *= 2;
  ig_Arena* a = &t->scratch;
  t->root = -1;
  t->last = size - 1;
  t->group = IG_NEW(a, nface, Group);
  t->edge = IG_NEW(a, 3 * (size_t)nface, Edge);
  t->head = IG_NEW(a, 2 * (size_t)size, int);
  t->island = IG_NEW(a, nface, int);
  t->next_island = IG_NEW(a, nface, int);
  t->from = IG_NEW(a, nvert, int);
  t->path = IG_NEW(a, 3 * (size_t)nface + 2, int);
  if (!t->group || !t->edge || !t->head || !t->island || !t->next_island || !t->from || !t->path) return false;
  t->tail = t->head + size;
  memset(t->head, -1, 2 * (size_t)size * sizeof(int));
  return true;
}

static bool make_result(ig_Polygons* p, ig_Arena* arena, int nvert, int nedge, int nface) {
  *p = (ig_Polygons){0};
  p->vertadr = IG_NEW(arena, 2 * (size_t)nface, int);
  p->vert = IG_NEW(arena, 2 * (size_t)nedge, int);
  p->mapadr = IG_NEW(arena, 2 * (size_t)nvert, int);
  if (!p->vertadr || !p->vert || !p->mapadr) return false;
  p->vertnum = p->vertadr + nface;
  p->map = p->vert + nedge;
  p->mapnum = p->mapadr + nvert;
  return true;
}

bool ig_make_polygons(ig_Polygons* polygons, ig_Arena* arena, const double* vert, int nvert, const int* face, int nface) {
  Tracer t = {.vert = vert};
  bool good = make_tracer(&t, nvert, nface);
  for (int i = 0; good && i < nface; i++) {
    const int* v = face + 3 * i;
    double normal[3];
    triangle_normal(normal, vert + 3 * v[0], vert + 3 * v[1], vert + 3 * v[2]);
    int group = find_group(&t, normal);
    if (group < 0) group = insert_group(&t, normal);
    if (group >= 0) add_face(&t, group, v);
  }
  int left = 0;
  for (int i = 0; good && i < t.ngroup; i++) left += t.group[i].nedge;
  good = good && make_result(polygons, arena, nvert, left, t.nisland);
  int* oldest = good ? IG_NEW(&t.scratch, t.nisland, int) : NULL;
  if (oldest) {
    trace_all(&t, polygons, oldest, nvert);
    // the polygons at each vertex
    for (int i = 0; i < polygons->nvert; i++) polygons->mapnum[polygons->vert[i]]++;
    for (int v = 0; v < nvert; v++) {
      polygons->mapadr[v] = polygons->nmap;
      polygons->nmap += polygons->mapnum[v];
      polygons->mapnum[v] = 0;
    }
    for (int i = 0; i < polygons->n; i++) {
      for (int k = 0; k < polygons->vertnum[i]; k++) {
        int v = polygons->vert[polygons->vertadr[i] + k];
        polygons->map[polygons->mapadr[v] + polygons->mapnum[v]++] = i;
      }
    }
    polygons->normal = IG_NEW(arena, 3 * (size_t)polygons->n, double);
  }
  good = good && oldest && polygons->normal;
  ig_arena_drop(&t.scratch);
  return good;
}

void ig_polygon_normals(ig_Polygons* polygons, const double* vert) {
  for (int i = 0; i < polygons->n; i++) {
    const int* v = polygons->vert + polygons->vertadr[i];
    triangle_normal(polygons->normal + 3 * i, vert + 3 * v[0], vert + 3 * v[1], vert + 3 * v[2]);
  }
}
