// SPDX-License-Identifier: Apache-2.0
// One time step.
#ifndef INGOT_STEP_STEP_H_
#define INGOT_STEP_STEP_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// `done`: stages whose results are there already (factors of the integrators included); quiet: no sensors
void ig_step(const mjModel* m, mjData* d, mjtStage done, bool quiet);

#endif  // INGOT_STEP_STEP_H_
