// SPDX-License-Identifier: Apache-2.0
// Mid phase: two bounding volume trees against each other.
#ifndef INGOT_COLLIDE_BROAD_TREE_H_
#define INGOT_COLLIDE_BROAD_TREE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "collide/pair.h"

// nodes are numbered from the root of their tree
static inline bool ig_node_is_leaf(const int* child, int node) { return child[2 * node] < 0 && child[2 * node + 1] < 0; }

// a measure of size, by which the search descends. It takes (centre, half-size) for (low, high): no area,
// but self-collisions of a flex come in the order that follows from it
static inline mjtNum ig_node_measure(const mjtNum box[6]) {
  mjtNum x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x * y + y * z + z * x;
}

// which of two nodes that overlap is opened; they are not both leaves
static inline int ig_side_to_open(const int* child1, const mjtNum* box1, int node1, const int* child2, const mjtNum* box2,
                                  int node2) {
  if (ig_node_is_leaf(child1, node1)) return 1;
  if (ig_node_is_leaf(child2, node2)) return 0;
  return ig_node_measure(box1 + 6 * node1) > ig_node_measure(box2 + 6 * node2) ? 0 : 1;
}

// movers are bodies and flexes as in filter.h; a body comes before a flex, and a flex may meet itself.
// both have trees. Contacts are appended in the order of the search.
void ig_collide_trees(const mjModel* m, mjData* d, int mover1, int mover2, ig_TestedPairs tested);

#endif  // INGOT_COLLIDE_BROAD_TREE_H_
