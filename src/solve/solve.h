// SPDX-License-Identifier: Apache-2.0
// Constraint forces and accelerations from rows, smooth forces and inertia.
#ifndef INGOT_SOLVE_SOLVE_H_
#define INGOT_SOLVE_SOLVE_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

// said where the cost did not curve upwards
#define IG_FLAT_WARNING "the cost along a search direction does not curve upwards"

// sets efc_b, efc_force, efc_state, qfrc_constraint, qacc and the solver statistics
void ig_solve(const mjModel* m, mjData* d);

// The same in two: what it begins with needs no islands. Between the two the world must not change; not for models whose solver
// works on A = J inverse(M) J^T.
void ig_solve_begin(const mjModel* m, mjData* d);
void ig_solve_begun(const mjModel* m, mjData* d);
// bytes of the stack that the first half takes, at most
size_t ig_solve_begin_bytes(const mjModel* m, const mjData* d);

// forces, states and cost of the rows for given J qacc - aref
void ig_constraint_update(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1], int flg_coneHessian);

#endif  // INGOT_SOLVE_SOLVE_H_
