// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_SPEC_FILE_MESH_MSH_H_
#define INGOT_SPEC_FILE_MESH_MSH_H_

#include "spec/file/mesh_file.h"

bool ig_read_msh(ig_MeshFile* file, const ig_MeshSource* source);

#endif  // INGOT_SPEC_FILE_MESH_MSH_H_
