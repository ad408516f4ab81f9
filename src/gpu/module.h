// SPDX-License-Identifier: Apache-2.0
// The kernels as PTX text, made by the build: see cmake/gpu.cmake.
#ifndef INGOT_GPU_MODULE_H_
#define INGOT_GPU_MODULE_H_

// those that every model needs, those for pairs of geoms that have no closed formula, and those with a crew for each world
typedef enum { IG_GPU_MAIN, IG_GPU_OPEN, IG_GPU_CREW, IG_GPU_NMODULE } ig_GpuModuleId;

// NULL: this library was built without them
const char* ig_gpu_module(ig_GpuModuleId id);

#endif  // INGOT_GPU_MODULE_H_
