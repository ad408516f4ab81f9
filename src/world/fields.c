#include "world/fields.h"

#include <string.h>

#include "base/memory.h"

static int count_of(const mjModel* m, ingotField field) {
  // the fields of the API's state vectors have its bits in the same order
  return field == INGOT_SENSORDATA ? (int)m->nsensordata : mj_stateSize(m, 1 << field);
}

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
  for (int f = 0; f < INGOT_NFIELD; f++) total += (size_t)(fields->count[f] = count_of(m, f));
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
  for (int f = 0; f < INGOT_SENSORDATA; f++) {
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
  for (int f = 0; f < INGOT_NFIELD; f++) {
    double* to = fields->data[f] + world;
    const double* from = numbers_of(d, f);
    for (int i = 0; i < fields->count[f]; i++, to += fields->worlds) *to = f == INGOT_EQ_ACTIVE ? d->eq_active[i] : from[i];
  }
}
