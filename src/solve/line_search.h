// SPDX-License-Identifier: Apache-2.0
// Minimum of the cost along a direction: a convex, piecewise smooth function of one number.
#ifndef INGOT_SOLVE_LINE_SEARCH_H_
#define INGOT_SOLVE_LINE_SEARCH_H_

#include <stdbool.h>

#include "lane/lane.h"
#include "solve/pack.h"
#include "solve/rows.h"

// numbers of a cone along the line: its quadratic, N = N0 + N1 alpha, T^2 = TT + 2 TV alpha + VV alpha^2, its stiffness
enum { IG_CONE_Q0, IG_CONE_Q1, IG_CONE_Q2, IG_CONE_N0, IG_CONE_N1, IG_CONE_TT, IG_CONE_TV, IG_CONE_VV, IG_CONE_DM, IG_NCONE };

// whether what is per row is kept from the start of a search on: a crew makes it anew each time
#ifdef IG_CREW
enum { IG_KEEPS_QUADS = 0 };
#else
enum { IG_KEEPS_QUADS = 1 };
#endif

// along x(alpha) = x + alpha v for each row; the smooth part is gauss[0] + gauss[1] alpha + gauss[2] alpha^2
typedef struct {
  const ig_Rows* rows;
  IG_POINTER(const real) x;  // J qacc - aref and J search, per row
  IG_POINTER(const real) v;
  real gauss[3];
  IG_POINTER(real) quad[3];  // per row: value, slope and half the curvature of its quadratic at 0
  IG_POINTER(real) cone;     // IG_NCONE each
  ig_Sum equality[3];        // sums over the equalities, which are in their quadratic everywhere

  // of each lane
  real tolerance, scale;  // both refer to the unscaled derivative
  unsigned searching;     // lanes that are not left out, as bits
  real alpha;             // the step to take; 0: no improvement
  real slope;             // at the result, scaled; 1 if there was no search
  int evaluations[IG_LANES];
  unsigned flat;  // lanes in which the cost did not curve upwards somewhere on the way, as bits
} ig_LineSearch;

// fills quad, cone and equality from x, v and the rows
void IG_NAME(ig_line_prepare)(ig_LineSearch* line);

// alpha, slope and evaluations of every lane that is searching
void IG_NAME(ig_line_minimum)(ig_LineSearch* line, int max_evaluations);

#endif  // INGOT_SOLVE_LINE_SEARCH_H_
