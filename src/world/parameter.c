// SPDX-License-Identifier: Apache-2.0
// Numbers of the models of all worlds, by name.
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/guard.h"
#include "base/try.h"
#include "model/array.h"
#include "model/data.h"
#include "world/worlds.h"

typedef struct {
  const char* name;
  const double* in;
  double* out;
  mjtSize width;
} Parameter;

static double number_at(const ingotArray* array, mjtSize i) {
  switch (array->type) {
    case INGOT_DOUBLE: return ((const double*)array->data)[i];
    case INGOT_FLOAT: return ((const float*)array->data)[i];
    case INGOT_INT: return ((const int*)array->data)[i];
    case INGOT_BYTE: return ((const mjtByte*)array->data)[i];
    case INGOT_SIZE: return (double)((const mjtSize*)array->data)[i];
    default: return ((const char*)array->data)[i];
  }
}

// numbers that an integer does not hold become its nearest; what is not a number becomes 0
static double limited(double number, double low, double high) {
  if (isnan(number)) return 0;
  return number < low ? low : number > high ? high : number;
}

static void put_number(const ingotArray* array, mjtSize i, double number) {
  switch (array->type) {
    case INGOT_DOUBLE: ((double*)array->data)[i] = number; break;
    case INGOT_FLOAT: ((float*)array->data)[i] = (float)number; break;
    case INGOT_INT: ((int*)array->data)[i] = (int)limited(number, INT_MIN, INT_MAX); break;
    case INGOT_BYTE: ((mjtByte*)array->data)[i] = (mjtByte)limited(number, 0, 255); break;
    default: break;
  }
}

// What worlds on a device cannot have of their own is refused before it is written: a step would refuse it ever after.
static ingotStatus check_device(const ingotWorlds* w, const Parameter* p, const mjtByte* chosen, ingotReport* report) {
  for (int e = 0; w->device && e < w->nworld; e++) {
    const mjModel* m = w->groups[w->worlds[e].group].model;
    ig_ParamColumn column;
    if ((chosen && !chosen[e]) || !ig_param_describe(m, p->name, &column) || ig_param_on_device(&column)) continue;
    ingotArray array;
    IG_TRY(ig_model_array(m, p->name, &array, report));
    const double* row = p->in + (size_t)e * (size_t)p->width;
    for (mjtSize i = 0; i < array.rows * array.columns; i++) {
      if (row[i] == number_at(&array, i)) continue;
      return ig_report(report, INGOT_BAD_ARGUMENT, "worlds on a GPU cannot have '%s' of their own; device=\"cpu\" steps them",
                       p->name);
    }
  }
  return INGOT_OK;
}

// Steps of a model without it do not ask for it.
static ingotStatus check_gravcomp(const ingotWorlds* w, const Parameter* p, const mjtByte* chosen, ingotReport* report) {
  if (strcmp(p->name, "body_gravcomp")) return INGOT_OK;
  for (int e = 0; e < w->nworld; e++) {
    const mjModel* m = ig_model_of(w, &w->worlds[e]);
    const double* row = p->in + (size_t)e * (size_t)p->width;
    for (int i = 0; i < m->nbody && !m->ngravcomp && (!chosen || chosen[e]); i++) {
      if (row[i] > 0)
        return ig_report(
            report, INGOT_BAD_ARGUMENT,
            "worlds cannot have 'body_gravcomp' of their own: their model compensates the gravity of no body; give one "
            "a gravcomp there");
    }
  }
  return INGOT_OK;
}

static ingotStatus check_choice(const ingotWorlds* w, const Parameter* p, const mjtByte* chosen, ingotReport* report) {
  char text[128];
  for (int e = 0; e < w->nworld; e++) {
    if (chosen && !chosen[e]) continue;
    if (ig_param_is_no_choice(p->name, p->in[(size_t)e * (size_t)p->width], text, sizeof text))
      return ig_report(report, INGOT_BAD_ARGUMENT, "%s", text);
  }
  return INGOT_OK;
}

static ingotStatus check_parameter(ingotWorlds* w, const Parameter* p, const mjtByte* chosen, ingotReport* report) {
  if (!w || !p->name || !(p->in || p->out)) return ig_report(report, INGOT_BAD_ARGUMENT, "an argument is NULL");
  const mjModel* checked = NULL;  // worlds beside each other mostly share a model
  for (int e = 0; e < ingot_worldsCount(w); e++) {
    const mjModel* m = ig_model_of(w, &w->worlds[e]);
    if ((chosen && !chosen[e]) || m == checked) continue;
    checked = m;
    ingotArray array;
    ingotStatus status = ig_model_array(m, p->name, &array, report);
    if (status != INGOT_OK) return status;
    if (array.rows * array.columns > p->width) {
      return ig_report(report, INGOT_BAD_ARGUMENT, "rows of %lld numbers are too short for '%s' of world %d, which has %lld",
                       (long long)p->width, p->name, e, (long long)array.rows * (long long)array.columns);
    }
    if (p->in && !ingot_worldsParameterKind(m, p->name, report)) return INGOT_BAD_ARGUMENT;
  }
  return INGOT_OK;
}

const char* ingot_worldsParameterKind(const mjModel* m, const char* name, ingotReport* report) {
  ingotArray array;
  ig_ParamColumn column;
  const char* refusal = name ? ig_param_refusal(name) : NULL;
  if (!m || !name) {
    ig_report(report, INGOT_BAD_ARGUMENT, "model and name must not be NULL");
  } else if (ig_model_array(m, name, &array, report) != INGOT_OK) {
    return NULL;
  } else if (array.structure) {
    ig_report(report, INGOT_BAD_ARGUMENT, "'%s' is part of the structure of the model and cannot be changed", name);
  } else if (refusal) {
    ig_report(report, INGOT_BAD_ARGUMENT, "worlds cannot have '%s' of their own: %s", name, refusal);
  } else {
    ig_report(report, INGOT_OK, "%s", "");
    if (ig_param_is_shown(name)) return "shown";
    if (!ig_param_describe(m, name, &column) || column.shape == -1) return "alone";
    if (column.host_only) return "host";
    return column.laned ? "lanes" : "alike";
  }
  return NULL;
}

// the numbers that a world has its own of, without a model of its own; NULL: it shares the model's
static const ig_ParamColumn* own_of(const ingotWorlds* w, const ig_World* world, const char* name) {
  return world->private_model ? NULL : ig_param_find(&w->groups[world->group].params, name);
}

static void get_part(ingotWorlds* w, int world, void* argument) {
  const Parameter* p = argument;
  const ig_World* one = &w->worlds[world];
  const ig_ParamColumn* column = own_of(w, one, p->name);
  double* row = p->out + (size_t)world * (size_t)p->width;
  ingotArray array;
  int own = column ? column->count : 0;
  for (int i = 0; i < own; i++)
    row[i] = column->now[(size_t)i * (size_t)w->groups[one->group].fields.worlds + (size_t)one->index];
  if ((!column || column->whole > own) && ig_model_array(ig_model_of(w, one), p->name, &array, NULL) == INGOT_OK) {
    for (mjtSize i = own; i < array.rows * array.columns; i++) row[i] = number_at(&array, i);
  }
}

// what the type of the numbers cannot hold is kept as what it makes of it
static double as_type(double number, ig_FieldKind kind) {
  switch (kind) {
    case IG_FIELD_FLOAT: return (float)number;
    case IG_FIELD_INT: return (int)limited(number, INT_MIN, INT_MAX);
    case IG_FIELD_BYTE: return (mjtByte)limited(number, 0, 255);
    default: return number;
  }
}

// numbers that lanes cannot have of their own are in a model of the world's own
static void set_part(ingotWorlds* w, int world, void* argument) {
  const Parameter* p = argument;
  const ig_World* one = &w->worlds[world];
  const ig_ParamColumn* column = own_of(w, one, p->name);
  const double* row = p->in + (size_t)world * (size_t)p->width;
  if (column) {
    size_t stride = (size_t)w->groups[one->group].fields.worlds;
    for (int i = 0; i < column->count; i++) column->now[(size_t)i * stride + (size_t)one->index] = as_type(row[i], column->kind);
    return;
  }
  mjModel* m = ingot_worldsOwnModel(w, world, NULL);
  if (!m) mju_error("no memory for the model of world %d", world);
  ingotArray array;
  if (ig_model_array(m, p->name, &array, NULL) != INGOT_OK) return;
  for (mjtSize i = 0; i < array.rows * array.columns; i++) put_number(&array, i, row[i]);
  ig_apply_policy(w->policy, m);
}

// each group with a world that is meant gets room for numbers of that name
static ingotStatus make_own(ingotWorlds* w, const char* name, const mjtByte* chosen, ingotReport* report) {
  int made = -1;
  for (int e = 0; e < w->nworld; e++) {
    const ig_World* world = &w->worlds[e];
    if ((chosen && !chosen[e]) || world->private_model || world->group == made || w->groups[world->group].resident) continue;
    made = world->group;
    ingotView view;
    ingotStatus status = ingot_worldsParameter(w, world->group, name, 1, &view, report);
    if (status == INGOT_NO_MEMORY) return status;
  }
  return INGOT_OK;
}

ingotStatus ingot_worldsSetParameter(ingotWorlds* w, const char* name, const double* rows, mjtSize width, const mjtByte* chosen,
                                     ingotReport* report) {
  Parameter p = {.name = name, .in = rows, .width = width};
  ingotStatus status = check_parameter(w, &p, chosen, report);
  if (status == INGOT_OK && width > 0) status = check_choice(w, &p, chosen, report);
  if (status == INGOT_OK) status = check_gravcomp(w, &p, chosen, report);
  if (status == INGOT_OK) status = check_device(w, &p, chosen, report);
  if (status == INGOT_OK) status = make_own(w, name, chosen, report);
  return status == INGOT_OK ? ig_worlds_each(w, chosen, set_part, &p, report) : status;
}

ingotStatus ingot_worldsGetParameter(ingotWorlds* w, const char* name, double* rows, mjtSize width, const mjtByte* chosen,
                                     ingotReport* report) {
  Parameter p = {.name = name, .out = rows, .width = width};
  ingotStatus status = check_parameter(w, &p, chosen, report);
  return status == INGOT_OK ? ig_worlds_each(w, chosen, get_part, &p, report) : status;
}
