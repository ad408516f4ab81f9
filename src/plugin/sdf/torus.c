// SPDX-License-Identifier: Apache-2.0
// mujoco.sdf.torus: a ring around z.
#include <math.h>

#include "plugin/sdf/shape.h"

enum { RING, TUBE };  // radii

static mjtNum ring_distance(const mjtNum p[3], const mjtNum* radius) { return sqrt(p[0] * p[0] + p[1] * p[1]) - radius[RING]; }

static mjtNum distance(const mjtNum p[3], const mjtNum* radius) {
  mjtNum q = ring_distance(p, radius);
  return sqrt(q * q + p[2] * p[2]) - radius[TUBE];
}

// away from the middle of the tube; 0 in it, not a number on the axis
static void gradient(mjtNum r[3], const mjtNum p[3], const mjtNum* radius) {
  mjtNum q = ring_distance(p, radius), axis = sqrt(p[0] * p[0] + p[1] * p[1]), tube = sqrt(q * q + p[2] * p[2]);
  tube = tube > mjMINVAL ? tube : mjMINVAL;
  r[0] = q * (p[0] / axis) / tube;
  r[1] = q * (p[1] / axis) / tube;
  r[2] = p[2] / tube;
}

static void box(mjtNum aabb[6], const mjtNum* radius) {
  mju_zero3(aabb);
  aabb[3] = aabb[4] = radius[RING] + radius[TUBE];
  aabb[5] = radius[TUBE];
}

static const ig_SdfShape torus = {"mujoco.sdf.torus", 2, {"radius1", "radius2"}, {.35, .15}, distance, box, gradient};

IG_SHAPE_PLUGIN(torus)
