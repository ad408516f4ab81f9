// SPDX-License-Identifier: Apache-2.0
// Meshes of plugins: the surface of a signed distance field.
#ifndef INGOT_COMPILE_MESH_MESH_FIELD_H_
#define INGOT_COMPILE_MESH_MESH_FIELD_H_

#include "compile/mesh/mesh.h"
#include "spec/file/mesh_file.h"

// vertices, normals and faces from the plugin instance that the mesh names; false: message in to->error or in the spec
bool ig_mesh_from_field(ig_Compiler* c, ig_CMesh* mesh, ig_MeshFile* to);

#endif  // INGOT_COMPILE_MESH_MESH_FIELD_H_
