// SPDX-License-Identifier: Apache-2.0
// The kinematic tree as numbers: addresses of joints and dofs, parents, trees, which bodies are "simple".
#ifndef INGOT_COMPILE_TREE_TREE_H_
#define INGOT_COMPILE_TREE_TREE_H_

#include "compile/compiler.h"

// addresses in qpos and qvel, weldid, mocapid, and the sizes that follow: nq nv ntree nM nB nC nD nmocap
bool ig_number_tree(ig_Compiler* c);

// bounding volumes of all bodies, nbvhstatic
bool ig_make_body_bvhs(ig_Compiler* c);

// bodies, joints, geoms, sites, cameras and lights with their places in the tree; the next free BVH node in *bvhadr
bool ig_write_tree(ig_Compiler* c, int* bvhadr);

#endif  // INGOT_COMPILE_TREE_TREE_H_
