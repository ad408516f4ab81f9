// SPDX-License-Identifier: Apache-2.0
#include "gpu/numbers.h"

#include "base/guard.h"
#include "base/try.h"
#include "gpu/launch.h"
#include "gpu/run.h"

bool ig_gpu_rows(const ig_GpuBatch* b, int quantity, ig_GpuCall* call) {
  int n;
  if (quantity == IG_Q_eq_active) {
    call->row = b->layout.constants.rows.eq_lanes;
    call->n = (int32_t)b->m->neq;
    call->size = IG_GPU_FLAGS;
    return true;
  }
  if (!ig_gpu_find(b->m, &b->layout, quantity, &n, &call->row)) return false;
  call->n = n;
  return true;
}

int ig_gpu_length(const ig_GpuBatch* b, int quantity) {
  ig_GpuCall call = {0};
  return ig_gpu_rows(b, quantity, &call) ? call.n : 0;
}

static ingotStatus move_numbers(ig_GpuBatch* b, int kernel, int quantity, ig_DeviceAddress array, ig_DeviceAddress mask,
                                ingotReport* report) {
  ig_GpuCall call = ig_gpu_whole(b);
  if (!ig_gpu_rows(b, quantity, &call))
    return ig_report(report, INGOT_BAD_ARGUMENT, "quantity %d is not numbers of the device", quantity);
  call.array = (int64_t)array;
  call.mask = (int64_t)mask;
  IG_TRY(ig_gpu_launch(b, kernel, &call, report));
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ig_gpu_gather(ig_GpuBatch* b, int quantity, ig_DeviceAddress array, ingotReport* report) {
  if (!b->ahead) IG_TRY(ig_gpu_settle(b, NULL, report));
  return move_numbers(b, IG_KERNEL_gather, quantity, array, 0, report);
}

ingotStatus ig_gpu_scatter(ig_GpuBatch* b, int quantity, ig_DeviceAddress array, ig_DeviceAddress mask, ingotReport* report) {
  IG_TRY(ig_gpu_settle(b, NULL, report));
  return move_numbers(b, IG_KERNEL_scatter, quantity, array, mask, report);
}

static size_t array_bytes(const ig_GpuBatch* b, int quantity) {
  ig_GpuCall call = {.size = 8};
  return ig_gpu_rows(b, quantity, &call) ? (size_t)call.size * (size_t)call.n * (size_t)b->nworld : 0;
}

ingotStatus ig_gpu_download(ig_GpuBatch* b, int quantity, void* to, ingotReport* report) {
  size_t bytes = array_bytes(b, quantity);
  ig_DeviceAddress at;
  IG_TRY(ig_gpu_stage(b, bytes, &at, report));
  ingotStatus status = ig_gpu_gather(b, quantity, at, report);
  if (status == INGOT_OK) status = ig_device_download(b->device, to, at, bytes, b->stream, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  ig_device_free(b->device, at);
  return status;
}

ingotStatus ig_gpu_upload(ig_GpuBatch* b, int quantity, const void* from, ingotReport* report) {
  size_t bytes = array_bytes(b, quantity);
  ig_DeviceAddress at;
  IG_TRY(ig_gpu_stage(b, bytes, &at, report));
  ingotStatus status = ig_device_upload(b->device, at, from, bytes, b->stream, report);
  if (status == INGOT_OK) status = ig_gpu_scatter(b, quantity, at, 0, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  ig_device_free(b->device, at);
  return status;
}

ingotStatus ig_gpu_import(ig_GpuBatch* b, const ig_GpuImport* a, ingotReport* report) {
  ig_GpuCall call = ig_gpu_whole(b);
  call.array = (int64_t)a->to;
  call.from = (int64_t)a->from;
  call.floats = a->floats;
  for (int i = 0; i < 3; i++) {
    call.shape[i] = a->shape[i];
    call.from_stride[i] = a->from_stride[i];
    call.stride[i] = a->stride[i];
  }
  IG_TRY(ig_gpu_launch(b, IG_KERNEL_import_array, &call, report));
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ig_gpu_scatter_columns(ig_GpuBatch* b, ig_DeviceAddress to, ig_DeviceAddress from, int n, ig_DeviceAddress worlds,
                                   int columns, ingotReport* report) {
  ig_GpuCall call = ig_gpu_whole(b);
  call.array = (int64_t)to;
  call.from = (int64_t)from;
  call.n = n;
  call.mask = (int64_t)worlds;
  call.shape[0] = b->nworld;
  call.nworld = columns;
  IG_TRY(ig_gpu_launch(b, IG_KERNEL_scatter_columns, &call, report));
  return ig_report(report, INGOT_OK, "%s", "");
}

// ------------------------------------------------ fields

ingotStatus ig_gpu_set_fields(ig_GpuBatch* b, const int* quantities, int n, ig_DeviceAddress last_inputs, ingotReport* report) {
  ig_GpuField table[IG_GPU_MOST_FIELDS];
  if (n > IG_GPU_MOST_FIELDS) return ig_report(report, INGOT_BAD_ARGUMENT, "%d fields are too many", n);
  IG_TRY(ig_gpu_settle(b, NULL, report));
  b->nfield = b->field_numbers = 0;
  for (int i = 0; i < n; i++) {
    ig_GpuCall call = {.size = 8};
    if (!ig_gpu_rows(b, quantities[i], &call))
      return ig_report(report, INGOT_BAD_ARGUMENT, "quantity %d is not numbers of the device", quantities[i]);
    table[i] = (ig_GpuField){call.row, call.n, call.size};
    b->field_numbers += call.n;
  }
  ig_device_free(b->device, b->table);
  IG_TRY(ig_device_alloc(b->device, sizeof table, &b->table, report));
  IG_TRY(ig_device_upload(b->device, b->table, table, sizeof(ig_GpuField) * (size_t)n, b->stream, report));
  b->nfield = n;
  b->last_inputs = last_inputs;
  return ig_device_wait(b->device, b->stream, report);
}

ingotStatus ig_gpu_put_fields(ig_GpuBatch* b, ig_DeviceAddress arrays, ingotReport* report) {
  return ig_gpu_launch_fields(b, IG_KERNEL_fields_in, arrays, IG_GPU_EVERY, report);
}

ingotStatus ig_gpu_get_fields(ig_GpuBatch* b, ig_DeviceAddress arrays, ingotReport* report) {
  IG_TRY(ig_gpu_settle(b, NULL, report));
  b->shown = 0;
  return ig_gpu_launch_fields(b, IG_KERNEL_fields_out, arrays, IG_GPU_EVERY, report);
}

ingotStatus ig_gpu_show_fields(ig_GpuBatch* b, ig_DeviceAddress arrays, ingotReport* report) {
  b->shown = arrays;
  if (ig_gpu_capturing(b)) b->shown_in_graph = arrays;
  return ig_gpu_launch_fields(b, IG_KERNEL_fields_out, arrays, IG_GPU_UP_TO_DATE, report);
}
