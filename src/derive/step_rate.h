// SPDX-License-Identifier: Apache-2.0
// Exact derivatives of accelerations and of a step, from the numbers that a forward pass left in mjData.
#ifndef INGOT_DERIVE_STEP_RATE_H_
#define INGOT_DERIVE_STEP_RATE_H_

#include "derive/force_rate.h"

// what stands in the way of them in this state, in words; NULL: nothing
const char* ig_no_step_rate(const mjModel* m, const mjData* d);

// The derivative of the acceleration a step is taken with, as a system that is factored but not solved:
//   hessian dqacc = force dx,   and where the integrator has a matrix of its own (step NULL: it has none)   step da = mass dqacc
//   + extra dx
typedef struct {
  ig_ForceRate force, extra;
  mjtNum *hessian, *mass, *step;  // (nv x nv): eliminated, as it is, eliminated
  mjtNum* qacc;                   // (nv) the acceleration itself
} ig_StepRate;

// From the stack of d, which the caller has marked. `forward` leaves the integrator out: qacc itself. NULL, or what is not
// differentiated.
const char* ig_step_rate(const mjModel* m, mjData* d, bool forward, ig_StepRate* rate);

// those of the acceleration, solved; the system is used up
ig_ForceRate ig_step_rate_solve(const mjModel* m, mjData* d, ig_StepRate* rate);

// The same from the other side: of a number that changes by acc (nv) with the acceleration, += its changes by the state and the
// controls, one row of nv, nv, na and nu numbers. acc is used up.
void ig_step_rate_pull(const mjModel* m, mjData* d, const ig_StepRate* rate, mjtNum* acc, const ig_ForceRate* row);

// Positions moved along vel for a time h. Of n columns of changes (nv x n): change <- theirs after the move, where vel changes by
// vel_change; tangent vectors before and after.
void ig_position_change(const mjModel* m, const mjtNum* vel, mjtNum h, int n, const mjtNum* vel_change, mjtNum* change);

// The same from the other side: change (nv), by the positions after the move, becomes that by the positions before, and
// vel_change += that by the velocity
void ig_position_pull(const mjModel* m, const mjtNum* vel, mjtNum h, mjtNum* vel_change, mjtNum* change);

#endif  // INGOT_DERIVE_STEP_RATE_H_
