// SPDX-License-Identifier: Apache-2.0
#include "visual/draw/catenary.h"

#include <math.h>

#include <mujoco/mjmodel.h>

#include "lane/elementary.h"
#include "math/vec3.h"

// The string hangs as y = a cosh(x / a) with ends h apart horizontally and v vertically. With b = a / h the length L
// fixes b by 2 b sinh(1 / (2 b)) = sqrt(L^2 - v^2) / h. Both sides enter as 1 / sqrt(side - 1), which is almost linear
// in b, so that Newton's method takes about five steps.

static mjtNum cosh_of(mjtNum x) {
  mjtNum e = ig_exp(x);
  return 0.5 * (e + 1 / e);
}

// 1 / sqrt(2 b sinh(1 / (2 b)) - 1) and its derivative in b
static mjtNum flatness_side(mjtNum b, mjtNum* slope) {
  mjtNum x = 0.5 / b, e = ig_exp(x);
  mjtNum sinh_x = 0.5 * (e - 1 / e), cosh_x = 0.5 * (e + 1 / e), excess = 2 * b * sinh_x - 1;
  if (slope) *slope = (x * cosh_x - sinh_x) * ig_pow(excess, -1.5);
  return 1 / sqrt(excess);
}

static mjtNum solve_flatness(mjtNum v, mjtNum h, mjtNum length) {
  const mjtNum tolerance = 1e-9;
  mjtNum target = 1 / sqrt(sqrt(length * length - v * v) / h - 1);
  mjtNum b = target / sqrt(24);  // the linear part
  for (int i = 0; i < 50; i++) {
    mjtNum slope, residual = flatness_side(b, &slope) - target;
    if (fabs(residual) < tolerance) break;
    mjtNum step = -residual / slope;
    for (int halvings = 0; halvings < 10; halvings++) {
      if (fabs(flatness_side(b + step, NULL) - target) < fabs(residual)) break;
      step *= 0.5;
    }
    b += step;
  }
  return b;
}

int ig_catenary(const mjtNum from[3], const mjtNum to[3], const mjtNum gravity[3], mjtNum length, mjtNum* points,
                int max_points) {
  mjtNum span[3], up[3], across[3];
  ig_copy3(points, from);
  if (ig_dist3(from, to) > length) {
    ig_copy3(points + 3, to);
    return 2;
  }
  ig_sub3(span, to, from);
  // directions in the plane of the string; a null vector for `across` when its ends are above each other
  mjtNum vertical[3];
  ig_scl3(up, gravity, -1);
  ig_normalize3(up);
  ig_scl3(vertical, up, ig_dot3(up, span));
  ig_sub3(across, span, vertical);
  if (ig_normalize3(across) < mjMINVAL) ig_zero3(across);
  mjtNum h = ig_dot3(span, across), v = ig_dot3(span, up);

  // almost vertical: two straight parts with the lowest point, that of a bead on the string, between them
  if (length > 100 * h) {
    mjtNum down = -0.5 * (sqrt(length * length - h * h) - v);
    ig_copy3(points + 3, from);
    ig_addtoscl3(points + 3, up, down);
    ig_addtoscl3(points + 3, across, h * down / (2 * down - v));
    ig_copy3(points + 6, to);
    return 3;
  }

  mjtNum a = solve_flatness(v, h, length) * h;
  mjtNum lowest = -0.5 * (ig_log((length + v) / (length - v)) * a - h), height = -cosh_of(lowest / a) * a;
  for (int i = 1; i < max_points - 1; i++) {
    mjtNum x = i * h / max_points;
    ig_addscl3(points + 3 * i, from, across, x);
    ig_addtoscl3(points + 3 * i, up, a * cosh_of((x - lowest) / a) + height);
  }
  ig_copy3(points + 3 * (max_points - 1), to);
  return max_points;
}
