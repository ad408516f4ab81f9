// SPDX-License-Identifier: Apache-2.0
// The data of kernels on a GPU: one world's lane of a block of 32. Field names are those of every other width; the arrays are
// not pointers but offsets in constant memory, so that a thread holds one address. See batch/gpu_layout.h.
#ifndef INGOT_BATCH_GPU_DATA_H_
#define INGOT_BATCH_GPU_DATA_H_

#include "batch/gpu_ragged.h"

#define IG_GPU_ARRAY_mjtNum(name) IG_GPU_FIELD(ig_Cell, name, ig_gpu.data.name)
#define IG_GPU_SHARED(type, name)                                               \
  struct Shared_##name {                                                        \
    IG_INLINE_MEMBER operator type*() const { return (type*)ig_gpu.data.name; } \
  };                                                                            \
  [[no_unique_address]] Shared_##name name;
#define IG_GPU_ARRAY_int(name) IG_GPU_SHARED(int, name)
#define IG_GPU_ARRAY_mjtByte(name) IG_GPU_SHARED(mjtByte, name)
#define IG_GPU_ARRAY_uintptr_t(name)

// NULL: shared
#define IG_GPU_PARAM(name, offset)                                                                                             \
  struct Param_##name {                                                                                                        \
    IG_INLINE_MEMBER operator const ig_Cell*() const { return (offset) ? (const ig_Cell*)((char*)this + (offset)) : nullptr; } \
  };                                                                                                                           \
  [[no_unique_address]] Param_##name name;
#define IG_GPU_PARAM_mjtNum(name) IG_GPU_PARAM(name, ig_gpu.params.name)
#define IG_GPU_PARAM_int(name)
#define IG_GPU_PARAM_float(name)
#define IG_GPU_PARAM_char(name)
#define IG_GPU_PARAM_mjtByte(name)
#define IG_GPU_PARAM_mjtSize(name)

// what was computed lazily at width 1: here the host knows what it has asked for
#define IG_GPU_FLAG(name)                         \
  struct Flag_##name {                            \
    IG_INLINE_MEMBER void operator=(int value) {} \
  };                                              \
  [[no_unique_address]] Flag_##name name;

struct ig_GpuParams {
#define X(type, name, rows, columns) IG_GPU_PARAM_##type(name)
  MJMODEL_POINTERS
#undef X
};
struct ig_GpuOptionParams {
  IG_GPU_PARAM(timestep, ig_gpu.option_params.timestep)
  IG_GPU_PARAM(gravity, ig_gpu.option_params.gravity)
  IG_GPU_PARAM(wind, ig_gpu.option_params.wind)
  IG_GPU_PARAM(magnetic, ig_gpu.option_params.magnetic)
  IG_GPU_PARAM(density, ig_gpu.option_params.density)
  IG_GPU_PARAM(viscosity, ig_gpu.option_params.viscosity)
  IG_GPU_PARAM(meaninertia, ig_gpu.option_params.meaninertia)
};

typedef struct ig_Lanes_ {
  ig_Ragged ragged;
  ig_Cell time, energy[2];
  ig_Slot<int> flat, large;
  ig_Slot<mask> leaves;
  ig_Slot<unsigned> active;
  ig_Slot<int> reason, made, niter;
  ig_Slot<int> nmark, stack_used;  // in rows
  ig_Slot<int> marks[IG_GPU_MARKS];

#define X(type, name, rows, columns) IG_GPU_ARRAY_##type(name)
  MJDATA_POINTERS
#undef X
  IG_GPU_FIELD(ig_Contact, contact, ig_gpu.rows.contact)
  IG_GPU_FIELD(ints, tendon_efcrow, ig_gpu.rows.tendon_efcrow)
  IG_GPU_FIELD(ig_Slot<uint32_t>, eq_lanes, ig_gpu.rows.eq_lanes)
#define X(type, name, n) IG_GPU_FIELD(type, name, ig_gpu.rows.name)
  IG_ROW_ARRAYS
#undef X
  IG_GPU_CONSTANT(int, ntree_awake, ig_gpu.ntree_awake)
  IG_GPU_CONSTANT(int, nbody_awake, ig_gpu.nbody_awake)
  IG_GPU_CONSTANT(int, nparent_awake, ig_gpu.nparent_awake)
  IG_GPU_CONSTANT(int, nv_awake, ig_gpu.nv_awake)
  IG_GPU_FLAG(flg_energypos)
  IG_GPU_FLAG(flg_energyvel)
  IG_GPU_FLAG(flg_subtreevel)
  IG_GPU_FLAG(flg_rnepost)
  [[no_unique_address]] ig_GpuParams params;
  [[no_unique_address]] ig_GpuOptionParams option_params;
} ig_Data;

static_assert(sizeof(ig_Contact) == IG_GPU_CONTACT_ROWS * IG_GPU_ROW_BYTES, "rows of a contact");
#define IG_GPU_AT(member, row) \
  static_assert(offsetof(ig_Data, member) == IG_GPU_HEAD_##row * IG_GPU_ROW_BYTES, "the head of a world")
IG_GPU_AT(ragged.count.ncon, ncon);
IG_GPU_AT(ragged.most.nefc, most_nefc);
IG_GPU_AT(ragged.want_solve, want_solve);
IG_GPU_AT(time, time);
IG_GPU_AT(flat, flat);
IG_GPU_AT(leaves, leaves);
IG_GPU_AT(active, active);
IG_GPU_AT(made, made);
IG_GPU_AT(marks, marks);
static_assert(sizeof(ig_Data) == IG_GPU_HEAD_ROWS * IG_GPU_ROW_BYTES, "the head of a world");

// Scratch is a stack of rows. The host has made it large enough: no error can be reported here.
IG_INLINE void ig_mark(ig_Data* d) {
  d->marks[d->nmark] = d->stack_used;
  d->nmark += 1;
}
IG_INLINE void ig_release(ig_Data* d) {
  d->nmark += -1;
  d->stack_used = d->marks[d->nmark];
}
IG_INLINE char* ig_scratch_rows(ig_Data* d, int rows) {
  int start = d->stack_used;
  d->stack_used += rows;
  return (char*)d + ig_gpu.stack + (size_t)start * IG_GPU_ROW_BYTES;
}
IG_INLINE ig_Cell* ig_scratch(ig_Data* d, int n) { return (ig_Cell*)ig_scratch_rows(d, n); }
IG_INLINE int* ig_scratch_int(ig_Data* d, int n) {
  size_t bytes = sizeof(int) * (size_t)n;
  return (int*)ig_private(ig_scratch_rows(d, (int)ig_private_rows(bytes)), bytes);
}

#endif  // INGOT_BATCH_GPU_DATA_H_
