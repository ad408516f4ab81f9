// SPDX-License-Identifier: Apache-2.0
#include "world/fields.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "model/state.h"

static double* numbers_of(const mjData* d, ingotField field) {
  switch (field) {
    case INGOT_TIME: return (double*)&d->time;
    case INGOT_QPOS: return d->qpos;
    case INGOT_QVEL: return d->qvel;
    case INGOT_ACT: return d->act;
    case INGOT_HISTORY: return d->history;
    case INGOT_WARMSTART: return d->qacc_warmstart;
    case INGOT_CTRL: return d->ctrl;
    case INGOT_QFRC_APPLIED: return d->qfrc_applied;
    case INGOT_XFRC_APPLIED: return d->xfrc_applied;
    case INGOT_MOCAP_POS: return d->mocap_pos;
    case INGOT_MOCAP_QUAT: return d->mocap_quat;
    case INGOT_USERDATA: return d->userdata;
    case INGOT_PLUGIN: return d->plugin_state;
    case INGOT_SENSORDATA: return d->sensordata;
    default: return NULL;
  }
}

bool ig_fields_make(ig_Fields* fields, const mjModel* m, int worlds) {
  *fields = (ig_Fields){.worlds = worlds};
  size_t total = 0;
  for (int f = 0; f < INGOT_NFIELD; f++) {
    // the fields of the API's state vectors have its bits in the same order
    fields->count[f] = f == INGOT_SENSORDATA ? (int)m->nsensordata : ig_state_size(m, 1 << f);
    total += (size_t)fields->count[f];
  }
  fields->block = ig_try_alloc(sizeof(double) * total * (size_t)worlds);
  if (!fields->block) return false;
  memset(fields->block, 0, sizeof(double) * total * (size_t)worlds);
  double* next = fields->block;
  for (int f = 0; f < INGOT_NFIELD; f++) {
    fields->data[f] = next;
    next += (size_t)fields->count[f] * (size_t)worlds;
  }
  return true;
}

void ig_fields_free(ig_Fields* fields) {
  ig_free(fields->block);
  fields->block = NULL;
}

void ig_fields_to_data(const ig_Fields* fields, int world, mjData* d) {
  IG_ASSERT(world >= 0 && world < fields->worlds);
  for (int f = 0; f < INGOT_NFIELD; f++) {
    const double* from = fields->data[f] + world;
    double* to = numbers_of(d, f);
    for (int i = 0; i < fields->count[f]; i++, from += fields->worlds) {
      if (f == INGOT_EQ_ACTIVE)
        d->eq_active[i] = (mjtByte)*from;
      else
        to[i] = *from;
    }
  }
}

void ig_fields_from_data(const ig_Fields* fields, int world, const mjData* d) {
  IG_ASSERT(world >= 0 && world < fields->worlds);
  for (int f = 0; f < INGOT_NFIELD; f++) {
    double* to = fields->data[f] + world;
    const double* from = numbers_of(d, f);
    for (int i = 0; i < fields->count[f]; i++, to += fields->worlds) *to = f == INGOT_EQ_ACTIVE ? d->eq_active[i] : from[i];
  }
}

void ig_fields_copy(const ig_Fields* to, const ig_Fields* from, int first, int n) {
  IG_ASSERT(to->worlds == from->worlds && first >= 0 && n >= 0 && first + n <= to->worlds);
  for (int f = 0; f < INGOT_NFIELD; f++) {
    for (int i = 0; i < to->count[f]; i++) {
      size_t at = (size_t)i * (size_t)to->worlds + (size_t)first;
      memcpy(to->data[f] + at, from->data[f] + at, sizeof(double) * (size_t)n);
    }
  }
}

// ------------------------------------------------ lanes

int ig_field_quantity(ingotField field) {
  static const int quantities[INGOT_NFIELD] = {
      [INGOT_TIME] = IG_Q_time,
      [INGOT_QPOS] = IG_Q_qpos,
      [INGOT_QVEL] = IG_Q_qvel,
      [INGOT_ACT] = IG_Q_act,
      [INGOT_HISTORY] = IG_Q_history,
      [INGOT_WARMSTART] = IG_Q_qacc_warmstart,
      [INGOT_CTRL] = IG_Q_ctrl,
      [INGOT_QFRC_APPLIED] = IG_Q_qfrc_applied,
      [INGOT_XFRC_APPLIED] = IG_Q_xfrc_applied,
      [INGOT_EQ_ACTIVE] = IG_Q_eq_active,
      [INGOT_MOCAP_POS] = IG_Q_mocap_pos,
      [INGOT_MOCAP_QUAT] = IG_Q_mocap_quat,
      [INGOT_USERDATA] = IG_Q_userdata,
      [INGOT_PLUGIN] = IG_Q_plugin_state,
      [INGOT_SENSORDATA] = IG_Q_sensordata,
  };
  return quantities[field];
}

// NULL: stages do not read the field, or it is not made of numbers
static double* lanes_of(const ig_LaneSlots* s, ingotField field) {
  if (field == INGOT_EQ_ACTIVE || field == INGOT_USERDATA || field == INGOT_PLUGIN) return NULL;
  int n;
  return s->width->numbers(s->m, s->lanes, ig_field_quantity(field), &n);
}

static void switches_to_lane(const ig_Fields* fields, const ig_LaneSlots* s, int lane) {
  mjtByte* to = s->width->world(s->lanes, lane)->eq_active;
  const double* from = fields->data[INGOT_EQ_ACTIVE] + s->index[lane];
  for (int i = 0; i < fields->count[INGOT_EQ_ACTIVE]; i++) to[i] = (mjtByte)from[(size_t)i * (size_t)fields->worlds];
}

void ig_fields_to_lanes(const ig_Fields* fields, const ig_LaneSlots* s) {
  int width = s->width->width;
  for (int f = 0; f < INGOT_NFIELD; f++) {
    double* to = lanes_of(s, f);
    const double* from = fields->data[f];
    for (int i = 0; to && i < fields->count[f]; i++, to += width, from += fields->worlds) {
      if (s->adjacent) {
        memcpy(to, from + s->index[0], sizeof(double) * (size_t)width);
      } else {
        for (int lane = 0; lane < width; lane++) to[lane] = from[s->index[lane]];
      }
    }
  }
  for (int lane = 0; lane < width; lane++) switches_to_lane(fields, s, lane);
}

void ig_fields_to_lane(const ig_Fields* fields, const ig_LaneSlots* s, int lane) {
  IG_ASSERT(lane >= 0 && lane < s->width->width);
  for (int f = 0; f < INGOT_NFIELD; f++) {
    double* to = lanes_of(s, f);
    const double* from = fields->data[f] + s->index[lane];
    for (int i = 0; to && i < fields->count[f]; i++, from += fields->worlds) to[s->width->width * i + lane] = *from;
  }
  switches_to_lane(fields, s, lane);
}

void ig_numbers_from_lanes(double* data, int worlds, const double* lanes, int n, const ig_LaneSlots* s, unsigned which) {
  int width = s->width->width;
  bool whole = s->adjacent && which == (1u << width) - 1;
  IG_ASSERT(!(which >> width));
  for (int i = 0; i < n; i++, lanes += width, data += worlds) {
    if (whole) {
      memcpy(data + s->index[0], lanes, sizeof(double) * (size_t)width);
      continue;
    }
    for (int lane = 0; lane < width; lane++) {
      if (which >> lane & 1) data[s->index[lane]] = lanes[lane];
    }
  }
}

static void field_from_lanes(const ig_Fields* fields, const ig_LaneSlots* s, unsigned which, ingotField f) {
  ig_numbers_from_lanes(fields->data[f], fields->worlds, lanes_of(s, f), fields->count[f], s, which);
}

void ig_fields_from_lanes(const ig_Fields* fields, const ig_LaneSlots* s, unsigned which, bool controls) {
  static const ingotField changed[] = {INGOT_TIME, INGOT_QPOS, INGOT_QVEL, INGOT_ACT, INGOT_HISTORY, INGOT_WARMSTART};
  for (int k = 0; k < 6; k++) field_from_lanes(fields, s, which, changed[k]);
  if (controls) field_from_lanes(fields, s, which, INGOT_CTRL);
}

void ig_sensors_from_lanes(const ig_Fields* fields, const ig_LaneSlots* s, unsigned which) {
  field_from_lanes(fields, s, which, INGOT_SENSORDATA);
}
