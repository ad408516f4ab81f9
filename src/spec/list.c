// SPDX-License-Identifier: Apache-2.0
#include "spec/list.h"

#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/scope.h"
#include "model/typename.h"
#include "spec/element.h"
#include "spec/names.h"

// what it costs per element
enum { LISTING_WORK = 10, SIGNING_WORK = 30, SEARCH_WORK = 10, NAME_WORK = 200 };

// ------------------------------------------------ one list

bool ig_list_make_room(ig_List* list) {
  if (list->count < list->capacity) return true;
  int capacity = list->capacity ? 2 * list->capacity : 4;
  ig_Element** item = ig_spec_grow(list->item, (size_t)list->count * sizeof(*item), (size_t)capacity * sizeof(*item));
  if (!item) return false;
  list->item = item;
  list->capacity = capacity;
  return true;
}

void ig_list_add(ig_List* list, void* element) {
  IG_ASSERT(list->count >= 0 && list->count <= list->capacity);
  if (ig_list_make_room(list)) list->item[list->count++] = element;
}

int ig_list_find(const ig_List* list, const void* element) {
  // an element usually stands where its id says
  int id = ((const ig_Element*)element)->id;
  if (id >= 0 && id < list->count && list->item[id] == element) return id;
  ig_spend(list->count);
  for (int i = 0; i < list->count; i++) {
    if (list->item[i] == element) return i;
  }
  return -1;
}

bool ig_list_remove(ig_List* list, const void* element) {
  int place = ig_list_find(list, element);
  if (place < 0) return false;
  IG_ASSERT(place < list->count && list->item[place] == element);
  list->count--;
  memmove(list->item + place, list->item + place + 1, (size_t)(list->count - place) * sizeof(*list->item));
  return true;
}

void ig_list_free(ig_List* list) {
  for (int i = 0; i < list->count; i++) ig_element_release(list->item[i]);
  ig_free(list->item);
  *list = (ig_List){0};
}

void ig_list_renumber(ig_List* list) {
  for (int i = 0; i < list->count; i++) list->item[i]->id = i;
}

// ------------------------------------------------ the tree

const mjtObj ig_tree_types[] = {
    mjOBJ_GEOM, mjOBJ_JOINT, mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_FRAME, mjOBJ_BODY, mjOBJ_UNKNOWN,
};

bool ig_in_tree(mjtObj type) {
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) {
    if (*t == type) return true;
  }
  return type == mjOBJ_XBODY;
}

ig_List* ig_body_list(ig_Body* body, mjtObj type) {
  switch (type) {
    case mjOBJ_BODY:
    case mjOBJ_XBODY: return &body->bodies;
    case mjOBJ_FRAME: return &body->frames;
    case mjOBJ_JOINT: return &body->joints;
    case mjOBJ_GEOM: return &body->geoms;
    case mjOBJ_SITE: return &body->sites;
    case mjOBJ_CAMERA: return &body->cameras;
    case mjOBJ_LIGHT: return &body->lights;
    default: return NULL;
  }
}

static ig_List* raw_list(ig_Spec* spec, mjtObj type) {
  if (type == mjOBJ_FRAME) return &spec->list[IG_FRAMES];
  if (type == mjOBJ_XBODY) return &spec->list[mjOBJ_BODY];
  return type > mjOBJ_UNKNOWN && type < mjNOBJECT ? &spec->list[type] : NULL;
}

ig_Body* ig_walk_from(ig_Body* root) {
  root->way = (ig_Way){0};
  return root;
}

ig_Body* ig_walk_on(ig_Body* body) {
  for (; body; body = body->way.up) {
    if (body->way.next >= body->bodies.count) continue;
    ig_Body* child = (ig_Body*)body->bodies.item[body->way.next++];
    child->way = (ig_Way){.up = body};
    return child;
  }
  return NULL;
}

ig_Default* ig_walk_classes_from(ig_Default* root) {
  root->way = (ig_Way){0};
  return root;
}

ig_Default* ig_walk_classes_on(ig_Default* def) {
  for (; def; def = def->way.up) {
    if (def->way.next >= def->children.count) continue;
    ig_Default* child = (ig_Default*)def->children.item[def->way.next++];
    child->way = (ig_Way){.up = def};
    return child;
  }
  return NULL;
}

// the lists of the tree only borrow their elements: the bodies hold the counts
static void list_in_tree(ig_Spec* spec, ig_Element* el) {
  ig_List* list = raw_list(spec, el->base.elemtype);
  if (el->spec == spec) el->id = list->count;
  ig_list_add(list, el);
}

static void list_body(ig_Spec* spec, ig_Body* body) {
  list_in_tree(spec, &body->el);
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_BODY; t++) {
    const ig_List* children = ig_body_list(body, *t);
    for (int i = 0; i < children->count; i++) list_in_tree(spec, children->item[i]);
  }
}

void ig_tree_lists(ig_Spec* spec) {
  if (spec->tree_listed) return;
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) raw_list(spec, *t)->count = 0;
  for (ig_Body* body = ig_walk_from(spec->world); body; body = ig_walk_on(body)) list_body(spec, body);
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) ig_spend(LISTING_WORK * raw_list(spec, *t)->count);
  spec->tree_listed = true;
}

void ig_tree_changed(ig_Spec* spec) { spec->tree_listed = spec->numbered = false; }

ig_List* ig_spec_list(ig_Spec* spec, mjtObj type) {
  if (ig_in_tree(type)) ig_tree_lists(spec);
  return raw_list(spec, type);
}

// ------------------------------------------------ next child

// the first of a list after one that is to be passed first; *after becomes NULL once passed
static ig_Element* next_in(const ig_List* list, const ig_Element** after) {
  for (int i = 0; i < list->count; i++) {
    if (!*after) return list->item[i];
    if (*after == list->item[i]) *after = NULL;
  }
  return NULL;
}

ig_Element* ig_next_child(ig_Body* body, const ig_Element* child, mjtObj type, bool recursive) {
  const ig_Element* after = child;
  if (!recursive) return next_in(ig_body_list(body, type), &after);
  bool bodies = ig_body_list(body, type) == &body->bodies;
  for (ig_Body* at = ig_walk_from(body); at; at = ig_walk_on(at)) {
    ig_Element* found = NULL;
    if (!bodies)
      found = next_in(ig_body_list(at, type), &after);
    else if (at != body && !after)
      found = &at->el;
    else if (at != body && after == &at->el)
      after = NULL;
    if (found) return found;
  }
  return NULL;
}

// ------------------------------------------------ signature

static uint64_t mix(uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// what one element adds to the signature: where it is and of which type; a sum, so that adding one is cheap
static uint64_t share_of(const ig_Element* el) {
  uint64_t path = el->body ? el->body->path : 1;
  return mix(path * 1024 + (uint64_t)el->base.elemtype + 3);
}

// share of a body's own elements
static uint64_t sign_body(ig_Body* body) {
  uint64_t sum = 0;
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) {
    if (*t != mjOBJ_FRAME) sum += mix(body->path * 1024 + (uint64_t)*t + 3) * (uint64_t)ig_body_list(body, *t)->count;
  }
  return sum;
}

void ig_sign(ig_Spec* spec) {
  uint64_t sum = 0;
  for (ig_Body* body = ig_walk_from(spec->world); body; body = ig_walk_on(body)) {
    const ig_Body* up = body->way.up;
    body->path = up ? mix(up->path + (uint64_t)up->way.next) : mix(7);
    sum += sign_body(body);
    ig_spend(SIGNING_WORK);
  }
  for (int type = 0; type < mjNOBJECT; type++) {
    if (ig_in_tree((mjtObj)type)) continue;
    sum += mix(1024 + (uint64_t)type + 3) * (uint64_t)spec->list[type].count;
  }
  spec->base.signature = sum;
}

void ig_sign_added(ig_Spec* spec, ig_Element* el) {
  if (el->base.elemtype == mjOBJ_FRAME) return;
  if (el->base.elemtype == mjOBJ_BODY) {
    ((ig_Body*)el)->path = mix(el->body->path + (uint64_t)el->body->bodies.count);
  }
  spec->base.signature += share_of(el);
}

// ------------------------------------------------ names

// the part of a path between the last slash and the last dot after it
static bool is_stem(const char* path, const char* name) {
  const char* slash = strrchr(path, '/');
  const char* base = slash ? slash + 1 : path;
  const char* dot = strrchr(base, '.');
  size_t size = dot && dot != base ? (size_t)(dot - base) : strlen(base);
  return strlen(name) == size && memcmp(base, name, size) == 0;
}

// assets without a name go by the name of their file
static bool answers_to(const ig_Element* el, const char* name) {
  if (!ig_text_empty(&el->name)) return ig_text_is(&el->name, name);
  switch (el->base.elemtype) {
    case mjOBJ_TEXTURE: return is_stem(ig_text(IG_PUBLIC(mjsTexture, el)->file), name);
    case mjOBJ_MESH: return is_stem(ig_text(IG_PUBLIC(mjsMesh, el)->file), name);
    case mjOBJ_HFIELD: return is_stem(ig_text(IG_PUBLIC(mjsHField, el)->file), name);
    case mjOBJ_SKIN: return is_stem(ig_text(IG_PUBLIC(mjsSkin, el)->file), name);
    default: return false;
  }
}

ig_Element* ig_find(ig_Spec* spec, mjtObj type, const char* name) {
  if (!name || !*name) return NULL;
  ig_Element* known = ig_names_find(spec, type, name, NULL);
  if (known) return known;
  ig_List* list = ig_spec_list(spec, type);
  if (!list) return NULL;
  ig_spend(SEARCH_WORK * list->count);
  for (int i = 0; i < list->count; i++) {
    if (answers_to(list->item[i], name)) return list->item[i];
  }
  return NULL;
}

ig_Default* ig_find_default(const ig_Spec* spec, const char* name) { return ig_class_named(spec, name, false); }

ig_Default* ig_class_of(const ig_Spec* spec, const char* name) { return ig_class_named(spec, name, true); }

static int compare_names(const void* a, const void* b) { return strcmp(*(const char* const*)a, *(const char* const*)b); }

bool ig_names_unique(ig_Spec* spec, mjtObj type) {
  ig_List* list = ig_spec_list(spec, type);
  if (!list || list->count < 2) return true;
  const char** name = ig_spec_alloc((size_t)list->count * sizeof(*name));
  if (!name) return false;
  ig_spend(NAME_WORK * list->count);
  int n = 0;
  for (int i = 0; i < list->count; i++) {
    if (!ig_text_empty(&list->item[i]->name)) name[n++] = ig_el_name(list->item[i]);
  }
  qsort(name, (size_t)n, sizeof(*name), compare_names);
  bool unique = true;
  for (int i = 1; i < n && unique; i++) {
    if (strcmp(name[i - 1], name[i]) == 0) {
      unique = ig_spec_fail(spec, NULL, "repeated name '%s' in %s", name[i], ig_object_word(type));
    }
  }
  ig_free(name);
  return unique;
}
