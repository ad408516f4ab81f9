// SPDX-License-Identifier: Apache-2.0
// The frame of a contact.
#ifndef INGOT_COLLIDE_FRAME_H_
#define INGOT_COLLIDE_FRAME_H_

#include "math/vec3.h"

// a frame from its normal: the first tangent follows the collider's hint, or else y or z, whichever is less steep
IG_INLINE void ig_complete_frame(real frame[9]) {
  real *normal = frame, *tangent = frame + 3, zero = ig_broadcast(0), one = ig_broadcast(1);
  ig_normalize3(normal);
  mask unknown = ig_lt(ig_dot3(tangent, tangent), ig_broadcast(0.25));
  mask flat = ig_lt(ig_abs(normal[1]), ig_broadcast(0.5));
  tangent[0] = ig_select(unknown, zero, tangent[0]);
  tangent[1] = ig_select(unknown, ig_select(flat, one, zero), tangent[1]);
  tangent[2] = ig_select(unknown, ig_select(flat, zero, one), tangent[2]);
  ig_addtoscl3(tangent, normal, -ig_dot3(normal, tangent));
  ig_normalize3(tangent);
  ig_cross(frame + 6, normal, tangent);
}

#endif  // INGOT_COLLIDE_FRAME_H_
