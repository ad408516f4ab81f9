#ifndef INGOT_SRC_SPEC_MESH_OBJ_H_
#define INGOT_SRC_SPEC_MESH_OBJ_H_

#include "spec/mesh_file.h"

bool ig_read_obj(ig_MeshFile* file, const ig_MeshSource* source);

#endif  // INGOT_SRC_SPEC_MESH_OBJ_H_
