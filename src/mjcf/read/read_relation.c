// SPDX-License-Identifier: Apache-2.0
// What refers to the tree by name: contacts, equalities, tendons, actuators.
#include <string.h>

#include "mjcf/read/reader.h"
#include "mjcf/table/attr.h"
#include "mjcf/table/keyword.h"
#include "spec/container.h"

bool ig_read_contact(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    const mjsDefault* def = ig_read_class(r, node, "class", mjs_getSpecDefault(r->spec));
    if (!def) return false;
    void* object = node->rule->tag == mjOBJ_PAIR ? (void*)mjs_addPair(r->spec, def) : (void*)mjs_addExclude(r->spec);
    if (!ig_read_attrs(r, node, object)) return false;
  }
  return true;
}

// connect and weld hold two bodies, or two sites, together
static bool read_ends(ig_Reader* r, const ig_Node* node, mjsEquality* equality) {
  static const char* const sites[] = {"site1", "site2"};
  static const char* const bodies[] = {"body1", "body2"};
  bool weld = equality->type == mjEQ_WELD, anchor = ig_has_numbers(node, "anchor"), pose = ig_has_numbers(node, "relpose");
  int nsite = ig_count_given(node, 2, sites);
  if (nsite && (anchor || pose || ig_count_given(node, 2, bodies))) {
    return ig_fail_node(r->diag, node, "names of both kinds are given: body and site semantics cannot be mixed");
  }
  bool by_body = ig_xml_attr(node, "body1") && (weld || anchor);
  if ((nsite == 2) == by_body) {
    return ig_fail_node(r->diag, node,
                        weld ? "no pair to weld: either body1 must be defined and optionally {body2, anchor, "
                               "relpose}, or site1 and site2 must be defined"
                             : "no pair to connect: either both body1 and anchor must be defined, or both "
                               "site1 and site2 must be defined");
  }
  equality->objtype = by_body ? mjOBJ_BODY : mjOBJ_SITE;
  if (weld && by_body && !anchor) equality->data[0] = equality->data[1] = equality->data[2] = 0;
  return true;
}

bool ig_read_equality(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    const mjsDefault* def = ig_read_class(r, node, "class", mjs_getSpecDefault(r->spec));
    if (!def) return false;
    mjsEquality* equality = mjs_addEquality(r->spec, def);
    equality->type = (mjtEq)node->rule->tag;
    if (!ig_read_attrs(r, node, equality)) return false;
    bool ends = equality->type == mjEQ_CONNECT || equality->type == mjEQ_WELD;
    if (ends && !read_ends(r, node, equality)) return false;
  }
  return true;
}

// tendons -----------------------------------------------------------------------------------------------------------

bool ig_read_one_tendon(ig_Reader* r, const ig_Node* node, mjsTendon* tendon) {
  if (!ig_read_attrs(r, node, tendon)) return false;
  // one spring length is no dead band
  double length[2];
  int given = ig_read_reals(r, node, "springlength", length, 2);
  if (given == 1) tendon->springlength[1] = length[0];
  return given >= 0;
}

static bool read_wrap(ig_Reader* r, const ig_Node* node, mjsTendon* tendon) {
  if (!ig_read_attrs(r, node, NULL)) return false;
  mjsWrap* wrap = NULL;
  double number = 0;
  const char* side = ig_xml_value(node, "sidesite");
  const char* required = node->rule->tag == mjWRAP_PULLEY ? "divisor" : "coef";
  int given = ig_read_reals(r, node, required, &number, 1);
  bool numeric = node->rule->tag == mjWRAP_PULLEY || node->rule->tag == mjWRAP_JOINT;
  if (given < 0) return false;
  if (numeric && !given) return ig_fail_node(r->diag, node, "required attribute missing: '%s' has to be given here", required);
  switch (node->rule->tag) {
    case mjWRAP_SITE: wrap = mjs_wrapSite(tendon, ig_xml_value(node, "site")); break;
    case mjWRAP_SPHERE: wrap = mjs_wrapGeom(tendon, ig_xml_value(node, "geom"), side ? side : ""); break;
    case mjWRAP_PULLEY: wrap = mjs_wrapPulley(tendon, number); break;
    case mjWRAP_JOINT: wrap = mjs_wrapJoint(tendon, ig_xml_value(node, "joint"), number); break;
  }
  char note[400];
  ig_text_set(wrap->info, ig_place_note(node, note, sizeof(note)));
  return true;
}

bool ig_read_tendon(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    const mjsDefault* def = ig_read_class(r, node, "class", mjs_getSpecDefault(r->spec));
    if (!def) return false;
    mjsTendon* tendon = mjs_addTendon(r->spec, def);
    if (!ig_read_one_tendon(r, node, tendon)) return false;
    for (const ig_Node* wrap = node->first; wrap; wrap = wrap->next) {
      if (!read_wrap(r, wrap, tendon)) return false;
    }
  }
  return true;
}

// actuators ---------------------------------------------------------------------------------------------------------

// the attribute that names the target says what kind of target it is
static bool read_transmission(ig_Reader* r, const ig_Node* node, mjsActuator* actuator) {
  static const struct {
    const char* name;
    mjtTrn type;
  } targets[] = {
      {"joint", mjTRN_JOINT},   {"jointinparent", mjTRN_JOINTINPARENT},
      {"tendon", mjTRN_TENDON}, {"cranksite", mjTRN_SLIDERCRANK},
      {"site", mjTRN_SITE},     {"body", mjTRN_BODY},
  };
  int count = 0;
  for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
    if (!ig_xml_attr(node, targets[i].name)) continue;
    actuator->trntype = targets[i].type;
    count++;
  }
  if (count > 1) {
    return ig_fail_node(r->diag, node, "the actuator pulls at several things: give at most one of transmission targets");
  }
  mjtTrn type = actuator->trntype;
  bool crank = ig_has_numbers(node, "cranklength") || ig_xml_attr(node, "slidersite");
  if (crank && type != mjTRN_SLIDERCRANK && type != mjTRN_UNDEFINED) {
    return ig_fail_node(r->diag, node, "this actuator has no cranksite, which cranklength and slidersite belong to");
  }
  if (ig_xml_attr(node, "refsite") && type != mjTRN_SITE && type != mjTRN_UNDEFINED) {
    return ig_fail_node(r->diag, node, "refsite needs a site as the target of the actuator");
  }
  return true;
}

// numbers of the shortcuts; what is not given keeps the value in `to`
typedef struct Shortcut_ {
  ig_Reader* r;
  const ig_Node* node;
  bool failed;
} Shortcut;

static bool number(Shortcut* s, const char* name, double* to, int count) {
  int given = ig_read_reals(s->r, s->node, name, to, count);
  s->failed |= given < 0;
  return given > 0;
}

static const char* set_servo(Shortcut* s, mjsActuator* a, bool position) {
  double kp = a->gainprm[0], kv, dampratio, timeconst, inherit = a->inheritrange;
  number(s, "kp", &kp, 1);
  number(s, "inheritrange", &inherit, 1);
  double* given_kv = number(s, "kv", &kv, 1) ? &kv : NULL;
  double* given_ratio = number(s, "dampratio", &dampratio, 1) ? &dampratio : NULL;
  double* given_time = number(s, "timeconst", &timeconst, 1) ? &timeconst : NULL;
  if (s->failed) return "";
  return position ? mjs_setToPosition(a, kp, given_kv, given_ratio, given_time, inherit)
                  : mjs_setToIntVelocity(a, kp, given_kv, given_ratio, given_time, inherit);
}

static const char* set_cylinder(Shortcut* s, mjsActuator* a) {
  double timeconst = a->dynprm[0], area = a->gainprm[0], diameter = -1;
  double bias[3] = {a->biasprm[0], a->biasprm[1], a->biasprm[2]};
  number(s, "timeconst", &timeconst, 1);
  number(s, "bias", bias, 3);
  number(s, "area", &area, 1);
  number(s, "diameter", &diameter, 1);
  return s->failed ? "" : mjs_setToCylinder(a, timeconst, bias[0], area, diameter);
}

static const char* set_muscle(Shortcut* s, mjsActuator* a) {
  static const char* const names[] = {"force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax"};
  double value[7] = {-1, -1, -1, -1, -1, -1, -1};
  double range[2] = {-1, -1}, timeconst[2] = {-1, -1}, tausmooth = a->dynprm[2];
  number(s, "timeconst", timeconst, 2);
  number(s, "tausmooth", &tausmooth, 1);
  number(s, "range", range, 2);
  for (int i = 0; i < 7; i++) number(s, names[i], &value[i], 1);
  if (s->failed) return "";
  return mjs_setToMuscle(a, timeconst, tausmooth, range, value[0], value[1], value[2], value[3], value[4], value[5], value[6]);
}

// NULL or "" if all is well
static const char* set_shortcut(Shortcut* s, mjsActuator* a) {
  double value = a->gainprm[0];
  switch (s->node->rule->variant) {
    case IG_ACT_MOTOR: return mjs_setToMotor(a);
    case IG_ACT_POSITION: return set_servo(s, a, true);
    case IG_ACT_INTVELOCITY: return set_servo(s, a, false);
    case IG_ACT_VELOCITY: number(s, "kv", &value, 1); return mjs_setToVelocity(a, value);
    case IG_ACT_DAMPER:
      value = 0;
      number(s, "kv", &value, 1);
      return mjs_setToDamper(a, value);
    case IG_ACT_CYLINDER: return set_cylinder(s, a);
    case IG_ACT_MUSCLE: return set_muscle(s, a);
    case IG_ACT_ADHESION: number(s, "gain", &value, 1); return mjs_setToAdhesion(a, value);
    default: return "";
  }
}

bool ig_read_one_actuator(ig_Reader* r, const ig_Node* node, mjsActuator* actuator) {
  if (!ig_read_attrs(r, node, actuator) || !read_transmission(r, node, actuator)) return false;
  if (node->rule->variant == IG_ACT_PLUGIN) return ig_read_plugin(r, node, &actuator->plugin);
  Shortcut shortcut = {r, node, false};
  const char* error = set_shortcut(&shortcut, actuator);
  if (shortcut.failed) return false;
  return !error || !error[0] || ig_fail_node(r->diag, node, "%s", error);
}

bool ig_read_actuator(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    const mjsDefault* def = ig_read_class(r, node, "class", mjs_getSpecDefault(r->spec));
    if (!def || !ig_read_one_actuator(r, node, mjs_addActuator(r->spec, def))) return false;
  }
  return true;
}
