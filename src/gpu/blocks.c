// SPDX-License-Identifier: Apache-2.0
#include "gpu/blocks.h"

#include <string.h>

#include "base/error.h"
#include "base/guard.h"
#include "base/memory.h"
#include "base/try.h"
#include "gpu/launch.h"
#include "step/reset.h"
#include "step/stage.h"

static size_t rounded(size_t bytes) { return (bytes + 255) & ~(size_t)255; }

static size_t nblock(const ig_GpuBatch* b) { return ((size_t)b->nworld + IG_GPU_ROW - 1) / IG_GPU_ROW; }

// ------------------------------------------------ what belongs to the model

ingotStatus ig_gpu_upload_model(ig_GpuBatch* b, ingotReport* report) {
  const mjModel* m = b->m;
  size_t numbers = rounded((size_t)m->nbuffer), bytes = numbers + rounded(b->pairs->bytes);
  IG_TRY(ig_device_alloc(b->device, bytes, &b->model, report));
  b->bytes += bytes;
  IG_TRY(ig_device_upload(b->device, b->model, m->buffer, (size_t)m->nbuffer, b->stream, report));
  b->on_device = *m;
  b->on_device.buffer = (void*)(uintptr_t)b->model;
#define X(type, name, rows, columns) \
  b->on_device.name = (type*)(uintptr_t)(b->model + (ig_DeviceAddress)((const char*)m->name - (const char*)m->buffer));
  MJMODEL_POINTERS
#undef X
  ig_PairTable* moved = ig_try_alloc(b->pairs->bytes);
  if (!moved) return ig_report(report, INGOT_NO_MEMORY, "no memory for the pairs of a model");
  memcpy(moved, b->pairs, b->pairs->bytes);
  ig_DeviceAddress table = b->model + numbers;
#define MOVE(array) moved->array = (void*)(uintptr_t)(table + (ig_DeviceAddress)((char*)b->pairs->array - (char*)b->pairs))
  MOVE(pair);
  MOVE(body_pair);
  MOVE(cell);
  MOVE(dof);
  MOVE(side);
#undef MOVE
  ingotStatus status = ig_device_upload(b->device, table, moved, b->pairs->bytes, b->stream, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  ig_free(moved);
  b->layout.constants.pairs = (int64_t)table;
  return status;
}

// bytes of an array of integers, 0 for numbers, and for pointers, which mean nothing there
static size_t shared_bytes(const mjModel* m, int q) {
  return ig_is_numbers(q) || q == IG_Q_plugin_data ? 0 : ig_element_bytes(q) * (size_t)ig_array_length(m, q);
}

// those of fixed tendons are the same in every state
ingotStatus ig_gpu_upload_shared(ig_GpuBatch* b, ingotReport* report) {
  const mjModel* m = b->m;
  ig_stages[IG_STAGE_TENDON].run(m, b->spare);
  size_t bytes = 256;
  for (int q = 0; q < IG_NARRAY; q++) bytes += rounded(shared_bytes(m, q));
  IG_TRY(ig_device_alloc(b->device, bytes, &b->shared, report));
  b->bytes += bytes;
  ig_DeviceAddress at = b->shared;
  for (int q = 0; q < IG_NARRAY; q++) {
    if (ig_is_numbers(q) || q == IG_Q_plugin_data) continue;
    *ig_gpu_array_slot(&b->layout.constants, q) = (int64_t)at;
    IG_TRY(ig_device_upload(b->device, at, ig_array_of(b->spare, q), shared_bytes(m, q), b->stream, report));
    at += rounded(shared_bytes(m, q));
  }
  ig_GpuConstants* c = &b->layout.constants;
  c->ntree_awake = b->spare->ntree_awake;
  c->nbody_awake = b->spare->nbody_awake;
  c->nparent_awake = b->spare->nparent_awake;
  c->nv_awake = b->spare->nv_awake;
  ig_reset(m, b->spare);
  return INGOT_OK;
}

// ------------------------------------------------ the blocks

ingotStatus ig_gpu_lay_blocks(ig_GpuBatch* b, ig_GpuRoom room, int nparam, ingotReport* report) {
  IG_ASSERT(nparam >= 0 && nparam <= IG_GPU_NPARAM);
  ig_GpuLayout layout = b->layout;
  ig_gpu_lay(b->m, b->pairs, room, b->params, nparam, &layout);
  size_t bytes = (size_t)layout.block * nblock(b);
  IG_ASSERT(layout.block % IG_GPU_ROW_BYTES == 0);
  ig_DeviceAddress blocks;
  IG_TRY(ig_device_alloc(b->device, bytes, &blocks, report));
  layout.constants.base = (int64_t)blocks;
  layout.constants.block = layout.block;
  ingotStatus status = ig_device_zero(b->device, blocks, bytes, b->stream, report);
  ig_GpuCall call = {.base = (int64_t)blocks, .block = layout.block, .nworld = b->nworld, .size = 8};
  call.n = (int32_t)((b->layout.main < layout.main ? b->layout.main : layout.main) / IG_GPU_ROW_BYTES);
  call.row = b->layout.block;
  call.array = (int64_t)b->blocks;
  if (status == INGOT_OK && b->blocks) status = ig_gpu_launch(b, IG_KERNEL_relocate, &call, report);
  if (status == INGOT_OK) status = ig_device_set(b->device, &layout.constants, &b->on_device, b->stream, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  if (status != INGOT_OK) return ig_device_free(b->device, blocks), status;
  if (b->blocks) b->bytes -= (size_t)b->layout.block * nblock(b);
  ig_device_free(b->device, b->blocks);
  b->blocks = blocks;
  b->bytes += bytes;
  b->layout = layout;
  b->room = room;
  b->nparam = nparam;
  return INGOT_OK;
}

// the same numbers into n rows of each world of the call
static ingotStatus fill(ig_GpuBatch* b, ig_GpuCall call, int64_t row, const mjtNum* from, int n, ingotReport* report) {
  ig_DeviceAddress at;
  if (!n) return INGOT_OK;
  IG_TRY(ig_gpu_stage(b, sizeof(double) * (size_t)n, &at, report));
  call.row = row;
  call.array = (int64_t)at;
  call.n = n;
  ingotStatus status = ig_device_upload(b->device, at, from, sizeof(double) * (size_t)n, b->stream, report);
  if (status == INGOT_OK) status = ig_gpu_launch(b, IG_KERNEL_fill, &call, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  ig_device_free(b->device, at);
  return status;
}

static ingotStatus fill_active(ig_GpuBatch* b, ig_GpuCall call, ig_DeviceAddress at, const mjtByte* active, ingotReport* report) {
  call.row = b->layout.constants.rows.eq_lanes;
  call.n = 1;
  call.size = 4;
  for (int eq = 0; eq < b->m->neq; eq++, call.row += IG_GPU_ROW_BYTES) {
    int on = active[eq] != 0;
    IG_TRY(ig_device_upload(b->device, at, &on, sizeof on, b->stream, report));
    call.array = (int64_t)at;
    IG_TRY(ig_gpu_launch(b, IG_KERNEL_fill, &call, report));
    IG_TRY(ig_device_wait(b->device, b->stream, report));
  }
  return INGOT_OK;
}

ingotStatus ig_gpu_fill(ig_GpuBatch* b, const mjData* d, ingotReport* report) {
  for (int q = 0; q < IG_NQ; q++) {
    int n;
    int64_t row;
    if (!ig_gpu_find(b->m, &b->layout, q, &n, &row)) continue;
    IG_TRY(fill(b, ig_gpu_whole(b), row, ig_array_of(d, q), n, report));
  }
  ig_DeviceAddress at;
  IG_TRY(ig_gpu_stage(b, sizeof(int), &at, report));
  ingotStatus status = fill_active(b, ig_gpu_whole(b), at, d->eq_active, report);
  ig_device_free(b->device, at);
  return status;
}

// ------------------------------------------------ numbers of the model that worlds have their own of

ingotStatus ig_gpu_param(ig_GpuBatch* b, const char* field, const double* from, int* length, ingotReport* report) {
  ig_Parameter param;
  if (!ig_find_parameter(b->m, field, &param)) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "worlds cannot have their own %s: it has no numbers", field);
  }
  if (length) *length = param.length;
  if (!from) return ig_report(report, INGOT_OK, "%s", "");
  IG_TRY(ig_gpu_settle(b, NULL, report));
  int index = 0;
  while (index < b->nparam && strcmp(b->params[index].name, field)) index++;
  if (index == b->nparam) {
    if (b->nparam == IG_GPU_NPARAM)
      return ig_report(report, INGOT_BAD_ARGUMENT, "worlds have their own numbers of %d fields already", IG_GPU_NPARAM);
    b->params[b->nparam] = param;
    IG_TRY(ig_gpu_lay_blocks(b, b->room, b->nparam + 1, report));
  }
  ig_GpuCall call = ig_gpu_whole(b);
  size_t bytes = sizeof(double) * (size_t)param.length * (size_t)b->nworld;
  ig_DeviceAddress at;
  IG_TRY(ig_gpu_stage(b, bytes, &at, report));
  ingotStatus status = ig_device_upload(b->device, at, from, bytes, b->stream, report);
  call.row = *ig_gpu_param_slot(&b->layout.constants, param.index);
  IG_ASSERT(call.row && call.row % IG_GPU_ROW_BYTES == 0);
  call.n = param.length;
  call.array = (int64_t)at;
  if (status == INGOT_OK) status = ig_gpu_launch(b, IG_KERNEL_scatter, &call, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  ig_device_free(b->device, at);
  return status;
}
