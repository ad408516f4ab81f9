// SPDX-License-Identifier: Apache-2.0
#include "compile/relation/keyframe.h"

#include <string.h>

#include "spec/add.h"
#include "spec/keyframe.h"
#include "spec/pose.h"

// the parts of a key, in the order of the public struct
enum { QPOS, QVEL, ACT, MPOS, MQUAT, CTRL, NPART };

static const char* const part_name[NPART] = {"qpos", "qvel", "act", "mpos", "mquat", "ctrl"};

static int part_size(const mjModel* m, int part) {
  const int64_t sizes[NPART] = {m->nq, m->nv, m->na, 3 * m->nmocap, 4 * m->nmocap, m->nu};
  return (int)sizes[part];
}

// nkey makes empty keys; keys of attached models wait until the size of the whole is known
bool ig_add_keyframes(ig_Compiler* c) {
  ig_Spec* spec = c->spec;
  if (c->s.nkey > ig_compile_limits.keys) {
    return ig_refuse(c, NULL, "nkey %d is too large, at most %d", c->s.nkey, ig_compile_limits.keys);
  }
  while (spec->list[mjOBJ_KEY].count < c->s.nkey) {
    if (!ig_add_key(&spec->s)) return ig_refuse(c, NULL, "could not add keyframe");
  }
  ig_expand_keys(spec);
  ig_add_pending_keys(spec);
  return true;
}

// what is not given at all: the model's initial state
static void set_initial(const mjModel* m, int part, double* values) {
  if (part == QPOS) memcpy(values, m->qpos0, m->nq * sizeof(double));
  for (int i = 0; (part == MPOS || part == MQUAT) && i < m->nbody; i++) {
    int mocap = m->body_mocapid[i];
    if (mocap < 0) continue;
    if (part == MPOS) memcpy(values + 3 * mocap, m->body_pos + 3 * i, 3 * sizeof(double));
    if (part == MQUAT) memcpy(values + 4 * mocap, m->body_quat + 4 * i, 4 * sizeof(double));
  }
}

// each part is given whole or not at all
bool ig_compile_keyframes(ig_Compiler* c) {
  ig_fill_pending_keys(c->spec, c->model);
  for (int i = 0; i < c->list[mjOBJ_KEY].n; i++) {
    ig_CKey* key = IG_RECORD(ig_CKey, c->list[mjOBJ_KEY], i);
    const mjsKey* s = IG_PUBLIC(mjsKey, key->r.from);
    key->time = s->time;
    void* const vectors[NPART] = {s->qpos, s->qvel, s->act, s->mpos, s->mquat, s->ctrl};
    for (int p = 0; p < NPART; p++) {
      void* vector = vectors[p];
      int size = part_size(c->model, p), given = IG_COUNT(double, vector);
      key->field[p] = IG_NEW(&c->arena, size, double);
      if (given && given != size) {
        return ig_refuse(c, key, "keyframe '%s': invalid %s size, expected %d, got %d", ig_record_name(key), part_name[p], size,
                         given);
      }
      if (given) {
        memcpy(key->field[p], IG_ITEMS(double, vector), given * sizeof(double));
      } else {
        set_initial(c->model, p, key->field[p]);
      }
    }
  }
  return true;
}

void ig_write_keyframe(const ig_Compiler* c, const void* record) {
  const ig_CKey* key = record;
  mjModel* m = c->model;
  int id = key->r.id;
  double* to[NPART] = {m->key_qpos, m->key_qvel, m->key_act, m->key_mpos, m->key_mquat, m->key_ctrl};
  m->key_time[id] = key->time;
  for (int p = 0; p < NPART; p++) {
    int size = part_size(m, p);
    memcpy(to[p] + (size_t)id * size, key->field[p], size * sizeof(double));
  }
  // quaternions of the user's are made unit ones
  for (int j = 0; j < m->njnt; j++) {
    double* qpos = m->key_qpos + id * m->nq + m->jnt_qposadr[j];
    if (m->jnt_type[j] == mjJNT_BALL) ig_make_unit(qpos, 4);
    if (m->jnt_type[j] == mjJNT_FREE) ig_make_unit(qpos + 3, 4);
  }
  for (int j = 0; j < m->nmocap; j++) ig_make_unit(m->key_mquat + 4 * (id * m->nmocap + j), 4);
}
