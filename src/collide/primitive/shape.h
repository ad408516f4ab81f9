// SPDX-License-Identifier: Apache-2.0
// Small things that the closed-form colliders share.
#ifndef INGOT_COLLIDE_PRIMITIVE_SHAPE_H_
#define INGOT_COLLIDE_PRIMITIVE_SHAPE_H_

#include <mujoco/mujoco.h>

#include "math/clip.h"
#include "math/vec3.h"

IG_INLINE void ig_column(real r[3], const real mat[9], int k) { ig_set3(r, mat[k], mat[3 + k], mat[6 + k]); }

// bit k of bits set: the corner lies on the positive side along axis k
IG_INLINE void ig_box_corner(real r[3], const real size[3], int bits) {
  for (int k = 0; k < 3; k++) r[k] = bits & (1 << k) ? size[k] : -size[k];
}

#if IG_WIDTH == 1
// normal without a hint for the tangents
static inline void ig_set_normal(mjContact* con, const mjtNum normal[3]) {
  ig_copy3(con->frame, normal);
  ig_zero3(con->frame + 3);
}
#endif

#endif  // INGOT_COLLIDE_PRIMITIVE_SHAPE_H_
