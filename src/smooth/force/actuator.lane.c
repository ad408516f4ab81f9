// SPDX-License-Identifier: Apache-2.0
#include "smooth/force/actuator.h"

#include "lane/elementary.h"
#include "math/muscle.h"
#include "model/sleep.h"
#include "model/warning.h"
#include "smooth/force/history.h"
#include "smooth/tendon/transmission.h"

#if IG_WIDTH == 1
IG_INLINE bool rests(const mjModel* m, const ig_Data* d, int actuator) {
  return (m->opt.enableflags & mjENBL_SLEEP) && ig_sleep_state(m, d, mjOBJ_ACTUATOR, actuator) == mjS_ASLEEP;
}
#else
IG_INLINE bool rests(const mjModel* m, const ig_Data* d, int actuator) { return false; }
#endif

// ------------------------------------------------ controls

IG_INLINE mask is_bad(real x) { return ig_not(ig_le(ig_abs(x), ig_broadcast(mjMAXVAL))); }

// one bad control stops them all: in that lane. Lanes with bad controls are stepped at width 1, which warns.
static __attribute__((noinline)) void reject_bad(const mjModel* m, ig_Data* d, real* ctrl) {
  mask bad = is_bad(ctrl[0]);
  for (int i = 1; i < m->nu; i++) bad = ig_or(bad, is_bad(ctrl[i]));
#if IG_WIDTH == 1
  for (int i = 0; i < m->nu; i++) {
    if (!is_bad(ctrl[i])) continue;
    ig_warn(d, mjWARN_BADCTRL, i);
    break;
  }
#endif
  for (int i = 0; i < m->nu; i++) ctrl[i] = ig_select(bad, ig_broadcast(0), ctrl[i]);
}

void IG_NAME(ig_read_controls)(const mjModel* m, ig_Data* d, real* ctrl) {
  bool clamp = !(m->opt.disableflags & mjDSBL_CLAMPCTRL), any_bad = false;
  for (int i = 0; i < m->nu; i++) {
    real value = d->ctrl[i];
#if IG_WIDTH == 1
    if (m->actuator_delay[i]) value = ig_read_ctrl(m, d, i, d->time, m->actuator_history[2 * i + 1]);
#endif
    if (clamp && m->actuator_ctrllimited[i]) {
      value = ig_clip(value, ig_param(m, d, actuator_ctrlrange, 2 * i), ig_param(m, d, actuator_ctrlrange, 2 * i + 1));
    }
    if (ig_any(is_bad(value))) any_bad = true;
    ctrl[i] = value;
  }
  if (any_bad) reject_bad(m, d, ctrl);
}

// ------------------------------------------------ activation

// what the user's function says, or a value for its absence; worlds with such functions are stepped at width 1
IG_INLINE real ask_user(mjfAct call, const mjModel* m, ig_Data* d, int actuator, num absent) {
#if IG_WIDTH == 1
  if (call) return call(m, d, actuator);
#endif
  return ig_broadcast(absent);
}

// user dynamics of one activation return its rate; those of several write act_dot themselves
static void user_rates(const mjModel* m, ig_Data* d, int actuator, mjfAct call) {
  if (!call) return;
  real rate = ask_user(call, m, d, actuator, 0);
  if (m->actuator_actnum[actuator] == 1) d->act_dot[m->actuator_actadr[actuator]] = rate;
}

void IG_NAME(ig_activation_rates)(const mjModel* m, ig_Data* d, const real* ctrl, const ig_ActuatorCalls* calls) {
  for (int i = 0; i < m->nu; i++) {
    int begin = m->actuator_actadr[i], last = begin + m->actuator_actnum[i] - 1;
    if (begin < 0 || rests(m, d, i)) continue;
    for (int k = begin; k <= last; k++) d->act_dot[k] = ig_broadcast(0);
    real prm[3];
    ig_param3(prm, m, d, actuator_dynprm, mjNDYN * i);

    // plugins keep their own state before the last activation
    switch (m->actuator_dyntype[i]) {
      case mjDYN_INTEGRATOR: d->act_dot[last] = ctrl[i]; break;
      case mjDYN_FILTER:
      case mjDYN_FILTEREXACT: d->act_dot[last] = (ctrl[i] - d->act[last]) / ig_at_least(prm[0]); break;
      case mjDYN_MUSCLE: d->act_dot[last] = ig_muscle_dynamics(ctrl[i], d->act[last], prm); break;
      default: user_rates(m, d, i, calls->dynamics);
    }
  }
}

void IG_NAME(ig_next_activation)(const mjModel* m, const ig_Data* d, int actuator, int act, const real* act_dot, real* next) {
  real h = ig_option(m, d, timestep, 0), rate = *act_dot, value;
  if (m->actuator_dyntype[actuator] == mjDYN_FILTEREXACT) {
    // the exact solution of the filter over one step
    real tau = ig_at_least(ig_param(m, d, actuator_dynprm, mjNDYN * actuator));
    value = d->act[act] + rate * tau * (1 - ig_exp(-h / tau));
  } else {
    value = d->act[act] + rate * h;
  }
  if (m->actuator_actlimited[actuator]) {
    real low = ig_param(m, d, actuator_actrange, 2 * actuator), high = ig_param(m, d, actuator_actrange, 2 * actuator + 1);
    value = ig_clip(value, low, high);
  }
  *next = value;
}

// ------------------------------------------------ forces

IG_INLINE real affine(const real* prm, real length, real velocity) { return prm[0] + prm[1] * length + prm[2] * velocity; }

// muscles and user functions are kept out of the loop over actuators, which is short without them
static __attribute__((noinline)) void other_gain(const mjModel* m, ig_Data* d, int i, mjfAct user, real* gain) {
  real prm[mjNGAIN], range[2];
  if (m->actuator_gaintype[i] != mjGAIN_MUSCLE) {
    *gain = ask_user(user, m, d, i, 1);
    return;
  }
  ig_param_n(prm, mjNGAIN, m, d, actuator_gainprm, mjNGAIN * i);
  ig_param_n(range, 2, m, d, actuator_lengthrange, 2 * i);
  *gain = ig_muscle_gain(d->actuator_length[i], d->actuator_velocity[i], range, ig_param(m, d, actuator_acc0, i), prm);
}

static __attribute__((noinline)) void other_bias(const mjModel* m, ig_Data* d, int i, mjfAct user, real* bias) {
  real prm[mjNBIAS], range[2];
  if (m->actuator_biastype[i] != mjBIAS_MUSCLE) {
    *bias = ask_user(user, m, d, i, 0);
    return;
  }
  ig_param_n(prm, mjNBIAS, m, d, actuator_biasprm, mjNBIAS * i);
  ig_param_n(range, 2, m, d, actuator_lengthrange, 2 * i);
  *bias = ig_muscle_bias(d->actuator_length[i], range, ig_param(m, d, actuator_acc0, i), prm);
}

IG_INLINE real gain_of(const mjModel* m, ig_Data* d, int i, mjfAct user) {
  real prm[3], gain;
  switch (m->actuator_gaintype[i]) {
    case mjGAIN_FIXED: return ig_param(m, d, actuator_gainprm, mjNGAIN * i);
    case mjGAIN_AFFINE:
      ig_param3(prm, m, d, actuator_gainprm, mjNGAIN * i);
      return affine(prm, d->actuator_length[i], d->actuator_velocity[i]);
    default: other_gain(m, d, i, user, &gain); return gain;
  }
}

IG_INLINE real bias_of(const mjModel* m, ig_Data* d, int i, mjfAct user) {
  real prm[3], bias;
  switch (m->actuator_biastype[i]) {
    case mjBIAS_NONE: return ig_broadcast(0);
    case mjBIAS_AFFINE:
      ig_param3(prm, m, d, actuator_biasprm, mjNBIAS * i);
      return affine(prm, d->actuator_length[i], d->actuator_velocity[i]);
    default: other_bias(m, d, i, user, &bias); return bias;
  }
}

// what the gain multiplies: the control, the last activation, or that at the end of the step
IG_INLINE real input_of(const mjModel* m, const ig_Data* d, int i, const real* ctrl) {
  if (m->actuator_actadr[i] == -1) return ctrl[i];
  int act = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
  real input = d->act[act];
  if (m->actuator_actearly[i]) IG_NAME(ig_next_activation)(m, d, i, act, &d->act_dot[act], &input);
  return input;
}

bool IG_NAME(ig_actuator_forces)(const mjModel* m, ig_Data* d, const real* ctrl, const ig_ActuatorCalls* calls) {
  bool limited = false;
  for (int i = 0; i < m->nu; i++) {
    if (rests(m, d, i) || ig_actuator_disabled(m, i) || m->actuator_plugin[i] >= 0) continue;
    if (m->actuator_trntype[i] == mjTRN_TENDON) limited = limited || m->tendon_actfrclimited[m->actuator_trnid[2 * i]];
    real force = gain_of(m, d, i, calls->gain) * input_of(m, d, i, ctrl);
    d->actuator_force[i] = force;  // a user's function may read it
    d->actuator_force[i] = force + bias_of(m, d, i, calls->bias);
  }
  return limited;
}

// the tendon that limits the actuator's force, or -1
static int limiting_tendon(const mjModel* m, int actuator) {
  int tendon = m->actuator_trntype[actuator] == mjTRN_TENDON ? m->actuator_trnid[2 * actuator] : -1;
  return tendon >= 0 && m->tendon_actfrclimited[tendon] ? tendon : -1;
}

void IG_NAME(ig_limit_tendon_forces)(const mjModel* m, ig_Data* d) {
  ig_mark(d);
  real* total = ig_scratch(d, m->ntendon);
  ig_zero_reals(total, m->ntendon);
  for (int i = 0; i < m->nu; i++) {
    int tendon = limiting_tendon(m, i);
    if (tendon >= 0) total[tendon] += d->actuator_force[i];
  }

  // all that pull at one tendon shrink by the same factor
  for (int i = 0; i < m->nu; i++) {
    int tendon = limiting_tendon(m, i);
    if (tendon < 0) continue;
    real sum = total[tendon], force = d->actuator_force[i];
    real low = ig_param(m, d, tendon_actfrcrange, 2 * tendon), high = ig_param(m, d, tendon_actfrcrange, 2 * tendon + 1);
    real scaled = ig_select(ig_lt(sum, low), force * (low / sum), ig_select(ig_lt(high, sum), force * (high / sum), force));
    d->actuator_force[i] = ig_select(ig_eq(sum, ig_broadcast(0)), force, scaled);
  }
  ig_release(d);
}

IG_INLINE bool any_set(const mjtByte* flags, int n) {
  mjtByte any = 0;
  for (int i = 0; i < n; i++) any |= flags[i];
  return any;
}

void IG_NAME(ig_actuator_joint_forces)(const mjModel* m, ig_Data* d, bool gravcomp) {
  for (int i = 0, n = any_set(m->actuator_forcelimited, m->nu) ? m->nu : 0; i < n; i++) {
    if (!m->actuator_forcelimited[i]) continue;
    real low = ig_param(m, d, actuator_forcerange, 2 * i), high = ig_param(m, d, actuator_forcerange, 2 * i + 1);
    d->actuator_force[i] = ig_clip(d->actuator_force[i], low, high);
  }
  IG_NAME(ig_actuator_project)(m, d);
  for (int dof = 0; gravcomp && dof < m->nv; dof++) {
    if (m->jnt_actgravcomp[m->dof_jntid[dof]]) d->qfrc_actuator[dof] += d->qfrc_gravcomp[dof];
  }
  for (int joint = 0, n = any_set(m->jnt_actfrclimited, m->njnt) ? m->njnt : 0; joint < n; joint++) {
    if (!m->jnt_actfrclimited[joint]) continue;
    real low = ig_param(m, d, jnt_actfrcrange, 2 * joint), high = ig_param(m, d, jnt_actfrcrange, 2 * joint + 1);
    real* force = d->qfrc_actuator + m->jnt_dofadr[joint];
    *force = ig_clip(*force, low, high);
  }
}
