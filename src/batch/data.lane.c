// SPDX-License-Identifier: Apache-2.0
#include "batch/data.h"

#include <string.h>

#include "base/memory.h"

#if IG_WIDTH > 1

// Every array of the data, in the order of its quantities: where it lies in mjData and in the lanes, and how long it is.
typedef struct {
  size_t single, lanes;
  int (*length)(const mjModel* m);
  size_t shared;  // bytes of an element that all lanes share; 0: numbers, one per lane
} Field;

#undef MJ_M
#define MJ_M(n) m->n
#define X(type, name, rows, columns) \
  static int length_##name(const mjModel* m) { return (int)(m->rows * (columns)); }
MJDATA_POINTERS
#undef X

#define SHARED_mjtNum 0
#define SHARED_int sizeof(int)
#define SHARED_mjtByte sizeof(mjtByte)
#define SHARED_uintptr_t sizeof(uintptr_t)
static const Field fields[] = {
#define X(type, name, rows, columns) {offsetof(mjData, name), offsetof(ig_Data, name), length_##name, SHARED_##type},
    MJDATA_POINTERS
#undef X
};
enum { nfield = sizeof fields / sizeof fields[0] };

static real** lane_array(ig_Data* d, const Field* field) { return (real**)((char*)d + field->lanes); }
static mjtNum* world_array(mjData* d, const Field* field) { return *(mjtNum**)((char*)d + field->single); }
static size_t lane_bytes(const mjModel* m, const Field* field) {
  return field->shared ? 0 : sizeof(real) * (size_t)field->length(m);
}

void IG_NAME(ig_lanes_adopt)(ig_Data* d) {
  const mjData* first = d->world[0];
  for (int i = 0; i < nfield; i++) {
    if (fields[i].shared) *(void**)((char*)d + fields[i].lanes) = *(void* const*)((const char*)first + fields[i].single);
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
  for (int i = 0; i < nfield; i++) total += rounded(lane_bytes(m, fields + i));

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
  for (int i = 0; i < nfield; i++) {
    if (fields[i].shared) continue;
    *lane_array(d, fields + i) = (real*)at;
    at += rounded(lane_bytes(m, fields + i));
  }
  d->stack = at;
  d->stack_size = stack;
#ifdef IG_CHECKED
  d->shadow = ig_user_alloc(total);
  if (!d->shadow) return ig_free(block), NULL;
#endif
  return d;
}

// Every number array of the model that a world can have its own of. Options come with their length.
typedef struct {
  const char* name;
  size_t model, own;
  int (*length)(const mjModel* m);
} Parameter;

#define PARAMETER_LENGTH_mjtNum(name, rows, columns) \
  static int parameter_length_##name(const mjModel* m) { return (int)(m->rows * (columns)); }
#define PARAMETER_LENGTH_int(name, rows, columns)
#define PARAMETER_LENGTH_float(name, rows, columns)
#define PARAMETER_LENGTH_char(name, rows, columns)
#define PARAMETER_LENGTH_mjtByte(name, rows, columns)
#define PARAMETER_LENGTH_mjtSize(name, rows, columns)
#define X(type, name, rows, columns) PARAMETER_LENGTH_##type(name, rows, columns)
MJMODEL_POINTERS
#undef X

#define PARAMETER_mjtNum(name) {#name, offsetof(mjModel, name), offsetof(ig_Data, own.name), parameter_length_##name},
#define PARAMETER_int(name)
#define PARAMETER_float(name)
#define PARAMETER_char(name)
#define PARAMETER_mjtByte(name)
#define PARAMETER_mjtSize(name)
static const Parameter parameters[] = {
#define X(type, name, rows, columns) PARAMETER_##type(name)
    MJMODEL_POINTERS
#undef X
};
enum { nparameter = sizeof parameters / sizeof parameters[0] };

typedef struct {
  const char* name;
  size_t option, own;
  int length;
} Option;

#define OPTION(name, length) \
  { #name, offsetof(mjOption, name), offsetof(ig_Data, own_option.name), length }
static const Option options[] = {OPTION(timestep, 1), OPTION(gravity, 3), OPTION(wind, 3),
                                 OPTION(magnetic, 3), OPTION(density, 1), OPTION(viscosity, 1)};
enum { noption = sizeof options / sizeof options[0] };

// the slot's array, made and filled with the shared numbers when it is first asked for
static double* own_array(void* slot, const mjtNum* shared, int n) {
  real** array = slot;
  if (!*array) {
    *array = ig_user_alloc(rounded(sizeof(real) * (size_t)n) + 64);
    for (int i = 0; *array && i < n; i++) (*array)[i] = ig_broadcast(shared[i]);
  }
  return (double*)*array;
}

double* IG_NAME(ig_lanes_own)(const mjModel* m, ig_Data* d, const char* field) {
  for (int i = 0; i < nparameter; i++) {
    const Parameter* p = parameters + i;
    if (!strcmp(p->name, field)) return own_array((char*)d + p->own, *(mjtNum* const*)((const char*)m + p->model), p->length(m));
  }
  for (int i = 0; i < noption; i++) {
    const Option* o = options + i;
    if (!strcmp(o->name, field))
      return own_array((char*)d + o->own, (const mjtNum*)((const char*)&m->opt + o->option), o->length);
  }
  return NULL;
}

void IG_NAME(ig_lanes_free)(ig_Data* d) {
  if (!d) return;
  ig_free(d->shadow);
  for (int i = 0; i < nparameter; i++) ig_free(*(void**)((char*)d + parameters[i].own));
  for (int i = 0; i < noption; i++) ig_free(*(void**)((char*)d + options[i].own));
  IG_NAME(ig_ragged_free)(d);
  ig_free(d);
}

real* IG_NAME(ig_lanes_array)(const mjModel* m, ig_Data* d, int q, int* length) {
  if (q == IG_Q_time) return *length = 1, &d->time;
  if (q == IG_Q_energy) return *length = 2, d->energy;
  if (q < 0 || q >= nfield || fields[q].shared) return NULL;
  *length = fields[q].length(m);
  return *lane_array(d, fields + q);
}

ig_Quantities IG_NAME(ig_lanes_empty)(const mjModel* m) {
  ig_Quantities set = {{0, 0}};
  for (int q = 0; q < nfield; q++) {
    if (fields[q].shared || !fields[q].length(m)) ig_put(&set, q);
  }
  return set;
}

// the same array in the world of a lane
static mjtNum* numbers_of(mjData* d, int q) {
  return q == IG_Q_time ? &d->time : q == IG_Q_energy ? d->energy : world_array(d, fields + q);
}

static void bring(const mjModel* m, ig_Data* d, int q) {
  int n;
  real* to = IG_NAME(ig_lanes_array)(m, d, q, &n);
  for (int lane = 0; to && lane < IG_LANES; lane++) {
    if (d->active >> lane & 1) ig_lane_load(to, numbers_of(d->world[lane], q), n, lane);
  }
}

// integers that lanes share are those of the first world
static void send_shared(const mjModel* m, ig_Data* d, const Field* field) {
  size_t bytes = field->shared * (size_t)field->length(m);
  const char* from = *(char**)((char*)d + field->lanes);
  for (int lane = 1; lane < IG_LANES; lane++) memcpy(*(char**)((char*)d->world[lane] + field->single), from, bytes);
}

static void send(const mjModel* m, ig_Data* d, int q) {
  int n;
  const real* from = IG_NAME(ig_lanes_array)(m, d, q, &n);
  if (!from && q < nfield) send_shared(m, d, fields + q);
  for (int lane = 0; from && lane < IG_LANES; lane++) {
    if (d->active >> lane & 1) ig_lane_store(numbers_of(d->world[lane], q), from, n, lane);
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
