// Numbers of the models of all worlds, by name.
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include <ingot/worlds.h>

#include "base/guard.h"
#include "model/field.h"
#include "world/access.h"
#include "world/thin.h"

// A parameter, looked up once for each group whose worlds follow each other. `inside`: it lies in mjModel itself.
typedef struct {
  const char* name;
  const double* in;
  double* out;
  mjtSize width;
} Parameter;

typedef struct {
  ingotArray array;
  ig_Field field;  // where it is not inside
  bool inside;
  size_t offset;
} Found;

static ingotStatus find(const mjModel* m, const char* name, Found* found, ingotReport* report) {
  ingotStatus status = ingot_modelArray(m, name, &found->array, report);
  if (status != INGOT_OK) return status;
  const char* place = found->array.data;
  found->inside = place >= (const char*)m && place < (const char*)(m + 1);
  found->offset = found->inside ? (size_t)(place - (const char*)m) : 0;
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_model_fields(m, fields);
  for (int i = 0; i < count && !found->inside; i++) {
    if (!strcmp(fields[i].name, name)) found->field = fields[i];
  }
  return INGOT_OK;
}

// the array in another model of the group
static ingotArray array_in(const mjModel* m, const Found* found) {
  ingotArray array = found->array;
  array.data = found->inside ? (char*)m + found->offset : *ig_field_pointer(m, &found->field);
  return array;
}

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

// the parts of a job: the worlds of one group at a time, since each group has its own place for the array
typedef struct {
  const Parameter* parameter;
  Found found;
  int group;
} Job;

static bool is_meant(ingotWorlds* w, int world, int group) {
  int own = -1;
  ingot_worldsPlace(w, world, &own, NULL, NULL);
  return own == group;
}

static void get_part(ingotWorlds* w, int world, void* argument) {
  const Job* job = argument;
  if (!is_meant(w, world, job->group)) return;
  ingotArray array = array_in(ig_world_model(w, world), &job->found);
  double* row = job->parameter->out + (size_t)world * (size_t)job->parameter->width;
  for (mjtSize i = 0; i < array.rows * array.columns; i++) row[i] = number_at(&array, i);
}

static void set_part(ingotWorlds* w, int world, void* argument) {
  const Job* job = argument;
  if (!is_meant(w, world, job->group)) return;
  mjModel* m = ig_world_own_field(w, world, job->found.inside ? NULL : &job->found.field);
  if (!m) mju_error("no memory for the parameters of world %d", world);
  ingotArray array = array_in(m, &job->found);
  const double* row = job->parameter->in + (size_t)world * (size_t)job->parameter->width;
  for (mjtSize i = 0; i < array.rows * array.columns; i++) put_number(&array, i, row[i]);
}

static ingotStatus check_found(const Parameter* p, const ingotArray* array, int world, ingotReport* report) {
  if (array->rows * array->columns > p->width) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "rows of %lld numbers are too short for '%s' of world %d, which has %lld",
                     (long long)p->width, p->name, world, (long long)(array->rows * array->columns));
  }
  if (p->in && array->structure) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "'%s' is part of the structure of the model and cannot be changed", p->name);
  }
  return INGOT_OK;
}

// the first world of a group that the mask means, -1 if there is none
static int first_of(ingotWorlds* w, int group, const mjtByte* mask) {
  for (int e = 0; e < ingot_worldsCount(w); e++) {
    if ((!mask || mask[e]) && is_meant(w, e, group)) return e;
  }
  return -1;
}

// all groups are checked before any is changed
static ingotStatus run_parameter(ingotWorlds* w, const Parameter* p, const mjtByte* mask, ingotReport* report) {
  if (!w || !p->name || !(p->in || p->out)) return ig_report(report, INGOT_BAD_ARGUMENT, "an argument is NULL");
  ingotStatus status = ig_report(report, INGOT_OK, "%s", "");
  for (int pass = 0; pass < 2; pass++) {
    for (int group = 0; status == INGOT_OK && group < ingot_worldsGroups(w); group++) {
      int first = first_of(w, group, mask);
      if (first < 0) continue;
      Job job = {.parameter = p, .group = group};
      status = find(ig_world_model(w, first), p->name, &job.found, report);
      if (status != INGOT_OK) return status;
      status = pass ? ig_worlds_each(w, mask, p->in ? set_part : get_part, &job, report)
                    : check_found(p, &job.found.array, first, report);
    }
  }
  return status;
}

ingotStatus ingot_worldsSetParameter(ingotWorlds* w, const char* name, const double* rows, mjtSize width, const mjtByte* mask,
                                     ingotReport* report) {
  Parameter p = {.name = name, .in = rows, .width = width};
  return run_parameter(w, &p, mask, report);
}

ingotStatus ingot_worldsGetParameter(ingotWorlds* w, const char* name, double* rows, mjtSize width, const mjtByte* mask,
                                     ingotReport* report) {
  Parameter p = {.name = name, .out = rows, .width = width};
  return run_parameter(w, &p, mask, report);
}

// ----------------------------------------------------------------------------------------------- constants

// Whole models to compute in: as many as there are threads at work, each used by one world after the other.
enum { MAX_SCRATCH = 64 };
typedef struct {
  _Atomic(mjModel*) models[MAX_SCRATCH];
} Scratch;

static mjModel* take_scratch(Scratch* scratch, const mjModel* m) {
  for (int i = 0; i < MAX_SCRATCH; i++) {
    mjModel* found = atomic_exchange(&scratch->models[i], NULL);
    if (found && found->nbuffer == m->nbuffer) return mj_copyModel(found, m);
    if (found) mj_deleteModel(found);
  }
  return mj_copyModel(NULL, m);
}

static void give_back(Scratch* scratch, mjModel* m) {
  for (int i = 0; m && i < MAX_SCRATCH; i++) {
    mjModel* none = NULL;
    if (atomic_compare_exchange_strong(&scratch->models[i], &none, m)) m = NULL;
  }
  mj_deleteModel(m);
}

// The constants are computed in the reference pose, in the world's data: its state is put back afterwards. They are written
// to many arrays, so a whole model takes them, and the world keeps what came out differently.
static void const_part(ingotWorlds* w, int world, void* argument) {
  mjModel* whole = take_scratch(argument, ig_world_model(w, world));
  mj_setConst(whole, ingot_worldsData(w, world));
  bool made = ig_world_take(w, world, whole);
  give_back(argument, whole);
  ig_world_load(w, world);
  if (!made) mju_error("no memory for the parameters of world %d", world);
}

ingotStatus ingot_worldsSetConst(ingotWorlds* w, const mjtByte* mask, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  Scratch scratch = {0};
  ingotStatus status = ig_worlds_each(w, mask, const_part, &scratch, report);
  for (int i = 0; i < MAX_SCRATCH; i++) mj_deleteModel(scratch.models[i]);
  return status;
}
