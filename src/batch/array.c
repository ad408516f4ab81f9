// SPDX-License-Identifier: Apache-2.0
#include "batch/array.h"

#include "base/error.h"

#include <string.h>

const uint8_t ig_state_quantities[] = {IG_Q_time,           IG_Q_qpos,     IG_Q_qvel,         IG_Q_act,          IG_Q_history,
                                       IG_Q_qacc_warmstart, IG_Q_ctrl,     IG_Q_qfrc_applied, IG_Q_xfrc_applied, IG_Q_mocap_pos,
                                       IG_Q_mocap_quat,     IG_Q_userdata, IG_Q_plugin_state, IG_Q_sensordata,   IG_Q_END};

typedef struct {
  size_t offset, size;
  bool numbers;
} Array;

#define IS_NUMBER(type) _Generic((type*)NULL, mjtNum * : true, default : false)
static const Array arrays[IG_NARRAY] = {
#define X(type, name, rows, columns) {offsetof(mjData, name), sizeof(type), IS_NUMBER(type)},
    MJDATA_POINTERS
#undef X
};

static bool is_array(int q) { return q >= 0 && q < IG_NARRAY; }

bool ig_is_numbers(int q) { return is_array(q) ? arrays[q].numbers : q == IG_Q_time || q == IG_Q_energy; }

size_t ig_element_bytes(int q) { return is_array(q) ? arrays[q].size : 0; }

int ig_array_length(const mjModel* m, int q) {
  IG_ASSERT(q >= 0 && q < IG_NQ);
#undef MJ_M
#define MJ_M(n) m->n
  switch (q) {
#define X(type, name, rows, columns) \
  case IG_Q_##name: return (int)(m->rows * (columns));
    MJDATA_POINTERS
#undef X
    case IG_Q_time: return 1;
    case IG_Q_energy: return 2;
    default: return 0;
  }
}

void* ig_array_of(const mjData* d, int q) {
  IG_ASSERT(q >= 0 && q < IG_NQ);
  if (q == IG_Q_time) return (void*)&d->time;
  if (q == IG_Q_energy) return (void*)d->energy;
  return is_array(q) ? *(void**)((char*)d + arrays[q].offset) : NULL;
}

int ig_body_nodes(const mjModel* m) {
  int n = 0;
  for (int body = 0; body < m->nbody; body++) {
    int end = m->body_bvhadr[body] + m->body_bvhnum[body];
    if (m->body_bvhnum[body] && end > n) n = end;
  }
  return n;
}

static bool find_parameter(const mjModel* m, const char* name, ig_Parameter* found) {
  int index = 0;
#define FIND(field, length, shared)                                                                    \
  if (!strcmp(name, field)) return *found = (ig_Parameter){field, index, (int)(length), shared}, true; \
  index++;
#define X(type, field, rows, columns) IG_NUMBERS_##type(FIND(#field, m->rows*(columns), m->field))
  MJMODEL_POINTERS
#undef X
#define X(field, n) FIND(#field, n, (const mjtNum*)&m->opt.field)
  IG_PARAM_OPTIONS
#undef X
  FIND("meaninertia", 1, &m->stat.meaninertia)
#undef FIND
  return false;
}

bool ig_find_parameter(const mjModel* m, const char* name, ig_Parameter* found) {
  if (!find_parameter(m, name, found)) return false;
  if (!strcmp(name, "bvh_aabb")) found->length = 6 * ig_body_nodes(m);
  return true;
}

void ig_guess_room(const mjModel* m, int* con, int* rows) {
  // most rows that a contact of the model can have
  int dim = 1;
  for (int geom = 0; geom < m->ngeom; geom++) dim = m->geom_condim[geom] > dim ? m->geom_condim[geom] : dim;
  for (int pair = 0; pair < m->npair; pair++) dim = m->pair_dim[pair] > dim ? m->pair_dim[pair] : dim;
  int each = dim > 1 && m->opt.cone == mjCONE_PYRAMIDAL ? 2 * (dim - 1) : dim;
  *con = m->ngeom < 16 ? 16 : m->ngeom > 48 ? 48 : (int)m->ngeom;
  *rows = each * *con + 6 * (int)m->neq + (int)m->nv + (int)m->ntendon;
}
