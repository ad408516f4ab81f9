// SPDX-License-Identifier: Apache-2.0
// Derivatives of inverse dynamics.
#ifndef INGOT_STEP_INVERSE_RATE_H_
#define INGOT_STEP_INVERSE_RATE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "step/width.h"

// rows belong to inputs; each may be NULL
typedef struct {
  mjtNum eps;
  bool actuation;  // forces of actuators are taken off
  mjtNum *DfDq, *DfDv, *DfDa, *DsDq, *DsDv, *DsDa, *DmDq;
} ig_InverseRate;

// what mjd_inverseFD gives, with lanes of this width where that pays (NULL: none)
void ig_inverse_rate(const mjModel* m, mjData* d, const ig_InverseRate* r, const ig_Width* width);

#endif  // INGOT_STEP_INVERSE_RATE_H_
