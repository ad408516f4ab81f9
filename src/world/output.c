#include "world/output.h"

#include <string.h>

#include "base/guard.h"
#include "model/field.h"
#include "world/access.h"

// the fields by name, in their order
static const char* const field_names[INGOT_NFIELD] = {
    "time",         "qpos",      "qvel",      "act",        "history",  "qacc_warmstart", "ctrl",       "qfrc_applied",
    "xfrc_applied", "eq_active", "mocap_pos", "mocap_quat", "userdata", "plugin_state",   "sensordata",
};

static int field_of(const char* name) {
  for (int f = 0; f < INGOT_NFIELD; f++) {
    if (!strcmp(field_names[f], name)) return f;
  }
  return -1;
}

static ingotStatus check_output(ingotWorlds* w, int world, const ingotOutput* output, ingotReport* report) {
  if (!output->name || !output->data) return ig_report(report, INGOT_BAD_ARGUMENT, "an output has no name or no data");
  if (output->first < 0 || output->count < 0 || (output->stride < output->count && output->stride > -output->count)) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "rows of output '%s' lie in each other or begin before 0", output->name);
  }
  ingotArray array;
  ingotStatus status = ingot_dataArray(ig_world_model(w, world), ingot_worldsData(w, world), output->name, &array, report);
  if (status != INGOT_OK) return status;
  if (output->type == array.type || (output->type == INGOT_FLOAT && array.type == INGOT_DOUBLE)) return INGOT_OK;
  return ig_report(report, INGOT_BAD_ARGUMENT, "output '%s' cannot be given as another type of numbers", output->name);
}

static void make_plan(ingotWorlds* w, int world, int group, const ingotOutput* output, ig_OutputPlan* plan) {
  const mjModel* m = ig_world_model(w, world);
  mjData* d = ingot_worldsData(w, world);
  *plan = (ig_OutputPlan){.output = output, .group = group, .field = field_of(output->name)};
  ingot_dataArray(m, d, output->name, &plan->array, NULL);
  plan->inside = (char*)plan->array.data >= (char*)d && (char*)plan->array.data < (char*)(d + 1);
  plan->known = plan->inside;
  plan->offset = plan->inside ? (size_t)((char*)plan->array.data - (char*)d) : 0;
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_data_fields(m, fields);
  for (int i = 0; i < count && !plan->known; i++) {
    if (strcmp(fields[i].name, output->name)) continue;
    plan->known = true;
    plan->offset = fields[i].offset;
  }
}

ingotStatus ig_outputs_plan(ingotWorlds* w, const ingotOutput* outputs, int noutput, const mjtByte* mask, ig_OutputPlan* plans,
                            ingotReport* report) {
  if (!w || noutput < 0 || noutput > IG_MAX_OUTPUTS || (noutput && !outputs))
    return ig_report(report, INGOT_BAD_ARGUMENT, "worlds or outputs is NULL, or there are more than %d outputs", IG_MAX_OUTPUTS);
  for (int e = 0, group = -1; e < ingot_worldsCount(w); e++) {
    // worlds of one group have the same arrays: neighbours that share it are looked at once
    int own;
    ingotStatus status = ingot_worldsPlace(w, e, &own, NULL, report);
    if (status != INGOT_OK) return status;
    if ((mask && !mask[e]) || own == group) continue;
    for (int i = 0; i < noutput; i++) {
      status = check_output(w, e, &outputs[i], report);
      if (status != INGOT_OK) return status;
      if (group < 0) make_plan(w, e, own, &outputs[i], &plans[i]);
    }
    group = own;
  }
  return INGOT_OK;
}

static ingotArray array_of(ingotWorlds* w, int world, const ig_OutputPlan* plan) {
  ingotArray array = plan->array;
  mjData* d = ingot_worldsData(w, world);
  int group;
  ingot_worldsPlace(w, world, &group, NULL, NULL);
  if (!plan->known || group != plan->group) {
    ingot_dataArray(ig_world_model(w, world), d, plan->output->name, &array, NULL);
  } else {
    char* place = (char*)d + plan->offset;
    array.data = plan->inside ? place : *(char**)place;
  }
  return array;
}

// a row's numbers from an array in memory; what the array does not have is 0
static void copy_row(const ingotOutput* output, const ingotArray* array, char* to) {
  size_t size = output->type == INGOT_FLOAT ? sizeof(float) : (size_t)array->size;
  mjtSize there = array->rows * array->columns - output->first;
  if (there > output->count) there = output->count;
  if (there < 0) there = 0;
  const char* from = (const char*)array->data + (size_t)output->first * (size_t)array->size;
  if (output->type == INGOT_FLOAT && array->type == INGOT_DOUBLE) {
    for (mjtSize i = 0; i < there; i++) ((float*)to)[i] = (float)((const double*)from)[i];
  } else if (there) {
    memcpy(to, from, size * (size_t)there);
  }
  memset(to + size * (size_t)there, 0, size * (size_t)(output->count - there));
}

// state fields as the caller left them; those of switches are bytes
static void copy_field(ingotWorlds* w, int world, ingotField field, const ingotOutput* output, char* to) {
  ingotView view;
  ingot_worldsView(w, world, field, &view, NULL);
  for (mjtSize i = 0; i < output->count; i++) {
    mjtSize at = output->first + i;
    double number = at < view.count ? view.data[at * view.stride] : 0;
    if (output->type == INGOT_FLOAT)
      ((float*)to)[i] = (float)number;
    else if (output->type == INGOT_BYTE)
      ((mjtByte*)to)[i] = (mjtByte)number;
    else
      ((double*)to)[i] = number;
  }
}

void ig_output_write(ingotWorlds* w, int world, const ig_OutputPlan* plan, mjtSize row, bool from_fields) {
  const ingotOutput* output = plan->output;
  ingotArray array = array_of(w, world, plan);
  size_t size = output->type == INGOT_FLOAT ? sizeof(float) : (size_t)array.size;
  char* to = (char*)output->data + (ptrdiff_t)size * output->stride * row;
  if (from_fields && plan->field >= 0)
    copy_field(w, world, plan->field, output, to);
  else
    copy_row(output, &array, to);
  if (output->counts) {
    mjtSize there = array.rows * array.columns - output->first;
    output->counts[row] = (int)(there < 0 ? 0 : there < output->count ? there : output->count);
  }
}

typedef struct {
  const ig_OutputPlan* plans;
  int noutput;
} Gather;

static void gather_part(ingotWorlds* w, int world, void* argument) {
  const Gather* gather = argument;
  for (int i = 0; i < gather->noutput; i++) ig_output_write(w, world, &gather->plans[i], world, true);
}

ingotStatus ingot_worldsGather(ingotWorlds* w, const ingotOutput* outputs, int noutput, const mjtByte* mask,
                               ingotReport* report) {
  ig_OutputPlan plans[IG_MAX_OUTPUTS];
  ingotStatus status = ig_outputs_plan(w, outputs, noutput, mask, plans, report);
  if (status != INGOT_OK) return status;
  Gather gather = {plans, noutput};
  return ig_worlds_each(w, mask, gather_part, &gather, report);
}
