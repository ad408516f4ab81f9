// SPDX-License-Identifier: Apache-2.0
#include "plugin/sdf/thread.h"

#include <math.h>

#include "lane/elementary.h"
#include "plugin/sdf/shape.h"

static const mjtNum turns = 12;  // of the thread, per unit of height

mjtNum ig_thread_reach(const mjtNum p[3], mjtNum radius) { return sqrt(p[0] * p[0] + p[1] * p[1]) - radius; }

// a triangle wave that winds around z
mjtNum ig_thread_distance(const mjtNum p[3], mjtNum reach) {
  mjtNum phase = p[2] * turns - ig_atan2(p[1], p[0]) / mjPI / 2;
  mjtNum wave = fabs(phase - floor(phase) - .5);
  return (reach - wave / turns) * IG_SLOPE;
}

// the distance to the nearest of six sides, then top and bottom, then a cone that rounds the top
mjtNum ig_head_distance(const mjtNum p[3], mjtNum reach) {
  mjtNum sectors = 6 / mjPI / 2, angle = -floor(ig_atan2(p[1], p[0]) * sectors + .5) / sectors;
  mjtNum side = ig_sin(angle + mjPI * .5) * p[0] + -ig_sin(angle) * p[1] - .5;
  mjtNum slab = ig_overlap(side, fabs(p[2] + .25) - .25);
  return ig_overlap(slab, (p[2] + reach - .22) * IG_SLOPE);
}

void ig_screw_box(mjtNum aabb[6], const mjtNum* attribute) {
  mju_zero3(aabb);
  aabb[3] = aabb[4] = .6;
  aabb[5] = 1;
}
