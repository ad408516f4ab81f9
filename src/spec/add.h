// SPDX-License-Identifier: Apache-2.0
// New elements in a spec.
#ifndef INGOT_SPEC_ADD_H_
#define INGOT_SPEC_ADD_H_

#include "spec/spec.h"

// outside of the tree; types with defaults take the class's values, NULL: those of the root class
void* ig_add(ig_Spec* spec, mjtObj type, const ig_Default* def);

// below a body; NULL class: the childclass of the body
void* ig_add_child(ig_Body* body, mjtObj type, const ig_Default* def);

ig_Frame* ig_add_frame(ig_Body* body, ig_Frame* outer);

// declare a plugin as used
void ig_activate_plugin(ig_Spec* spec, const mjpPlugin* plugin, int slot);

#endif  // INGOT_SPEC_ADD_H_
