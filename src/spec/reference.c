// SPDX-License-Identifier: Apache-2.0
// Names in attached elements. Elements that came with a prefix and suffix refer to each other by their old names: such a
// name is looked up with the prefix and suffix first, then as it stands, since it may mean something outside.
#include "spec/reference.h"

#include <mujoco/mujoco.h>

#include "base/scope.h"
#include "model/typename.h"
#include "spec/element.h"
#include "spec/list.h"

enum { RESOLVE_WORK = 300 };  // looking up a few names

typedef struct Lookup_ {
  ig_Spec* spec;
  const char* prefix;
  const char* suffix;
} Lookup;

// found under the name inside of the name space; `full` keeps that name
static ig_Element* find_inside(const Lookup* lookup, mjtObj type, const void* name, ig_String* full) {
  ig_text_set(full, ig_text(name));
  ig_text_wrap(full, lookup->prefix, lookup->suffix);
  return ig_find(lookup->spec, type, ig_text(full));
}

// two references, of which at least one is inside of the name space
static bool resolve_two(ig_Element* el, const Lookup* lookup, const mjtObj type[2], void* const name[2], const char* what) {
  ig_String full[2] = {0};
  ig_Element* found[2];
  for (int i = 0; i < 2; i++) {
    found[i] = type[i] == mjOBJ_UNKNOWN ? NULL : find_inside(lookup, type[i], name[i], &full[i]);
  }
  // one side inside is enough: a sensor may see an attached site from a camera of its new model
  bool both = type[0] != mjOBJ_UNKNOWN && type[1] != mjOBJ_UNKNOWN;
  if (both && !found[0] != !found[1]) {
    int missing = found[0] ? 1 : 0;
    ig_text_set(&full[missing], ig_text(name[missing]));
    found[missing] = ig_find(lookup->spec, type[missing], ig_text(&full[missing]));
  }
  bool ok = true;
  for (int i = 0; i < 2 && ok; i++) {
    if (type[i] == mjOBJ_UNKNOWN || found[i]) continue;
    ok = ig_spec_fail(lookup->spec, el, "%s '%s' not found in %s", ig_object_word(type[i]), ig_text(&full[i]), what);
  }
  for (int i = 0; i < 2; i++) {
    if (ok && type[i] != mjOBJ_UNKNOWN) ig_container_copy(name[i], &full[i], IG_TEXT);
    ig_text_free(&full[i]);
  }
  return ok;
}

static bool has(ig_Element* el, ig_Spec* spec, mjtObj type, const void* name, const char* what) {
  if (ig_find(spec, type, ig_text(name))) return true;
  return ig_spec_fail(spec, el, "%s '%s' not found in %s", ig_object_word(type), ig_text(name), what);
}

// a list of names, as skins and flexes have
static bool has_all(ig_Element* el, ig_Spec* spec, mjtObj type, const void* names, const char* what) {
  for (int i = 0, n = ig_texts_count(names); i < n; i++) {
    if (!ig_find(spec, type, ig_texts_at(names, i))) {
      return ig_spec_fail(spec, el, "%s '%s' not found in %s", ig_object_word(type), ig_texts_at(names, i), what);
    }
  }
  return true;
}

static bool resolve_equality(ig_Element* el, ig_Spec* spec) {
  const mjsEquality* eq = IG_PUBLIC(mjsEquality, el);
  mjtObj type = mjOBJ_UNKNOWN;
  switch (eq->type) {
    case mjEQ_CONNECT:
    case mjEQ_WELD:
      if (eq->objtype == mjOBJ_SITE || eq->objtype == mjOBJ_BODY) type = eq->objtype;
      break;
    case mjEQ_JOINT: type = mjOBJ_JOINT; break;
    case mjEQ_TENDON: type = mjOBJ_TENDON; break;
    case mjEQ_FLEX:
    case mjEQ_FLEXVERT: type = mjOBJ_FLEX; break;
    default: break;
  }
  if (type == mjOBJ_UNKNOWN) return ig_spec_fail(spec, el, "the objects of this type of equality are not known");
  if (!has(el, spec, type, eq->name1, "equality constraint")) return false;
  return ig_text_empty(eq->name2) || has(el, spec, type, eq->name2, "equality constraint");
}

static bool resolve_actuator(ig_Element* el, ig_Spec* spec) {
  const mjsActuator* a = IG_PUBLIC(mjsActuator, el);
  switch (a->trntype) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return has(el, spec, mjOBJ_JOINT, a->target, "actuator");
    case mjTRN_SLIDERCRANK:
      return has(el, spec, mjOBJ_SITE, a->slidersite, "actuator") && has(el, spec, mjOBJ_SITE, a->target, "actuator");
    case mjTRN_TENDON: return has(el, spec, mjOBJ_TENDON, a->target, "actuator");
    case mjTRN_SITE:
      if (!ig_text_empty(a->refsite) && !has(el, spec, mjOBJ_SITE, a->refsite, "actuator")) return false;
      return has(el, spec, mjOBJ_SITE, a->target, "actuator");
    case mjTRN_BODY: return has(el, spec, mjOBJ_BODY, a->target, "actuator");
    default: return ig_spec_fail(spec, el, "the transmission of the actuator is of no known type");
  }
}

// wraps: each is looked for inside of the name space, then outside; at least one must be inside
static bool find_wrap(ig_Wrap* wrap, const Lookup* lookup, ig_String* name, ig_String* side) {
  static const mjtObj target[] = {
      [mjWRAP_JOINT] = mjOBJ_JOINT, [mjWRAP_SITE] = mjOBJ_SITE, [mjWRAP_SPHERE] = mjOBJ_GEOM, [mjWRAP_CYLINDER] = mjOBJ_GEOM};
  if (wrap->s.type == mjWRAP_PULLEY) return true;
  if (wrap->s.type <= mjWRAP_NONE || wrap->s.type > mjWRAP_CYLINDER) return false;
  if (!find_inside(lookup, target[wrap->s.type], &wrap->el.name, name)) return false;
  return ig_text_empty(&wrap->sidesite) || find_inside(lookup, mjOBJ_SITE, &wrap->sidesite, side);
}

static bool resolve_tendon(ig_Element* el, const Lookup* lookup) {
  const ig_Tendon* tendon = (const ig_Tendon*)el;
  const Lookup outside = {lookup->spec, "", ""};
  int inside = 0;
  for (int i = 0; i < tendon->path.count; i++) {
    ig_Wrap* wrap = (ig_Wrap*)tendon->path.item[i];
    ig_String name = {0}, side = {0};
    ig_spend(RESOLVE_WORK);
    bool here = find_wrap(wrap, lookup, &name, &side);
    bool found = here || find_wrap(wrap, &outside, &name, &side);
    ig_text_free(&name);
    ig_text_free(&side);
    if (!found) {
      return ig_spec_fail(lookup->spec, wrap, "'%s' not found: it is wanted by tendon %d in its wrap %d", ig_el_name(wrap),
                          el->id, i);
    }
    inside += here && wrap->s.type != mjWRAP_PULLEY;
  }
  if (!inside) {
    return ig_spec_fail(lookup->spec, el, "tendon '%s' (%d) touches nothing that was attached", ig_el_name(el), el->id);
  }

  // all there: write the names
  for (int i = 0; i < tendon->path.count; i++) {
    ig_Wrap* wrap = (ig_Wrap*)tendon->path.item[i];
    ig_String name = {0}, side = {0};
    if (wrap->s.type != mjWRAP_PULLEY && find_wrap(wrap, lookup, &name, &side)) {
      ig_container_copy(&wrap->el.name, &name, IG_TEXT);
      if (!ig_text_empty(&side)) ig_container_copy(&wrap->sidesite, &side, IG_TEXT);
    }
    ig_text_free(&name);
    ig_text_free(&side);
  }
  return true;
}

static bool resolve_sensor(ig_Element* el, const Lookup* lookup) {
  const mjsSensor* s = IG_PUBLIC(mjsSensor, el);
  const mjtObj type[2] = {s->objtype, s->reftype};
  void* const name[2] = {s->objname, s->refname};
  return resolve_two(el, lookup, type, name, "sensor");
}

// types that stand for nothing in a model are not found either
static bool resolve_tuple(ig_Element* el, ig_Spec* spec) {
  const mjsTuple* t = IG_PUBLIC(mjsTuple, el);
  int n = ig_texts_count(t->objname);
  if (!n) return ig_spec_fail(spec, el, "tuple '%s' is empty", ig_el_name(el));
  if (n != IG_COUNT(int, t->objtype)) {
    return ig_spec_fail(spec, el, "tuple '%s' has not as many types as names", ig_el_name(el));
  }
  for (int i = 0; i < n; i++) {
    mjtObj type = (mjtObj)IG_ITEMS(int, t->objtype)[i];
    if (!ig_find(spec, type, ig_texts_at(t->objname, i))) {
      return ig_spec_fail(spec, el, "object '%s' of tuple %d is not in the model", ig_texts_at(t->objname, i), el->id);
    }
  }
  return true;
}

bool ig_resolve(ig_Element* el, ig_Spec* spec, const char* prefix, const char* suffix) {
  ig_spend(RESOLVE_WORK);
  const Lookup lookup = {spec, prefix, suffix};
  switch (el->base.elemtype) {
    case mjOBJ_PAIR: {
      const mjtObj type[2] = {mjOBJ_GEOM, mjOBJ_GEOM};
      void* const name[2] = {IG_PUBLIC(mjsPair, el)->geomname1, IG_PUBLIC(mjsPair, el)->geomname2};
      return resolve_two(el, &lookup, type, name, "collision");
    }
    case mjOBJ_EXCLUDE: {
      const mjtObj type[2] = {mjOBJ_BODY, mjOBJ_BODY};
      void* const name[2] = {IG_PUBLIC(mjsExclude, el)->bodyname1, IG_PUBLIC(mjsExclude, el)->bodyname2};
      return resolve_two(el, &lookup, type, name, "bodypair");
    }
    case mjOBJ_SENSOR: return resolve_sensor(el, &lookup);
    case mjOBJ_TENDON: return resolve_tendon(el, &lookup);
    case mjOBJ_EQUALITY: return resolve_equality(el, spec);
    case mjOBJ_ACTUATOR: return resolve_actuator(el, spec);
    case mjOBJ_TUPLE: return resolve_tuple(el, spec);
    case mjOBJ_SKIN: return has_all(el, spec, mjOBJ_BODY, IG_PUBLIC(mjsSkin, el)->bodyname, "skin");
    case mjOBJ_FLEX:
      return has_all(el, spec, mjOBJ_BODY, IG_PUBLIC(mjsFlex, el)->vertbody, "flex") &&
             has_all(el, spec, mjOBJ_BODY, IG_PUBLIC(mjsFlex, el)->nodebody, "flex");
    default: return true;
  }
}
