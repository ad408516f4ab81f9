// SPDX-License-Identifier: Apache-2.0
// What becomes of a mesh: vertices about the centre of mass along the principal axes, hull, polygons, trees.
//
// The data is made by one job, which may run in a thread of its own: it touches nothing but what it is given, and
// keeps its message. Once made it does not change, and may be shared by models and the asset cache.
#ifndef INGOT_COMPILE_MESH_MESH_DATA_H_
#define INGOT_COMPILE_MESH_MESH_DATA_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "base/arena.h"
#include "compile/mesh/mesh_octree.h"
#include "compile/mesh/mesh_polygon.h"
#include "compile/record/bvh.h"
#include "spec/file/mesh_file.h"

typedef struct ig_MeshData_ {
  _Atomic int references;
  ig_Arena arena;  // of the arrays below
  ig_MeshFile m;   // normals, texture coordinates and faces; its vertices are as they were read
  double* vert;
  int nvert;
  int* hull;  // NULL: none
  ig_Polygons polygons;
  ig_Bvh bvh;
  ig_Octree octree;
  double pos[3], quat[4];  // the place of this frame in that of the file
  double low[3], high[3];
  double volume;  // area, of a shell
  double inertiabox[3];
} ig_MeshData;

// how it is to be made
typedef struct ig_MeshOrder_ {
  const char* name;
  double scale[3], refpos[3], refquat[4];
  mjtMeshInertia inertia;
  int maxhullvert;
  bool smoothnormal;
  bool hull;  // wanted, whatever the faces
  bool octree;
  bool coeffs;    // with the distances at its vertices
  bool in_place;  // keep the frame of the file
  bool obj;       // texture coordinates need not be one per vertex
} ig_MeshOrder;

ig_MeshData* ig_new_mesh_data(void);
void ig_release_mesh_data(ig_MeshData* data);

// from data->m, with vertices as they were read; false: message in data->m.error
bool ig_make_mesh(ig_MeshData* data, const ig_MeshOrder* order);

// bytes that it holds, about
size_t ig_mesh_data_bytes(const ig_MeshData* data);

#endif  // INGOT_COMPILE_MESH_MESH_DATA_H_
