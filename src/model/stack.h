// SPDX-License-Identifier: Apache-2.0
// The arena end of mjData's scratch block; the stack end is public (mj_markStack and its kin).
#ifndef INGOT_MODEL_STACK_H_
#define INGOT_MODEL_STACK_H_

#include <stddef.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

// space behind the arena's end; NULL when it would meet the stack
MJAPI void* mj_arenaAllocByte(mjData* d, size_t bytes, size_t alignment);

// the frames in use before a reset, given as pstack and pbase, are in use again
void ig_restore_frames(mjData* d, size_t pstack, size_t pbase);

// mj_stackAllocByte in place, for an alignment that is a power of two: a small model's step asks for some dozens of blocks
static inline void* ig_stack_take(mjData* d, size_t bytes, size_t alignment) {
#ifndef ADDRESS_SANITIZER
  uintptr_t bottom = (uintptr_t)d->arena + (uintptr_t)d->narena, top = bottom - d->pstack;
  size_t room = top - ((uintptr_t)d->arena + d->parena);
  if (bytes && room >= alignment && bytes <= room - alignment) {
    uintptr_t start = (top - bytes) & ~(uintptr_t)(alignment - 1);
    d->pstack = bottom - start;
    if (d->pstack > (size_t)d->maxuse_stack) d->maxuse_stack = d->pstack;
    if (d->pstack + d->parena > (size_t)d->maxuse_arena) d->maxuse_arena = d->pstack + d->parena;
    return (void*)start;
  }
#endif
  return mj_stackAllocByte(d, bytes, alignment);
}

// scratch for n things of a type, until mj_freeStack
#define IG_SCRATCH(d, n, type) ((type*)ig_stack_take(d, (n) * sizeof(type), _Alignof(type)))

#endif  // INGOT_MODEL_STACK_H_
