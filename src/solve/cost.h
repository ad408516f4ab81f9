// SPDX-License-Identifier: Apache-2.0
// The cost s(x) of the constraint rows as a function of x = J qacc - aref: its value, minus its gradient (the
// forces), the zone each row is in, and the Hessian of cones.
#ifndef INGOT_SOLVE_COST_H_
#define INGOT_SOLVE_COST_H_

#include <stdbool.h>

#include "lane/lane.h"
#include "solve/rows.h"

// the cost goes to *cost; force and state of the rows are written, and the Hessians of cones when asked for
void IG_NAME(ig_row_cost)(const ig_Rows* rows, IG_POINTER(const real) x, bool hessian, real* cost);

// rows that are not satisfied, and rows whose state is not that of `old`; both as numbers
void IG_NAME(ig_row_counts)(const ig_Rows* rows, IG_POINTER(const real) old, real* active, real* changed);

#endif  // INGOT_SOLVE_COST_H_
