// SPDX-License-Identifier: Apache-2.0
#include "compile/record/bvh.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "spec/pose.h"

// a leaf in the frame of the tree
typedef struct Entry_ {
  double at[3];  // where it counts as being, for halving
  double low[3], high[3];
} Entry;

// what is halved: a place along the axis, and the number of the leaf
typedef struct Key_ {
  double at;
  int leaf;
} Key;

typedef struct Builder_ {
  ig_Bvh* tree;
  const ig_BvhLeaf* leaves;
  const Entry* entry;
  Key* spare;
} Builder;

// ------------------------------------------------ halving

// by place; places closer than IG_EPS by order in the list
static inline bool before(const Key* a, const Key* b) {
  double dif = a->at - b->at;
  return fabs(dif) > IG_EPS ? dif < 0 : a->leaf < b->leaf;
}

static inline void exchange(Key* a, Key* b) {
  Key c = *a;
  *a = *b, *b = c;
}

IG_DEFINE_STABLE_SORT(sort_keys, Key, before)

static void insertion_sort(Key* list, int n) {
  for (int i = 1; i < n; i++) {
    Key moved = list[i];
    int j = i;
    for (; j && before(&moved, list + j - 1); j--) list[j] = list[j - 1];
    list[j] = moved;
  }
}

// everything before place m comes before everything from m on. Lists that keep halving badly are sorted instead.
static void halve(Key* list, Key* spare, int n, int m) {
  for (int tries = 64; n > 12; tries--) {
    if (!tries) {
      const Key* sorted = sort_keys(list, spare, n);
      if (sorted != list) memcpy(list, sorted, (size_t)n * sizeof(Key));
      return;
    }
    // the middle one of three, at the front of the list
    Key *a = list, *b = list + n / 2, *c = list + n - 1;
    if (before(b, a)) exchange(a, b);
    if (before(c, b)) exchange(b, c);
    if (before(b, a)) exchange(a, b);
    exchange(a, b);
    int i = 0, j = n;
    for (;;) {
      do i++;
      while (i < n && before(list + i, list));
      do j--;
      while (j > 0 && before(list, list + j));
      if (i >= j) break;
      exchange(list + i, list + j);
    }
    exchange(list, list + j);

    // the pivot has its place at j
    if (j == m) return;
    if (j > m) {
      n = j;
    } else {
      list += j + 1, n -= j + 1, m -= j + 1;
    }
  }
  insertion_sort(list, n);
}

// ------------------------------------------------ nodes

// bounds of a leaf's box, turned into the frame of the tree where it has one of its own
static void enclose(Entry* e, const ig_BvhLeaf* leaf, const double pos[3], const double inverse[4]) {
  for (int k = 0; k < 3; k++) {
    // a negative radius turns boxes inside out
    double half = fabs(leaf->box[3 + k]);
    e->low[k] = leaf->box[k] - half;
    e->high[k] = leaf->box[k] + half;
  }
  if (!leaf->quat) return;
  double low[3], high[3];
  for (int k = 0; k < 3; k++) low[k] = HUGE_VAL, high[k] = -HUGE_VAL;
  for (int corner = 0; corner < 8; corner++) {
    double v[3], moved[3];
    for (int k = 0; k < 3; k++) v[k] = (corner >> k) & 1 ? e->high[k] : e->low[k];
    ig_rotvecquat(moved, v, leaf->quat);
    for (int k = 0; k < 3; k++) moved[k] += leaf->pos[k] - pos[k];
    ig_rotvecquat(v, moved, inverse);
    for (int k = 0; k < 3; k++) {
      low[k] = v[k] < low[k] ? v[k] : low[k];
      high[k] = v[k] > high[k] ? v[k] : high[k];
    }
  }
  ig_copy3(e->low, low);
  ig_copy3(e->high, high);
}

// flat boxes get a thickness
static void thicken(double low[3], double high[3]) {
  for (int k = 0; k < 3; k++) {
    if (fabs(low[k] - high[k]) < IG_EPS) low[k] -= IG_EPS, high[k] += IG_EPS;
  }
}

static void bounds(const Builder* b, const Key* list, int n, double low[3], double high[3]) {
  for (int k = 0; k < 3; k++) low[k] = HUGE_VAL, high[k] = -HUGE_VAL;
  for (int i = 0; i < n; i++) {
    const Entry* e = b->entry + list[i].leaf;
    for (int k = 0; k < 3; k++) {
      low[k] = e->low[k] < low[k] ? e->low[k] : low[k];
      high[k] = e->high[k] > high[k] ? e->high[k] : high[k];
    }
  }

  thicken(low, high);
}

static void write_box(double box[6], const double low[3], const double high[3]) {
  for (int k = 0; k < 3; k++) {
    box[k] = (high[k] + low[k]) / 2;
    box[3 + k] = (high[k] - low[k]) / 2;
  }
}

// the longest side, an earlier axis unless a later one is longer by IG_EPS
static int longest(const double low[3], const double high[3]) {
  double side[3];
  ig_sub3(side, high, low);
  int axis = side[1] >= side[0] + IG_EPS ? 1 : 0;
  return side[2] >= side[axis] + IG_EPS ? 2 : axis;
}

static int build(Builder* b, Key* list, int n, int depth) {
  double low[3], high[3];
  bounds(b, list, n, low, high);
  ig_Bvh* tree = b->tree;
  int node = tree->n++;
  write_box(tree->box + 6 * node, low, high);
  tree->depth[node] = depth;
  tree->id[node] = tree->child[2 * node] = tree->child[2 * node + 1] = -1;
  if (n == 1) {
    tree->id[node] = b->leaves[list->leaf].id;
    return node;
  }

  int axis = longest(low, high), half = n / 2;
  for (int i = 0; i < n; i++) list[i].at = b->entry[list[i].leaf].at[axis];
  halve(list, b->spare, n, half);
  tree->child[2 * node] = build(b, list, half, depth + 1);
  tree->child[2 * node + 1] = build(b, list + half, n - half, depth + 1);
  return node;
}

#ifdef IG_CHECKED
// a child lies behind its parent in the list, one deeper, and inside of its box but for rounding; each leaf has an id
static void check_tree(const ig_Bvh* tree, int nleaf) {
  IG_ASSERT(tree->n == 2 * nleaf - 1);
  for (int node = 0; node < tree->n; node++) {
    const int* child = tree->child + 2 * node;
    const double* box = tree->box + 6 * node;
    IG_ASSERT((child[0] < 0) == (child[1] < 0));
    IG_ASSERT((tree->id[node] >= 0) == (child[0] < 0));
    for (int k = 0; k < 3; k++) IG_ASSERT(!(box[3 + k] < 0));
    for (int side = 0; side < 2 && child[0] >= 0; side++) {
      IG_ASSERT(child[side] > node && child[side] < tree->n);
      IG_ASSERT(tree->depth[child[side]] == tree->depth[node] + 1);
      const double* inner = tree->box + 6 * child[side];
      for (int k = 0; k < 3; k++) {
        const double rounding = 1e-9;
        double room = rounding * (1 + fabs(box[k]) + box[3 + k]);
        IG_ASSERT(!(fabs(inner[k] - box[k]) + inner[3 + k] > box[3 + k] + room));
      }
    }
  }
}
#endif

bool ig_bvh_build(ig_Bvh* tree, const double pos[3], const double quat[4], const ig_BvhLeaf* leaves, int nleaf) {
  tree->n = 0;
  if (!nleaf) return true;
  Entry* entry = ig_try_alloc((size_t)nleaf * (sizeof(Entry) + 2 * sizeof(Key)));
  if (!entry) return false;
  Key* list = (Key*)(void*)(entry + nleaf);
  Builder b = {.tree = tree, .leaves = leaves, .entry = entry, .spare = list + nleaf};
  double inverse[4];
  ig_negquat(inverse, quat);
  for (int i = 0; i < nleaf; i++) {
    double arm[3];
    ig_sub3(arm, leaves[i].pos, pos);
    ig_rotvecquat(entry[i].at, arm, inverse);
    enclose(entry + i, leaves + i, pos, inverse);
    list[i].leaf = i;
  }
  build(&b, list, nleaf, 0);
#ifdef IG_CHECKED
  check_tree(tree, nleaf);
#endif
  ig_free(entry);
  return true;
}

bool ig_bvh_refit(double* box, const int* child, const ig_BvhLeaf* leaf, int n, const double pos[3], const double quat[4]) {
  Entry* entry = ig_try_alloc((size_t)n * sizeof(Entry));
  if (!entry) return false;
  double inverse[4];
  ig_negquat(inverse, quat);
  // children come after their parent
  for (int node = n - 1; node >= 0; node--) {
    Entry* e = entry + node;
    const int* inner = child + 2 * node;
    if (inner[0] < 0 || inner[1] < 0) {
      enclose(e, leaf + node, pos, inverse);
    } else {
      const Entry *a = entry + inner[0], *b = entry + inner[1];
      for (int k = 0; k < 3; k++) {
        e->low[k] = a->low[k] < b->low[k] ? a->low[k] : b->low[k];
        e->high[k] = a->high[k] > b->high[k] ? a->high[k] : b->high[k];
      }
    }
    double low[3], high[3];
    ig_copy3(low, e->low);
    ig_copy3(high, e->high);
    thicken(low, high);
    write_box(box + 6 * node, low, high);
  }
  ig_free(entry);
  return true;
}
