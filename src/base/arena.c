// SPDX-License-Identifier: Apache-2.0
#include "base/arena.h"

#include <stdint.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/error.h"
#include "base/memory.h"

enum { HEAD = 64, BLOCK = 1 << 16 };

static void* no_memory(const ig_Arena* arena, size_t bytes) {
  if (arena->raises) mju_error("out of memory: %zu bytes", bytes);
  return NULL;
}

// A large piece has a block of its own, behind the top, from which small ones go on being cut. New memory of the system is zero.
static void* take_large(ig_Arena* arena, size_t bytes) {
  ig_ArenaBlock *block = ig_try_zero(1, bytes + HEAD), *top = arena->top;
  if (!block) return no_memory(arena, bytes);
  *block = (ig_ArenaBlock){top ? top->next : NULL, bytes + HEAD, bytes + HEAD};
  *(top ? &top->next : &arena->top) = block;
  return (char*)block + HEAD;
}

void* ig_arena_take(ig_Arena* arena, size_t bytes) {
  if (bytes > SIZE_MAX / 4) return no_memory(arena, bytes);
  size_t align = arena->small ? 16 : 64;
  bytes = (bytes + align - 1) / align * align;
  if (bytes + HEAD > BLOCK) return take_large(arena, bytes);
  ig_ArenaBlock* top = arena->top;
  if (!top || top->size - top->used < bytes) {
    top = ig_try_alloc(BLOCK);
    if (!top) return no_memory(arena, bytes);
    *top = (ig_ArenaBlock){arena->top, HEAD, BLOCK};
    arena->top = top;
  }
  void* piece = (char*)top + top->used;
  top->used += bytes;
  IG_ASSERT(top->used <= top->size);
  return memset(piece, 0, bytes);
}

char* ig_arena_text(ig_Arena* arena, const char* text, size_t length) {
  char* copy = ig_arena_take(arena, length + 1);
  return copy ? memcpy(copy, text, length) : NULL;
}

void ig_arena_drop(ig_Arena* arena) {
  while (arena->top) {
    ig_ArenaBlock* next = arena->top->next;
    ig_free(arena->top);
    arena->top = next;
  }
}

size_t ig_arena_bytes(const ig_Arena* arena) {
  size_t bytes = 0;
  for (const ig_ArenaBlock* b = arena->top; b; b = b->next) bytes += b->size;
  return bytes;
}
