// SPDX-License-Identifier: Apache-2.0
// The numbers of the kernels: those of stages (step/stages.def), then the others (gpu/kernels.def). ig_gpu_<name> in a module.
#ifndef INGOT_GPU_KERNEL_LIST_H_
#define INGOT_GPU_KERNEL_LIST_H_

enum {
#define STAGE(id, kernel, ...) IG_KERNEL_##kernel,
#define HOST_STAGE(id, ...)
#include "step/stages.def"
#define BASE_KERNEL(name) IG_KERNEL_##name,
#define KERNEL(name, module, threads) IG_KERNEL_##name,
#include "gpu/kernels.def"
  IG_NKERNEL
};

#endif  // INGOT_GPU_KERNEL_LIST_H_
