// SPDX-License-Identifier: Apache-2.0
#include "model/object.h"

#include <string.h>

#include "model/field.h"

#define KIND(type, count, adr) \
  { type, offsetof(mjModel, count), offsetof(mjModel, adr) }

const ig_NamedKind ig_named_kinds[IG_NAMED_KINDS] = {
    KIND(mjOBJ_BODY, nbody, name_bodyadr),          KIND(mjOBJ_JOINT, njnt, name_jntadr),
    KIND(mjOBJ_GEOM, ngeom, name_geomadr),          KIND(mjOBJ_SITE, nsite, name_siteadr),
    KIND(mjOBJ_CAMERA, ncam, name_camadr),          KIND(mjOBJ_LIGHT, nlight, name_lightadr),
    KIND(mjOBJ_FLEX, nflex, name_flexadr),          KIND(mjOBJ_MESH, nmesh, name_meshadr),
    KIND(mjOBJ_SKIN, nskin, name_skinadr),          KIND(mjOBJ_HFIELD, nhfield, name_hfieldadr),
    KIND(mjOBJ_TEXTURE, ntex, name_texadr),         KIND(mjOBJ_MATERIAL, nmat, name_matadr),
    KIND(mjOBJ_PAIR, npair, name_pairadr),          KIND(mjOBJ_EXCLUDE, nexclude, name_excludeadr),
    KIND(mjOBJ_EQUALITY, neq, name_eqadr),          KIND(mjOBJ_TENDON, ntendon, name_tendonadr),
    KIND(mjOBJ_ACTUATOR, nu, name_actuatoradr),     KIND(mjOBJ_SENSOR, nsensor, name_sensoradr),
    KIND(mjOBJ_NUMERIC, nnumeric, name_numericadr), KIND(mjOBJ_TEXT, ntext, name_textadr),
    KIND(mjOBJ_TUPLE, ntuple, name_tupleadr),       KIND(mjOBJ_KEY, nkey, name_keyadr),
    KIND(mjOBJ_PLUGIN, nplugin, name_pluginadr),
};

int ig_object_count(const mjModel* m, int type) {
  switch (type) {
    case mjOBJ_UNKNOWN:
    case mjOBJ_DEFAULT:
    case mjOBJ_FRAME:
    case mjOBJ_MODEL: return -1;
    case mjOBJ_XBODY: return (int)m->nbody;
    case mjOBJ_DOF: return (int)m->nv;
    default: break;
  }
  for (int k = 0; k < IG_NAMED_KINDS; k++) {
    if ((int)ig_named_kinds[k].type == type) return (int)ig_size_at(m, ig_named_kinds[k].count);
  }
  return -2;
}

uint64_t ig_name_slot(const char* name, uint64_t n) {
  uint64_t hash = 5381;
  for (const char* c = name; *c; c++) hash = (hash * 33) ^ (uint64_t)(int64_t)*c;
  return hash % n;
}

// objects of one kind: their number, name addresses and block of the map
typedef struct {
  int count;
  const int* name_adr;
  const int* map;
} Names;

static Names names_of(const mjModel* m, int type) {
  int first = 0;
  for (int k = 0; k < IG_NAMED_KINDS; k++) {
    const ig_NamedKind* kind = &ig_named_kinds[k];
    int count = (int)ig_size_at(m, kind->count);
    if ((int)kind->type == type || (type == mjOBJ_XBODY && kind->type == mjOBJ_BODY)) {
      return (Names){count, *(int* const*)((const char*)m + kind->name_adr), m->names_map + first};
    }
    first += IG_MAP_LOAD * count;
  }
  return (Names){0, NULL, NULL};
}

int mj_name2id(const mjModel* m, int type, const char* name) {
  Names names = names_of(m, type);
  uint64_t slots = (uint64_t)names.count * IG_MAP_LOAD;
  if (!slots || !name) return -1;
  uint64_t slot = ig_name_slot(name, slots);
  for (uint64_t tries = 0; tries < slots; tries++) {
    int id = names.map[slot];
    if (id < 0) return -1;
    int adr = names.name_adr[id];
    if (!strncmp(name, m->names + adr, (size_t)(m->nnames - adr))) return id;
    slot = slot + 1 == slots ? 0 : slot + 1;
  }
  return -1;
}

const char* ig_object_name(const mjModel* m, int type, int id) {
  Names names = names_of(m, type);
  if (id < 0 || id >= names.count) return NULL;
  const char* name = m->names + names.name_adr[id];
  return *name ? name : NULL;
}

const char* mj_id2name(const mjModel* m, int type, int id) { return ig_object_name(m, type, id); }
