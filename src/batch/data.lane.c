// SPDX-License-Identifier: Apache-2.0
#include "batch/data.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "batch/array.h"

#if IG_WIDTH > 1

// where the lanes have the arrays of mjData, by quantity, and the numbers of the model that are their own, by index
static const size_t places[IG_NARRAY] = {
#define X(type, name, rows, columns) offsetof(ig_Data, name),
    MJDATA_POINTERS
#undef X
};
static const size_t param_places[] = {
#define X(type, name, rows, columns) IG_NUMBERS_##type(offsetof(ig_Data, params.name), )
    MJMODEL_POINTERS
#undef X
#define X(name, length) offsetof(ig_Data, option_params.name),
        IG_PARAM_OPTIONS
#undef X
};
enum { NPARAM = sizeof param_places / sizeof param_places[0] };

static void** array_slot(ig_Data* d, int q) { return (void**)((char*)d + places[q]); }
static void** param_slot(ig_Data* d, int index) { return (void**)((char*)d + param_places[index]); }

// bytes of an array of numbers
static size_t lane_bytes(const mjModel* m, int q) { return sizeof(real) * (size_t)ig_array_length(m, q); }

void IG_NAME(ig_lanes_share_integers)(ig_Data* d) {
  const mjData* first = d->world[0];
  for (int q = 0; q < IG_NARRAY; q++) {
    if (!ig_is_numbers(q)) *array_slot(d, q) = ig_array_of(first, q);
  }
  d->ntree_awake = first->ntree_awake;
  d->nbody_awake = first->nbody_awake;
  d->nparent_awake = first->nparent_awake;
  d->nv_awake = first->nv_awake;
}

// whole cache lines, so that each array starts on one
static size_t rounded(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

ig_Data* IG_NAME(ig_lanes_make)(const mjModel* m) {
  size_t total = rounded(sizeof(ig_Data));
  for (int q = 0; q < IG_NARRAY; q++) total += ig_is_numbers(q) ? rounded(lane_bytes(m, q)) : 0;

  // scratch of the deepest kernel: some numbers per body and per dof, twelve rows of Jacobian, one per actuator and tendon,
  // and below it the evaluations of a Runge-Kutta step
  size_t evaluation = (size_t)m->nq + 2 * (size_t)m->nv + 2 * (size_t)m->na + 40;
  size_t kernel = 64 * (size_t)m->nbody + 24 * (size_t)m->nv + (size_t)m->nu + (size_t)m->ntendon + 64;
  size_t stack = rounded(sizeof(real) * (kernel + 5 * evaluation)) + 4096;
  char* block = ig_user_alloc(total + stack);
  if (!block) return NULL;
  memset(block, 0, total + stack);
  ig_Data* d = (ig_Data*)block;
  char* at = block + rounded(sizeof(ig_Data));
  for (int q = 0; q < IG_NARRAY; q++) {
    if (!ig_is_numbers(q)) continue;
    *array_slot(d, q) = at;
    at += rounded(lane_bytes(m, q));
  }
  d->stack = at;
  d->stack_size = stack;
#ifdef IG_CHECKED
  d->shadow = ig_user_alloc(total);
  if (!d->shadow) return ig_free(block), NULL;
#endif
  return d;
}

// the array is made and filled with the shared numbers when it is first asked for
num* IG_NAME(ig_lanes_param)(const mjModel* m, ig_Data* d, const char* field) {
  ig_Parameter p;
  if (!ig_find_parameter(m, field, &p) || p.index >= NPARAM) return NULL;
  real** array = (real**)param_slot(d, p.index);
  if (!*array) {
    *array = ig_user_alloc(rounded(sizeof(real) * (size_t)p.length) + 64);
    for (int i = 0; *array && i < p.length; i++) (*array)[i] = ig_broadcast(p.shared[i]);
  }
  return (num*)*array;
}

void IG_NAME(ig_lanes_free)(ig_Data* d) {
  if (!d) return;
  ig_free(d->shadow);
  for (int i = 0; i < NPARAM; i++) ig_free(*param_slot(d, i));
  IG_NAME(ig_ragged_free)(d);
  ig_free(d);
}

real* IG_NAME(ig_lanes_array)(const mjModel* m, ig_Data* d, int q, int* length) {
  if (!ig_is_numbers(q)) return NULL;
  *length = ig_array_length(m, q);
  return q == IG_Q_time ? &d->time : q == IG_Q_energy ? d->energy : *array_slot(d, q);
}

ig_Quantities IG_NAME(ig_lanes_empty)(const mjModel* m) {
  ig_Quantities set = {{0, 0}};
  for (int q = 0; q < IG_NARRAY; q++) {
    if (!ig_is_numbers(q) || !ig_array_length(m, q)) ig_put(&set, q);
  }
  return set;
}

static void bring(const mjModel* m, ig_Data* d, int q) {
  IG_ASSERT(q >= 0 && q < IG_NQ);
  int n;
  real* to = IG_NAME(ig_lanes_array)(m, d, q, &n);
  for (int lane = 0; to && lane < IG_LANES; lane++) {
    if (d->active >> lane & 1) ig_lane_load(to, ig_array_of(d->world[lane], q), n, lane);
  }
}

static void send(const mjModel* m, ig_Data* d, int q) {
  int n;
  const real* from = IG_NAME(ig_lanes_array)(m, d, q, &n);
  // integers that lanes share are those of the first world
  size_t bytes = !from && q < IG_NARRAY ? ig_element_bytes(q) * (size_t)ig_array_length(m, q) : 0;
  for (int lane = 1; bytes && lane < IG_LANES; lane++) memcpy(ig_array_of(d->world[lane], q), *array_slot(d, q), bytes);
  for (int lane = 0; from && lane < IG_LANES; lane++) {
    if (d->active >> lane & 1) ig_lane_store(ig_array_of(d->world[lane], q), from, n, lane);
  }
}

void IG_NAME(ig_lanes_bring)(const mjModel* m, ig_Data* d, ig_Quantities wanted) {
  ig_Quantities missing = ig_without(wanted, d->in_lanes);
  for (int q; (q = ig_take_one(&missing)) >= 0;) bring(m, d, q);
  ig_put_set(&d->in_lanes, wanted);
}

void IG_NAME(ig_lanes_send)(const mjModel* m, ig_Data* d, ig_Quantities wanted) {
  ig_Quantities missing = ig_without(wanted, d->in_worlds);
  for (int q; (q = ig_take_one(&missing)) >= 0;) send(m, d, q);
  ig_put_set(&d->in_worlds, wanted);
}

#endif
