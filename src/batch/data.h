// SPDX-License-Identifier: Apache-2.0
// The data of a kernel: `ig_Data` is mjData at width 1 and, above, a struct with the same field names whose
// arrays hold `real`, so that d->xpos[3*body + k] reads the same at every width.
//
//   ig_param(m, d, body_mass, i)    one number of the model: shared by all lanes, or each world's own
//   ig_param3(r, m, d, geom_pos, i) three of them, from index i on (ig_param4 and ig_param9 likewise)
//   ig_option(m, d, gravity, k)     the same for the number arrays of mjOption
//   ig_mark, ig_scratch, ig_release scratch numbers, from the stack of the data
//
// Integers of the data (counts and index lists of what is awake) are shared by the lanes. Each lane has a spare mjData
// beside it, d->world[lane], for stages that run lane by lane. A quantity is valid in the lanes, in these worlds, or in
// both: ig_lanes_bring and ig_lanes_send move what is not where it is needed.
#ifndef INGOT_BATCH_DATA_H_
#define INGOT_BATCH_DATA_H_

#include <stddef.h>

#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

#include "batch/quantity.h"
#include "batch/ragged.h"
#include "lane/lane.h"

#if IG_WIDTH == 1

#include "model/stack.h"

typedef mjData ig_Data;

#define ig_param(m, d, name, i) ((m)->name[i])
#define ig_option(m, d, name, k) (((const mjtNum*)&(m)->opt.name)[k])

// the number is zero in every world, known without looking at the lanes
#define ig_param_is_zero(m, d, name, i) ((m)->name[i] == 0)

IG_INLINE void ig_mark(ig_Data* d) { ig_stack_mark(d); }
IG_INLINE real* ig_scratch(ig_Data* d, int n) { return IG_SCRATCH(d, (size_t)n, real); }
IG_INLINE int* ig_scratch_int(ig_Data* d, int n) { return IG_SCRATCH(d, (size_t)n, int); }
IG_INLINE void ig_release(ig_Data* d) { ig_stack_free(d); }

#else

// the numbers of the data become lanes, other arrays stay as they are
#define IG_LANE_mjtNum real
#define IG_LANE_int int
#define IG_LANE_mjtByte mjtByte
#define IG_LANE_uintptr_t uintptr_t

// only numbers of the model can differ between worlds
#define IG_PARAM_mjtNum(name) const real* name;
#define IG_PARAM_int(name)
#define IG_PARAM_float(name)
#define IG_PARAM_char(name)
#define IG_PARAM_mjtByte(name)
#define IG_PARAM_mjtSize(name)

#ifdef IG_GPU
#include "batch/gpu_data.h"
#else

// deepest nesting of ig_mark
#define IG_MARKS 32

typedef struct ig_Lanes_ {
  real time;
  real energy[2];
  int ntree_awake, nbody_awake, nparent_awake, nv_awake;
  mjtByte flg_energypos, flg_energyvel, flg_subtreevel, flg_rnepost;

#define X(type, name, rows, columns) IG_LANE_##type* name;
  MJDATA_POINTERS
#undef X

  // numbers of the model that each world has its own of; NULL: shared
  struct {
#define X(type, name, rows, columns) IG_PARAM_##type(name)
    MJMODEL_POINTERS
#undef X
  } params;
  struct {
    const real *timestep, *gravity, *wind, *magnetic, *density, *viscosity;
  } option_params;

  // contacts and rows, see batch/ragged.h
  IG_RAGGED_FIELDS
#define X(type, name, n) type* name;
  IG_ROW_ARRAYS
#undef X

  mjData* world[IG_LANES];         // one single world per lane
  const mjModel* model[IG_LANES];  // with the numbers of that lane
  unsigned active;                 // lanes that hold a world, as bits
  ig_Quantities in_lanes, in_worlds;
  ig_Quantities asked;    // quantities requested of each step from outside
  struct ig_Plan_* plan;  // which stages run how, see step/walk.h
  char* shadow;           // builds for testing: what is poisoned while a stage runs

  // scratch: a stack of its own
  char* stack;
  size_t stack_size, stack_used, stack_peak;
  size_t marks[IG_MARKS];
  int nmark;
} ig_Data;

#endif

// the model with the numbers of a lane
#ifdef IG_GPU
IG_INLINE const mjModel* ig_lane_model(const mjModel* m, const ig_Data* d, int lane) { return m; }
IG_INLINE num ig_mean_inertia(const mjModel* m, const ig_Data* d, int lane) {
  return d->option_params.meaninertia ? ig_lane(d->option_params.meaninertia[0], lane) : m->stat.meaninertia;
}
#else
IG_INLINE const mjModel* ig_lane_model(const mjModel* m, const ig_Data* d, int lane) {
  return d->model[lane] ? d->model[lane] : m;
}
IG_INLINE num ig_mean_inertia(const mjModel* m, const ig_Data* d, int lane) {
  return ig_lane_model(m, d, lane)->stat.meaninertia;
}
#endif

#define ig_param(m, d, name, i) ((d)->params.name ? (d)->params.name[i] : ig_broadcast((m)->name[i]))
#define ig_param_is_zero(m, d, name, i) (!(d)->params.name && (m)->name[i] == 0)
#define ig_option(m, d, name, k) \
  ((d)->option_params.name ? (d)->option_params.name[k] : ig_broadcast(((const mjtNum*)&(m)->opt.name)[k]))

#ifndef IG_GPU

IG_INLINE void ig_mark(ig_Data* d) {
  if (d->nmark >= IG_MARKS) mju_error("scratch marks of the lanes are nested too deeply");
  d->marks[d->nmark++] = d->stack_used;
}

IG_INLINE void* ig_scratch_bytes(ig_Data* d, size_t bytes) {
  bytes = (bytes + 63) & ~(size_t)63;
  if (bytes > d->stack_size - d->stack_used) mju_error("scratch of the lanes is full: %zu more bytes", bytes);
  void* at = d->stack + d->stack_used;
  d->stack_used += bytes;
  if (d->stack_used > d->stack_peak) d->stack_peak = d->stack_used;
  return at;
}
IG_INLINE real* ig_scratch(ig_Data* d, int n) { return (real*)ig_scratch_bytes(d, sizeof(real) * (size_t)n); }
IG_INLINE int* ig_scratch_int(ig_Data* d, int n) { return (int*)ig_scratch_bytes(d, sizeof(int) * (size_t)n); }
IG_INLINE void ig_release(ig_Data* d) { d->stack_used = d->marks[--d->nmark]; }

// Data for IG_WIDTH worlds, without worlds in its lanes yet; NULL when there is no memory.
ig_Data* IG_NAME(ig_lanes_make)(const mjModel* m);
void IG_NAME(ig_lanes_free)(ig_Data* d);

// Room for that many contacts and rows in each lane; what they held is lost. False, with nothing changed: no memory.
bool IG_NAME(ig_ragged_reserve)(const mjModel* m, ig_Data* d, int con, int rows);

// more room, if a lane asked for it in the last step; between steps only. False: no memory, the old room stays.
bool IG_NAME(ig_ragged_grow)(const mjModel* m, ig_Data* d);
void IG_NAME(ig_ragged_free)(ig_Data* d);

// Give each world its own numbers of a model array or option (by field name: "body_mass", "gravity"): entry i of
// lane k is at [IG_WIDTH*i + k], at first the shared number. NULL for an unknown name or without memory.
num* IG_NAME(ig_lanes_param)(const mjModel* m, ig_Data* d, const char* field);

// take the integers of the first world as those of all lanes; once, when the worlds are there
void IG_NAME(ig_lanes_share_integers)(ig_Data* d);

// make quantities valid in the lanes, or in the worlds of the active lanes
void IG_NAME(ig_lanes_bring)(const mjModel* m, ig_Data* d, ig_Quantities wanted);
void IG_NAME(ig_lanes_send)(const mjModel* m, ig_Data* d, ig_Quantities wanted);

// what a stage wrote is valid there alone
IG_INLINE void ig_written_in_lanes(ig_Data* d, ig_Quantities written) {
  ig_put_set(&d->in_lanes, written);
  d->in_worlds = ig_without(d->in_worlds, written);
}
IG_INLINE void ig_written_in_worlds(ig_Data* d, ig_Quantities written) {
  ig_put_set(&d->in_worlds, written);
  d->in_lanes = ig_without(d->in_lanes, written);
}

// arrays without numbers of lanes: nothing has to be brought
ig_Quantities IG_NAME(ig_lanes_empty)(const mjModel* m);

// the array of a quantity in the lanes and its length; NULL when it is not an array of numbers
real* IG_NAME(ig_lanes_array)(const mjModel* m, ig_Data* d, int q, int* length);

#endif
#endif

// n numbers of one lane, to and from a plain array; single numbers are moved, where the compiler would load whole vectors
IG_INLINE void ig_lane_store(num* to, const real* from, int n, int lane) {
  for (int i = 0; i < n; i++) to[i] = ((const num*)(from + i))[lane];
}
IG_INLINE void ig_lane_load(real* to, const num* from, int n, int lane) {
  for (int i = 0; i < n; i++) ((num*)(to + i))[lane] = from[i];
}

#define ig_param_n(r, n, m, d, name, i)                                        \
  do {                                                                         \
    for (int k_ = 0; k_ < (n); k_++) (r)[k_] = ig_param(m, d, name, (i) + k_); \
  } while (0)
#define ig_param3(r, m, d, name, i) ig_param_n(r, 3, m, d, name, i)
#define ig_param4(r, m, d, name, i) ig_param_n(r, 4, m, d, name, i)
#define ig_param9(r, m, d, name, i) ig_param_n(r, 9, m, d, name, i)

IG_INLINE void ig_zero_reals(real* r, int n) {
  for (int i = 0; i < n; i++) r[i] = ig_broadcast(0);
}
IG_INLINE void ig_copy_reals(real* r, const real* a, int n) {
  for (int i = 0; i < n; i++) r[i] = a[i];
}

#endif  // INGOT_BATCH_DATA_H_
