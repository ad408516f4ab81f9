// Numbers of the models of all worlds, by name.
#include <limits.h>
#include <math.h>

#include <ingot/worlds.h>

#include "base/guard.h"
#include "world/access.h"

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

static ingotStatus check_parameter(ingotWorlds* w, const Parameter* p, const mjtByte* mask, ingotReport* report) {
  if (!w || !p->name || !(p->in || p->out)) return ig_report(report, INGOT_BAD_ARGUMENT, "an argument is NULL");
  for (int e = 0; e < ingot_worldsCount(w); e++) {
    if (mask && !mask[e]) continue;
    ingotArray array;
    ingotStatus status = ingot_modelArray(ig_world_model(w, e), p->name, &array, report);
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

static void get_part(ingotWorlds* w, int world, void* argument) {
  const Parameter* p = argument;
  ingotArray array;
  if (ingot_modelArray(ig_world_model(w, world), p->name, &array, NULL) != INGOT_OK) return;
  double* row = p->out + (size_t)world * (size_t)p->width;
  for (mjtSize i = 0; i < array.rows * array.columns; i++) row[i] = number_at(&array, i);
}

static void set_part(ingotWorlds* w, int world, void* argument) {
  const Parameter* p = argument;
  mjModel* m = ingot_worldsOwnModel(w, world, NULL);
  if (!m) mju_error("no memory for the model of world %d", world);
  ingotArray array;
  if (ingot_modelArray(m, p->name, &array, NULL) != INGOT_OK) return;
  const double* row = p->in + (size_t)world * (size_t)p->width;
  for (mjtSize i = 0; i < array.rows * array.columns; i++) put_number(&array, i, row[i]);
}

ingotStatus ingot_worldsSetParameter(ingotWorlds* w, const char* name, const double* rows, mjtSize width, const mjtByte* mask,
                                     ingotReport* report) {
  Parameter p = {.name = name, .in = rows, .width = width};
  ingotStatus status = check_parameter(w, &p, mask, report);
  return status == INGOT_OK ? ig_worlds_each(w, mask, set_part, &p, report) : status;
}

ingotStatus ingot_worldsGetParameter(ingotWorlds* w, const char* name, double* rows, mjtSize width, const mjtByte* mask,
                                     ingotReport* report) {
  Parameter p = {.name = name, .out = rows, .width = width};
  ingotStatus status = check_parameter(w, &p, mask, report);
  return status == INGOT_OK ? ig_worlds_each(w, mask, get_part, &p, report) : status;
}

// The constants are computed in the reference pose, in the world's data: its state is put back afterwards.
static void const_part(ingotWorlds* w, int world, void* argument) {
  (void)argument;
  mjModel* m = ingot_worldsOwnModel(w, world, NULL);
  if (!m) mju_error("no memory for the model of world %d", world);
  mj_setConst(m, ingot_worldsData(w, world));
  ig_world_load(w, world);
}

ingotStatus ingot_worldsSetConst(ingotWorlds* w, const mjtByte* mask, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  return ig_worlds_each(w, mask, const_part, NULL, report);
}
