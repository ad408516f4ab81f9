// SPDX-License-Identifier: Apache-2.0
#include "compile/derived/names.h"

#include <string.h>

#include "base/error.h"
#include "compile/asset/hfield.h"
#include "compile/asset/skin.h"
#include "compile/asset/texture.h"
#include "compile/mesh/mesh.h"
#include "model/object.h"

// file of an asset, NULL: none
static const char* asset_file(mjtObj type, const ig_Record* r) {
  const void* p = r;
  switch (type) {
    case mjOBJ_HFIELD: return ((const ig_CHField*)p)->file;
    case mjOBJ_MESH: return ((const ig_CMesh*)p)->file;
    case mjOBJ_SKIN: return ((const ig_CSkin*)p)->file;
    default: return ((const ig_CTexture*)p)->file;
  }
}

static const mjtObj with_files[] = {mjOBJ_HFIELD, mjOBJ_MESH, mjOBJ_SKIN, mjOBJ_TEXTURE};

// the model's name comes first; unnamed elements have an empty text
void ig_count_names(ig_Compiler* c) {
  c->n.nnames = (int64_t)ig_text_size(c->s.modelname) + 1;
  for (int k = 0; k < IG_NAMED_KINDS; k++) {
    const ig_Records* list = &c->list[ig_named_kinds[k].type];
    for (int i = 0; i < list->n; i++) c->n.nnames += (int64_t)strlen(ig_record_name(list->item[i])) + 1;
  }
  for (int t = 0; t < 4; t++) {
    const ig_Records* list = &c->list[with_files[t]];
    for (int i = 0; i < list->n; i++) {
      const char* file = asset_file(with_files[t], list->item[i]);
      if (file) c->n.npaths += (int64_t)strlen(file) + 1;
    }
  }
  if (!c->n.npaths) c->n.npaths = 1;
}

static void write_paths(const ig_Compiler* c) {
  mjModel* m = c->model;
  int* adrs[] = {m->hfield_pathadr, m->mesh_pathadr, m->skin_pathadr, m->tex_pathadr};
  int adr = 0;
  for (int t = 0; t < 4; t++) {
    const ig_Records* list = &c->list[with_files[t]];
    for (int i = 0; i < list->n; i++) {
      const char* file = asset_file(with_files[t], list->item[i]);
      adrs[t][i] = file ? adr : -1;
      if (!file) continue;
      strcpy(m->paths + adr, file);
      adr += (int)strlen(file) + 1;
    }
  }
}

// names_map is the hash table of mj_name2id: a stretch of slots per kind, in the order of the kinds
void ig_write_names(const ig_Compiler* c) {
  mjModel* m = c->model;
  int adr = (int)ig_text_size(c->s.modelname) + 1;
  int* map = m->names_map;
  strcpy(m->names, ig_text(c->s.modelname));
  for (int64_t i = 0; i < m->nnames_map; i++) map[i] = -1;
  for (int k = 0; k < IG_NAMED_KINDS; k++) {
    const ig_Records* list = &c->list[ig_named_kinds[k].type];
    int* name_adr = *(int**)((char*)m + ig_named_kinds[k].name_adr);
    uint64_t slots = (uint64_t)IG_MAP_LOAD * list->n;
    for (int i = 0; i < list->n; i++) {
      const char* name = ig_record_name(list->item[i]);
      name_adr[i] = adr;
      strcpy(m->names + adr, name);
      adr += (int)strlen(name) + 1;
      if (!*name) continue;
      uint64_t at = ig_name_slot(name, slots);
      while (map[at] != -1) at = (at + 1) % slots;
      map[at] = i;
    }
    map += slots;
  }
  write_paths(c);
}
