#include "batch/data.h"

#include <string.h>

#if IG_WIDTH > 1

// Every number array of the data: where it lies in mjData and in the lanes, and how long it is.
typedef struct {
  size_t single, lanes;
  int (*length)(const mjModel* m);
} Field;

#undef MJ_M
#define MJ_M(n) m->n
#define LENGTH_mjtNum(name, rows, columns) \
  static int length_##name(const mjModel* m) { return m->rows * (columns); }
#define LENGTH_int(name, rows, columns)
#define LENGTH_mjtByte(name, rows, columns)
#define LENGTH_uintptr_t(name, rows, columns)
#define X(type, name, rows, columns) LENGTH_##type(name, rows, columns)
MJDATA_POINTERS
#undef X

#define FIELD_mjtNum(name) {offsetof(mjData, name), offsetof(ig_Data, name), length_##name},
#define FIELD_int(name)
#define FIELD_mjtByte(name)
#define FIELD_uintptr_t(name)
static const Field fields[] = {
#define X(type, name, rows, columns) FIELD_##type(name)
    MJDATA_POINTERS
#undef X
};
enum { nfield = sizeof fields / sizeof fields[0] };

static real** lane_array(ig_Data* d, const Field* field) { return (real**)((char*)d + field->lanes); }
static mjtNum* world_array(mjData* d, const Field* field) { return *(mjtNum**)((char*)d + field->single); }

// the other arrays are shared: they are those of the first world
static void share_integers(ig_Data* d, const mjData* first) {
#define SHARE_mjtNum(name)
#define SHARE_int(name) d->name = first->name;
#define SHARE_mjtByte(name) d->name = first->name;
#define SHARE_uintptr_t(name) d->name = first->name;
#define X(type, name, rows, columns) SHARE_##type(name)
  MJDATA_POINTERS
#undef X
  d->ntree_awake = first->ntree_awake;
  d->nbody_awake = first->nbody_awake;
  d->nparent_awake = first->nparent_awake;
  d->nv_awake = first->nv_awake;
}

// whole cache lines, so that each array starts on one
static size_t rounded(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

ig_Data* IG_NAME(ig_lanes_make)(const mjModel* m) {
  size_t total = rounded(sizeof(ig_Data));
  for (int i = 0; i < nfield; i++) total += rounded(sizeof(real) * (size_t)fields[i].length(m));

  // scratch of the deepest kernel: some numbers per body and per dof, twelve rows of Jacobian, one per actuator and tendon
  size_t stack =
      rounded(sizeof(real) * (64 * (size_t)m->nbody + 24 * (size_t)m->nv + (size_t)m->nu + (size_t)m->ntendon + 64)) + 4096;
  char* block = mju_malloc(total + stack);
  if (!block) return NULL;
  memset(block, 0, total + stack);
  ig_Data* d = (ig_Data*)block;
  char* at = block + rounded(sizeof(ig_Data));
  for (int i = 0; i < nfield; i++) {
    *lane_array(d, fields + i) = (real*)at;
    at += rounded(sizeof(real) * (size_t)fields[i].length(m));
  }
  d->stack = at;
  d->stack_size = stack;
  if (!IG_NAME(ig_ragged_grow)(m, d)) {
    mju_free(block);
    return NULL;
  }
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
    *array = mju_malloc(rounded(sizeof(real) * (size_t)n) + 64);
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
  for (int i = 0; i < nparameter; i++) mju_free(*(void**)((char*)d + parameters[i].own));
  for (int i = 0; i < noption; i++) mju_free(*(void**)((char*)d + options[i].own));
  IG_NAME(ig_ragged_free)(d);
  mju_free(d);
}

void IG_NAME(ig_lanes_gather)(const mjModel* m, ig_Data* d) {
  share_integers(d, d->world[0]);
  for (int i = 0; i < nfield; i++) {
    int n = fields[i].length(m);
    real* to = *lane_array(d, fields + i);
    for (int lane = 0; lane < IG_WIDTH; lane++) {
      const mjtNum* from = world_array(d->world[lane], fields + i);
      for (int k = 0; k < n; k++) ig_set_lane(to + k, lane, from[k]);
    }
  }
  for (int lane = 0; lane < IG_WIDTH; lane++) {
    ig_set_lane(&d->time, lane, d->world[lane]->time);
    for (int k = 0; k < 2; k++) ig_set_lane(d->energy + k, lane, d->world[lane]->energy[k]);
  }
}

void IG_NAME(ig_lanes_scatter)(const mjModel* m, ig_Data* d) {
  for (int i = 0; i < nfield; i++) {
    int n = fields[i].length(m);
    const real* from = *lane_array(d, fields + i);
    for (int lane = 0; lane < IG_WIDTH; lane++) {
      mjtNum* to = world_array(d->world[lane], fields + i);
      for (int k = 0; k < n; k++) to[k] = ig_lane(from[k], lane);
    }
  }
  for (int lane = 0; lane < IG_WIDTH; lane++) {
    d->world[lane]->time = ig_lane(d->time, lane);
    for (int k = 0; k < 2; k++) d->world[lane]->energy[k] = ig_lane(d->energy[k], lane);
  }
}

#endif
