// SPDX-License-Identifier: Apache-2.0
// From mjData to the solver's own layout, at width 1, and the way back.
#ifndef INGOT_SOLVE_LAYOUT_H_
#define INGOT_SOLVE_LAYOUT_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "solve/mj_problem.h"
#include "solve/problem.h"

// where rows and cones are
typedef struct {
  int* place;         // of each row among the solver's rows
  bool straight;      // row i is at i: no kind of rows needs padding before the next one, and there are no cones
  int* cone_contact;  // of each cone
} ig_Places;

typedef struct ig_LaidRows_ {
  ig_Rows rows;
  ig_Places places;
  mjtNum* x;  // J qacc - aref at the start
} ig_LaidRows;

// Rows with their numbers, but for aref; memory from the stack of d, which the caller has marked.
ig_Places ig_layout_rows(const ig_MjProblem* source, ig_Rows* rows, mjData* d);

// values of the source's rows in the solver's rows, zero where these pad, and back
void ig_rows_in(const ig_Rows* rows, const ig_Places* places, mjtNum* to, const mjtNum* from, int nefc);
void ig_rows_out(const ig_Places* places, mjtNum* to, const mjtNum* from, int nefc);
void ig_states_out(const ig_Places* places, int* to, const mjtNum* from, int nefc);

// The whole problem, its results set to the source's arrays and to the statistics of its island. Numbers per dof start from
// the source. The source must outlive it.
void ig_layout_problem(ig_Problem* p, const ig_MjProblem* source, bool newton, mjData* d);

// The same in two: first memory and what follows from positions alone, then the numbers of the source's rows and dofs, which need
// no memory.
typedef struct {
  ig_Problem* problem;
  const ig_MjProblem* source;
  ig_Places places;
} ig_Layout;
ig_Layout ig_layout_begin(ig_Problem* p, const ig_MjProblem* source, bool newton, mjData* d);
void ig_layout_numbers(const ig_Layout* layout);

#endif  // INGOT_SOLVE_LAYOUT_H_
