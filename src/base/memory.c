#include "base/memory.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

enum { ALIGNMENT = 64 };

// the API's own globals
void* (*mju_user_malloc)(size_t);
void (*mju_user_free)(void*);

static _Atomic int64_t live_bytes, live_blocks;

int64_t ig_live_bytes(void) { return live_bytes; }
int64_t ig_live_blocks(void) { return live_blocks; }

static void count(void* block, int sign) {
  live_bytes += sign * (int64_t)malloc_usable_size(block);
  live_blocks += sign;
}

void* ig_try_alloc(size_t bytes) {
  if (mju_user_malloc) return mju_user_malloc(bytes);
  if (bytes > PTRDIFF_MAX - ALIGNMENT) return NULL;
  size_t padded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  void* block = aligned_alloc(ALIGNMENT, padded ? padded : ALIGNMENT);
  if (block) count(block, 1);
  return block;
}

void* ig_try_realloc(void* block, size_t bytes) {
  if (!block) return ig_try_alloc(bytes);
  void* larger = ig_try_alloc(bytes);
  if (!larger) return NULL;
  size_t old = malloc_usable_size(block);
  memcpy(larger, block, old < bytes ? old : bytes);
  ig_free(block);
  return larger;
}

char* ig_try_copy_text(const char* text) {
  size_t size = strlen(text) + 1;
  char* copy = ig_try_alloc(size);
  return copy ? memcpy(copy, text, size) : NULL;
}

void ig_free(void* block) {
  if (!block) return;
  if (mju_user_free) {
    mju_user_free(block);
    return;
  }
  count(block, -1);
  free(block);
}

void* mju_malloc(size_t size) {
  void* block = ig_try_alloc(size);
  if (!block) mju_error("Could not allocate memory: %zu bytes", size);
  return block;
}

void mju_free(void* ptr) { ig_free(ptr); }
