// SPDX-License-Identifier: Apache-2.0
// Scratch memory of mjData. One block, used from both ends: contacts and rows (the arena) grow from its start,
// stack frames from its end. pstack and parena count the used bytes; pbase is the newest frame.
#include "model/stack.h"

#include <stdint.h>

#include <mujoco/mjsan.h>
#include <mujoco/mujoco.h>

#include "base/error.h"

#ifdef ADDRESS_SANITIZER
enum { RED_ZONE = 32 };
#else
enum { RED_ZONE = 0 };
#endif

// bytes beyond the last multiple of the alignment; of powers of two, which all but strangers ask for, without a division
static size_t excess(uintptr_t address, size_t alignment) {
  if (!alignment) return 0;
  return alignment & (alignment - 1) ? address % alignment : address & (alignment - 1);
}

void* mj_arenaAllocByte(mjData* d, size_t bytes, size_t alignment) {
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

static void* push(mjData* d, size_t bytes, size_t alignment, const char* caller, int line) {
  if (!bytes) return NULL;
  uintptr_t bottom = (uintptr_t)d->arena + (uintptr_t)d->narena, top = bottom - d->pstack;
  size_t room = top - ((uintptr_t)d->arena + d->parena);
  if (room < alignment + 2 * RED_ZONE || bytes > room - alignment - 2 * RED_ZONE) {
    mju_error(
        "mj_stackAlloc: out of memory, stack overflow%s%s, line %d\n  max = %zu, available = %zu, requested = %zu\n nefc = %d, "
        "ncon = %d",
        caller ? " at " : "", caller ? caller : "", line, (size_t)d->narena - d->parena, room, bytes, d->nefc, d->ncon);
    return NULL;
  }
  uintptr_t start = top - bytes - RED_ZONE;
  start -= excess(start, alignment);
  d->pstack = bottom - (start - RED_ZONE);
  IG_ASSERT(d->pstack <= (size_t)d->narena - d->parena);
  IG_ASSERT(!excess(start, alignment));
  if (d->pstack > (size_t)d->maxuse_stack) d->maxuse_stack = d->pstack;
  if (d->pstack + d->parena > (size_t)d->maxuse_arena) d->maxuse_arena = d->pstack + d->parena;
  ASAN_UNPOISON_MEMORY_REGION((void*)start, bytes);
  return (void*)start;
}

static void mark(mjData* d) {
  uintptr_t top = (uintptr_t)d->arena + (uintptr_t)d->narena - d->pstack;
  ig_StackFrame* frame = push(d, sizeof(ig_StackFrame), _Alignof(ig_StackFrame), NULL, 0);
  if (!frame) return;
  *frame = (ig_StackFrame){.base = d->pbase, .top = top};
  d->pbase = (uintptr_t)frame;
}

static void release(mjData* d) {
  if (!d->pbase) return;
  ig_StackFrame frame = *(const ig_StackFrame*)d->pbase;
  IG_ASSERT(frame.base == 0 || frame.base > d->pbase);  // the stack grows down: older frames lie above
  IG_ASSERT(frame.top >= d->pbase && frame.top <= (uintptr_t)d->arena + (uintptr_t)d->narena);
  d->pbase = frame.base;
  d->pstack = (uintptr_t)d->arena + (uintptr_t)d->narena - frame.top;
  ASAN_POISON_MEMORY_REGION((char*)d->arena + d->parena, d->narena - d->pstack - d->parena);
}

void ig_restore_frames(mjData* d, size_t pstack, size_t pbase) {
  d->pstack = pstack;
  d->pbase = pbase;
  ASAN_UNPOISON_MEMORY_REGION((char*)d->arena + d->narena - pstack, pstack);
}

// under the address sanitizer the public names are wrappers in the header
#ifdef ADDRESS_SANITIZER
void mj__markStack(mjData* d) { mark(d); }
void mj__freeStack(mjData* d) { release(d); }
#else
void mj_markStack(mjData* d) { mark(d); }
void mj_freeStack(mjData* d) { release(d); }
#endif

void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment) { return push(d, bytes, alignment, NULL, 0); }

void* mj_stackAllocInfo(mjData* d, size_t bytes, size_t alignment, const char* caller, int line) {
  return push(d, bytes, alignment, caller, line);
}

static size_t bytes_of(size_t count, size_t size) {
  size_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes;
}

mjtNum* mj_stackAllocNum(mjData* d, size_t size) { return push(d, bytes_of(size, sizeof(mjtNum)), _Alignof(mjtNum), NULL, 0); }

int* mj_stackAllocInt(mjData* d, size_t size) { return push(d, bytes_of(size, sizeof(int)), _Alignof(int), NULL, 0); }
