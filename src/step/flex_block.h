// SPDX-License-Identifier: Apache-2.0
// The dense block of dofs that move interpolated flexes, in an implicit step. The sparse matrix of the step leaves out
// the flexes' stiffness: these dofs are solved again, with the stiffness and with the accelerations of all others given.
#ifndef INGOT_STEP_FLEX_BLOCK_H_
#define INGOT_STEP_FLEX_BLOCK_H_

#include <mujoco/mujoco.h>

// an entry of the sparse matrix between a dof of the block and one outside
typedef struct {
  int row;  // in the block
  int dof;  // outside
  mjtNum value;
} ig_FlexCoupling;

typedef struct {
  int n;           // dofs of the block; 0 when there is none
  int* dof;        // (n)
  mjtNum* factor;  // (n x n) Cholesky factor
  int ncoupling;
  ig_FlexCoupling* coupling;
} ig_FlexSystem;

// from the matrix of the step, not factored yet; on the stack of d
ig_FlexSystem ig_flex_system(const mjModel* m, mjData* d);

// replaces the accelerations of the block's dofs
void ig_flex_system_solve(const mjModel* m, mjData* d, const ig_FlexSystem* s, const mjtNum* qfrc, mjtNum* qacc);

#endif  // INGOT_STEP_FLEX_BLOCK_H_
