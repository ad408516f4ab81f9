// SPDX-License-Identifier: Apache-2.0
// Scratch memory of mjData: the arena at one end of its block, the stack at the other.
#ifndef INGOT_MODEL_STACK_H_
#define INGOT_MODEL_STACK_H_

#include <stddef.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

#include "base/error.h"

// bytes that are free between the two
static inline size_t ig_stack_room(const mjData* d) { return (size_t)d->narena - d->pstack - d->parena; }

// space behind the arena's end; NULL when it would meet the stack
void* ig_data_arena(mjData* d, size_t bytes, size_t alignment);

// space before the stack's end, which the innermost frame holds; for nothing NULL, and NULL after an error that names the caller
// (NULL: unknown) where it would meet the arena
void* ig_stack_push(mjData* d, size_t bytes, size_t alignment, const char* caller, int line);

// The same for the engine's own work. A model's memory is made for what the reference needs; where we need more, the rest comes
// from the heap and goes with the frame. An error only where that cannot give it either.
void* ig_stack_grow(mjData* d, size_t bytes, size_t alignment);

// what the frames hold of the heap is given back, before they are forgotten
void ig_drop_frames(mjData* d);

// the frames in use before a reset, given as pstack and pbase, are in use again
void ig_restore_frames(mjData* d, size_t pstack, size_t pbase);

// the same in place, for an alignment that is a power of two: a small model's step asks for some dozens of blocks
static inline void* ig_stack_take(mjData* d, size_t bytes, size_t alignment) {
#ifndef ADDRESS_SANITIZER
  uintptr_t bottom = (uintptr_t)d->arena + (uintptr_t)d->narena, top = bottom - d->pstack;
  size_t room = ig_stack_room(d);
  if (bytes && room >= alignment && bytes <= room - alignment) {
    uintptr_t start = (top - bytes) & ~(uintptr_t)(alignment - 1);
    d->pstack = bottom - start;
    if (d->pstack > (size_t)d->maxuse_stack) d->maxuse_stack = d->pstack;
    if (d->pstack + d->parena > (size_t)d->maxuse_arena) d->maxuse_arena = d->pstack + d->parena;
    return (void*)start;
  }
#endif
  return ig_stack_grow(d, bytes, alignment);
}

// memory of the heap that a frame holds
typedef struct ig_Beyond_ {
  struct ig_Beyond_* next;
} ig_Beyond;
void ig_free_beyond(ig_Beyond* first);

// what mj_freeStack brings back, in the layout of 3.5.0, which has no use for the last word
typedef struct {
  uintptr_t base;
  uintptr_t top;
  ig_Beyond* beyond;
} ig_StackFrame;

// mj_markStack and mj_freeStack in place, for the same reason, and for frames that come from the heap where the block is full
#ifdef ADDRESS_SANITIZER
void ig_stack_mark_apart(mjData* d);
#endif
static inline void ig_stack_mark(mjData* d) {
#ifdef ADDRESS_SANITIZER
  ig_stack_mark_apart(d);
#else
  uintptr_t top = (uintptr_t)d->arena + (uintptr_t)d->narena - d->pstack;
  ig_StackFrame* frame = (ig_StackFrame*)ig_stack_take(d, sizeof(ig_StackFrame), _Alignof(ig_StackFrame));
  if (!frame) return;
  *frame = (ig_StackFrame){.base = d->pbase, .top = top};
  d->pbase = (uintptr_t)frame;
#endif
}

static inline void ig_stack_free(mjData* d) {
#ifdef ADDRESS_SANITIZER
  mj_freeStack(d);
#else
  if (!d->pbase) return;
  const ig_StackFrame* frame = (const ig_StackFrame*)d->pbase;
  uintptr_t top = frame->top;
  if (frame->beyond) ig_free_beyond(frame->beyond);
  IG_ASSERT(top >= (uintptr_t)d->arena && top <= (uintptr_t)d->arena + (uintptr_t)d->narena);
  d->pbase = frame->base;
  d->pstack = (uintptr_t)d->arena + (uintptr_t)d->narena - top;
#endif
}

// scratch for n things of a type, until the frame ends
#define IG_SCRATCH(d, n, type) ((type*)ig_stack_take(d, (n) * sizeof(type), _Alignof(type)))

#endif  // INGOT_MODEL_STACK_H_
