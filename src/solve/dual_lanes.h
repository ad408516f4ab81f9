// SPDX-License-Identifier: Apache-2.0
// PGS and noslip on the worlds of lanes.
#ifndef INGOT_SOLVE_DUAL_LANES_H_
#define INGOT_SOLVE_DUAL_LANES_H_

#include <stdbool.h>

#include "batch/data.h"
#include "solve/given.h"
#include "solve/problem.h"

#if IG_WIDTH > 1

// bytes of scratch for the worlds `given`, one for each lane
size_t IG_NAME(ig_dual_worlds_bytes)(const mjModel* m, const ig_Given* given);

// From efc_force on, or from none where that costs more (PGS with a warm start), to efc_force, efc_state, qfrc_constraint and
// qacc of the lanes that have rows; statistics go to their worlds.
void IG_NAME(ig_dual_worlds)(const mjModel* m, ig_Data* d, const ig_Given* given, bool noslip, char* scratch);

#endif
#endif  // INGOT_SOLVE_DUAL_LANES_H_
