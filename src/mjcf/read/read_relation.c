// SPDX-License-Identifier: Apache-2.0
// What refers to the tree by name: contacts, equalities, tendons, actuators.
#include <math.h>

#include "mjcf/read/read.h"
#include "mjcf/table/attr.h"
#include "mjcf/table/said.h"
#include "spec/access.h"
#include "spec/actuator.h"
#include "spec/add.h"
#include "spec/container.h"

bool ig_read_contact(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    const mjsDefault* def = ig_own_class(r, node, ig_root_class(r->spec));
    if (!def) return false;
    void* object = node->rule->tag == mjOBJ_PAIR ? (void*)ig_add_pair(r->spec, def) : (void*)ig_add_exclude(r->spec);
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
    const mjsDefault* def = ig_own_class(r, node, ig_root_class(r->spec));
    if (!def) return false;
    mjsEquality* equality = ig_add_equality(r->spec, def);
    equality->type = (mjtEq)node->rule->tag;
    if (!ig_read_attrs(r, node, equality)) return false;
    bool ends = equality->type == mjEQ_CONNECT || equality->type == mjEQ_WELD;
    if (ends && !read_ends(r, node, equality)) return false;
  }
  return true;
}

// ------------------------------------------------ tendons

bool ig_read_one_tendon(ig_Reader* r, const ig_Node* node, mjsTendon* tendon) {
  if (!ig_read_attrs(r, node, tendon)) return false;
  // one spring length is no dead band
  double length[2];
  int given = ig_read_reals(r, node, "springlength", length, 2);
  if (given == 1) tendon->springlength[1] = length[0];
  return given >= 0;
}

static bool read_wrap(ig_Reader* r, const ig_Node* node, mjsTendon* tendon) {
  ig_WrapSaid said = {.sidesite = ""};
  if (!ig_read_attrs(r, node, &said)) return false;
  mjsWrap* wrap = NULL;
  switch (node->rule->tag) {
    case mjWRAP_SITE: wrap = ig_wrap_site(tendon, said.site); break;
    case mjWRAP_SPHERE: wrap = ig_wrap_geom(tendon, said.geom, said.sidesite); break;
    case mjWRAP_PULLEY: wrap = ig_wrap_pulley(tendon, said.divisor); break;
    case mjWRAP_JOINT: wrap = ig_wrap_joint(tendon, said.joint, said.coef); break;
  }
  char note[400];
  ig_text_set(wrap->info, ig_place_note(node, note, sizeof(note)));
  return true;
}

bool ig_read_tendon(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    const mjsDefault* def = ig_own_class(r, node, ig_root_class(r->spec));
    if (!def) return false;
    mjsTendon* tendon = ig_add_tendon(r->spec, def);
    if (!ig_read_one_tendon(r, node, tendon)) return false;
    for (const ig_Node* wrap = node->first; wrap; wrap = wrap->next) {
      if (!read_wrap(r, wrap, tendon)) return false;
    }
  }
  return true;
}

// ------------------------------------------------ actuators

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

// the shortcuts; what is not given keeps the value that the class has
static double given_or(double said, double otherwise) { return isnan(said) ? otherwise : said; }

static const char* set_servo(ig_ActuatorSaid* s, mjsActuator* a, bool position) {
  double* kv = isnan(s->kv) ? NULL : &s->kv;
  double* ratio = isnan(s->dampratio) ? NULL : &s->dampratio;
  double* time = isnan(s->timeconst[0]) ? NULL : s->timeconst;
  double kp = given_or(s->kp, a->gainprm[0]), inherit = given_or(s->inheritrange, a->inheritrange);
  return position ? ig_set_to_position(a, kp, kv, ratio, time, inherit)
                  : ig_set_to_integrated_velocity(a, kp, kv, ratio, time, inherit);
}

static const char* set_cylinder(const ig_ActuatorSaid* s, mjsActuator* a) {
  return ig_set_to_cylinder(a, given_or(s->timeconst[0], a->dynprm[0]), given_or(s->bias[0], a->biasprm[0]),
                            given_or(s->area, a->gainprm[0]), given_or(s->diameter, -1));
}

// below zero: the builder keeps what is there
static const char* set_muscle(const ig_ActuatorSaid* s, mjsActuator* a) {
  double timeconst[2] = {given_or(s->timeconst[0], -1), given_or(s->timeconst[1], -1)};
  double range[2] = {given_or(s->range[0], -1), given_or(s->range[1], -1)};
  return ig_set_to_muscle(a, timeconst, given_or(s->tausmooth, a->dynprm[2]), range, given_or(s->force, -1),
                          given_or(s->scale, -1), given_or(s->lmin, -1), given_or(s->lmax, -1), given_or(s->vmax, -1),
                          given_or(s->fpmax, -1), given_or(s->fvmax, -1));
}

// NULL or "" if all is well
static const char* set_shortcut(uint32_t variant, ig_ActuatorSaid* s, mjsActuator* a) {
  switch (variant) {
    case IG_ACT_MOTOR: return ig_set_to_motor(a);
    case IG_ACT_POSITION: return set_servo(s, a, true);
    case IG_ACT_INTVELOCITY: return set_servo(s, a, false);
    case IG_ACT_VELOCITY: return ig_set_to_velocity(a, given_or(s->kv, a->gainprm[0]));
    case IG_ACT_DAMPER: return ig_set_to_damper(a, given_or(s->kv, 0));
    case IG_ACT_CYLINDER: return set_cylinder(s, a);
    case IG_ACT_MUSCLE: return set_muscle(s, a);
    case IG_ACT_ADHESION: return ig_set_to_adhesion(a, given_or(s->gain, a->gainprm[0]));
    default: return "";
  }
}

bool ig_read_one_actuator(ig_Reader* r, const ig_Node* node, mjsActuator* actuator) {
  if (!ig_read_attrs(r, node, actuator) || !read_transmission(r, node, actuator)) return false;
  if (node->rule->variant == IG_ACT_PLUGIN) return ig_read_plugin(r, node, &actuator->plugin);
  ig_ActuatorSaid said;
  for (size_t i = 0; i < sizeof(said) / sizeof(double); i++) ((double*)&said)[i] = NAN;
  if (!ig_read_aside(r, node, &said)) return false;
  const char* error = set_shortcut(node->rule->variant, &said, actuator);
  return !error || !error[0] || ig_fail_node(r->diag, node, "%s", error);
}

bool ig_read_actuator(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    const mjsDefault* def = ig_own_class(r, node, ig_root_class(r->spec));
    if (!def || !ig_read_one_actuator(r, node, ig_add_actuator(r->spec, def))) return false;
  }
  return true;
}
