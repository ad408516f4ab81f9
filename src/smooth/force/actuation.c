#include "smooth/force/actuation.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "model/timer.h"
#include "smooth/awake.h"
#include "smooth/force/actuator.h"
#include "smooth/force/passive.h"
#include "smooth/force/plugin_call.h"
#include "smooth/jacobian.h"

// rates of the activations that plugins own
static void plugin_rates(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = ig_plugin_with(m, i, mjPLUGIN_ACTUATOR);
    if (plugin && plugin->actuator_act_dot) plugin->actuator_act_dot(m, d, i);
  }
}

void ig_actuation(const mjModel* m, mjData* d) {
  memset(d->actuator_force, 0, sizeof(mjtNum) * m->nu);
  if (m->nu == 0 || (m->opt.disableflags & mjDSBL_ACTUATION)) {
    memset(d->qfrc_actuator, 0, sizeof(mjtNum) * m->nv);
    return;
  }
  mjtNum start = ig_clock();
  ig_ActuatorCalls calls = {mjcb_act_dyn, mjcb_act_gain, mjcb_act_bias};
  mj_markStack(d);
  mjtNum* ctrl = mj_stackAllocNum(d, m->nu);
  ig_read_controls(m, d, ctrl);
  ig_activation_rates(m, d, ctrl, &calls);
  if (m->nplugin) plugin_rates(m, d);
  bool tendon_limits = ig_actuator_forces(m, d, ctrl, &calls);
  if (m->nplugin) ig_plugins_compute(m, d, mjPLUGIN_ACTUATOR);
  if (tendon_limits) ig_limit_tendon_forces(m, d);
  ig_actuator_joint_forces(m, d, ig_has_gravcomp(m));
  mj_freeStack(d);
  ig_timer_end(d, mjTIMER_ACTUATION, start);
}

// forces that the user applies to bodies, at their centres of mass
static void add_applied_wrenches(const mjModel* m, mjData* d, mjtNum* qfrc) {
  for (int body = 1; body < m->nbody; body++) {
    const mjtNum* wrench = d->xfrc_applied + 6 * body;
    bool any = false;
    for (int k = 0; k < 6; k++) any = any || wrench[k] != 0;
    if (any) ig_apply_wrench(m, d, wrench, wrench + 3, d->xipos + 3 * body, body, qfrc);
  }
}

void ig_smooth_acceleration(const mjModel* m, mjData* d) {
  ig_Subset dofs = ig_awake_dofs(ig_dofs_asleep(m, d), m, d);
  for (int i = 0; i < dofs.count; i++) {
    int dof = ig_member(dofs, i);
    d->qfrc_smooth[dof] = d->qfrc_passive[dof] - d->qfrc_bias[dof] + d->qfrc_applied[dof] + d->qfrc_actuator[dof];
  }
  add_applied_wrenches(m, d, d->qfrc_smooth);
  if (!dofs.index) {
    mj_solveM(m, d, d->qacc_smooth, d->qfrc_smooth, 1);
    return;
  }
  // trees do not mix: solve for all, keep what is awake
  mj_markStack(d);
  mjtNum* qacc = mj_stackAllocNum(d, m->nv);
  mj_solveM(m, d, qacc, d->qfrc_smooth, 1);
  for (int i = 0; i < dofs.count; i++) d->qacc_smooth[dofs.index[i]] = qacc[dofs.index[i]];
  mj_freeStack(d);
}

void mj_fwdActuation(const mjModel* m, mjData* d) { ig_actuation(m, d); }

void mj_fwdAcceleration(const mjModel* m, mjData* d) { ig_smooth_acceleration(m, d); }
