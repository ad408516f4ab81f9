// SPDX-License-Identifier: Apache-2.0
// The kernels as PTX text, made by the build: see cmake/gpu_module.cmake. There are several modules, so that the driver
// compiles only what a model needs.
#ifndef INGOT_GPU_MODULE_H_
#define INGOT_GPU_MODULE_H_

enum { IG_GPU_MOST_MODULES = 64 };

// how many there are; 0: this library was built without them
int ig_gpu_module_count(void);

const char* ig_gpu_module(int module);

// the module of a kernel by its name without ig_gpu_; -1: there is no such kernel
int ig_gpu_module_of(const char* kernel);

#endif  // INGOT_GPU_MODULE_H_
