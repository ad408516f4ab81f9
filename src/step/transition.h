// SPDX-License-Identifier: Apache-2.0
// Derivatives of a step.
#ifndef INGOT_STEP_TRANSITION_H_
#define INGOT_STEP_TRANSITION_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "step/width.h"

typedef struct {
  mjtNum eps;
  bool centered;
  mjtNum *A, *B, *C, *D;  // each may be NULL
} ig_Transition;

// What mjd_transitionFD gives. Lanes of this width that were made for the model may be given, and are stepped; else (NULL) they
// are made where that pays.
void ig_transition(const mjModel* m, mjData* d, const ig_Transition* t, const ig_Width* width, void* lanes);

#endif  // INGOT_STEP_TRANSITION_H_
