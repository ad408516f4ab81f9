// SPDX-License-Identifier: Apache-2.0
// Polygon clipping for contact patches.
#ifndef INGOT_COLLIDE_CONVEX_CLIP_H_
#define INGOT_COLLIDE_CONVEX_CLIP_H_

#include "collide/convex/gjk.h"

// corners of a polygon beyond this number are ignored
enum { IG_MAX_POLYGON = 150 };

// the part of polygon or segment `inner` within the prism over the polygon `outer` (corners around n) becomes the
// points on B; those on A are shifted back from them
void ig_clip_contact(ig_Ccd* q, num (*outer)[3], int nouter, num (*inner)[3], int ninner, const num n[3], const num shift[3]);

#endif  // INGOT_COLLIDE_CONVEX_CLIP_H_
