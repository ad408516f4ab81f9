// SPDX-License-Identifier: Apache-2.0
#include "spec/attach.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "base/float_mode.h"
#include "base/memory.h"
#include "base/table.h"
#include "spec/add.h"
#include "spec/copy.h"
#include "spec/default.h"
#include "spec/element.h"
#include "spec/keyframe.h"
#include "spec/list.h"
#include "spec/names.h"
#include "spec/pose.h"

enum { MAX_LEVELS = 200 };  // what follows the specs that hold each other does so on the stack

void ig_hold_spec(ig_Spec* spec, ig_Spec* asset) {
  size_t n = (size_t)spec->nattached;
  if (spec->nattached == spec->attached_room) {
    size_t room = 2 * n + 4;
    spec->attached = ig_spec_grow(spec->attached, n * sizeof(*spec->attached), room * sizeof(*spec->attached));
    spec->attached_room = (int)room;
  }
  spec->attached[n] = asset;
  spec->nattached++;
  if (spec->level < asset->level + 1) spec->level = asset->level + 1;
  if (asset->held < spec->held + 1) asset->held = spec->held + 1;
}

// the last ones first: they are asked for most
static bool holds(const ig_Spec* spec, const ig_Spec* asset) {
  if (!spec->level || !asset->held) return false;
  for (int i = spec->nattached - 1; i >= 0; i--) {
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

static bool finish(const ig_Space* space) {
  if (!space->by_value) space->from->is_attached = true;
  ig_merge(space);
  if (space->from != space->to) {
    ig_pending_clear(space->from);
    if (!space->by_value) ig_tree_changed(space->from);
  }
  // Elements outside of the tree may have got a name that was taken; those of the tree are left to the compiler, as are
  // copies within one spec.
  if (space->from == space->to || !ig_names_repeat(space->to)) return true;
  for (int type = 0; type < mjNOBJECT; type++) {
    bool merged = !ig_in_tree((mjtObj)type) && type != mjOBJ_KEY && type != mjOBJ_PLUGIN;
    if (merged && space->from->list[type].count && !ig_names_unique(space->to, (mjtObj)type)) return false;
  }
  return true;
}

// elements of a copied tree leave their saved states to the copy
static void forget_below(ig_Body* root) {
  for (ig_Body* body = ig_walk_from(root); body; body = ig_walk_on(body)) {
    ig_saved_forget(&body->el);
    for (int i = 0; i < body->joints.count; i++) ig_saved_forget(body->joints.item[i]);
  }
}

// an element with all below it, at the end of a list of its new body, where there is room for it
static void put_in_tree(ig_Element* el, ig_Body* parent, ig_Frame* frame) {
  ig_Spec* spec = parent->el.spec;
  el->body = parent;
  el->frame = frame;
  ig_list_add(ig_body_list(parent, el->base.elemtype), el);
  ig_tree_changed(spec);
  ig_sign_added(spec, el);
}

// ------------------------------------------------ a body into a frame

// What needs memory comes first: an element that is shared is handed over whole or not at all, but for its name.
static ig_Element* attach_body(ig_Frame* frame, ig_Body* child, ig_Space* space) {
  ig_Body *body = child, *parent = frame->el.body;
  if (!begin(space) || !ig_list_make_room(&parent->bodies, 1)) return NULL;
  if (space->by_value) body = ig_copy_body(child, space);
  ig_rename_body(body, space);
  if (space->by_value) {
    forget_below(child);
  } else {
    ig_adopt_body(body, space);
    ig_element_retain(body);
  }
  put_in_tree(&body->el, parent, frame);
  ig_names_enter_below(space->to, body);
  return finish(space) ? &body->el : NULL;
}

// ------------------------------------------------ a frame into a body

// A frame that is being attached: of the frames of its body those that stand in it, and what they became. The arrays go by the
// places of the frames, which a table knows: what is shared gets another place on the way.
typedef struct Frames_ {
  const ig_Frame* outermost;
  ig_Frame** source;
  ig_Frame** taken;
  signed char* inside;  // -1: not known yet
  ig_Table table;       // places plus one
} Frames;

static uintptr_t* slot_of(const Frames* f, const ig_Frame* frame) {
  uintptr_t* slot = ig_table_first(&f->table, ig_hash_bits(0, (uint64_t)(uintptr_t)frame));
  while (*slot && f->source[*slot - 1] != frame) slot = ig_table_next(&f->table, slot);
  return slot;
}

static int place_of(const Frames* f, const ig_Frame* frame) { return frame ? (int)*slot_of(f, frame) - 1 : -1; }

static void begin_frames(Frames* f, const ig_Frame* outermost, const ig_List* frames) {
  size_t n = (size_t)frames->count, nslot = ig_table_slots(n);
  *f = (Frames){.outermost = outermost};
  f->source = ig_spec_alloc(n * sizeof(*f->source));
  f->taken = ig_spec_alloc(n * sizeof(*f->taken));
  f->inside = ig_spec_alloc(n);
  f->table = ig_table_in(ig_spec_alloc(nslot * sizeof(uintptr_t)), nslot);
  for (size_t i = 0; i < n; i++) {
    f->source[i] = (ig_Frame*)frames->item[i];
    f->inside[i] = -1;
    *slot_of(f, f->source[i]) = i + 1;
  }
}

static void end_frames(Frames* f) {
  ig_free(f->source);
  ig_free(f->taken);
  ig_free(f->inside);
  ig_free(f->table.slot);
}

// what is found out for a frame holds for all between it and the one that was known
static bool inside(Frames* f, const ig_Frame* frame) {
  const ig_Frame* at = frame;
  int place = place_of(f, at);
  while (at && at != f->outermost && (place < 0 || f->inside[place] < 0)) {
    at = at->el.frame;
    place = place_of(f, at);
  }
  bool answer = at && (at == f->outermost || f->inside[place] > 0);
  for (; frame && frame != at; frame = frame->el.frame) {
    place = place_of(f, frame);
    if (place >= 0) f->inside[place] = answer;
  }
  return answer;
}

static ig_Element* take_child(ig_Element* from, const ig_Space* space) {
  if (!space->by_value) return from;
  ig_Element* el;
  if (from->base.elemtype == mjOBJ_BODY) {
    el = &ig_copy_body((ig_Body*)from, space)->el;
    ig_rename_body((ig_Body*)el, space);
    forget_below((ig_Body*)from);
  } else {
    el = ig_element_copy(space->to, from);
    el->compiler = ig_compiler_for(space->to, from->compiler);
    ig_rename(el, space);
    ig_saved_forget(from);
  }
  return el;
}

// Those that stand in the frame; a frame is put into the one around it later, when all are there.
static void take_list(Frames* f, mjtObj type, ig_Body* parent, ig_Body* source, const ig_Space* space) {
  for (int i = 0, n = ig_body_list(source, type)->count; i < n; i++) {
    ig_Element* from = ig_body_list(source, type)->item[i];
    const ig_Frame* around = type == mjOBJ_FRAME ? (ig_Frame*)from : from->frame;
    if (!inside(f, around) || !ig_list_make_room(ig_body_list(parent, type), 1)) continue;
    ig_Element* el = take_child(from, space);
    if (type != mjOBJ_BODY) ig_bring_plugin(el, space);
    if (!space->by_value) ig_element_retain(el);
    put_in_tree(el, parent, type == mjOBJ_FRAME ? from->frame : f->taken[place_of(f, around)]);
    if (type == mjOBJ_FRAME) f->taken[i] = (ig_Frame*)el;
  }
}

// everything in the frame, and the frame
static ig_Frame* take_contents(ig_Body* parent, ig_Frame* child, ig_Body* source, const ig_Space* space) {
  static const mjtObj rest[] = {mjOBJ_GEOM, mjOBJ_JOINT, mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_BODY};
  // within one spec the copy stays in the frame that was around the original: so replicates nest
  ig_Frame* outer = child->el.spec == parent->el.spec ? child->el.frame : NULL;
  int nframe = source->frames.count;
  Frames f;
  begin_frames(&f, child, &source->frames);
  take_list(&f, mjOBJ_FRAME, parent, source, space);
  for (int i = 0; i < nframe; i++) {
    const ig_Frame* from = f.source[i];
    int around = from == child ? -1 : place_of(&f, from->el.frame);
    if (f.taken[i]) f.taken[i]->el.frame = from == child ? outer : around < 0 ? NULL : f.taken[around];
  }
  for (size_t t = 0; t < sizeof(rest) / sizeof(rest[0]); t++) take_list(&f, rest[t], parent, source, space);
  ig_Frame* first = f.taken[place_of(&f, child)];
  end_frames(&f);
  return first;
}

static ig_Element* attach_frame(ig_Body* parent, ig_Frame* child, ig_Space* space) {
  ig_Body* source = child->el.body;
  if (!source) {
    ig_spec_fail(space->to, child, "the frame has no parent body");
    return NULL;
  }
  if (!begin(space)) return NULL;
  int before[IG_NTREE_TYPE];
  for (int t = 0; t < IG_NTREE_TYPE; t++) before[t] = ig_body_list(parent, ig_tree_types[t])->count;
  ig_Frame* frame = take_contents(parent, child, source, space);
  if (!space->by_value) {
    // sharing hands over all of the body that the frame stood in, but for its own name
    ig_String name = {0};
    ig_container_copy(&name, &source->el.name, IG_TEXT);
    ig_rename_body(source, space);
    ig_container_copy(&source->el.name, &name, IG_TEXT);
    ig_text_free(&name);
    ig_adopt_body(source, space);
  }
  // the names of what the body has got
  for (int t = 0; t < IG_NTREE_TYPE; t++) {
    const ig_List* list = ig_body_list(parent, ig_tree_types[t]);
    for (int i = before[t]; i < list->count; i++) {
      if (ig_tree_types[t] == mjOBJ_BODY)
        ig_names_enter_below(parent->el.spec, (ig_Body*)list->item[i]);
      else
        ig_names_enter(parent->el.spec, list->item[i]);
    }
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

// the attached element, or NULL with the message set in the spec of the parent
static ig_Element* attach(ig_Element* parent, ig_Element* child, const char* prefix, const char* suffix) {
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
  ig_Element* attached = attach(ig_el(parent), ig_el(child), prefix, suffix);
  return attached ? &attached->base : NULL;
}
