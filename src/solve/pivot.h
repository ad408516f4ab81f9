// SPDX-License-Identifier: Apache-2.0
// Pivots that are lost. A pivot starts at an entry on the diagonal of H. Where it ends below the rounding of that entry its
// digits are noise: the Hessian of a light body that a stiff constraint holds has rank one in floating point, whatever its
// inertia adds. So are the numbers beside it in its row, which are zero where a matrix has lost rank; divided by a pivot that is
// too small, they grow from row to row until they overflow. Such a row is cleared, and the pivot replaced by a number of the size
// of the noise. That is a modification of H that leaves it positive (Nocedal and Wright 2006, "Numerical Optimization",
// chapter 3.4): the direction descends, and the line search finds how far.
#ifndef INGOT_SOLVE_PIVOT_H_
#define INGOT_SOLVE_PIVOT_H_

#include <float.h>

#include <mujoco/mujoco.h>

#include "lane/lane.h"

// the rounding of a number, and the noise of its sum with hundreds of others, as parts of it
#define IG_ROUNDING (sizeof(num) == sizeof(float) ? (num)FLT_EPSILON : (num)DBL_EPSILON)
#define IG_NOISE (64 * IG_ROUNDING)

// What divides: the pivot, or what replaces it where it is lost
IG_INLINE real ig_pivot(real pivot, real entry, mask* lost) {
  const real least = ig_broadcast(mjMINVAL);
  *lost = ig_lt(pivot, ig_max(least, entry * IG_ROUNDING));
  real noise = ig_max(ig_abs(pivot), ig_abs(entry) * IG_NOISE);
  return ig_select(*lost, ig_max(least, noise), pivot);
}

#endif  // INGOT_SOLVE_PIVOT_H_
