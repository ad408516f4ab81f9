// SPDX-License-Identifier: Apache-2.0
#include "compile/relation/plugin.h"

#include <string.h>

static const mjsPlugin* public_of(const ig_CPlugin* plugin) { return &((const ig_Plugin*)(const void*)plugin->r.from)->s; }

// slot of an active plugin, -1: none of that name
static int active_slot(const ig_Compiler* c, const char* name) {
  for (int i = 0; i < c->spec->nplugin; i++) {
    if (!strcmp(c->spec->plugin[i]->name, name)) return c->spec->plugin_slot[i];
  }
  return -1;
}

bool ig_use_plugin(ig_Compiler* c, const void* record, const char* element, const mjsPlugin* use, int capability,
                   ig_Record** instance) {
  const char *name = ig_text(use->plugin_name), *given = ig_text(use->name);
  if (!*name && !*given)
    return ig_refuse(c, record, "neither 'plugin' nor 'instance' is specified for %s '%s'", element, ig_record_name(record));

  // an instance of its own, or one that is declared
  ig_CPlugin* plugin = use->element ? ig_el(use->element)->work : NULL;
  if (*given && (!plugin || strcmp(ig_record_name(plugin), given))) {
    plugin = (ig_CPlugin*)(void*)ig_lookup(c, mjOBJ_PLUGIN, given);
  }
  if (!plugin) return ig_refuse(c, record, "plugin instance '%s' not found", given);
  if (!*name) name = ig_text(public_of(plugin)->plugin_name);
  int slot = active_slot(c, name);
  if (slot < 0) return ig_refuse(c, record, "plugin '%s' not found among the active ones: is it declared in extension?", name);
  // an instance that belongs to one element, or to the bodies of a composite, is of the plugin that they name
  const char* own = ig_text(public_of(plugin)->plugin_name);
  if (*given && *own && strcmp(own, name)) {
    return ig_refuse(c, record, "the instance is one of another plugin than '%s'", name);
  }
  plugin->slot = slot;
  plugin->used = true;
  if (!*given) plugin->owner = (ig_Record*)record;

  const mjpPlugin* code = mjp_getPluginAtSlot(slot);
  if (!(code->capabilityflags & capability)) {
    const char* what = capability == mjPLUGIN_ACTUATOR ? "actuators"
                       : capability == mjPLUGIN_SENSOR ? "sensors"
                       : capability == mjPLUGIN_SDF    ? "sign distance fields"
                                                       : "passive forces";
    return ig_refuse(c, record, "plugin '%s' is not made for %s", code->name, what);
  }
  *instance = &plugin->r;
  return true;
}

bool ig_compile_plugin(ig_Compiler* c, void* record) {
  ig_CPlugin* plugin = record;
  const ig_Plugin* from = (const ig_Plugin*)(const void*)plugin->r.from;
  const char* name = ig_text(from->s.plugin_name);
  if (!plugin->used) plugin->slot = active_slot(c, name);
  if (plugin->slot < 0)
    return ig_refuse(c, plugin, "plugin '%s' not found among the active ones: is it declared in extension?", name);
  const mjpPlugin* code = mjp_getPluginAtSlot(plugin->slot);

  // the values in the order of the plugin's attributes; those not given are empty
  size_t total = 1, known = 0;
  for (int i = 0; i < code->nattribute; i++) {
    const char* value = ig_map_get(&from->config, code->attributes[i]);
    total += (value ? strlen(value) : 0) + 1;
    known += value != NULL;
  }
  plugin->attributes = IG_NEW(&c->arena, total, char);
  for (int i = 0; i < code->nattribute; i++) {
    const char* value = ig_map_get(&from->config, code->attributes[i]);
    if (value) strcpy(plugin->attributes + plugin->nattributes, value);
    plugin->nattributes += (int)(value ? strlen(value) : 0) + 1;
  }
  if (!code->nattribute) plugin->nattributes = 1;
  if (known == from->config.size) return true;

  for (const ig_MapNode* node = ig_map_first(&from->config); node; node = ig_map_next(&from->config, node)) {
    bool valid = false;
    for (int i = 0; i < code->nattribute; i++) valid = valid || ig_text_is(&node->key, code->attributes[i]);
    if (!valid) {
      const void* who = plugin->owner ? (const void*)plugin->owner : plugin;
      return ig_refuse(c, who, "unrecognized attribute 'plugin:%s' for plugin '%s'", ig_text(&node->key), code->name);
    }
  }
  return true;
}

void ig_count_plugin(mjModel* n, const void* record) { n->npluginattr += ((const ig_CPlugin*)record)->nattributes; }

bool ig_write_plugins(ig_Compiler* c) {
  mjModel* m = c->model;
  ig_Records* list = &c->list[mjOBJ_PLUGIN];
  for (int i = 0, adr = 0; i < list->n; i++) {
    const ig_CPlugin* plugin = IG_RECORD(ig_CPlugin, *list, i);
    m->plugin[i] = plugin->slot;
    m->plugin_attradr[i] = adr;
    memcpy(m->plugin_attr + adr, plugin->attributes, plugin->nattributes);
    adr += plugin->nattributes;
  }

  // states; sensors ask how many numbers they have
  int64_t state = 0;
  for (int i = 0; i < list->n; i++) {
    const mjpPlugin* code = mjp_getPluginAtSlot(m->plugin[i]);
    if (!code->nstate) return ig_refuse(c, list->item[i], "the plugin at slot %d has no nstate function", m->plugin[i]);
    int n = code->nstate(m, i);
    m->plugin_stateadr[i] = (int)state;
    m->plugin_statenum[i] = n;
    state += n;
    for (int s = 0; (code->capabilityflags & mjPLUGIN_SENSOR) && s < c->list[mjOBJ_SENSOR].n; s++) {
      ig_CSensor* sensor = IG_RECORD(ig_CSensor, c->list[mjOBJ_SENSOR], s);
      if (sensor->plugin != list->item[i]) continue;
      if (!code->nsensordata) return ig_refuse(c, sensor, "the plugin at slot %d has no nsensordata function", m->plugin[i]);
      sensor->s.dim = code->nsensordata(m, i, s);
      sensor->s.needstage = code->needstage;
      m->nsensordata += sensor->s.dim;
      if (sensor->s.nsample > 0) m->nhistory += (int64_t)sensor->s.nsample * sensor->s.dim;
    }
  }
  m->npluginstate = state;
  return true;
}
