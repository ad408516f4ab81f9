// SPDX-License-Identifier: Apache-2.0
// The work on the meshes of a model.
#ifndef INGOT_COMPILE_MESH_MESH_JOBS_H_
#define INGOT_COMPILE_MESH_MESH_JOBS_H_

#include "compile/record/record.h"

// reads or builds all meshes, in threads if the model allows it; everything in their records is set afterwards
bool ig_compile_meshes(ig_Compiler* c);

#endif  // INGOT_COMPILE_MESH_MESH_JOBS_H_
