// SPDX-License-Identifier: Apache-2.0
// Octree around the surface of a mesh, with the signed distance to it at the corners of its cells.
#ifndef INGOT_COMPILE_MESH_MESH_OCTREE_H_
#define INGOT_COMPILE_MESH_MESH_OCTREE_H_

#include <stdbool.h>

#include "base/arena.h"
#include "compile/record/bvh.h"

typedef struct ig_Octree_ {
  int n;
  double* box;  // 6 per node: centre and half sizes
  int* child;   // 8 per node, -1 in leaves
  int* depth;
  double* coeff;  // 8 per node
} ig_Octree;

// low, high: bounds of the mesh; bvh: tree of its faces, to find distances with, or NULL: none are wanted.
// NULL, or what is wrong
const char* ig_make_octree(ig_Octree* tree, ig_Arena* arena, const double* vert, int nvert, const int* face, int nface,
                           const double low[3], const double high[3], const ig_Bvh* bvh);

#endif  // INGOT_COMPILE_MESH_MESH_OCTREE_H_
