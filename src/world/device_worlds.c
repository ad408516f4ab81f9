// SPDX-License-Identifier: Apache-2.0
#include "world/device_worlds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/guard.h"
#include "base/memory.h"
#include "base/try.h"
#include "gpu/batch.h"

enum { CHUNK = 32 };  // steps that are queued before cancellation is checked

typedef ig_DevicePart Part;

static ig_Group* group_of(const Part* p) { return &p->w->groups[p->group]; }

// numbers of the largest field
static int largest(const Part* p) {
  int most = 1;
  for (int f = 0; f < INGOT_NFIELD; f++) most = group_of(p)->fields.count[f] > most ? group_of(p)->fields.count[f] : most;
  return most;
}

// where a field begins in the memory of a part
ig_DeviceAddress ig_device_worlds_field(const Part* p, ig_DeviceAddress base, int field) {
  IG_ASSERT(field >= 0 && field < INGOT_NFIELD);
  size_t n = 0;
  for (int f = 0; f < field; f++) n += (size_t)group_of(p)->fields.count[f];
  return base + sizeof(double) * n * (size_t)p->count;
}

static ig_World* world_of(const Part* p, int index) { return &p->w->worlds[group_of(p)->world[p->first + index]]; }

// ------------------------------------------------ making

// "cuda", "cuda:1", "cuda:0,1"
static ingotStatus read_name(ig_DeviceWorlds* a, const char* name, ingotReport* report) {
  const char* at = name + strlen("cuda");
  snprintf(a->name, sizeof a->name, "%s", name);
  if (!*at) {
    a->ndevice = 1;
    return INGOT_OK;
  }
  for (char* end; *at && a->ndevice < IG_MAX_DEVICES; at = end) {
    long number = strtol(at + 1, &end, 10);
    bool good = end != at + 1 && (*at == ':' || (*at == ',' && a->ndevice)) && number >= 0 && number < 1000;
    for (int i = 0; i < a->ndevice; i++) good = good && a->device[i] != number;
    if (!good) return ig_report(report, INGOT_BAD_ARGUMENT, "'%s' is not a device; expected cpu, cuda, cuda:1 or cuda:0,1", name);
    a->device[a->ndevice++] = (int)number;
  }
  return INGOT_OK;
}

// what would have to be stepped one by one is not taken along; callbacks may come later
static ingotStatus check_models(const ingotWorlds* w, ingotReport* report) {
  for (int g = 0; g < w->ngroup; g++) IG_TRY(ig_gpu_check(w->groups[g].model, report));
  return INGOT_OK;
}

static ingotStatus check_worlds(const ingotWorlds* w, ingotReport* report) {
  IG_TRY(check_models(w, report));
  for (int e = 0; e < w->nworld; e++) {
    if (w->worlds[e].private_model) {
      return ig_report(
          report, INGOT_BAD_MODEL,
          "world %d has a model of its own, which a GPU does not step; device=\"cpu\" does, and worlds on a GPU can have "
          "their own numbers of a field",
          e);
    }
  }
  return INGOT_OK;
}

// numbers of their own that kernels have no place for
static ingotStatus check_column(const ig_Group* group, const ig_ParamColumn* column, int first, int count, ingotReport* report) {
  for (int i = 0; i < count && !ig_param_on_device(column); i++) {
    if (!ig_param_differs(&group->params, group->model, column, first + i)) continue;
    return ig_report(report, INGOT_BAD_MODEL, "worlds on a GPU cannot have '%s' of their own; device=\"cpu\" steps them",
                     column->name);
  }
  return INGOT_OK;
}

static ingotStatus check_columns(const ingotWorlds* w, ingotReport* report) {
  for (int g = 0; g < w->ngroup; g++) {
    const ig_Group* group = &w->groups[g];
    for (int k = 0; k < group->params.n; k++)
      IG_TRY(check_column(group, &group->params.list[k], 0, group->fields.worlds, report));
  }
  return INGOT_OK;
}

// the steps of a world that has left its device, with status and policy as on the host
static void step_on_host(void* argument, int index, int nstep, const mjModel* m, mjData* d) {
  Part* p = argument;
  (void)m;
  ig_world_finish(p->w, (int)(world_of(p, index) - p->w->worlds), nstep, d);
  p->last_inputs_on_host[index] = true;
  p->computed[index] = false;
}

// what the step begins with is kept: on the device, and here for numbers of the model
static void keep(void* part) {
  Part* p = part;
  for (int i = 0; i < p->count; i++) {
    if (p->hold[i]) continue;
    ig_World* world = world_of(p, i);
    ig_params_snapshot(&group_of(p)->params, p->first + i);
    p->last_inputs_on_host[i] = false;
    p->computed[i] = true;
    ig_world_note(p->w, world, IG_LAST_STEP);
    world->fresh = false;
  }
}

// controls of worlds that take no part stay as they are
static ingotStatus send_takers(Part* p, ingotReport* report) {
  ig_Device* device = ig_gpu_device(p->batch);
  mjtByte* takes = (mjtByte*)p->staging;
  for (int i = 0; i < p->count; i++) takes[i] = !p->hold[i];
  IG_TRY(ig_device_upload(device, p->takers, takes, (size_t)p->count, ig_gpu_stream(p->batch), report));
  return ig_device_wait(device, ig_gpu_stream(p->batch), report);
}

static ingotStatus make_part(Part* p, ingotReport* report) {
  IG_TRY(ig_gpu_make(group_of(p)->model, p->count, p->device, &p->batch, report));
  ig_gpu_set_owner(p->batch, step_on_host, keep, p);
  p->hold = ig_try_zero((size_t)p->count, sizeof(mjtByte));
  p->last_inputs_on_host = ig_try_zero((size_t)p->count, sizeof(bool));
  p->computed = ig_try_zero((size_t)p->count, sizeof(bool));
  p->staging = ig_try_alloc(sizeof(double) * (size_t)largest(p) * (size_t)p->count);
  if (!p->hold || !p->last_inputs_on_host || !p->computed || !p->staging)
    return ig_report(report, INGOT_NO_MEMORY, "no memory for %d worlds", p->count);
  memset(p->last_inputs_on_host, 1, sizeof(bool) * (size_t)p->count);  // until the device has made a step
  size_t bytes = ig_device_worlds_field(p, 0, INGOT_NFIELD);
  IG_TRY(ig_device_alloc(ig_gpu_device(p->batch), bytes, &p->fields, report));
  IG_TRY(ig_device_alloc(ig_gpu_device(p->batch), bytes, &p->last_inputs, report));
  IG_TRY(ig_device_alloc(ig_gpu_device(p->batch), (size_t)p->count, &p->mask, report));
  IG_TRY(ig_device_alloc(ig_gpu_device(p->batch), (size_t)p->count, &p->passed, report));
  IG_TRY(ig_device_zero(ig_gpu_device(p->batch), p->passed, (size_t)p->count, NULL, report));
  IG_TRY(ig_device_alloc(ig_gpu_device(p->batch), (size_t)p->count, &p->takers, report));
  IG_TRY(send_takers(p, report));
  int quantities[INGOT_NFIELD], n = 0;
  for (int f = 0; f < INGOT_NFIELD; f++) {
    if (group_of(p)->fields.count[f]) quantities[n++] = ig_field_quantity(f);
  }
  return ig_gpu_set_fields(p->batch, quantities, n, p->last_inputs, report);
}

// stretches of whole blocks, as even as they can be
static void split(ig_DeviceWorlds* a, ingotWorlds* w) {
  for (int g = 0; g < w->ngroup; g++) {
    int worlds = w->groups[g].fields.worlds, blocks = (worlds + IG_GPU_ROW - 1) / IG_GPU_ROW;
    for (int i = 0; i < a->ndevice; i++) {
      int first = (int)((int64_t)blocks * i / a->ndevice) * IG_GPU_ROW,
          end = (int)((int64_t)blocks * (i + 1) / a->ndevice) * IG_GPU_ROW;
      if (end > worlds) end = worlds;
      if (first < end)
        a->parts[a->npart++] = (Part){.w = w, .group = g, .first = first, .count = end - first, .device = a->device[i]};
    }
  }
}

ingotStatus ig_device_worlds_make(ingotWorlds* w, const char* device, ig_DeviceWorlds** made, ingotReport* report) {
  if (strncmp(device, "cuda", strlen("cuda")))
    return ig_report(report, INGOT_BAD_ARGUMENT, "'%s' is not a device; expected cpu, cuda, cuda:1 or cuda:0,1", device);
  ig_DeviceWorlds* a = ig_try_zero(1, sizeof *a);
  if (!a) return ig_report(report, INGOT_NO_MEMORY, "no memory for worlds on a GPU");
  atomic_store(&a->holders, 1);
  ingotStatus status = read_name(a, device, report);
  if (status == INGOT_OK) status = check_worlds(w, report);
  if (status == INGOT_OK) status = check_columns(w, report);
  if (status == INGOT_OK) {
    a->parts = ig_try_zero((size_t)w->ngroup * (size_t)a->ndevice, sizeof(Part));
    if (!a->parts) status = ig_report(report, INGOT_NO_MEMORY, "no memory for worlds on a GPU");
  }
  if (status == INGOT_OK) split(a, w);
  for (int i = 0; i < a->npart && status == INGOT_OK; i++) status = make_part(&a->parts[i], report);
  if (status != INGOT_OK) return ig_device_worlds_free(a), status;
  *made = a;
  return ig_report(report, INGOT_OK, "%s", "");
}

void ig_device_worlds_free(ig_DeviceWorlds* a) {
  if (!a || atomic_fetch_sub(&a->holders, 1) > 1) return;
  for (int i = 0; i < a->npart; i++) {
    Part* p = &a->parts[i];
    if (p->batch) {
      ig_device_free(ig_gpu_device(p->batch), p->fields);
      ig_device_free(ig_gpu_device(p->batch), p->last_inputs);
      ig_device_free(ig_gpu_device(p->batch), p->mask);
      ig_device_free(ig_gpu_device(p->batch), p->passed);
      for (int k = 0; k < p->noutput; k++) ig_device_free(ig_gpu_device(p->batch), p->outputs[k].at);
      ig_device_free(ig_gpu_device(p->batch), p->takers);
    }
    ig_gpu_free(p->batch);
    ig_free(p->hold);
    ig_free(p->last_inputs_on_host);
    ig_free(p->computed);
    ig_free(p->staging);
    ig_free(p->outputs);
  }
  ig_free(a->parts);
  ig_free(a);
}

const char* ig_device_worlds_name(const ig_DeviceWorlds* a) { return a->name; }

// ------------------------------------------------ between the host and the fields of a part

// one field, to the device or back; `staging` is needed where the part is not the whole group
static ingotStatus move_field(Part* p, const ig_Fields* host, ig_DeviceAddress base, int field, bool up, ingotReport* report) {
  ig_Device* device = ig_gpu_device(p->batch);
  ig_Stream stream = ig_gpu_stream(p->batch);
  size_t n = (size_t)host->count[field], count = (size_t)p->count, row = (size_t)host->worlds;
  ig_DeviceAddress at = ig_device_worlds_field(p, base, field);
  double *data = host->data[field] + p->first, *staging = count == row ? data : p->staging;
  if (!n) return INGOT_OK;
  if (up) {
    for (size_t i = 0; i < n && staging != data; i++) memcpy(staging + i * count, data + i * row, sizeof(double) * count);
    IG_TRY(ig_device_upload(device, at, staging, sizeof(double) * n * count, stream, report));
    return ig_device_wait(device, stream, report);
  }
  IG_TRY(ig_device_download(device, staging, at, sizeof(double) * n * count, stream, report));
  IG_TRY(ig_device_wait(device, stream, report));
  for (size_t i = 0; i < n && staging != data; i++) memcpy(data + i * row, staging + i * count, sizeof(double) * count);
  return INGOT_OK;
}

// ------------------------------------------------ between the fields and the blocks of a part

// the fields are those after the last step
ingotStatus ig_device_worlds_catch_up(Part* p, ingotReport* report) {
  IG_TRY(ig_gpu_settle(p->batch, NULL, report));
  if (p->behind) IG_TRY(ig_gpu_get_fields(p->batch, p->fields, report));
  p->behind = false;
  return ig_report(report, INGOT_OK, "%s", "");
}

// ------------------------------------------------ back to the host

// what the last step began with; worlds that were stepped here know it already
static ingotStatus fetch_last_inputs(Part* p, ingotReport* report) {
  const ig_Group* group = group_of(p);
  ig_Fields own = {0};
  bool some = false;
  for (int i = 0; i < p->count; i++) some = some || p->last_inputs_on_host[i];
  if (some && !ig_fields_make(&own, group->model, group->fields.worlds))
    return ig_report(report, INGOT_NO_MEMORY, "no memory for %d worlds", p->count);
  if (some) ig_fields_copy(&own, &group->last_inputs, p->first, p->count);
  ingotStatus status = INGOT_OK;
  for (int f = 0; f < INGOT_NFIELD && status == INGOT_OK; f++)
    status = move_field(p, &group->last_inputs, p->last_inputs, f, false, report);
  for (int i = 0; i < p->count && status == INGOT_OK; i++) {
    if (p->last_inputs_on_host[i]) ig_fields_copy(&group->last_inputs, &own, p->first + i, 1);
    p->last_inputs_on_host[i] = true;
  }
  ig_fields_free(&own);
  return status;
}

// steps that a graph has made since the sync to the host: they began with what the devices had then
static ingotStatus check_replays(Part* p, ingotReport* report) {
  if (!ig_gpu_replays(p->batch)) return INGOT_OK;
  int known = ig_gpu_goal(p->batch);
  IG_TRY(ig_gpu_settle(p->batch, NULL, report));
  if (ig_gpu_goal(p->batch) == known) return INGOT_OK;
  return ig_report(
      report, INGOT_BAD_ARGUMENT,
      "a graph made steps while these worlds were on the host: wait() puts them on the device before it is replayed");
}

ingotStatus ig_worlds_sync_to_host(ingotWorlds* w, ingotReport* report) {
  ig_DeviceWorlds* a = w->device;
  if (!a) return INGOT_OK;
  for (int i = 0; i < a->npart && !a->on_device; i++) IG_TRY(check_replays(&a->parts[i], report));
  if (!a->on_device) return INGOT_OK;
  for (int i = 0; i < a->npart; i++) {
    Part* p = &a->parts[i];
    IG_TRY(ig_device_worlds_catch_up(p, report));
    IG_TRY(ig_device_worlds_note_passed(p, report));
    IG_TRY(fetch_last_inputs(p, report));
    for (int f = 0; f < INGOT_NFIELD; f++) IG_TRY(move_field(p, &group_of(p)->fields, p->fields, f, false, report));
  }
  a->on_device = false;
  // outputs of the last step are computed here, from what it began with
  for (int g = 0; g < w->ngroup; g++) {
    if (w->groups[g].noutput) IG_TRY(ig_worlds_observe(w, g, report));
  }
  return INGOT_OK;
}

// the columns of these worlds, field by field
static ingotStatus send_columns(Part* p, const int* which, int n, ingotReport* report) {
  const ig_Fields* host = &group_of(p)->fields;
  ig_Device* device = ig_gpu_device(p->batch);
  ig_Stream stream = ig_gpu_stream(p->batch);
  ig_DeviceAddress list, columns;
  IG_TRY(ig_device_alloc(device, sizeof(int) * (size_t)n, &list, report));
  ingotStatus status = ig_device_alloc(device, sizeof(double) * (size_t)largest(p) * (size_t)n, &columns, report);
  if (status != INGOT_OK) return ig_device_free(device, list), status;
  status = ig_device_upload(device, list, which, sizeof(int) * (size_t)n, stream, report);
  for (int f = 0; f < INGOT_NFIELD && status == INGOT_OK; f++) {
    int count = host->count[f];
    if (!count) continue;
    for (int i = 0; i < count; i++) {
      const double* row = host->data[f] + (size_t)i * (size_t)host->worlds + p->first;
      for (int k = 0; k < n; k++) p->staging[(size_t)i * (size_t)n + (size_t)k] = row[which[k]];
    }
    status = ig_device_upload(device, columns, p->staging, sizeof(double) * (size_t)count * (size_t)n, stream, report);
    if (status == INGOT_OK)
      status = ig_gpu_scatter_columns(p->batch, ig_device_worlds_field(p, p->fields, f), columns, count, list, n, report);
    if (status == INGOT_OK) status = ig_device_wait(device, stream, report);
  }
  ig_device_free(device, columns);
  ig_device_free(device, list);
  return status;
}

ingotStatus ig_worlds_follow(ingotWorlds* w, const mjtByte* chosen, ingotReport* report) {
  ig_DeviceWorlds* a = w->device;
  for (int i = 0; a && a->on_device && i < a->npart; i++) {
    Part* p = &a->parts[i];
    int* which = ig_try_alloc(sizeof(int) * (size_t)p->count);
    if (!which) return ig_report(report, INGOT_NO_MEMORY, "no memory for %d worlds", p->count);
    int n = 0;
    for (int k = 0; k < p->count; k++) {
      if (chosen && !chosen[world_of(p, k) - w->worlds]) continue;
      which[n++] = k;
      p->last_inputs_on_host[k] = true;
      p->computed[k] = false;
    }
    ingotStatus status = n ? ig_device_worlds_catch_up(p, report) : INGOT_OK;
    if (status == INGOT_OK && n) status = send_columns(p, which, n, report);
    ig_free(which);
    if (status != INGOT_OK) return status;
  }
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ig_worlds_settle(const ingotWorlds* w, ingotReport* report) {
  for (int i = 0; w->device && i < w->device->npart; i++) IG_TRY(ig_gpu_settle(w->device->parts[i].batch, NULL, report));
  return ig_report(report, INGOT_OK, "%s", "");
}

// ------------------------------------------------ steps

static ingotStatus send_own(Part* p, ingotReport* report) {
  const ig_ParamSet* params = &group_of(p)->params;
  for (int k = 0; k < params->n; k++) {
    const ig_ParamColumn* column = &params->list[k];
    IG_TRY(check_column(group_of(p), column, p->first, p->count, report));
    if (!column->laned || (column->array && column->in_model)) continue;  // shared, or no stage looks at it
    double* rows = ig_try_alloc(sizeof(double) * (size_t)column->count * (size_t)p->count + 1);
    if (!rows) return ig_report(report, INGOT_NO_MEMORY, "no memory for numbers of '%s'", column->name);
    for (int i = 0; i < column->count; i++) {
      memcpy(rows + (size_t)i * (size_t)p->count, column->now + (size_t)i * (size_t)params->worlds + p->first,
             sizeof(double) * (size_t)p->count);
    }
    const char* name = column->array ? column->name : strchr(column->name, '.') + 1;  // of an option, or of a statistic
    ingotStatus status = ig_gpu_param(p->batch, name, rows, NULL, report);
    ig_free(rows);
    if (status != INGOT_OK) return status;
  }
  return INGOT_OK;
}

// what the last call of each world began with stays here until the device makes one
static ingotStatus set_out(Part* p, ingotReport* report) {
  for (int f = 0; f < INGOT_NFIELD; f++) IG_TRY(move_field(p, &group_of(p)->fields, p->fields, f, true, report));
  p->behind = false;
  memset(p->computed, 0, sizeof(bool) * (size_t)p->count);
  memset(p->last_inputs_on_host, 1, sizeof(bool) * (size_t)p->count);
  return send_own(p, report);
}

// worlds outside the mask and those that wait for a reset
static mjtByte is_out(const Part* p, const mjtByte* chosen, int i) {
  const ig_World* world = world_of(p, i);
  return (chosen && !chosen[world - p->w->worlds]) || ig_world_stands_still(world);
}

static ingotStatus hold(Part* p, const mjtByte* chosen, ingotReport* report) {
  bool changed = false;
  for (int i = 0; i < p->count && !changed; i++) changed = is_out(p, chosen, i) != p->hold[i];
  if (!changed) return INGOT_OK;
  if (ig_gpu_capturing(p->batch)) {
    return ig_report(report, INGOT_BAD_ARGUMENT,
                     "a graph has the worlds that took part in the last step before it: make one with the same mask");
  }
  for (int i = 0; i < p->count; i++) p->hold[i] = is_out(p, chosen, i);
  IG_TRY(send_takers(p, report));
  return ig_gpu_hold(p->batch, p->hold, report);
}

static ingotStatus send_controls(Part* p, const ig_Steps* steps, int step, ingotReport* report) {
  int nu = (int)group_of(p)->model->nu;
  size_t count = (size_t)p->count;
  if (!nu) return INGOT_OK;
  for (size_t k = 0; k < count; k++) {
    size_t world = (size_t)(world_of(p, (int)k) - p->w->worlds);
    const double* row = steps->controls + (world * (size_t)steps->total + (size_t)(steps->first + step)) * (size_t)steps->width;
    for (int i = 0; i < nu; i++) p->staging[(size_t)i * count + k] = row[i];
  }
  ig_DeviceAddress at = ig_device_worlds_field(p, p->fields, INGOT_CTRL);
  ig_Device* device = ig_gpu_device(p->batch);
  IG_TRY(ig_device_upload(device, at, p->staging, sizeof(double) * (size_t)nu * count, ig_gpu_stream(p->batch), report));
  IG_TRY(ig_device_wait(device, ig_gpu_stream(p->batch), report));
  return ig_gpu_scatter(p->batch, IG_Q_ctrl, at, p->takers, report);
}

static ingotStatus step_part(Part* p, const ig_Steps* steps, int first, int n, bool last, ingotReport* report) {
  p->behind = true;
  if (last) IG_TRY(ig_device_worlds_clear_passed(p, report));
  if (!steps->controls) {
    if (last) keep(p);
    return ig_gpu_step(p->batch, n, report);
  }
  for (int k = first; k < first + n; k++) {
    IG_TRY(send_controls(p, steps, k, report));
    // a world that the host stepped meanwhile is on the device again
    if (last && k == first + n - 1) keep(p);
    IG_TRY(ig_gpu_step(p->batch, 1, report));
  }
  return INGOT_OK;
}

// Devices work at the same time: each part is queued before the next. Nothing waits, unless there is so much to do that a user
// may want to cancel it.
static ingotStatus step_parts(ingotWorlds* w, const ig_Steps* steps, ingotReport* report) {
  ig_DeviceWorlds* a = w->device;
  int chunk = ig_gpu_capturing(a->parts[0].batch) ? steps->nstep : CHUNK;
  for (int done = 0; done < steps->nstep; done += chunk) {
    int n = steps->nstep - done < chunk ? steps->nstep - done : chunk;
    // a call that is cut short ends with what it has made
    bool last = done + n == steps->nstep || (done && ig_cancelled(&w->cancel));
    for (int i = 0; i < a->npart; i++) IG_TRY(step_part(&a->parts[i], steps, done, n, last, report));
    if (last) break;
    for (int i = 0; i < a->npart; i++) IG_TRY(ig_gpu_settle(a->parts[i].batch, NULL, report));
  }
  return INGOT_OK;
}

ingotStatus ig_worlds_sync_to_device(ingotWorlds* w, ingotReport* report) {
  ig_DeviceWorlds* a = w->device;
  for (int i = 0; i < a->npart && !a->on_device; i++) IG_TRY(set_out(&a->parts[i], report));
  a->on_device = true;
  return INGOT_OK;
}

// A graph can only go on from what is on the device: numbers of the host would be copied at each replay as they were.
static ingotStatus check_capture(const ig_DeviceWorlds* a, ingotReport* report) {
  bool ready = a->on_device;
  for (int i = 0; i < a->npart; i++) ready = ready && !a->parts[i].behind;
  return ready
             ? INGOT_OK
             : ig_report(report, INGOT_BAD_ARGUMENT, "a graph of steps begins after wait(), which puts the worlds on the device");
}

// what others wrote into fields counts; fields that were not viewed since the last step are what the blocks have
static ingotStatus begin(ingotWorlds* w, const mjtByte* chosen, ingotReport* report) {
  ig_DeviceWorlds* a = w->device;
  IG_TRY(check_models(w, report));
  if (ig_gpu_capturing(a->parts[0].batch)) IG_TRY(check_capture(a, report));
  IG_TRY(ig_worlds_sync_to_device(w, report));
  for (int i = 0; i < a->npart; i++) {
    Part* p = &a->parts[i];
    // those that are known to be behind need not wait for a query; and what a graph has done is known after it
    if (ig_gpu_behind(p->batch) || ig_gpu_replays(p->batch)) IG_TRY(ig_gpu_settle(p->batch, NULL, report));
    IG_TRY(hold(p, chosen, report));
    if (!p->behind) IG_TRY(ig_gpu_put_fields(p->batch, p->fields, report));
  }
  return INGOT_OK;
}

// Fields that others look at are those after the step: at once where the stream alone says what comes after what, else when all
// worlds have made it.
ingotStatus ig_device_worlds_show(Part* p, ingotReport* report) {
  if (!p->w->device->ahead && !ig_gpu_capturing(p->batch)) return p->viewed ? ig_device_worlds_catch_up(p, report) : INGOT_OK;
  p->behind = false;
  return ig_gpu_show_fields(p->batch, p->fields, report);
}

ingotStatus ig_device_worlds_step(ingotWorlds* w, const ig_Steps* steps, const mjtByte* chosen, ingotReport* report) {
  ig_DeviceWorlds* a = w->device;
  volatile uint64_t mark;
  if (!steps->nstep) return ig_report(report, INGOT_OK, "%s", "");
  IG_TRY(ig_worlds_enter(w, &mark, report));
  ig_cancel_begin(&w->cancel);
  ingotStatus status = begin(w, chosen, report);
  if (status == INGOT_OK) status = step_parts(w, steps, report);
  for (int i = 0; i < a->npart && status == INGOT_OK; i++) status = ig_device_worlds_show(&a->parts[i], report);
  bool cancelled = ig_cancel_end(&w->cancel);
  ig_worlds_leave(w);
  if (status != INGOT_OK) return status;
  if (cancelled) return ig_report(report, INGOT_CANCELLED, "cancelled; each world stands after a whole step");
  return ig_worlds_failure(w, chosen, report);
}

// ------------------------------------------------ public

ingotStatus ingot_deviceCount(int* count, ingotReport* report) {
  int n = 0;
  ingotStatus status = ig_device_count(&n, report);
  if (count) *count = n;
  return status;
}

ingotStatus ingot_worldsCreateOn(const char* device, const mjModel* const* models, int nworld, int threads, ingotWorlds** worlds,
                                 ingotReport* report) {
  IG_TRY(ingot_worldsCreate(models, nworld, threads, worlds, report));
  ingotStatus status = ingot_worldsMove(*worlds, device, report);
  if (status == INGOT_OK) return status;
  ingot_worldsDelete(*worlds);
  *worlds = NULL;
  return status;
}

ingotStatus ingot_worldsMove(ingotWorlds* w, const char* device, ingotReport* report) {
  if (!w || !device) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and device must not be NULL");
  IG_TRY(ig_gate_check(&w->gate, report));
  IG_TRY(ig_worlds_sync_to_host(w, report));
  ig_DeviceWorlds* there = NULL;
  if (strcmp(device, "cpu")) IG_TRY(ig_device_worlds_make(w, device, &there, report));
  ig_device_worlds_free(w->device);
  w->device = there;
  return ig_report(report, INGOT_OK, "%s", "");
}

const char* ingot_worldsDevice(const ingotWorlds* w) { return w && w->device ? ig_device_worlds_name(w->device) : "cpu"; }
