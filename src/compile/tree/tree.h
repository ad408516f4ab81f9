// SPDX-License-Identifier: Apache-2.0
// The kinematic tree as numbers: addresses of joints and dofs, parents, trees, which bodies are "simple".
#ifndef INGOT_COMPILE_TREE_TREE_H_
#define INGOT_COMPILE_TREE_TREE_H_

#include "compile/record/record.h"

// addresses in qpos and qvel, weldid, mocapid, and the sizes that follow: nq nv ntree nM nB nC nD nmocap
bool ig_number_tree(ig_Compiler* c);

// bounding volumes of all bodies
bool ig_make_body_bvhs(ig_Compiler* c);

// a body, its place in the tree and its bounding volumes
void ig_count_body(mjModel* n, const void* record);
void ig_write_tree_body(const ig_Compiler* c, const void* record);

// once bodies and joints are written: trees of dofs, which dofs are simple, sleep policies
bool ig_close_tree(ig_Compiler* c);

#endif  // INGOT_COMPILE_TREE_TREE_H_
