// SPDX-License-Identifier: Apache-2.0
// The muscle model on `real`: force over length and velocity, and the time course of activation.
//   prm of gain and bias: range (two numbers), then force, scale, lmin, lmax, vmax, fpmax, fvmax; of dynamics: tau_act,
//   tau_deact, width
// Lengths are in units of the optimal one: range maps the lengths of the actuator onto these.
#ifndef INGOT_MATH_MUSCLE_H_
#define INGOT_MATH_MUSCLE_H_

#include <mujoco/mjmodel.h>

#include "math/clip.h"

IG_INLINE real ig_at_least(real x) { return ig_max(ig_broadcast(mjMINVAL), x); }

// smooth step from 0 to 1, flat up to the second derivative at both ends
IG_INLINE real ig_sigmoid(real x) {
  real zero = ig_broadcast(0), one = ig_broadcast(1);
  real inner = x * x * x * (3 * x * (2 * x - 5) + 10);
  return ig_select(ig_le(x, zero), zero, ig_select(ig_le(one, x), one, inner));
}

// force over length: four half parabolas through (lmin, 0), (1, 1), (lmax, 0)
IG_INLINE real ig_muscle_length_curve(real length, real lmin, real lmax) {
  real one = ig_broadcast(1), a = 0.5 * (lmin + 1), b = 0.5 * (1 + lmax);
  real rise = (length - lmin) / ig_at_least(a - lmin), near_left = (1 - length) / ig_at_least(1 - a);
  real near_right = (length - 1) / ig_at_least(b - 1), fall = (lmax - length) / ig_at_least(lmax - b);
  real left = ig_select(ig_le(length, a), 0.5 * rise * rise, 1 - 0.5 * near_left * near_left);
  real right = ig_select(ig_le(length, b), 1 - 0.5 * near_right * near_right, 0.5 * fall * fall);
  mask within = ig_and(ig_le(lmin, length), ig_le(length, lmax));
  return ig_select(within, ig_select(ig_le(length, one), left, right), ig_broadcast(0));
}

// force over velocity: none when shortening at full speed, 1 at rest, up to fvmax when lengthening
IG_INLINE real ig_muscle_velocity_curve(real v, real fvmax) {
  real zero = ig_broadcast(0), y = fvmax - 1;
  real lengthening = ig_select(ig_le(v, y), fvmax - (y - v) * (y - v) / ig_at_least(y), fvmax);
  real moving = ig_select(ig_le(v, zero), (v + 1) * (v + 1), lengthening);
  return ig_select(ig_le(v, ig_broadcast(-1)), zero, moving);
}

// a negative peak force means: scale over the actuator's acceleration from unit force
IG_INLINE real ig_muscle_peak(const real prm[9], real acc0) {
  return ig_select(ig_lt(prm[2], ig_broadcast(0)), prm[3] / ig_at_least(acc0), prm[2]);
}

// optimal length
IG_INLINE real ig_muscle_unit(const real prm[9], const real lengthrange[2]) {
  return (lengthrange[1] - lengthrange[0]) / ig_at_least(prm[1] - prm[0]);
}

// force per activation
IG_INLINE real ig_muscle_gain(real len, real vel, const real lengthrange[2], real acc0, const real prm[9]) {
  real unit = ig_muscle_unit(prm, lengthrange);
  real length = prm[0] + (len - lengthrange[0]) / ig_at_least(unit), velocity = vel / ig_at_least(unit * prm[6]);
  return -ig_muscle_peak(prm, acc0) * ig_muscle_length_curve(length, prm[4], prm[5]) * ig_muscle_velocity_curve(velocity, prm[8]);
}

// passive force: none up to the optimal length, then a half parabola, then straight on
IG_INLINE real ig_muscle_bias(real len, const real lengthrange[2], real acc0, const real prm[9]) {
  real unit = ig_muscle_unit(prm, lengthrange), length = prm[0] + (len - lengthrange[0]) / ig_at_least(unit);
  real b = 0.5 * (1 + prm[5]), span = ig_at_least(b - 1), peak = -ig_muscle_peak(prm, acc0) * prm[7];
  real x = (length - 1) / span, beyond = (length - b) / span;
  real pull = ig_select(ig_le(length, b), peak * 0.5 * x * x, peak * (0.5 + beyond));
  return ig_select(ig_le(length, ig_broadcast(1)), ig_broadcast(0), pull);
}

// rate of activation: a filter whose time constant depends on activation and, sharply or smoothly, on the direction
IG_INLINE real ig_muscle_dynamics(real ctrl, real act, const real prm[3]) {
  real zero = ig_broadcast(0), one = ig_broadcast(1), level = 0.5 + 1.5 * ig_clip(act, zero, one);
  real up = prm[0] * level, down = prm[1] / level, excess = ig_clip(ctrl, zero, one) - act;
  real sharp = ig_select(ig_lt(zero, excess), up, down);
  real smooth = down + (up - down) * ig_sigmoid(excess / prm[2] + 0.5);
  return excess / ig_at_least(ig_select(ig_lt(prm[2], ig_broadcast(mjMINVAL)), sharp, smooth));
}

#endif  // INGOT_MATH_MUSCLE_H_
