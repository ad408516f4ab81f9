// SPDX-License-Identifier: Apache-2.0
// Trajectories under every flag, integrator, solver and cone, to compare with the reference.
#ifndef INGOT_TESTS_STEP_GOLDEN_H_
#define INGOT_TESTS_STEP_GOLDEN_H_

#include "case.h"

enum { ig_ngolden = 40 };

typedef struct {
  char name[40];
  double at[3];  // figure of qpos, qvel and act after 1, 10 and 50 steps
} ig_Golden;

// run number `run` of ig_ngolden
ig_Golden ig_golden(int run);

#endif  // INGOT_TESTS_STEP_GOLDEN_H_
