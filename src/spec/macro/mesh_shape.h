// SPDX-License-Identifier: Apache-2.0
// Meshes of built-in shapes.
#ifndef INGOT_SPEC_MACRO_MESH_SHAPE_H_
#define INGOT_SPEC_MACRO_MESH_SHAPE_H_

#include <mujoco/mujoco.h>

// vertices and faces of a shape; not 0: the parameters are not good for it
int ig_make_builtin_mesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams);

#endif  // INGOT_SPEC_MACRO_MESH_SHAPE_H_
