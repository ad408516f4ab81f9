// SPDX-License-Identifier: Apache-2.0
// Linux, and WebAssembly, whose C library is one of Linux
#include "base/platform/heap.h"

#include <malloc.h>
#include <stdlib.h>

size_t ig_heap_size(void* block) { return malloc_usable_size(block); }

void* ig_heap_aligned(size_t alignment, size_t bytes) {
  void* block;
  return posix_memalign(&block, alignment, bytes) ? NULL : block;
}

void ig_heap_aligned_free(void* block) { free(block); }
