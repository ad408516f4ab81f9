// SPDX-License-Identifier: Apache-2.0
// One time step.
#ifndef INGOT_STEP_STEP_H_
#define INGOT_STEP_STEP_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// `done`: stages whose results are there already (factors of the integrators included); quiet: no sensors
void ig_step(const mjModel* m, mjData* d, mjtStage done, bool quiet);

// the two halves of a step, before and after a control is set
void ig_step_first(const mjModel* m, mjData* d);
void ig_step_second(const mjModel* m, mjData* d);

#endif  // INGOT_STEP_STEP_H_
