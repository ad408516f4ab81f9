// SPDX-License-Identifier: Apache-2.0
// Plugin instances: who uses which, their configuration, their states.
#ifndef INGOT_COMPILE_RELATION_PLUGIN_H_
#define INGOT_COMPILE_RELATION_PLUGIN_H_

#include "compile/compiler.h"

// the instance that an element uses, by name or its own; it must have the capability (an mjtPluginCapabilityBit)
bool ig_use_plugin(ig_Compiler* c, const void* record, const char* element, const mjsPlugin* use, int capability,
                   ig_Record** instance);

bool ig_compile_plugin(ig_Compiler* c, void* record);
void ig_count_plugin(mjModel* n, const void* record);

// slots and attributes, then what the plugins say about their states and sensors
bool ig_write_plugins(ig_Compiler* c);

#endif  // INGOT_COMPILE_RELATION_PLUGIN_H_
