// SPDX-License-Identifier: Apache-2.0
// The tolerance that solvers work to. Improvements and gradients are scaled to accelerations of the model's mean inertia; floats
// round them by some 1e-7, so that less than 1e-6 would be waiting for a coincidence.
#ifndef INGOT_SOLVE_TOLERANCE_H_
#define INGOT_SOLVE_TOLERANCE_H_

#include "lane/num.h"

// a negative one asks for all iterations
static inline num ig_solver_tolerance(num wanted) {
  return IG_BY_PRECISION(wanted, wanted >= 0 && wanted < 1e-6 ? 1e-6 : wanted);
}

#endif  // INGOT_SOLVE_TOLERANCE_H_
