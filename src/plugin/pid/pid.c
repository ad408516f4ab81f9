// SPDX-License-Identifier: Apache-2.0
// mujoco.pid: actuators that bring their length to a set point.
//
//   force = kp * error + ki * integral of error + kd * rate of error,   error = set point - length
//
// The set point is the control, or the last activation of an actuator with activation dynamics. The integral and the
// set point of the step before, which the limit on its speed needs, are activations of the actuator, in this order,
// each only where it is in use: the integrator of the engine carries them from step to step.
#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

#include "lane/elementary.h"
#include "plugin/common/config.h"

typedef struct {
  mjtNum kp, ki, kd;
  mjtNum imax;     // of the integral
  mjtNum slewmax;  // of the set point's speed
  bool limited, slewed;
} Pid;

// what an actuator remembers
typedef struct {
  mjtNum integral, previous;
  bool has_previous;
} Memory;

// ------------------------------------------------ settings

static bool check(const mjModel* m, int instance, const Pid* pid) {
  if (pid->limited && pid->imax < 0) {
    mju_warning("mujoco.pid, instance %d: negative imax", instance);
    return false;
  }
  if (pid->slewed && pid->slewmax < 0) {
    mju_warning("mujoco.pid, instance %d: slewmax must be non-negative, it is %g", instance, pid->slewmax);
    return false;
  }
  int users = 0;
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_plugin[i] != instance) continue;
    users++;
    int dyn = m->actuator_dyntype[i];
    bool own = dyn == mjDYN_FILTER || dyn == mjDYN_FILTEREXACT || dyn == mjDYN_INTEGRATOR;
    int has = m->actuator_actnum[i], needs = (pid->ki != 0) + pid->slewed + own;
    // without activations of its own, an actuator with dynamics has no set point either
    bool pointless = dyn != mjDYN_NONE && has < 1;
    if (has != needs || pointless) {
      mju_warning("mujoco.pid: actuator %d needs actdim=\"%d\" in its plugin element, it has %d", i, needs, has);
      return false;
    }
  }
  if (!users) mju_warning("mujoco.pid: no actuator uses plugin instance %d", instance);
  return users > 0;
}

static int init(const mjModel* m, mjData* d, int instance) {
  Pid settings = {0};
  ig_config_number(m, instance, "kp", &settings.kp);
  ig_config_number(m, instance, "ki", &settings.ki);
  ig_config_number(m, instance, "kd", &settings.kd);
  settings.slewed = ig_config_number(m, instance, "slewmax", &settings.slewmax);

  // given as a force
  double force;
  settings.limited = ig_config_number(m, instance, "imax", &force) && settings.ki != 0;
  if (settings.limited) settings.imax = force / settings.ki;
  if (!check(m, instance, &settings)) return -1;
  Pid* pid = mju_malloc(sizeof(Pid));
  if (!pid) return -1;
  *pid = settings;
  d->plugin_data[instance] = (uintptr_t)pid;
  return 0;
}

static void destroy(mjData* d, int instance) {
  mju_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

static int no_state(const mjModel* m, int instance) { return 0; }

static void reset(const mjModel* m, mjtNum* state, void* data, int instance) {}

// ------------------------------------------------ control

static Memory recall(const mjModel* m, const mjData* d, const Pid* pid, int actuator) {
  Memory memory = {0};
  const mjtNum* act = d->act + m->actuator_actadr[actuator];
  if (pid->ki) memory.integral = *act++;
  // nothing has been stored before the first step
  if (pid->slewed) memory.previous = *act, memory.has_previous = d->time > 0;
  return memory;
}

// an activation at the end of the step
static mjtNum next_activation(const mjModel* m, const mjData* d, int actuator, int adr) {
  mjtNum act = d->act[adr], dt = m->opt.timestep;
  if (m->actuator_dyntype[actuator] == mjDYN_FILTEREXACT) {
    mjtNum given = m->actuator_dynprm[mjNDYN * actuator], tau = given > mjMINVAL ? given : mjMINVAL;
    act = act + d->act_dot[adr] * tau * (1 - ig_exp(-dt / tau));
  } else {
    act = act + d->act_dot[adr] * dt;
  }
  const mjtNum* range = m->actuator_actrange + 2 * actuator;
  return m->actuator_actlimited[actuator] ? mju_clip(act, range[0], range[1]) : act;
}

static int last_activation(const mjModel* m, int actuator) {
  return m->actuator_actadr[actuator] + m->actuator_actnum[actuator] - 1;
}

static mjtNum set_point(const mjModel* m, const mjData* d, const Pid* pid, int actuator, const Memory* memory, bool early) {
  mjtNum point;
  if (m->actuator_dyntype[actuator] == mjDYN_NONE) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * actuator;
    point = d->ctrl[actuator];
    if (m->actuator_ctrllimited[actuator]) point = mju_clip(point, range[0], range[1]);
  } else {
    int adr = last_activation(m, actuator);
    point = early ? next_activation(m, d, actuator, adr) : d->act[adr];
  }
  if (!pid->slewed || !memory->has_previous) return point;
  mjtNum reach = pid->slewmax * m->opt.timestep;
  return mju_clip(point, memory->previous - reach, memory->previous + reach);
}

static mjtNum next_integral(const mjModel* m, const Pid* pid, const Memory* memory, mjtNum error) {
  mjtNum integral = memory->integral + error * m->opt.timestep;
  return pid->limited ? mju_clip(integral, -pid->imax, pid->imax) : integral;
}

// rates that bring the activations to their values at the end of the step
static void set_rates(const mjModel* m, mjData* d, int instance) {
  const Pid* pid = (const Pid*)d->plugin_data[instance];
  mjtNum dt = m->opt.timestep;
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_plugin[i] != instance) continue;
    Memory memory = recall(m, d, pid, i);
    mjtNum point = set_point(m, d, pid, i, &memory, false);
    int adr = m->actuator_actadr[i];
    if (pid->ki) {
      mjtNum integral = next_integral(m, pid, &memory, point - d->actuator_length[i]);
      d->act_dot[adr] = (integral - d->act[adr]) / dt;
      adr++;
    }
    if (pid->slewed) d->act_dot[adr] = (point - d->act[adr]) / dt;
  }
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  const Pid* pid = (const Pid*)d->plugin_data[instance];
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_plugin[i] != instance) continue;
    Memory memory = recall(m, d, pid, i);
    mjtNum error = set_point(m, d, pid, i, &memory, m->actuator_actearly[i]) - d->actuator_length[i];
    mjtNum speed = m->actuator_dyntype[i] == mjDYN_NONE ? 0 : d->act_dot[last_activation(m, i)];
    mjtNum rate = speed - d->actuator_velocity[i];
    mjtNum integral = pid->ki ? next_integral(m, pid, &memory, error) : 0;
    d->actuator_force[i] = pid->kp * error + pid->kd * rate + pid->ki * integral;
  }
}

static void advance(const mjModel* m, mjData* d, int instance) {}

mjPLUGIN_LIB_INIT {
  static const char* const attributes[] = {"kp", "ki", "kd", "imax", "slewmax"};
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "mujoco.pid";
  plugin.nattribute = sizeof attributes / sizeof *attributes;
  plugin.attributes = attributes;
  plugin.capabilityflags = mjPLUGIN_ACTUATOR;
  plugin.nstate = no_state;
  plugin.init = init;
  plugin.destroy = destroy;
  plugin.reset = reset;
  plugin.compute = compute;
  plugin.advance = advance;
  plugin.actuator_act_dot = set_rates;
  mjp_registerPlugin(&plugin);
}
