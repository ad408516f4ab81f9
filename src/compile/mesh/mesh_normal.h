// SPDX-License-Identifier: Apache-2.0
// Normals at the vertices of a mesh that has none.
#ifndef INGOT_COMPILE_MESH_MESH_NORMAL_H_
#define INGOT_COMPILE_MESH_MESH_NORMAL_H_

#include <stdbool.h>

// means of the normals of the faces around each vertex, weighted by area; unless smooth, faces that stand at a large
// angle to the mean are left out. False when memory runs out.
bool ig_vertex_normals(float* normal, const double* vert, int nvert, const int* face, int nface, bool smooth);

#endif  // INGOT_COMPILE_MESH_MESH_NORMAL_H_
