// SPDX-License-Identifier: Apache-2.0
#include "gpu/launch.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/guard.h"
#include "base/try.h"
#include "gpu/newton.h"

const char* const ig_kernel_names[IG_NKERNEL] = {
#define STAGE(id, kernel, ...) #kernel,
#define HOST_STAGE(id, ...)
#include "step/stages.def"
#define BASE_KERNEL(name) #name,
#define KERNEL(name, module, threads) #name,
#include "gpu/kernels.def"
};

static const int threads_per_world[IG_NKERNEL] = {
#define STAGE(id, kernel, ...) 1,
#define SHARED_STAGE(id, kernel, module, threads, ...) threads,
#define HOST_STAGE(id, ...)
#include "step/stages.def"
#define BASE_KERNEL(name) 1,
#define KERNEL(name, module, threads) threads,
#include "gpu/kernels.def"
};

ig_GpuCall ig_gpu_whole(const ig_GpuBatch* b) { return (ig_GpuCall){.nworld = b->nworld, .size = 8}; }

bool ig_gpu_has_group(int kernel) {
  IG_ASSERT(kernel >= 0 && kernel < IG_NKERNEL);
  return threads_per_world[kernel] == IG_GPU_GROUP;
}

// Worlds that near memory had too little room for: now for as many rows as a world can have, each of the three kinds of them
// padded to whole fours.
static ingotStatus launch_rest(ig_GpuBatch* b, const ig_GpuCall* call, ingotReport* report) {
  enum { PADS = 3 * 4, FRICTION_PADS = 4 };
  int nv = (int)b->m->nv, rows = b->room.rows + PADS, friction = nv + (int)b->m->ntendon + FRICTION_PADS;
  int bytes = ig_newton_bytes(nv, rows, friction, rows * ((nv + 3) / 4));
  ig_GpuCall rest = *call;
  rest.near = bytes < b->near ? bytes : b->near;
  rest.part = 1;
  int crews = (call->nworld + IG_GPU_REST - 1) / IG_GPU_REST;
  return ig_device_launch_crews(b->device, b->kernel[IG_KERNEL_solve_newton], &rest, crews, 1, b->stream, report);
}

ingotStatus ig_gpu_launch(ig_GpuBatch* b, int kernel, const ig_GpuCall* call, ingotReport* report) {
  IG_ASSERT(kernel >= 0 && kernel < IG_NKERNEL && b->kernel[kernel]);
  int64_t start = b->times ? ig_nanoseconds() : 0;
  if (ig_gpu_has_group(kernel)) {
    IG_TRY(ig_device_launch_crews(b->device, b->kernel[kernel], call, call->nworld, b->crew.worlds, b->stream, report));
    if (kernel == IG_KERNEL_solve_newton) IG_TRY(launch_rest(b, call, report));
  } else {
    IG_TRY(ig_device_launch(b->device, b->kernel[kernel], call, threads_per_world[kernel], b->stream, report));
  }
  if (!b->times) return INGOT_OK;
  ingotStatus status = ig_device_wait(b->device, b->stream, report);
  if (status != INGOT_OK) return ig_report(report, status, "kernel %s failed on the device", ig_kernel_names[kernel]);
  b->times[kernel] += 1e-9 * (double)(ig_nanoseconds() - start);
  return INGOT_OK;
}

ingotStatus ig_gpu_load_kernels(ig_GpuBatch* b, const bool needed[IG_NKERNEL], ingotReport* report) {
  bool some = false;
  for (int i = 0; i < IG_NKERNEL; i++) {
    if (!needed[i] || b->kernel[i]) continue;
    IG_TRY(ig_device_kernel(b->device, ig_kernel_names[i], b->kernel + i, report));
    some = true;
  }
  return some && b->blocks ? ig_device_set(b->device, &b->layout.constants, &b->on_device, b->stream, report) : INGOT_OK;
}

ingotStatus ig_gpu_stage(ig_GpuBatch* b, size_t bytes, ig_DeviceAddress* at, ingotReport* report) {
  return ig_device_alloc(b->device, bytes ? bytes : 8, at, report);
}
