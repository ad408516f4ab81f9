// SPDX-License-Identifier: Apache-2.0
#include "compile/flex/flex_topology.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const int ig_flex_nedge[3] = {1, 3, 6};

// edges of an element of each dimension, as pairs of its vertices
static const int flex_edges[3][6][2] = {
    {{0, 1}},
    {{1, 2}, {2, 0}, {0, 1}},
    {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}},
};

// ------------------------------------------------ edges

// edges by their ends: open addressing, slot holds edge + 1
typedef struct EdgeTable_ {
  int* slot;
  uint64_t mask;
} EdgeTable;

// the edge between two vertices; a new one is appended when there is none
static int find_edge(EdgeTable* table, ig_CFlex* flex, int low, int high) {
  uint64_t at = ((uint64_t)(unsigned)low << 32 | (unsigned)high) * 0x9E3779B97F4A7C15u;
  for (at = (at >> 29) & table->mask; table->slot[at]; at = (at + 1) & table->mask) {
    const int* ends = flex->edge + 2 * (table->slot[at] - 1);
    if (ends[0] == low && ends[1] == high) return table->slot[at] - 1;
  }
  int edge = flex->nedge++;
  flex->edge[2 * edge] = low;
  flex->edge[2 * edge + 1] = high;
  table->slot[at] = edge + 1;
  return edge;
}

bool ig_flex_make_edges(ig_Compiler* c, ig_CFlex* flex) {
  int dim = flex->s.dim, per = ig_flex_nedge[dim - 1];
  size_t most = (size_t)flex->nelem * (size_t)per;
  EdgeTable table = {.mask = 16};
  while (table.mask < 2 * most) table.mask *= 2;
  table.slot = IG_NEW(&c->arena, table.mask, int);
  table.mask--;
  flex->edge = IG_NEW(&c->arena, 2 * most, int);
  flex->elemedge = IG_NEW(&c->arena, most, int);
  if (dim == 2) flex->flap = IG_NEW(&c->arena, 4 * most, int);
  if (!table.slot || !flex->edge || !flex->elemedge || (dim == 2 && !flex->flap)) return false;
  for (int e = 0; e < flex->nelem; e++) {
    const int* corner = flex->elem + e * (dim + 1);
    for (int k = 0; k < per; k++) {
      int a = corner[flex_edges[dim - 1][k][0]], b = corner[flex_edges[dim - 1][k][1]], before = flex->nedge;
      int edge = find_edge(&table, flex, a < b ? a : b, a < b ? b : a);
      flex->elemedge[e * per + k] = edge;
      if (dim == 2) {
        // the first triangle at an edge gives its direction, the last one the vertex on the other side
        int* flap = flex->flap + 4 * edge;
        const int* ends = flex_edges[1][k];
        if (edge == before) {
          flap[0] = corner[ends[0]], flap[1] = corner[ends[1]];
          flap[2] = corner[k], flap[3] = -1;
        } else {
          flap[3] = corner[k];
        }
      }
    }
  }
  return true;
}

// ------------------------------------------------ border

// a side of an element: the end of a line, the edge of a triangle, the face of a tetrahedron
typedef struct Side_ {
  int key[3];  // its vertices, rising; -1 fills up
  int elem;
  int corner[3];  // in the order that keeps the outside right-handed
} Side;

static const int side_corners[3][4][3] = {
    {{0, -1, -1}, {1, -1, -1}},
    {{0, 1, -1}, {2, 0, -1}, {1, 2, -1}},
    {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}},
};

static bool same_side(const Side* a, const Side* b) { return !memcmp(a->key, b->key, sizeof(a->key)); }

// no two sides of one element are the same: the order is total
static int compare(const void* a, const void* b) {
  const Side *x = a, *y = b;
  for (int k = 0; k < 3; k++) {
    if (x->key[k] != y->key[k]) return x->key[k] < y->key[k] ? -1 : 1;
  }
  return (x->elem > y->elem) - (x->elem < y->elem);
}

static void swap_if_larger(int* a, int* b) {
  if (*a > *b) {
    int larger = *a;
    *a = *b;
    *b = larger;
  }
}

static void make_sides(const ig_CFlex* flex, Side* side) {
  int dim = flex->s.dim;
  for (int e = 0; e < flex->nelem; e++) {
    const int* vert = flex->elem + e * (dim + 1);
    for (int k = 0; k <= dim; k++, side++) {
      side->elem = e;
      for (int i = 0; i < 3; i++) {
        int at = side_corners[dim - 1][k][i];
        side->key[i] = side->corner[i] = i < dim ? vert[at] : -1;
      }
      if (dim > 1) swap_if_larger(side->key, side->key + 1);
      if (dim > 2) swap_if_larger(side->key + 1, side->key + 2), swap_if_larger(side->key, side->key + 1);
    }
  }
}

// the vertex of an element across from one of its sides
static int vertex_across(const ig_CFlex* flex, const Side* side) {
  int dim = flex->s.dim;
  const int* vert = flex->elem + side->elem * (dim + 1);
  for (int k = 0; k <= dim; k++) {
    if (vert[k] != side->key[0] && (dim < 2 || vert[k] != side->key[1])) return vert[k];
  }
  return vert[0];
}

bool ig_flex_make_border(ig_Compiler* c, ig_CFlex* flex) {
  int dim = flex->s.dim, nside = flex->nelem * (dim + 1);
  Side* side = IG_NEW(&c->arena, nside, Side);
  bool* border = IG_NEW(&c->arena, flex->nelem, bool);
  flex->shell = IG_NEW(&c->arena, dim * nside, int);
  flex->layer = IG_NEW(&c->arena, flex->nelem, int);
  flex->evpair = IG_NEW(&c->arena, dim < 3 ? 4 * nside : 0, int);
  if (!side || !border || !flex->shell || !flex->layer || !flex->evpair) return false;
  make_sides(flex, side);
  qsort(side, (size_t)nside, sizeof(Side), compare);
  for (int i = 0; i < nside; i++) {
    bool shared = (i > 0 && same_side(side + i, side + i - 1)) || (i + 1 < nside && same_side(side + i, side + i + 1));
    if (shared) continue;
    border[side[i].elem] = true;
    memcpy(flex->shell + dim * flex->nshell++, side[i].corner, (size_t)dim * sizeof(int));
  }
  // number of steps over shared sides to an element with a side of its own; out of reach: nelem + 1
  for (int e = 0; e < flex->nelem; e++) flex->layer[e] = dim < 3 || border[e] ? 0 : flex->nelem + 1;
  bool more = dim == 3;
  for (int layer = 0; more; layer++) {
    more = false;
    for (int i = 1; i < nside; i++) {
      if (!same_side(side + i - 1, side + i)) continue;
      int *a = flex->layer + side[i - 1].elem, *b = flex->layer + side[i].elem;
      if (*a == layer && *b > layer + 1) *b = layer + 1, more = true;
      if (*b == layer && *a > layer + 1) *a = layer + 1, more = true;
    }
  }
  if (dim < 3) {
    // neighbours of which one is at the border: each may collide with the other's vertex across
    for (int i = 1; i < nside; i++) {
      const Side *a = side + i - 1, *b = side + i;
      if (!same_side(a, b) || (!border[a->elem] && !border[b->elem])) continue;
      int* pair = flex->evpair + 2 * flex->nevpair;
      pair[0] = b->elem, pair[1] = vertex_across(flex, a);
      pair[2] = a->elem, pair[3] = vertex_across(flex, b);
      flex->nevpair += 2;
    }
  }
  return true;
}
