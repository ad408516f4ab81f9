// SPDX-License-Identifier: Apache-2.0
#include "spec/names.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/scope.h"
#include "base/table.h"
#include "spec/list.h"

enum { ENTRY_WORK = 50 };

typedef struct ig_Names_ {
  ig_Table table;  // of elements
  size_t count;
} NameIndex;

static mjtObj kind_of(mjtObj type) { return type == mjOBJ_XBODY ? mjOBJ_BODY : type; }

static void put(NameIndex* names, ig_Element* el) {
  IG_ASSERT(names->count <= names->table.last);  // a free slot ends every search
  uintptr_t* slot = ig_table_first(&names->table, ig_hash_text(el->base.elemtype, ig_el_name(el)));
  while (*slot && *slot != (uintptr_t)el) slot = ig_table_next(&names->table, slot);
  if (!*slot) names->count++;
  *slot = (uintptr_t)el;
}

// More room; entries whose name has changed meanwhile find their new place by it. It begins behind a free slot, so that entries
// of one name keep their order where the table goes round.
static bool grow(NameIndex* names, size_t nslot) {
  uintptr_t* memory = ig_spec_alloc(nslot * sizeof(uintptr_t));
  if (!memory) return false;
  ig_Table old = names->table;
  *names = (NameIndex){ig_table_in(memory, nslot), 0};
  if (!old.slot) return true;
  const uintptr_t *free_slot = old.slot, *at;
  while (*free_slot) free_slot++;
  for (at = ig_table_next(&old, free_slot); at != free_slot; at = ig_table_next(&old, at)) {
    ig_Element* el = (ig_Element*)*at;
    if (el && !ig_text_empty(&el->name)) put(names, el);
  }
  ig_free(old.slot);
  return true;
}

static void enter(NameIndex* names, ig_Element* el) {
  if (ig_text_empty(&el->name)) return;
  if (2 * names->count > names->table.last && !grow(names, 2 * (names->table.last + 1))) return;
  put(names, el);
}

// made when first needed, from all that is there
static NameIndex* index_of(ig_Spec* spec) {
  if (spec->names) return spec->names;
  NameIndex* names = ig_spec_alloc(sizeof(*names));
  if (!names) return NULL;
  if (!grow(names, 64)) {
    ig_free(names);
    return NULL;
  }
  ig_tree_lists(spec);
  for (int type = 0; type < IG_NLIST; type++) {
    const ig_List* list = &spec->list[type];
    for (int i = list->count - 1; i >= 0; i--) enter(names, list->item[i]);
    ig_spend(ENTRY_WORK * list->count);
  }
  spec->names = names;
  return names;
}

ig_Element* ig_names_find(ig_Spec* spec, mjtObj type, const char* name, const ig_Element* except) {
  NameIndex* names = index_of(spec);
  if (!names || !*name) return NULL;
  mjtObj kind = kind_of(type);
  uintptr_t* slot = ig_table_first(&names->table, ig_hash_text(kind, name));
  for (; *slot; slot = ig_table_next(&names->table, slot)) {
    ig_Element* el = (ig_Element*)*slot;
    if (el == except || el->detached || el->spec != spec || el->base.elemtype != kind) continue;
    if (ig_text_is(&el->name, name)) return el;
  }
  return NULL;
}

void ig_names_enter(ig_Spec* spec, ig_Element* el) {
  NameIndex* names = index_of(spec);
  if (names) enter(names, el);
}

void ig_names_drop(ig_Spec* spec) {
  if (!spec->names) return;
  ig_free(spec->names->table.slot);
  ig_free(spec->names);
  spec->names = NULL;
}

// ------------------------------------------------ default classes

// classes of one name, in the order they came
typedef struct ClassEntry_ {
  ig_Default *first, *last;
} ClassEntry;

typedef struct ig_Classes_ {
  ig_Table table;  // of entries
  ClassEntry* entry;
  size_t count, room;
} ig_Classes;

static uintptr_t* class_slot(const ig_Classes* classes, const char* name) {
  uintptr_t* slot = ig_table_first(&classes->table, ig_hash_text(mjOBJ_DEFAULT, name));
  while (*slot && strcmp(ig_el_name(((ClassEntry*)*slot)->first), name)) slot = ig_table_next(&classes->table, slot);
  return slot;
}

static void put_class(ig_Classes* classes, ig_Default* def) {
  uintptr_t* slot = class_slot(classes, ig_el_name(def));
  if (!*slot) {
    IG_ASSERT(classes->count < classes->room);
    ClassEntry* entry = &classes->entry[classes->count++];
    entry->first = def;
    *slot = (uintptr_t)entry;
  }
  ((ClassEntry*)*slot)->last = def;
}

static void free_classes(ig_Classes* classes) {
  ig_free(classes->table.slot);
  ig_free(classes->entry);
}

// room for twice the classes there are
static bool fill_classes(ig_Classes* classes, const ig_Spec* spec) {
  size_t room = 32 + 2 * (size_t)spec->defaults.count, nslot = ig_table_slots(room);
  uintptr_t* memory = ig_spec_alloc(nslot * sizeof(uintptr_t));
  ClassEntry* entry = memory ? ig_spec_alloc(room * sizeof(ClassEntry)) : NULL;
  if (!entry) {
    ig_free(memory);
    return false;
  }
  free_classes(classes);
  *classes = (ig_Classes){ig_table_in(memory, nslot), entry, 0, room};
  ig_spend(ENTRY_WORK * spec->defaults.count);
  for (int i = 0; i < spec->defaults.count; i++) put_class(classes, (ig_Default*)spec->defaults.item[i]);
  return true;
}

static ig_Classes* classes_of(ig_Spec* spec) {
  if (spec->classes) return spec->classes;
  ig_Classes* classes = ig_spec_alloc(sizeof(*classes));
  if (!classes) return NULL;
  spec->classes = classes;
  if (!fill_classes(classes, spec)) ig_classes_drop(spec);
  return spec->classes;
}

ig_Default* ig_class_named(const ig_Spec* spec, const char* name, bool last) {
  ig_Classes* classes = classes_of((ig_Spec*)spec);
  if (!classes) return NULL;
  const ClassEntry* entry = (ClassEntry*)*class_slot(classes, name);
  return !entry ? NULL : last ? entry->last : entry->first;
}

void ig_class_enter(ig_Spec* spec, ig_Default* def) {
  ig_Classes* classes = spec->classes;
  if (!classes) return;
  if (classes->count < classes->room)
    put_class(classes, def);
  else
    fill_classes(classes, spec);
}

void ig_classes_drop(ig_Spec* spec) {
  if (!spec->classes) return;
  free_classes(spec->classes);
  ig_free(spec->classes);
  spec->classes = NULL;
}
