// SPDX-License-Identifier: Apache-2.0
// The engine for JavaScript: models, data, worlds. Every call that may raise an error runs inside a guard; it returns 0
// or NULL then, and web_error() has the text. Nothing here ends the module.
#include "engine.h"

#include <emscripten.h>
#include <ingot/read.h>
#include <ingot/arrays.h>
#include <ingot/worlds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ingotReport report;
static char warnings[4096];  // since they were last taken, one a line

bool web_guard(void (*function)(void* argument), void* argument) { return ingot_guard(function, argument, &report) == INGOT_OK; }

WEB_API const char* web_error(void) { return report.text; }

// texts of warnings; the counts are in mjData
static void note_warning(const char* text) {
  size_t used = strlen(warnings);
  snprintf(warnings + used, sizeof warnings - used, "%s\n", text);
}

WEB_API const char* web_take_warnings(void) {
  static char taken[sizeof warnings];
  memcpy(taken, warnings, sizeof taken);
  warnings[0] = 0;
  return taken;
}

static mjtNum milliseconds(void) { return emscripten_get_now(); }

WEB_API void web_start(void) {
  mju_user_warning = note_warning;
  mjcb_time = milliseconds;
}

WEB_API const char* web_version(void) { return mj_versionString(); }

// models -----------------------------------------------------------------------------------------------------------------

// MJCF, URDF or MJB, by the file's extension
WEB_API mjModel* web_load(const char* path) {
  mjModel* m = NULL;
  return ingot_load(path, NULL, NULL, &m, &report) == INGOT_OK ? m : NULL;
}

WEB_API void web_free_model(mjModel* m) { mj_deleteModel(m); }

typedef struct {
  const mjModel* m;
  const char* path;
  bool done;
} SaveCall;

static void save_xml(void* argument) {
  SaveCall* call = argument;
  char error[1000] = "";
  call->done = mj_saveLastXML(call->path, call->m, error, sizeof error);
  if (!call->done) mju_error("%s", error);
}

// the text of the model that was loaded last, as the engine writes it
WEB_API int web_save_xml(const mjModel* m, const char* path) {
  SaveCall call = {m, path, false};
  return web_guard(save_xml, &call) && call.done;
}

static void save_binary(void* argument) {
  SaveCall* call = argument;
  mj_saveModel(call->m, call->path, NULL, 0);
}

WEB_API int web_save_binary(const mjModel* m, const char* path) {
  SaveCall call = {m, path, false};
  return web_guard(save_binary, &call);
}

WEB_API int web_name2id(const mjModel* m, int type, const char* name) { return mj_name2id(m, type, name); }
WEB_API const char* web_id2name(const mjModel* m, int type, int id) { return mj_id2name(m, type, id); }

// an array by its name; valid until the next call
static ingotArray found;
WEB_API const ingotArray* web_model_array(const mjModel* m, const char* name) {
  return ingot_modelArray(m, name, &found, &report) == INGOT_OK ? &found : NULL;
}
WEB_API const ingotArray* web_data_array(const mjModel* m, const mjData* d, const char* name) {
  return ingot_dataArray(m, d, name, &found, &report) == INGOT_OK ? &found : NULL;
}

// data -------------------------------------------------------------------------------------------------------------------

typedef struct {
  const mjModel* m;
  mjData* d;
  int number;
  mjtNum* state;
} DataCall;

static void make_data(void* argument) {
  DataCall* call = argument;
  call->d = mj_makeData(call->m);
}
static void step(void* argument) {
  const DataCall* call = argument;
  for (int i = 0; i < call->number; i++) mj_step(call->m, call->d);
}
static void forward(void* argument) {
  const DataCall* call = argument;
  mj_forward(call->m, call->d);
}
static void inverse(void* argument) {
  const DataCall* call = argument;
  mj_inverse(call->m, call->d);
}
static void reset(void* argument) {
  const DataCall* call = argument;
  if (call->number < 0)
    mj_resetData(call->m, call->d);
  else
    mj_resetDataKeyframe(call->m, call->d, call->number);
}
static void state_size(void* argument) {
  DataCall* call = argument;
  call->number = mj_stateSize(call->m, call->number);
}
static void get_state(void* argument) {
  const DataCall* call = argument;
  mj_getState(call->m, call->d, call->state, call->number);
}
static void set_state(void* argument) {
  const DataCall* call = argument;
  mj_setState(call->m, call->d, call->state, call->number);
}

WEB_API mjData* web_make_data(const mjModel* m) {
  DataCall call = {.m = m};
  return web_guard(make_data, &call) ? call.d : NULL;
}
WEB_API void web_free_data(mjData* d) { mj_deleteData(d); }
WEB_API int web_step(const mjModel* m, mjData* d, int count) { return web_guard(step, &(DataCall){m, d, count, NULL}); }
WEB_API int web_forward(const mjModel* m, mjData* d) { return web_guard(forward, &(DataCall){m, d, 0, NULL}); }
WEB_API int web_inverse(const mjModel* m, mjData* d) { return web_guard(inverse, &(DataCall){m, d, 0, NULL}); }
WEB_API int web_reset(const mjModel* m, mjData* d, int key) { return web_guard(reset, &(DataCall){m, d, key, NULL}); }
// -1 for a signature that there is not
WEB_API int web_state_size(const mjModel* m, int signature) {
  DataCall call = {.m = m, .number = signature};
  return web_guard(state_size, &call) ? call.number : -1;
}
WEB_API int web_get_state(const mjModel* m, mjData* d, mjtNum* state, int signature) {
  return web_guard(get_state, &(DataCall){m, d, signature, state});
}
WEB_API int web_set_state(const mjModel* m, mjData* d, mjtNum* state, int signature) {
  return web_guard(set_state, &(DataCall){m, d, signature, state});
}

// worlds -----------------------------------------------------------------------------------------------------------------

// all of one model; threads do not exist here
WEB_API ingotWorlds* web_make_worlds(const mjModel* m, int count) {
  ingotWorlds* worlds = NULL;
  const mjModel** models = count > 0 ? malloc((size_t)count * sizeof *models) : NULL;
  for (int i = 0; models && i < count; i++) models[i] = m;
  ingot_worldsCreate(models, models ? count : 0, 1, &worlds, &report);
  free(models);
  return worlds;
}
WEB_API void web_free_worlds(ingotWorlds* worlds) { ingot_worldsDelete(worlds); }
WEB_API int web_worlds_step(ingotWorlds* worlds, int count) { return ingot_worldsStep(worlds, count, NULL, &report) == INGOT_OK; }
WEB_API int web_worlds_reset(ingotWorlds* worlds, int key) { return ingot_worldsReset(worlds, NULL, key, &report) == INGOT_OK; }
WEB_API mjData* web_worlds_data(ingotWorlds* worlds, int world) { return ingot_worldsData(worlds, world); }
WEB_API const ingotView* web_worlds_field(ingotWorlds* worlds, int field) {
  static ingotView view;
  return ingot_worldsField(worlds, 0, (ingotField)field, &view, &report) == INGOT_OK ? &view : NULL;
}
WEB_API const ingotWorldStatus* web_worlds_status(ingotWorlds* worlds, int world) {
  static ingotWorldStatus status;
  return ingot_worldsStatus(worlds, world, &status, &report) == INGOT_OK ? &status : NULL;
}
