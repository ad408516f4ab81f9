// SPDX-License-Identifier: Apache-2.0
// Boxes along the axes around the movers of a scene, and how a sweep compares them: the rules by which a single world finds the
// pairs of bodies that are looked at, so that others can find the same ones.
#ifndef INGOT_COLLIDE_BROAD_BOUNDS_H_
#define INGOT_COLLIDE_BROAD_BOUNDS_H_

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "lane/num.h"

// all pairs of so few boxes are compared, exactly: cheaper than to sort them
enum { IG_FEW_BOUNDS = 24 };

// a sphere more within the box (low ends, then high ends)
static inline void ig_widen(num bound[6], const num point[3], num radius, num margin, bool first) {
  for (int k = 0; k < 3; k++) {
    num low = point[k] - radius - margin, high = point[k] + radius + margin;
    if (first || low < bound[k]) bound[k] = low;
    if (first || high > bound[3 + k]) bound[3 + k] = high;
  }
}

// the margin of a geom on its side of a pair; with an override, half of that
static inline num ig_bound_margin(const mjModel* m, num margin) {
  return m->opt.enableflags & mjENBL_OVERRIDE ? 0.5 * m->opt.o_margin : margin;
}

// how far the middles of boxes are spread along an axis: n times their variance
typedef struct {
  int n;
  num first, sum, squares;
} ig_Spread;

static inline void ig_spread_add(ig_Spread* s, num low, num high) {
  if (!s->n++) s->first = low + high;
  num x = low + high - s->first;
  s->sum += x;
  s->squares += x * x;
}
static inline num ig_spread(const ig_Spread* s) { return s->squares - s->sum * s->sum / s->n; }

// the axis of the largest of three spreads, along which the boxes are swept
static inline int ig_longest_axis(const ig_Spread spread[3]) {
  num most = 0;
  int axis = 0;
  for (int k = 0; k < 3; k++) {
    num here = ig_spread(spread + k);
    if (here > most) most = here, axis = k;
  }
  return axis;
}

// the bits of a float as an integer that sorts the same way; -0 is 0
static inline uint32_t ig_ordered_bits(float x) {
  uint32_t bits;
  x += 0.0f;
  memcpy(&bits, &x, sizeof bits);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

// The end of a box along the sweep: in single precision, and of equal places the lower number comes first. Two boxes meet there
// if the one that starts first does not end before the other starts.
static inline uint64_t ig_sweep_place(num x, int box) { return (uint64_t)ig_ordered_bits((float)x) << 32 | (uint32_t)box; }

#endif  // INGOT_COLLIDE_BROAD_BOUNDS_H_
