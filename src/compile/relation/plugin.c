// SPDX-License-Identifier: Apache-2.0
#include "compile/relation/plugin.h"

#include <string.h>

#include "base/registry.h"
#include "compile/record/instance.h"

bool ig_compile_plugin(ig_Compiler* c, void* record) {
  ig_CPlugin* plugin = record;
  const ig_Plugin* from = (const ig_Plugin*)(const void*)plugin->r.from;
  const char* name = ig_text(from->s.plugin_name);
  if (!plugin->used) plugin->slot = ig_active_slot(c, name);
  if (plugin->slot < 0)
    return ig_refuse(c, plugin, "plugin '%s' not found among the active ones: is it declared in extension?", name);
  const mjpPlugin* code = ig_plugin_at(plugin->slot);

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
    const mjpPlugin* code = ig_plugin_at(m->plugin[i]);
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
