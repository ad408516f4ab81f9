// SPDX-License-Identifier: Apache-2.0
#include "compile/record/record.h"

#include <string.h>

const ig_CompileLimits ig_compile_limits = {.keys = 1000000, .bytes = (int64_t)4 << 30};

// ------------------------------------------------ names

bool ig_make_names(ig_Compiler* c) {
  for (int type = 0; type < mjNOBJECT; type++) {
    ig_Records* list = &c->list[type];
    size_t slots = ig_table_slots((size_t)list->n);
    uintptr_t* memory = IG_NEW(&c->arena, slots, uintptr_t);
    if (!memory) return false;
    ig_Table* names = &c->names[type];
    *names = ig_table_in(memory, slots);
    for (int i = 0; i < list->n; i++) {
      const char* name = ig_record_name(list->item[i]);
      if (!*name) continue;
      uintptr_t* slot = ig_table_first(names, ig_hash_text(type, name));
      while (*slot) slot = ig_table_next(names, slot);
      *slot = (uintptr_t)list->item[i];
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
  const ig_Table* names = &c->names[type];
  for (uintptr_t* slot = ig_table_first(names, ig_hash_text(type, name)); *slot; slot = ig_table_next(names, slot)) {
    if (!strcmp(ig_record_name((ig_Record*)*slot), name)) return (ig_Record*)*slot;
  }
  return NULL;
}

void ig_renumber(ig_Records* list) {
  for (int i = 0; i < list->n; i++) list->item[i]->id = list->item[i]->from->id = i;
}

// ------------------------------------------------ user data

bool ig_check_user(ig_Compiler* c, const void* record, const void* data, int nuser, const char* field) {
  int given = IG_COUNT(double, data);
  return given <= nuser || ig_refuse(c, record, "user data is longer than %s: %d numbers, %d are allowed", field, given, nuser);
}

void ig_put_user(mjtNum* to, int id, int nuser, const void* data) {
  int given = IG_COUNT(double, data);
  for (int i = 0; i < nuser; i++) to[nuser * id + i] = i < given ? IG_ITEMS(double, data)[i] : 0;
}
