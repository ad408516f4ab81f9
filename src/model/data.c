// SPDX-License-Identifier: Apache-2.0
#include "model/data.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <mujoco/mjsan.h>
#include <mujoco/mjxmacro.h>

#include "base/memory.h"
#include "base/registry.h"
#include "base/scope.h"
#include "model/field.h"
#include "model/stack.h"

// no contacts, no rows: the arena's arrays are absent, contacts start at the arena
static void forget_arena(mjData* d) {
#define X(type, name, nr, nc) d->name = NULL;
  MJDATA_ARENA_POINTERS
#undef X
  d->contact = d->arena;
}

// it lies behind the block of arrays
static size_t companion_offset(mjtSize bytes) {
  size_t align = _Alignof(ig_Companion);
  return ((size_t)bytes + align - 1) / align * align;
}

ig_Companion* ig_companion(mjData* d) { return (ig_Companion*)((char*)d->buffer + companion_offset(d->nbuffer)); }

mjData* ig_make_raw_data(const mjModel* m) {
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_data_fields(m, fields);
  const char* bad = "";
  mjtSize bytes = ig_block_size(fields, count, &bad);
  if (bytes < 0) {
    mju_warning("Invalid data: %s too large.", bad);
    return NULL;
  }
  mjData* d = ig_try_alloc(sizeof(mjData));
  void* buffer = ig_try_alloc(companion_offset(bytes) + sizeof(ig_Companion));
  // pages of it are taken as they are used: of what a load may hold it is no part
  ig_Scope* paused = ig_scope_pause();
  void* arena = ig_try_alloc((size_t)m->narena);
  ig_scope_resume(paused);
  if (!d || !buffer || !arena) {
    ig_free(d);
    ig_free(buffer);
    ig_free(arena);
    mju_error("mj_makeData: could not allocate mjData: %lld bytes and an arena of %lld", (long long)bytes, (long long)m->narena);
    return NULL;
  }
  memset(d, 0, sizeof *d);
  d->nbuffer = bytes;
  d->buffer = buffer;
  *ig_companion(d) = (ig_Companion){NULL, NULL};
  d->narena = m->narena;
  d->arena = arena;
  ig_place_fields(d, fields, count, buffer);
  forget_arena(d);
  d->ntree_awake = (int)m->ntree;
  d->nbody_awake = d->nparent_awake = (int)m->nbody;
  d->nv_awake = (int)m->nv;
  return d;
}

int ig_init_plugins(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    d->plugin[i] = m->plugin[i];
    d->plugin_data[i] = 0;
  }
  for (; d->nplugin < m->nplugin; d->nplugin++) {
    const mjpPlugin* plugin = ig_plugin_at(m->plugin[d->nplugin]);
    if (plugin && plugin->init && plugin->init(m, d, d->nplugin) < 0) return d->nplugin;
  }
  return -1;
}

mjData* ig_make_plugin_data(const mjModel* m) {
  mjData* d = ig_make_raw_data(m);
  int refused = d ? ig_init_plugins(m, d) : -1;
  if (refused < 0) return d;
  ig_delete_data(d);
  mju_error("mj_makeData: init of plugin instance %d failed", refused);
  return NULL;
}

void ig_delete_data(mjData* d) {
  if (!d) return;
  for (int i = 0; i < d->nplugin; i++) {
    const mjpPlugin* plugin = ig_plugin_at(d->plugin[i]);
    if (plugin && plugin->destroy) plugin->destroy(d, i);
  }
  ASAN_UNPOISON_MEMORY_REGION(d->arena, d->narena);
  ig_drop_frames(d);
  ig_Companion* c = ig_companion(d);
  if (c->thing) c->free(c->thing);
  ig_free(d->buffer);
  ig_free(d->arena);
  ig_free(d);
}

// arrays of the arena sit at the same offsets in both
static void copy_arena(mjData* dest, const mjModel* m, const mjData* src, bool visual_only) {
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_arena_fields(m, src, fields);
  for (int i = 0; i < count; i++) {
    const char* from = *ig_field_pointer(src, &fields[i]);
    char** to = ig_field_pointer(dest, &fields[i]);
    *to = NULL;
    if (!from || (visual_only && !fields[i].visual)) continue;
    *to = (char*)dest->arena + (from - (const char*)src->arena);
    ASAN_UNPOISON_MEMORY_REGION(*to, ig_field_bytes(&fields[i]));
    memcpy(*to, from, ig_field_bytes(&fields[i]));
  }
  dest->contact = dest->arena;
}

static bool copies_fit(const mjData* dest, const mjData* src) {
  const char* trouble = NULL;
  if (dest->nbuffer != src->nbuffer)
    trouble = "the two mjData are of models with different sizes";
  else if (dest->narena != src->narena)
    trouble = "the two mjData have arenas of different sizes";
  else if (src->pstack)
    trouble = "something still lies on the stack of the source";
  if (trouble) mju_error("mj_copyData: %s", trouble);
  return !trouble;
}

static mjData* copy_data(mjData* dest, const mjModel* m, const mjData* src, bool visual_only) {
  bool made = !dest;
  if (made) {
    dest = ig_make_plugin_data(m);
    if (!dest) return NULL;
  }
  if (!copies_fit(dest, src)) {
    if (made) ig_delete_data(dest);
    return NULL;
  }

  ig_drop_frames(dest);
  // the struct, keeping dest's own blocks; instance data of plugins stays dest's own too
  void *buffer = dest->buffer, *arena = dest->arena;
  uintptr_t* plugin_data = dest->plugin_data;
  *dest = *src;
  dest->buffer = buffer;
  dest->arena = arena;
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_data_fields(m, fields);
  ig_place_fields(dest, fields, count, buffer);
  for (int i = 0; i < count; i++) {
    char* to = *ig_field_pointer(dest, &fields[i]);
    if (to == (char*)plugin_data && fields[i].offset == offsetof(mjData, plugin_data)) continue;
    if (visual_only && !fields[i].visual) continue;
    memcpy(to, *ig_field_pointer(src, &fields[i]), ig_field_bytes(&fields[i]));
  }
  copy_arena(dest, m, src, visual_only);

  dest->nplugin = (int)m->nplugin;
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = ig_plugin_at(m->plugin[i]);
    if (plugin && plugin->copy) plugin->copy(dest, m, src, i);
  }
  return dest;
}

mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src) { return copy_data(dest, m, src, false); }
mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src) { return copy_data(dest, m, src, true); }

// A history buffer: user slot, cursor of the newest sample, n times, n values of dim numbers.
// It starts with zero samples at the n grid times before 0.
static void clear_history(mjtNum* buffer, int n, int dim, mjtNum user, mjtNum first_time, mjtNum period, mjtNum grid) {
  buffer[0] = user;
  buffer[1] = n - 1;
  for (int i = 0; i < n; i++) {
    mjtNum time = first_time - (n - 1 - i) * period;
    buffer[2 + i] = grid > 0 ? ceil(time / grid) * grid : -(n - i) * period;
  }
  memset(buffer + 2 + n, 0, sizeof(mjtNum) * (size_t)n * (size_t)dim);
}

static void clear_histories(const mjModel* m, mjData* d) {
  mjtNum dt = m->opt.timestep;
  for (int i = 0; i < m->nu; i++) {
    int n = m->actuator_history[2 * i];
    if (n > 0) clear_history(d->history + m->actuator_historyadr[i], n, 1, 0, -dt, dt, 0);
  }
  for (int i = 0; i < m->nsensor; i++) {
    int n = m->sensor_history[2 * i];
    if (n <= 0) continue;
    mjtNum* buffer = d->history + m->sensor_historyadr[i];
    mjtNum period = m->sensor_interval[2 * i], phase = m->sensor_interval[2 * i + 1];
    // the user slot is the time of the last computation
    if (period > 0) {
      mjtNum last = phase == 0 ? -period : phase;
      clear_history(buffer, n, m->sensor_dim[i], last, last, period, dt);
    } else {
      clear_history(buffer, n, m->sensor_dim[i], -dt, -dt, dt, 0);
    }
  }
}

// statistics, counts and flags of the struct itself
static void clear_header(mjData* d) {
  d->pstack = 0;
  d->pbase = 0;
  d->parena = 0;
  d->maxuse_stack = d->maxuse_arena = 0;
  memset(d->maxuse_threadstack, 0, sizeof d->maxuse_threadstack);
  d->maxuse_con = d->maxuse_efc = 0;
  memset(d->warning, 0, sizeof d->warning);
  memset(d->timer, 0, sizeof d->timer);
  memset(d->solver, 0, sizeof d->solver);
  memset(d->solver_niter, 0, sizeof d->solver_niter);
  memset(d->solver_nnz, 0, sizeof d->solver_nnz);
  memset(d->solver_fwdinv, 0, sizeof d->solver_fwdinv);
  d->ncon = d->ne = d->nf = d->nl = d->nefc = d->nJ = d->nA = d->nisland = d->nidof = 0;
  d->time = 0;
  d->energy[0] = d->energy[1] = 0;
  d->flg_energypos = d->flg_energyvel = d->flg_subtreevel = d->flg_rnepost = 0;
}

static void zero(mjtNum* numbers, mjtSize count) {
  if (count) memset(numbers, 0, sizeof(mjtNum) * (size_t)count);
}

// what users and solvers read before a step has written it
static void clear_inputs(const mjModel* m, mjData* d) {
  zero(d->qvel, m->nv);
  zero(d->act, m->na);
  zero(d->ctrl, m->nu);
  zero(d->qfrc_applied, m->nv);
  zero(d->xfrc_applied, 6 * m->nbody);
  zero(d->qacc, m->nv);
  zero(d->qacc_warmstart, m->nv);
  zero(d->act_dot, m->na);
  zero(d->userdata, m->nuserdata);
  // the entries of simple dofs off the diagonal are never written
  zero(d->qM, m->nM);
  if (m->nq) memcpy(d->qpos, m->qpos0, sizeof(mjtNum) * (size_t)m->nq);
  zero(d->mocap_pos, 3 * m->nmocap);
  zero(d->mocap_quat, 4 * m->nmocap);
  for (int i = 0; i < m->neq; i++) d->eq_active[i] = m->eq_active0[i];
}

void ig_place_mocap(const mjModel* m, mjData* d) {
  for (int body = 0; body < m->nbody; body++) {
    int mocap = m->body_mocapid[body];
    if (mocap < 0) continue;
    memcpy(d->mocap_pos + 3 * mocap, m->body_pos + 3 * body, 3 * sizeof(mjtNum));
    memcpy(d->mocap_quat + 4 * mocap, m->body_quat + 4 * body, 4 * sizeof(mjtNum));
  }
}

// all arrays of the block, but for what plugins keep
static void clear_arrays(const mjModel* m, mjData* d, unsigned char fill) {
  if (!d->nplugin) {
    memset(d->buffer, fill, (size_t)d->nbuffer);
    return;
  }
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_data_fields(m, fields);
  for (int i = 0; i < count; i++) {
    bool kept = fields[i].offset == offsetof(mjData, plugin_state) || fields[i].offset == offsetof(mjData, plugin_data);
    if (!kept) memset(*ig_field_pointer(d, &fields[i]), fill, ig_field_bytes(&fields[i]));
  }
}

void ig_clear_data(const mjModel* m, mjData* d, unsigned char fill) {
  clear_header(d);
  ASAN_POISON_MEMORY_REGION(d->arena, d->narena);
  forget_arena(d);
  clear_arrays(m, d, fill);
  clear_inputs(m, d);
  clear_histories(m, d);
  // plugins keep their instance data and state over a reset and are told of it; raw data has no instances yet
  for (int i = 0; i < d->nplugin; i++) {
    d->plugin[i] = m->plugin[i];
    const mjpPlugin* plugin = ig_plugin_at(m->plugin[i]);
    if (plugin && plugin->reset) plugin->reset(m, d->plugin_state + m->plugin_stateadr[i], (void*)d->plugin_data[i], i);
  }
  d->signature = m->signature;
}
