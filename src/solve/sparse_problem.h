// SPDX-License-Identifier: Apache-2.0
// Problems of many dofs, at width 1: rows as groups of blocks, and Newton's Hessian in panels.
//
// A block is a stretch of dofs of a tree in which each is the only child of the one before: six dofs of a free body, a leg. A
// group is consecutive rows of one constraint that touch the same blocks with numbers other than zero. Products and sums run
// as in a small problem; the elimination order comes from which blocks meet, in M or in a group.
#ifndef INGOT_SOLVE_SPARSE_PROBLEM_H_
#define INGOT_SOLVE_SPARSE_PROBLEM_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "solve/mj_problem.h"
#include "solve/rows.h"

typedef struct ig_SparseProblem_ ig_SparseProblem;

// Memory from the stack of d, which the caller has marked. Threads of the source's pool help where there is enough to do; place
// says where the rows of the source are in the solver's rows, of which there are nrow.
ig_SparseProblem* ig_sparse_make(const ig_MjProblem* source, const int* place, int nrow, bool newton, mjData* d);

// For Newton's method a helper may find order and panels from here on, beside what comes before they are needed. Until it has
// them or has been told to leave, the stack is not the caller's, and nothing may raise an error.
void ig_sparse_seek(ig_SparseProblem* sparse);
void ig_sparse_leave(ig_SparseProblem* sparse);

// Once before products, if that has not been asked for it is now: rows are copied into groups.
void ig_sparse_begin(ig_SparseProblem* sparse);

void ig_sparse_mul_J(const ig_SparseProblem* sparse, mjtNum* row, const mjtNum* dof);
void ig_sparse_mul_JT(ig_SparseProblem* sparse, mjtNum* dof, const mjtNum* row);
// n numbers that threads have read are written next
void ig_sparse_claim(const ig_SparseProblem* sparse, mjtNum* start, int n);

void ig_sparse_mul_M(const ig_SparseProblem* sparse, mjtNum* res, const mjtNum* dof);
void ig_sparse_solve_M(const ig_SparseProblem* sparse, mjtNum* dof);

// D of the rows as it is in the Hessian is kept by the caller
void ig_sparse_hessian_start(ig_SparseProblem* sparse, const ig_Rows* rows, mjtNum* D, bool cones);
void ig_sparse_hessian_update(ig_SparseProblem* sparse, const ig_Rows* rows, mjtNum* D, bool anew);
// false: a pivot is lost (solve/pivot.h), and would not be, perhaps, if the Hessian were built anew
bool ig_sparse_hessian_solve(ig_SparseProblem* sparse, mjtNum* x);

// entries of its factor, 0 where there was none
size_t ig_sparse_entries(const ig_SparseProblem* sparse);

#endif  // INGOT_SOLVE_SPARSE_PROBLEM_H_
