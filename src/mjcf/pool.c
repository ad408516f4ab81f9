// SPDX-License-Identifier: Apache-2.0
#include "mjcf/pool.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"

enum { BLOCK_SIZE = 64 * 1024, HEADER_SIZE = 16 };

typedef struct ig_PoolBlock_ {
  struct ig_PoolBlock_* older;
} Block;

void* ig_pool_take(ig_Pool* pool, size_t size) {
  size = (size + 15) & ~(size_t)15;
  if (!pool->blocks || size > pool->size - pool->used) {
    size_t capacity = size > BLOCK_SIZE / 4 ? size : BLOCK_SIZE;
    Block* block = ig_alloc(HEADER_SIZE + capacity);
    block->older = pool->blocks;
    pool->blocks = block;
    pool->used = 0;
    pool->size = capacity;
  }
  char* memory = (char*)pool->blocks + HEADER_SIZE + pool->used;
  pool->used += size;
  return memset(memory, 0, size);
}

char* ig_pool_text(ig_Pool* pool, const char* text, size_t length) {
  char* copy = ig_pool_take(pool, length + 1);
  memcpy(copy, text, length);
  return copy;
}

void ig_pool_free(ig_Pool* pool) {
  while (pool->blocks) {
    Block* older = pool->blocks->older;
    mju_free(pool->blocks);
    pool->blocks = older;
  }
  *pool = (ig_Pool){0};
}
