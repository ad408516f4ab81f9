// SPDX-License-Identifier: Apache-2.0
// Forward passes on devices, of worlds whose mask may be on the device too. Nothing waits for them where callers run ahead, so
// the host does not know which worlds were meant: the device takes it down, and the host reads it when somebody looks at a world.
#include "base/guard.h"
#include "base/memory.h"
#include "base/try.h"
#include "world/device_worlds.h"

typedef ig_DevicePart Part;

static ig_World* world_of(const Part* p, int i) { return &p->w->worlds[p->w->groups[p->group].world[p->first + i]]; }

static bool stands_still(const ingotWorlds* w) {
  for (int e = 0; e < w->nworld; e++) {
    if (ig_world_stands_still(w->worlds + e)) return true;
  }
  return false;
}

// outputs of the host are filled by whoever makes the pass
static bool has_outputs(const ingotWorlds* w) {
  for (int g = 0; g < w->ngroup; g++) {
    if (w->groups[g].noutput) return true;
  }
  return false;
}

// worlds that a step held back are let go: the next one holds what its own mask says
static ingotStatus release(Part* p, ingotReport* report) {
  bool held = false;
  for (int i = 0; i < p->count; i++) held = held || p->hold[i];
  if (!held) return INGOT_OK;
  if (ig_gpu_capturing(p->batch))
    return ig_report(report, INGOT_BAD_ARGUMENT, "a graph of forward passes has all worlds: step them without a mask before it");
  for (int i = 0; i < p->count; i++) p->hold[i] = 0;
  return ig_gpu_hold(p->batch, p->hold, report);
}

// queued: fields in, the pass, fields out; what others wrote into fields counts
static ingotStatus pass(Part* p, ig_DeviceAddress mask, ingotReport* report) {
  IG_TRY(release(p, report));
  if (!p->behind) IG_TRY(ig_gpu_put_fields(p->batch, p->fields, report));
  IG_TRY(ig_gpu_forward(p->batch, mask, p->passed, report));
  p->may_have_passed = true;
  p->behind = true;
  return INGOT_OK;
}

static ingotStatus pass_of_host(Part* p, const mjtByte* chosen, ingotReport* report) {
  mjtByte* bytes = ig_try_zero((size_t)p->count, 1);
  if (!bytes) return ig_report(report, INGOT_NO_MEMORY, "no memory for %d worlds", p->count);
  for (int i = 0; i < p->count; i++) bytes[i] = !chosen || chosen[world_of(p, i) - p->w->worlds];
  ig_Stream stream = ig_gpu_stream(p->batch);
  ingotStatus status = ig_device_upload(ig_gpu_device(p->batch), p->mask, bytes, (size_t)p->count, stream, report);
  if (status == INGOT_OK) status = ig_device_wait(ig_gpu_device(p->batch), stream, report);
  ig_free(bytes);
  return status == INGOT_OK ? pass(p, p->mask, report) : status;
}

ingotStatus ig_device_worlds_forward(ingotWorlds* w, const mjtByte* chosen, bool* done, ingotReport* report) {
  ig_DeviceWorlds* a = w->device;
  *done = false;
  if (!a->on_device || ig_gpu_capturing(a->parts[0].batch)) return INGOT_OK;
  IG_TRY(ig_worlds_settle(w, report));
  if (has_outputs(w) || stands_still(w)) return INGOT_OK;
  for (int i = 0; i < a->npart; i++) IG_TRY(pass_of_host(&a->parts[i], chosen, report));
  bool missed = false;
  for (int i = 0; i < a->npart; i++) {
    bool one = false;
    IG_TRY(ig_gpu_missed(a->parts[i].batch, &one, report));
    missed = missed || one;
  }
  for (int i = 0; i < a->npart && !missed; i++) {
    Part* p = &a->parts[i];
    for (int k = 0; k < p->count; k++) {
      if (!chosen || chosen[world_of(p, k) - w->worlds]) p->computed[k] = true;
    }
    IG_TRY(ig_device_worlds_show(p, report));
  }
  *done = !missed;
  return INGOT_OK;
}

ingotStatus ig_device_worlds_note_passed(Part* p, ingotReport* report) {
  if (!p->may_have_passed) return INGOT_OK;
  mjtByte* passed = ig_try_zero((size_t)p->count, 1);
  if (!passed) return ig_report(report, INGOT_NO_MEMORY, "no memory for %d worlds", p->count);
  ig_Device* device = ig_gpu_device(p->batch);
  ingotStatus status = ig_device_download(device, passed, p->passed, (size_t)p->count, ig_gpu_stream(p->batch), report);
  if (status == INGOT_OK) status = ig_device_wait(device, ig_gpu_stream(p->batch), report);
  for (int i = 0; i < p->count && status == INGOT_OK; i++) {
    if (!passed[i]) continue;
    ig_World* world = world_of(p, i);
    ig_params_snapshot(&p->w->groups[p->group].params, p->first + i);
    world->last = IG_LAST_FORWARD;
    world->called = 0;
    world->fresh = false;
    p->last_inputs_on_host[i] = false;
  }
  ig_free(passed);
  return status == INGOT_OK ? ig_device_worlds_clear_passed(p, report) : status;
}

ingotStatus ig_device_worlds_clear_passed(Part* p, ingotReport* report) {
  if (!p->may_have_passed) return INGOT_OK;
  // a graph that passes again sets them without the host: they are looked at whenever somebody asks
  if (!ig_gpu_replays(p->batch)) p->may_have_passed = false;
  return ig_device_zero(ig_gpu_device(p->batch), p->passed, (size_t)p->count, ig_gpu_stream(p->batch), report);
}

// ------------------------------------------------ public

// a mask of the device is read by the host where the device cannot make the pass
static ingotStatus forward_by_host(ingotWorlds* w, const void* mask, ingotReport* report) {
  Part* p = &w->device->parts[0];
  mjtByte* bytes = ig_try_alloc((size_t)w->nworld);
  if (!bytes) return ig_report(report, INGOT_NO_MEMORY, "no memory for %d worlds", w->nworld);
  ig_Device* device = ig_gpu_device(p->batch);
  ig_DeviceAddress at = (ig_DeviceAddress)(uintptr_t)mask;
  ingotStatus status = ig_device_download(device, bytes, at, (size_t)w->nworld, ig_gpu_stream(p->batch), report);
  if (status == INGOT_OK) status = ig_device_wait(device, ig_gpu_stream(p->batch), report);
  if (status == INGOT_OK) status = ingot_worldsForward(w, bytes, report);
  ig_free(bytes);
  return status;
}

ingotStatus ingot_worldsDeviceForward(ingotWorlds* w, const void* mask, ingotReport* report) {
  if (!w || !w->device || !mask) return ig_report(report, INGOT_BAD_ARGUMENT, "a mask on a device is for worlds on a device");
  ig_DeviceWorlds* a = w->device;
  if (a->npart != 1) return ig_report(report, INGOT_BAD_ARGUMENT, "a mask on a device is for worlds of one model on one device");
  IG_TRY(ig_worlds_sync_to_device(w, report));
  if (has_outputs(w) || stands_still(w)) return forward_by_host(w, mask, report);
  Part* p = &a->parts[0];
  if (!a->ahead && !ig_gpu_capturing(p->batch)) IG_TRY(ig_gpu_settle(p->batch, NULL, report));
  IG_TRY(pass(p, (ig_DeviceAddress)(uintptr_t)mask, report));
  if (!a->ahead && !ig_gpu_capturing(p->batch)) {
    bool missed = false;
    IG_TRY(ig_gpu_missed(p->batch, &missed, report));
    if (missed) return forward_by_host(w, mask, report);
  }
  return ig_device_worlds_show(p, report);
}
