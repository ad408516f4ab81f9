// SPDX-License-Identifier: Apache-2.0
// Steps of a batch, queued.
#ifndef INGOT_GPU_RUN_H_
#define INGOT_GPU_RUN_H_

#include "gpu/batch_inside.h"

// last: it may be the last of a call, and what it begins with is kept
ingotStatus ig_gpu_launch_step(ig_GpuBatch* b, bool last, ingotReport* report);

// the goal of the clock, so many steps further; what the clock says, on its way to the host
ingotStatus ig_gpu_launch_advance(ig_GpuBatch* b, int nstep, ingotReport* report);
ingotStatus ig_gpu_launch_check(ig_GpuBatch* b, ingotReport* report);

// the fields of worlds, one after the other, out of the blocks or into them
ingotStatus ig_gpu_launch_fields(ig_GpuBatch* b, int kernel, ig_DeviceAddress arrays, ig_GpuWhich which, ingotReport* report);

#endif  // INGOT_GPU_RUN_H_
