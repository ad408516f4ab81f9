// SPDX-License-Identifier: Apache-2.0
#include "compile/record/record.h"

#include <string.h>

#include "base/error.h"
#include "model/object.h"

const ig_CompileLimits ig_compile_limits = {.keys = 1000000, .bytes = (int64_t)4 << 30};

// names -------------------------------------------------------------------------------------------------------------

// one hash table per type, open addressing, at most half full
bool ig_make_names(ig_Compiler* c) {
  for (int type = 0; type < mjNOBJECT; type++) {
    ig_Records* list = &c->list[type];
    ig_Names* names = &c->names[type];
    names->size = 2 * (uint64_t)list->n + 1;
    names->slot = IG_NEW(&c->arena, names->size, ig_Record*);
    if (!names->slot) return false;
    for (int i = 0; i < list->n; i++) {
      const char* name = ig_record_name(list->item[i]);
      if (!*name) continue;
      IG_ASSERT(list->n < (int64_t)names->size);  // a free slot ends every search
      uint64_t at = ig_name_slot(name, names->size);
      while (names->slot[at]) at = (at + 1) % names->size;
      names->slot[at] = list->item[i];
    }
  }
  return true;
}

// an empty name means the last element that has none, as in 3.5.0
static ig_Record* last_unnamed(const ig_Records* list) {
  int i = list->n - 1;
  while (i >= 0 && *ig_record_name(list->item[i])) i--;
  return i >= 0 ? list->item[i] : NULL;
}

ig_Record* ig_lookup(const ig_Compiler* c, mjtObj type, const char* name) {
  if (type == mjOBJ_XBODY) type = mjOBJ_BODY;
  if ((int)type < 0 || (int)type >= mjNOBJECT) return NULL;
  if (!*name) return last_unnamed(&c->list[type]);
  const ig_Names* names = &c->names[type];
  for (uint64_t at = ig_name_slot(name, names->size); names->slot[at]; at = (at + 1) % names->size) {
    if (!strcmp(ig_record_name(names->slot[at]), name)) return names->slot[at];
  }
  return NULL;
}

void ig_renumber(ig_Records* list) {
  for (int i = 0; i < list->n; i++) list->item[i]->id = list->item[i]->from->id = i;
}

// user data ---------------------------------------------------------------------------------------------------------

bool ig_check_user(ig_Compiler* c, const void* record, const void* data, int nuser, const char* field) {
  int given = IG_COUNT(double, data);
  return given <= nuser || ig_refuse(c, record, "user data is longer than %s: %d numbers, %d are allowed", field, given, nuser);
}

void ig_put_user(mjtNum* to, int id, int nuser, const void* data) {
  int given = IG_COUNT(double, data);
  for (int i = 0; i < nuser; i++) to[nuser * id + i] = i < given ? IG_ITEMS(double, data)[i] : 0;
}
