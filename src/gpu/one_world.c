// SPDX-License-Identifier: Apache-2.0
#include "gpu/one_world.h"

#include <string.h>

#include "base/error.h"
#include "base/guard.h"
#include "base/memory.h"
#include "base/try.h"
#include "gpu/launch.h"
#include "gpu/numbers.h"

static bool is_state(int quantity) {
  const uint8_t* q = ig_state_quantities;
  while (*q != IG_Q_END && *q != quantity) q++;
  return *q == quantity || quantity == IG_Q_eq_active;
}

// whether a world on its way has it: its state, or all that a step leaves; and its rows
static bool is_given(const ig_GpuBatch* b, int quantity, bool entire, ig_GpuCall* call) {
  if (!entire && !is_state(quantity)) return false;
  return ig_gpu_rows(b, quantity, call);
}

// What a world is made of lies in one array, on the device and on the host, quantity after quantity: one copy moves all of it.
// Runs a kernel for each of them; returns the bytes in *end.
static ingotStatus each_quantity(ig_GpuBatch* b, int world, bool entire, int kernel, ig_DeviceAddress at, size_t* end,
                                 ingotReport* report) {
  // the world as if it were the only one
  int64_t block = b->layout.block, base = (int64_t)b->blocks + (int64_t)(world / IG_GPU_ROW) * block + world % IG_GPU_ROW * 8;
  *end = 0;
  for (int q = 0; q < IG_NQ; q++) {
    ig_GpuCall call = {.base = base, .block = block, .nworld = 1, .size = 8};
    if (!is_given(b, q, entire, &call) || !call.n) continue;
    if (q == IG_Q_eq_active) call.size = 4;  // as they lie there: integers
    call.array = (int64_t)(at + *end);
    *end += 8 * (size_t)call.n;
    if (at) IG_TRY(ig_gpu_launch(b, kernel, &call, report));
  }
  return INGOT_OK;
}

// between that array and mjData, into the array or out of it
static void repack(const ig_GpuBatch* b, bool entire, bool in, char* array, mjData* d) {
  for (int q = 0; q < IG_NQ; q++) {
    ig_GpuCall call = {.size = 8};
    if (!is_given(b, q, entire, &call)) continue;
    if (q == IG_Q_eq_active) {
      int* flags = (int*)array;
      for (int i = 0; i < call.n && in; i++) flags[i] = d->eq_active[i] != 0;
      for (int i = 0; i < call.n && !in; i++) d->eq_active[i] = flags[i] != 0;
    } else {
      void* numbers = ig_array_of(d, q);
      memcpy(in ? array : numbers, in ? numbers : array, sizeof(double) * (size_t)call.n);
    }
    array += 8 * (size_t)call.n;
  }
}

// memory for one world on both sides, kept from one to the next
static ingotStatus single_room(ig_GpuBatch* b, bool entire, size_t* bytes, ingotReport* report) {
  IG_TRY(each_quantity(b, 0, entire, IG_KERNEL_gather, 0, bytes, report));
  if (*bytes <= b->packed_room) return INGOT_OK;
  ig_device_free(b->device, b->packed_at);
  ig_free(b->packed);
  b->packed_at = 0;
  b->packed_room = 0;
  b->packed = ig_try_alloc(*bytes);
  if (!b->packed) return ig_report(report, INGOT_NO_MEMORY, "no memory to look into a world");
  IG_TRY(ig_device_alloc(b->device, *bytes, &b->packed_at, report));
  b->packed_room = *bytes;
  return INGOT_OK;
}

ingotStatus ig_gpu_get_world(ig_GpuBatch* b, int world, mjData* d, ingotReport* report) {
  IG_ASSERT(world >= 0 && world < b->nworld);
  size_t bytes;
  IG_TRY(ig_gpu_settle(b, NULL, report));
  IG_TRY(single_room(b, false, &bytes, report));
  IG_TRY(each_quantity(b, world, false, IG_KERNEL_gather, b->packed_at, &bytes, report));
  IG_TRY(ig_device_download(b->device, b->packed, b->packed_at, bytes, b->stream, report));
  IG_TRY(ig_device_wait(b->device, b->stream, report));
  repack(b, false, false, b->packed, d);
  return INGOT_OK;
}

ingotStatus ig_gpu_send_world(ig_GpuBatch* b, int world, const mjData* d, bool entire, ingotReport* report) {
  IG_ASSERT(world >= 0 && world < b->nworld);
  size_t bytes;
  IG_TRY(ig_gpu_settle(b, NULL, report));
  IG_TRY(single_room(b, entire, &bytes, report));
  repack(b, entire, true, b->packed, (mjData*)d);
  IG_TRY(ig_device_upload(b->device, b->packed_at, b->packed, bytes, b->stream, report));
  IG_TRY(each_quantity(b, world, entire, IG_KERNEL_fill, b->packed_at, &bytes, report));
  return ig_device_wait(b->device, b->stream, report);
}

ingotStatus ig_gpu_put_world(ig_GpuBatch* b, int world, const mjData* d, ingotReport* report) {
  IG_ASSERT(world >= 0 && world < b->nworld);
  return ig_gpu_send_world(b, world, d, false, report);
}
