// SPDX-License-Identifier: Apache-2.0
#include "smooth/force/actuation.h"

#include "base/float_mode.h"
#include "smooth/awake.h"
#include "smooth/factor.h"
#include "smooth/force/actuator.h"
#include "smooth/force/passive.h"
#include "smooth/inertia.h"
#include "smooth/jacobian.h"

#if IG_WIDTH == 1

#include "model/callback.h"
#include "model/timer.h"
#include "smooth/force/plugin_call.h"

static ig_ActuatorCalls user_calls(void) { return (ig_ActuatorCalls){ig_user_dynamics(), ig_user_gain(), ig_user_bias()}; }

// rates of the activations that plugins own
static void plugin_rates(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = ig_plugin_with(m, i, mjPLUGIN_ACTUATOR);
    if (plugin && plugin->actuator_act_dot) plugin->actuator_act_dot(m, d, i);
  }
}

static void plugin_forces(const mjModel* m, mjData* d) {
  if (m->nplugin) ig_plugins_compute(m, d, mjPLUGIN_ACTUATOR);
}

#else

// worlds with callbacks and models with plugins are stepped at width 1
static ig_ActuatorCalls user_calls(void) { return (ig_ActuatorCalls){NULL, NULL, NULL}; }
static void plugin_rates(const mjModel* m, ig_Data* d) {}
static void plugin_forces(const mjModel* m, ig_Data* d) {}

#endif

static void actuation(const mjModel* m, ig_Data* d) {
  ig_ActuatorCalls calls = user_calls();
  ig_mark(d);
  real* ctrl = ig_scratch(d, m->nu);
  IG_NAME(ig_read_controls)(m, d, ctrl);
  IG_NAME(ig_activation_rates)(m, d, ctrl, &calls);
  plugin_rates(m, d);
  bool tendon_limits = IG_NAME(ig_actuator_forces)(m, d, ctrl, &calls);
  plugin_forces(m, d);
  if (tendon_limits) IG_NAME(ig_limit_tendon_forces)(m, d);
  IG_NAME(ig_actuator_joint_forces)(m, d, ig_has_gravcomp(m));
  ig_release(d);
}

void IG_NAME(ig_actuation)(const mjModel* m, ig_Data* d) {
  ig_zero_reals(d->actuator_force, m->nu);
  if (m->nu == 0 || (m->opt.disableflags & mjDSBL_ACTUATION)) {
    ig_zero_reals(d->qfrc_actuator, m->nv);
    return;
  }
#if IG_WIDTH == 1
  mjtNum start = ig_clock();
  actuation(m, d);
  ig_timer_end(d, mjTIMER_ACTUATION, start);
#else
  actuation(m, d);
#endif
}

void IG_NAME(ig_smooth_acceleration)(const mjModel* m, ig_Data* d) {
  ig_Subset dofs = ig_awake_dofs(ig_dofs_asleep(m, d), m, d);
  for (int i = 0; i < dofs.count; i++) {
    int dof = ig_member(dofs, i);
    d->qfrc_smooth[dof] = d->qfrc_passive[dof] - d->qfrc_bias[dof] + d->qfrc_applied[dof] + d->qfrc_actuator[dof];
  }
  IG_NAME(ig_apply_wrenches)(m, d, d->qfrc_smooth);
  if (!dofs.index) {
    IG_NAME(ig_solve_mass)(m, d, d->qacc_smooth, d->qfrc_smooth, 1);
    return;
  }
  // trees do not mix: a sleeping one keeps what it has
  for (int i = 0; i < dofs.count; i++) d->qacc_smooth[dofs.index[i]] = d->qfrc_smooth[dofs.index[i]];
  IG_NAME(ig_solve_rows)(d->qacc_smooth, d->qLD, d->qLDiagInv, (int)m->nv, 1, dofs, ig_mass_pattern(m));
}

#if IG_WIDTH == 1
void mj_fwdActuation(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_actuation(m, d);
}

void mj_fwdAcceleration(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_smooth_acceleration(m, d);
}
#endif
