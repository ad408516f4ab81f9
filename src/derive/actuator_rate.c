// SPDX-License-Identifier: Apache-2.0
// force = gain(l, s) * input + bias(l, s) of length l, velocity s = moment . v, and an input: the control, the activation, or the
// next one. tau = moment^T force, so
//   d tau = d moment^T force + moment^T (f_l dl + f_s (moment dv + d moment v) + f_act d act + f_ctrl d ctrl)
#include "derive/actuator_rate.h"

#include "derive/passive_rate.h"
#include "derive/velocity.h"
#include "lane/elementary.h"
#include "math/dense.h"
#include "math/muscle.h"
#include "model/stack.h"
#include "smooth/force/actuator.h"

// ------------------------------------------------ muscles

// slope of the curve of ig_muscle_length_curve
static mjtNum length_curve_slope(mjtNum length, mjtNum lmin, mjtNum lmax) {
  mjtNum a = 0.5 * (lmin + 1), b = 0.5 * (1 + lmax);
  if (length < lmin || length > lmax) return 0;
  if (length <= a) return (length - lmin) / (ig_at_least(a - lmin) * ig_at_least(a - lmin));
  if (length <= 1) return (1 - length) / (ig_at_least(1 - a) * ig_at_least(1 - a));
  if (length <= b) return -(length - 1) / (ig_at_least(b - 1) * ig_at_least(b - 1));
  return -(lmax - length) / (ig_at_least(lmax - b) * ig_at_least(lmax - b));
}

static mjtNum muscle_gain_by_length(const mjModel* m, const mjData* d, int i) {
  const mjtNum *prm = m->actuator_gainprm + mjNGAIN * i, *range = m->actuator_lengthrange + 2 * i;
  mjtNum unit = ig_at_least(ig_muscle_unit(prm, range)), length = prm[0] + (d->actuator_length[i] - range[0]) / unit;
  mjtNum velocity = d->actuator_velocity[i] / ig_at_least(ig_muscle_unit(prm, range) * prm[6]);
  return -ig_muscle_peak(prm, m->actuator_acc0[i]) * ig_muscle_velocity_curve(velocity, prm[8]) *
         length_curve_slope(length, prm[4], prm[5]) / unit;
}

static mjtNum muscle_bias_by_length(const mjModel* m, const mjData* d, int i) {
  const mjtNum *prm = m->actuator_biasprm + mjNBIAS * i, *range = m->actuator_lengthrange + 2 * i;
  mjtNum unit = ig_at_least(ig_muscle_unit(prm, range)), length = prm[0] + (d->actuator_length[i] - range[0]) / unit;
  mjtNum b = 0.5 * (1 + prm[5]), span = ig_at_least(b - 1), peak = -ig_muscle_peak(prm, m->actuator_acc0[i]) * prm[7];
  if (length <= 1) return 0;
  return peak / (span * unit) * (length <= b ? (length - 1) / span : 1);
}

// of the rate of activation, excess / T: see ig_muscle_dynamics
static void muscle_dynamics_slope(mjtNum ctrl, mjtNum act, const mjtNum prm[3], mjtNum* by_act, mjtNum* by_ctrl) {
  mjtNum level = 0.5 + 1.5 * ig_clip(act, 0, 1), rise = act > 0 && act < 1 ? 1.5 : 0, excess = ig_clip(ctrl, 0, 1) - act;
  mjtNum up = prm[0] * level, down = prm[1] / level, dup = prm[0] * rise, ddown = -prm[1] * rise / (level * level);
  mjtNum T = excess > 0 ? up : down, T_level = excess > 0 ? dup : ddown, T_excess = 0;
  if (prm[2] >= mjMINVAL) {
    mjtNum x = excess / prm[2] + 0.5, s = ig_sigmoid(x);
    mjtNum slope = x > 0 && x < 1 ? 30 * x * x * (1 - x) * (1 - x) : 0;
    T = down + (up - down) * s;
    T_level = ddown + (dup - ddown) * s;
    T_excess = (up - down) * slope / prm[2];
  }
  if (T < mjMINVAL) T = mjMINVAL, T_level = T_excess = 0;
  mjtNum by_excess = 1 / T - excess * T_excess / (T * T);
  *by_act = -by_excess - excess * T_level / (T * T);
  *by_ctrl = ctrl >= 0 && ctrl <= 1 ? by_excess : 0;
}

// ------------------------------------------------ activations

// a control as it acts, and whether it follows what is given
static mjtNum control(const mjModel* m, const mjData* d, int i, bool* follows) {
  mjtNum value = d->ctrl[i];
  *follows = true;
  if ((m->opt.disableflags & mjDSBL_CLAMPCTRL) || !m->actuator_ctrllimited[i]) return value;
  const mjtNum* range = m->actuator_ctrlrange + 2 * i;
  *follows = value >= range[0] && value <= range[1];
  return ig_clip(value, range[0], range[1]);
}

bool ig_actuator_off(const mjModel* m, int i) { return (m->opt.disableflags & mjDSBL_ACTUATION) || ig_actuator_disabled(m, i); }

// of the last act_dot of an actuator
static void speed_slope(const mjModel* m, const mjData* d, int i, mjtNum* by_act, mjtNum* by_ctrl) {
  const mjtNum *prm = m->actuator_dynprm + mjNDYN * i, tau = ig_at_least(prm[0]);
  bool follows;
  mjtNum ctrl = control(m, d, i, &follows);
  *by_act = *by_ctrl = 0;
  if (m->opt.disableflags & mjDSBL_ACTUATION) return;
  switch (m->actuator_dyntype[i]) {
    case mjDYN_INTEGRATOR: *by_ctrl = 1; break;
    case mjDYN_FILTER:
    case mjDYN_FILTEREXACT:
      *by_ctrl = 1 / tau;
      *by_act = -1 / tau;
      break;
    case mjDYN_MUSCLE:
      muscle_dynamics_slope(ctrl, d->act[m->actuator_actadr[i] + m->actuator_actnum[i] - 1], prm, by_act, by_ctrl);
      break;
    default: break;
  }
  if (!follows) *by_ctrl = 0;
}

// of an activation one timestep on: by itself and by the rate it moves with
static void move_slope(const mjModel* m, const mjData* d, int i, int act, mjtNum act_dot, mjtNum* by_act, mjtNum* by_speed) {
  mjtNum h = m->opt.timestep, tau = ig_at_least(m->actuator_dynprm[mjNDYN * i]), next;
  *by_act = 1;
  *by_speed = m->actuator_dyntype[i] == mjDYN_FILTEREXACT ? tau * (1 - ig_exp(-h / tau)) : h;
  if (!m->actuator_actlimited[i]) return;
  // a limited one stands still beyond its range
  ig_next_activation(m, d, i, act, &act_dot, &next);
  const mjtNum* range = m->actuator_actrange + 2 * i;
  if (next <= range[0] || next >= range[1]) *by_act = *by_speed = 0;
}

static void next_slope(const mjModel* m, const mjData* d, int i, mjtNum* by_act, mjtNum* by_ctrl) {
  int last = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
  mjtNum by_speed, speed_by_act;
  speed_slope(m, d, i, &speed_by_act, by_ctrl);
  move_slope(m, d, i, last, d->act_dot[last], by_act, &by_speed);
  *by_act += by_speed * speed_by_act;
  *by_ctrl *= by_speed;
}

void ig_activation_speed_rate(const mjModel* m, const mjData* d, mjtNum* by_act, mjtNum* by_ctrl) {
  for (int i = 0; i < m->nu; i++) {
    int begin = m->actuator_actadr[i], last = begin + m->actuator_actnum[i] - 1;
    for (int k = begin; begin >= 0 && k < last; k++) by_act[k] = by_ctrl[k] = 0;
    if (begin >= 0) speed_slope(m, d, i, by_act + last, by_ctrl + last);
  }
}

void ig_activation_move_rate(const mjModel* m, const mjData* d, const mjtNum* act_dot, mjtNum* by_act, mjtNum* by_speed) {
  for (int i = 0; i < m->nu; i++) {
    int begin = m->actuator_actadr[i];
    bool off = ig_actuator_disabled(m, i);
    for (int k = begin; begin >= 0 && k < begin + m->actuator_actnum[i]; k++) {
      move_slope(m, d, i, k, off ? 0 : act_dot[k], by_act + k, by_speed + k);
      if (off) by_speed[k] = 0;
    }
  }
}

// ------------------------------------------------ forces

// Slopes of the damping ig_actuator_damping. A muscle's is the slope of its gain over velocity, so that its own are second
// derivatives of the product of the two curves.
ig_ActuatorSlope ig_actuator_damping_slope(const mjModel* m, const mjData* d, int i) {
  ig_ActuatorSlope slope = {0};
  mjtNum gain = 0, input = d->ctrl[i];
  if (m->actuator_gaintype[i] == mjGAIN_AFFINE) gain = m->actuator_gainprm[mjNGAIN * i + 2];
  if (m->actuator_gaintype[i] == mjGAIN_MUSCLE) ig_muscle_slope(m, d, i, &gain);
  if (m->actuator_dyntype[i] == mjDYN_NONE) {
    slope.ctrl = gain;
  } else {
    int last = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
    input = d->act[last];
    slope.act = 1;
    if (m->actuator_actearly[i]) {
      ig_next_activation(m, d, i, last, d->act_dot + last, &input);
      next_slope(m, d, i, &slope.act, &slope.ctrl);
    }
    slope.act *= gain;
    slope.ctrl *= gain;
  }
  if (m->actuator_gaintype[i] != mjGAIN_MUSCLE) return slope;

  const mjtNum *prm = m->actuator_gainprm + mjNGAIN * i, *range = m->actuator_lengthrange + 2 * i;
  mjtNum unit = ig_at_least(ig_muscle_unit(prm, range)), fastest = ig_at_least(ig_muscle_unit(prm, range) * prm[6]);
  mjtNum length = prm[0] + (d->actuator_length[i] - range[0]) / unit, v = d->actuator_velocity[i] / fastest, y = prm[8] - 1;
  mjtNum peak = -ig_muscle_peak(prm, m->actuator_acc0[i]);
  mjtNum rise = v > -1 && v <= 0 ? 2 * (v + 1) : v > 0 && v <= y ? 2 * (y - v) / ig_at_least(y) : 0;
  mjtNum bend = v > -1 && v <= 0 ? 2 : v > 0 && v <= y ? -2 / ig_at_least(y) : 0;
  slope.length = input * peak * length_curve_slope(length, prm[4], prm[5]) * rise / (unit * fastest);
  slope.velocity = input * peak * ig_muscle_length_curve(length, prm[4], prm[5]) * bend / (fastest * fastest);
  return slope;
}

typedef struct {
  mjtNum value, length, velocity;
} Curve;

static Curve gain_of(const mjModel* m, const mjData* d, int i) {
  const mjtNum *prm = m->actuator_gainprm + mjNGAIN * i, *range = m->actuator_lengthrange + 2 * i;
  mjtNum length = d->actuator_length[i], velocity = d->actuator_velocity[i];
  Curve gain = {1, 0, 0};
  switch (m->actuator_gaintype[i]) {
    case mjGAIN_FIXED: gain.value = prm[0]; break;
    case mjGAIN_AFFINE: gain = (Curve){prm[0] + prm[1] * length + prm[2] * velocity, prm[1], prm[2]}; break;
    case mjGAIN_MUSCLE:
      gain.value = ig_muscle_gain(length, velocity, range, m->actuator_acc0[i], prm);
      gain.length = muscle_gain_by_length(m, d, i);
      ig_muscle_slope(m, d, i, &gain.velocity);
      break;
    default: break;
  }
  return gain;
}

ig_ActuatorSlope ig_actuator_slope(const mjModel* m, const mjData* d, int i) {
  ig_ActuatorSlope slope = {0};
  Curve gain = gain_of(m, d, i);
  const mjtNum* prm = m->actuator_biasprm + mjNBIAS * i;
  bool follows;
  mjtNum input = control(m, d, i, &follows);
  if (m->actuator_actadr[i] < 0) {
    slope.ctrl = follows ? gain.value : 0;
  } else {
    int last = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
    input = d->act[last];
    slope.act = gain.value;
    if (m->actuator_actearly[i]) {
      ig_next_activation(m, d, i, last, d->act_dot + last, &input);
      next_slope(m, d, i, &slope.act, &slope.ctrl);
      slope.act *= gain.value;
      slope.ctrl *= gain.value;
    }
  }
  slope.length = gain.length * input;
  slope.velocity = gain.velocity * input;
  if (m->actuator_biastype[i] == mjBIAS_AFFINE) slope.length += prm[1], slope.velocity += prm[2];
  if (m->actuator_biastype[i] == mjBIAS_MUSCLE) slope.length += muscle_bias_by_length(m, d, i);
  return slope;
}

// a force at its limit follows nothing
bool ig_actuator_at_limit(const mjModel* m, const mjData* d, int i) {
  if (!m->actuator_forcelimited[i]) return false;
  const mjtNum* range = m->actuator_forcerange + 2 * i;
  return d->actuator_force[i] <= range[0] || d->actuator_force[i] >= range[1];
}

void ig_moment_row(const mjModel* m, const mjData* d, int actuator, mjtNum* row) {
  ig_zero(row, (int)m->nv);
  int adr = d->moment_rowadr[actuator];
  for (int k = adr; k < adr + d->moment_rownnz[actuator]; k++) row[d->moment_colind[k]] = d->actuator_moment[k];
}

// moments that are the gradient of the length and stand still
static void straight(const mjModel* m, const mjData* d, int i, const ig_ActuatorSlope* slope, ig_ForceRate* rate) {
  int begin = d->moment_rowadr[i], end = begin + d->moment_rownnz[i];
  for (int k = begin; k < end; k++) {
    size_t row = (size_t)d->moment_colind[k] * (size_t)m->nv;
    mjtNum by_q = d->actuator_moment[k] * slope->length, by_v = d->actuator_moment[k] * slope->velocity;
    for (int l = begin; l < end; l++) {
      rate->q[row + (size_t)d->moment_colind[l]] += by_q * d->actuator_moment[l];
      rate->v[row + (size_t)d->moment_colind[l]] += by_v * d->actuator_moment[l];
    }
  }
}

static void bent(const mjModel* m, mjData* d, int i, const ig_ActuatorSlope* slope, ig_ForceRate* rate) {
  int nv = (int)m->nv;
  ig_stack_mark(d);
  mjtNum *moment = IG_SCRATCH(d, m->nv, mjtNum), *along = IG_SCRATCH(d, m->nv, mjtNum), *by_q = IG_SCRATCH(d, m->nv, mjtNum);
  mjtNum* curve = IG_SCRATCH(d, m->nv * m->nv, mjtNum);
  ig_moment_row(m, d, i, moment);
  ig_zero(curve, nv * nv);
  ig_transmission_rate(m, d, i, along, curve);
  ig_scl(by_q, along, slope->length, nv);
  ig_mulmattvec(along, curve, d->qvel, nv, nv);
  ig_addtoscl(by_q, along, slope->velocity, nv);
  ig_addtoscl(rate->q, curve, d->actuator_force[i], nv * nv);
  ig_add_outer(rate->q, nv, nv, moment, by_q, 1);
  ig_add_outer(rate->v, nv, nv, moment, moment, slope->velocity);
  ig_stack_free(d);
}

static void one_actuator(const mjModel* m, mjData* d, int i, ig_ForceRate* rate) {
  ig_ActuatorSlope slope = {0};
  if (!ig_actuator_at_limit(m, d, i)) slope = ig_actuator_slope(m, d, i);
  if (ig_transmission_bends(m, i)) {
    bent(m, d, i, &slope, rate);
  } else {
    straight(m, d, i, &slope, rate);
  }
  int act = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
  for (int k = d->moment_rowadr[i]; k < d->moment_rowadr[i] + d->moment_rownnz[i]; k++) {
    mjtNum moment = d->actuator_moment[k];
    if (slope.act != 0) rate->act[d->moment_colind[k] * m->na + act] += moment * slope.act;
    if (slope.ctrl != 0) rate->ctrl[d->moment_colind[k] * m->nu + i] += moment * slope.ctrl;
  }
}

void ig_actuator_rate(const mjModel* m, mjData* d, ig_ForceRate* rate) {
  for (int i = 0; i < m->nu; i++) {
    if (!ig_actuator_off(m, i)) one_actuator(m, d, i, rate);
  }
}
