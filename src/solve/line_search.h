// Minimum of the cost along a direction: a convex, piecewise smooth function of one number.
#ifndef INGOT_SOLVE_LINE_SEARCH_H_
#define INGOT_SOLVE_LINE_SEARCH_H_

#include <mujoco/mujoco.h>

#include "solve/problem.h"

// along x(alpha) = x + alpha v for each row; the smooth part is gauss[0] + gauss[1] alpha + gauss[2] alpha^2
typedef struct {
  const ig_Problem* problem;
  const mjtNum *x, *v;  // J qacc - aref and J search, per row
  mjtNum gauss[3];
  mjtNum* quad;  // 3 per row: the row's quadratic; a cone uses its first 9 for N, T^2 as well
  int evaluations;
  mjtNum slope;  // at the result, scaled; 1 if there was no search
} ig_LineSearch;

// fills quad from x, v and the rows
void ig_line_prepare(ig_LineSearch* line);

// the step to take; 0: no improvement. slope_tolerance and slope_scale refer to the unscaled derivative.
mjtNum ig_line_minimum(ig_LineSearch* line, mjtNum slope_tolerance, mjtNum slope_scale, int max_evaluations);

#endif  // INGOT_SOLVE_LINE_SEARCH_H_
