// SPDX-License-Identifier: Apache-2.0
// Fields of worlds on devices, for others to read and write.
#include <string.h>

#include "base/guard.h"
#include "base/memory.h"
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

// rows of `n` numbers, one of them for each of `count` worlds, which come first
static void set_shape(ingotField field, int n, int count, ingotDeviceView* view) {
  int columns = columns_of(field);
  view->ndim = field == INGOT_TIME ? 1 : columns ? 3 : 2;
  memcpy(view->shape, (const int64_t[]){count, n, 1}, sizeof view->shape);
  memcpy(view->strides, (const int64_t[]){1, count, 1}, sizeof view->strides);
  if (!columns) return;
  view->shape[1] = n / columns;
  view->shape[2] = columns;
  view->strides[1] = (int64_t)columns * count;
  view->strides[2] = count;
}

static void describe(const ig_DevicePart* p, ingotField field, ingotDeviceView* view) {
  *view = (ingotDeviceView){
      .data = (double*)(uintptr_t)ig_device_worlds_field(p, p->fields, field),
      .place = ig_device_emulated(ig_gpu_device(p->batch)) ? IG_DLPACK_CPU : IG_DLPACK_CUDA,
      .device = p->device,
      .stream = ig_gpu_stream(p->batch),
      .first = p->first,
  };
  set_shape(field, p->w->groups[p->group].fields.count[field], p->count, view);
  if (view->place == IG_DLPACK_CPU) view->device = 0;
}

int ingot_worldsParts(const ingotWorlds* w, int group) {
  int n = 0;
  for (int i = 0; w && w->device && i < w->device->npart; i++) n += w->device->parts[i].group == group;
  return n;
}

static ingotStatus find_part(ingotWorlds* w, int group, int number, ig_DevicePart** part, ingotReport* report) {
  for (int i = 0, k = 0; i < w->device->npart; i++) {
    *part = &w->device->parts[i];
    if ((*part)->group == group && k++ == number) return INGOT_OK;
  }
  return ig_report(report, INGOT_BAD_ARGUMENT, "group %d has no part %d on a device", group, number);
}

static ingotStatus on_cpu(ingotReport* report) {
  return ig_report(report, INGOT_BAD_ARGUMENT, "these worlds are on the CPU: ingot_worldsField has their fields");
}

// Part `number` of a group, with its worlds on the device: what is written there counts.
static ingotStatus find(ingotWorlds* w, int group, int number, ingotField field, ig_DevicePart** part, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  if (!w->device) return on_cpu(report);
  if ((unsigned)field >= INGOT_NFIELD) return ig_report(report, INGOT_BAD_ARGUMENT, "field %d does not exist", (int)field);
  IG_TRY(find_part(w, group, number, part, report));
  IG_TRY(ig_worlds_sync_to_device(w, report));
  return ig_device_worlds_catch_up(*part, report);
}

// worlds on the CPU have one part, the fields of the group
static ingotStatus describe_home(ingotWorlds* w, int group, int part, ingotField field, ingotDeviceView* view,
                                 ingotReport* report) {
  if (group < 0 || group >= w->ngroup || part)
    return ig_report(report, INGOT_BAD_ARGUMENT, "worlds on the CPU have no group %d with a part %d", group, part);
  if ((unsigned)field >= INGOT_NFIELD) return ig_report(report, INGOT_BAD_ARGUMENT, "field %d does not exist", (int)field);
  const ig_Fields* fields = &w->groups[group].fields;
  *view = (ingotDeviceView){.data = fields->data[field], .place = IG_DLPACK_CPU};
  set_shape(field, fields->count[field], fields->worlds, view);
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_worldsDeviceField(ingotWorlds* w, int group, int part, ingotField field, ingotDeviceView* view,
                                    ingotReport* report) {
  ig_DevicePart* p = NULL;
  if (!w || !view) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and view must not be NULL");
  if (!w->device) return describe_home(w, group, part, field, view, report);
  IG_TRY(find(w, group, part, field, &p, report));
  p->viewed = true;
  describe(p, field, view);
  return ig_report(report, INGOT_OK, "%s", "");
}

static void let_go(void* device) { ig_device_worlds_free(device); }

// whoever has the tensor keeps the memory
static ingotStatus lend(ingotWorlds* w, const ingotDeviceView* view, int versioned, void** tensor, ingotReport* report) {
  ig_Tensor one = {.data = view->data, .place = view->place, .device = view->device, .ndim = view->ndim};
  memcpy(one.shape, view->shape, sizeof one.shape);
  memcpy(one.strides, view->strides, sizeof one.strides);
  atomic_fetch_add(&w->device->holders, 1);
  *tensor = ig_dlpack_make(&one, (ig_Keeper){w->device, let_go}, versioned != 0);
  if (*tensor) return ig_report(report, INGOT_OK, "%s", "");
  ig_device_worlds_free(w->device);
  return ig_report(report, INGOT_NO_MEMORY, "no memory for a tensor");
}

ingotStatus ingot_worldsTensor(ingotWorlds* w, int group, int part, ingotField field, int versioned, void** tensor,
                               ingotReport* report) {
  ingotDeviceView view;
  if (!w || !tensor) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and tensor must not be NULL");
  if (!w->device) return on_cpu(report);
  IG_TRY(ingot_worldsDeviceField(w, group, part, field, &view, report));
  if (!ig_gpu_capturing(w->device->parts[0].batch)) IG_TRY(ingot_worldsWait(w, report));
  return lend(w, &view, versioned, tensor, report);
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

// ------------------------------------------------ arrays that steps compute

static ingotStatus output_of(ig_DevicePart* p, int quantity, ig_DeviceAddress* at, ingotReport* report) {
  for (int i = 0; i < p->noutput; i++) {
    if (p->outputs[i].quantity == quantity) return *at = p->outputs[i].at, INGOT_OK;
  }
  ig_DeviceOutput* more = ig_try_alloc(sizeof *more * (size_t)(p->noutput + 1));
  if (!more) return ig_report(report, INGOT_NO_MEMORY, "no memory for an array of %d worlds", p->count);
  size_t bytes = sizeof(double) * (size_t)ig_gpu_length(p->batch, quantity) * (size_t)p->count;
  ingotStatus status = ig_device_alloc(ig_gpu_device(p->batch), bytes ? bytes : sizeof(double), at, report);
  if (status != INGOT_OK) return ig_free(more), status;
  for (int i = 0; i < p->noutput; i++) more[i] = p->outputs[i];
  more[p->noutput] = (ig_DeviceOutput){quantity, *at};
  ig_free(p->outputs);
  p->outputs = more;
  p->noutput++;
  return INGOT_OK;
}

// through the host, where some world was computed there
static ingotStatus fill_from_host(ig_DevicePart* p, const char* name, int n, ig_DeviceAddress at, ingotReport* report) {
  ingotWorlds* w = p->w;
  double *rows = ig_try_alloc(sizeof(double) * (size_t)n * (size_t)w->nworld + 1),
         *columns = ig_try_alloc(sizeof(double) * (size_t)n * (size_t)p->count + 1);
  ingotStatus status = INGOT_NO_MEMORY;
  if (!rows || !columns) {
    ig_report(report, INGOT_NO_MEMORY, "no memory for '%s' of %d worlds", name, w->nworld);
  } else {
    ingotOutput output = {.name = name, .type = INGOT_DOUBLE, .data = rows, .count = n, .stride = n};
    status = ingot_worldsGather(w, &output, 1, NULL, report);
  }
  for (int i = 0; i < p->count && status == INGOT_OK; i++) {
    const double* row = rows + (size_t)w->groups[p->group].world[p->first + i] * (size_t)n;
    for (int k = 0; k < n; k++) columns[(size_t)k * (size_t)p->count + (size_t)i] = row[k];
  }
  ig_Device* device = ig_gpu_device(p->batch);
  size_t bytes = sizeof(double) * (size_t)n * (size_t)p->count;
  if (status == INGOT_OK) status = ig_device_upload(device, at, columns, bytes, ig_gpu_stream(p->batch), report);
  if (status == INGOT_OK) status = ig_device_wait(device, ig_gpu_stream(p->batch), report);
  ig_free(rows);
  ig_free(columns);
  return status;
}

static bool all_computed(const ig_DevicePart* p) {
  for (int i = 0; i < p->count; i++) {
    if (!p->computed[i]) return false;
  }
  return true;
}

static ingotStatus fill(ig_DevicePart* p, const char* name, int quantity, ig_DeviceAddress at, ingotReport* report) {
  bool waits = !p->w->device->ahead && !ig_gpu_capturing(p->batch);
  if (waits) IG_TRY(ig_gpu_settle(p->batch, NULL, report));
  if (waits && !all_computed(p)) return fill_from_host(p, name, ig_gpu_length(p->batch, quantity), at, report);
  ig_Quantities wanted = {{0}};
  ig_put(&wanted, quantity);
  IG_TRY(ig_gpu_observe(p->batch, &wanted, report));
  return ig_gpu_gather(p->batch, quantity, at, report);
}

ingotStatus ingot_worldsDeviceArray(ingotWorlds* w, int group, int part, const char* name, ingotDeviceView* view,
                                    ingotReport* report) {
  ig_DevicePart* p = NULL;
  if (!name || !view) return ig_report(report, INGOT_BAD_ARGUMENT, "name and view must not be NULL");
  if (w && w->device && w->device->ahead && w->device->on_device) {
    IG_TRY(find_part(w, group, part, &p, report));
  } else {
    IG_TRY(find(w, group, part, INGOT_QPOS, &p, report));
  }
  int quantity = ig_quantity(name);
  if (quantity < 0 || !ig_gpu_observes(p->batch, quantity))
    return ig_report(report, INGOT_BAD_ARGUMENT, "'%s' is no array that steps compute on a device", name);
  ig_DeviceAddress at;
  IG_TRY(output_of(p, quantity, &at, report));
  IG_TRY(fill(p, name, quantity, at, report));
  bool emulated = ig_device_emulated(ig_gpu_device(p->batch));
  *view = (ingotDeviceView){.data = (double*)(uintptr_t)at,
                            .place = emulated ? IG_DLPACK_CPU : IG_DLPACK_CUDA,
                            .device = emulated ? 0 : p->device,
                            .ndim = 2,
                            .shape = {p->count, ig_gpu_length(p->batch, quantity), 1},
                            .strides = {1, p->count, 1},
                            .stream = ig_gpu_stream(p->batch),
                            .first = p->first};
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_worldsArrayTensor(ingotWorlds* w, int group, int part, const char* name, int versioned, void** tensor,
                                    ingotReport* report) {
  ingotDeviceView view;
  if (!tensor) return ig_report(report, INGOT_BAD_ARGUMENT, "tensor must not be NULL");
  IG_TRY(ingot_worldsDeviceArray(w, group, part, name, &view, report));
  return lend(w, &view, versioned, tensor, report);
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
  for (int i = 0; i < w->device->npart; i++) ig_gpu_run_ahead(w->device->parts[i].batch, on != 0);
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
