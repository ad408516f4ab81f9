// SPDX-License-Identifier: Apache-2.0
#include "step/advance.h"

#include <stdbool.h>

#include "smooth/awake.h"
#include "smooth/force/actuator.h"
#include "smooth/position/position.h"
#include "step/walk.h"

#if IG_WIDTH == 1

#include "base/registry.h"
#include "constrain/sleep.h"
#include "math/dense.h"
#include "model/awake.h"
#include "model/sleep.h"
#include "sense/sensor.h"
#include "smooth/force/history.h"
#include "step/forward.h"

static void record_controls(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    ig_History h = ig_ctrl_history(m, d, i);
    if (h.samples) *ig_history_insert(&h, d->time) = d->ctrl[i];
  }
}

// a sensor with an interval is sampled when its tick is due; with a delay its present value is not in sensordata
static void record_sensors(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nsensor; i++) {
    ig_History h = ig_sensor_history(m, d, i);
    mjtNum interval = m->sensor_interval[2 * i];
    if (!h.samples || (interval > 0 && *h.user + interval > d->time)) continue;
    if (interval > 0) *h.user += interval;
    mjtNum* slot = ig_history_insert(&h, d->time);
    if (m->sensor_delay[i] > 0) {
      ig_measure(m, d, i, slot);
    } else {
      ig_copy(slot, d->sensordata + m->sensor_adr[i], h.dim);
    }
  }
}

void ig_record_history(const mjModel* m, mjData* d) {
  record_controls(m, d);
  record_sensors(m, d);
}

// a tree that falls asleep has lost its velocity: all that depends on velocities is computed again
static void fall_asleep(const mjModel* m, mjData* d) {
  if (!ig_fall_asleep(m, d)) return;
  ig_forward(m, d, mjSTAGE_POS, false);
  ig_update_awake(m, d, false);
}

static void advance_plugins(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = ig_plugin_at(m->plugin[i]);
    if (!plugin) mju_error("plugin instance %d: slot %d is not registered", i, m->plugin[i]);
    if (plugin && plugin->advance) plugin->advance(m, d, i);
  }
}

#else

// models that sleep or have plugins do not run in lanes
static void fall_asleep(const mjModel* m, ig_Data* d) {}
static void advance_plugins(const mjModel* m, ig_Data* d) {}

#endif

// activations of actuators that are switched off hold still, but stay within their range
static void advance_activations(const mjModel* m, ig_Data* d, const real* act_dot) {
  const real still = ig_broadcast(0);
  for (int i = 0; i < m->nu; i++) {
    int adr = m->actuator_actadr[i];
    const bool off = ig_actuator_disabled(m, i);
    for (int k = adr; k < adr + m->actuator_actnum[i]; k++) {
      IG_NAME(ig_next_activation)(m, d, i, k, off ? &still : act_dot + k, d->act + k);
    }
  }
}

void IG_NAME(ig_advance)(const mjModel* m, ig_Data* d, const real* act_dot, const real* qacc, const real* qvel) {
  real h = ig_option(m, d, timestep, 0);
  if (m->nhistory > 0) IG_NAME(ig_run_stage)(m, d, IG_STAGE_HISTORY);
  if (m->na && !(m->opt.disableflags & mjDSBL_ACTUATION)) advance_activations(m, d, act_dot);
  fall_asleep(m, d);

  bool asleep = ig_sleep_enabled(m) && d->ntree_awake < m->ntree;
  ig_Subset dofs = ig_awake_dofs(asleep, m, d);
  for (int k = 0; k < dofs.count; k++) {
    int dof = ig_member(dofs, k);
    d->qvel[dof] += qacc[dof] * h;
  }
  IG_NAME(ig_integrate_position)(m, d->qpos, qvel ? qvel : d->qvel, h, ig_awake_bodies(asleep, m, d));
  d->time += h;
  advance_plugins(m, d);

  // where the solver starts in the next step
  ig_copy_reals(d->qacc_warmstart, d->qacc, m->nv);
}
