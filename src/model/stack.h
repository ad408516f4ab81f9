// SPDX-License-Identifier: Apache-2.0
// The arena end of mjData's scratch block; the stack end is public (mj_markStack and its kin).
#ifndef INGOT_MODEL_STACK_H_
#define INGOT_MODEL_STACK_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

// space behind the arena's end; NULL when it would meet the stack
MJAPI void* mj_arenaAllocByte(mjData* d, size_t bytes, size_t alignment);

// the frames in use before a reset, given as pstack and pbase, are in use again
void ig_restore_frames(mjData* d, size_t pstack, size_t pbase);

// scratch for n things of a type, until mj_freeStack
#define IG_SCRATCH(d, n, type) ((type*)mj_stackAllocByte(d, (n) * sizeof(type), _Alignof(type)))

#endif  // INGOT_MODEL_STACK_H_
