// SPDX-License-Identifier: Apache-2.0
// The kernels as PTX text, made by the build: see cmake/gpu.cmake.
#ifndef INGOT_GPU_MODULE_H_
#define INGOT_GPU_MODULE_H_

// NULL: this library was built without them
const char* ig_gpu_module(void);

#endif  // INGOT_GPU_MODULE_H_
