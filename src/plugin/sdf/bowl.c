// SPDX-License-Identifier: Apache-2.0
// mujoco.sdf.bowl: a hollow ball, cut off above at a height over its centre.
#include <math.h>

#include "plugin/sdf/shape.h"

enum { HEIGHT, RADIUS, THICKNESS };

// to the rim for what sees it first, else to the ball's surface
static mjtNum distance(const mjtNum p[3], const mjtNum* a) {
  mjtNum rim = sqrt(a[RADIUS] * a[RADIUS] - a[HEIGHT] * a[HEIGHT]), r = sqrt(p[0] * p[0] + p[1] * p[1]), z = p[2];
  mjtNum dr = r - rim, dz = z - a[HEIGHT];
  mjtNum surface = a[HEIGHT] * r < rim * z ? sqrt(dr * dr + dz * dz) : fabs(sqrt(r * r + z * z) - a[RADIUS]);
  return surface - a[THICKNESS];
}

static void box(mjtNum aabb[6], const mjtNum* a) {
  mju_zero3(aabb);
  aabb[3] = aabb[4] = aabb[5] = a[RADIUS] + a[THICKNESS];
}

static const ig_SdfShape bowl = {"mujoco.sdf.bowl", 3, {"height", "radius", "thickness"}, {.4, 1, .02}, distance, box, NULL};

IG_SHAPE_PLUGIN(bowl)
