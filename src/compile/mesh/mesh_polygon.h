// SPDX-License-Identifier: Apache-2.0
// Polygons of a mesh: triangles that lie in one plane, put together.
#ifndef INGOT_COMPILE_MESH_MESH_POLYGON_H_
#define INGOT_COMPILE_MESH_MESH_POLYGON_H_

#include <stdbool.h>

#include "base/arena.h"

typedef struct ig_Polygons_ {
  int n, nvert, nmap;
  int *vertadr, *vertnum;  // per polygon
  int* vert;
  double* normal;        // per polygon, outwards
  int *mapadr, *mapnum;  // per vertex of the mesh: the polygons around it
  int* map;
} ig_Polygons;

// all but the normals; false when memory runs out
bool ig_make_polygons(ig_Polygons* polygons, ig_Arena* arena, const double* vert, int nvert, const int* face, int nface);

// normals, from the first three vertices of each
void ig_polygon_normals(ig_Polygons* polygons, const double* vert);

#endif  // INGOT_COMPILE_MESH_MESH_POLYGON_H_
