// SPDX-License-Identifier: Apache-2.0
// Meshes.
#ifndef INGOT_COMPILE_MESH_MESH_H_
#define INGOT_COMPILE_MESH_MESH_H_

#include "compile/record/record.h"

struct ig_MeshData_;

struct ig_CMesh_ {
  ig_Record r;
  mjsMesh s;
  const char* file;        // as it stands in the model's paths; NULL: none
  double pos[3], quat[4];  // from the frame of the file to that of the model: centre and principal axes
  double low[3], high[3];  // bounds in the frame of the model
  double volume;           // or area of a shell
  double inertiabox[3];    // half sizes of the box with the same inertia
  int nvert;
  bool visual;                // only geoms for show use it
  bool hull;                  // something collides with it
  ig_Record* plugin;          // the instance whose surface it is, or NULL
  struct ig_MeshData_* data;  // a share of it
};

// gives back the shares of the data
void ig_drop_meshes(ig_Compiler* c);

// size of a primitive geom around the mesh; its centre in the frame of the model
bool ig_fit_geom(ig_Compiler* c, const ig_CMesh* mesh, ig_CGeom* geom, double centre[3]);

void ig_count_mesh(mjModel* n, const void* record);
void ig_write_mesh(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_MESH_MESH_H_
