// SPDX-License-Identifier: Apache-2.0
#include "base/memory.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/platform/heap.h"
#include "base/scope.h"

enum { ALIGNMENT = IG_BLOCK_HEAD };

// the API's own globals
void* (*mju_user_malloc)(size_t);
void (*mju_user_free)(void*);

static _Atomic int64_t live_bytes, live_blocks;

int64_t ig_live_bytes(void) { return live_bytes; }
int64_t ig_live_blocks(void) { return live_blocks; }

static void count(void* raw, int sign) {
  live_bytes += sign * (int64_t)ig_heap_size(raw);
  live_blocks += sign;
}

// what stands before each block
_Static_assert(sizeof(ig_ScopeLink) <= ALIGNMENT, "the head of a block fits before it");
static ig_ScopeLink* head_of(void* block) { return (ig_ScopeLink*)(void*)((char*)block - ALIGNMENT); }

// The head of a new block. It is aligned here: an allocator that is asked for it cuts what it finds into three, which takes
// several times as long. Large blocks that have to be zero are so from the start: new memory of the system is.
static ig_ScopeLink* take(size_t bytes, bool zeroed) {
  enum { SLACK = ALIGNMENT - 8, LARGE = 1 << 16 };  // blocks of any allocator start at a multiple of eight
  bool clean = zeroed && bytes >= LARGE && !mju_user_malloc;
  size_t whole = bytes + ALIGNMENT + (mju_user_malloc ? 0 : SLACK);
  char* raw = mju_user_malloc ? mju_user_malloc(whole) : clean ? calloc(1, whole) : malloc(whole);
  if (!raw) return NULL;
  ig_ScopeLink* head = (ig_ScopeLink*)(void*)raw;
  if (!mju_user_malloc) {
    count(raw, 1);
    head = (ig_ScopeLink*)(void*)(raw + (-(uintptr_t)raw & (ALIGNMENT - 1)));
  }
  head->raw = raw;
  if (zeroed && !clean) memset((char*)head + ALIGNMENT, 0, bytes);
  return head;
}

static void* try_take(size_t bytes, bool zeroed) {
  if (bytes > PTRDIFF_MAX - 2 * ALIGNMENT || !ig_scope_allows(bytes)) return NULL;
  ig_ScopeLink* head = take(bytes, zeroed);
  if (!head) return NULL;
  ig_scope_link(head, bytes);
  return (char*)head + ALIGNMENT;
}

void* ig_try_alloc(size_t bytes) { return try_take(bytes, false); }

void ig_free(void* block) {
  if (!block) return;
  ig_ScopeLink* head = head_of(block);
  ig_scope_unlink(head);
  if (mju_user_free) {
    mju_user_free(head->raw);
    return;
  }
  count(head->raw, -1);
  free(head->raw);
}

void* ig_try_zero(size_t n, size_t size) {
  size_t bytes;
  return __builtin_mul_overflow(n, size, &bytes) ? NULL : try_take(bytes, true);
}

void* ig_try_realloc(void* block, size_t bytes) {
  void* larger = ig_try_alloc(bytes);
  if (!larger || !block) return larger;
  size_t old = head_of(block)->bytes;
  memcpy(larger, block, old < bytes ? old : bytes);
  ig_free(block);
  return larger;
}

char* ig_try_copy_text(const char* text) {
  size_t size = strlen(text) + 1;
  char* copy = ig_try_alloc(size);
  return copy ? memcpy(copy, text, size) : NULL;
}

void* ig_alloc(size_t bytes) {
  void* block = ig_try_alloc(bytes);
  if (!block) mju_error("Could not allocate memory: %zu bytes", bytes);
  return block;
}

// what users and plugins take is theirs, whatever becomes of the load they take it in
void* ig_user_alloc(size_t size) {
  ig_Scope* paused = ig_scope_pause();
  void* block = ig_try_alloc(size);
  ig_scope_resume(paused);
  if (!block) mju_error("Could not allocate memory: %zu bytes", size);
  return block;
}
