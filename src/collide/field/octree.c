// SPDX-License-Identifier: Apache-2.0
#include "collide/field/octree.h"

#include <math.h>
#include <stdbool.h>

#include "math/vec3.h"

enum { MAX_DEPTH = 100 };

// how far outside a node still counts as in it; how far inside the root an outer point is pulled; the step of the
// differences out there
static const mjtNum slack = 1e-8;
static const mjtNum pull_in = 1e-6;
static const mjtNum difference_step = 1e-8;

typedef struct {
  const int* child;     // (8) per node, -1: none
  const mjtNum* box;    // (6) per node: centre, half size
  const mjtNum* value;  // (8) per node: distance at its corners, bit k of the corner for axis k
} Octree;

static bool octree_of(Octree* o, const mjModel* m, int mesh) {
  int adr = mesh >= 0 && mesh < m->nmesh ? m->mesh_octadr[mesh] : -1;
  if (adr < 0) {
    mju_error("mesh %d has no octree for its signed distance", mesh);
    return false;
  }
  *o = (Octree){m->oct_child + 8 * adr, m->oct_aabb + 6 * adr, m->oct_coeff + 8 * adr};
  return true;
}

// signed distance from the root's box; an outer point is moved into the box
static mjtNum enter_box(mjtNum p[3], const mjtNum box[6]) {
  mjtNum out[3], dist2 = 0;
  for (int k = 0; k < 3; k++) out[k] = fabs(p[k] - box[k]) - box[3 + k];
  if (out[0] <= 0 && out[1] <= 0 && out[2] <= 0) return ig_max(out[0], ig_max(out[1], out[2]));
  for (int k = 0; k < 3; k++) {
    if (!(out[k] >= 0)) continue;
    dist2 += out[k] * out[k];
    p[k] -= p[k] - box[k] > 0 ? out[k] + pull_in : -(out[k] + pull_in);
  }
  return sqrt(dist2);
}

static bool is_leaf(const int child[8]) {
  for (int i = 0; i < 8; i++) {
    if (child[i] != -1) return false;
  }
  return true;
}

// the leaf around p and where in it p is, 0 to 1 along each axis; -1 when p is in none
static int find_leaf(mjtNum at[3], const Octree* o, const mjtNum p[3]) {
  int node = 0;
  for (int depth = 0; depth < MAX_DEPTH && node >= 0; depth++) {
    const mjtNum* box = o->box + 6 * node;
    int octant = 0;
    for (int k = 0; k < 3; k++) {
      mjtNum low = box[k] - box[3 + k], high = box[k] + box[3 + k];
      if (p[k] + slack < low || p[k] - slack > high) return -1;
      at[k] = (p[k] - low) / (high - low);
      octant |= !(at[k] < .5) << k;
    }
    if (is_leaf(o->child + 8 * node)) return node;
    node = o->child[8 * node + octant];
  }
  return -1;
}

// the share of a corner along one axis, and its slope
static mjtNum share(int corner, int axis, const mjtNum at[3]) { return corner >> axis & 1 ? at[axis] : 1 - at[axis]; }
static mjtNum slope(int corner, int axis) { return corner >> axis & 1 ? 1 : -1; }

static mjtNum distance_in(const Octree* o, const mjtNum p[3]) {
  mjtNum inside[3], at[3], sum = 0;
  ig_copy3(inside, p);
  mjtNum box_dist = enter_box(inside, o->box);
  int leaf = find_leaf(at, o, inside);
  for (int i = 0; i < 8 && leaf >= 0; i++) {
    sum += share(i, 0, at) * share(i, 1, at) * share(i, 2, at) * o->value[8 * leaf + i];
  }
  return box_dist > 0 ? sum + box_dist : sum;
}

mjtNum ig_octree_distance(const mjModel* m, int mesh, const mjtNum p[3]) {
  Octree o;
  return octree_of(&o, m, mesh) ? distance_in(&o, p) : 0;
}

void ig_octree_gradient(mjtNum r[3], const mjModel* m, int mesh, const mjtNum p[3]) {
  Octree o;
  mjtNum q[3], at[3];
  ig_zero3(r);
  if (!octree_of(&o, m, mesh)) return;
  ig_copy3(q, p);
  if (enter_box(q, o.box) <= 0) {
    int leaf = find_leaf(at, &o, q);
    for (int i = 0; i < 8 && leaf >= 0; i++) {
      mjtNum value = o.value[8 * leaf + i];
      r[0] += slope(i, 0) * share(i, 1, at) * share(i, 2, at) * value;
      r[1] += share(i, 0, at) * slope(i, 1) * share(i, 2, at) * value;
      r[2] += share(i, 0, at) * share(i, 1, at) * slope(i, 2) * value;
    }
    return;
  }
  mjtNum here = distance_in(&o, p);
  for (int k = 0; k < 3; k++) {
    ig_copy3(q, p);
    q[k] += difference_step;
    r[k] = (distance_in(&o, q) - here) / difference_step;
  }
}
