// SPDX-License-Identifier: Apache-2.0
// The document as a whole, and the sections that hold for the whole model.
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/registry.h"
#include "base/warning_text.h"
#include "mjcf/table/table.h"
#include "mjcf/write/writer.h"
#include "model/typename.h"
#include "spec/copy.h"
#include "spec/default.h"
#include "spec/element.h"
#include "spec/list.h"

const ig_Rule* ig_rule_at(const char* section, const char* name) {
  const ig_Rule* rule = &ig_rule_mujoco;
  const char* path[2] = {section, name};
  for (int level = 0; level < 2 && path[level]; level++) {
    const ig_Rule* found = NULL;
    for (int i = 0; i < rule->nchild && !found; i++) {
      if (!strcmp(rule->children[i].name, path[level])) found = &rule->children[i];
    }
    rule = found;
  }
  return rule;
}

// ------------------------------------------------ shared pieces

void ig_put_value(ig_Writer* w, const char* name, const void* text) {
  if (!ig_text_empty(text)) ig_put_text(&w->out, name, ig_text(text));
}

void ig_write_name(ig_Writer* w, const ig_Element* el) { ig_put_value(w, "name", &el->name); }

// the class of an element, unless it is the one it would have anyway
void ig_write_class(ig_Writer* w, const ig_Element* el, const char* inherited) {
  bool known = ig_class_of(w->spec, ig_text(&el->classname)) != NULL;
  if (known && !ig_text_is(&el->classname, inherited)) ig_put_text(&w->out, "class", ig_text(&el->classname));
}

// the values that an element of this type and class starts from
const void* ig_class_object(ig_Writer* w, const ig_Element* el) {
  ig_Default* def = ig_class_of(w->spec, ig_text(&el->classname));
  if (!def) def = (ig_Default*)w->spec->defaults.item[0];
  return IG_PUBLIC(void, ig_default_element(def, el->base.elemtype));
}

static void write_config(ig_Writer* w, const char* key, const char* value) {
  ig_open(&w->out, "config");
  ig_put_text(&w->out, "key", key);
  ig_put_text(&w->out, "value", value);
  ig_close(&w->out);
}

// in the order in which the plugin declares them, then what it does not know
static void write_configs(ig_Writer* w, const char* plugin_name, const ig_Map* map) {
  int slot;
  const mjpPlugin* plugin = ig_find_plugin(plugin_name, &slot);
  int declared = plugin ? plugin->nattribute : 0;
  for (int i = 0; i < declared; i++) {
    const char* value = ig_map_get(map, plugin->attributes[i]);
    if (value) write_config(w, plugin->attributes[i], value);
  }
  for (const ig_MapNode* n = ig_map_first(map); n; n = ig_map_next(map, n)) {
    int i = 0;
    while (i < declared && strcmp(plugin->attributes[i], ig_text(&n->key))) i++;
    if (i == declared) write_config(w, ig_text(&n->key), ig_text(&n->value));
  }
}

// into the element that is open
void ig_write_plugin(ig_Writer* w, const mjsPlugin* plugin) {
  if (!ig_text_empty(plugin->name)) {
    ig_put_text(&w->out, "instance", ig_text(plugin->name));
    return;
  }
  ig_put_value(w, "plugin", plugin->plugin_name);
  if (plugin->element) write_configs(w, ig_text(plugin->plugin_name), &((ig_Plugin*)plugin->element)->config);
}

// ------------------------------------------------ settings

static void write_compiler(ig_Writer* w, const mjSpec* base) {
  const mjSpec* s = &w->spec->s;
  ig_open(&w->out, "compiler");
  ig_put_text(&w->out, "angle", "radian");
  ig_write_rows(w, ig_rule_at("compiler", NULL), NULL, s, base);
  ig_write_folders(w);
  ig_open(&w->out, "lengthrange");
  ig_write_rows(w, ig_rule_at("compiler", "lengthrange"), NULL, &s->compiler.LRopt, &base->compiler.LRopt);
  ig_close_or_drop(&w->out);
  ig_close(&w->out);
}

static void write_option(ig_Writer* w, const mjSpec* base) {
  const mjOption* option = &w->spec->s.option;
  int groups[31], n = 0;
  ig_open(&w->out, "option");
  ig_write_rows(w, ig_rule_at("option", NULL), NULL, option, &base->option);
  for (int i = 0; i < 31; i++) {
    if (option->disableactuator & (1 << i)) groups[n++] = i;
  }
  if (n) ig_put_ints(&w->out, "actuatorgroupdisable", groups, n);
  ig_open(&w->out, "flag");
  ig_write_rows(w, ig_rule_at("option", "flag"), NULL, option, &base->option);
  ig_close_or_drop(&w->out);
  ig_close_or_drop(&w->out);
}

// user data per element, where the spec leaves it to the compiler: that of the longest
static int longest_user(ig_Writer* w, mjtObj type, size_t offset) {
  ig_List* list = ig_spec_list(w->spec, type);
  int longest = 0;
  for (int i = 0; i < list->count; i++) {
    const void* user = *(void**)((char*)IG_PUBLIC(void, list->item[i]) + offset);
    int n = ig_vec_count(user, sizeof(double));
    if (n > longest) longest = n;
  }
  return longest;
}

static void write_size(ig_Writer* w, const mjSpec* base) {
  const mjSpec* s = &w->spec->s;
  const struct {
    const char* name;
    int given;
    mjtObj type;
    size_t offset;
  } users[] = {
      {"nuser_body", s->nuser_body, mjOBJ_BODY, offsetof(mjsBody, userdata)},
      {"nuser_jnt", s->nuser_jnt, mjOBJ_JOINT, offsetof(mjsJoint, userdata)},
      {"nuser_geom", s->nuser_geom, mjOBJ_GEOM, offsetof(mjsGeom, userdata)},
      {"nuser_site", s->nuser_site, mjOBJ_SITE, offsetof(mjsSite, userdata)},
      {"nuser_cam", s->nuser_cam, mjOBJ_CAMERA, offsetof(mjsCamera, userdata)},
      {"nuser_tendon", s->nuser_tendon, mjOBJ_TENDON, offsetof(mjsTendon, userdata)},
      {"nuser_actuator", s->nuser_actuator, mjOBJ_ACTUATOR, offsetof(mjsActuator, userdata)},
      {"nuser_sensor", s->nuser_sensor, mjOBJ_SENSOR, offsetof(mjsSensor, userdata)},
  };
  ig_open(&w->out, "size");
  if (s->memory != -1) ig_put_text(&w->out, "memory", ig_bytes_text((size_t)s->memory));
  if (s->njmax != -1) ig_put_ints(&w->out, "njmax", &s->njmax, 1);
  int nstack = (int)s->nstack;
  if (nstack != -1) ig_put_ints(&w->out, "nstack", &nstack, 1);
  ig_write_rows(w, ig_rule_at("size", NULL), NULL, s, base);
  for (size_t i = 0; i < sizeof(users) / sizeof(users[0]); i++) {
    int n = users[i].given >= 0 ? users[i].given : longest_user(w, users[i].type, users[i].offset);
    if (n) ig_put_ints(&w->out, users[i].name, &n, 1);
  }
  ig_close_or_drop(&w->out);
}

static void write_visual(ig_Writer* w, const mjSpec* base) {
  const ig_Rule* visual = ig_rule_at("visual", NULL);
  ig_open(&w->out, "visual");
  for (int i = 0; i < visual->nchild; i++) {
    ig_open(&w->out, visual->children[i].name);
    ig_write_rows(w, &visual->children[i], NULL, &w->spec->s.visual, &base->visual);
    ig_close_or_drop(&w->out);
  }
  ig_close_or_drop(&w->out);
}

// ------------------------------------------------ default classes

// a class differs from the one around it, the outermost from the built-in values
static void write_class(ig_Writer* w, const ig_Default* def, const ig_Default* outer) {
  const ig_Rule* rule = ig_rule_at("default", NULL);
  ig_open(&w->out, "default");
  if (def->parent) ig_put_text(&w->out, "class", ig_el_name(def));
  for (int i = 0; i < rule->nchild; i++) {
    const ig_Rule* member = &rule->children[i];
    // all actuators share one class: it is written in its general form
    if (member->tag == mjOBJ_ACTUATOR && member->variant != IG_ACT_GENERAL) continue;
    const ig_Element* mine = ig_default_element(def, (mjtObj)member->tag);
    const ig_Element* theirs = ig_default_element(outer, (mjtObj)member->tag);
    ig_open(&w->out, member->name);
    ig_write_rows(w, member, NULL, IG_PUBLIC(void, mine), IG_PUBLIC(void, theirs));
    if (member->tag == mjOBJ_MATERIAL) {
      ig_write_layers(w, IG_PUBLIC(mjsMaterial, mine), IG_PUBLIC(mjsMaterial, theirs));
    }
    ig_close_or_drop(&w->out);
  }
  for (int i = 0; i < def->children.count; i++) write_class(w, (ig_Default*)def->children.item[i], def);
  ig_close_or_drop(&w->out);
}

// ------------------------------------------------ extensions, custom data, keyframes

static void write_instances(ig_Writer* w, const char* plugin_name) {
  ig_List* list = &w->spec->list[mjOBJ_PLUGIN];
  for (int i = 0; i < list->count; i++) {
    const ig_Plugin* plugin = (ig_Plugin*)list->item[i];
    if (ig_text_empty(plugin->s.name) || !ig_text_is(plugin->s.plugin_name, plugin_name)) continue;
    ig_open(&w->out, "instance");
    ig_put_text(&w->out, "name", ig_text(plugin->s.name));
    write_configs(w, plugin_name, &plugin->config);
    ig_close(&w->out);
  }
}

static void write_extension(ig_Writer* w) {
  if (!w->spec->nplugin) return;
  ig_open(&w->out, "extension");
  for (int i = 0; i < w->spec->nplugin; i++) {
    ig_open(&w->out, "plugin");
    ig_put_text(&w->out, "plugin", w->spec->plugin[i]->name);
    write_instances(w, w->spec->plugin[i]->name);
    ig_close(&w->out);
  }
  ig_close(&w->out);
}

static void write_tuple(ig_Writer* w, const mjsTuple* tuple) {
  int n = IG_COUNT(int, tuple->objtype);
  for (int i = 0; i < n; i++) {
    double prm = i < IG_COUNT(double, tuple->objprm) ? IG_ITEMS(double, tuple->objprm)[i] : 0;
    ig_open(&w->out, "element");
    ig_put_text(&w->out, "objtype", ig_object_word(IG_ITEMS(int, tuple->objtype)[i]));
    ig_put_text(&w->out, "objname", ig_texts_at(tuple->objname, i));
    if (prm) ig_put_reals(&w->out, "prm", &prm, 1);
    ig_close(&w->out);
  }
}

static void write_custom(ig_Writer* w) {
  ig_List* lists[3] = {&w->spec->list[mjOBJ_NUMERIC], &w->spec->list[mjOBJ_TEXT], &w->spec->list[mjOBJ_TUPLE]};
  ig_open(&w->out, "custom");
  for (int i = 0; i < lists[0]->count; i++) {
    const mjsNumeric* numeric = IG_ITEM(mjsNumeric, *lists[0], i);
    int n = IG_COUNT(double, numeric->data);
    ig_open(&w->out, "numeric");
    ig_write_name(w, lists[0]->item[i]);
    ig_put_ints(&w->out, "size", &numeric->size, 1);
    if (n) ig_put_reals(&w->out, "data", IG_ITEMS(double, numeric->data), n);
    ig_close(&w->out);
  }
  for (int i = 0; i < lists[1]->count; i++) {
    ig_open(&w->out, "text");
    ig_write_name(w, lists[1]->item[i]);
    ig_put_text(&w->out, "data", ig_text(IG_ITEM(mjsText, *lists[1], i)->data));
    ig_close(&w->out);
  }
  for (int i = 0; i < lists[2]->count; i++) {
    ig_open(&w->out, "tuple");
    ig_write_name(w, lists[2]->item[i]);
    write_tuple(w, IG_ITEM(mjsTuple, *lists[2], i));
    ig_close(&w->out);
  }
  ig_close_or_drop(&w->out);
}

static void write_keyframe(ig_Writer* w) {
  ig_List* list = &w->spec->list[mjOBJ_KEY];
  ig_Element* base = ig_element_new(w->spec, ig_type(mjOBJ_KEY));
  ig_open(&w->out, "keyframe");
  for (int i = 0; i < list->count; i++) {
    ig_open(&w->out, "key");
    ig_write_name(w, list->item[i]);
    ig_write_rows(w, ig_rule_at("keyframe", "key"), list->item[i], IG_ITEM(mjsKey, *list, i), IG_PUBLIC(mjsKey, base));
    ig_close(&w->out);
  }
  ig_close_or_drop(&w->out);
  ig_element_release(base);
}

bool ig_write_mujoco(ig_Writer* w) {
  mjSpec* fresh = ig_make_spec();
  w->builtin = ig_default_alone();
  ig_plan_flexcomps(w);
  ig_plan_folders(w);
  ig_open(&w->out, "mujoco");
  ig_put_text(&w->out, "model", ig_text(w->spec->s.modelname));
  if (!ig_text_empty(w->spec->s.comment)) ig_put_comment(&w->out, ig_text(w->spec->s.comment));
  write_compiler(w, fresh);
  write_option(w, fresh);
  write_size(w, fresh);
  write_visual(w, fresh);
  ig_open(&w->out, "statistic");
  ig_write_rows(w, ig_rule_at("statistic", NULL), NULL, &w->spec->s.stat, &fresh->stat);
  ig_close_or_drop(&w->out);
  write_class(w, (ig_Default*)w->spec->defaults.item[0], w->builtin);
  write_extension(w);
  write_custom(w);
  bool ok = ig_write_assets(w);
  ig_write_world(w);
  ig_write_relations(w);
  ig_write_sensors(w);
  write_keyframe(w);
  ig_close(&w->out);
  ig_drop_flexcomps(w);
  ig_drop_folders(w);
  ig_element_release(w->builtin);
  ig_delete_spec(fresh);
  if (w->out.failed) return ig_fail(w->diag, "XML Write error: out of memory, or elements nested too deep");
  return ok;
}
