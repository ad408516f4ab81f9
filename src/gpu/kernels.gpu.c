// SPDX-License-Identifier: Apache-2.0
// The kernels of the module: stages for all worlds, one world per thread, and what stands around them in a step. The host
// starts them in the order of the table of stages (gpu/plan.c); a world that has left takes no part in the rest of a step.
//
// Compiled for a GPU, and for the host (IG_GPU_HOST), where a loop takes the place of the threads.
#include "batch/data.h"
#include "batch/gpu_layout.h"
#include "collide/collide_lanes.h"
#include "constrain/passive.h"
#include "constrain/reference.h"
#include "constrain/rows.h"
#include "gpu/kernel.h"
#include "sense/ray.h"
#include "sense/simple.h"
#include "smooth/bias.h"
#include "smooth/force/actuation.h"
#include "smooth/force/energy.h"
#include "smooth/force/passive.h"
#include "smooth/inertia.h"
#include "smooth/jacobian.h"
#include "smooth/position/com.h"
#include "smooth/position/kinematics.h"
#include "smooth/tendon/tendon.h"
#include "smooth/tendon/transmission.h"
#include "solve/solve_lanes.h"
#include "step/inputs.h"
#include "step/integrate.h"
#include "step/walk.h"

#ifdef IG_GPU_HOST
extern "C" {
__attribute__((visibility("default"))) ig_GpuConstants ig_gpu;
__attribute__((visibility("default"))) mjModel ig_model;
}
#else
extern "C" {
__attribute__((address_space(4))) ig_GpuConstants ig_gpu = {};
__attribute__((address_space(4))) mjModel ig_model = {};
}
#endif

// ------------------------------------------------ stages that are more than one call

IG_INLINE void make_rows(const mjModel* m, ig_Data* d) {
  IG_NAME(ig_make_rows)(m, d);
  drop_leaving(d);
}

IG_INLINE void solve(const mjModel* m, ig_Data* d) {
  IG_NAME(ig_solve_lanes)(m, d);
  drop_leaving(d);
}

IG_INLINE void bias(const mjModel* m, ig_Data* d) { IG_NAME(ig_newton_euler)(m, d, false, d->qfrc_bias); }
IG_INLINE void subtree(const mjModel* m, ig_Data* d) { IG_NAME(ig_subtree_velocities)(m, d); }
IG_INLINE void internal(const mjModel* m, ig_Data* d) { IG_NAME(ig_internal_forces)(m, d); }
IG_INLINE void sense_position(const mjModel* m, ig_Data* d) { IG_NAME(ig_sense)(m, d, mjSTAGE_POS); }
IG_INLINE void sense_velocity(const mjModel* m, ig_Data* d) { IG_NAME(ig_sense)(m, d, mjSTAGE_VEL); }
IG_INLINE void sense_acceleration(const mjModel* m, ig_Data* d) { IG_NAME(ig_sense)(m, d, mjSTAGE_ACC); }

#define STAGE(id, kernel, module, one, wide, ...) \
  KERNEL(kernel) {                                \
    if (d->active) wide(model(), d);              \
  }
#define SHARED_STAGE(id, ...)
#define HOST_STAGE(id, ...)
#include "step/stages.def"

// by several threads a world. A world that one of them has leave can still be active for the others.
SHARED_KERNEL(collision, IG_GPU_SHARES) {
  if (d->active) IG_NAME(ig_find_contacts)(model(), d, stride);
}

SHARED_KERNEL(place_contacts, IG_GPU_SHARES) {
  if (!d->active) return;
  IG_NAME(ig_place_contacts)(model(), d, stride);
  // the thread that knows how much room was wanted; what others met is seen after the next kernel
  if (stride.first == 0) drop_leaving(d);
}

SHARED_KERNEL(fill_rows, IG_GPU_SHARES) {
  if (!d->active) return;
  IG_NAME(ig_fill_rows)(model(), d, stride);
  drop_leaving(d);
}

SHARED_KERNEL(reference, IG_GPU_SHARES) {
  if (d->active) IG_NAME(ig_reference_rows)(model(), d, stride);
}

// M, and what Euler's integrator makes of it
SHARED_KERNEL(factor, IG_GPU_FACTORS) {
  if (d->active && stride.first == 0) IG_NAME(ig_factor_mass)(model(), d);
  if (d->active && stride.first == 1 && model()->opt.integrator == mjINT_EULER) IG_NAME(ig_euler_factor)(model(), d);
}

// collision for models with pairs that have no closed formula: a module of its own
KERNEL(collision_open) {
  if (d->active) IG_NAME(ig_find_contacts_open)(model(), d, ig_Stride{0, 1});
}

// the solvers of all models: those of the other one are primal, see gpu/primal_only.gpu.c
KERNEL(solve_dual) {
  if (d->active) solve(model(), d);
}

// rangefinders, after the other sensors of positions: a module of its own
KERNEL(sense_rays) {
  if (d->active) IG_NAME(ig_sense_rays)(model(), d);
}

// stages that integrators run themselves
void IG_NAME(ig_run_stage)(const mjModel* m, ig_Data* d, ig_StageId stage) {
  if (stage == IG_STAGE_RATE) IG_NAME(ig_implicit_matrix)(m, d);
}

// ------------------------------------------------ around the stages

// done once, not for each world
KERNEL(advance) {
  ig_GpuClock* clock = (ig_GpuClock*)call.array;
  clock->goal += call.n;
  clock->behind = clock->missed = 0;
}

IG_INLINE void begin_pass(ig_Data* d) {
  const mjModel* m = model();
  d->leaves = false;
  d->nmark = d->stack_used = 0;
  d->ragged.want_con = d->ragged.want_rows = 0;
  d->ragged.want_solve = 0;
  if (!ig_and_good_inputs(ig_and_good_state(true, m, d), m, d)) leave(d, IG_GPU_BAD_STATE);
}

// a world that has left stands still until the host has looked at it
KERNEL(begin) {
  d->active = d->reason == IG_GPU_WELL && d->made < ((const ig_GpuClock*)call.array)->goal;
  if (d->active) begin_pass(d);
}

// a forward pass alone, in the worlds of a mask; `from` takes down which these were
KERNEL(begin_forward) {
  d->active = d->reason == IG_GPU_WELL && ((const unsigned char*)call.mask)[world];
  if (!d->active) return;
  ((unsigned char*)call.from)[world] = 1;
  begin_pass(d);
}

// A world that has left a forward pass has lost nothing: it will take part in the next step, which may find the same.
KERNEL(end_forward) {
  ig_GpuClock* clock = (ig_GpuClock*)call.array;
  if (d->reason == IG_GPU_WELL || d->reason == IG_GPU_OFF || d->made < clock->goal) return;
  d->reason = IG_GPU_WELL;
  clock->missed = 1;
}

IG_INLINE bool may_integrate(const mjModel* m, ig_Data* d) {
  if (d->active && !ig_and_good(true, d->qacc, (int)m->nv)) leave(d, IG_GPU_BAD_RESULT);
  return d->active;
}

KERNEL(euler) {
  if (may_integrate(model(), d)) IG_NAME(ig_euler)(model(), d, true);
}

// without an inverse of its matrix a world stays where it is
KERNEL(implicit) {
  if (!may_integrate(model(), d)) return;
  IG_NAME(ig_implicit)(model(), d, false);
  if (!d->active) d->reason = IG_GPU_RARE;
}

KERNEL(rk4) {
  const mjModel* m = model();
  if (call.part == 0 && may_integrate(m, d)) {
    IG_NAME(ig_rk4_start)(m, d);
  } else if (d->active && call.part < 3) {
    IG_NAME(ig_rk4_next)(m, d, call.part);
  } else if (d->active) {
    IG_NAME(ig_rk4_end)(m, d);
  }
}

// a world that left within a Runge-Kutta step goes back to its start
KERNEL(end) {
  if (d->active) {
    d->made += 1;
  } else if (d->reason != IG_GPU_WELL && d->nmark > 0) {
    if (model()->opt.integrator == mjINT_RK4) IG_NAME(ig_rk4_undo)(model(), d);
    d->nmark = 0;
  }
}

// whether the host has anything to do: a world that left before its goal; and whether it has to warn
KERNEL(check_progress) {
  ig_GpuClock* clock = (ig_GpuClock*)call.array;
  if (d->reason != IG_GPU_OFF && d->made < clock->goal) clock->behind = 1;
  if (!d->flat) return;
  clock->flat = clock->goal;
  d->flat = 0;
}

// ------------------------------------------------ between blocks and arrays (n, worlds)

// one number; flags are integers in the blocks and doubles outside
IG_INLINE void take_out(const char* from, int size, int64_t array, int64_t at) {
  if (size == 8) {
    ((double*)array)[at] = *(const double*)from;
  } else if (size == IG_GPU_FLAGS) {
    ((double*)array)[at] = *(const int*)from;
  } else {
    ((int*)array)[at] = *(const int*)from;
  }
}

IG_INLINE void put_in(char* to, int size, int64_t array, int64_t at) {
  if (size == 8) {
    *(double*)to = ((const double*)array)[at];
  } else if (size == IG_GPU_FLAGS) {
    *(int*)to = ((const double*)array)[at] != 0;
  } else {
    *(int*)to = ((const int*)array)[at];
  }
}

KERNEL(gather) {
  const char* from = (const char*)d + call.row;
  for (int i = 0; i < call.n; i++, from += IG_GPU_ROW_BYTES)
    take_out(from, call.size, call.array, (int64_t)i * call.nworld + world);
}

KERNEL(scatter) {
  if (call.mask && !((const unsigned char*)call.mask)[world]) return;
  char* to = (char*)d + call.row;
  for (int i = 0; i < call.n; i++, to += IG_GPU_ROW_BYTES) put_in(to, call.size, call.array, (int64_t)i * call.nworld + world);
}

// ------------------------------------------------ all fields

// a world that has left and has not been looked at: it keeps what its step began with
IG_INLINE bool is_behind(const ig_Data* d) { return d->reason != IG_GPU_WELL && d->reason != IG_GPU_OFF; }

KERNEL(fields_in) {
  if (is_behind(d)) return;
  const ig_GpuField* field = (const ig_GpuField*)call.row;
  int64_t at = world;
  for (int f = 0; f < call.n; f++) {
    char* to = (char*)d + field[f].row;
    for (int i = 0; i < field[f].n; i++, to += IG_GPU_ROW_BYTES, at += call.nworld) put_in(to, field[f].size, call.array, at);
  }
}

KERNEL(fields_out) {
  if (call.part == IG_GPU_UP_TO_DATE && is_behind(d)) return;
  if (call.part == IG_GPU_ACTIVE && !d->active) return;
  if (call.part == IG_GPU_AT_LAST && (!d->active || d->made != ((const ig_GpuClock*)call.mask)->goal - 1)) return;
  const ig_GpuField* field = (const ig_GpuField*)call.row;
  int64_t at = world;
  for (int f = 0; f < call.n; f++) {
    const char* from = (const char*)d + field[f].row;
    for (int i = 0; i < field[f].n; i++, from += IG_GPU_ROW_BYTES, at += call.nworld)
      take_out(from, field[f].size, call.array, at);
  }
}

// stages that come after the last step: for all worlds that have made it
KERNEL(observe) { d->active = !is_behind(d); }

// what was written into a field since stays
KERNEL(refresh) {
  if (!((const unsigned char*)call.mask)[world]) return;
  const ig_GpuField* field = (const ig_GpuField*)call.row;
  int64_t at = world;
  for (int f = 0; f < call.n; f++) {
    const char* from = (const char*)d + field[f].row;
    for (int i = 0; i < field[f].n; i++, from += IG_GPU_ROW_BYTES, at += call.nworld) {
      if (((const uint64_t*)call.array)[at] == ((const uint64_t*)call.from)[at]) take_out(from, field[f].size, call.array, at);
    }
  }
}

// ------------------------------------------------ other moves

KERNEL(fill) {
  char* to = (char*)d + call.row;
  for (int i = 0; i < call.n; i++) {
    if (call.size == 8) {
      *(double*)(to + (int64_t)i * IG_GPU_ROW_BYTES) = ((const double*)call.array)[i];
    } else {
      *(int*)(to + (int64_t)i * IG_GPU_ROW_BYTES) = ((const int*)call.array)[i];
    }
  }
}

KERNEL(relocate) {
  const char* from = (const char*)call.array + (int64_t)(world / IG_ROW) * call.row + world % IG_ROW * 8;
  for (int i = 0; i < call.n; i++) {
    *(uint64_t*)((char*)d + (int64_t)i * IG_GPU_ROW_BYTES) = *(const uint64_t*)(from + (int64_t)i * IG_GPU_ROW_BYTES);
  }
}

KERNEL(import_array) {
  for (int i = 0; i < call.shape[1]; i++) {
    for (int k = 0; k < call.shape[2]; k++) {
      int64_t from = world * call.from_stride[0] + i * call.from_stride[1] + k * call.from_stride[2];
      int64_t to = world * call.stride[0] + i * call.stride[1] + k * call.stride[2];
      ((double*)call.array)[to] = call.floats ? ((const float*)call.from)[from] : ((const double*)call.from)[from];
    }
  }
}

KERNEL(scatter_columns) {
  int64_t to = ((const int*)call.mask)[world];
  for (int i = 0; i < call.n; i++) {
    ((double*)call.array)[(int64_t)i * call.shape[0] + to] = ((const double*)call.from)[(int64_t)i * call.nworld + world];
  }
}
