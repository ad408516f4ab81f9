// SPDX-License-Identifier: Apache-2.0
// One query of two convex shapes: distance when apart, depth and contact points when they penetrate.
#ifndef INGOT_COLLIDE_CONVEX_CCD_H_
#define INGOT_COLLIDE_CONVEX_CCD_H_

#include "collide/convex/gjk.h"

// returns the signed distance, see ig_Ccd for inputs and answers. The shapes keep their warm starts.
num ig_ccd(ig_Ccd* q, ig_Convex* a, ig_Convex* b);

// a query with the options of the model
void ig_ccd_setup(ig_Ccd* q, const ig_Local* local, int max_points, num cutoff);

// scratch of a query with that many iterations; 0: it needs none
size_t ig_ccd_bytes(int iterations);

// the same where the machine's stack is not used: on a GPU
size_t ig_ccd_storage(int iterations);

#endif  // INGOT_COLLIDE_CONVEX_CCD_H_
