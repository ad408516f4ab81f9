// SPDX-License-Identifier: Apache-2.0
// PGS and noslip on the whole model, at width 1.
#ifndef INGOT_SOLVE_DUAL_LAYOUT_H_
#define INGOT_SOLVE_DUAL_LAYOUT_H_

#include <mujoco/mujoco.h>

// from efc_force on, to efc_force, efc_state, qfrc_constraint and qacc
void ig_solve_pgs(const mjModel* m, mjData* d);
void ig_solve_noslip(const mjModel* m, mjData* d);

// cost of starting from the present forces, compared with starting from none: f^T b + f^T A f / 2
mjtNum ig_dual_cost(const mjModel* m, mjData* d);

#endif  // INGOT_SOLVE_DUAL_LAYOUT_H_
