// SPDX-License-Identifier: Apache-2.0
// Constraint forces and accelerations from rows, smooth forces and inertia.
#ifndef INGOT_SOLVE_SOLVE_H_
#define INGOT_SOLVE_SOLVE_H_

#include <mujoco/mujoco.h>

// said where the cost did not curve upwards
#define IG_FLAT_WARNING "the cost along a search direction does not curve upwards"

// sets efc_b, efc_force, efc_state, qfrc_constraint, qacc and the solver statistics
void ig_solve(const mjModel* m, mjData* d);

// forces, states and cost of the rows for given J qacc - aref
void ig_constraint_update(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1], int flg_coneHessian);

#endif  // INGOT_SOLVE_SOLVE_H_
