// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_COMPILE_TREE_JOINT_H_
#define INGOT_COMPILE_TREE_JOINT_H_

#include "compile/record/record.h"

// numbers of a joint in qpos and qvel
int ig_joint_nq(mjtJoint type);
int ig_joint_nv(mjtJoint type);

bool ig_compile_joint(ig_Compiler* c, ig_CJoint* joint);

// joint, qpos0, qpos_spring and the dofs' own properties
void ig_write_joint(const ig_Compiler* c, const void* record);

// stiffness and damping of joints with springdamper, once dof_invweight0 is known
void ig_apply_springdampers(ig_Compiler* c);

#endif  // INGOT_COMPILE_TREE_JOINT_H_
