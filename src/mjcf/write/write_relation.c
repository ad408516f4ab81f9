// SPDX-License-Identifier: Apache-2.0
// Contacts, equalities, tendons, actuators.
#include <string.h>

#include "mjcf/table/table.h"
#include "mjcf/write/writer.h"
#include "spec/element.h"
#include "spec/finding.h"
#include "spec/list.h"

static void write_contact(ig_Writer* w) {
  ig_List* list = w->spec->list;
  ig_Element* base = ig_element_new(w->spec, ig_type(mjOBJ_EXCLUDE));
  ig_open(&w->out, "contact");
  for (int i = 0; i < list[mjOBJ_PAIR].count; i++) {
    const ig_Element* el = list[mjOBJ_PAIR].item[i];
    ig_open(&w->out, "pair");
    ig_write_name(w, el);
    ig_write_class(w, el, "main");
    ig_write_rows(w, ig_rule_at("contact", "pair"), el, IG_PUBLIC(void, el), ig_class_object(w, el));
    ig_close(&w->out);
  }
  for (int i = 0; i < list[mjOBJ_EXCLUDE].count; i++) {
    const ig_Element* el = list[mjOBJ_EXCLUDE].item[i];
    ig_open(&w->out, "exclude");
    ig_write_name(w, el);
    ig_write_rows(w, ig_rule_at("contact", "exclude"), el, IG_PUBLIC(void, el), IG_PUBLIC(void, base));
    ig_close(&w->out);
  }
  ig_close_or_drop(&w->out);
  ig_element_release(base);
}

static void write_equality(ig_Writer* w) {
  ig_List* list = &w->spec->list[mjOBJ_EQUALITY];
  const ig_Rule* section = ig_rule_at("equality", NULL);
  ig_open(&w->out, "equality");
  for (int i = 0; i < list->count; i++) {
    const ig_Element* el = list->item[i];
    const mjsEquality* equality = IG_PUBLIC(mjsEquality, el);
    const ig_Rule* rule = NULL;
    for (int k = 0; k < section->nchild; k++) {
      if (section->children[k].tag == (int)equality->type) rule = &section->children[k];
    }
    if (!rule) continue;
    ig_open(&w->out, rule->name);
    ig_write_name(w, el);
    ig_write_class(w, el, "main");
    // what an equality holds together; names and numbers depend on its type
    bool bodies = equality->objtype == mjOBJ_BODY;
    const char* names[2] = {bodies ? "body1" : "site1", bodies ? "body2" : "site2"};
    switch (equality->type) {
      case mjEQ_JOINT: names[0] = "joint1", names[1] = "joint2"; break;
      case mjEQ_TENDON: names[0] = "tendon1", names[1] = "tendon2"; break;
      case mjEQ_FLEX:
      case mjEQ_FLEXVERT: names[0] = "flex"; break;
      default: break;
    }
    ig_put_value(w, names[0], equality->name1);
    ig_put_value(w, names[1], equality->name2);
    bool connect = equality->type == mjEQ_CONNECT, weld = equality->type == mjEQ_WELD;
    if ((connect || weld) && bodies) ig_put_reals(&w->out, "anchor", equality->data, 3);
    if (weld && bodies) ig_put_reals(&w->out, "relpose", equality->data + 3, 7);
    if (weld) ig_put_reals(&w->out, "torquescale", equality->data + 10, 1);
    if (equality->type == mjEQ_JOINT || equality->type == mjEQ_TENDON) {
      ig_put_reals(&w->out, "polycoef", equality->data, 5);
    }
    ig_write_rows(w, rule, el, equality, ig_class_object(w, el));
    ig_close(&w->out);
  }
  ig_close_or_drop(&w->out);
}

// ------------------------------------------------ tendons

static void write_wrap(ig_Writer* w, const ig_Wrap* wrap) {
  switch (wrap->s.type) {
    case mjWRAP_JOINT:
      ig_open(&w->out, "joint");
      ig_put_text(&w->out, "joint", ig_el_name(wrap));
      ig_put_reals(&w->out, "coef", &wrap->prm, 1);
      break;
    case mjWRAP_SITE:
      ig_open(&w->out, "site");
      ig_put_text(&w->out, "site", ig_el_name(wrap));
      break;
    case mjWRAP_PULLEY:
      ig_open(&w->out, "pulley");
      ig_put_reals(&w->out, "divisor", &wrap->prm, 1);
      break;
    default:
      ig_open(&w->out, "geom");
      ig_put_text(&w->out, "geom", ig_el_name(wrap));
      ig_put_value(w, "sidesite", &wrap->sidesite);
  }
  ig_close(&w->out);
}

static void write_tendons(ig_Writer* w) {
  ig_List* list = &w->spec->list[mjOBJ_TENDON];
  ig_open(&w->out, "tendon");
  for (int i = 0; i < list->count; i++) {
    const ig_Tendon* tendon = (ig_Tendon*)list->item[i];
    const ig_List* path = &tendon->path;
    bool fixed = path->count && ((ig_Wrap*)path->item[0])->s.type == mjWRAP_JOINT;
    const char* name = fixed ? "fixed" : "spatial";
    ig_open(&w->out, name);
    ig_write_name(w, &tendon->el);
    ig_write_class(w, &tendon->el, "main");
    ig_write_rows(w, ig_rule_at("tendon", name), &tendon->el, &tendon->s, ig_class_object(w, &tendon->el));
    for (int k = 0; k < path->count; k++) write_wrap(w, (ig_Wrap*)path->item[k]);
    ig_close(&w->out);
  }
  ig_close_or_drop(&w->out);
}

// ------------------------------------------------ actuators

static void write_target(ig_Writer* w, const mjsActuator* actuator) {
  const char* name = NULL;
  switch (actuator->trntype) {
    case mjTRN_JOINT: name = "joint"; break;
    case mjTRN_JOINTINPARENT: name = "jointinparent"; break;
    case mjTRN_TENDON: name = "tendon"; break;
    case mjTRN_SLIDERCRANK: name = "cranksite"; break;
    case mjTRN_SITE: name = "site"; break;
    case mjTRN_BODY: name = "body"; break;
    default: return;
  }
  ig_put_text(&w->out, name, ig_text(actuator->target));
  ig_put_value(w, "slidersite", actuator->slidersite);
  ig_put_value(w, "refsite", actuator->refsite);
}

// a servo whose range is known states it
static mjsActuator resolved(const ig_Element* el) {
  mjsActuator actuator = *IG_PUBLIC(mjsActuator, el);
  const double* found = ig_finding(el);
  if (found && actuator.inheritrange > 0) {
    double* range = actuator.dyntype == mjDYN_INTEGRATOR ? actuator.actrange : actuator.ctrlrange;
    memcpy(range, found, 2 * sizeof(double));
    actuator.inheritrange = 0;
  }
  return actuator;
}

static void write_actuators(ig_Writer* w) {
  ig_List* list = &w->spec->list[mjOBJ_ACTUATOR];
  ig_open(&w->out, "actuator");
  for (int i = 0; i < list->count; i++) {
    const ig_Element* el = list->item[i];
    const mjsActuator now = resolved(el), *actuator = &now;
    bool servo = actuator->inheritrange > 0;
    const char* name = actuator->plugin.active                 ? "plugin"
                       : !servo                                ? "general"
                       : actuator->dyntype == mjDYN_INTEGRATOR ? "intvelocity"
                                                               : "position";
    ig_open(&w->out, name);
    ig_write_name(w, el);
    ig_write_class(w, el, "main");
    write_target(w, actuator);
    ig_write_rows(w, ig_rule_at("actuator", name), el, actuator, ig_class_object(w, el));
    if (servo) {
      // a servo that takes its range from its target has no general form
      double kv = -actuator->biasprm[2];
      ig_put_reals(&w->out, "kp", actuator->gainprm, 1);
      if (kv > 0) ig_put_reals(&w->out, "kv", &kv, 1);
      if (kv < 0) ig_put_reals(&w->out, "dampratio", &actuator->biasprm[2], 1);
      if (actuator->dyntype == mjDYN_FILTEREXACT) ig_put_reals(&w->out, "timeconst", actuator->dynprm, 1);
      ig_put_reals(&w->out, "inheritrange", &actuator->inheritrange, 1);
    }
    if (actuator->plugin.active) ig_write_plugin(w, &actuator->plugin);
    ig_close(&w->out);
  }
  ig_close_or_drop(&w->out);
}

void ig_write_relations(ig_Writer* w) {
  write_contact(w);
  ig_write_deformable(w);
  write_equality(w);
  write_tendons(w);
  write_actuators(w);
}
