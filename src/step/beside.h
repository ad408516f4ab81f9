// SPDX-License-Identifier: Apache-2.0
// Stages beside each other: what bodies alone say about inertia needs no contacts, and contacts need no inertia. With a pool of
// threads bound to the data, a helper runs the former while the caller looks for the latter, in scenes of many bodies.
#ifndef INGOT_STEP_BESIDE_H_
#define INGOT_STEP_BESIDE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "step/stage.h"

// Stages IG_STAGE_COM to IG_STAGE_COLLISION, all of them; false: nobody helps, nothing was done.
bool ig_walk_beside(const mjModel* m, mjData* d);

// those that the helper runs, in their order
extern const ig_StageId ig_stages_beside[];
extern const int ig_nstages_beside;

#endif  // INGOT_STEP_BESIDE_H_
