#include "compile/bvh.h"

#include <math.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "compile/pose.h"
#include "math/quat.h"
#include "math/vec3.h"

typedef struct Entry_ {
  const ig_BvhLeaf* leaf;
  double at[3];  // centre along the axes of the tree
} Entry;

typedef struct Builder_ {
  ig_Bvh* tree;
  double pos[3], inv[4];
  Entry* spare;
} Builder;

// by place along the axis; places closer than IG_EPS by order in the list
static bool before(const Entry* a, const Entry* b, int axis) {
  double dif = a->at[axis] - b->at[axis];
  return fabs(dif) > IG_EPS ? dif < 0 : a->leaf < b->leaf;
}

static void merge_sort(Entry* list, Entry* spare, int n, int axis) {
  if (n < 2) return;
  int half = n / 2, i = 0, j = half;
  merge_sort(list, spare, half, axis);
  merge_sort(list + half, spare, n - half, axis);
  for (int k = 0; k < n; k++) {
    bool left = i < half && (j == n || !before(list + j, list + i, axis));
    spare[k] = list[left ? i++ : j++];
  }
  memcpy(list, spare, n * sizeof(Entry));
}

// stretches low..high over the corners of a leaf's box
static void enclose(const Builder* b, double low[3], double high[3], const ig_BvhLeaf* leaf) {
  for (int corner = 0; corner < 8; corner++) {
    double v[3];
    for (int k = 0; k < 3; k++) {
      v[k] = (corner >> k) & 1 ? leaf->box[k] + leaf->box[3 + k] : leaf->box[k] - leaf->box[3 + k];
    }
    if (leaf->quat) {
      double moved[3];
      ig_rotvecquat(moved, v, leaf->quat);
      for (int k = 0; k < 3; k++) moved[k] += leaf->pos[k] - b->pos[k];
      ig_rotvecquat(v, moved, b->inv);
    }
    for (int k = 0; k < 3; k++) {
      low[k] = fmin(low[k], v[k]);
      high[k] = fmax(high[k], v[k]);
    }
  }
}

// the longest side, an earlier axis unless a later one is longer by IG_EPS
static int longest(const double low[3], const double high[3]) {
  double side[3];
  ig_sub3(side, high, low);
  int axis = side[1] >= side[0] + IG_EPS ? 1 : 0;
  return side[2] >= side[axis] + IG_EPS ? 2 : axis;
}

static int build(Builder* b, Entry* list, int n, int depth) {
  double low[3], high[3];
  for (int k = 0; k < 3; k++) low[k] = HUGE_VAL, high[k] = -HUGE_VAL;
  for (int i = 0; i < n; i++) enclose(b, low, high, list[i].leaf);

  // flat boxes get a thickness
  for (int k = 0; k < 3; k++) {
    if (fabs(low[k] - high[k]) < IG_EPS) low[k] -= IG_EPS, high[k] += IG_EPS;
  }

  ig_Bvh* tree = b->tree;
  int node = tree->n++;
  for (int k = 0; k < 3; k++) {
    tree->box[6 * node + k] = (high[k] + low[k]) / 2;
    tree->box[6 * node + 3 + k] = (high[k] - low[k]) / 2;
  }
  tree->depth[node] = depth;
  tree->id[node] = tree->child[2 * node] = tree->child[2 * node + 1] = -1;
  if (n == 1) {
    tree->id[node] = list->leaf->id;
    return node;
  }

  merge_sort(list, b->spare, n, longest(low, high));
  int half = n / 2;
  tree->child[2 * node] = build(b, list, half, depth + 1);
  tree->child[2 * node + 1] = build(b, list + half, n - half, depth + 1);
  return node;
}

bool ig_bvh_build(ig_Bvh* tree, const double pos[3], const double quat[4], const ig_BvhLeaf* leaves, int nleaf) {
  tree->n = 0;
  if (!nleaf) return true;
  Entry* list = mju_malloc(2 * nleaf * sizeof(Entry));
  if (!list) return false;
  Builder b = {.tree = tree, .spare = list + nleaf};
  ig_copy3(b.pos, pos);
  ig_negquat(b.inv, quat);
  for (int i = 0; i < nleaf; i++) {
    double arm[3];
    list[i].leaf = leaves + i;
    ig_sub3(arm, leaves[i].pos, pos);
    ig_rotvecquat(list[i].at, arm, b.inv);
  }
  build(&b, list, nleaf, 0);
  mju_free(list);
  return true;
}
