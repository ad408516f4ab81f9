// SPDX-License-Identifier: Apache-2.0
#include "spec/default.h"

#include <mujoco/mujoco.h>

#include "spec/element.h"
#include "spec/list.h"
#include "spec/names.h"

static const mjtObj with_defaults[] = {
    mjOBJ_JOINT, mjOBJ_GEOM,     mjOBJ_SITE, mjOBJ_CAMERA,   mjOBJ_LIGHT,  mjOBJ_FLEX,
    mjOBJ_MESH,  mjOBJ_MATERIAL, mjOBJ_PAIR, mjOBJ_EQUALITY, mjOBJ_TENDON, mjOBJ_ACTUATOR,
};
enum { NTYPE = sizeof(with_defaults) / sizeof(with_defaults[0]) };

// where the public struct keeps its pointer to the struct of this type
static void** member(const ig_Default* def, mjtObj type) {
  const ig_Type* row = ig_type(type);
  return row && row->in_default >= 0 ? (void**)(void*)((char*)&def->s + row->in_default) : NULL;
}

ig_Element* ig_default_element(const ig_Default* def, mjtObj type) {
  void** s = member(def, type);
  return s ? *(ig_Element**)*s : NULL;
}

// a class with built-in values, or those of another class; it stands in no list yet
static ig_Default* make(ig_Spec* spec, const char* name, const ig_Default* like) {
  ig_Default* def = ig_element_new(spec, ig_type(mjOBJ_DEFAULT));
  if (!def) return NULL;
  ig_text_set(&def->el.name, name);
  for (int i = 0; i < NTYPE; i++) {
    ig_Element* el = ig_element_new(spec, ig_type(with_defaults[i]));
    if (like) ig_element_assign(el, ig_default_element(like, with_defaults[i]));
    *member(def, with_defaults[i]) = el + 1;
  }
  return def;
}

// the spec's list and the parent's list each hold a count, and have room for it before they do
static void enlist(ig_Spec* spec, ig_Default* def, ig_Default* parent) {
  if (!ig_list_make_room(&spec->defaults, 1) || (parent && !ig_list_make_room(&parent->children, 1))) return;
  def->el.id = spec->defaults.count;
  def->parent = parent;
  ig_list_add(&spec->defaults, def);
  ig_class_enter(spec, def);
  if (parent) {
    ig_element_retain(def);
    ig_list_add(&parent->children, def);
  }
}

ig_Default* ig_default_alone(void) { return make(NULL, "", NULL); }

ig_Default* ig_default_root(ig_Spec* spec) {
  ig_Default* def = make(spec, "main", NULL);
  if (def) enlist(spec, def, NULL);
  return def;
}

ig_Default* ig_default_add(ig_Spec* spec, const char* name, ig_Default* parent) {
  if (ig_find_default(spec, name)) return NULL;
  ig_Default* def = make(spec, name, parent);
  if (def) enlist(spec, def, parent);
  return def;
}

static ig_Default* graft_one(ig_Spec* spec, const ig_Default* from, ig_Default* parent, const char* prefix, const char* suffix) {
  ig_Default* def = make(spec, ig_el_name(from), from);
  if (!def) return NULL;
  if (!ig_text_empty(&def->el.name)) ig_text_wrap(&def->el.name, prefix, suffix);
  enlist(spec, def, parent);
  return def;
}

// the walk data of a class is its copy
ig_Default* ig_default_graft(ig_Spec* spec, const ig_Default* from, const char* prefix, const char* suffix) {
  ig_Default *root = spec->defaults.count ? (ig_Default*)spec->defaults.item[0] : NULL, *first = NULL;
  for (ig_Default* def = ig_walk_classes_from((ig_Default*)from); def; def = ig_walk_classes_on(def)) {
    const ig_Default* up = def->way.up;
    ig_Default* copy = graft_one(spec, def, up ? up->way.data : root, prefix, suffix);
    if (!copy) return NULL;
    def->way.data = copy;
    if (!first) first = copy;
  }
  return first;
}

bool ig_default_remove(ig_Spec* spec, ig_Default* def) {
  if (!def->parent) return ig_spec_fail(spec, NULL, "cannot remove the global default ('main'): every other one stands below it");
  int count = 0;
  for (ig_Default* below = ig_walk_classes_from(def); below; below = ig_walk_classes_on(below)) count++;
  if (!ig_list_make_room(&spec->detached, count)) return false;
  for (ig_Default* below = ig_walk_classes_from(def); below; below = ig_walk_classes_on(below)) {
    if (!ig_list_remove(&spec->defaults, below)) continue;
    below->el.detached = true;
    ig_list_add(&spec->detached, below);
  }
  ig_classes_drop(spec);
  if (ig_list_remove(&def->parent->children, def)) ig_element_release(def);
  def->parent = NULL;
  return true;
}
