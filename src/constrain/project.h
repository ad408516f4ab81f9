// SPDX-License-Identifier: Apache-2.0
// The dual matrix A + R, with A = J inverse(M) J^T.
#ifndef INGOT_CONSTRAIN_PROJECT_H_
#define INGOT_CONSTRAIN_PROJECT_H_

#include <mujoco/mujoco.h>

// efc_AR for solvers that work on forces; when the arena is full: no rows, and a warning
void ig_project_rows(const mjModel* m, mjData* d);

#endif  // INGOT_CONSTRAIN_PROJECT_H_
