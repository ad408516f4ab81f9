// SPDX-License-Identifier: Apache-2.0
// Instances of plugins, as elements use them.
#ifndef INGOT_COMPILE_RECORD_INSTANCE_H_
#define INGOT_COMPILE_RECORD_INSTANCE_H_

#include "compile/record/record.h"

// slot of an active plugin, -1: none of that name
int ig_active_slot(const ig_Compiler* c, const char* name);

// the instance that an element uses, by name or its own; it must have the capability (an mjtPluginCapabilityBit)
bool ig_use_plugin(ig_Compiler* c, const void* record, const char* element, const mjsPlugin* use, int capability,
                   ig_Record** instance);

#endif  // INGOT_COMPILE_RECORD_INSTANCE_H_
