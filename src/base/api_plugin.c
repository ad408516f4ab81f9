// SPDX-License-Identifier: Apache-2.0
// The public functions of the registry that the library calls too.
#include <mujoco/mujoco.h>

#include "base/registry.h"

const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type) {
  return ig_find_decoder(resource, content_type);
}

const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name) { return ig_find_provider(resource_name); }

const mjpPlugin* mjp_getPlugin(const char* name, int* slot) { return ig_find_plugin(name, slot); }

const mjpPlugin* mjp_getPluginAtSlot(int slot) { return ig_plugin_at(slot); }

int mjp_pluginCount(void) { return ig_plugin_count(); }
