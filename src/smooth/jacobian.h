// SPDX-License-Identifier: Apache-2.0
// Jacobians of points fixed to bodies, 3 x nv, and the chains of dofs that have columns in them.
//
// jacp is the translation of the point, jacr the rotation of the body; either may be NULL.
#ifndef INGOT_SMOOTH_JACOBIAN_H_
#define INGOT_SMOOTH_JACOBIAN_H_

#include "batch/data.h"
#include "model/row_kind.h"

// the last dof that moves the body, -1 when nothing does; dof_parentid leads on from there
IG_INLINE int ig_last_dof(const mjModel* m, int body) {
  int moving = m->body_weldid[body];
  return moving ? m->body_dofadr[moving] + m->body_dofnum[moving] - 1 : -1;
}

// dofs that move the body / either body, increasing, at most nv; returns how many
int ig_body_chain(const mjModel* m, int body, int* chain);
int ig_pair_chain(const mjModel* m, int body1, int body2, int* chain);

void IG_NAME(ig_jac)(const mjModel* m, const ig_Data* d, real* jacp, real* jacr, const real point[3], int body);

#if IG_WIDTH == 1
// of the centre of mass of a subtree
void ig_jac_subtree(const mjModel* m, mjData* d, mjtNum* jacp, int body);
#endif

// only the columns of the dofs that move the body; what stands in the others is left as it is
void IG_NAME(ig_jac_columns)(const mjModel* m, const ig_Data* d, real* jacp, real* jacr, const real point[3], int body);

// time derivative of the Jacobian
void IG_NAME(ig_jac_dot)(const mjModel* m, const ig_Data* d, real* jacp, real* jacr, const real point[3], int body);

// qfrc += jacp' * force + jacr' * torque; force and torque may be NULL
void IG_NAME(ig_apply_wrench)(const mjModel* m, const ig_Data* d, const real* force, const real* torque, const real point[3],
                              int body, real* qfrc);

// the same for xfrc_applied of every body
void IG_NAME(ig_apply_wrenches)(const mjModel* m, const ig_Data* d, real* qfrc);

#endif  // INGOT_SMOOTH_JACOBIAN_H_
