// SPDX-License-Identifier: Apache-2.0
// The search starts at the two roots and descends, in the larger box first, while boxes overlap. Boxes of a body are
// fixed in its inertial frame, boxes of a flex lie along the world axes and move with it. A pair of leaves is a pair of
// geoms, a geom and an element, or two elements.
#include "collide/broad/tree.h"

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "base/error.h"
#include "collide/broad/filter.h"
#include "collide/broad/obb.h"
#include "collide/flex.h"
#include "collide/param.h"
#include "model/stack.h"

typedef struct {
  int mover;
  int flex;          // -1 for a body
  int nodes, first;  // count, and number of the root in the model's arrays
  const int *child, *leaf;
  const mjtNum* box;
  mjtNum margin;  // largest of the mover
  const mjtNum *pos, *mat;
} Tree;

typedef struct {
  const mjModel* m;
  mjData* d;
  Tree tree[2];
  ig_FramePair frames;
  mjtNum margin;  // between inner nodes
  ig_TestedPairs tested;
} Search;

static Tree body_tree(const mjModel* m, const mjData* d, int body) {
  int first = m->body_bvhadr[body];
  return (Tree){.mover = body,
                .flex = -1,
                .nodes = m->body_bvhnum[body],
                .first = first,
                .child = m->bvh_child + 2 * first,
                .leaf = m->bvh_nodeid + first,
                .box = m->bvh_aabb + 6 * first,
                .margin = m->body_margin[body],
                .pos = d->xipos + 3 * body,
                .mat = d->ximat + 9 * body};
}

static Tree flex_tree(const mjModel* m, const mjData* d, int flex) {
  int first = m->flex_bvhadr[flex];
  return (Tree){.mover = m->nbody + flex,
                .flex = flex,
                .nodes = m->flex_bvhnum[flex],
                .first = first,
                .child = m->bvh_child + 2 * first,
                .leaf = m->bvh_nodeid + first,
                .box = d->bvh_aabb_dyn + 6 * (first - m->nbvhstatic),
                .margin = m->flex_margin[flex]};
}

static bool is_leaf(const Tree* t, int node) { return ig_node_is_leaf(t->child, node); }

static void mark_active(const Search* s, const int node[2]) {
  if (!s->m->vis.global.bvactive) return;
  // other threads may mark the same node
  for (int i = 0; i < 2; i++) __atomic_store_n(s->d->bvh_active + s->tree[i].first + node[i], 1, __ATOMIC_RELAXED);
}

static bool boxes_overlap(const ig_FramePair* f, const mjtNum box1[6], const mjtNum box2[6], mjtNum margin) {
  return ig_obb_overlap(f, box1, ig_count_infinite(box1), box2, ig_count_infinite(box2), margin);
}

// geoms: bounding spheres, then boxes
static bool meet_geoms(const Search* s, int geom1, int geom2) {
  const mjModel* m = s->m;
  const mjData* d = s->d;
  mjtNum margin = ig_margin(m, m->geom_margin[geom1] + m->geom_margin[geom2]);
  if (ig_geoms_apart(m, d, geom1, geom2, margin)) return false;
  ig_FramePair frames;
  ig_frame_pair(&frames, d->geom_xpos + 3 * geom1, d->geom_xmat + 9 * geom1, d->geom_xpos + 3 * geom2, d->geom_xmat + 9 * geom2);
  if (!boxes_overlap(&frames, m->geom_aabb + 6 * geom1, m->geom_aabb + 6 * geom2, margin)) return false;
  ig_collide_geoms(m, s->d, geom1, geom2, s->tested);
  return true;
}

// geom and element in a box of the flex's tree; planes were tested before the search
static bool meet_geom_elem(const Search* s, int geom, int elem, const mjtNum box[6]) {
  const mjModel* m = s->m;
  const mjData* d = s->d;
  int flex = s->tree[1].flex;
  mjtNum margin = ig_margin(m, m->geom_margin[geom] + m->flex_margin[flex]);
  if (!ig_masks_meet(ig_geom_mask(m, geom), ig_flex_mask(m, flex))) return false;
  if (ig_sphere_box_apart(d->geom_xpos + 3 * geom, m->geom_rbound[geom] + margin, box)) return false;
  ig_FramePair frames;
  ig_frame_pair(&frames, d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, NULL, NULL);
  if (!boxes_overlap(&frames, m->geom_aabb + 6 * geom, box, margin)) return false;
  if (m->geom_type[geom] != mjGEOM_PLANE) ig_collide_geom_elem(m, s->d, geom, flex, elem);
  return true;
}

static bool meet_leaves(const Search* s, const int node[2]) {
  int id1 = s->tree[0].leaf[node[0]], id2 = s->tree[1].leaf[node[1]];
  IG_ASSERT(id1 >= 0 && id2 >= 0);
  int flex1 = s->tree[0].flex, flex2 = s->tree[1].flex;
  if (flex2 < 0) return meet_geoms(s, id1, id2);
  if (flex1 < 0) return meet_geom_elem(s, id1, id2, s->tree[1].box + 6 * node[1]);
  ig_collide_elems(s->m, s->d, flex1, id1, flex2, id2);
  return true;
}

static void search(const Search* s, int (*stack)[2]) {
  bool self = s->tree[0].mover == s->tree[1].mover;
  int room = s->tree[0].nodes + s->tree[1].nodes + 1, count = 1;
  stack[0][0] = stack[0][1] = 0;
  while (count) {
    int node[2] = {stack[count - 1][0], stack[count - 1][1]};
    count--;
    // a tree against itself meets each pair twice
    if (self && node[0] > node[1]) continue;
    if (is_leaf(&s->tree[0], node[0]) && is_leaf(&s->tree[1], node[1])) {
      if (meet_leaves(s, node)) mark_active(s, node);
      continue;
    }
    // two flexes share the world's frame
    const Tree *t = &s->tree[0], *u = &s->tree[1];
    const mjtNum *box1 = t->box + 6 * node[0], *box2 = u->box + 6 * node[1];
    if (t->flex >= 0 ? ig_boxes_apart(box1, box2, s->margin) : !boxes_overlap(&s->frames, box1, box2, s->margin)) continue;
    mark_active(s, node);
    int side = ig_side_to_open(t->child, t->box, node[0], u->child, u->box, node[1]);
    IG_ASSERT(count + 2 <= room);
    const int* child = s->tree[side].child + 2 * node[side];
    for (int i = 0; i < 2 && count < room; i++) {
      if (child[i] < 0) continue;
      stack[count][side] = child[i];
      stack[count][1 - side] = node[1 - side];
      count++;
    }
  }
}

void ig_collide_trees(const mjModel* m, mjData* d, int mover1, int mover2, ig_TestedPairs tested) {
  Search s = {.m = m, .d = d, .tested = tested};
  int mover[2] = {mover1, mover2};
  for (int i = 0; i < 2; i++)
    s.tree[i] = ig_is_body(m, mover[i]) ? body_tree(m, d, mover[i]) : flex_tree(m, d, mover[i] - m->nbody);
  s.margin = ig_margin(m, s.tree[0].margin + s.tree[1].margin);
  if (s.tree[0].flex < 0) ig_frame_pair(&s.frames, s.tree[0].pos, s.tree[0].mat, s.tree[1].pos, s.tree[1].mat);

  // planes do not fit in boxes
  if (s.tree[0].flex < 0 && s.tree[1].flex >= 0 && m->body_weldid[mover1] == 0) {
    for (int i = 0; i < m->body_geomnum[mover1]; i++) {
      int geom = m->body_geomadr[mover1] + i;
      if (m->geom_type[geom] == mjGEOM_PLANE) ig_collide_plane_flex(m, d, geom, s.tree[1].flex);
    }
  }
  // the stack of d is the caller's: others that fill a queue have scratch of their own
  if (tested.queue) {
    search(&s, tested.queue->nodes);
    return;
  }
  ig_stack_mark(d);
  search(&s, ig_stack_take(d, (size_t)(s.tree[0].nodes + s.tree[1].nodes + 1) * sizeof(int[2]), _Alignof(int)));
  ig_stack_free(d);
}
