// SPDX-License-Identifier: Apache-2.0
// fusestatic and discardvisual: elements that are left out of the model.
#ifndef INGOT_COMPILE_TREE_FUSE_H_
#define INGOT_COMPILE_TREE_FUSE_H_

#include "compile/record/record.h"

// bodies without joints that nothing refers to become part of their parents
bool ig_fuse_static(ig_Compiler* c);

// geoms and meshes that only show are left out; bodies keep the inertia that came from them
void ig_discard_visual(ig_Compiler* c);

#endif  // INGOT_COMPILE_TREE_FUSE_H_
