// SPDX-License-Identifier: Apache-2.0
// Fields of worlds on devices, for others to read and write.
#include <string.h>

#include "base/guard.h"
#include "base/try.h"
#include "world/device_worlds.h"
#include "world/dlpack.h"

// numbers of one object, of which a field has several; 0: they are not seen as objects
static int columns_of(ingotField field) {
  switch (field) {
    case INGOT_XFRC_APPLIED: return 6;
    case INGOT_MOCAP_POS: return 3;
    case INGOT_MOCAP_QUAT: return 4;
    default: return 0;
  }
}

static void describe(const ig_DevicePart* p, ingotField field, ingotDeviceView* view) {
  int n = p->w->groups[p->group].fields.count[field], columns = columns_of(field);
  *view = (ingotDeviceView){
      .data = (double*)(uintptr_t)ig_device_worlds_field(p, p->fields, field),
      .place = ig_device_emulated(ig_gpu_device(p->batch)) ? IG_DLPACK_CPU : IG_DLPACK_CUDA,
      .device = p->device,
      .ndim = field == INGOT_TIME ? 1
              : columns           ? 3
                                  : 2,
      .shape = {p->count, n, 1},
      .strides = {1, p->count, 1},
      .stream = ig_gpu_stream(p->batch),
      .first = p->first,
  };
  if (view->place == IG_DLPACK_CPU) view->device = 0;
  if (!columns) return;
  view->shape[1] = n / columns;
  view->shape[2] = columns;
  view->strides[1] = (int64_t)columns * p->count;
  view->strides[2] = p->count;
}

int ingot_worldsParts(const ingotWorlds* w, int group) {
  int n = 0;
  for (int i = 0; w && w->device && i < w->device->npart; i++) n += w->device->parts[i].group == group;
  return n;
}

// Part `number` of a group, with its worlds on the device: what is written there counts.
static ingotStatus find(ingotWorlds* w, int group, int number, ingotField field, ig_DevicePart** part, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  if (!w->device) return ig_report(report, INGOT_BAD_ARGUMENT, "these worlds are on the CPU: ingot_worldsField has their fields");
  if ((unsigned)field >= INGOT_NFIELD) return ig_report(report, INGOT_BAD_ARGUMENT, "field %d does not exist", (int)field);
  for (int i = 0, k = 0; i < w->device->npart; i++) {
    *part = &w->device->parts[i];
    if ((*part)->group != group || k++ != number) continue;
    IG_TRY(ig_worlds_sync_to_device(w, report));
    return ig_device_worlds_catch_up(*part, report);
  }
  return ig_report(report, INGOT_BAD_ARGUMENT, "group %d has no part %d on a device", group, number);
}

ingotStatus ingot_worldsDeviceField(ingotWorlds* w, int group, int part, ingotField field, ingotDeviceView* view,
                                    ingotReport* report) {
  ig_DevicePart* p = NULL;
  if (!view) return ig_report(report, INGOT_BAD_ARGUMENT, "view must not be NULL");
  IG_TRY(find(w, group, part, field, &p, report));
  p->viewed = true;
  describe(p, field, view);
  return ig_report(report, INGOT_OK, "%s", "");
}

static void let_go(void* device) { ig_device_worlds_free(device); }

ingotStatus ingot_worldsTensor(ingotWorlds* w, int group, int part, ingotField field, int versioned, void** tensor,
                               ingotReport* report) {
  ingotDeviceView view;
  if (!tensor) return ig_report(report, INGOT_BAD_ARGUMENT, "tensor must not be NULL");
  IG_TRY(ingot_worldsDeviceField(w, group, part, field, &view, report));
  if (!ig_gpu_capturing(w->device->parts[0].batch)) IG_TRY(ingot_worldsWait(w, report));
  ig_Tensor one = {.data = view.data, .place = view.place, .device = view.device, .ndim = view.ndim};
  memcpy(one.shape, view.shape, sizeof one.shape);
  memcpy(one.strides, view.strides, sizeof one.strides);
  atomic_fetch_add(&w->device->holders, 1);
  *tensor = ig_dlpack_make(&one, (ig_Keeper){w->device, let_go}, versioned != 0);
  if (*tensor) return ig_report(report, INGOT_OK, "%s", "");
  ig_device_worlds_free(w->device);
  return ig_report(report, INGOT_NO_MEMORY, "no memory for a tensor");
}

void ingot_tensorDiscard(void* tensor, int versioned) {
  if (tensor) ig_dlpack_discard(tensor, versioned != 0);
}

static size_t bytes_of(const ig_DevicePart* p, ingotField field) {
  return sizeof(double) * (size_t)p->w->groups[p->group].fields.count[field] * (size_t)p->count;
}

ingotStatus ingot_worldsDeviceRead(ingotWorlds* w, int group, int part, ingotField field, double* to, ingotReport* report) {
  ig_DevicePart* p = NULL;
  if (!to) return ig_report(report, INGOT_BAD_ARGUMENT, "there is nowhere to read to");
  IG_TRY(find(w, group, part, field, &p, report));
  ig_Device* device = ig_gpu_device(p->batch);
  ig_Stream stream = ig_gpu_stream(p->batch);
  if (bytes_of(p, field))
    IG_TRY(ig_device_download(device, to, ig_device_worlds_field(p, p->fields, field), bytes_of(p, field), stream, report));
  return ig_device_wait(device, stream, report);
}

ingotStatus ingot_worldsDeviceWrite(ingotWorlds* w, int group, int part, ingotField field, const double* from,
                                    ingotReport* report) {
  ig_DevicePart* p = NULL;
  if (!from) return ig_report(report, INGOT_BAD_ARGUMENT, "there is nothing to write");
  IG_TRY(find(w, group, part, field, &p, report));
  ig_Device* device = ig_gpu_device(p->batch);
  ig_Stream stream = ig_gpu_stream(p->batch);
  if (bytes_of(p, field))
    IG_TRY(ig_device_upload(device, ig_device_worlds_field(p, p->fields, field), from, bytes_of(p, field), stream, report));
  return ig_device_wait(device, stream, report);
}

ingotStatus ingot_worldsDeviceCopy(ingotWorlds* w, int group, int part, ingotField field, const void* from, int floats,
                                   const int64_t strides[3], ingotReport* report) {
  ig_DevicePart* p = NULL;
  ingotDeviceView view;
  if (!from || !strides) return ig_report(report, INGOT_BAD_ARGUMENT, "there is nothing to write");
  IG_TRY(find(w, group, part, field, &p, report));
  describe(p, field, &view);
  ig_GpuImport import = {
      .to = ig_device_worlds_field(p, p->fields, field), .from = (ig_DeviceAddress)(uintptr_t)from, .floats = floats != 0};
  for (int i = 0; i < 3; i++) {
    bool there = i < view.ndim;
    import.shape[i] = there ? (int)view.shape[i] : 1;
    import.from_stride[i] = there ? strides[i] : 0;
    import.stride[i] = there ? view.strides[i] : 0;
  }
  return ig_gpu_import(p->batch, &import, report);
}

ingotStatus ingot_worldsSetStream(ingotWorlds* w, void* stream, ingotReport* report) {
  if (!w || !w->device) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds on the CPU have no stream");
  if (stream && w->device->ndevice > 1) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "worlds on several devices have the default stream of each");
  }
  IG_TRY(ingot_worldsWait(w, report));
  for (int i = 0; i < w->device->npart; i++) ig_gpu_set_stream(w->device->parts[i].batch, stream);
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_worldsRunAhead(ingotWorlds* w, int on, ingotReport* report) {
  if (!w || !w->device) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds on the CPU are never behind");
  IG_TRY(ingot_worldsWait(w, report));
  w->device->ahead = on != 0;
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_worldsWait(ingotWorlds* w, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  if (w->device) IG_TRY(ig_worlds_sync_to_device(w, report));
  for (int i = 0; w->device && i < w->device->npart; i++) {
    ig_GpuBatch* batch = w->device->parts[i].batch;
    IG_TRY(ig_device_worlds_catch_up(&w->device->parts[i], report));
    IG_TRY(ig_device_wait(ig_gpu_device(batch), ig_gpu_stream(batch), report));
  }
  return ig_report(report, INGOT_OK, "%s", "");
}
