// SPDX-License-Identifier: Apache-2.0
// qDeriv, the derivative of smooth forces by velocities: a sparse nv x nv matrix in which a dof meets its ancestors
// and descendants (D_rownnz, D_rowadr, D_colind). Couplings between branches have no place in it and are dropped.
#ifndef INGOT_DERIVE_RATE_MATRIX_H_
#define INGOT_DERIVE_RATE_MATRIX_H_

#include "batch/data.h"

// rows of a Jacobian over one set of dofs
typedef struct {
  int n;            // dofs
  const int* dof;   // (n) ascending
  const real* row;  // (rows x n)
} ig_RateRows;

// qDeriv += J^T B J, with B (size x size) the derivative of the forces along the rows by the velocities along them
void IG_NAME(ig_rate_add)(const mjModel* m, ig_Data* d, const ig_RateRows* J, const real* B, int size);

#endif  // INGOT_DERIVE_RATE_MATRIX_H_
