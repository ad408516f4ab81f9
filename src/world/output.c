// SPDX-License-Identifier: Apache-2.0
#include "world/output.h"

#include <string.h>

#include "base/guard.h"
#include "model/array.h"
#include "model/field.h"
#include "world/device_worlds.h"
#include "world/worlds.h"

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

// data with the shapes of a world's arrays, whatever is in it
static mjData* sample_data(const ingotWorlds* w, int world) {
  const ig_World* one = &w->worlds[world];
  return ig_world_resident(w, one) ? one->d : w->groups[one->group].slots[0].spare;
}

static ingotStatus check_output(ingotWorlds* w, int world, const ingotOutput* output, ingotReport* report) {
  if (!output->name || !output->data) return ig_report(report, INGOT_BAD_ARGUMENT, "an output has no name or no data");
  if (output->first < 0 || output->count < 0 || (output->stride < output->count && output->stride > -output->count)) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "rows of output '%s' lie in each other or begin before 0", output->name);
  }
  ingotArray array;
  ingotStatus status = ig_data_array(ig_model_of(w, &w->worlds[world]), sample_data(w, world), output->name, &array, report);
  if (status != INGOT_OK) return status;
  if (output->type == array.type || (output->type == INGOT_FLOAT && array.type == INGOT_DOUBLE)) return INGOT_OK;
  return ig_report(report, INGOT_BAD_ARGUMENT, "output '%s' cannot be given as another type of numbers", output->name);
}

static void make_plan(ingotWorlds* w, int world, int group, const ingotOutput* output, ig_OutputPlan* plan) {
  const mjModel* m = ig_model_of(w, &w->worlds[world]);
  mjData* d = sample_data(w, world);
  *plan = (ig_OutputPlan){.output = output, .group = group, .field = field_of(output->name), .quantity = -1};
  ig_data_array(m, d, output->name, &plan->array, NULL);
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
  if (plan->field < 0 && plan->array.type == INGOT_DOUBLE) plan->quantity = ig_quantity(output->name);
}

ingotStatus ig_outputs_plan(ingotWorlds* w, const ingotOutput* outputs, int noutput, const mjtByte* chosen, ig_OutputPlan* plans,
                            ingotReport* report) {
  if (!w || noutput < 0 || noutput > IG_MAX_OUTPUTS || (noutput && !outputs))
    return ig_report(report, INGOT_BAD_ARGUMENT, "worlds or outputs is NULL, or there are more than %d outputs", IG_MAX_OUTPUTS);
  for (int e = 0, group = -1; e < ingot_worldsCount(w); e++) {
    // worlds of one group have the same arrays: neighbours that share it are looked at once
    int own;
    ingotStatus status = ingot_worldsPlace(w, e, &own, NULL, report);
    if (status != INGOT_OK) return status;
    if ((chosen && !chosen[e]) || own == group) continue;
    for (int i = 0; i < noutput; i++) {
      status = check_output(w, e, &outputs[i], report);
      if (status != INGOT_OK) return status;
      if (group < 0) make_plan(w, e, own, &outputs[i], &plans[i]);
    }
    group = own;
  }
  return INGOT_OK;
}

ingotStatus ig_outputs_fill(ingotWorlds* w, ig_OutputPlan* plans, int noutput, const mjtByte* chosen, ingotReport* report) {
  for (int e = 0, group = -1; e < w->nworld; e++) {
    int own = w->worlds[e].group;
    if ((chosen && !chosen[e]) || own == group) continue;
    group = own;
    for (int i = 0; i < noutput; i++) {
      ingotView view;
      ingotStatus status = INGOT_OK;
      if (plans[i].quantity >= 0) status = ingot_worldsOutput(w, own, plans[i].output->name, &view, report);
      if (status == INGOT_BAD_ARGUMENT) plans[i].quantity = -1;  // without numbers: nothing to fill
      if (status != INGOT_OK && status != INGOT_BAD_ARGUMENT) return status;
    }
  }
  return INGOT_OK;
}

static ingotArray array_of(ingotWorlds* w, int world, const ig_OutputPlan* plan) {
  ingotArray array = plan->array;
  mjData* d = ingot_worldsData(w, world);
  int group;
  ingot_worldsPlace(w, world, &group, NULL, NULL);
  if (!plan->known || group != plan->group) {
    ig_data_array(ig_model_of(w, &w->worlds[world]), d, plan->output->name, &array, NULL);
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

// numbers over worlds, of a field or an output; those of switches are bytes
static void copy_numbers(const ingotView* view, const ingotOutput* output, char* to) {
  for (mjtSize i = 0; i < output->count; i++) {
    mjtSize at = output->first + i;
    double number = at < view->count ? view->data[at * view->stride] : 0;
    if (output->type == INGOT_FLOAT)
      ((float*)to)[i] = (float)number;
    else if (output->type == INGOT_BYTE)
      ((mjtByte*)to)[i] = (mjtByte)number;
    else
      ((double*)to)[i] = number;
  }
}

// the numbers of one world over worlds; false: its data has to be looked at
static bool find_numbers(ingotWorlds* w, int world, const ig_OutputPlan* plan, ingotView* view) {
  const ig_World* one = &w->worlds[world];
  ig_Group* group = &w->groups[one->group];
  if (plan->field >= 0) return ingot_worldsView(w, world, (ingotField)plan->field, view, NULL) == INGOT_OK;
  for (int i = 0; plan->quantity >= 0 && i < group->noutput; i++) {
    const ig_Output* o = group->outputs + i;
    if (o->quantity != plan->quantity) continue;
    *view = (ingotView){.data = o->data + one->index, .count = o->count, .worlds = 1, .stride = group->fields.worlds};
    return true;
  }
  return false;
}

static size_t size_of(ingotType type) {
  return type == INGOT_FLOAT ? sizeof(float) : type == INGOT_BYTE ? sizeof(mjtByte) : sizeof(double);
}

static void count_row(const ingotOutput* output, mjtSize all, mjtSize row) {
  mjtSize there = all - output->first;
  if (output->counts) output->counts[row] = (int)(there < 0 ? 0 : there < output->count ? there : output->count);
}

void ig_output_numbers(const ingotOutput* output, const ingotView* view, mjtSize row) {
  copy_numbers(view, output, (char*)output->data + (ptrdiff_t)size_of(output->type) * output->stride * row);
  count_row(output, view->count, row);
}

static void write_row(ingotWorlds* w, int world, const ig_OutputPlan* plan, mjtSize row) {
  const ingotOutput* output = plan->output;
  ingotView view;
  if (find_numbers(w, world, plan, &view)) {
    ig_output_numbers(output, &view, row);
    return;
  }
  ingotArray array = array_of(w, world, plan);
  size_t size = output->type == INGOT_FLOAT ? sizeof(float) : (size_t)array.size;
  copy_row(output, &array, (char*)output->data + (ptrdiff_t)size * output->stride * row);
  count_row(output, array.rows * array.columns, row);
}

static void write_part(ingotWorlds* w, int world, void* argument) {
  const ig_Moment* m = argument;
  for (int i = 0; i < m->noutput; i++) write_row(w, world, &m->plans[i], (mjtSize)world * m->moments + m->moment);
}

// worlds on a device are asked there, where that has what is wanted
ingotStatus ig_outputs_write(ingotWorlds* w, const ig_Moment* m, const mjtByte* chosen, ingotReport* report) {
  // without a world there is no plan
  bool any = !chosen;
  for (int e = 0; e < w->nworld && !any; e++) any = chosen[e];
  if (!any) return ig_report(report, INGOT_OK, "%s", "");
  bool done = false;
  ingotStatus status = w->device ? ig_device_worlds_gather(w, m, chosen, &done, report) : INGOT_OK;
  if (status != INGOT_OK || done) return status;
  status = ig_outputs_fill(w, m->plans, m->noutput, chosen, report);
  return status == INGOT_OK ? ig_worlds_each(w, chosen, write_part, (void*)m, report) : status;
}

ingotStatus ingot_worldsGather(ingotWorlds* w, const ingotOutput* outputs, int noutput, const mjtByte* chosen,
                               ingotReport* report) {
  ig_OutputPlan plans[IG_MAX_OUTPUTS];
  ingotStatus status = ig_outputs_plan(w, outputs, noutput, chosen, plans, report);
  if (status != INGOT_OK) return status;
  ig_Moment now = {.plans = plans, .noutput = noutput, .moments = 1};
  return ig_outputs_write(w, &now, chosen, report);
}
