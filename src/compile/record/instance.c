// SPDX-License-Identifier: Apache-2.0
#include "compile/record/instance.h"

#include <string.h>

#include "base/registry.h"

static const mjsPlugin* public_of(const ig_CPlugin* plugin) { return &((const ig_Plugin*)(const void*)plugin->r.from)->s; }

int ig_active_slot(const ig_Compiler* c, const char* name) {
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
  int slot = ig_active_slot(c, name);
  if (slot < 0) return ig_refuse(c, record, "plugin '%s' not found among the active ones: is it declared in extension?", name);
  // an instance that belongs to one element, or to the bodies of a composite, is of the plugin that they name
  const char* own = ig_text(public_of(plugin)->plugin_name);
  if (*given && *own && strcmp(own, name)) {
    return ig_refuse(c, record, "the instance is one of another plugin than '%s'", name);
  }
  plugin->slot = slot;
  plugin->used = true;
  if (!*given) plugin->owner = (ig_Record*)record;

  const mjpPlugin* code = ig_plugin_at(slot);
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
