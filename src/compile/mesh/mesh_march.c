// SPDX-License-Identifier: Apache-2.0
// Marching cubes without a table of triangles: in each cell, the lines that the surface draws on its six sides are
// joined to loops, and each loop is cut into a fan. A side whose corners alternate in sign is cut so that its two
// negative corners stay apart; both cells at the side do the same, so the surface is closed.
#include "compile/mesh/mesh_march.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

// corners are numbered by bits x = 1, y = 2, z = 4; edges by axis, then by the place along the other two axes in turn:
// 4 * axis + (bit of the lower one) + 2 * (bit of the higher one)
enum { NEDGE = 12, MAX_LOOP = 24 };

// loops of one pattern of signs: edges, each loop ended by -1, all by -2
typedef struct Loops_ {
  signed char edge[MAX_LOOP];
} Loops;

typedef struct Grid_ {
  ig_MeshFile* to;
  const float* field;
  int n[3];
  int* made;  // vertex on each edge from each point of two layers: 3 per point
} Grid;

// the edge between two corners that differ in one bit
static int edge_between(int a, int b) {
  int axis = (a ^ b) >> 1, low = a & b;
  int first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
  return 4 * axis + ((low >> first) & 1) + 2 * ((low >> second) & 1);
}

// corners of a side, around it as seen from outside
static void side_corners(int side, int corner[4]) {
  int axis = side / 2, u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3, base = side % 2 ? 1 << axis : 0;
  const int around[4] = {0, u, u | v, v};
  for (int k = 0; k < 4; k++) corner[k] = base | around[side % 2 ? k : 3 - k];
}

static void make_loops(Loops* loops, int pattern) {
  signed char next[NEDGE];
  int n = 0;
  // for each edge that the surface crosses, the next one on the loop: on each side, from where its boundary enters the
  // negative part to where it leaves it
  memset(next, -1, NEDGE);
  for (int side = 0; side < 6; side++) {
    int c[4];
    side_corners(side, c);
    for (int k = 0; k < 4; k++) {
      int a = c[k], b = c[(k + 1) % 4];
      if ((pattern >> a & 1) || !(pattern >> b & 1)) continue;
      int j = (k + 1) % 4;
      while (pattern >> c[(j + 1) % 4] & 1) j = (j + 1) % 4;
      next[edge_between(a, b)] = (signed char)edge_between(c[j], c[(j + 1) % 4]);
    }
  }
  for (int start = 0; start < NEDGE; start++) {
    if (next[start] < 0) continue;
    for (int e = start; e >= 0;) {
      int following = next[e];
      loops->edge[n++] = (signed char)e;
      next[e] = -1;
      e = following >= 0 && next[following] >= 0 ? following : -1;
    }
    loops->edge[n++] = -1;
  }
  loops->edge[n] = -2;
}

static int* made_at(const Grid* g, int x, int y, int z) {
  return g->made + 3 * ((size_t)(z % 2) * (size_t)g->n[0] * (size_t)g->n[1] + (size_t)y * (size_t)g->n[0] + (size_t)x);
}

static float value(const Grid* g, int x, int y, int z) {
  return g->field[((size_t)z * (size_t)g->n[1] + (size_t)y) * (size_t)g->n[0] + (size_t)x];
}

// lower end of an edge of the cell
static void edge_start(int edge, const int cell[3], int at[3]) {
  int axis = edge / 4, first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
  memcpy(at, cell, 3 * sizeof(int));
  at[first] += edge & 1;
  at[second] += (edge >> 1) & 1;
}

// edges on the lower sides belong to earlier cells, where there are any
static bool is_new(const int cell[3], const int at[3], int axis) {
  for (int k = 0; k < 3; k++) {
    if (k != axis && at[k] == cell[k] && cell[k] > 0) return false;
  }
  return true;
}

// vertices on the edges of a cell that no cell before it has
static bool add_vertices(Grid* g, const int cell[3]) {
  ig_MeshFile* to = g->to;
  if (!ig_floats_reserve(&to->vert, 3 * NEDGE) || !ig_floats_reserve(&to->normal, 3 * NEDGE)) return false;
  for (int e = 0; e < NEDGE; e++) {
    int at[3], end[3], axis = e / 4;
    edge_start(e, cell, at);
    memcpy(end, at, sizeof(end));
    end[axis]++;
    float a = value(g, at[0], at[1], at[2]), b = value(g, end[0], end[1], end[2]);
    if ((a < 0) == (b < 0) || !is_new(cell, at, axis)) continue;
    made_at(g, at[0], at[1], at[2])[axis] = to->vert.n / 3;
    for (int k = 0; k < 3; k++) {
      to->vert.item[to->vert.n++] = (float)at[k] + (k == axis ? a / (a - b) : 0);
      to->normal.item[to->normal.n++] = 0;
    }
  }
  return true;
}

static void add_normal(ig_MeshFile* to, const int f[3]) {
  const float *a = to->vert.item + 3 * f[0], *b = to->vert.item + 3 * f[1], *c = to->vert.item + 3 * f[2];
  float u[3], v[3];
  for (int k = 0; k < 3; k++) u[k] = b[k] - a[k], v[k] = c[k] - a[k];
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    float n = u[i] * v[j] - u[j] * v[i];
    for (int corner = 0; corner < 3; corner++) to->normal.item[3 * f[corner] + k] += n;
  }
}

static bool add_faces(Grid* g, const int cell[3], const Loops* loops) {
  ig_MeshFile* to = g->to;
  if (!ig_ints_reserve(&to->face, 3 * NEDGE)) return false;
  int loop[NEDGE], n = 0;
  for (const signed char* e = loops->edge; *e != -2; e++) {
    if (*e >= 0) {
      int at[3];
      edge_start(*e, cell, at);
      loop[n++] = made_at(g, at[0], at[1], at[2])[*e / 4];
      continue;
    }
    for (int k = 1; k + 1 < n; k++) {
      int* f = to->face.item + to->face.n;
      f[0] = loop[0], f[1] = loop[k], f[2] = loop[k + 1];
      to->face.n += 3;
      add_normal(to, f);
    }
    n = 0;
  }
  return true;
}

static bool march(Grid* g, const Loops* loops) {
  int cell[3];
  for (cell[2] = 0; cell[2] < g->n[2] - 1; cell[2]++) {
    for (cell[1] = 0; cell[1] < g->n[1] - 1; cell[1]++) {
      for (cell[0] = 0; cell[0] < g->n[0] - 1; cell[0]++) {
        int pattern = 0;
        for (int c = 0; c < 8; c++) pattern |= (value(g, cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2)) < 0) << c;
        if (pattern == 0 || pattern == 255) continue;
        if (!add_vertices(g, cell) || !add_faces(g, cell, loops + pattern)) return false;
      }
    }
  }
  return true;
}

bool ig_march(ig_MeshFile* to, const float* field, const int n[3]) {
  Grid g = {.to = to, .field = field, .n = {n[0], n[1], n[2]}};
  size_t layer = (size_t)n[0] * (size_t)n[1];
  Loops* loops = ig_try_alloc(256 * sizeof(Loops));
  g.made = ig_try_alloc(6 * layer * sizeof(int));
  bool good = loops && g.made;
  if (good) {
    memset(g.made, 0, 6 * layer * sizeof(int));
    for (int pattern = 0; pattern < 256; pattern++) make_loops(loops + pattern, pattern);
    good = march(&g, loops);
  }
  ig_free(loops);
  ig_free(g.made);
  for (int i = 0; good && i < to->normal.n; i += 3) {
    float* v = to->normal.item + i;
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3 && length > 0; k++) v[k] /= length;
  }
  return good;
}
