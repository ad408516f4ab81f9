// SPDX-License-Identifier: Apache-2.0
#include "spec/copy.h"

#include <math.h>
#include <string.h>

#include <ingot/status.h>
#include <mujoco/mujoco.h>

#include "base/guard.h"
#include "base/scope.h"
#include "spec/add.h"
#include "spec/attach.h"
#include "spec/default.h"
#include "spec/element.h"
#include "spec/keyframe.h"
#include "spec/list.h"
#include "spec/names.h"
#include "spec/reference.h"

enum { MERGE_WORK = 3000 };  // a trial copy, its names, and whether they are found

// ------------------------------------------------ options

static const mjsCompiler* known_compiler(const ig_Spec* spec, const mjsCompiler* compiler) {
  if (compiler == &spec->s.compiler) return compiler;
  for (int i = spec->nattached - 1; i >= 0; i--) {
    const mjsCompiler* found = known_compiler(spec->attached[i], compiler);
    if (found) return found;
  }
  return NULL;
}

// elements that follow each other mostly ask for the same
const mjsCompiler* ig_compiler_for(ig_Spec* spec, const mjsCompiler* compiler) {
  if (compiler == spec->known_compiler && compiler) return compiler;
  const mjsCompiler* found = known_compiler(spec, compiler);
  if (found) spec->known_compiler = found;
  return found ? found : &spec->s.compiler;
}

// ------------------------------------------------ names

static bool is_file_asset(mjtObj type) {
  return type == mjOBJ_MESH || type == mjOBJ_SKIN || type == mjOBJ_HFIELD || type == mjOBJ_TEXTURE;
}

const void* ig_asset_file(const ig_Element* el) {
  switch (el->base.elemtype) {
    case mjOBJ_MESH: return IG_PUBLIC(mjsMesh, el)->file;
    case mjOBJ_SKIN: return IG_PUBLIC(mjsSkin, el)->file;
    case mjOBJ_HFIELD: return IG_PUBLIC(mjsHField, el)->file;
    case mjOBJ_TEXTURE: return IG_PUBLIC(mjsTexture, el)->file;
    default: return NULL;
  }
}

// an asset without a name takes that of its file, and remembers where its model lies
static void settle_asset(ig_Element* el, const ig_Space* space) {
  if (ig_text_empty(&el->name)) {
    const char* path = ig_text(ig_asset_file(el));
    const char* slash = strrchr(path, '/');
    const char* back = strrchr(path, '\\');
    if (!slash || (back && back > slash)) slash = back;
    const char* base = slash ? slash + 1 : path;
    const char* dot = strrchr(base, '.');
    ig_text_set_n(&el->name, base, dot ? (size_t)(dot - base) : strlen(base));
  }
  if (ig_text_empty(&el->filedir)) ig_container_copy(&el->filedir, &space->from->modelfiledir, IG_TEXT);
}

void ig_rename(ig_Element* el, const ig_Space* space) {
  mjtObj type = el->base.elemtype;
  bool cross = space->from != space->to;
  if (is_file_asset(type)) settle_asset(el, space);

  // flexes and skins keep their names
  bool named = type != mjOBJ_FLEX && type != mjOBJ_SKIN && !ig_text_empty(&el->name);
  if (named) ig_text_wrap(&el->name, space->prefix, space->suffix);
  if (cross && !ig_text_empty(&el->classname) && !ig_text_is(&el->classname, "main")) {
    ig_text_wrap(&el->classname, space->prefix, space->suffix);
  }
  const ig_Type* row = ig_type(type);
  for (int i = 0; i < row->nfield; i++) {
    const ig_ElementField* field = row->field + i;
    bool affected = field->reference == IG_REF_ALWAYS || (field->reference == IG_REF_ASSET && cross);
    void* slot = ig_field_slot(el, field);
    if (!affected) continue;
    if (field->kind == IG_TEXTS) {
      for (int k = 0, n = ig_texts_count(slot); k < n; k++) {
        void* text = ig_texts_slot(slot, k);
        if (type != mjOBJ_MATERIAL || !ig_text_empty(text)) ig_text_wrap(text, space->prefix, space->suffix);
      }
    } else if (!ig_text_empty(slot)) {
      ig_text_wrap(slot, space->prefix, space->suffix);
    }
  }
}

// all below a body, the body first
static void each_below(ig_Body* root, void (*visit)(ig_Element* el, const ig_Space* space), const ig_Space* space) {
  for (ig_Body* body = ig_walk_from(root); body; body = ig_walk_on(body)) {
    visit(&body->el, space);
    for (const mjtObj* t = ig_tree_types; *t != mjOBJ_BODY; t++) {
      const ig_List* list = ig_body_list(body, *t);
      for (int i = 0; i < list->count; i++) visit(list->item[i], space);
    }
  }
}

void ig_rename_body(ig_Body* body, const ig_Space* space) { each_below(body, ig_rename, space); }

// ------------------------------------------------ plugins

// at the end of a list of the spec
static void add_listed(ig_Spec* spec, ig_List* list, ig_Element* el) {
  el->id = list->count;
  ig_list_add(list, el);
  ig_sign_added(spec, el);
  ig_names_enter(spec, el);
}

void ig_bring_plugin(ig_Element* el, const ig_Space* space) {
  mjsPlugin* plugin = ig_element_plugin(el);
  if (!plugin || !plugin->active || !ig_text_empty(plugin->name) || !plugin->element) return;
  ig_Element* instance = ig_el(plugin->element);
  ig_List* list = &space->to->list[mjOBJ_PLUGIN];
  if (!ig_list_make_room(list, 1)) return;
  if (space->by_value) {
    instance = ig_element_copy(space->to, instance);
    plugin->element = &instance->base;
  } else {
    ig_element_retain(instance);
    instance->spec = space->to;
  }
  add_listed(space->to, list, instance);
}

// named instances that the elements of a list refer to come along, once
static void bring_instances(const ig_List* list, const ig_Space* space) {
  ig_List* have = &space->to->list[mjOBJ_PLUGIN];
  const ig_List* source = &space->from->list[mjOBJ_PLUGIN];
  for (int i = 0; i < list->count; i++) {
    mjsPlugin* plugin = ig_element_plugin(list->item[i]);
    if (!plugin || ig_text_empty(plugin->name)) continue;
    ig_Element* instance = ig_find(space->to, mjOBJ_PLUGIN, ig_text(plugin->name));
    for (int k = 0, n = source->count; k < n && !instance; k++) {
      if (ig_text_empty(&source->item[k]->name)) continue;
      ig_Element* candidate = ig_element_copy(space->to, source->item[k]);
      ig_rename(candidate, space);
      if (ig_text_same(&candidate->name, plugin->name)) {
        add_listed(space->to, have, candidate);
        instance = candidate;
      } else {
        ig_element_release(candidate);
      }
    }
    if (instance) plugin->element = &instance->base;
  }
}

// ------------------------------------------------ bodies

// the frame of the copy that stands for a frame of the original
static ig_Frame* matching_frame(const ig_Body* copy, const ig_Body* from, const ig_Frame* frame) {
  int place = frame ? ig_list_find(&from->frames, frame) : -1;
  return place >= 0 && place < copy->frames.count ? (ig_Frame*)copy->frames.item[place] : NULL;
}

static ig_Element* copy_child(const ig_Element* from, ig_Body* parent, const ig_Space* space) {
  ig_Element* el = ig_element_copy(space->to, from);
  el->compiler = ig_compiler_for(space->to, from->compiler);
  el->body = parent;
  ig_bring_plugin(el, space);
  return el;
}

// a body with all but the bodies below it
static ig_Body* copy_one(ig_Body* from, const ig_Space* space) {
  static const mjtObj order[] = {mjOBJ_FRAME, mjOBJ_GEOM, mjOBJ_JOINT, mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT};
  ig_Body* body = (ig_Body*)copy_child(&from->el, NULL, space);
  for (size_t t = 0; t < sizeof(order) / sizeof(order[0]); t++) {
    const ig_List* source = ig_body_list(from, order[t]);
    ig_List* list = ig_body_list(body, order[t]);
    for (int i = 0; i < source->count; i++) ig_list_add(list, copy_child(source->item[i], body, space));

    // frames may hang in later ones, so this comes second
    for (int i = 0; i < source->count; i++) list->item[i]->frame = matching_frame(body, from, source->item[i]->frame);
  }
  return body;
}

// the walk data of a body is its copy
ig_Body* ig_copy_body(const ig_Body* from, const ig_Space* space) {
  ig_Body* first = NULL;
  for (ig_Body* body = ig_walk_from((ig_Body*)from); body; body = ig_walk_on(body)) {
    const ig_Body* up = body->way.up;
    ig_Body* copy = copy_one(body, space);
    body->way.data = copy;
    if (up) {
      ig_Body* parent = up->way.data;
      copy->el.body = parent;
      copy->el.frame = matching_frame(parent, up, body->el.frame);
      ig_list_add(&parent->bodies, copy);
    } else {
      first = copy;
    }
  }
  return first;
}

static void adopt(ig_Element* el, const ig_Space* space) {
  el->spec = space->to;
  el->compiler = ig_compiler_for(space->to, el->compiler);
  el->id = -1;
  el->detached = false;
  el->address[0] = el->address[1] = -1;
}

void ig_adopt_body(ig_Body* body, const ig_Space* space) { each_below(body, adopt, space); }

// ------------------------------------------------ elements outside of the tree

// on trial: a copy is renamed and resolved, and only then does the element move
static void merge_element(ig_Element* from, const ig_Space* space) {
  if (!space->by_value && from->spec == space->to) return;
  ig_spend(MERGE_WORK);
  ig_Spec* to = space->to;
  ig_Element* el = ig_element_copy(to, from);
  ig_rename(el, space);
  if (!ig_resolve(el, to, space->prefix, space->suffix)) {
    ig_element_release(el);
    return;
  }
  ig_List* list = &to->list[el->base.elemtype];
  if (!ig_list_make_room(list, 1)) return;
  if (space->by_value) {
    ig_saved_forget(from);
  } else {
    ig_element_release(el);
    el = from;
    ig_rename(el, space);
    ig_resolve(el, to, space->prefix, space->suffix);
    ig_element_retain(el);
  }
  adopt(el, space);
  if (el->base.elemtype == mjOBJ_TENDON) {
    const ig_List* path = &((ig_Tendon*)el)->path;
    for (int i = 0; i < path->count; i++) path->item[i]->spec = to;
  }
  add_listed(to, list, el);
  ig_bring_plugin(el, space);
}

static void merge_list(mjtObj type, const ig_Space* space) {
  const ig_List* source = &space->from->list[type];
  for (int i = 0, n = source->count; i < n; i++) merge_element(space->from->list[type].item[i], space);
}

void ig_settle(ig_Spec* spec) {
  ig_tree_lists(spec);
  ig_sign(spec);
}

bool ig_merge(const ig_Space* space) {
  static const mjtObj assets[] = {mjOBJ_MESH, mjOBJ_SKIN, mjOBJ_HFIELD, mjOBJ_TEXTURE, mjOBJ_MATERIAL, mjOBJ_NUMERIC, mjOBJ_TEXT};
  static const mjtObj referring[] = {mjOBJ_FLEX,     mjOBJ_PAIR,     mjOBJ_EXCLUDE, mjOBJ_TENDON,
                                     mjOBJ_EQUALITY, mjOBJ_ACTUATOR, mjOBJ_SENSOR,  mjOBJ_TUPLE};
  static const mjtObj with_plugin[] = {mjOBJ_BODY, mjOBJ_GEOM, mjOBJ_MESH, mjOBJ_ACTUATOR, mjOBJ_SENSOR};
  ig_Spec *from = space->from, *to = space->to;
  ig_tree_changed(to);
  // shared elements are known by name to the other spec only
  if (!space->by_value) from->names_lent = true;

  // what can not be merged is left out without a word: keep the message of before
  char message[sizeof(to->message)];
  memcpy(message, to->message, sizeof(message));
  bool is_warning = to->is_warning;
  if (from != to) {
    for (size_t i = 0; i < sizeof(assets) / sizeof(assets[0]); i++) merge_list(assets[i], space);
    for (int i = 0; i < from->npending; i++) ig_pending_add(to, from->pending + i);
  }
  for (size_t i = 0; i < sizeof(referring) / sizeof(referring[0]); i++) merge_list(referring[i], space);
  memcpy(to->message, message, sizeof(message));
  to->is_warning = is_warning;

  // every element is looked at, for nothing where there are no instances
  bool instances = from->list[mjOBJ_PLUGIN].count || to->list[mjOBJ_PLUGIN].count;
  for (size_t i = 0; instances && i < sizeof(with_plugin) / sizeof(with_plugin[0]); i++) {
    bring_instances(ig_spec_list(to, with_plugin[i]), space);
  }
  for (int i = 0; i < from->nplugin; i++) ig_activate_plugin(to, from->plugin[i], from->plugin_slot[i]);
  ig_expand_keys(to);
  to->numbered = true;
  to->merged = true;
  return true;
}

// ------------------------------------------------ whole specs

typedef struct Copying_ {
  ig_Spec *from, *to;  // to: NULL until it is there
} Copying;

static void copy_spec(void* argument) {
  Copying* copying = argument;
  ig_Spec *other = copying->from, *spec = copying->to = ig_spec_bare_copy(other);
  if (!spec) mju_error("out of memory");
  const ig_Space space = {"", "", other, spec, true};
  for (int i = 0; i < other->nattached; i++) {
    ig_hold_spec(spec, other->attached[i]);
    ig_spec_retain(other->attached[i]);
  }
  ig_default_graft(spec, (const ig_Default*)other->defaults.item[0], "", "");
  spec->world = ig_copy_body(other->world, &space);
  ig_merge(&space);
  for (int i = 0; i < other->list[mjOBJ_KEY].count; i++) {
    add_listed(spec, &spec->list[mjOBJ_KEY], ig_element_copy(spec, other->list[mjOBJ_KEY].item[i]));
  }
  spec->deepcopy = other->deepcopy;
  ig_sign(spec);
}

static void list_tree(void* spec) { ig_tree_lists(spec); }

// what a copy that has ended early has made goes, and with it tables that the source was given on the way
static void drop_copy(const Copying* copying, ig_Scope* scope) {
  ig_names_drop(copying->from);
  ig_classes_drop(copying->from);
  for (int i = 0; copying->to && i < copying->to->nattached; i++) ig_spec_release(copying->to->attached[i]);
  ig_scope_drop(scope);
}

// NULL with the message in the source. Its lists, which it keeps, are made before anything is noted that may go again.
mjSpec* mj_copySpec(const mjSpec* s) {
  ig_Spec* other = ig_spec(s);
  Copying copying = {other, NULL};
  ig_Scope scope;
  ingotReport report;
  bool good = ig_guard(list_tree, other, &report) == INGOT_OK;
  if (good) {
    ig_scope_enter(&scope, HUGE_VAL, HUGE_VAL);
    good = ig_guard(copy_spec, &copying, &report) == INGOT_OK;
    if (good)
      ig_scope_keep(&scope);
    else
      drop_copy(&copying, &scope);
  }
  if (good) return &copying.to->s;
  ig_spec_fail(other, NULL, "%s", report.text);
  return NULL;
}

mjSpec* ig_make_spec(void) {
  ig_Spec* spec = ig_spec_new();
  return spec ? &spec->s : NULL;
}

void ig_delete_spec(mjSpec* s) {
  if (s) ig_spec_release(ig_spec(s));
}
