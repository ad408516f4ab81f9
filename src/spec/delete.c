// SPDX-License-Identifier: Apache-2.0
#include "spec/delete.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "spec/add.h"
#include "spec/default.h"
#include "spec/element.h"
#include "spec/inertial.h"
#include "spec/keyframe.h"
#include "spec/list.h"
#include "spec/names.h"
#include "spec/reference.h"

// out of a list, to the elements that only handles know
static void detach(ig_Spec* spec, ig_List* list, ig_Element* el) {
  if (!list || !ig_list_remove(list, el)) return;
  el->detached = true;
  ig_list_add(&spec->detached, el);
}

static void detach_listed(ig_Spec* spec, ig_Element* el) {
  ig_List* list = &spec->list[el->base.elemtype];
  detach(spec, list, el);
  ig_list_renumber(list);
  el->id = -1;
}

// the unnamed plugin instance of an element goes with it
static void delete_plugin(ig_Spec* spec, const ig_Element* el) {
  const mjsPlugin* plugin = ig_element_plugin(el);
  if (plugin && plugin->active && plugin->element && ig_text_empty(plugin->name)) {
    detach_listed(spec, ig_el(plugin->element));
  }
}

static void delete_plugins_below(ig_Spec* spec, ig_Body* root) {
  for (ig_Body* body = ig_walk_from(root); body; body = ig_walk_on(body)) {
    delete_plugin(spec, &body->el);
    for (int i = 0; i < body->geoms.count; i++) delete_plugin(spec, body->geoms.item[i]);
  }
}

// what refers to things: in the order in which removing one may leave another without its object
static const mjtObj referring[] = {mjOBJ_PAIR, mjOBJ_EXCLUDE, mjOBJ_TENDON, mjOBJ_EQUALITY, mjOBJ_ACTUATOR, mjOBJ_SENSOR};
enum { NREFERRING = sizeof(referring) / sizeof(referring[0]) };

// elements that had all they refer to before are marked; those that were broken already are left to the compiler
static void mark_resolved(ig_Spec* spec) {
  for (int t = 0; t < NREFERRING; t++) {
    const ig_List* list = &spec->list[referring[t]];
    for (int i = 0; i < list->count; i++) list->item[i]->work = ig_resolve(list->item[i], spec, "", "") ? spec : NULL;
  }
}

static void delete_unresolved(ig_Spec* spec) {
  for (int t = 0; t < NREFERRING; t++) {
    ig_List* list = &spec->list[referring[t]];
    for (int i = 0; i < list->count; i++) {
      ig_Element* el = list->item[i];
      bool was_whole = el->work != NULL;
      el->work = NULL;
      if (!was_whole || ig_resolve(el, spec, "", "")) continue;
      delete_plugin(spec, el);
      detach_listed(spec, el);
      i--;
    }
  }
}

// named instances nobody refers to any more
static void delete_unused_instances(ig_Spec* spec) {
  static const mjtObj users[] = {mjOBJ_BODY, mjOBJ_GEOM, mjOBJ_MESH, mjOBJ_ACTUATOR, mjOBJ_SENSOR};
  ig_List* plugins = &spec->list[mjOBJ_PLUGIN];
  for (int i = 0; i < plugins->count; i++) {
    ig_Element* instance = plugins->item[i];
    bool used = ig_text_empty(&instance->name);
    for (size_t t = 0; t < sizeof(users) / sizeof(users[0]) && !used; t++) {
      const ig_List* list = ig_spec_list(spec, users[t]);
      for (int k = 0; k < list->count && !used; k++) {
        used = ig_text_same(ig_element_plugin(list->item[k])->name, &instance->name);
      }
    }
    if (!used) {
      detach_listed(spec, instance);
      i--;
    }
  }
}

static bool delete_body(ig_Spec* spec, ig_Body* body) {
  if (body == spec->world) return ig_spec_fail(spec, body, "the world body can not be deleted");
  if (!ig_store_keys(spec, spec, "", "")) return false;
  ig_list_free(&spec->list[mjOBJ_KEY]);
  char message[sizeof(spec->message)];
  memcpy(message, spec->message, sizeof(message));
  mark_resolved(spec);
  if (body->el.body) detach(spec, &body->el.body->bodies, &body->el);
  delete_plugins_below(spec, body);
  ig_tree_changed(spec);
  ig_names_drop(spec);
  delete_unresolved(spec);
  delete_unused_instances(spec);
  memcpy(spec->message, message, sizeof(message));
  return true;
}

// what stood in a deleted frame stays, in the frame around it
static void delete_frame(ig_Spec* spec, ig_Frame* frame) {
  ig_Body* body = frame->el.body;
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) {
    const ig_List* list = ig_body_list(body, *t);
    for (int i = 0; i < list->count; i++) {
      if (list->item[i]->frame == frame) list->item[i]->frame = frame->el.frame;
    }
  }
  detach(spec, &body->frames, &frame->el);
}

bool ig_delete(ig_Spec* spec, ig_Element* el) {
  mjtObj type = el->base.elemtype;
  if (el->spec != spec) return ig_spec_fail(spec, NULL, "the element belongs to another model");
  ig_names_drop(spec);
  if (type == mjOBJ_DEFAULT) return ig_default_remove(spec, (ig_Default*)el);
  if (type == mjOBJ_BODY) {
    if (!delete_body(spec, (ig_Body*)el)) return false;
  } else if (type == mjOBJ_FRAME) {
    if (el->body) delete_frame(spec, (ig_Frame*)el);
  } else if (ig_in_tree(type)) {
    delete_plugin(spec, el);
    detach(spec, ig_body_list(el->body, type), el);
  } else if (type > mjOBJ_UNKNOWN && type < mjNOBJECT) {
    delete_plugin(spec, el);
    detach_listed(spec, el);
  } else {
    return ig_spec_fail(spec, NULL, "elements of this type can not be deleted");
  }
  ig_tree_changed(spec);
  ig_tree_lists(spec);
  spec->numbered = true;
  ig_sign(spec);
  return true;
}

int ig_delete_element(mjSpec* s, mjsElement* element) {
  ig_Spec* spec = ig_spec(s);
  if (!element) {
    ig_spec_fail(spec, NULL, "there is no element to delete: it is NULL");
    return -1;
  }
  return ig_delete(spec, ig_el(element)) ? 0 : -1;
}

// ------------------------------------------------ body to frame

ig_Frame* ig_body_to_frame(ig_Body* body) {
  ig_Body* parent = body->el.body;
  ig_Spec* spec = body->el.spec;
  if (!parent) {
    ig_spec_fail(spec, body, "the world body can not become a frame");
    return NULL;
  }
  ig_Frame* frame = ig_add_frame_to(parent, body->el.frame);
  memcpy(frame->s.pos, body->s.pos, sizeof(body->s.pos));
  memcpy(frame->s.quat, body->s.quat, sizeof(body->s.quat));
  frame->s.alt = body->s.alt;
  bool heavy = body->s.explicitinertial && body->s.mass >= mjMINVAL;
  if (spec->compiled && heavy && parent != spec->world) ig_inertial_add(parent, body);
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) {
    ig_List *from = ig_body_list(body, *t), *to = ig_body_list(parent, *t);
    for (int i = 0; i < from->count; i++) {
      ig_Element* el = from->item[i];
      el->body = parent;
      if (!el->frame) el->frame = frame;
      ig_list_add(to, el);
    }
    from->count = 0;
  }
  return ig_delete(spec, &body->el) ? frame : NULL;
}

mjsFrame* mjs_bodyToFrame(mjsBody** body) {
  ig_Frame* frame = ig_body_to_frame(ig_body(*body));
  if (!frame) return NULL;
  *body = NULL;
  return &frame->s;
}
