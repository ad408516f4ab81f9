// SPDX-License-Identifier: Apache-2.0
// The surface on which a field on a grid is zero, as triangles.
#ifndef INGOT_COMPILE_MESH_MESH_MARCH_H_
#define INGOT_COMPILE_MESH_MESH_MARCH_H_

#include <stdbool.h>

#include "spec/file/mesh_file.h"

// values at (x, y, z): field[(z * n[1] + y) * n[0] + x], negative inside; two points at least along each axis.
// Vertices are in units of the grid, normals point outwards. False when memory runs out.
bool ig_march(ig_MeshFile* to, const float* field, const int n[3]);

#endif  // INGOT_COMPILE_MESH_MESH_MARCH_H_
