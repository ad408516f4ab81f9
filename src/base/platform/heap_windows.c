// SPDX-License-Identifier: Apache-2.0
#include "base/platform/heap.h"

#include <malloc.h>

size_t ig_heap_size(void* block) { return _msize(block); }
void* ig_heap_aligned(size_t alignment, size_t bytes) { return _aligned_malloc(bytes, alignment); }
void ig_heap_aligned_free(void* block) { _aligned_free(block); }
