// SPDX-License-Identifier: Apache-2.0
#include "smooth/force/plugin_call.h"

#include "base/registry.h"

const mjpPlugin* ig_plugin_with(const mjModel* m, int instance, mjtPluginCapabilityBit capability) {
  const mjpPlugin* plugin = ig_plugin_at(m->plugin[instance]);
  if (!plugin) {
    mju_error("plugin instance %d: invalid plugin slot: %d", instance, m->plugin[instance]);
    return NULL;
  }
  return plugin->capabilityflags & capability ? plugin : NULL;
}

void ig_plugins_compute(const mjModel* m, mjData* d, mjtPluginCapabilityBit capability) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = ig_plugin_with(m, i, capability);
    if (!plugin) continue;
    if (plugin->compute) {
      plugin->compute(m, d, i, capability);
    } else {
      mju_error("plugin at slot %d has no `compute`", m->plugin[i]);
    }
  }
}
