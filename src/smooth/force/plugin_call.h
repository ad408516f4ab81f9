// SPDX-License-Identifier: Apache-2.0
// Calls into the plugins of a model.
#ifndef INGOT_SMOOTH_FORCE_PLUGIN_CALL_H_
#define INGOT_SMOOTH_FORCE_PLUGIN_CALL_H_

#include <mujoco/mujoco.h>

// the plugin behind an instance if it has the capability, else NULL; an unknown slot is an error
const mjpPlugin* ig_plugin_with(const mjModel* m, int instance, mjtPluginCapabilityBit capability);

// compute of every instance that has the capability
void ig_plugins_compute(const mjModel* m, mjData* d, mjtPluginCapabilityBit capability);

#endif  // INGOT_SMOOTH_FORCE_PLUGIN_CALL_H_
