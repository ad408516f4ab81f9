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

// By place; places closer than IG_EPS by order in the list. This is not transitive: of three places each within IG_EPS of the
// next, the first and the last may be further apart. What then comes before the middle depends on the questions that are asked
// and their order, so that these are those of the reference: quickselect with a pivot of three (Hoare, Find, CACM 4(7), 1961;
// Musser, Introspective sorting, 1997), with the turns below.
static inline bool before(const Key* a, const Key* b) {
  double dif = a->at - b->at;
  return fabs(dif) > IG_EPS ? dif < 0 : a->leaf < b->leaf;
}

static inline void exchange(Key* a, Key* b) {
  Key c = *a;
  *a = *b, *b = c;
}

IG_DEFINE_STABLE_SORT(sort_keys, Key, before)

// a, b and c by order; how many exchanges it took
static int order_three(Key* a, Key* b, Key* c) {
  bool first = before(b, a), second = before(c, b);
  if (!first && !second) return 0;
  if (first && second) return exchange(a, c), 1;
  if (first) {
    exchange(a, b);
    if (!before(c, b)) return 1;
    exchange(b, c);
    return 2;
  }
  exchange(b, c);
  if (!before(b, a)) return 1;
  exchange(a, b);
  return 2;
}

// the smallest of what is left to the front, again and again
static void sort_few(Key* list, int n) {
  for (int i = 0; i + 1 < n; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++) {
      if (before(list + j, list + least)) least = j;
    }
    if (least != i) exchange(list + i, list + least);
  }
}

static bool is_sorted(const Key* list, int n) {
  for (int i = 1; i < n; i++) {
    if (before(list + i, list + i - 1)) return false;
  }
  return true;
}

// Nothing comes before the first, which is the pivot's equal: those that it does not come before go to the front. Returns how
// many; n when they are all.
static int equals_first(Key* list, int n) {
  int i = 1, j = n - 1;
  if (!before(list, list + j)) {
    while (i < j && !before(list, list + i)) i++;
    if (i == j) return n;
    exchange(list + i++, list + j);
  }
  if (i == j) return n;
  for (;;) {
    while (!before(list, list + i)) i++;
    do j--;
    while (before(list, list + j));
    if (i >= j) return i;
    exchange(list + i++, list + j);
  }
}

// the place of the pivot, with what comes before it in front; -1: all that comes before the pivot's equals is there already, and
// these are first in the list
static int partition(Key* list, int n, int* exchanges) {
  int pivot = n / 2, i = 0, j = n - 1;
  *exchanges = order_three(list, list + pivot, list + j);
  if (!before(list, list + pivot)) {
    // the first does not belong in front: the last one that does takes its place
    do j--;
    while (j > 0 && !before(list + j, list + pivot));
    if (j == 0) return -1;
    exchange(list, list + j);
    ++*exchanges;
  }
  i = 1;
  while (i < j) {
    while (before(list + i, list + pivot)) i++;
    do j--;
    while (!before(list + j, list + pivot));
    if (i >= j) break;
    exchange(list + i, list + j);
    ++*exchanges;
    if (pivot == i) pivot = j;
    i++;
  }
  if (i != pivot && before(list + pivot, list + i)) {
    exchange(list + i, list + pivot);
    ++*exchanges;
  }
  return i;
}

// Everything before place m comes before everything from m on. Lists that keep halving badly are sorted instead.
static void halve(Key* list, Key* spare, int n, int m) {
  enum { FEW = 7 };
  for (int tries = 128; n > FEW; tries--) {
    if (!tries) {
      const Key* sorted = sort_keys(list, spare, n);
      if (sorted != list) memcpy(list, sorted, (size_t)n * sizeof(Key));
      return;
    }
    int exchanges, place = partition(list, n, &exchanges), taken;
    if (place < 0) {
      taken = equals_first(list, n);
      if (m < taken) return;
    } else {
      if (m == place) return;
      // nothing moved: it may be sorted already
      int from = m < place ? 0 : place, to = m < place ? place : n;
      if (!exchanges && is_sorted(list + from, to - from)) return;
      if (m < place) {
        n = place;
        continue;
      }
      taken = place + 1;
    }
    list += taken, n -= taken, m -= taken;
  }
  if (n == 2 && before(list + 1, list)) exchange(list, list + 1);
  if (n == 3) order_three(list, list + 1, list + 2);
  if (n > 3) sort_few(list, n);
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
