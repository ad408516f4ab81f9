// SPDX-License-Identifier: Apache-2.0
// Problems of many dofs, at width 1: rows as groups of blocks, and Newton's Hessian in panels.
//
// A block is a stretch of dofs of a tree in which each is the only child of the one before: six dofs of a free body, a leg. A
// group is consecutive rows of one constraint that touch the same blocks with numbers other than zero. Products and sums run
// as in a small problem; the elimination order comes from which blocks meet, in M or in a group.
#ifndef INGOT_SOLVE_LARGE_H_
#define INGOT_SOLVE_LARGE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "solve/rows.h"
#include "solve/source.h"

typedef struct ig_Large_ ig_Large;

// Memory from the stack of d, which the caller has marked. Threads of the source's pool help where there is enough to do; place
// says where the rows of the source are in the solver's rows, of which there are nrow.
ig_Large* ig_large_make(const ig_Source* source, const int* place, int nrow, bool newton, mjData* d);

// For Newton's method a helper may find order and panels from here on, beside what comes before they are needed. Until it has
// them or has been told to leave, the stack is not the caller's, and nothing may raise an error.
void ig_large_seek(ig_Large* large);
void ig_large_leave(ig_Large* large);

// Once before products, if that has not been asked for it is now: rows are copied into groups.
void ig_large_begin(ig_Large* large);

void ig_large_mul_J(const ig_Large* large, mjtNum* row, const mjtNum* dof);
void ig_large_mul_JT(ig_Large* large, mjtNum* dof, const mjtNum* row);
// n numbers that threads have read are written next
void ig_large_claim(const ig_Large* large, mjtNum* start, int n);

void ig_large_mul_M(const ig_Large* large, mjtNum* res, const mjtNum* dof);
void ig_large_solve_M(const ig_Large* large, mjtNum* dof);

// D of the rows as it is in the Hessian is kept by the caller
void ig_large_hessian_start(ig_Large* large, const ig_Rows* rows, mjtNum* D, bool cones);
void ig_large_hessian_update(ig_Large* large, const ig_Rows* rows, mjtNum* D, bool anew);
void ig_large_hessian_solve(ig_Large* large, mjtNum* x);

// entries of its factor, 0 where there was none
size_t ig_large_entries(const ig_Large* large);

#endif  // INGOT_SOLVE_LARGE_H_
