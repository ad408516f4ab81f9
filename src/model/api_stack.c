// SPDX-License-Identifier: Apache-2.0
// The scratch memory of mjData under its public names.
#include <stdint.h>

#include <mujoco/mujoco.h>

#include "base/error.h"
#include "model/stack.h"

// exported, though no public header declares it
MJAPI void* mj_arenaAllocByte(mjData* d, size_t bytes, size_t alignment);

void* mj_arenaAllocByte(mjData* d, size_t bytes, size_t alignment) { return ig_data_arena(d, bytes, alignment); }

static void mark(mjData* d) {
  uintptr_t top = (uintptr_t)d->arena + (uintptr_t)d->narena - d->pstack;
  ig_StackFrame* frame = ig_stack_push(d, sizeof(ig_StackFrame), _Alignof(ig_StackFrame), NULL, 0);
  if (!frame) return;
  *frame = (ig_StackFrame){.base = d->pbase, .top = top};
  d->pbase = (uintptr_t)frame;
}

static void release(mjData* d) {
  if (!d->pbase) return;
  ig_StackFrame frame = *(const ig_StackFrame*)d->pbase;
  IG_ASSERT(frame.top >= (uintptr_t)d->arena && frame.top <= (uintptr_t)d->arena + (uintptr_t)d->narena);
  ig_free_beyond(frame.beyond);
  d->pbase = frame.base;
  d->pstack = (uintptr_t)d->arena + (uintptr_t)d->narena - frame.top;
  ASAN_POISON_MEMORY_REGION((char*)d->arena + d->parena, ig_stack_room(d));
}

// under the address sanitizer the public names are wrappers in the header
#ifdef ADDRESS_SANITIZER
void mj__markStack(mjData* d) { mark(d); }
void mj__freeStack(mjData* d) { release(d); }
#else
void mj_markStack(mjData* d) { mark(d); }
void mj_freeStack(mjData* d) { release(d); }
#endif

void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment) { return ig_stack_push(d, bytes, alignment, NULL, 0); }

void* mj_stackAllocInfo(mjData* d, size_t bytes, size_t alignment, const char* caller, int line) {
  return ig_stack_push(d, bytes, alignment, caller, line);
}

static size_t bytes_of(size_t count, size_t size) {
  size_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes;
}

mjtNum* mj_stackAllocNum(mjData* d, size_t size) {
  return ig_stack_push(d, bytes_of(size, sizeof(mjtNum)), _Alignof(mjtNum), NULL, 0);
}

int* mj_stackAllocInt(mjData* d, size_t size) { return ig_stack_push(d, bytes_of(size, sizeof(int)), _Alignof(int), NULL, 0); }
