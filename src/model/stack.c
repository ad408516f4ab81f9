// SPDX-License-Identifier: Apache-2.0
// Scratch memory of mjData. One block, used from both ends: contacts and rows (the arena) grow from its start,
// stack frames from its end. pstack and parena count the used bytes; pbase is the newest frame.
#include "model/stack.h"

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mjsan.h>
#include <mujoco/mujoco.h>

#include "base/error.h"
#include "base/memory.h"

#ifdef ADDRESS_SANITIZER
enum { RED_ZONE = 32 };
#else
enum { RED_ZONE = 0 };
#endif

// Bytes beyond the last multiple of the alignment. Fast path for power-of-two alignments, which internal callers always use.
static size_t excess(uintptr_t address, size_t alignment) {
  if (!alignment) return 0;
  return alignment & (alignment - 1) ? address % alignment : address & (alignment - 1);
}

void* ig_data_arena(mjData* d, size_t bytes, size_t alignment) {
  size_t over = excess(d->parena, alignment), start = d->parena + (over ? alignment - over : 0);
  size_t room = d->narena - d->pstack;
  if (start > room || bytes > room - start) return NULL;
  d->parena = start + bytes;
  IG_ASSERT(d->parena + d->pstack <= (size_t)d->narena);
  size_t used = d->parena + d->pstack;
  if (used > (size_t)d->maxuse_arena) d->maxuse_arena = used;
  void* block = (char*)d->arena + start;
  ASAN_UNPOISON_MEMORY_REGION(block, bytes);
  return block;
}

static bool fits(const mjData* d, size_t bytes, size_t alignment) {
  size_t room = ig_stack_room(d);
  return room >= alignment + 2 * RED_ZONE && bytes <= room - alignment - 2 * RED_ZONE;
}

static void* place(mjData* d, size_t bytes, size_t alignment) {
  uintptr_t bottom = (uintptr_t)d->arena + (uintptr_t)d->narena, start = bottom - d->pstack - bytes - RED_ZONE;
  start -= excess(start, alignment);
  d->pstack = bottom - (start - RED_ZONE);
  IG_ASSERT(d->pstack <= (size_t)d->narena - d->parena);
  IG_ASSERT(!excess(start, alignment));
  if (d->pstack > (size_t)d->maxuse_stack) d->maxuse_stack = d->pstack;
  if (d->pstack + d->parena > (size_t)d->maxuse_arena) d->maxuse_arena = d->pstack + d->parena;
  ASAN_UNPOISON_MEMORY_REGION((void*)start, bytes);
  return (void*)start;
}

void* ig_stack_push(mjData* d, size_t bytes, size_t alignment, const char* caller, int line) {
  if (!bytes) return NULL;
  if (fits(d, bytes, alignment)) return place(d, bytes, alignment);
  mju_error(
      "mj_stackAlloc: out of memory, stack overflow%s%s, line %d\n  max = %zu, available = %zu, requested = %zu\n nefc = %d, "
      "ncon = %d",
      caller ? " at " : "", caller ? caller : "", line, (size_t)d->narena - d->parena, ig_stack_room(d), bytes, d->nefc, d->ncon);
  return NULL;
}

// ------------------------------------------------ beyond the block

// Of a block, so that a model cannot make a program ask for any amount: rows and contacts are bounded by the arena, and what is
// computed from them needs some times as much.
static size_t most_beyond(const mjData* d) {
  enum { TIMES = 8, AT_LEAST = 64 << 20 };
  return (size_t)d->narena < (SIZE_MAX - AT_LEAST) / TIMES ? TIMES * (size_t)d->narena + AT_LEAST : SIZE_MAX;
}

void* ig_stack_grow(mjData* d, size_t bytes, size_t alignment) {
  if (!bytes) return NULL;
  if (fits(d, bytes, alignment)) return place(d, bytes, alignment);
  bool may = d->pbase && bytes <= most_beyond(d) && alignment <= most_beyond(d);
  ig_Beyond* block = may ? ig_try_alloc(sizeof(ig_Beyond) + bytes + alignment) : NULL;
  if (!block) return ig_stack_push(d, bytes, alignment, NULL, 0);
  ig_StackFrame* frame = (ig_StackFrame*)d->pbase;
  block->next = frame->beyond;
  frame->beyond = block;
  uintptr_t start = (uintptr_t)(block + 1) + alignment - 1;
  return (void*)(start - excess(start, alignment));
}

#ifdef ADDRESS_SANITIZER
void ig_stack_mark_apart(mjData* d) {
  uintptr_t top = (uintptr_t)d->arena + (uintptr_t)d->narena - d->pstack;
  ig_StackFrame* frame = ig_stack_grow(d, sizeof(ig_StackFrame), _Alignof(ig_StackFrame));
  if (!frame) return;
  *frame = (ig_StackFrame){.base = d->pbase, .top = top};
  d->pbase = (uintptr_t)frame;
}
#endif

void ig_free_beyond(ig_Beyond* first) {
  while (first) {
    ig_Beyond* next = first->next;
    ig_free(first);
    first = next;
  }
}

void ig_drop_frames(mjData* d) {
  while (d->pbase) {
    ig_StackFrame frame = *(const ig_StackFrame*)d->pbase;
    d->pbase = frame.base;
    ig_free_beyond(frame.beyond);
  }
}

void ig_restore_frames(mjData* d, size_t pstack, size_t pbase) {
  d->pstack = pstack;
  d->pbase = pbase;
  ASAN_UNPOISON_MEMORY_REGION((char*)d->arena + d->narena - pstack, pstack);
}
