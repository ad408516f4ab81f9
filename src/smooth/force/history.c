// SPDX-License-Identifier: Apache-2.0
#include "smooth/force/history.h"

#include <math.h>
#include <string.h>

#include <mujoco/mujoco.h>

static ig_History history_at(const mjData* d, int adr, int samples, int dim) {
  ig_History h = {NULL, NULL, NULL, NULL, samples > 0 ? samples : 0, dim};
  if (samples > 0) {
    h.user = d->history + adr;
    h.cursor = h.user + 1;
    h.times = h.user + 2;
    h.values = h.times + samples;
  }
  return h;
}

ig_History ig_ctrl_history(const mjModel* m, const mjData* d, int actuator) {
  return history_at(d, m->actuator_historyadr[actuator], m->actuator_history[2 * actuator], 1);
}

ig_History ig_sensor_history(const mjModel* m, const mjData* d, int sensor) {
  return history_at(d, m->sensor_historyadr[sensor], m->sensor_history[2 * sensor], m->sensor_dim[sensor]);
}

// slot of the sample of a given age rank, 0 the oldest
//   the cursor lies in memory that users may write: whatever it holds, the slot is one of the buffer
static int slot_of(const ig_History* h, int rank) {
  int cursor = *h->cursor >= 0 && *h->cursor < h->samples ? (int)*h->cursor : 0;
  return (cursor + 1 + rank) % h->samples;
}
static mjtNum time_of(const ig_History* h, int rank) { return h->times[slot_of(h, rank)]; }
static mjtNum* value_of(const ig_History* h, int rank) { return h->values + (size_t)slot_of(h, rank) * h->dim; }

// rank of the first sample not before t; samples if there is none
static int rank_of(const ig_History* h, mjtNum t) {
  if (t <= time_of(h, 0)) return 0;
  if (t > time_of(h, h->samples - 1)) return h->samples;
  int before = 0, after = h->samples - 1;
  while (after - before > 1) {
    int middle = (before + after) / 2;
    if (time_of(h, middle) < t) {
      before = middle;
    } else {
      after = middle;
    }
  }
  return after;
}

void ig_history_init(ig_History* h, const mjtNum* times, const mjtNum* values, mjtNum user) {
  const mjtNum* t = times ? times : h->times;
  for (int i = 1; i < h->samples; i++) {
    if (t[i] - t[i - 1] < mjMINVAL) {
      mju_error("history: times must be strictly increasing, but sample %d is at %g and sample %d at %g", i - 1, t[i - 1], i,
                t[i]);
      return;
    }
  }
  *h->user = user;
  *h->cursor = h->samples - 1;
  if (times) memmove(h->times, times, sizeof(mjtNum) * h->samples);
  if (values) memmove(h->values, values, sizeof(mjtNum) * h->samples * h->dim);
}

mjtNum* ig_history_insert(ig_History* h, mjtNum t) {
  int rank = rank_of(h, t), place = rank > 0 ? rank - 1 : 0;
  if (rank < h->samples && fabs(t - time_of(h, rank)) < mjMINVAL) return value_of(h, rank);
  if (rank == h->samples) {
    // the usual case: the newest sample takes the slot of the oldest
    *h->cursor = slot_of(h, 0);
  } else {
    // out of order: the older ones move down by one, over the oldest
    for (int i = 0; i < place; i++) {
      h->times[slot_of(h, i)] = time_of(h, i + 1);
      memcpy(value_of(h, i), value_of(h, i + 1), sizeof(mjtNum) * h->dim);
    }
  }
  h->times[slot_of(h, place)] = t;
  return value_of(h, place);
}

// cubic Hermite between the samples before and after, slopes from the neighbours on both sides; flat at the ends
static void read_cubic(const ig_History* h, int after, mjtNum x, mjtNum dt, mjtNum* result) {
  int before = after - 1;
  mjtNum x2 = x * x, x3 = x2 * x;
  mjtNum weight0 = 2 * x3 - 3 * x2 + 1, slope0 = x3 - 2 * x2 + x, weight1 = -2 * x3 + 3 * x2, slope1 = x3 - x2;
  const mjtNum *v0 = value_of(h, before), *v1 = value_of(h, after);
  for (int k = 0; k < h->dim; k++) {
    mjtNum rate0 = 0, rate1 = 0;
    if (before > 0) rate0 = (v1[k] - value_of(h, before - 1)[k]) / (time_of(h, after) - time_of(h, before - 1));
    if (after < h->samples - 1) rate1 = (value_of(h, after + 1)[k] - v0[k]) / (time_of(h, after + 1) - time_of(h, before));
    result[k] = weight0 * v0[k] + slope0 * dt * rate0 + weight1 * v1[k] + slope1 * dt * rate1;
  }
}

const mjtNum* ig_history_read(const ig_History* h, mjtNum t, int interp, mjtNum* result) {
  int newest = h->samples - 1;
  if (t <= time_of(h, 0) + mjMINVAL) return value_of(h, 0);
  if (t >= time_of(h, newest) - mjMINVAL) return value_of(h, newest);
  int after = rank_of(h, t), before = after - 1;
  if (fabs(t - time_of(h, after)) < mjMINVAL) return value_of(h, after);
  if (interp == 0) return value_of(h, before);

  mjtNum dt = time_of(h, after) - time_of(h, before), x = (t - time_of(h, before)) / dt;
  if (interp == 1) {
    const mjtNum *v0 = value_of(h, before), *v1 = value_of(h, after);
    for (int k = 0; k < h->dim; k++) result[k] = v0[k] + x * (v1[k] - v0[k]);
  } else {
    read_cubic(h, after, x, dt, result);
  }
  return NULL;
}

mjtNum ig_read_ctrl(const mjModel* m, const mjData* d, int id, mjtNum time, int interp) {
  ig_History h = ig_ctrl_history(m, d, id);
  if (h.samples <= 0) return d->ctrl[id];
  if (interp < 0) interp = m->actuator_history[2 * id + 1];
  mjtNum value;
  const mjtNum* sample = ig_history_read(&h, time - m->actuator_delay[id], interp, &value);
  return sample ? *sample : value;
}

mjtNum mj_readCtrl(const mjModel* m, const mjData* d, int id, mjtNum time, int interp) {
  if (id >= 0 && id < m->nu) return ig_read_ctrl(m, d, id, time, interp);
  mju_error("mj_readCtrl: there is no actuator %d", id);
  return 0;
}

const mjtNum* ig_sensor_past(const mjModel* m, const mjData* d, int id, mjtNum time, mjtNum* result, int interp) {
  if (id < 0 || id >= m->nsensor) {
    mju_error("mj_readSensor: there is no sensor %d", id);
    return NULL;
  }
  ig_History h = ig_sensor_history(m, d, id);
  if (h.samples <= 0) return d->sensordata + m->sensor_adr[id];
  if (interp < 0) interp = m->sensor_history[2 * id + 1];
  return ig_history_read(&h, time - m->sensor_delay[id], interp, result);
}

void mj_initCtrlHistory(const mjModel* m, mjData* d, int id, const mjtNum* times, const mjtNum* values) {
  if (id < 0 || id >= m->nu) {
    mju_error("mj_initCtrlHistory: there is no actuator %d", id);
    return;
  }
  ig_History h = ig_ctrl_history(m, d, id);
  if (h.samples <= 0) {
    mju_error("mj_initCtrlHistory: actuator %d keeps no history", id);
    return;
  }
  ig_history_init(&h, times, values, *h.user);
}

void mj_initSensorHistory(const mjModel* m, mjData* d, int id, const mjtNum* times, const mjtNum* values, mjtNum phase) {
  if (id < 0 || id >= m->nsensor) {
    mju_error("mj_initSensorHistory: there is no sensor %d", id);
    return;
  }
  ig_History h = ig_sensor_history(m, d, id);
  if (h.samples <= 0) {
    mju_error("mj_initSensorHistory: sensor %d keeps no history", id);
    return;
  }
  ig_history_init(&h, times, values, phase);
}
