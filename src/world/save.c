// SPDX-License-Identifier: Apache-2.0
// All that worlds are beside their models, as bytes. One walk over the worlds measures, writes and reads, so that the three
// agree.
#include <string.h>

#include "base/guard.h"
#include "base/try.h"
#include "world/device_worlds.h"
#include "world/worlds.h"

enum { MAGIC = 0x494e4757, VERSION = 1 };

typedef struct {
  char* to;          // NULL: not written
  const char* from;  // NULL: not read
  size_t size, at;   // of the buffer; how far it is
  bool bad;          // what was read belongs to other worlds, or ends too soon
} Tape;

static void pass(Tape* t, void* data, size_t bytes) {
  if ((t->to || t->from) && bytes > t->size - t->at) t->bad = true;
  if (t->bad || !bytes) return;
  if (t->to) memcpy(t->to + t->at, data, bytes);
  if (t->from) memcpy(data, t->from + t->at, bytes);
  t->at += bytes;
}

// a number that must be there as it is
static void expect(Tape* t, int number) {
  int found = number;
  pass(t, &found, sizeof found);
  t->bad = t->bad || found != number;
}

static void pass_fields(Tape* t, const ig_Fields* fields) {
  for (int f = 0; f < INGOT_NFIELD; f++) {
    expect(t, fields->count[f]);
    pass(t, fields->data[f], sizeof(double) * (size_t)fields->count[f] * (size_t)fields->worlds);
  }
}

// numbers of the worlds' own; those that are read are made where they are not there
static ingotStatus pass_params(Tape* t, ingotWorlds* w, int group, ingotReport* report) {
  ig_ParamSet* params = &w->groups[group].params;
  int n = params->n;
  pass(t, &n, sizeof n);
  for (int k = 0; k < n && !t->bad; k++) {
    char name[sizeof params->list->name] = "";
    if (!t->from) memcpy(name, params->list[k].name, sizeof name);
    pass(t, name, sizeof name);
    t->bad = t->bad || !memchr(name, 0, sizeof name);
    ingotView view;
    if (t->from && !t->bad) IG_TRY(ingot_worldsParameter(w, group, name, 1, &view, report));
    const ig_ParamColumn* column = ig_param_find(params, name);
    if (!column || t->bad) {
      t->bad = true;
      break;
    }
    expect(t, column->count);
    size_t bytes = sizeof(double) * (size_t)column->count * (size_t)params->worlds;
    pass(t, column->now, bytes);
    pass(t, column->last, bytes);
  }
  return INGOT_OK;
}

static void pass_world(Tape* t, ig_World* world) {
  expect(t, world->group);
  expect(t, world->index);
  int last = (int)world->last;
  pass(t, &last, sizeof last);
  pass(t, &world->called, sizeof world->called);
  pass(t, &world->status, sizeof world->status);
  pass(t, world->warning, sizeof world->warning);
  pass(t, world->error, sizeof world->error);
  if (!t->from || t->bad) return;
  world->last = last == IG_LAST_STEP || last == IG_LAST_FORWARD ? (ig_Last)last : IG_LAST_RESET;
  world->error[sizeof world->error - 1] = 0;
  world->fresh = false;
}

static ingotStatus walk(Tape* t, ingotWorlds* w, ingotReport* report) {
  expect(t, MAGIC);
  expect(t, VERSION);
  expect(t, w->nworld);
  expect(t, w->ngroup);
  for (int g = 0; g < w->ngroup && !t->bad; g++) {
    expect(t, w->groups[g].fields.worlds);
    pass_fields(t, &w->groups[g].fields);
    pass_fields(t, &w->groups[g].last_inputs);
    IG_TRY(pass_params(t, w, g, report));
  }
  for (int e = 0; e < w->nworld && !t->bad; e++) pass_world(t, &w->worlds[e]);
  return INGOT_OK;
}

int ingot_worldsHasOwnModel(const ingotWorlds* w, int world) {
  return ig_check_world(w, world, NULL) == INGOT_OK && w->worlds[world].private_model;
}

ingotStatus ingot_worldsSave(ingotWorlds* w, void* buffer, size_t* size, ingotReport* report) {
  if (!w || !size) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsSave: worlds and size must not be NULL");
  IG_TRY(ig_worlds_sync_to_host(w, report));
  Tape t = {.to = buffer, .size = *size};
  IG_TRY(walk(&t, w, report));
  if (t.bad) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsSave: %zu bytes are too few for these worlds", *size);
  *size = t.at;
  return ig_report(report, INGOT_OK, "%s", "");
}

// what a resident world keeps beside its fields is that of its last call
static void look_at(void* argument) {
  ingotWorlds* w = argument;
  for (int e = 0; e < w->nworld; e++) {
    if (ig_world_resident(w, &w->worlds[e])) ig_world_data(w, &w->worlds[e]);
  }
}

ingotStatus ingot_worldsRestore(ingotWorlds* w, const void* buffer, size_t size, ingotReport* report) {
  if (!w || !buffer) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsRestore: worlds and buffer must not be NULL");
  IG_TRY(ig_worlds_sync_to_host(w, report));
  Tape t = {.from = buffer, .size = size};
  IG_TRY(walk(&t, w, report));
  if (t.bad || t.at != size)
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsRestore: the bytes are those of other worlds, or not whole");
  IG_TRY(ig_guard(look_at, w, report));
  for (int g = 0; g < w->ngroup; g++) {
    if (w->groups[g].noutput) IG_TRY(ig_worlds_observe(w, g, report));
  }
  return ig_report(report, INGOT_OK, "%s", "");
}
