// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics.
#ifndef INGOT_STEP_INVERSE_H_
#define INGOT_STEP_INVERSE_H_

#include <mujoco/mujoco.h>

// forces that give the accelerations; the same after a stage that is done already
void ig_inverse(const mjModel* m, mjData* d);
void ig_inverse_skip(const mjModel* m, mjData* d, int skipstage, int skipsensor);

// how far inverse dynamics is from undoing forward dynamics: solver_fwdinv
void ig_compare_inverse(const mjModel* m, mjData* d);

#endif  // INGOT_STEP_INVERSE_H_
