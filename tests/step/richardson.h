// SPDX-License-Identifier: Apache-2.0
// A step's derivatives by centred differences, extrapolated to step size zero (Richardson; Romberg's table), with what the table
// itself says of their error: large where the step is not smooth.
#ifndef INGOT_TESTS_STEP_RICHARDSON_H_
#define INGOT_TESTS_STEP_RICHARDSON_H_

#include <mujoco/mujoco.h>

typedef struct {
  int nx, nu, ns;
  mjtNum *A, *B, *C, *D;      // as of mjd_transitionFD
  mjtNum error;               // estimate, of A and B, as a part of their largest entries
  mjtNum *error_A, *error_B;  // of each entry
} ig_Richardson;

// at the state of d, which stays; h: the largest nudge
ig_Richardson ig_richardson(const mjModel* m, mjData* d, mjtNum h);
void ig_richardson_free(ig_Richardson* r);

// the largest difference of two matrices as a part of the largest entry (at least 1)
mjtNum ig_relative_difference(const mjtNum* a, const mjtNum* b, int n);

#endif  // INGOT_TESTS_STEP_RICHARDSON_H_
