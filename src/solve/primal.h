// SPDX-License-Identifier: Apache-2.0
// Newton's method and conjugate gradients, on the accelerations.
#ifndef INGOT_SOLVE_PRIMAL_H_
#define INGOT_SOLVE_PRIMAL_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "solve/problem.h"

typedef struct {
  bool newton, elliptic;
  int iterations, ls_iterations;
  num tolerance, ls_tolerance;
} ig_Method;

// the room when ig_solve_primal has taken what it takes for a problem of this shape
ig_Room IG_NAME(ig_primal_room)(const ig_Problem* p, const ig_Method* method, ig_Room room);

// From p->qacc on. The results of a lane are stored as soon as it has ended; what its numbers in the problem are afterwards does
// not matter. The room's block is aligned to 64 bytes.
void IG_NAME(ig_solve_primal)(ig_Problem* p, const ig_Method* method, ig_Room room);

#endif  // INGOT_SOLVE_PRIMAL_H_
