// SPDX-License-Identifier: Apache-2.0
// Follows MuJoCo 3.5.0 (Copyright 2021 DeepMind Technologies Limited, Apache-2.0) step by step: the numbering of its
// nodes is a part of the model.
//
// Cells that the surface passes through are divided down to a fixed depth, then neighbours are divided until their
// depths differ by one at most. Where a small cell meets a large one, the corners in the middle of the large one's faces
// and edges hang: they take the mean of its corners, so that the field has no steps.
#include "compile/mesh/mesh_octree.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <mujoco/mjmacro.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/scope.h"
#include "base/table.h"
#include "compile/mesh/mesh_distance.h"
#include "math/vec3.h"

enum { DEEPEST = 6, MAX_NODES = 1 << 24 };

// work of testing a face against a cell, and of the distances at the corners of one
enum { FACE_WORK = 40, CELL_WORK = 3000 };

typedef struct Cell_ {
  double low[3], high[3];
  int depth, parent, slot;
  int child;  // first of eight, -1: a leaf
  int corner[8];
} Cell;

// a corner of cells; what it hangs from
typedef struct Corner_ {
  double at[3];
  int hang[4], nhang;
  double value;
  bool known;
} Corner;

typedef struct Builder_ {
  Cell* cell;
  int ncell, cell_room;
  Corner* corner;
  int ncorner, corner_room;
  ig_Table table;  // corners by place
  bool full;       // memory has run out
  const double* vert;
  const int* face;
} Builder;

// ------------------------------------------------ cells and corners

static bool grow(Builder* b, void** list, int n, int more, int* room, size_t size) {
  if (n + more <= *room) return true;
  if (n + more > MAX_NODES) b->full = true;
  int larger = 2 * *room > n + more ? 2 * *room : n + more + 1024;
  void* grown = b->full ? NULL : ig_try_realloc(*list, (size_t)larger * size);
  if (!grown) {
    b->full = true;
    return false;
  }
  *list = grown;
  *room = larger;
  return true;
}

static uintptr_t* corner_slot(const Builder* b, const ig_Table* table, const double at[3]) {
  uint64_t hash = ig_hash_number(ig_hash_number(ig_hash_number(0, at[0]), at[1]), at[2]);
  uintptr_t* slot = ig_table_first(table, hash);
  for (; *slot; slot = ig_table_next(table, slot)) {
    const double* other = b->corner[*slot - 1].at;
    if (other[0] == at[0] && other[1] == at[1] && other[2] == at[2]) break;
  }
  return slot;
}

// room for so many corners
static bool make_table(Builder* b, int room) {
  size_t slots = ig_table_slots((size_t)room);
  uintptr_t* memory = ig_try_alloc(slots * sizeof(uintptr_t));
  if (!memory) return false;
  ig_Table table = ig_table_in(memory, slots);
  for (int i = 0; i < b->ncorner; i++) *corner_slot(b, &table, b->corner[i].at) = (uintptr_t)i + 1;
  ig_free(b->table.slot);
  b->table = table;
  return true;
}

// the corner at that place, which cells share
static int corner_at(Builder* b, const double at[3]) {
  if (2 * (size_t)b->ncorner > b->table.last && !make_table(b, 2 * b->ncorner)) b->full = true;
  if (b->full || !grow(b, (void**)&b->corner, b->ncorner, 1, &b->corner_room, sizeof(Corner))) return 0;
  uintptr_t* slot = corner_slot(b, &b->table, at);
  if (*slot) return (int)*slot - 1;
  *slot = (uintptr_t)b->ncorner + 1;
  IG_ASSERT(b->ncorner < b->corner_room);
  b->corner[b->ncorner] = (Corner){.at = {at[0], at[1], at[2]}};
  return b->ncorner++;
}

static void set_corners(Builder* b, int id) {
  for (int i = 0; i < 8; i++) {
    const Cell* c = b->cell + id;
    double at[3];
    for (int k = 0; k < 3; k++) at[k] = (i >> k) & 1 ? c->high[k] : c->low[k];
    int corner = corner_at(b, at);
    b->cell[id].corner[i] = corner;
  }
}

static void divide(Builder* b, int id) {
  if (!grow(b, (void**)&b->cell, b->ncell, 8, &b->cell_room, sizeof(Cell))) return;
  b->cell[id].child = b->ncell;
  IG_ASSERT(b->ncell + 8 <= b->cell_room);
  for (int slot = 0; slot < 8; slot++) {
    const Cell* parent = b->cell + id;
    Cell* c = b->cell + b->ncell;
    *c = (Cell){.depth = parent->depth + 1, .parent = id, .slot = slot, .child = -1};
    for (int k = 0; k < 3; k++) {
      double middle = (parent->high[k] + parent->low[k]) / 2;
      c->low[k] = (slot >> k) & 1 ? middle : parent->low[k];
      c->high[k] = (slot >> k) & 1 ? parent->high[k] : middle;
    }
    set_corners(b, b->ncell++);
  }
}

// ------------------------------------------------ surface and cells

// do a triangle and a box overlap? By separating planes (Schwarz and Seidel 2010): bounds, the triangle's plane, and the
// nine planes through its edges along the axes
static bool overlaps(const double* const v[3], const double low[3], const double high[3]) {
  double e[3][3], n[3], size[3], near[3], far[3];
  for (int k = 0; k < 3; k++) {
    if (v[0][k] < low[k] && v[1][k] < low[k] && v[2][k] < low[k]) return false;
    if (v[0][k] > high[k] && v[1][k] > high[k] && v[2][k] > high[k]) return false;
  }
  for (int i = 0; i < 3; i++) ig_sub3(e[i], v[(i + 1) % 3], v[i]);
  ig_cross(n, e[0], e[1]);
  ig_sub3(size, high, low);
  for (int k = 0; k < 3; k++) {
    double critical = n[k] > 0 ? size[k] : 0;
    near[k] = critical - v[0][k];
    far[k] = size[k] - critical - v[0][k];
  }
  double base = ig_dot3(n, low);
  if ((base + ig_dot3(n, near)) * (base + ig_dot3(n, far)) > 0) return false;

  for (int axis = 0; axis < 3; axis++) {
    int x = (axis + 1) % 3, y = (axis + 2) % 3;
    double sign = n[axis] >= 0 ? 1 : -1;
    for (int i = 0; i < 3; i++) {
      double nx = -e[i][y] * sign, ny = e[i][x] * sign;
      double d = -(nx * v[i][x] + ny * v[i][y]) + mjMAX(0, size[x] * nx) + mjMAX(0, size[y] * ny);
      if (nx * low[x] + ny * low[y] + d < 0) return false;
    }
  }
  return true;
}

// faces of the list that pass through a cell, in the order of the list
static int select_faces(const Builder* b, const Cell* c, const int* list, int n, int* hit) {
  int nhit = 0;
  for (int i = 0; i < n; i++) {
    const int* f = b->face + 3 * list[i];
    const double* v[3] = {b->vert + 3 * f[0], b->vert + 3 * f[1], b->vert + 3 * f[2]};
    if (overlaps(v, c->low, c->high)) hit[nhit++] = list[i];
  }
  return nhit;
}

// level by level, since that is the order of the cells; each level has the faces of its cells in one list
typedef struct Level_ {
  int* face;
  int *first, *count;  // per cell of the level
  int start, ncell;
} Level;

static bool next_level(Builder* b, const Level* now, Level* next, ig_Arena* arena) {
  int64_t total = 0;
  int ndivided = 0, used = 0;
  next->start = b->ncell;
  int** hits = IG_NEW(arena, now->ncell, int*);
  int* nhits = IG_NEW(arena, now->ncell, int);
  if (!hits || !nhits) return false;
  for (int i = 0; i < now->ncell; i++) {
    hits[i] = ig_try_spend(FACE_WORK * (double)now->count[i]) ? IG_NEW(arena, now->count[i], int) : NULL;
    if (!hits[i]) return false;
    nhits[i] = select_faces(b, b->cell + now->start + i, now->face + now->first[i], now->count[i], hits[i]);
    if (!nhits[i] || b->cell[now->start + i].depth >= DEEPEST) continue;
    ndivided++;
    total += nhits[i];
    divide(b, now->start + i);
    if (b->full) return false;
  }
  next->ncell = 8 * ndivided;
  next->face = IG_NEW(arena, total, int);
  next->first = IG_NEW(arena, 16 * (size_t)ndivided, int);
  if (!next->face || !next->first) return false;
  next->count = next->first + next->ncell;
  for (int i = 0, cell = 0; i < now->ncell; i++) {
    if (b->cell[now->start + i].child < 0) continue;
    memcpy(next->face + used, hits[i], (size_t)nhits[i] * sizeof(int));
    for (int k = 0; k < 8; k++, cell++) next->first[cell] = used, next->count[cell] = nhits[i];
    used += nhits[i];
  }
  return true;
}

static bool divide_along_surface(Builder* b, int nface) {
  ig_Arena two[2] = {{0}, {0}};
  Level now = {.start = 0, .ncell = 1};
  now.face = IG_NEW(&two[0], nface, int);
  now.first = IG_NEW(&two[0], 2, int);
  bool good = now.face && now.first;
  if (good) {
    now.count = now.first + 1;
    *now.count = nface;
    for (int i = 0; i < nface; i++) now.face[i] = i;
  }
  for (int side = 1; good && now.ncell; side = !side) {
    Level next = {0};
    good = next_level(b, &now, &next, &two[side]);
    ig_arena_drop(&two[!side]);
    now = next;
  }
  ig_arena_drop(&two[0]);
  ig_arena_drop(&two[1]);
  return good;
}

// ------------------------------------------------ neighbours

// the leaf on the other side of a face of the cell, -1: none. direction: 2 * axis + (1 for the upper side)
static int neighbour(const Builder* b, int id, int direction) {
  const Cell* cell = b->cell;
  int bit = 1 << (direction / 2), upper = direction % 2, node = id;
  while (cell[node].parent >= 0 && upper == ((cell[node].slot & bit) != 0)) node = cell[node].parent;
  if (cell[node].parent < 0) return -1;
  int found = cell[cell[node].parent].child + (cell[node].slot ^ bit);

  // down again, along the side that the two share
  while (cell[found].child >= 0) {
    int slot = 0;
    for (int k = 0; k < 3; k++) {
      double own = (cell[id].low[k] + cell[id].high[k]) / 2, other = (cell[found].low[k] + cell[found].high[k]) / 2;
      if (own > other) slot |= 1 << k;
    }
    slot = upper ? slot & ~bit : slot | bit;
    found = cell[found].child + slot;
  }
  return found;
}

// leaves that are too large next to others are noted, in the order in which they are met, and then divided
static bool balance(Builder* b) {
  int *list = NULL, n = 0, room = 0;
  bool changed = true;
  while (changed && !b->full) {
    n = 0;
    int ncell = b->ncell;
    for (int id = 0; id < ncell && !b->full; id++) {
      if (b->cell[id].child >= 0) continue;
      for (int direction = 0; direction < 6; direction++) {
        int other = neighbour(b, id, direction);
        if (other < 0 || !grow(b, (void**)&list, n, 2, &room, sizeof(int))) continue;
        int own = b->cell[id].depth, depth = b->cell[other].depth;
        if (depth > own + 1) list[n++] = id;
        if (own > depth + 1) list[n++] = other;
      }
    }
    changed = n > 0;
    for (int i = 0; i < n && !b->full; i++) {
      if (b->cell[list[i]].child < 0) divide(b, list[i]);
    }
  }
  ig_free(list);
  return !b->full;
}

// a corner on the boundary of a larger cell, but not at one of its corners
static void hang(Builder* b, int corner, const Cell* large) {
  const double same = 1e-9;  // places along an axis
  Corner* c = b->corner + corner;
  bool low[3], high[3];
  int planes = 0;
  if (c->nhang) return;
  for (int k = 0; k < 3; k++) {
    low[k] = fabs(c->at[k] - large->low[k]) < same;
    high[k] = fabs(c->at[k] - large->high[k]) < same;
    planes += low[k] || high[k];
  }
  if (planes != 1 && planes != 2) return;

  // the corners of the edge or face that it lies on: free axes run over both ends
  int fixed = 0, first = -1, count = planes == 2 ? 2 : 4, start = 0;
  for (int k = 0; k < 3; k++) {
    if (high[k]) fixed |= 1 << k;
    bool on = low[k] || high[k];
    if (planes == 2 && !on) start = k;
    if (planes == 1 && on) start = (k + 1) % 3, first = (k + 2) % 3;
  }
  for (int j = 0; j < count; j++) {
    int slot = fixed & ~(1 << start) & (first >= 0 ? ~(1 << first) : ~0);
    slot |= (j & 1) << start;
    if (first >= 0) slot |= (j >> 1) << first;
    c->hang[c->nhang++] = large->corner[slot];
  }
}

static void mark_hanging(Builder* b) {
  for (int id = 0; id < b->ncell; id++) {
    if (b->cell[id].child >= 0) continue;
    for (int direction = 0; direction < 6; direction++) {
      int other = neighbour(b, id, direction);
      if (other < 0 || b->cell[other].depth >= b->cell[id].depth) continue;
      int axis = direction / 2, x = (axis + 1) % 3, y = (axis + 2) % 3;
      for (int i = 0; i < 4; i++) {
        int slot = (direction % 2) << axis | (i & 1) << x | (i >> 1) << y;
        hang(b, b->cell[id].corner[slot], b->cell + other);
      }
    }
  }
}

// ------------------------------------------------ values

static bool set_value(const Builder* b, const ig_MeshDistance* q, Corner* c) {
  if (c->known) return true;
  c->known = true;
  if (!c->nhang) {
    c->value = ig_signed_distance(q, c->at);
    return true;
  }
  double sum = 0;
  for (int i = 0; i < c->nhang; i++) {
    if (!b->corner[c->hang[i]].known) return false;
    sum += b->corner[c->hang[i]].value;
  }
  c->value = sum / c->nhang;
  return true;
}

// level by level: a corner that hangs has its values in cells above
static const char* set_values(Builder* b, ig_Arena* arena, int nvert, int nface, const ig_Bvh* bvh) {
  ig_MeshDistance q;
  int* queue = IG_NEW(arena, b->ncell, int);
  if (!queue || !ig_prepare_distance(&q, arena, b->vert, nvert, b->face, nface, bvh)) return "not enough memory for an octree";
  int n = 1;
  for (int i = 0; i < n; i++) {
    const Cell* c = b->cell + queue[i];
    if (!ig_try_spend(CELL_WORK)) return "the octree takes more work than the limit allows (ingotLimits.work)";
    for (int k = 0; k < 8; k++) {
      if (!set_value(b, &q, b->corner + c->corner[k])) return "no distance could be computed at a corner of the octree";
    }
    for (int k = 0; c->child >= 0 && k < 8; k++) queue[n++] = c->child + k;
  }
  return NULL;
}

static bool write_tree(ig_Octree* tree, ig_Arena* arena, const Builder* b) {
  size_t n = (size_t)b->ncell;
  tree->box = IG_NEW(arena, 14 * n, double);
  tree->child = IG_NEW(arena, 9 * n, int);
  if (!tree->box || !tree->child) return false;
  tree->coeff = tree->box + 6 * n;
  tree->depth = tree->child + 8 * n;
  tree->n = b->ncell;
  for (int i = 0; i < b->ncell; i++) {
    const Cell* c = b->cell + i;
    tree->depth[i] = c->depth;
    for (int k = 0; k < 3; k++) {
      tree->box[6 * i + k] = (c->low[k] + c->high[k]) / 2;
      tree->box[6 * i + 3 + k] = (c->high[k] - c->low[k]) / 2;
    }
    for (int k = 0; k < 8; k++) {
      tree->child[8 * i + k] = c->child < 0 ? -1 : c->child + k;
      tree->coeff[8 * i + k] = b->corner[c->corner[k]].value;
    }
  }
  return true;
}

// a tenth wider than the mesh
static bool make_root(Builder* b, const double low[3], const double high[3]) {
  if (!make_table(b, 512) || !grow(b, (void**)&b->cell, 0, 1, &b->cell_room, sizeof(Cell))) return false;
  b->cell[0] = (Cell){.parent = -1, .slot = -1, .child = -1};
  for (int k = 0; k < 3; k++) {
    double middle = (low[k] + high[k]) / 2, half = (high[k] - low[k]) / 2;
    b->cell[0].low[k] = middle - 1.1 * half;
    b->cell[0].high[k] = middle + 1.1 * half;
  }
  b->ncell = 1;
  set_corners(b, 0);
  return !b->full;
}

const char* ig_make_octree(ig_Octree* tree, ig_Arena* arena, const double* vert, int nvert, const int* face, int nface,
                           const double low[3], const double high[3], const ig_Bvh* bvh) {
  Builder b = {.vert = vert, .face = face};
  ig_Arena scratch = {0};
  const char* wrong = NULL;
  if (!make_root(&b, low, high) || !divide_along_surface(&b, nface) || !balance(&b)) wrong = "not enough memory for an octree";
  if (!wrong) mark_hanging(&b);
  if (!wrong && bvh) wrong = set_values(&b, &scratch, nvert, nface, bvh);
  if (!wrong && !write_tree(tree, arena, &b)) wrong = "not enough memory for an octree";
  ig_arena_drop(&scratch);
  ig_free(b.cell);
  ig_free(b.corner);
  ig_free(b.table.slot);
  return wrong;
}
