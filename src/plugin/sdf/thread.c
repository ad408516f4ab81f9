// SPDX-License-Identifier: Apache-2.0
#include "plugin/sdf/thread.h"

#include <math.h>

#include "lane/elementary.h"
#include "math/vec3.h"
#include "plugin/sdf/shape.h"

static const mjtNum turns = 12;          // of the thread, per unit of height
static const mjtNum side_distance = .5;  // from the axis to a side of the head
static const mjtNum head_middle = -.25;  // of the head along z,
static const mjtNum head_half = .25;     // and half its height
static const mjtNum chamfer = .22;       // beyond the thread, where the cone on top of the head meets z = 0

ig_ScrewPoint ig_screw_point(const mjtNum p[3], mjtNum radius) {
  return (ig_ScrewPoint){sqrt(p[0] * p[0] + p[1] * p[1]) - radius, ig_atan2(p[1], p[0]), p};
}

// Height in turns less the turn about the axis is constant along a thread. From thread to thread the depth goes up and down
// evenly, half a turn each, which makes flanks of 45 degrees.
mjtNum ig_thread_distance(const ig_ScrewPoint* p) {
  mjtNum winding = p->at[2] * turns - p->angle / mjPI / 2;
  mjtNum depth = fabs(winding - floor(winding) - .5) / turns;
  return (p->reach - depth) * IG_SLOPE;
}

mjtNum ig_cone_distance(const ig_ScrewPoint* p) { return (p->at[2] - p->reach) * IG_SLOPE; }

// what three bounds leave: the nearest of six sides, top and bottom, a cone that takes off the corners of the top
mjtNum ig_head_distance(const ig_ScrewPoint* p) {
  const mjtNum per_radian = 6 / mjPI / 2;
  mjtNum normal = floor(p->angle * per_radian + .5) / per_radian;
  mjtNum side = ig_sin(mjPI * .5 - normal) * p->at[0] + ig_sin(normal) * p->at[1] - side_distance;
  mjtNum slab = fabs(p->at[2] - head_middle) - head_half;
  mjtNum cone = (p->at[2] + p->reach - chamfer) * IG_SLOPE;
  return ig_overlap(ig_overlap(side, slab), cone);
}

void ig_screw_box(mjtNum aabb[6], const mjtNum* attribute) {
  ig_zero3(aabb);
  aabb[3] = aabb[4] = .6;
  aabb[5] = 1;
}
