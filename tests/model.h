// SPDX-License-Identifier: Apache-2.0
// Models from text, and reproducible numbers.
#ifndef INGOT_TESTS_MODEL_H_
#define INGOT_TESTS_MODEL_H_

#include <mujoco/mujoco.h>

// NULL: does not compile, and error says why
mjModel* ig_test_compile(const char* xml, char* error, int size);

// fails the running test and returns NULL when the text does not compile
mjModel* ig_test_model(const char* xml);

// in [-1, 1)
double ig_test_random(unsigned* seed);

#endif  // INGOT_TESTS_MODEL_H_
