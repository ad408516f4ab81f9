// SPDX-License-Identifier: Apache-2.0
// Memory that is given back all at once: everything of one document lives and dies together.
#ifndef INGOT_MJCF_POOL_H_
#define INGOT_MJCF_POOL_H_

#include <stddef.h>

typedef struct ig_Pool_ {
  struct ig_PoolBlock_* blocks;  // newest first
  size_t used, size;             // of the newest block
} ig_Pool;

// never NULL: a failed allocation goes to mju_error, as in mju_malloc
void* ig_pool_take(ig_Pool* pool, size_t size);
char* ig_pool_text(ig_Pool* pool, const char* text, size_t length);
void ig_pool_free(ig_Pool* pool);

#endif  // INGOT_MJCF_POOL_H_
