// SPDX-License-Identifier: Apache-2.0
// Patterns of the sparse matrices of a model, from its dof and body tree:
//   M   nv x nv  inertia, lower triangle; rows of simple dofs hold the diagonal only
//   D   nv x nv  dofs on a common path to the root, symmetric
//   B   nbody x nv  dofs above and below a body
#ifndef INGOT_COMPILE_DERIVED_SPARSITY_H_
#define INGOT_COMPILE_DERIVED_SPARSITY_H_

#include <mujoco/mujoco.h>

// reads sizes, dof_parentid, dof_simplenum, dof_Madr, body_*; writes M_, D_, B_ and the maps between them
void ig_fill_sparsity(mjModel* m);

#endif  // INGOT_COMPILE_DERIVED_SPARSITY_H_
