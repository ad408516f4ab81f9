// SPDX-License-Identifier: Apache-2.0
// Two geoms: filters, the collider of their types, and their contacts.
#ifndef INGOT_COLLIDE_PAIR_H_
#define INGOT_COLLIDE_PAIR_H_

#include <mujoco/mujoco.h>

#include "collide/queue.h"

// explicit pairs of the model that the driver has tested for the bodies at hand: not to be tested again
typedef struct {
  int first, end;
  ig_PairQueue* queue;  // where pairs go that are to be tested later; NULL: they are tested at once
} ig_TestedPairs;

// two geoms of different bodies, unless they are among the tested pairs
void ig_collide_geoms(const mjModel* m, mjData* d, int geom1, int geom2, ig_TestedPairs tested);

// an explicit pair: no filter but sleep, and its own parameters
void ig_collide_explicit(const mjModel* m, mjData* d, int pair, ig_PairQueue* queue);

// of two geoms ordered by type; pair is -1 for an automatic pair
mjtNum ig_pair_margin(const mjModel* m, const int geom[2], int pair);
// all that their collider does not fill of their contacts
void ig_pair_complete(const mjModel* m, const mjData* d, const int geom[2], int pair, mjContact* con, int count);

#endif  // INGOT_COLLIDE_PAIR_H_
