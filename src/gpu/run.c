// SPDX-License-Identifier: Apache-2.0
#include "gpu/run.h"

#include "base/error.h"
#include "base/guard.h"
#include "base/try.h"
#include "gpu/launch.h"
#include "gpu/plan.h"

static ingotStatus launch_plan(ig_GpuBatch* b, const int* plan, int n, ingotReport* report) {
  IG_ASSERT(n >= 0 && n <= IG_NKERNEL);
  ig_GpuCall call = ig_gpu_whole(b);
  call.crew = b->crew.threads;
  call.near = b->crew.near;
  for (int i = 0; i < n; i++) IG_TRY(ig_gpu_launch(b, plan[i], &call, report));
  return INGOT_OK;
}

static ingotStatus launch_rk4(ig_GpuBatch* b, ingotReport* report) {
  ig_GpuCall call = ig_gpu_whole(b);
  for (call.part = 0; call.part < 4; call.part++) {
    IG_TRY(ig_gpu_launch(b, IG_KERNEL_rk4, &call, report));
    if (call.part < 3) IG_TRY(launch_plan(b, b->quiet, b->nquiet, report));
  }
  return INGOT_OK;
}

ingotStatus ig_gpu_launch_fields(ig_GpuBatch* b, int kernel, ig_DeviceAddress arrays, ig_GpuWhich which, ingotReport* report) {
  ig_GpuCall call = ig_gpu_whole(b);
  call.array = (int64_t)arrays;
  call.row = (int64_t)b->table;
  call.n = b->nfield;
  call.mask = (int64_t)b->clock;
  call.part = which;
  return b->nfield ? ig_gpu_launch(b, kernel, &call, report) : INGOT_OK;
}

ingotStatus ig_gpu_launch_step(ig_GpuBatch* b, bool last, ingotReport* report) {
  ig_GpuCall call = ig_gpu_whole(b);
  call.array = (int64_t)b->clock;
  IG_TRY(ig_gpu_launch(b, IG_KERNEL_begin, &call, report));
  if (last && b->last_inputs) IG_TRY(ig_gpu_launch_fields(b, IG_KERNEL_fields_out, b->last_inputs, IG_GPU_AT_LAST, report));
  IG_TRY(launch_plan(b, b->plan, b->nplan, report));
  IG_TRY(ig_gpu_integrator(b) == IG_KERNEL_rk4 ? launch_rk4(b, report) : ig_gpu_launch(b, ig_gpu_integrator(b), &call, report));
  return ig_gpu_launch(b, IG_KERNEL_end, &call, report);
}

ingotStatus ig_gpu_launch_check(ig_GpuBatch* b, ingotReport* report) {
  ig_GpuCall call = ig_gpu_whole(b);
  call.array = (int64_t)b->clock;
  IG_TRY(ig_gpu_launch(b, IG_KERNEL_check_progress, &call, report));
  return ig_device_download(b->device, b->seen, b->clock, sizeof *b->seen, b->stream, report);
}

ingotStatus ig_gpu_launch_advance(ig_GpuBatch* b, int nstep, ingotReport* report) {
  ig_GpuCall call = {.nworld = 1, .array = (int64_t)b->clock, .n = nstep};
  return ig_gpu_launch(b, IG_KERNEL_advance, &call, report);
}

ingotStatus ig_gpu_step(ig_GpuBatch* b, int nstep, ingotReport* report) {
  IG_ASSERT(nstep >= 0);
  bool capturing = ig_gpu_capturing(b);
  b->replays = b->replays || capturing;
  if (!capturing) {
    b->goal += nstep;
    b->pending = true;
  }
  IG_TRY(ig_gpu_launch_advance(b, nstep, report));
  for (int k = 0; k < nstep; k++) IG_TRY(ig_gpu_launch_step(b, k == nstep - 1, report));
  IG_TRY(ig_gpu_launch_check(b, report));
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ig_gpu_forward(ig_GpuBatch* b, ig_DeviceAddress mask, ig_DeviceAddress passed, ingotReport* report) {
  ig_GpuCall call = ig_gpu_whole(b);
  call.array = (int64_t)b->clock;
  call.mask = (int64_t)mask;
  call.from = (int64_t)passed;
  b->replays = b->replays || ig_gpu_capturing(b);
  // a step that was queued may still be under way, and settles what it left behind by itself
  b->pending = b->pending || !ig_gpu_capturing(b);
  IG_TRY(ig_gpu_launch_advance(b, 0, report));
  IG_TRY(ig_gpu_launch(b, IG_KERNEL_begin_forward, &call, report));
  if (b->last_inputs) IG_TRY(ig_gpu_launch_fields(b, IG_KERNEL_fields_out, b->last_inputs, IG_GPU_ACTIVE, report));
  IG_TRY(launch_plan(b, b->plan, b->nplan, report));
  IG_TRY(ig_gpu_launch(b, IG_KERNEL_end_forward, &call, report));
  IG_TRY(ig_gpu_launch_check(b, report));
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ig_gpu_missed(ig_GpuBatch* b, bool* missed, ingotReport* report) {
  IG_TRY(ig_gpu_settle(b, NULL, report));
  IG_TRY(ig_device_wait(b->device, b->stream, report));
  *missed = b->seen->missed != 0;
  return INGOT_OK;
}

int ig_gpu_time(ig_GpuBatch* b, int nstep, const char** names, double* seconds, int most, ingotReport* report) {
  double times[IG_NKERNEL] = {0};
  ingotStatus status = ig_gpu_settle(b, NULL, report);
  b->times = times;
  if (status == INGOT_OK) status = ig_gpu_step(b, nstep, report);
  b->times = NULL;
  if (status == INGOT_OK) ig_gpu_settle(b, NULL, report);
  int n = 0;
  for (int i = 0; i < IG_NKERNEL && n < most; i++) {
    if (!times[i]) continue;
    names[n] = ig_kernel_names[i];
    seconds[n++] = times[i];
  }
  return n;
}
