// SPDX-License-Identifier: Apache-2.0
// State vectors: chosen parts of mjData, one after the other in the order of the signature's bits.
#include "model/state.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

// one part of the state: numbers, or bytes that the vector holds as numbers
typedef struct {
  mjtNum* numbers;
  mjtByte* bytes;
  int count;
} Part;

// without d only the count is wanted
static Part part_of(const mjModel* m, const mjData* d, int bit) {
  switch (1 << bit) {
#define PART(flag, field, n) \
  case flag: return (Part){.numbers = d ? d->field : NULL, .count = (int)(n)};
    PART(mjSTATE_QPOS, qpos, m->nq)
    PART(mjSTATE_QVEL, qvel, m->nv)
    PART(mjSTATE_ACT, act, m->na)
    PART(mjSTATE_HISTORY, history, m->nhistory)
    PART(mjSTATE_WARMSTART, qacc_warmstart, m->nv)
    PART(mjSTATE_CTRL, ctrl, m->nu)
    PART(mjSTATE_QFRC_APPLIED, qfrc_applied, m->nv)
    PART(mjSTATE_XFRC_APPLIED, xfrc_applied, 6 * m->nbody)
    PART(mjSTATE_MOCAP_POS, mocap_pos, 3 * m->nmocap)
    PART(mjSTATE_MOCAP_QUAT, mocap_quat, 4 * m->nmocap)
    PART(mjSTATE_USERDATA, userdata, m->nuserdata)
    PART(mjSTATE_PLUGIN, plugin_state, m->npluginstate)
#undef PART
    case mjSTATE_TIME: return (Part){.numbers = d ? (mjtNum*)&d->time : NULL, .count = 1};
    default: return (Part){.bytes = d ? d->eq_active : NULL, .count = (int)m->neq};
  }
}

static bool signature_holds(int sig, const char* caller, const char* which) {
  if (sig >= 0 && sig < 1 << mjNSTATE) return true;
  // programs match on these words
  mju_error("%s: invalid %s %d %s", caller, which, sig, sig < 0 ? "< 0" : ">= 2^mjNSTATE");
  return false;
}

int ig_state_size(const mjModel* m, int sig) {
  if (!signature_holds(sig, "mj_stateSize", "state signature")) return 0;
  int size = 0;
  for (int bit = 0; bit < mjNSTATE; bit++) {
    if (sig & 1 << bit) size += part_of(m, NULL, bit).count;
  }
  return size;
}

void ig_get_state(const mjModel* m, const mjData* d, mjtNum* state, int sig) {
  if (!signature_holds(sig, "mj_getState", "state signature")) return;
  for (int bit = 0; bit < mjNSTATE; bit++) {
    if (!(sig & 1 << bit)) continue;
    Part part = part_of(m, d, bit);
    if (part.bytes) {
      for (int i = 0; i < part.count; i++) state[i] = part.bytes[i];
    } else if (part.count) {
      memcpy(state, part.numbers, sizeof(mjtNum) * (size_t)part.count);
    }
    state += part.count;
  }
}

// the low byte of the whole part; 0 of what no int can hold
static mjtByte byte_of(mjtNum value) { return value > INT_MIN && value < INT_MAX ? (mjtByte)(int)value : 0; }

void ig_set_state(const mjModel* m, mjData* d, const mjtNum* state, int sig) {
  if (!signature_holds(sig, "mj_setState", "state signature")) return;
  for (int bit = 0; bit < mjNSTATE; bit++) {
    if (!(sig & 1 << bit)) continue;
    Part part = part_of(m, d, bit);
    if (part.bytes) {
      for (int i = 0; i < part.count; i++) part.bytes[i] = byte_of(state[i]);
    } else if (part.count) {
      memcpy(part.numbers, state, sizeof(mjtNum) * (size_t)part.count);
    }
    state += part.count;
  }
}

void mj_extractState(const mjModel* m, const mjtNum* src, int srcsig, mjtNum* dst, int dstsig) {
  if (!signature_holds(srcsig, "mj_extractState", "srcsig")) return;
  if ((srcsig & dstsig) != dstsig) {
    mju_error("mj_extractState: dstsig is not a subset of srcsig");
    return;
  }
  for (int bit = 0; bit < mjNSTATE; bit++) {
    if (!(srcsig & 1 << bit)) continue;
    size_t count = (size_t)part_of(m, NULL, bit).count;
    if (dstsig & 1 << bit) {
      memcpy(dst, src, sizeof(mjtNum) * count);
      dst += count;
    }
    src += count;
  }
}

void ig_copy_state(const mjModel* m, const mjData* src, mjData* dst, int sig) {
  if (!signature_holds(sig, "mj_copyState", "state signature")) return;
  for (int bit = 0; bit < mjNSTATE; bit++) {
    if (!(sig & 1 << bit)) continue;
    Part from = part_of(m, src, bit), to = part_of(m, dst, bit);
    if (!from.count) continue;
    if (from.bytes) {
      memcpy(to.bytes, from.bytes, (size_t)from.count);
    } else {
      memcpy(to.numbers, from.numbers, sizeof(mjtNum) * (size_t)from.count);
    }
  }
}

// one row of a keyframe array and the state it belongs to
typedef struct {
  mjtNum *key, *state;
  mjtSize count;
} KeyPart;

enum { KEY_PARTS = 6 };

// for both directions: a key from a state, a state from a key
static void key_parts(const mjModel* m, const mjData* d, int key, KeyPart parts[KEY_PARTS]) {
  parts[0] = (KeyPart){m->key_qpos + key * m->nq, d->qpos, m->nq};
  parts[1] = (KeyPart){m->key_qvel + key * m->nv, d->qvel, m->nv};
  parts[2] = (KeyPart){m->key_act + key * m->na, d->act, m->na};
  parts[3] = (KeyPart){m->key_mpos + key * 3 * m->nmocap, d->mocap_pos, 3 * m->nmocap};
  parts[4] = (KeyPart){m->key_mquat + key * 4 * m->nmocap, d->mocap_quat, 4 * m->nmocap};
  parts[5] = (KeyPart){m->key_ctrl + key * m->nu, d->ctrl, m->nu};
}

void mj_setKeyframe(mjModel* m, const mjData* d, int k) {
  if (k < 0 || k >= m->nkey) {
    if (k < 0)
      mju_error("mj_setKeyframe: a keyframe index cannot be negative, it is %d", k);
    else
      mju_error("mj_setKeyframe: index must be smaller than %lld (keyframes allocated in model)", (long long)m->nkey);
    return;
  }
  KeyPart parts[KEY_PARTS];
  key_parts(m, d, k, parts);
  m->key_time[k] = d->time;
  for (int i = 0; i < KEY_PARTS; i++) {
    if (parts[i].count) memcpy(parts[i].key, parts[i].state, sizeof(mjtNum) * (size_t)parts[i].count);
  }
}

void ig_state_from_key(const mjModel* m, mjData* d, int key) {
  KeyPart parts[KEY_PARTS];
  key_parts(m, d, key, parts);
  d->time = m->key_time[key];
  for (int i = 0; i < KEY_PARTS; i++) {
    if (parts[i].count) memcpy(parts[i].state, parts[i].key, sizeof(mjtNum) * (size_t)parts[i].count);
  }
}
