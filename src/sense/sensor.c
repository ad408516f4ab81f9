// SPDX-License-Identifier: Apache-2.0
#include "sense/sensor.h"

#include <stdbool.h>

#include "base/float_mode.h"
#include "base/registry.h"
#include "math/dense.h"
#include "model/callback.h"
#include "model/sleep.h"
#include "smooth/bias.h"
#include "smooth/force/history.h"
#include "smooth/position/com.h"

void ig_cut_off(const mjModel* m, int sensor, mjtNum* out) {
  mjtNum cutoff = m->sensor_cutoff[sensor];
  int type = m->sensor_type[sensor], kind = m->sensor_datatype[sensor];
  if (cutoff <= 0 || type == mjSENS_CONTACT || type == mjSENS_GEOMFROMTO) return;
  for (int i = 0; i < m->sensor_dim[sensor]; i++) {
    if (kind == mjDATATYPE_REAL && out[i] < -cutoff) out[i] = -cutoff;
    if ((kind == mjDATATYPE_REAL || kind == mjDATATYPE_POSITIVE) && out[i] > cutoff) out[i] = cutoff;
  }
}

// measured now, or read from the history: always with a delay, and between two samples with an interval
static void update(const mjModel* m, mjData* d, int sensor, mjtNum* out) {
  if (m->sensor_history[2 * sensor] > 0) {
    mjtNum interval = m->sensor_interval[2 * sensor], last = d->history[m->sensor_historyadr[sensor]];
    bool waiting = interval > 0 && last + interval > d->time;
    if (m->sensor_delay[sensor] > 0 || waiting) {
      const mjtNum* sample = ig_sensor_past(m, d, sensor, d->time, out, m->sensor_history[2 * sensor + 1]);
      if (sample) ig_copy(out, sample, m->sensor_dim[sensor]);
      return;
    }
  }
  ig_measure(m, d, sensor, out);
}

static void prepare_stage(const mjModel* m, mjData* d, mjtStage stage) {
  if (stage == mjSTAGE_VEL && !d->flg_subtreevel) ig_subtree_velocities(m, d);
  if (stage == mjSTAGE_ACC && !d->flg_rnepost) ig_body_forces(m, d);
}

static void cut_off_all(const mjModel* m, mjData* d, mjtStage stage, int type, int plugin) {
  for (int i = 0; i < m->nsensor; i++) {
    bool match = m->sensor_type[i] == type && (int)m->sensor_needstage[i] == (int)stage;
    if (match && (type != mjSENS_PLUGIN || m->sensor_plugin[i] == plugin)) ig_cut_off(m, i, d->sensordata + m->sensor_adr[i]);
  }
}

static void plugin_sensors(const mjModel* m, mjData* d, mjtStage stage) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = ig_plugin_at(m->plugin[i]);
    if (!plugin) {
      mju_error("no plugin is registered in slot %d", m->plugin[i]);
      return;
    }
    // those that need no stage run with the positions
    int need = plugin->needstage == mjSTAGE_NONE ? mjSTAGE_POS : plugin->needstage;
    if (!(plugin->capabilityflags & mjPLUGIN_SENSOR) || need != (int)stage) continue;
    if (!plugin->compute) {
      mju_error("the plugin in slot %d has no compute callback", m->plugin[i]);
      return;
    }
    prepare_stage(m, d, stage);
    plugin->compute(m, d, i, mjPLUGIN_SENSOR);
    cut_off_all(m, d, stage, mjSENS_PLUGIN, i);
  }
}

void ig_sense(const mjModel* m, mjData* d, mjtStage stage) {
  if (m->opt.disableflags & mjDSBL_SENSOR) return;
  bool some_asleep = (m->opt.enableflags & mjENBL_SLEEP) && d->nbody_awake < m->nbody, user = false;
  for (int i = 0; i < m->nsensor; i++) {
    if ((int)m->sensor_needstage[i] != (int)stage || m->sensor_type[i] == mjSENS_PLUGIN) continue;
    if (some_asleep && ig_sleep_state(m, d, mjOBJ_SENSOR, i) == mjS_ASLEEP) continue;
    mjtNum* out = d->sensordata + m->sensor_adr[i];
    if (m->sensor_type[i] == mjSENS_USER) {
      // filled by the callback below
      prepare_stage(m, d, stage);
      ig_zero(out, m->sensor_dim[i]);
      user = true;
    } else {
      update(m, d, i, out);
    }
  }
  if (user) {
    ig_call_sensor(m, d, stage);
    cut_off_all(m, d, stage, mjSENS_USER, -1);
  }
  plugin_sensors(m, d, stage);
}

void mj_sensorPos(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_sense(m, d, mjSTAGE_POS);
}

void mj_sensorVel(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_sense(m, d, mjSTAGE_VEL);
}

void mj_sensorAcc(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_sense(m, d, mjSTAGE_ACC);
}
