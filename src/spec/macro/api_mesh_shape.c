// SPDX-License-Identifier: Apache-2.0
// Meshes of built-in shapes, for users.
#include <mujoco/mujoco.h>

#include "spec/macro/mesh_shape.h"

int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams) {
  return ig_make_builtin_mesh(mesh, builtin, params, nparams);
}
