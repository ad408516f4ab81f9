// SPDX-License-Identifier: Apache-2.0
// Sensors: the rule of each type says by its variant which attributes name what it is attached to.
#include <string.h>

#include <mujoco/mujoco.h>

#include "mjcf/table/keyword.h"
#include "mjcf/table/table.h"
#include "mjcf/write/writer.h"
#include "model/typename.h"
#include "spec/element.h"
#include "spec/list.h"

static const ig_Rule* rule_of(mjtSensor type) {
  const ig_Rule* section = ig_rule_at("sensor", NULL);
  for (int i = 0; i < section->nchild; i++) {
    if (section->children[i].tag == (int)type) return &section->children[i];
  }
  return NULL;
}

// attribute for one side of a pair or a contact
static const char* side(mjtObj type, bool first) {
  switch (type) {
    case mjOBJ_GEOM: return first ? "geom1" : "geom2";
    case mjOBJ_BODY: return first ? "body1" : "body2";
    case mjOBJ_XBODY: return first ? "subtree1" : "subtree2";
    default: return "site";
  }
}

static void write_object(ig_Writer* w, const char* type_name, const char* name, mjtObj type, const void* text) {
  const char* word = ig_object_word(type);
  if (type == mjOBJ_UNKNOWN || !word) return;
  ig_put_text(&w->out, type_name, word);
  ig_put_text(&w->out, name, ig_text(text));
}

// bit i stands for keyword i; the first keyword alone is what is reported without the attribute
static void write_data(ig_Writer* w, const ig_Word* words, int bits) {
  char text[200] = "";
  if (bits == 1 || !bits) return;
  for (; words->word; words++) {
    if (!(bits & (1 << words->value))) continue;
    if (text[0]) strncat(text, " ", sizeof(text) - strlen(text) - 1);
    strncat(text, words->word, sizeof(text) - strlen(text) - 1);
  }
  ig_put_text(&w->out, "data", text);
}

static void write_attachment(ig_Writer* w, uint32_t variant, const mjsSensor* sensor) {
  const void *object = sensor->objname, *reference = sensor->refname;
  bool inside = sensor->type == mjSENS_INSIDESITE;
  if (variant & IG_SENS_SITE) ig_put_text(&w->out, "site", ig_text(inside ? reference : object));
  if (variant & IG_SENS_CAMERA) ig_put_text(&w->out, "camera", ig_text(reference));
  if (variant & IG_SENS_JOINT) ig_put_text(&w->out, "joint", ig_text(object));
  if (variant & IG_SENS_TENDON) ig_put_text(&w->out, "tendon", ig_text(object));
  if (variant & IG_SENS_ACTUATOR) ig_put_text(&w->out, "actuator", ig_text(object));
  if (variant & IG_SENS_BODY) ig_put_text(&w->out, "body", ig_text(object));
  if (variant & (IG_SENS_OBJECT | IG_SENS_USER | IG_SENS_PLUGIN)) {
    write_object(w, "objtype", "objname", sensor->objtype, object);
  }
  if (variant & (IG_SENS_REFERENCE | IG_SENS_PLUGIN)) {
    write_object(w, "reftype", "refname", sensor->reftype, reference);
  }
  if (variant & (IG_SENS_PAIR | IG_SENS_CONTACT)) {
    if (sensor->objtype != mjOBJ_UNKNOWN) ig_put_value(w, side(sensor->objtype, true), sensor->objname);
    if (sensor->reftype != mjOBJ_UNKNOWN) ig_put_value(w, side(sensor->reftype, false), sensor->refname);
  }
  if (variant & IG_SENS_CONTACT) write_data(w, ig_words_contact_data, sensor->intprm[0]);
  if (variant & IG_SENS_RAY) {
    ig_put_text(&w->out, sensor->objtype == mjOBJ_CAMERA ? "camera" : "site", ig_text(object));
    write_data(w, ig_words_ray_data, sensor->intprm[0]);
  }
  if (variant & IG_SENS_TACTILE) {
    ig_put_text(&w->out, "geom", ig_text(reference));
    ig_put_text(&w->out, "mesh", ig_text(object));
  }
}

void ig_write_sensors(ig_Writer* w) {
  ig_List* list = &w->spec->list[mjOBJ_SENSOR];
  ig_Element* base = ig_element_new(w->spec, ig_type(mjOBJ_SENSOR));
  ig_open(&w->out, "sensor");
  for (int i = 0; i < list->count; i++) {
    const mjsSensor* sensor = IG_ITEM(mjsSensor, *list, i);
    const ig_Rule* rule = rule_of(sensor->type);
    if (!rule) continue;
    ig_open(&w->out, rule->name);
    ig_write_name(w, list->item[i]);
    write_attachment(w, rule->variant, sensor);
    ig_write_rows(w, rule, list->item[i], sensor, IG_PUBLIC(void, base));
    if (sensor->plugin.active) ig_write_plugin(w, &sensor->plugin);
    ig_close(&w->out);
  }
  ig_close_or_drop(&w->out);
  ig_element_release(base);
}
