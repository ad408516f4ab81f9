// SPDX-License-Identifier: Apache-2.0
// Arrays handed to other libraries without a copy, in the form of DLPack's "Python Specification" and "C API" pages
// (dmlc.github.io/dlpack, version 1.0): torch, CuPy, JAX and numpy take them.
#ifndef INGOT_WORLD_DLPACK_H_
#define INGOT_WORLD_DLPACK_H_

#include <stdbool.h>
#include <stdint.h>

enum { IG_DLPACK_CPU = 1, IG_DLPACK_CUDA = 2 };

// doubles somewhere, in up to three dimensions; strides are in numbers
typedef struct {
  void* data;
  int place, device;  // IG_DLPACK_..., and which
  int ndim;
  int64_t shape[3], strides[3];
} ig_Tensor;

// The owner of the memory: released when the consumer of the array releases it, on any thread.
typedef struct {
  void* owner;
  void (*let_go)(void* owner);
} ig_Keeper;

// A DLManagedTensor, or a DLManagedTensorVersioned; NULL: no memory. Its deleter gives it back.
void* ig_dlpack_make(const ig_Tensor* tensor, ig_Keeper keeper, bool versioned);

// give back one that was not taken
void ig_dlpack_discard(void* made, bool versioned);

#endif  // INGOT_WORLD_DLPACK_H_
