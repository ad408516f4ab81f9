// SPDX-License-Identifier: Apache-2.0
#include "spec/delete.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/table.h"
#include "spec/add.h"
#include "spec/default.h"
#include "spec/element.h"
#include "spec/inertial.h"
#include "spec/keyframe.h"
#include "spec/list.h"
#include "spec/names.h"
#include "spec/reference.h"

// out of a list, to the elements that only handles know; false: it is not there
static bool detach(ig_Spec* spec, ig_List* list, ig_Element* el) {
  if (!list || !ig_list_make_room(&spec->detached, 1) || ig_list_find(list, el) < 0) return false;
  ig_sign_removed(spec, el);
  ig_list_remove(list, el);
  el->detached = true;
  ig_list_add(&spec->detached, el);
  return true;
}

static void detach_listed(ig_Spec* spec, ig_Element* el) {
  if (detach(spec, &spec->list[el->base.elemtype], el)) el->id = -1;
}

// the unnamed plugin instance of an element goes with it
static void delete_plugin(ig_Spec* spec, const ig_Element* el) {
  const mjsPlugin* plugin = ig_element_plugin(el);
  if (plugin && plugin->active && plugin->element && ig_text_empty(plugin->name)) {
    detach_listed(spec, ig_el(plugin->element));
  }
}

// no name of a deleted body or of what it holds is found any more
static void delete_below(ig_Spec* spec, ig_Body* root) {
  for (ig_Body* body = ig_walk_from(root); body; body = ig_walk_on(body)) {
    body->el.detached = true;
    for (const mjtObj* t = ig_tree_types; *t != mjOBJ_BODY; t++) {
      const ig_List* list = ig_body_list(body, *t);
      for (int i = 0; i < list->count; i++) list->item[i]->detached = true;
    }
  }
  for (ig_Body* body = ig_walk_from(root); body; body = ig_walk_on(body)) {
    delete_plugin(spec, &body->el);
    for (int i = 0; i < body->geoms.count; i++) delete_plugin(spec, body->geoms.item[i]);
  }
}

// ------------------------------------------------ what refers to the deleted

// what refers to things: in the order in which removing one may leave another without its object
static const mjtObj referring[] = {mjOBJ_PAIR, mjOBJ_EXCLUDE, mjOBJ_TENDON, mjOBJ_EQUALITY, mjOBJ_ACTUATOR, mjOBJ_SENSOR};
enum { NREFERRING = sizeof(referring) / sizeof(referring[0]) };

// Names that are about to go, as hashes; the bits, of a few characters each, say quickly that a name is not among them.
typedef struct Going_ {
  uint64_t bits;
  uint64_t* hash;  // open addressing; 0: free
  size_t last, count;
} Going;

static uint64_t bit_of(const void* name) {
  size_t n = ig_text_size(name);
  unsigned tail = 0;
  memcpy(&tail, ig_text(name) + (n < sizeof(tail) ? 0 : n - sizeof(tail)), n < sizeof(tail) ? n : sizeof(tail));
  return (uint64_t)1 << ((tail + (unsigned)n) * 0x9E3779B1u >> 26);
}

static uint64_t* slot_of(const Going* going, uint64_t hash) {
  size_t i = (hash ^ hash >> 32) & going->last;
  while (going->hash[i] && going->hash[i] != hash) i = (i + 1) & going->last;
  return going->hash + i;
}

static uint64_t hash_of(const void* name) { return ig_hash_text(0, ig_text(name)) | 1; }

static void add_going(Going* going, const void* name) {
  if (ig_text_empty(name)) return;
  if (!going->hash || 2 * going->count > going->last) {
    uint64_t* old = going->hash;
    size_t nold = old ? going->last + 1 : 0, slots = old ? 2 * nold : 16;
    going->hash = ig_spec_alloc(slots * sizeof(*going->hash));
    going->last = slots - 1;
    for (size_t i = 0; i < nold; i++) {
      if (old[i]) *slot_of(going, old[i]) = old[i];
    }
    ig_free(old);
  }
  uint64_t hash = hash_of(name), *slot = slot_of(going, hash);
  going->count += !*slot;
  *slot = hash;
  going->bits |= bit_of(name);
}

static bool goes(const Going* going, const void* name) {
  return !ig_text_empty(name) && going->bits & bit_of(name) && *slot_of(going, hash_of(name));
}

static void add_below(Going* going, ig_Body* root) {
  for (ig_Body* body = ig_walk_from(root); body; body = ig_walk_on(body)) {
    add_going(going, &body->el.name);
    for (const mjtObj* t = ig_tree_types; *t != mjOBJ_BODY; t++) {
      const ig_List* list = ig_body_list(body, *t);
      for (int i = 0; i < list->count; i++) add_going(going, &list->item[i]->name);
    }
  }
}

static bool path_touches(const ig_Tendon* tendon, const Going* going) {
  for (int i = 0; i < tendon->path.count; i++) {
    const ig_Wrap* wrap = (const ig_Wrap*)tendon->path.item[i];
    if (goes(going, &wrap->el.name) || goes(going, &wrap->sidesite)) return true;
  }
  return false;
}

// may one of the texts of an element be a name that goes?
static bool touches(const ig_Element* el, const ig_Type* row, const Going* going) {
  for (int i = 0; i < row->nfield; i++) {
    if (row->field[i].kind == IG_TEXT && goes(going, ig_field_slot(el, row->field + i))) return true;
  }
  return row->type == mjOBJ_TENDON && path_touches((const ig_Tendon*)el, going);
}

static bool any_refers(const ig_Spec* spec) {
  for (int t = 0; t < NREFERRING; t++) {
    if (spec->list[referring[t]].count) return true;
  }
  return false;
}

// Elements that refer to what goes, and had all they refer to before: they may go themselves. Those that were broken already are
// left to the compiler.
typedef struct Referring_ {
  ig_Element** item;
  size_t count, room;
} Referring;

static void find_referring(ig_Spec* spec, ig_Body* body, Referring* all) {
  if (!any_refers(spec)) return;
  Going going = {0};
  add_below(&going, body);
  for (int t = 0; t < NREFERRING; t++) {
    const ig_List* list = &spec->list[referring[t]];
    const ig_Type* row = ig_type(referring[t]);
    for (int i = 0; going.count && i < list->count; i++) {
      ig_Element* el = list->item[i];
      if (!touches(el, row, &going) || !ig_resolve(el, spec, "", "")) continue;
      if (all->count == all->room) {
        size_t room = 2 * all->room + 16;
        all->item = ig_spec_grow(all->item, all->count * sizeof(*all->item), room * sizeof(*all->item));
        all->room = room;
      }
      all->item[all->count++] = el;
      add_going(&going, &el->name);
    }
  }
  ig_free(going.hash);
}

// named instances without a reference
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

// ------------------------------------------------ deleting

static bool delete_body(ig_Spec* spec, ig_Body* body) {
  if (body == spec->world) return ig_spec_fail(spec, body, "the world body can not be deleted");
  if (!ig_store_keys(spec, spec, "", "")) return false;
  // they are freed, not marked: the index must not know them any more
  if (spec->list[mjOBJ_KEY].count) ig_names_drop(spec);
  ig_list_free(&spec->list[mjOBJ_KEY]);
  char message[sizeof(spec->message)];
  memcpy(message, spec->message, sizeof(message));
  Referring referring_to = {0};
  find_referring(spec, body, &referring_to);
  if (body->el.body && detach(spec, &body->el.body->bodies, &body->el)) delete_below(spec, body);
  ig_tree_changed(spec);
  // what names something that is no more goes as well
  for (size_t i = 0; i < referring_to.count; i++) {
    ig_Element* el = referring_to.item[i];
    if (ig_resolve(el, spec, "", "")) continue;
    delete_plugin(spec, el);
    detach_listed(spec, el);
  }
  ig_free(referring_to.item);
  delete_unused_instances(spec);
  memcpy(spec->message, message, sizeof(message));
  return true;
}

// ids and lists follow on access
static bool delete_any(ig_Spec* spec, ig_Element* el) {
  mjtObj type = el->base.elemtype;
  if (el->spec != spec) return ig_spec_fail(spec, NULL, "the element belongs to another model");
  if (type == mjOBJ_DEFAULT) return ig_default_remove(spec, (ig_Default*)el);
  if (type == mjOBJ_BODY) {
    if (!delete_body(spec, (ig_Body*)el)) return false;
  } else if (type == mjOBJ_FRAME) {
    if (el->body) {
      // what stood in a deleted frame stays, in the frame around it
      ig_Frame* frame = (ig_Frame*)el;
      ig_Body* body = frame->el.body;
      for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) {
        const ig_List* list = ig_body_list(body, *t);
        for (int i = 0; i < list->count; i++) {
          if (list->item[i]->frame == frame) list->item[i]->frame = frame->el.frame;
        }
      }
      detach(spec, &body->frames, &frame->el);
    }
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
  spec->numbered = true;
  return true;
}

int ig_delete_element(mjSpec* s, mjsElement* element) {
  ig_Spec* spec = ig_spec(s);
  if (!element) {
    ig_spec_fail(spec, NULL, "there is no element to delete: it is NULL");
    return -1;
  }
  return delete_any(spec, ig_el(element)) ? 0 : -1;
}

// ------------------------------------------------ body to frame

ig_Frame* ig_body_to_frame(ig_Body* body) {
  ig_Body* parent = body->el.body;
  ig_Spec* spec = body->el.spec;
  if (!parent) {
    ig_spec_fail(spec, body, "the world body can not become a frame");
    return NULL;
  }
  // all memory first: an element must not be left in two lists
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) {
    if (!ig_list_make_room(ig_body_list(parent, *t), ig_body_list(body, *t)->count + 1)) return NULL;
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
      ig_sign_moved(spec, el, body);
    }
    from->count = 0;
  }
  return delete_any(spec, &body->el) ? frame : NULL;
}
