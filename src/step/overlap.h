// SPDX-License-Identifier: Apache-2.0
// Overlapped stages, with a pool of threads bound to the data, in scenes of many bodies. Inertia needs no contacts, and contacts
// need no inertia: a helper runs the former while the caller looks for the latter. In a whole forward pass it goes on with
// velocities and smooth forces, before their turn. Then a helper begins the solve, which needs the rows alone, while the caller
// sorts them by islands. The flags of the table of stages say which (IG_STAGE_IS_OVERLAP and following).
#ifndef INGOT_STEP_OVERLAP_H_
#define INGOT_STEP_OVERLAP_H_

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

#include "step/stage.h"

// Stages IG_STAGE_COM to IG_STAGE_COLLISION, all of them; false: there is no helper, nothing was done. prefetched: stages of
// later walks that were run already are added to it, as bits; NULL: there are no later walks.
bool ig_collision_overlapped(const mjModel* m, mjData* d, uint64_t* prefetched);

// Islands; false as above. With IG_SOLVE_BEGUN in `prefetched` the first half of the solver is done.
enum { IG_SOLVE_BEGUN = IG_NSTAGE };
bool ig_islands_overlapped(const mjModel* m, mjData* d, uint64_t* prefetched);

#endif  // INGOT_STEP_OVERLAP_H_
