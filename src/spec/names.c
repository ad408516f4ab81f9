// SPDX-License-Identifier: Apache-2.0
#include "spec/names.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/scope.h"
#include "base/table.h"
#include "spec/list.h"

enum { ENTRY_WORK = 50, MAX_SAME = 8 };

typedef struct ig_Names_ {
  ig_Table table;  // of elements
  size_t count;
  bool repeats;  // two elements of a type have had one name
  bool partial;  // an element that has a name may not be here
} NameIndex;

// where an entry was taken out: it answers to no name, and searches go on behind it
static const ig_Element taken_out = {.detached = true};

static bool is_called(const ig_Element* el, mjtObj kind, const char* name) {
  return !el->detached && el->base.elemtype == kind && ig_text_is(&el->name, name);
}

// Of those that share a name a few are enough: a search wants the first.
static void put(NameIndex* names, ig_Element* el) {
  IG_ASSERT(names->count <= names->table.last);  // a free slot ends every search
  const char* name = ig_el_name(el);
  uintptr_t* slot = ig_table_first(&names->table, ig_hash_text(el->base.elemtype, name));
  int same = 0;
  for (; *slot && *slot != (uintptr_t)el && same < MAX_SAME; slot = ig_table_next(&names->table, slot)) {
    same += is_called((ig_Element*)*slot, el->base.elemtype, name);
  }
  if (same) names->repeats = true;
  if (*slot == (uintptr_t)el) return;
  if (*slot) {
    names->partial = true;
    return;
  }
  names->count++;
  *slot = (uintptr_t)el;
}

static bool is_entry(const ig_Element* el) { return el && !el->detached && !ig_text_empty(&el->name); }

// More room; entries whose name has changed meanwhile find their new place by it. It begins behind a free slot, so that entries
// of one name keep their order where the table goes round.
static bool grow(NameIndex* names, size_t nslot) {
  uintptr_t* memory = ig_try_zero(nslot, sizeof(uintptr_t));
  if (!memory) return false;
  ig_Table old = names->table;
  names->table = ig_table_in(memory, nslot);
  names->count = 0;
  if (!old.slot) return true;
  const uintptr_t *free_slot = old.slot, *at;
  while (*free_slot) free_slot++;
  for (at = ig_table_next(&old, free_slot); at != free_slot; at = ig_table_next(&old, at)) {
    ig_Element* el = (ig_Element*)*at;
    if (is_entry(el)) put(names, el);
  }
  ig_free(old.slot);
  return true;
}

// slots for twice the entries that are still of use
static size_t wanted_slots(const NameIndex* names) {
  size_t used = 1;
  for (size_t i = 0; i <= names->table.last; i++) used += is_entry((ig_Element*)names->table.slot[i]);
  return ig_table_slots(2 * used);
}

static void enter(NameIndex* names, ig_Element* el) {
  if (ig_text_empty(&el->name)) return;
  if (2 * names->count > names->table.last) {
    if (!grow(names, wanted_slots(names))) names->partial = true;
    if (names->count >= names->table.last) return;
  }
  put(names, el);
}

// made when first needed, from all that is there
static NameIndex* index_of(ig_Spec* spec) {
  if (spec->names) return spec->names;
  ig_tree_lists(spec);
  for (int type = 0; type < IG_NLIST; type++) ig_spend(ENTRY_WORK * spec->list[type].count);
  NameIndex* names = ig_try_zero(1, sizeof(*names));
  if (!names) return NULL;
  if (!grow(names, 64)) {
    ig_free(names);
    return NULL;
  }
  for (int type = 0; type < IG_NLIST; type++) {
    const ig_List* list = &spec->list[type];
    for (int i = list->count - 1; i >= 0; i--) enter(names, list->item[i]);
  }
  spec->names = names;
  return names;
}

ig_Element* ig_names_find(ig_Spec* spec, mjtObj type, const char* name, const ig_Element* except) {
  NameIndex* names = index_of(spec);
  if (!names || !*name) return NULL;
  mjtObj kind = type == mjOBJ_XBODY ? mjOBJ_BODY : type;
  uintptr_t* slot = ig_table_first(&names->table, ig_hash_text(kind, name));
  for (; *slot; slot = ig_table_next(&names->table, slot)) {
    ig_Element* el = (ig_Element*)*slot;
    if (el != except && el->spec == spec && is_called(el, kind, name)) return el;
  }
  return NULL;
}

// assets go by their files too, and a plugin's name is in the hands of its users
bool ig_names_are_all(ig_Spec* spec, mjtObj type) {
  switch (type) {
    case mjOBJ_TEXTURE:
    case mjOBJ_MESH:
    case mjOBJ_HFIELD:
    case mjOBJ_SKIN:
    case mjOBJ_PLUGIN: return false;
    default: return spec->names && !spec->names->partial && !spec->names_lent;
  }
}

bool ig_names_repeat(ig_Spec* spec) {
  const NameIndex* names = index_of(spec);
  return !names || names->repeats || names->partial;
}

void ig_names_enter(ig_Spec* spec, ig_Element* el) {
  if (spec && spec->names) enter(spec->names, el);
}

void ig_names_leave(ig_Spec* spec, const ig_Element* el) {
  if (!spec || !spec->names || ig_text_empty(&el->name)) return;
  const ig_Table* table = &spec->names->table;
  uintptr_t* slot = ig_table_first(table, ig_hash_text(el->base.elemtype, ig_el_name(el)));
  while (*slot && *slot != (uintptr_t)el) slot = ig_table_next(table, slot);
  if (*slot) *slot = (uintptr_t)&taken_out;
}

void ig_names_enter_below(ig_Spec* spec, ig_Body* root) {
  if (!spec->names) return;
  for (ig_Body* body = ig_walk_from(root); body; body = ig_walk_on(body)) {
    enter(spec->names, &body->el);
    for (const mjtObj* t = ig_tree_types; *t != mjOBJ_BODY; t++) {
      const ig_List* list = ig_body_list(body, *t);
      for (int i = 0; i < list->count; i++) enter(spec->names, list->item[i]);
    }
  }
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
  uintptr_t* memory = ig_try_zero(nslot, sizeof(uintptr_t));
  ClassEntry* entry = memory ? ig_try_zero(room, sizeof(ClassEntry)) : NULL;
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
  if (!fill_classes(classes, spec)) {
    ig_classes_drop(spec);
    mju_error("out of memory for the names of %d default classes", spec->defaults.count);
  }
  return spec->classes;
}

ig_Default* ig_class_named(const ig_Spec* spec, const char* name, bool last) {
  ig_Classes* classes = classes_of((ig_Spec*)spec);
  if (!classes) return NULL;  // an error does not come back
  const ClassEntry* entry = (ClassEntry*)*class_slot(classes, name);
  return !entry ? NULL : last ? entry->last : entry->first;
}

void ig_class_enter(ig_Spec* spec, ig_Default* def) {
  ig_Classes* classes = spec->classes;
  if (!classes) return;
  if (classes->count < classes->room)
    put_class(classes, def);
  else if (!fill_classes(classes, spec))
    ig_classes_drop(spec);
}

void ig_classes_drop(ig_Spec* spec) {
  if (!spec->classes) return;
  free_classes(spec->classes);
  ig_free(spec->classes);
  spec->classes = NULL;
}
