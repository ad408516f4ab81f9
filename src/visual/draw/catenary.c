// SPDX-License-Identifier: Apache-2.0
// A string of length L hangs as y = a cosh(x / a), where its ends are h apart horizontally and v vertically. With b = a / h,
//
//   2 b sinh(1 / (2 b)) = sqrt(L^2 - v^2) / h = S
//
// fixes b. Both sides are at least 1, and 1 / sqrt(side - 1) is almost linear in b: the left one is sqrt(24) b to first order.
// Newton's method on the difference of these starts from that line and takes about five steps. The lowest point then follows from
// tanh((x1 + x2) / (2 a)) = v / L, which the logarithm inverts.
//
// A steep string (L > 100 h) is drawn as two straight pieces that a bead on it would pull down: both have the same slope, which
// gives the bead's depth y by v - 2 y = sqrt(L^2 - h^2).
#include "visual/draw/catenary.h"

#include <math.h>

#include "lane/elementary.h"

static const mjtNum CLOSE_ENOUGH = 1e-9;
enum { MAX_ROUNDS = 50, MAX_HALVINGS = 10 };

typedef struct {
  mjtNum sinh, cosh;
} Hyperbolic;

static Hyperbolic hyperbolic(mjtNum x) {
  mjtNum e = ig_exp(x), inverse = 1 / e;
  return (Hyperbolic){0.5 * (e - inverse), 0.5 * (e + inverse)};
}

// a value of b, how far it misses, and how fast that grows with b
typedef struct {
  mjtNum b, miss, slope;
} Guess;

static Guess guess(mjtNum b, mjtNum target) {
  mjtNum x = 0.5 / b;
  Hyperbolic at = hyperbolic(x);
  mjtNum excess = 2 * b * at.sinh - 1;
  return (Guess){b, 1 / sqrt(excess) - target, (x * at.cosh - at.sinh) * ig_pow(excess, -1.5)};
}

// a / h. Steps that would miss by more are halved, up to a limit.
static mjtNum relative_shape(mjtNum stretch) {
  mjtNum target = 1 / sqrt(stretch - 1);
  Guess now = guess(target / sqrt(24), target);
  for (int round = 0; round < MAX_ROUNDS && !(fabs(now.miss) < CLOSE_ENOUGH); round++) {
    mjtNum step = -now.miss / now.slope;
    Guess next = guess(now.b + step, target);
    for (int k = 0; k < MAX_HALVINGS && !(fabs(next.miss) < fabs(now.miss)); k++) {
      step *= 0.5;
      next = guess(now.b + step, target);
    }
    now = next;
  }
  return now.b;
}

ig_Catenary ig_hang_string(ig_Vec from, ig_Vec to, ig_Vec gravity, mjtNum length, int points) {
  ig_Catenary s = {.form = IG_STRING_TAUT, .count = 2, .from = from, .to = to};
  ig_Vec span = ig_minus(to, from);
  if (ig_length(span) > length) return s;

  s.up = ig_direction(ig_times(-1, gravity));
  mjtNum rise = ig_inner(s.up, span);
  ig_Vec level = ig_minus(span, ig_times(rise, s.up));
  if (!(ig_length(level) < mjMINVAL)) s.across = ig_direction(level);
  s.width = ig_inner(span, s.across);

  if (length > 100 * s.width) {
    s.form = IG_STRING_STEEP;
    s.count = 3;
    s.bead_y = -0.5 * (sqrt(length * length - s.width * s.width) - rise);
    s.bead_x = s.width * s.bead_y / (2 * s.bead_y - rise);
  } else {
    s.form = IG_STRING_CURVED;
    s.count = points;
    s.shape = relative_shape(sqrt(length * length - rise * rise) / s.width) * s.width;
    s.low_x = -0.5 * (ig_log((length + rise) / (length - rise)) * s.shape - s.width);
    s.low_y = -hyperbolic(s.low_x / s.shape).cosh * s.shape;
  }
  return s;
}

ig_Vec ig_string_point(const ig_Catenary* s, int k) {
  if (k == 0) return s->from;
  if (k == s->count - 1) return s->to;
  if (s->form == IG_STRING_STEEP) return ig_along(ig_along(s->from, s->bead_y, s->up), s->bead_x, s->across);

  // in parts of the width that are one more than the pieces: the last piece is the longest, as in the reference
  mjtNum x = k * s->width / s->count, y = s->shape * hyperbolic((x - s->low_x) / s->shape).cosh + s->low_y;
  return ig_along(ig_along(s->from, x, s->across), y, s->up);
}
