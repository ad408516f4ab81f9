// SPDX-License-Identifier: Apache-2.0
// Which dofs move which. A dof moves the bodies below it and with them the axes of the dofs there. The three rotations of a ball
// or free joint turn about axes of the body that they turn: as a group they share the velocity before them, and each of them
// moves the axes of all three. The translations of a free joint are along the world's axes, which nothing moves.
#ifndef INGOT_DERIVE_CHAIN_H_
#define INGOT_DERIVE_CHAIN_H_

#include <mujoco/mujoco.h>

#include "smooth/jacobian.h"

// the rotations of a ball or free joint to which a dof belongs: the first of them, or the dof itself
static inline int ig_group_first(const mjModel* m, int dof) {
  int joint = m->dof_jntid[dof], first = m->jnt_dofadr[joint];
  if (m->jnt_type[joint] == mjJNT_BALL) return first;
  if (m->jnt_type[joint] == mjJNT_FREE && dof >= first + 3) return first + 3;
  return dof;
}

static inline int ig_group_last(const mjModel* m, int dof) {
  int joint = m->dof_jntid[dof], first = m->jnt_dofadr[joint];
  if (m->jnt_type[joint] == mjJNT_BALL) return first + 2;
  if (m->jnt_type[joint] == mjJNT_FREE && dof >= first + 3) return first + 5;
  return dof;
}

// both in one chain: does the first dof move the axis of the second?
static inline bool ig_moves_axis(const mjModel* m, int mover, int dof) { return mover <= ig_group_last(m, dof); }

#endif  // INGOT_DERIVE_CHAIN_H_
