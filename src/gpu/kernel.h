// SPDX-License-Identifier: Apache-2.0
// What the files of kernels share: how a kernel is written, where its worlds are, and how worlds leave.
//
// KERNEL(name) { ... } is done for each world of a call by one thread, SHARED_KERNEL(name, shares) by so many threads, each with
// its `stride` of what there is to do, and CREW_KERNEL by the threads of a crew (lane/crew.h), with `near` the memory that is
// near to them. WARP_KERNEL is the same with warps, and when it is called a second time (call.part) one has those of IG_GPU_REST
// neighbours that were too large for the first. For the host loops take the place of the threads.
#ifndef INGOT_GPU_KERNEL_H_
#define INGOT_GPU_KERNEL_H_

#include "batch/data.h"
#include "batch/gpu_layout.h"
#include "lane/stride.h"

#ifdef IG_GPU_HOST
extern "C" mjModel ig_model;
#define KERNEL(name)                                                                                \
  static void name##_of(const ig_GpuCall& call, ig_Data* d, int world);                             \
  extern "C" __attribute__((visibility("default"))) void ig_gpu_##name(ig_GpuCall call) {           \
    for (int world = 0; world < call.nworld; world++) name##_of(call, lane_of(call, world), world); \
  }                                                                                                 \
  static void name##_of(const ig_GpuCall& call, ig_Data* d, int world)
#define SHARED_KERNEL(name, shares)                                                               \
  static void name##_of(ig_Data* d, ig_Stride stride);                                            \
  extern "C" __attribute__((visibility("default"))) void ig_gpu_##name(ig_GpuCall call) {         \
    for (int world = 0; world < call.nworld; world++) {                                           \
      for (int i = 0; i < (shares); i++) name##_of(lane_of(call, world), ig_Stride{i, (shares)}); \
    }                                                                                             \
  }                                                                                               \
  static void name##_of(ig_Data* d, ig_Stride stride)
typedef void (*ig_CrewWork)(const ig_GpuCall& call, ig_Data* d, char* near);
void ig_run_crew(const ig_GpuCall& call, int world, ig_CrewWork work);
#define CREW_KERNEL(name)                                                                  \
  static void name##_of(const ig_GpuCall& call, ig_Data* d, char* near);                   \
  extern "C" __attribute__((visibility("default"))) void ig_gpu_##name(ig_GpuCall call) {  \
    for (int world = 0; world < call.nworld; world++) ig_run_crew(call, world, name##_of); \
  }                                                                                        \
  static void name##_of(const ig_GpuCall& call, ig_Data* d, char* near)
#define WARP_KERNEL(name)                                                                 \
  static void name##_of(const ig_GpuCall& call, ig_Data* d, char* near);                  \
  extern "C" __attribute__((visibility("default"))) void ig_gpu_##name(ig_GpuCall call) { \
    for (int world = 0; world < call.nworld; world++) {                                   \
      ig_Data* d = lane_of(call, world);                                                  \
      if (d->active && (!call.part || d->large)) ig_run_crew(call, world, name##_of);     \
    }                                                                                     \
  }                                                                                       \
  static void name##_of(const ig_GpuCall& call, ig_Data* d, char* near)
#else
extern "C" __attribute__((address_space(4))) mjModel ig_model;
extern "C" __attribute__((address_space(3), aligned(16))) char ig_near[];
#define KERNEL(name)                                                                                           \
  static inline __attribute__((always_inline)) void name##_of(const ig_GpuCall& call, ig_Data* d, int world);  \
  extern "C" __attribute__((nvptx_kernel)) void ig_gpu_##name(ig_GpuCall call) {                               \
    int world = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x(); \
    if (world < call.nworld) name##_of(call, lane_of(call, world), world);                                     \
  }                                                                                                            \
  static inline __attribute__((always_inline)) void name##_of(const ig_GpuCall& call, ig_Data* d, int world)
#define SHARED_KERNEL(name, shares)                                                                            \
  static inline __attribute__((always_inline)) void name##_of(ig_Data* d, ig_Stride stride);                   \
  extern "C" __attribute__((nvptx_kernel)) void ig_gpu_##name(ig_GpuCall call) {                               \
    int world = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x(); \
    ig_Stride stride = {(int)__nvvm_read_ptx_sreg_tid_y(), (shares)};                                          \
    if (world < call.nworld) name##_of(lane_of(call, world), stride);                                          \
  }                                                                                                            \
  static inline __attribute__((always_inline)) void name##_of(ig_Data* d, ig_Stride stride)
#define CREW_KERNEL(name)                                                                                                   \
  static inline __attribute__((always_inline)) void name##_of(const ig_GpuCall& call, ig_Data* d, char* near);              \
  extern "C" __attribute__((nvptx_kernel)) void ig_gpu_##name(ig_GpuCall call) {                                            \
    int crew = __nvvm_read_ptx_sreg_tid_y(), world = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_y() + crew; \
    if (world < call.nworld) name##_of(call, lane_of(call, world), (char*)ig_near + crew * call.near);                      \
  }                                                                                                                         \
  static inline __attribute__((always_inline)) void name##_of(const ig_GpuCall& call, ig_Data* d, char* near)
#define WARP_KERNEL(name)                                                                                                 \
  static inline __attribute__((always_inline)) void name##_of(const ig_GpuCall& call, ig_Data* d, char* near);            \
  extern "C" __attribute__((nvptx_kernel)) void ig_gpu_##name(ig_GpuCall call) {                                          \
    int warp = __nvvm_read_ptx_sreg_tid_y(), each = call.part ? IG_GPU_REST : 1;                                          \
    int first = (__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_y() + warp) * each, mine = first + ig_mate(); \
    bool some = ig_mate() < each && mine < call.nworld && lane_of(call, mine)->active;                                    \
    if (call.part) some = some && lane_of(call, mine)->large;                                                             \
    for (unsigned left = ig_vote(some); left; left &= left - 1) {                                                         \
      name##_of(call, lane_of(call, first + __builtin_ctz(left)), (char*)ig_near + warp * call.near);                     \
      ig_meet();                                                                                                          \
    }                                                                                                                     \
  }                                                                                                                       \
  static inline __attribute__((always_inline)) void name##_of(const ig_GpuCall& call, ig_Data* d, char* near)
#endif

IG_INLINE ig_Data* lane_of(const ig_GpuCall& call, int world) {
  int64_t base = call.base ? call.base : ig_gpu.base, block = call.base ? call.block : ig_gpu.block;
  return (ig_Data*)(base + (int64_t)(world / IG_ROW) * block + world % IG_ROW * 8);
}

IG_INLINE const mjModel* model(void) { return (const mjModel*)&ig_model; }

IG_INLINE void leave(ig_Data* d, ig_GpuReason reason) {
  if (!d->active) return;
  d->active = 0;
  d->reason = reason;
}

// too little room, or anything that width 1 has to decide
IG_INLINE void drop_leaving(ig_Data* d) {
  if (!d->leaves) return;
  const ig_Ragged* r = &d->ragged;
  bool full = r->want_con > r->con_room || r->want_rows > r->row_room || r->want_solve > r->solve_room;
  leave(d, full ? IG_GPU_NO_ROOM : IG_GPU_RARE);
}

#endif  // INGOT_GPU_KERNEL_H_
