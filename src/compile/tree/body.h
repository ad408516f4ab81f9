// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_COMPILE_TREE_BODY_H_
#define INGOT_COMPILE_TREE_BODY_H_

#include "compile/record/record.h"

// the body and all it holds; its parent has been compiled before
bool ig_compile_body(ig_Compiler* c, void* record);

// contype, conaffinity and margin over the geoms
void ig_gather_contact(ig_CBody* body);

// moving bodies need mass and inertia, their own or of something welded to them
bool ig_check_masses(ig_Compiler* c);

// a free joint is alone, and its body a child of the world
bool ig_check_free_joints(ig_Compiler* c);

// the body's own fields but for those of the tree (tree.h)
void ig_write_body(const ig_Compiler* c, const ig_CBody* body);

#endif  // INGOT_COMPILE_TREE_BODY_H_
