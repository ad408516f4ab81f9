// SPDX-License-Identifier: Apache-2.0
// Stages beside each other, with a pool of threads bound to the data, in scenes of many bodies. What bodies alone say about
// inertia needs no contacts, and contacts need no inertia: a helper runs the former while the caller looks for the latter. In a
// whole forward pass it goes on with what bodies alone say about velocities and forces, ahead of its turn. Then the rows are all
// that a solver begins with: a helper does that while the caller sorts them by islands.
#ifndef INGOT_STEP_BESIDE_H_
#define INGOT_STEP_BESIDE_H_

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

#include "step/stage.h"

// Stages IG_STAGE_COM to IG_STAGE_COLLISION, all of them; false: nobody helps, nothing was done. ahead: stages of later walks
// that were run already are added to it, as bits; NULL: there are no later walks.
bool ig_walk_beside(const mjModel* m, mjData* d, uint64_t* ahead);

// Islands; false as above. When it gets to IG_SOLVE_BEGUN in `ahead` the first half of the solver is done.
enum { IG_SOLVE_BEGUN = IG_NSTAGE };
bool ig_islands_beside(const mjModel* m, mjData* d, uint64_t* ahead);

// those that the helper runs, in their order, and those that it runs ahead of their turn: the forces in models without actuators
extern const ig_StageId ig_stages_beside[], ig_stages_ahead[], ig_forces_ahead[];
extern const int ig_nstages_beside, ig_nstages_ahead, ig_nforces_ahead;

#endif  // INGOT_STEP_BESIDE_H_
