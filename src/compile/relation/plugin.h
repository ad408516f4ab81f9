// SPDX-License-Identifier: Apache-2.0
// Plugin instances: their configuration, their states.
#ifndef INGOT_COMPILE_RELATION_PLUGIN_H_
#define INGOT_COMPILE_RELATION_PLUGIN_H_

#include "compile/record/record.h"

bool ig_compile_plugin(ig_Compiler* c, void* record);
void ig_count_plugin(mjModel* n, const void* record);

// slots and attributes, then what the plugins say about their states and sensors
bool ig_write_plugins(ig_Compiler* c);

#endif  // INGOT_COMPILE_RELATION_PLUGIN_H_
