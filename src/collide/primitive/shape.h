// SPDX-License-Identifier: Apache-2.0
// Small things that the closed-form colliders share.
#ifndef INGOT_COLLIDE_PRIMITIVE_SHAPE_H_
#define INGOT_COLLIDE_PRIMITIVE_SHAPE_H_

#include <mujoco/mujoco.h>

#include "math/clip.h"
#include "math/vec3.h"

IG_INLINE void ig_column(real r[3], const real mat[9], int k) { ig_set3(r, mat[k], mat[3 + k], mat[6 + k]); }

// Along the line between their centres two capsules reach no farther than |u| / |o| and |v| / |o|, where o is that line and u, v
// are its products with their axes. What is apart by more, and by some more for rounding, needs no division to be told.
IG_INLINE mask ig_apart_on_line(const real offset[3], real u, real v, real reach) {
  real square = ig_dot3(offset, offset), gap = square - ig_abs(u) - ig_abs(v);
  const num for_rounding = 1 + IG_BY_PRECISION(1e-6, 4e-6);
  return ig_and(ig_lt(ig_broadcast(0), gap), ig_lt(for_rounding * reach * reach * square, gap * gap));
}

// bit k of bits set: the corner lies on the positive side along axis k
IG_INLINE void ig_box_corner(real r[3], const real size[3], int bits) {
  for (int k = 0; k < 3; k++) r[k] = bits & (1 << k) ? size[k] : -size[k];
}

#if IG_WIDTH == 1
// normal without a hint for the tangents
static inline void ig_set_normal(mjContact* con, const num normal[3]) {
  ig_copy3(con->frame, normal);
  ig_zero3(con->frame + 3);
}
#endif

#endif  // INGOT_COLLIDE_PRIMITIVE_SHAPE_H_
