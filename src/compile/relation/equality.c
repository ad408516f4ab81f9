// SPDX-License-Identifier: Apache-2.0
#include "compile/relation/equality.h"

#include "compile/flex/flex.h"
#include "model/typename.h"

// what the two names of a constraint mean; mjOBJ_UNKNOWN: refused
static mjtObj object_type(ig_Compiler* c, const ig_CEquality* eq) {
  const mjsEquality* s = &eq->s;
  switch (s->type) {
    case mjEQ_CONNECT:
    case mjEQ_WELD:
      if (s->objtype == mjOBJ_SITE || s->objtype == mjOBJ_BODY) return s->objtype;
      ig_refuse(c, eq, "equality: %s constraint supports only sites and bodies, two of a kind",
                s->type == mjEQ_WELD ? "weld" : "connect");
      return mjOBJ_UNKNOWN;
    case mjEQ_JOINT: return mjOBJ_JOINT;
    case mjEQ_TENDON: return mjOBJ_TENDON;
    case mjEQ_FLEX:
    case mjEQ_FLEXVERT: return mjOBJ_FLEX;
    default: ig_refuse(c, eq, "equality: no such type: %d", (int)s->type); return mjOBJ_UNKNOWN;
  }
}

// hinge or slide; none at all is fine too: then the equality is about one joint
static bool is_scalar(const ig_Record* joint) { return !joint || ((const ig_CJoint*)(const void*)joint)->s.type >= mjJNT_SLIDE; }

bool ig_compile_equality(ig_Compiler* c, void* record) {
  ig_CEquality* eq = record;
  const mjsEquality* s = &eq->s;
  const char *name1 = ig_text(s->name1), *name2 = ig_text(s->name2);
  mjtObj type = object_type(c, eq);
  if (type == mjOBJ_UNKNOWN) return false;
  eq->obj1 = ig_lookup(c, type, name1);
  if (!eq->obj1) return ig_refuse(c, eq, "equality: '%s', %s not found", name1, ig_object_word(type));
  if (*name2) {
    eq->obj2 = ig_lookup(c, type, name2);
    if (!eq->obj2) {
      return ig_refuse(c, eq, "equality: '%s', %s not found", name2, ig_object_word(type));
    }
    // a body without a partner is tied to the world
  } else if (type == mjOBJ_BODY) {
    eq->obj2 = c->list[mjOBJ_BODY].item[0];
  }
  if (eq->obj1 == eq->obj2) return ig_refuse(c, eq, "equality: '%s' stands on both sides (equality %d)", name1, eq->r.id);
  if (type == mjOBJ_JOINT && (!is_scalar(eq->obj1) || !is_scalar(eq->obj2))) {
    return ig_refuse(c, eq, "equality: joints must be hinge or slide");
  }
  // what wakes sleepers does not know these kinds: a step would raise an error, as it does in 3.5.0
  bool sleeps = c->s.option.enableflags & mjENBL_SLEEP;
  if (sleeps && s->active && (type == mjOBJ_TENDON || type == mjOBJ_FLEX)) {
    return ig_refuse(c, eq, "equality: sleeping does not work with equalities of tendons and flexes: disable one of the two");
  }
  if (type == mjOBJ_FLEX && ((const ig_CFlex*)(const void*)eq->obj1)->rigid) {
    return ig_refuse(c, eq, "equality: flex '%s' is rigid (equality %d)", name1, eq->r.id);
  }
  return true;
}

// rows that it may make
void ig_count_equality(mjModel* n, const void* record) {
  mjtEq type = ((const ig_CEquality*)record)->s.type;
  n->nemax += type == mjEQ_CONNECT ? 3 : type == mjEQ_WELD ? 7 : 1;
}

void ig_write_equality(const ig_Compiler* c, const void* record) {
  const ig_CEquality* eq = record;
  mjModel* m = c->model;
  const mjsEquality* s = &eq->s;
  int id = eq->r.id;
  m->eq_type[id] = s->type;
  m->eq_obj1id[id] = ig_id(eq->obj1);
  m->eq_obj2id[id] = ig_id(eq->obj2);
  m->eq_objtype[id] = s->objtype;
  m->eq_active0[id] = s->active;
  IG_PUT(m->eq_solref, id, s->solref, mjNREF);
  IG_PUT(m->eq_solimp, id, s->solimp, mjNIMP);
  IG_PUT(m->eq_data, id, s->data, mjNEQDATA);
}
