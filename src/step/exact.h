// SPDX-License-Identifier: Apache-2.0
// Exact derivatives of a step.
#ifndef INGOT_STEP_EXACT_H_
#define INGOT_STEP_EXACT_H_

#include <mujoco/mujoco.h>

typedef struct {
  mjtNum *A, *B, *C, *D;  // as of ingot_transition
} ig_Exact;

// NULL, or what could not be differentiated; the state of d stays as it is
const char* ig_exact_transition(const mjModel* m, mjData* d, const ig_Exact* out);

// Products with [A B]: next = A state + B ctrl, and state = A^T next, ctrl = B^T next; 2 nv + na numbers a state, nu controls.
const char* ig_step_push(const mjModel* m, mjData* d, const mjtNum* state, const mjtNum* ctrl, mjtNum* next);
const char* ig_step_pull(const mjModel* m, mjData* d, const mjtNum* next, mjtNum* state, mjtNum* ctrl);

#endif  // INGOT_STEP_EXACT_H_
