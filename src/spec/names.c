// SPDX-License-Identifier: Apache-2.0
#include "spec/names.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/scope.h"
#include "spec/list.h"

enum { ENTRY_WORK = 50 };

typedef struct ig_Names_ {
  ig_Element** slot;  // open addressing, a power of two
  size_t nslot;
  size_t count;
} NameIndex;

static mjtObj kind_of(mjtObj type) { return type == mjOBJ_XBODY ? mjOBJ_BODY : type; }

static uint64_t hash_of(mjtObj type, const char* name) {
  uint64_t h = 0xcbf29ce484222325u ^ (uint64_t)type;
  for (; *name; name++) h = (h ^ (unsigned char)*name) * 0x100000001b3u;
  return h ^ (h >> 29);
}

static void put(NameIndex* names, ig_Element* el) {
  IG_ASSERT(names->count < names->nslot && !(names->nslot & (names->nslot - 1)));  // a free slot ends every search
  size_t i = hash_of(el->base.elemtype, ig_el_name(el)) & (names->nslot - 1);
  while (names->slot[i] && names->slot[i] != el) i = (i + 1) & (names->nslot - 1);
  if (!names->slot[i]) names->count++;
  names->slot[i] = el;
}

// twice the room; entries whose name has changed meanwhile find their new place by it
static bool grow(NameIndex* names, size_t nslot) {
  ig_Element** old = names->slot;
  size_t nold = names->nslot;
  ig_Element** slot = ig_spec_alloc(nslot * sizeof(*slot));
  if (!slot) return false;
  *names = (NameIndex){slot, nslot, 0};
  for (size_t i = 0; i < nold; i++) {
    if (old[i] && !ig_text_empty(&old[i]->name)) put(names, old[i]);
  }
  ig_free(old);
  return true;
}

static void enter(NameIndex* names, ig_Element* el) {
  if (ig_text_empty(&el->name)) return;
  if (2 * names->count >= names->nslot && !grow(names, 2 * names->nslot)) return;
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
  for (size_t i = hash_of(kind, name) & (names->nslot - 1); names->slot[i]; i = (i + 1) & (names->nslot - 1)) {
    ig_Element* el = names->slot[i];
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
  ig_free(spec->names->slot);
  ig_free(spec->names);
  spec->names = NULL;
}

// default classes -------------------------------------------------------------------------------------------------

typedef struct ClassEntry_ {
  ig_Default *first, *last;
} ClassEntry;

typedef struct ig_Classes_ {
  ClassEntry* slot;  // open addressing, a power of two
  size_t nslot;
  size_t count;
} ig_Classes;

static ClassEntry* class_slot(const ig_Classes* classes, const char* name) {
  size_t i = hash_of(mjOBJ_DEFAULT, name) & (classes->nslot - 1);
  while (classes->slot[i].first && strcmp(ig_el_name(classes->slot[i].first), name)) i = (i + 1) & (classes->nslot - 1);
  return &classes->slot[i];
}

static void put_class(ig_Classes* classes, ig_Default* def) {
  ClassEntry* entry = class_slot(classes, ig_el_name(def));
  if (!entry->first) {
    classes->count++;
    entry->first = def;
  }
  entry->last = def;
}

// room for twice the classes there are
static bool fill_classes(ig_Classes* classes, const ig_Spec* spec) {
  size_t nslot = 64;
  while (nslot < 4 * (size_t)spec->defaults.count) nslot *= 2;
  ClassEntry* slot = ig_spec_alloc(nslot * sizeof(*slot));
  if (!slot) return false;
  ig_free(classes->slot);
  *classes = (ig_Classes){slot, nslot, 0};
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
  const ClassEntry* entry = class_slot(classes, name);
  return last ? entry->last : entry->first;
}

void ig_class_enter(ig_Spec* spec, ig_Default* def) {
  ig_Classes* classes = spec->classes;
  if (!classes) return;
  if (2 * (classes->count + 1) < classes->nslot)
    put_class(classes, def);
  else
    fill_classes(classes, spec);
}

void ig_classes_drop(ig_Spec* spec) {
  if (!spec->classes) return;
  ig_free(spec->classes->slot);
  ig_free(spec->classes);
  spec->classes = NULL;
}
