// SPDX-License-Identifier: Apache-2.0
// Convex hulls, by qhull.
//
// A hull is one array of integers, as collisions walk over it (mesh_graph of the model):
//   nvert, nface, first edge of each vertex [nvert], number of each vertex in the mesh [nvert],
//   neighbours of each vertex, as places in the hull, each list ended by -1 [nvert + 3 nface],
//   faces, as numbers in the mesh, outside counterclockwise [3 nface]
#ifndef INGOT_COMPILE_MESH_HULL_H_
#define INGOT_COMPILE_MESH_HULL_H_

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

static inline int ig_hull_size(int nvert, int nface) { return 2 + 3 * nvert + 6 * nface; }
static inline const int* ig_hull_faces(const int* hull) { return hull + 2 + 3 * hull[0] + 3 * hull[1]; }

// the hull of nvert points, of at most maxvert of them (-1: no limit); NULL: error (200 characters) says why
int* ig_convex_hull(ig_Arena* arena, const double* vert, int nvert, int maxvert, char* error);

// what qhull prints comes here, with its own state, which a hull begins with; may leave by longjmp
void ig_hull_hear(void* qh, const char* bytes, size_t n);

#endif  // INGOT_COMPILE_MESH_HULL_H_
