#ifndef INGOT_SRC_SPEC_MESH_MSH_H_
#define INGOT_SRC_SPEC_MESH_MSH_H_

#include "spec/mesh_file.h"

bool ig_read_msh(ig_MeshFile* file, const ig_MeshSource* source);

#endif  // INGOT_SRC_SPEC_MESH_MSH_H_
