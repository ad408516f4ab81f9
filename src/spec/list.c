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

void* ig_list_block(const ig_List* list) { return list->item ? list->item - list->gap : NULL; }

// to the front of a block, which may be the same one
static void move_to(ig_List* list, ig_Element** block) {
  if (list->count) memmove(block, list->item, (size_t)list->count * sizeof(*block));
  for (int i = 0; list->gap && i < list->count; i++) block[i]->place = i;
  list->item = block;
  list->gap = 0;
}

bool ig_list_make_room(ig_List* list, int more) {
  int wanted = list->count + more;
  if (list->gap + wanted <= list->capacity) return true;
  if (2 * wanted <= list->capacity) {
    move_to(list, ig_list_block(list));
    return true;
  }
  int capacity = 2 * list->capacity > 4 ? 2 * list->capacity : 4;
  if (capacity < wanted) capacity = wanted;
  ig_Element **old = ig_list_block(list), **block = ig_spec_alloc((size_t)capacity * sizeof(*block));
  if (!block) return false;
  move_to(list, block);
  list->capacity = capacity;
  ig_free(old);
  return true;
}

static void append(ig_List* list, ig_Element* el) {
  IG_ASSERT(list->count >= 0 && list->gap >= 0 && list->gap + list->count <= list->capacity);
  if (ig_list_make_room(list, 1)) list->item[list->count++] = el;
}

void ig_list_add(ig_List* list, void* element) {
  append(list, element);
  ((ig_Element*)element)->place = list->gap + list->count - 1;
}

static bool stands_at(const ig_List* list, const ig_Element* el, int place) {
  return place >= 0 && place < list->count && list->item[place] == el;
}

// By its hints, then outwards from there: what was removed has moved it by no more than one place each.
int ig_list_find(const ig_List* list, const void* element) {
  ig_Element* el = (ig_Element*)element;
  int last = list->count - 1, hint = el->place - list->gap;
  if (stands_at(list, el, hint)) return hint;
  if (stands_at(list, el, el->id)) return el->id;
  hint = hint < 0 ? 0 : hint > last ? last : hint;
  for (int step = 0; step <= last; step++) {
    int place = stands_at(list, el, hint - step) ? hint - step : stands_at(list, el, hint + step) ? hint + step : -1;
    if (place < 0) continue;
    ig_spend(step);
    el->place = list->gap + place;
    return place;
  }
  ig_spend(list->count);
  return -1;
}

bool ig_list_remove(ig_List* list, const void* element) {
  int place = ig_list_find(list, element);
  if (place < 0) return false;
  IG_ASSERT(place < list->count && list->item[place] == element);
  list->count--;
  // the shorter side moves
  if (place < list->count - place) {
    memmove(list->item + 1, list->item, (size_t)place * sizeof(*list->item));
    list->item++;
    list->gap++;
  } else {
    memmove(list->item + place, list->item + place + 1, (size_t)(list->count - place) * sizeof(*list->item));
  }
  return true;
}

void ig_list_free(ig_List* list) {
  for (int i = 0; i < list->count; i++) ig_element_release(list->item[i]);
  ig_free(ig_list_block(list));
  *list = (ig_List){0};
}

void ig_list_renumber(ig_List* list) {
  for (int i = 0; i < list->count; i++) list->item[i]->id = i;
}

// ------------------------------------------------ the tree

const mjtObj ig_tree_types[IG_NTREE_TYPE + 1] = {
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
  append(list, el);
}

void ig_tree_lists(ig_Spec* spec) {
  if (spec->tree_listed) return;
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) raw_list(spec, *t)->count = 0;
  for (ig_Body* body = ig_walk_from(spec->world); body; body = ig_walk_on(body)) {
    list_in_tree(spec, &body->el);
    for (const mjtObj* t = ig_tree_types; *t != mjOBJ_BODY; t++) {
      const ig_List* children = ig_body_list(body, *t);
      for (int i = 0; i < children->count; i++) list_in_tree(spec, children->item[i]);
    }
  }
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) ig_spend(LISTING_WORK * raw_list(spec, *t)->count);
  spec->tree_listed = true;
}

void ig_tree_changed(ig_Spec* spec) { spec->tree_listed = spec->numbered = false; }

ig_List* ig_spec_list(ig_Spec* spec, mjtObj type) {
  if (ig_in_tree(type)) ig_tree_lists(spec);
  return raw_list(spec, type);
}

// where elements of the tree stand shows when they are listed; others may have moved up since they got their ids
int ig_element_id(ig_Element* el) {
  mjtObj type = el->base.elemtype;
  if (!el->spec || el->detached) return el->id;
  if (ig_in_tree(type)) {
    if (!el->spec->numbered) return -1;
    ig_tree_lists(el->spec);
  } else if (type == mjOBJ_DEFAULT) {
    el->id = ig_list_find(&el->spec->defaults, el);
  } else if (type > mjOBJ_UNKNOWN && type < mjNOBJECT) {
    el->id = ig_list_find(&el->spec->list[type], el);
  }
  return el->id;
}

// ------------------------------------------------ next child

static ig_Element* first_of(const ig_List* list) { return list->count ? list->item[0] : NULL; }

static ig_Element* next_of(const ig_List* list, const ig_Element* el) {
  int place = ig_list_find(list, el);
  return place >= 0 && place + 1 < list->count ? list->item[place + 1] : NULL;
}

// Bodies below a root one after the other, by the parents that they know; a body that two specs share knows one of them only,
// and *lost says so.
static ig_Body* next_below(const ig_Body* root, ig_Body* at, bool* lost) {
  if (at->bodies.count) return (ig_Body*)at->bodies.item[0];
  for (; at != root; at = at->el.body) {
    if (!at->el.body || ig_list_find(&at->el.body->bodies, at) < 0) {
      *lost = true;
      return NULL;
    }
    ig_Element* next = next_of(&at->el.body->bodies, &at->el);
    if (next) return (ig_Body*)next;
  }
  return NULL;
}

static ig_Element* next_body(ig_Body* root, const ig_Element* after, bool* lost) {
  ig_Body* next = next_below(root, after ? (ig_Body*)after : root, lost);
  return next ? &next->el : NULL;
}

static ig_Element* next_held(ig_Body* root, const ig_Element* after, mjtObj type, bool* lost) {
  ig_Body* at = after ? after->body : root;
  ig_Element* found = NULL;
  if (!at || (after && ig_list_find(ig_body_list(at, type), after) < 0)) {
    *lost = true;
    return NULL;
  }
  if (after) found = next_of(ig_body_list(at, type), after);
  if (!after) found = first_of(ig_body_list(at, type));
  while (!found && (at = next_below(root, at, lost))) found = first_of(ig_body_list(at, type));
  return found;
}

// the same by going through all from the start
static ig_Element* search_next(ig_Body* root, const ig_Element* after, mjtObj type) {
  bool bodies = ig_body_list(root, type) == &root->bodies;
  for (ig_Body* at = ig_walk_from(root); at; at = ig_walk_on(at)) {
    const ig_List* list = ig_body_list(at, type);
    for (int i = 0; !bodies && i < list->count; i++) {
      if (!after) return list->item[i];
      if (after == list->item[i]) after = NULL;
    }
    if (!bodies || at == root) continue;
    if (!after) return &at->el;
    if (after == &at->el) after = NULL;
  }
  return NULL;
}

ig_Element* ig_next_child(ig_Body* body, const ig_Element* child, mjtObj type, bool recursive) {
  const ig_List* list = ig_body_list(body, type);
  if (!recursive) return child ? next_of(list, child) : first_of(list);
  bool lost = false;
  ig_Element* next = list == &body->bodies ? next_body(body, child, &lost) : next_held(body, child, type, &lost);
  return lost ? search_next(body, child, type) : next;
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
static uint64_t share_in(const ig_Body* body, mjtObj type) { return mix((body ? body->path : 1) * 1024 + (uint64_t)type + 3); }

static uint64_t share_of(const ig_Element* el) { return share_in(el->body, el->base.elemtype); }

// of a body at the end of its siblings
static void set_last_ordinal(ig_Body* body) {
  const ig_List* list = &body->el.body->bodies;
  body->ordinal = list->count > 1 ? ((ig_Body*)list->item[list->count - 2])->ordinal + 1 : 1;
}

// share of a body's own elements
static uint64_t sign_body(ig_Body* body) {
  uint64_t sum = 0;
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) {
    if (*t != mjOBJ_FRAME) sum += share_in(body, *t) * (uint64_t)ig_body_list(body, *t)->count;
  }
  return sum;
}

// on a walk: by its position
static uint64_t sign_below(ig_Body* body) {
  const ig_Body* up = body->way.up;
  if (up) {
    body->ordinal = up->way.next;
    body->path = mix(up->path + (uint64_t)body->ordinal);
  }
  ig_spend(SIGNING_WORK);
  return sign_body(body);
}

void ig_sign(ig_Spec* spec) {
  uint64_t sum = 0;
  spec->world->path = mix(7);
  for (ig_Body* body = ig_walk_from(spec->world); body; body = ig_walk_on(body)) {
    sum += sign_below(body);
  }
  for (int type = 0; type < mjNOBJECT; type++) {
    if (ig_in_tree((mjtObj)type)) continue;
    sum += mix(1024 + (uint64_t)type + 3) * (uint64_t)spec->list[type].count;
  }
  spec->base.signature = sum;
}

void ig_sign_added(ig_Spec* spec, ig_Element* el) {
  if (el->base.elemtype == mjOBJ_FRAME) return;
  spec->base.signature += share_of(el);
  if (el->base.elemtype != mjOBJ_BODY) return;
  ig_Body* root = (ig_Body*)el;
  set_last_ordinal(root);
  root->path = mix(el->body->path + (uint64_t)root->ordinal);
  for (ig_Body* body = ig_walk_from(root); body; body = ig_walk_on(body)) spec->base.signature += sign_below(body);
}

void ig_sign_removed(ig_Spec* spec, const ig_Element* el) {
  if (el->base.elemtype == mjOBJ_FRAME) return;
  spec->base.signature -= share_of(el);
  if (el->base.elemtype != mjOBJ_BODY) return;
  for (ig_Body* body = ig_walk_from((ig_Body*)el); body; body = ig_walk_on(body)) spec->base.signature -= sign_body(body);
}

void ig_sign_moved(ig_Spec* spec, ig_Element* el, const ig_Body* from) {
  if (el->base.elemtype == mjOBJ_FRAME) return;
  spec->base.signature += share_of(el) - share_in(from, el->base.elemtype);
  if (el->base.elemtype == mjOBJ_BODY) set_last_ordinal((ig_Body*)el);
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
  if (known || ig_names_are_all(spec, type)) return known;
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
