// SPDX-License-Identifier: Apache-2.0
// A model compiled from text with its data, for tests of stages that need a whole world.
#ifndef INGOT_TESTS_CASE_H_
#define INGOT_TESTS_CASE_H_

#include <mujoco/mujoco.h>

typedef struct {
  mjModel* m;
  mjData* d;
} ig_Case;

// m and d are NULL when the text does not compile; the running test has failed then
ig_Case ig_case(const char* xml);
void ig_case_free(ig_Case* c);

// after a reset: a generic pose near the initial one, velocities, controls and activations
void ig_case_state(ig_Case* c, unsigned seed);

// one number that depends on all of them, with uneven weights
double ig_case_sum(const mjtNum* values, int n);

#endif  // INGOT_TESTS_CASE_H_
