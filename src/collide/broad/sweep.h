// SPDX-License-Identifier: Apache-2.0
// Sweep and prune: which of n boxes overlap.
#ifndef INGOT_COLLIDE_BROAD_SWEEP_H_
#define INGOT_COLLIDE_BROAD_SWEEP_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

#include "base/team.h"

// lower and upper bounds of box i along axis k at low[k][i], high[k][i]
typedef struct {
  int n;
  const mjtNum *low[3], *high[3];
} ig_Bounds;

// called with each overlapping pair; a nonzero answer ends the sweep
typedef int (*ig_PairVisitor)(void* context, int older, int newer);

// sweep along `axis`. Pairs come in the order in which the sweep meets the second box, and for one second box in the
// order in which it met the first ones. Bounds along the axis are compared in single precision; where the end of one
// box meets the start of another exactly, the lower number is taken first.
void ig_sweep(mjData* d, const ig_Bounds* bounds, int axis, ig_PairVisitor visit, void* context);

// The same in pieces that a team shares: piece k gives its pairs to context[k]. All pieces together give the pairs of one sweep,
// in its order; the visitor does not end it.
enum { IG_SWEEP_PIECES = 2 * IG_TEAM_MOST };
void ig_sweep_shared(mjData* d, const ig_Bounds* bounds, int axis, const ig_Team* team, int pieces, ig_PairVisitor visit,
                     void* const* context);

// stable sort of n items by their upper 32 bits; spare has room for n too. Returns the array that holds the result.
uint64_t* ig_sort_words(uint64_t* item, uint64_t* spare, int n);

#endif  // INGOT_COLLIDE_BROAD_SWEEP_H_
