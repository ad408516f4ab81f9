// SPDX-License-Identifier: Apache-2.0
#include "spec/attach.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "base/float_mode.h"
#include "base/memory.h"
#include "spec/add.h"
#include "spec/copy.h"
#include "spec/default.h"
#include "spec/element.h"
#include "spec/keyframe.h"
#include "spec/list.h"
#include "spec/pose.h"

enum { MAX_LEVELS = 200 };  // what follows the specs that hold each other does so on the stack

void ig_hold_spec(ig_Spec* spec, ig_Spec* asset) {
  size_t n = (size_t)spec->nattached;
  spec->attached = ig_spec_grow(spec->attached, n * sizeof(*spec->attached), (n + 1) * sizeof(*spec->attached));
  spec->attached[n] = asset;
  spec->nattached++;
  if (spec->level < asset->level + 1) spec->level = asset->level + 1;
  if (asset->held < spec->held + 1) asset->held = spec->held + 1;
}

static bool holds(const ig_Spec* spec, const ig_Spec* asset) {
  if (!spec->level) return false;
  for (int i = 0; i < spec->nattached; i++) {
    if (spec->attached[i] == asset || holds(spec->attached[i], asset)) return true;
  }
  return false;
}

// what both ways of attaching begin with: hold the other spec, keep its keyframes, take its classes
static bool begin(ig_Space* space) {
  ig_Spec *from = space->from, *to = space->to;
  if (from == to) return ig_store_keys(from, to, space->prefix, space->suffix);
  if (holds(from, to)) return ig_spec_fail(to, NULL, "a model can not be attached to one that it holds itself");
  if (to->held + 1 + from->level > MAX_LEVELS) {
    return ig_spec_fail(to, NULL, "models are attached to each other more than %d deep", MAX_LEVELS);
  }
  if (!ig_store_keys(from, to, space->prefix, space->suffix)) return false;
  if (!holds(to, from)) {
    ig_hold_spec(to, from);
    ig_spec_retain(from);
  }
  ig_default_graft(to, (const ig_Default*)from->defaults.item[0], space->prefix, space->suffix);
  return true;
}

// Elements outside of the tree may have got a name that was taken; those of the tree are left to the compiler, as are
// copies within one spec.
static bool names_still_unique(const ig_Space* space) {
  if (space->from == space->to) return true;
  for (int type = 0; type < mjNOBJECT; type++) {
    bool merged = !ig_in_tree((mjtObj)type) && type != mjOBJ_KEY && type != mjOBJ_PLUGIN;
    if (merged && space->from->list[type].count && !ig_names_unique(space->to, (mjtObj)type)) return false;
  }
  return true;
}

static bool finish(const ig_Space* space) {
  if (!space->by_value) space->from->is_attached = true;
  ig_merge(space);
  if (space->from != space->to) {
    ig_pending_clear(space->from);
    if (!space->by_value) ig_tree_changed(space->from);
  }
  return names_still_unique(space);
}

// elements of a copied tree leave their saved states to the copy
static void forget_below(ig_Body* root) {
  for (ig_Body* body = ig_walk_from(root); body; body = ig_walk_on(body)) {
    ig_saved_forget(&body->el);
    for (int i = 0; i < body->joints.count; i++) ig_saved_forget(body->joints.item[i]);
  }
}

// ------------------------------------------------ a body into a frame

static ig_Element* attach_body(ig_Frame* frame, ig_Body* child, ig_Space* space) {
  if (!begin(space)) return NULL;
  ig_Body* body = child;
  if (space->by_value) {
    body = ig_copy_body(child, space);
    forget_below(child);
  } else {
    ig_adopt_body(body, space);
    ig_element_retain(body);
  }
  ig_rename_body(body, space);
  body->el.body = frame->el.body;
  body->el.frame = frame;
  ig_list_add(&frame->el.body->bodies, body);
  return finish(space) ? &body->el : NULL;
}

// ------------------------------------------------ a frame into a body

static bool inside(const ig_Frame* frame, const ig_Frame* outer) {
  while (frame && frame != outer) frame = frame->el.frame;
  return frame != NULL;
}

// pairs of frames: in the body they come from, in the body they go to
typedef struct FrameMap_ {
  const ig_Frame** from;
  ig_Frame** to;
  int count;
} FrameMap;

static ig_Frame* mapped(const FrameMap* map, const ig_Frame* frame) {
  for (int i = 0; i < map->count; i++) {
    if (map->from[i] == frame) return map->to[i];
  }
  return NULL;
}

static ig_Element* take_child(ig_Element* from, ig_Body* parent, const ig_Space* space) {
  ig_Element* el = from;
  if (space->by_value && from->base.elemtype == mjOBJ_BODY) {
    el = &ig_copy_body((ig_Body*)from, space)->el;
    forget_below((ig_Body*)from);
  } else if (space->by_value) {
    el = ig_element_copy(space->to, from);
    el->compiler = ig_compiler_for(space->to, from->compiler);
    ig_saved_forget(from);
  } else {
    ig_element_retain(el);
  }
  if (from->base.elemtype != mjOBJ_BODY) ig_bring_plugin(el, space);
  if (space->by_value && from->base.elemtype == mjOBJ_BODY) {
    ig_rename_body((ig_Body*)el, space);
  } else if (space->by_value) {
    ig_rename(el, space);
  }
  el->body = parent;
  return el;
}

// everything in the frame, and the frame; those that are shared change body last, when all were seen
static ig_Frame* take_contents(ig_Body* parent, ig_Frame* child, ig_Body* source, const ig_Space* space) {
  static const mjtObj order[] = {mjOBJ_FRAME, mjOBJ_GEOM, mjOBJ_JOINT, mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_BODY};
  int nframe = source->frames.count;
  FrameMap map = {ig_spec_alloc((size_t)nframe * sizeof(void*)), ig_spec_alloc((size_t)nframe * sizeof(void*)), 0};
  ig_Frame* first = NULL;
  for (size_t t = 0; t < sizeof(order) / sizeof(order[0]); t++) {
    ig_List* list = ig_body_list(parent, order[t]);
    int before = list->count;
    for (int i = 0, n = ig_body_list(source, order[t])->count; i < n; i++) {
      ig_Element* from = ig_body_list(source, order[t])->item[i];
      const ig_Frame* around = order[t] == mjOBJ_FRAME ? (ig_Frame*)from : from->frame;
      if (!inside(around, child)) continue;
      ig_Element* el = take_child(from, parent, space);
      ig_list_add(list, el);
      if (order[t] == mjOBJ_FRAME) {
        map.from[map.count] = (ig_Frame*)from;
        map.to[map.count++] = (ig_Frame*)el;
        if ((ig_Frame*)from == child) first = (ig_Frame*)el;
      } else {
        el->frame = mapped(&map, from->frame);
      }
    }

    // within one spec the copy stays in the frame that was around the original: so replicates nest
    ig_Frame* around = child->el.spec == parent->el.spec ? child->el.frame : NULL;
    for (int i = before; order[t] == mjOBJ_FRAME && i < list->count; i++) {
      const ig_Frame* from = map.from[i - before];
      list->item[i]->frame = from == child ? around : mapped(&map, from->el.frame);
    }
  }
  ig_free(map.from);
  ig_free(map.to);
  return first;
}

static ig_Element* attach_frame(ig_Body* parent, ig_Frame* child, ig_Space* space) {
  ig_Body* source = child->el.body;
  if (!source) {
    ig_spec_fail(space->to, child, "the frame has no parent body");
    return NULL;
  }
  if (!begin(space)) return NULL;
  ig_Frame* frame = take_contents(parent, child, source, space);
  if (!space->by_value) {
    // sharing hands over all of the body that the frame stood in, but for its own name
    ig_String name = {0};
    ig_container_copy(&name, &source->el.name, IG_TEXT);
    ig_adopt_body(source, space);
    ig_rename_body(source, space);
    ig_container_copy(&source->el.name, &name, IG_TEXT);
    ig_text_free(&name);
  }
  return finish(space) ? &frame->el : NULL;
}

// ------------------------------------------------ the cases

// a frame around all that stands in the world of a spec
static ig_Frame* frame_of_world(ig_Spec* spec) {
  ig_Frame* frame = ig_add_frame_to(spec->world, NULL);
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) {
    const ig_List* list = ig_body_list(spec->world, *t);
    for (int i = 0; i < list->count; i++) {
      ig_Element* el = list->item[i];
      if (el != &frame->el && !el->frame) el->frame = frame;
    }
  }
  return frame;
}

// a frame where a site is
static ig_Frame* frame_of_site(ig_Element* site) {
  const mjsSite* s = IG_PUBLIC(mjsSite, site);
  ig_Frame* frame = ig_add_frame_to(site->body, site->frame);
  memcpy(frame->s.pos, s->pos, sizeof(s->pos));
  memcpy(frame->s.quat, s->quat, sizeof(s->quat));
  const mjsCompiler* compiler = &site->spec->s.compiler;
  ig_orientation_quat(frame->s.quat, compiler->degree, compiler->eulerseq, &s->alt);
  return frame;
}

ig_Element* ig_attach(ig_Element* parent, ig_Element* child, const char* prefix, const char* suffix) {
  ig_Spec* to = parent->spec;
  mjtObj kind = parent->base.elemtype;
  if (kind != mjOBJ_FRAME && kind != mjOBJ_BODY && kind != mjOBJ_SITE) {
    ig_spec_fail(to, parent, "only frames, bodies and sites can be attached to");
    return NULL;
  }
  if (!parent->body && kind != mjOBJ_BODY) {
    ig_spec_fail(to, parent, "%s has no parent body", kind == mjOBJ_FRAME ? "Frame" : "Site");
    return NULL;
  }
  if (child->base.elemtype == mjOBJ_MODEL) child = &frame_of_world((ig_Spec*)child)->el;
  bool is_body = child->base.elemtype == mjOBJ_BODY;
  if (!is_body && child->base.elemtype != mjOBJ_FRAME) {
    ig_spec_fail(to, parent, "only bodies and frames can be attached");
    return NULL;
  }
  if (is_body && kind == mjOBJ_BODY) {
    ig_spec_fail(to, parent, "only a frame can be attached to a body");
    return NULL;
  }

  // within one spec, sharing would put an element into one tree twice
  ig_Space space = {prefix ? prefix : "", suffix ? suffix : "", child->spec, to, to->deepcopy || child->spec == to};
  ig_Frame* frame = kind == mjOBJ_SITE ? frame_of_site(parent) : kind == mjOBJ_FRAME ? (ig_Frame*)parent : NULL;
  if (is_body) return attach_body(frame, (ig_Body*)child, &space);
  ig_Body* body = kind == mjOBJ_BODY ? (ig_Body*)parent : parent->body;
  ig_Element* attached = attach_frame(body, (ig_Frame*)child, &space);
  if (attached && frame) attached->frame = frame;
  return attached;
}

mjsElement* ig_attach_child(mjsElement* parent, const mjsElement* child, const char* prefix, const char* suffix) {
  IG_FLOAT_SCOPE;
  if (!parent) {
    mju_error("mjs_attach: the parent is NULL");
    return NULL;
  }
  if (!child) {
    mju_error("mjs_attach: the child is NULL");
    return NULL;
  }
  ig_Element* attached = ig_attach(ig_el(parent), ig_el(child), prefix, suffix);
  return attached ? &attached->base : NULL;
}
