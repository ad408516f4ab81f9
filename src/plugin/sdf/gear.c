// SPDX-License-Identifier: Apache-2.0
// Follows MuJoCo 3.5.0 (Copyright 2022 DeepMind Technologies Limited, Apache-2.0) step by step: models are made for this
// surface. MuJoCo names the shader 3lG3WR of Shadertoy as where its profile comes from.
//
// mujoco.sdf.gear: a spur gear with involute teeth, turned by alpha about z.
#include <math.h>

#include "lane/elementary.h"
#include "plugin/sdf/shape.h"

enum { ALPHA, DIAMETER, TEETH, THICKNESS, INNER };

// lengths and angles of the profile, by the usual rules for spur gears
typedef struct {
  mjtNum pitch;   // radius of the pitch circle, on which gears roll
  mjtNum tip;     // radius around the teeth
  mjtNum depth;   // of the gaps between them
  mjtNum base;    // radius of the circle that the flanks unwind from
  mjtNum bore;    // radius of the hole
  mjtNum stride;  // angle from tooth to tooth
  mjtNum gap;     // angle between the flanks of two teeth at the base circle
} Profile;

static mjtNum teeth_per_length(const mjtNum* a) { return a[TEETH] / a[DIAMETER]; }

static Profile make_circles(const mjtNum* a) {
  mjtNum per_length = teeth_per_length(a);
  Profile g = {.pitch = a[DIAMETER] / 2, .tip = (a[DIAMETER] + 2 * (1 / per_length)) / 2, .depth = 2.2 / per_length};
  g.bore = a[INNER] >= 0 ? a[INNER] / 2 : g.tip - g.depth - 0.14 * a[DIAMETER];
  return g;
}

static void make_teeth(Profile* g, const mjtNum* a) {
  // a pressure angle that suits the number of teeth
  mjtNum n = a[TEETH], pressure = 3.096e-5 * n * n - 6.557e-3 * n + 0.551;
  g->base = a[DIAMETER] * ig_cos(pressure) / 2;
  g->stride = mjPI / teeth_per_length(a) / g->pitch;
  mjtNum unwound = ig_acos(g->base / g->pitch);
  g->gap = g->stride / 2 - 2 * (ig_tan(unwound) - unwound);
}

// from a corner to a fillet of about the size k
static mjtNum join_smoothly(mjtNum a, mjtNum b, mjtNum k) {
  mjtNum h = mju_clip(0.5 + 0.5 * (b - a) / k, 0, 1);
  return b * (1 - h) + a * h - k * h * (1 - h);
}

// angle past the last flank, the first half of the gap counting as negative
static mjtNum flank_angle(const Profile* g, mjtNum angle) {
  mjtNum x = angle + g->gap / 2;
  return x - g->stride * floor(x / g->stride) - g->gap / 2;
}

static mjtNum plane_distance(const mjtNum p[3], const mjtNum* a) {
  Profile g = make_circles(a);
  mjtNum r = sqrt(p[0] * p[0] + p[1] * p[1]);
  if (g.bore - r > 0) return g.bore - r;
  // far outside, the circle will do
  if (g.tip - r < -0.2) return r - g.tip;
  make_teeth(&g, a);
  // the profile in the plane; r: distance from the axis
  mjtNum angle = ig_atan2(p[1], p[0]) + a[ALPHA];
  mjtNum left = flank_angle(&g, angle), right = flank_angle(&g, -angle - g.gap);

  // flanks: involutes of the base circle, which begin there
  mjtNum left_flank = -1e6, right_flank = -1e6;
  if (g.base < r) {
    mjtNum turn = ig_acos(g.base / r), tangent = sqrt(r * r - g.base * g.base);
    left_flank = tangent - g.base * (left + turn);
    right_flank = tangent - g.base * (right + turn);
  }
  mjtNum wall = g.stride - g.gap;
  mjtNum walls = ig_overlap(left - wall, right - wall);
  mjtNum teeth = ig_overlap(walls, ig_overlap(left_flank, right_flank));
  // cut off at the tip circle, with a smooth edge
  mjtNum over = r - g.tip, edge = join_smoothly(ig_cut(over, teeth), ig_cut(teeth, over), 0.0035 * a[DIAMETER]);
  teeth = ig_cut(ig_overlap(over, teeth), edge);
  teeth = join_smoothly(r - (g.tip - g.depth), teeth, g.base - g.tip + g.depth);
  return ig_cut(teeth, r - g.bore);
}

// the profile drawn out along z
static mjtNum distance(const mjtNum p[3], const mjtNum* a) {
  mjtNum in_plane = plane_distance(p, a), above = fabs(p[2]) - a[THICKNESS] / 2;
  mjtNum out_x = ig_overlap(in_plane, 0), out_z = ig_overlap(above, 0);
  return ig_join(ig_overlap(in_plane, above), 0) + sqrt(out_x * out_x + out_z * out_z);
}

static void box(mjtNum aabb[6], const mjtNum* a) {
  mju_zero3(aabb);
  aabb[3] = aabb[4] = a[DIAMETER] / 2 * 1.25;
  aabb[5] = a[THICKNESS] / 2 * 1.1;
}

static const ig_SdfShape gear = {"mujoco.sdf.gear",
                                 5,
                                 {"alpha", "diameter", "teeth", "thickness", "innerdiameter"},
                                 {0, 2.8, 25, .2, -1},
                                 distance,
                                 box,
                                 NULL};

IG_SHAPE_PLUGIN(gear)
