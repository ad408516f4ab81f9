// SPDX-License-Identifier: Apache-2.0
// Numbers of the models of all worlds, by name.
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/guard.h"
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

static ingotStatus check_parameter(ingotWorlds* w, const Parameter* p, const mjtByte* chosen, ingotReport* report) {
  if (!w || !p->name || !(p->in || p->out)) return ig_report(report, INGOT_BAD_ARGUMENT, "an argument is NULL");
  for (int e = 0; e < ingot_worldsCount(w); e++) {
    if (chosen && !chosen[e]) continue;
    ingotArray array;
    ingotStatus status = ingot_modelArray(ig_model_of(w, &w->worlds[e]), p->name, &array, report);
    if (status != INGOT_OK) return status;
    if (array.rows * array.columns > p->width) {
      return ig_report(report, INGOT_BAD_ARGUMENT, "rows of %lld numbers are too short for '%s' of world %d, which has %lld",
                       (long long)p->width, p->name, e, (long long)(array.rows * array.columns));
    }
    if (p->in && array.structure) {
      return ig_report(report, INGOT_BAD_ARGUMENT, "'%s' is part of the structure of the model and cannot be changed", p->name);
    }
  }
  return INGOT_OK;
}

// the numbers that a world has its own of, without a model of its own; NULL: it shares the model's
static const ig_Own* own_of(const ingotWorlds* w, const ig_World* world, const char* name) {
  return world->own ? NULL : ig_own_find(&w->groups[world->group].owns, name);
}

static void get_part(ingotWorlds* w, int world, void* argument) {
  const Parameter* p = argument;
  const ig_World* one = &w->worlds[world];
  const ig_Own* own = own_of(w, one, p->name);
  double* row = p->out + (size_t)world * (size_t)p->width;
  ingotArray array;
  if (own) {
    for (int i = 0; i < own->count; i++)
      row[i] = own->now[(size_t)i * (size_t)w->groups[one->group].fields.worlds + (size_t)one->index];
  } else if (ingot_modelArray(ig_model_of(w, one), p->name, &array, NULL) == INGOT_OK) {
    for (mjtSize i = 0; i < array.rows * array.columns; i++) row[i] = number_at(&array, i);
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
  const ig_Own* own = own_of(w, one, p->name);
  const double* row = p->in + (size_t)world * (size_t)p->width;
  if (own) {
    size_t stride = (size_t)w->groups[one->group].fields.worlds;
    for (int i = 0; i < own->count; i++) own->now[(size_t)i * stride + (size_t)one->index] = as_type(row[i], own->kind);
    return;
  }
  mjModel* m = ingot_worldsOwnModel(w, world, NULL);
  if (!m) mju_error("no memory for the model of world %d", world);
  ingotArray array;
  if (ingot_modelArray(m, p->name, &array, NULL) != INGOT_OK) return;
  for (mjtSize i = 0; i < array.rows * array.columns; i++) put_number(&array, i, row[i]);
}

// each group with a world that is meant gets room for numbers of that name
static ingotStatus make_own(ingotWorlds* w, const char* name, const mjtByte* chosen, ingotReport* report) {
  for (int e = 0; e < w->nworld; e++) {
    const ig_World* world = &w->worlds[e];
    if ((chosen && !chosen[e]) || world->own || w->groups[world->group].resident) continue;
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
  if (status == INGOT_OK) status = make_own(w, name, chosen, report);
  return status == INGOT_OK ? ig_worlds_each(w, chosen, set_part, &p, report) : status;
}

ingotStatus ingot_worldsGetParameter(ingotWorlds* w, const char* name, double* rows, mjtSize width, const mjtByte* chosen,
                                     ingotReport* report) {
  Parameter p = {.name = name, .out = rows, .width = width};
  ingotStatus status = check_parameter(w, &p, chosen, report);
  return status == INGOT_OK ? ig_worlds_each(w, chosen, get_part, &p, report) : status;
}

// ------------------------------------------------ constants

typedef struct {
  ingotWorlds* w;
  int world;
  const mjModel* before;
  mjModel* m;
} Constants;

// in the reference pose, in data of its own
static void compute_constants(void* argument) {
  Constants* c = argument;
  c->m = mj_copyModel(NULL, c->before);
  mjData* d = mj_makeData(c->m);
  if (d) mj_setConst(c->m, d);
  mj_deleteData(d);
}

static bool same(const char* a, const char* b, size_t bytes) { return !bytes || !memcmp(a, b, bytes); }

// what became of the model's numbers goes to the world's own
static ingotStatus adopt(Constants* c, const char* name, const ingotArray* array, ingotReport* report) {
  const ig_World* one = &c->w->worlds[c->world];
  ingotView view;
  ingotStatus status = ingot_worldsParameter(c->w, one->group, name, 1, &view, report);
  if (status != INGOT_OK) return status;
  for (int i = 0; i < view.count; i++) view.data[i * view.stride + one->index] = number_at(array, i);
  return INGOT_OK;
}

static ingotStatus adopt_changes(Constants* c, ingotReport* report) {
  ig_Field fields[IG_MAX_FIELDS];
  int n = ig_model_fields(c->m, fields);
  ingotArray array;
  for (int i = 0; i < n; i++) {
    if (same(*ig_field_pointer(c->before, fields + i), *ig_field_pointer(c->m, fields + i), ig_field_bytes(fields + i))) continue;
    ingotStatus status = ingot_modelArray(c->m, fields[i].name, &array, report);
    if (status == INGOT_OK) status = adopt(c, fields[i].name, &array, report);
    if (status != INGOT_OK) return status;
  }
  if (c->before->stat.meaninertia == c->m->stat.meaninertia) return INGOT_OK;
  ingotStatus status = ingot_modelArray(c->m, "stat.meaninertia", &array, report);
  return status == INGOT_OK ? adopt(c, "stat.meaninertia", &array, report) : status;
}

// a world that shares the model's numbers has the model's constants
static ingotStatus set_constants(ingotWorlds* w, int world, ingotReport* report) {
  ig_World* one = &w->worlds[world];
  if (one->own) {
    Constants c = {.before = one->own};
    ingotStatus status = ingot_guard(compute_constants, &c, report);
    if (status == INGOT_OK) mj_copyModel(one->own, c.m);
    mj_deleteModel(c.m);
    return status;
  }
  Constants c = {.w = w, .world = world, .before = ingot_worldsModel(w, world)};
  ingotStatus status = ingot_guard(compute_constants, &c, report);
  if (status == INGOT_OK) status = adopt_changes(&c, report);
  mj_deleteModel(c.m);
  return status;
}

ingotStatus ingot_worldsSetConst(ingotWorlds* w, const mjtByte* chosen, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  for (int e = 0; e < w->nworld; e++) {
    if (chosen && !chosen[e]) continue;
    // resident worlds have models of their own for this
    if (w->groups[w->worlds[e].group].resident && !ingot_worldsOwnModel(w, e, report)) return INGOT_NO_MEMORY;
    ingotStatus status = set_constants(w, e, report);
    if (status != INGOT_OK) return status;
  }
  return ig_report(report, INGOT_OK, "%s", "");
}
