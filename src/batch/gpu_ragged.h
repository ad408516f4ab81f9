// SPDX-License-Identifier: Apache-2.0
// The counts of contacts and rows on a GPU: those of this thread's world, in the first rows of its block (batch/gpu_layout.h).
// What all worlds of the batch share comes from constant memory: members without bytes of their own stand for it.
#ifndef INGOT_BATCH_GPU_RAGGED_H_
#define INGOT_BATCH_GPU_RAGGED_H_

#include "batch/gpu_layout.h"

#ifdef IG_GPU_HOST
extern "C" ig_GpuConstants ig_gpu;
#else
extern "C" __attribute__((address_space(4))) ig_GpuConstants ig_gpu;
#endif

// an address of the block: a constant added to that of this object, which has no bytes and lies where the block starts
#define IG_GPU_FIELD(type, name, offset)                                                \
  struct Field_##name {                                                                 \
    IG_INLINE_MEMBER operator type*() const { return (type*)((char*)this + (offset)); } \
    template <class T>                                                                  \
    IG_INLINE_MEMBER explicit operator T*() const {                                     \
      return (T*)((char*)this + (offset));                                              \
    }                                                                                   \
  };                                                                                    \
  [[no_unique_address]] Field_##name name;

// a number that all worlds share
#define IG_GPU_CONSTANT(type, name, value)                           \
  struct Constant_##name {                                           \
    IG_INLINE_MEMBER operator type() const { return (type)(value); } \
  };                                                                 \
  [[no_unique_address]] Constant_##name name;

typedef struct ig_Ragged_ {
  struct {
    ints ncon, ne, nf, nl, nefc;
  } count;
  struct {
    ig_Slot<int> ncon, nefc;
  } most;
  ig_Slot<int> want_con, want_rows;
  ig_Slot<size_t> want_solve;
  IG_GPU_CONSTANT(int, con_room, ig_gpu.con_room)
  IG_GPU_CONSTANT(int, row_room, ig_gpu.row_room)
  IG_GPU_CONSTANT(int, chunk, ig_gpu.chunk)
  struct Need {
    IG_INLINE_MEMBER operator ig_ArenaNeed() const {
      return {ig_gpu.need.room, ig_gpu.need.contact, ig_gpu.need.row, ig_gpu.need.square};
    }
  };
  [[no_unique_address]] Need need;
  IG_GPU_CONSTANT(size_t, solve_room, ig_gpu.solve_room)
  IG_GPU_FIELD(char, solve, ig_gpu.solve)
  struct Pairs {
    IG_INLINE_MEMBER operator const struct ig_PairTable_ *() const { return (const struct ig_PairTable_*)ig_gpu.pairs; }
    IG_INLINE_MEMBER const struct ig_PairTable_* operator->() const { return *this; }
  };
  [[no_unique_address]] Pairs pairs;
} ig_Ragged;

#endif  // INGOT_BATCH_GPU_RAGGED_H_
