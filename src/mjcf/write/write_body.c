// SPDX-License-Identifier: Apache-2.0
// The kinematic tree.
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "mjcf/table/table.h"
#include "mjcf/write/writer.h"
#include "spec/element.h"
#include "spec/finding.h"
#include "spec/list.h"
#include "spec/pose.h"

enum { NTYPE = 6 };
static const mjtObj types[NTYPE] = {mjOBJ_JOINT, mjOBJ_GEOM, mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_BODY};

// values that bodies, frames and free joints start from
typedef struct Bases_ {
  ig_Element *body, *frame, *freejoint;
} Bases;

// a body while it is written: of each type, the elements up to `next` are done
typedef struct Scope_ {
  ig_Writer* w;
  const Bases* bases;
  ig_Body* body;
  int next[NTYPE];
  bool* named;  // frames that have been written with their name
} Scope;

static void write_body(ig_Writer* w, const Bases* bases, ig_Body* body, const char* inherited);

static const char* class_name(const ig_Element* el, const char* inherited) {
  return ig_text_empty(&el->classname) ? inherited : ig_text(&el->classname);
}

static void write_childclass(ig_Writer* w, const ig_Element* el, const char* inherited) {
  const char* name = class_name(el, inherited);
  if (strcmp(name, inherited) && ig_class_of(w->spec, name)) ig_put_text(&w->out, "childclass", name);
}

// a free joint without settings of its own is a freejoint: it takes nothing from its class
static bool is_freejoint(const Scope* s, const mjsJoint* joint) {
  const mjsJoint* free = IG_PUBLIC(mjsJoint, s->bases->freejoint);
  return joint->type == mjJNT_FREE && joint->stiffness == free->stiffness && joint->damping == free->damping &&
         joint->armature == free->armature && joint->frictionloss == free->frictionloss &&
         joint->springdamper[0] == free->springdamper[0] && joint->springdamper[1] == free->springdamper[1] &&
         joint->margin == free->margin && joint->limited == free->limited && joint->actfrclimited == free->actfrclimited &&
         !memcmp(joint->range, free->range, sizeof(free->range)) &&
         !memcmp(joint->actfrcrange, free->actfrcrange, sizeof(free->actfrcrange)) && joint->actgravcomp == free->actgravcomp &&
         !IG_COUNT(double, joint->userdata) &&
         !memcmp(joint->solref_friction, free->solref_friction, sizeof(free->solref_friction)) &&
         !memcmp(joint->solimp_friction, free->solimp_friction, sizeof(free->solimp_friction)) &&
         !memcmp(joint->solref_limit, free->solref_limit, sizeof(free->solref_limit)) &&
         !memcmp(joint->solimp_limit, free->solimp_limit, sizeof(free->solimp_limit));
}

// springdamper is written as the spring and the damper that came of it
static mjsJoint resolved(const ig_Element* el) {
  mjsJoint joint = *IG_PUBLIC(mjsJoint, el);
  const double* found = ig_finding(el);
  if (found && joint.springdamper[0] > 0) {
    joint.springdamper[0] = joint.springdamper[1] = 0;
    joint.stiffness = found[0];
    joint.damping = found[1];
  }
  return joint;
}

static const ig_Rule* body_rule(const char* name) { return ig_rule_at("worldbody", name); }

static void write_object(Scope* s, const ig_Element* el, const char* inherited) {
  ig_Writer* w = s->w;
  const char* name = ig_type(el->base.elemtype)->word;
  const void *base = ig_class_object(w, el), *object = IG_PUBLIC(void, el);
  mjsJoint joint;
  bool is_joint = el->base.elemtype == mjOBJ_JOINT, bare = is_joint && is_freejoint(s, object);
  if (is_joint) {
    joint = resolved(el);
    object = &joint;
  }
  if (bare) {
    name = "freejoint";
    base = IG_PUBLIC(void, s->bases->freejoint);
  }
  ig_open(&w->out, name);
  ig_write_name(w, el);
  if (!bare) ig_write_class(w, el, inherited);
  ig_write_rows(w, body_rule(name), el, object, base);
  const mjsPlugin* plugin = ig_element_plugin(el);
  if (plugin && plugin->active) {
    ig_open(&w->out, "plugin");
    ig_write_plugin(w, plugin);
    ig_close(&w->out);
  }
  ig_close(&w->out);
}

// the frame directly inside `outer` on the way to el, or NULL if el is not below outer or stands in it itself
static ig_Frame* step_into(const ig_Element* el, const ig_Frame* outer) {
  ig_Frame* frame = el->frame;
  if (frame == outer) return NULL;
  while (frame && frame->el.frame != outer) frame = frame->el.frame;
  return frame;
}

static void write_scope(Scope* s, ig_Frame* frame, const char* inherited);

static void write_frame(Scope* s, ig_Frame* frame, const char* inherited) {
  ig_Writer* w = s->w;
  int id = ig_list_find(&s->body->frames, frame);
  ig_open(&w->out, "frame");
  if (id < 0 || !s->named[id]) ig_write_name(w, &frame->el);
  if (id >= 0) s->named[id] = true;
  write_childclass(w, &frame->el, inherited);
  ig_write_rows(w, &ig_rule_frame, &frame->el, &frame->s, IG_PUBLIC(mjsFrame, s->bases->frame));
  write_scope(s, frame, class_name(&frame->el, inherited));
  ig_close(&w->out);
}

// What stands in a frame is written inside of it. Elements of one type keep their order, since it gives them their ids;
// so a frame may be opened more than once, and has its name the first time only.
static void write_scope(Scope* s, ig_Frame* frame, const char* inherited) {
  for (;;) {
    ig_Frame* inner = NULL;
    for (int t = 0; t < NTYPE; t++) {
      const ig_List* list = ig_body_list(s->body, types[t]);
      while (s->next[t] < list->count && list->item[s->next[t]]->frame == frame) {
        ig_Element* el = list->item[s->next[t]++];
        int made = types[t] == mjOBJ_BODY ? ig_write_flexcomp_at(s->w, (ig_Body*)el) : 0;
        if (made) {
          s->next[t] += made - 1;
        } else if (types[t] == mjOBJ_BODY) {
          write_body(s->w, s->bases, (ig_Body*)el, inherited);
        } else {
          write_object(s, el, inherited);
        }
      }
      if (!inner && s->next[t] < list->count) inner = step_into(list->item[s->next[t]], frame);
    }
    if (!inner) return;
    write_frame(s, inner, inherited);
  }
}

static void write_children(ig_Writer* w, const Bases* bases, ig_Body* body, const char* inherited) {
  Scope s = {.w = w, .bases = bases, .body = body};
  size_t size = (size_t)body->frames.count * sizeof(bool) + 1;
  s.named = ig_alloc(size);
  memset(s.named, 0, size);
  write_scope(&s, NULL, inherited);
  // frames that hold nothing but have a name
  for (int i = 0; i < body->frames.count; i++) {
    ig_Frame* frame = (ig_Frame*)body->frames.item[i];
    if (!s.named[i] && !frame->el.frame && !ig_text_empty(&frame->el.name)) write_frame(&s, frame, inherited);
  }
  ig_write_flexcomps(w, body);
  ig_free(s.named);
}

// a geom whose mass replaces the inertial where inertiafromgeom says so
static bool has_weighing_geom(const ig_Body* body) {
  const int* groups = body->el.compiler->inertiagrouprange;
  for (int i = 0; i < body->geoms.count; i++) {
    int group = IG_ITEM(mjsGeom, body->geoms, i)->group;
    if (group >= groups[0] && group <= groups[1]) return true;
  }
  return false;
}

static void write_inertial(ig_Writer* w, const Bases* bases, const ig_Body* body) {
  const mjsBody* s = &body->s;
  const mjsCompiler* compiler = &w->spec->s.compiler;
  const double* found = compiler->saveinertial ? ig_finding(&body->el) : NULL;
  if (found) {
    // what the compiler has computed
    ig_open(&w->out, "inertial");
    ig_put_computed(&w->out, "pos", found, 3);
    ig_put_computed(&w->out, "quat", found + 3, 4);
    ig_put_computed(&w->out, "mass", found + 7, 1);
    ig_put_computed(&w->out, "diaginertia", found + 8, 3);
    ig_close(&w->out);
    return;
  }
  if (!s->explicitinertial || (compiler->inertiafromgeom == mjINERTIAFROMGEOM_TRUE && has_weighing_geom(body))) return;
  ig_open(&w->out, "inertial");
  ig_put_reals(&w->out, "pos", s->ipos, 3);
  bool full = s->fullinertia[0] == s->fullinertia[0];
  ig_put_reals(&w->out, "mass", &s->mass, 1);
  if (full) {
    ig_put_reals(&w->out, "fullinertia", s->fullinertia, 6);
  } else {
    double quat[4] = {s->iquat[0], s->iquat[1], s->iquat[2], s->iquat[3]};
    const double* usual = IG_PUBLIC(mjsBody, bases->body)->iquat;
    if (s->ialt.type != mjORIENTATION_QUAT) {
      ig_orientation_quat(quat, body->el.compiler->degree, body->el.compiler->eulerseq, &s->ialt);
    }
    if (memcmp(quat, usual, sizeof(quat))) ig_put_reals(&w->out, "quat", quat, 4);
    if (s->inertia[0] || s->inertia[1] || s->inertia[2]) ig_put_reals(&w->out, "diaginertia", s->inertia, 3);
  }
  ig_close(&w->out);
}

static void write_body(ig_Writer* w, const Bases* bases, ig_Body* body, const char* inherited) {
  ig_open(&w->out, "body");
  ig_write_name(w, &body->el);
  write_childclass(w, &body->el, inherited);
  const ig_Rule body_rows = {.name = "body", .table = &ig_table_body, .variant = ~0u};
  ig_write_rows(w, &body_rows, &body->el, &body->s, IG_PUBLIC(mjsBody, bases->body));
  write_inertial(w, bases, body);
  if (body->s.plugin.active) {
    ig_open(&w->out, "plugin");
    ig_write_plugin(w, &body->s.plugin);
    ig_close(&w->out);
  }
  write_children(w, bases, body, class_name(&body->el, inherited));
  ig_close(&w->out);
}

void ig_write_world(ig_Writer* w) {
  Bases bases = {
      .body = ig_element_new(w->spec, ig_type(mjOBJ_BODY)),
      .frame = ig_element_new(w->spec, ig_type(mjOBJ_FRAME)),
      .freejoint = ig_element_new(w->spec, ig_type(mjOBJ_JOINT)),
  };
  IG_PUBLIC(mjsJoint, bases.freejoint)->type = mjJNT_FREE;
  ig_open(&w->out, "worldbody");
  write_children(w, &bases, w->spec->world, class_name(&w->spec->world->el, "main"));
  ig_close(&w->out);
  ig_element_release(bases.body);
  ig_element_release(bases.frame);
  ig_element_release(bases.freejoint);
}
