// SPDX-License-Identifier: Apache-2.0
// A kernel of a batch, queued on its stream.
#ifndef INGOT_GPU_LAUNCH_H_
#define INGOT_GPU_LAUNCH_H_

#include "gpu/batch_inside.h"

// without ig_gpu_
extern const char* const ig_kernel_names[IG_NKERNEL];

// whether a kernel has a group of threads for a world, of the size that the batch has chosen
bool ig_gpu_has_group(int kernel);

// a call for all worlds. Where the blocks are, kernels know: a graph of calls goes on when they have moved
ig_GpuCall ig_gpu_whole(const ig_GpuBatch* b);

ingotStatus ig_gpu_launch(ig_GpuBatch* b, int kernel, const ig_GpuCall* call, ingotReport* report);

// the kernels that are needed and not there yet, with the constants that they read
ingotStatus ig_gpu_load_kernels(ig_GpuBatch* b, const bool needed[IG_NKERNEL], ingotReport* report);

// memory of the device for one call
ingotStatus ig_gpu_stage(ig_GpuBatch* b, size_t bytes, ig_DeviceAddress* at, ingotReport* report);

#endif  // INGOT_GPU_LAUNCH_H_
