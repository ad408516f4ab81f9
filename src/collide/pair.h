// SPDX-License-Identifier: Apache-2.0
// Two geoms: filters, the collider of their types, and their contacts.
#ifndef INGOT_COLLIDE_PAIR_H_
#define INGOT_COLLIDE_PAIR_H_

#include <mujoco/mujoco.h>

// explicit pairs of the model that the driver has tested for the bodies at hand: not to be tested again
typedef struct {
  int first, end;
} ig_TestedPairs;

// two geoms of different bodies, unless they are among the tested pairs
void ig_collide_geoms(const mjModel* m, mjData* d, int geom1, int geom2, ig_TestedPairs tested);

// an explicit pair: no filter but sleep, and its own parameters
void ig_collide_explicit(const mjModel* m, mjData* d, int pair);

#endif  // INGOT_COLLIDE_PAIR_H_
