// SPDX-License-Identifier: Apache-2.0
// Stiffness of flexes that are moved by nodes, in joint space. It is stiff and couples dofs of different trees, which have
// no place in the sparse inertia, so the implicit integrators treat these dofs as one dense block.
#ifndef INGOT_DERIVE_FLEX_STIFFNESS_H_
#define INGOT_DERIVE_FLEX_STIFFNESS_H_

#include <mujoco/mujoco.h>

// with K the stored stiffness of each flex in its rest frame, turned into the world, and s = h*h + h*damping:

// res (nv) += sum over flexes of s * J^T K J vec
void ig_flex_stiffness_mul(const mjModel* m, mjData* d, mjtNum* res, const mjtNum* vec, mjtNum h);

// H (n x n) -= the same matrix, restricted to n dofs; local[dof] is the dof's place among them, -1 when it has none
void ig_flex_stiffness_add(const mjModel* m, mjData* d, mjtNum* H, const int* local, int n, mjtNum h);

#endif  // INGOT_DERIVE_FLEX_STIFFNESS_H_
