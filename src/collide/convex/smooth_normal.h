// SPDX-License-Identifier: Apache-2.0
// Normals of contacts with round shapes, from the surface at the contact instead of the search that found it.
#ifndef INGOT_COLLIDE_CONVEX_SMOOTH_NORMAL_H_
#define INGOT_COLLIDE_CONVEX_SMOOTH_NORMAL_H_

#include "collide/convex/convex_shape.h"

// a or b may be NULL; shapes without a smooth side near the contact are left out. The mean of what two shapes say.
void ig_smooth_normal(mjContact* con, const ig_Convex* a, const ig_Convex* b);

#endif  // INGOT_COLLIDE_CONVEX_SMOOTH_NORMAL_H_
