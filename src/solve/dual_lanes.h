// SPDX-License-Identifier: Apache-2.0
// PGS and noslip on the worlds of lanes.
#ifndef INGOT_SOLVE_DUAL_LANES_H_
#define INGOT_SOLVE_DUAL_LANES_H_

#include <stdbool.h>

#include "batch/data.h"
#include "solve/problem.h"
#include "solve/problem_view.h"

#if IG_WIDTH > 1

// Iterations go to the worlds beside the lanes. On a GPU, where there are none, those of all islands are counted. Statistics of
// single iterations are made in single worlds only: for them the step is computed once more there.
#ifdef IG_GPU
IG_INLINE int* ig_iterations_of(ig_Data* d, int lane, int island) { return &d->niter.v; }
IG_INLINE void ig_note_nnz(ig_Data* d, int lane, int island, int nnz) {}
#else
IG_INLINE int* ig_iterations_of(ig_Data* d, int lane, int island) { return d->world[lane]->solver_niter + island; }
IG_INLINE void ig_note_nnz(ig_Data* d, int lane, int island, int nnz) { d->world[lane]->solver_nnz[island] = nnz; }
#endif

// bytes of scratch for the worlds of `views`, one for each lane
size_t IG_NAME(ig_dual_worlds_bytes)(const mjModel* m, const ig_ProblemView* views, bool noslip);

// From efc_force on, or from none where that costs more (PGS with a warm start), to efc_force, efc_state, qfrc_constraint and
// qacc of the lanes that have rows; the number of iterations goes to their worlds.
void IG_NAME(ig_dual_worlds)(const mjModel* m, ig_Data* d, const ig_ProblemView* views, bool noslip, char* scratch);

#endif
#endif  // INGOT_SOLVE_DUAL_LANES_H_
