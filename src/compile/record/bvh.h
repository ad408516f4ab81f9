// SPDX-License-Identifier: Apache-2.0
// Bounding volume hierarchy: a binary tree of boxes in one frame, halved at the median of the longest side.
#ifndef INGOT_COMPILE_RECORD_BVH_H_
#define INGOT_COMPILE_RECORD_BVH_H_

#include <stdbool.h>

// what goes into the leaves: a box (centre, half sizes) in the frame (pos, quat) of the element;
// quat NULL: the box is in the frame of the tree already and pos is its place
typedef struct ig_BvhLeaf_ {
  int id;
  const double* pos;
  const double* quat;
  const double* box;
} ig_BvhLeaf;

// nodes in preorder; child -1 and id >= 0 in a leaf
typedef struct ig_Bvh_ {
  int n;
  double* box;  // 6 per node
  int* child;   // 2 per node
  int* id;
  int* depth;
} ig_Bvh;

// number of nodes over so many leaves
static inline int ig_bvh_size(int nleaf) { return nleaf > 0 ? 2 * nleaf - 1 : 0; }

// fills tree (room for ig_bvh_size(nleaf) nodes); false when memory runs out
bool ig_bvh_build(ig_Bvh* tree, const double pos[3], const double quat[4], const ig_BvhLeaf* leaves, int nleaf);

// The boxes of a tree over n nodes whose shape stays: leaf[node] is what a node without children holds. False when memory runs
// out.
bool ig_bvh_refit(double* box, const int* child, const ig_BvhLeaf* leaf, int n, const double pos[3], const double quat[4]);

#endif  // INGOT_COMPILE_RECORD_BVH_H_
