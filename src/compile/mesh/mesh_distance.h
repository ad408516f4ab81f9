// SPDX-License-Identifier: Apache-2.0
// Signed distance from points to a closed triangle mesh.
#ifndef INGOT_COMPILE_MESH_MESH_DISTANCE_H_
#define INGOT_COMPILE_MESH_MESH_DISTANCE_H_

#include <stdbool.h>

#include "base/arena.h"
#include "compile/record/bvh.h"

typedef struct ig_MeshDistance_ {
  const double* vert;
  const int* face;
  const ig_Bvh* bvh;
  // normals that tell inside from outside: at faces, at the edges 01, 12, 02 of faces, at vertices
  double *face_normal, *edge_normal, *vert_normal;
  int* stack;  // of nodes
} ig_MeshDistance;

// memory comes from the arena; false when it runs out
bool ig_prepare_distance(ig_MeshDistance* q, ig_Arena* arena, const double* vert, int nvert, const int* face, int nface,
                         const ig_Bvh* bvh);

// negative inside
double ig_signed_distance(const ig_MeshDistance* q, const double point[3]);

#endif  // INGOT_COMPILE_MESH_MESH_DISTANCE_H_
