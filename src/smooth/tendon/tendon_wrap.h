// SPDX-License-Identifier: Apache-2.0
// The part of a tendon that bends around a sphere or a cylinder, or is caught inside of one.
#ifndef INGOT_SMOOTH_TENDON_TENDON_WRAP_H_
#define INGOT_SMOOTH_TENDON_TENDON_WRAP_H_

#include <stdbool.h>

#include <mujoco/mjtnum.h>

#include "base/target.h"
#include "lane/num.h"

// what a tendon bends around; the axis of a cylinder is the z axis of mat and has no ends
typedef struct {
  const num* pos;  // 3
  const num* mat;  // 3 x 3
  num radius;
  bool cylinder;
} ig_WrapGeom;

// path from x0 to x1; side (or NULL) is a point on the side where the tendon has to pass, inside of the geom if the tendon
// runs inside. Returns the length between the two points where the path touches the surface, which go to touch;
// or -1 when the straight path is the path.
IG_LOCAL num ig_wrap(num touch[6], const ig_WrapGeom* geom, const num x0[3], const num x1[3], const num* side);

#endif  // INGOT_SMOOTH_TENDON_TENDON_WRAP_H_
