// SPDX-License-Identifier: Apache-2.0
// The older collider, behind the flag that switches the native one off: libccd's portal refinement.
#ifndef INGOT_COLLIDE_CONVEX_MPR_H_
#define INGOT_COLLIDE_CONVEX_MPR_H_

#include "collide/convex/convex_shape.h"

typedef struct {
  num depth;
  num normal[3];  // from A to B
  num pos[3];
} ig_Penetration;

// farthest point along dir. Unlike ig_support, a zero component of dir stays in the middle of a flat side, and a
// climb over a mesh starts by measuring its first vertex.
void ig_mpr_support(num r[3], ig_Convex* s, const num dir[3]);

// false when the shapes do not penetrate, or no normal was found
bool ig_mpr(ig_Penetration* r, const mjModel* m, ig_Convex* a, ig_Convex* b);

#endif  // INGOT_COLLIDE_CONVEX_MPR_H_
