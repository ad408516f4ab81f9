// SPDX-License-Identifier: Apache-2.0
// Sixteen worlds of a model stepped in single precision, one by one and side by side: the build for floats, seen from tests that
// know doubles.
#ifndef INGOT_TESTS_SINGLE_STEPS_H_
#define INGOT_TESTS_SINGLE_STEPS_H_

#include "model/convert.h"

enum { ig_single_worlds = 16 };

typedef struct {
  long compared, left;  // worlds stepped in a lane and ended there, and those that left it, over all widths and steps
  long different;       // compared ones whose bits are not those of the world alone
  int width, step;      // of the first of these
  uint64_t hash;        // of the states of all worlds, at the end
  double* state;        // (nq + nv) of the first world, at the end
} ig_SingleResult;

// Worlds differ in velocities and controls: those of world k in step n are ig_single_control(k, n, i) of actuator i, and the
// first starts as a reset leaves it.
double ig_single_control(int world, int step, int actuator);

// why the model does not run, NULL: it does, and the result is there
const char* ig_single_run(const ig_ModelView* model, int nstep, ig_SingleResult* result);

// one number of the converted model, by the name of the array
double ig_single_number(const ig_ModelView* model, const char* array, int i);

#endif  // INGOT_TESTS_SINGLE_STEPS_H_
