// SPDX-License-Identifier: Apache-2.0
// Outputs of worlds on devices: fields, and what the last step computed, copied from there.
#include "base/guard.h"
#include "base/memory.h"
#include "base/try.h"
#include "world/device_worlds.h"

typedef ig_DevicePart Part;

static int world_of(const Part* p, int index) { return p->w->groups[p->group].world[p->first + index]; }

static bool wants_fields_only(const ig_Moment* m) {
  for (int i = 0; i < m->noutput; i++) {
    if (m->plans[i].field < 0) return false;
  }
  return true;
}

// the devices have all of it, in all worlds that are asked for
static bool is_there(const ingotWorlds* w, const ig_Moment* m, const mjtByte* chosen) {
  bool fields = wants_fields_only(m);
  for (int k = 0; k < w->device->npart; k++) {
    const Part* p = &w->device->parts[k];
    for (int i = 0; i < m->noutput; i++) {
      if (m->plans[i].field < 0 && (m->plans[i].quantity < 0 || !ig_gpu_observes(p->batch, m->plans[i].quantity))) return false;
    }
    for (int i = 0; i < p->count && !fields; i++) {
      if ((!chosen || chosen[world_of(p, i)]) && !p->computed[i]) return false;
    }
  }
  return true;
}

static ingotStatus download(Part* p, const ig_OutputPlan* plan, double* to, ingotReport* report) {
  if (plan->field < 0) return ig_gpu_download(p->batch, plan->quantity, to, report);
  ig_Device* device = ig_gpu_device(p->batch);
  size_t bytes = sizeof(double) * (size_t)p->w->groups[p->group].fields.count[plan->field] * (size_t)p->count;
  IG_TRY(ig_device_worlds_catch_up(p, report));
  IG_TRY(
      ig_device_download(device, to, ig_device_worlds_field(p, p->fields, plan->field), bytes, ig_gpu_stream(p->batch), report));
  return ig_device_wait(device, ig_gpu_stream(p->batch), report);
}

static ingotStatus gather_output(Part* p, const ig_Moment* m, const ig_OutputPlan* plan, const mjtByte* chosen,
                                 ingotReport* report) {
  int count = plan->field >= 0 ? p->w->groups[p->group].fields.count[plan->field] : ig_gpu_length(p->batch, plan->quantity);
  double* numbers = ig_try_alloc(sizeof(double) * ((size_t)count * (size_t)p->count + 1));
  if (!numbers) return ig_report(report, INGOT_NO_MEMORY, "no memory for output '%s'", plan->output->name);
  ingotStatus status = count ? download(p, plan, numbers, report) : INGOT_OK;
  for (int i = 0; i < p->count && status == INGOT_OK; i++) {
    int world = world_of(p, i);
    ingotView view = {.data = numbers + i, .count = count, .worlds = 1, .stride = p->count};
    if (!chosen || chosen[world]) ig_output_numbers(plan->output, &view, (mjtSize)world * m->moments + m->moment);
  }
  ig_free(numbers);
  return status;
}

static ingotStatus gather_part(Part* p, const ig_Moment* m, const mjtByte* chosen, ingotReport* report) {
  ig_Quantities wanted = {{0}};
  for (int i = 0; i < m->noutput; i++) {
    if (m->plans[i].field < 0) ig_put(&wanted, m->plans[i].quantity);
  }
  if (!ig_empty(wanted)) IG_TRY(ig_gpu_observe(p->batch, &wanted, report));
  for (int i = 0; i < m->noutput; i++) IG_TRY(gather_output(p, m, &m->plans[i], chosen, report));
  return INGOT_OK;
}

ingotStatus ig_device_worlds_gather(ingotWorlds* w, const ig_Moment* m, const mjtByte* chosen, bool* done, ingotReport* report) {
  *done = false;
  if (!w->device->on_device) return INGOT_OK;
  IG_TRY(ig_worlds_settle(w, report));
  if (!is_there(w, m, chosen)) return INGOT_OK;
  for (int k = 0; k < w->device->npart; k++) IG_TRY(gather_part(&w->device->parts[k], m, chosen, report));
  *done = true;
  return ig_worlds_failure(w, chosen, report);
}
