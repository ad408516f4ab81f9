// SPDX-License-Identifier: Apache-2.0
// What malloc does not say in the same words everywhere.
#ifndef INGOT_BASE_PLATFORM_HEAP_H_
#define INGOT_BASE_PLATFORM_HEAP_H_

#include <stddef.h>

// bytes of a block of malloc, as the allocator gave it: at least what was asked for
size_t ig_heap_size(void* block);

// a block that begins at a multiple of `alignment`, a power of two; NULL: no memory. Freed by the other.
void* ig_heap_aligned(size_t alignment, size_t bytes);
void ig_heap_aligned_free(void* block);

#endif  // INGOT_BASE_PLATFORM_HEAP_H_
