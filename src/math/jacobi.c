// SPDX-License-Identifier: Apache-2.0
// Jacobi's method (1846; Golub and Van Loan, "Matrix Computations", section 8.5) with the product of its turns as a quaternion.
//
// A turn by phi in the plane of axes i and j makes the entry a_ij of a symmetric matrix vanish when t = tan(phi) solves
//   t^2 + 2 tau t - 1 = 0,   tau = (a_jj - a_ii) / (2 a_ij)
// of which the root that is smaller in size, 1 / (|tau| + sqrt(1 + tau^2)) with the sign of tau, turns by 45 degrees at most. As
// a quaternion the turn has (1 - cos(phi)) / 2 for the square of its vector part, and cos(phi) = 1 / sqrt(1 + t^2). The matrix is
// formed anew from the whole rotation before each turn, so that rounding does not pile up in it.
#include "math/jacobi.h"

#include <math.h>
#include <stdbool.h>

#include <mujoco/mjtnum.h>

#include "math/quat.h"
#include "math/vec3.h"

enum { MAX_TURNS = 500 };

static const mjtNum tiny = mjMINVAL * 1000;  // entries, and differences of values, that count as nothing

// the plane across each axis, and the sense of its turn: the axes of the middle one stand in the other order
static const struct {
  int i, j;
  mjtNum sense;
} planes[3] = {{1, 2, -1}, {0, 2, 1}, {0, 1, -1}};

// the turn against the largest entry off the diagonal; false when that is nothing, or the turn would be
static bool turn_of(mjtNum turn[4], const mjtNum D[9]) {
  mjtNum off[3], size[3];
  for (int k = 0; k < 3; k++) {
    off[k] = D[3 * planes[k].i + planes[k].j];
    size[k] = fabs(off[k]);
  }
  int axis = size[1] > size[0];
  if (size[2] > size[0] && size[2] > size[1]) axis = 2;
  if (size[axis] < tiny) return false;

  int i = planes[axis].i, j = planes[axis].j;
  mjtNum tau = (D[4 * j] - D[4 * i]) / (2 * off[axis]);
  mjtNum tangent = 1.0 / (fabs(tau) + sqrt(1 + tau * tau)), cosine = 1.0 / sqrt(1 + tangent * tangent);
  if (cosine > 1.0 - tiny) return false;
  mjtNum sine = sqrt(0.5 - 0.5 * cosine);  // of half the angle
  ig_unit4(turn);
  turn[0] = sqrt(1.0 - sine * sine);
  turn[1 + axis] = tau >= 0 ? planes[axis].sense * sine : -planes[axis].sense * sine;
  return true;
}

static void append(mjtNum quat[4], const mjtNum turn[4], void (*unit)(mjtNum quat[4])) {
  ig_mulquat(quat, quat, turn);
  unit(quat);
}

// Neighbours (0 1), (1 2), (0 1) that rise change places, by a quarter turn about the third axis.
static void sort_falling(mjtNum quat[4], mjtNum value[3], void (*unit)(mjtNum quat[4])) {
  static const mjtNum eighth = 0.707106781186548;  // rounded as the reference has it
  for (int pass = 0; pass < 3; pass++) {
    mjtNum *high = value + pass % 2, *low = high + 1, first = *high;
    if (!(first + tiny < *low)) continue;
    *high = *low;
    *low = first;
    mjtNum turn[4] = {eighth, 0, 0, 0};
    turn[pass % 2 ? 1 : 3] = eighth;
    append(quat, turn, unit);
  }
}

int ig_jacobi3(mjtNum quat[4], mjtNum value[3], const mjtNum mat[9], void (*unit)(mjtNum quat[4])) {
  int turns = 0;
  ig_unit4(quat);
  for (; turns < MAX_TURNS; turns++) {
    mjtNum axes[9], half[9], D[9], turn[4];
    ig_quat2mat(axes, quat);
    ig_mulmattmat3(half, axes, mat);
    ig_mulmat3(D, half, axes);
    ig_set3(value, D[0], D[4], D[8]);
    if (!turn_of(turn, D)) break;
    unit(turn);
    append(quat, turn, unit);
  }
  sort_falling(quat, value, unit);
  return turns;
}
