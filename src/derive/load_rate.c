// SPDX-License-Identifier: Apache-2.0
// With w_j the rotation and x_j the motion of the point by dof j, tau_i = x_i . f + w_i . t. Of two dofs one moves the axis of
// the other, or both do within a group of rotations:
//   d x_i / d q_j = w_j x x_i  where j moves the axis of i,   w_i x x_j  elsewhere
//   d w_i / d q_j = w_j x w_i  where j moves the axis of i,   0          elsewhere
#include "derive/load_rate.h"

#include "derive/chain.h"
#include "math/vec3.h"
#include "smooth/tendon/gradient_row.h"

void ig_load_rate(const mjModel* m, const mjData* d, const ig_Load* load, mjtNum scale, mjtNum* by_q) {
  int last = ig_last_dof(m, load->body);
  size_t nv = (size_t)m->nv;
  mjtNum offset[3];
  ig_sub3(offset, load->point, d->subtree_com + 3 * m->body_rootid[load->body]);
  for (int i = last; i >= 0; i = m->dof_parentid[i]) {
    const mjtNum* turn = d->cdof + 6 * i;
    mjtNum motion[3], part[3], across[3], lever[3];
    ig_point_column(motion, turn, offset);
    // w_j . (x_i x f + w_i x t) of the dofs that move this one's axis
    ig_cross(across, motion, load->force);
    ig_cross(part, turn, load->torque);
    ig_addto3(across, part);
    for (int j = ig_group_last(m, i); j >= 0; j = m->dof_parentid[j]) {
      by_q[(size_t)i * nv + (size_t)j] += scale * ig_dot3(d->cdof + 6 * j, across);
    }
    // x_i . (f x w_k) of this dof at those above, which it does not move
    for (int k = m->dof_parentid[ig_group_first(m, i)]; k >= 0; k = m->dof_parentid[k]) {
      ig_cross(lever, load->force, d->cdof + 6 * k);
      by_q[(size_t)k * nv + (size_t)i] += scale * ig_dot3(motion, lever);
    }
  }
}

void ig_load_change(const mjModel* m, const mjData* d, const ig_Load* load, int n, const int* dof, const mjtNum* change,
                    mjtNum scale, mjtNum* by_q) {
  mjtNum offset[3];
  ig_sub3(offset, load->point, d->subtree_com + 3 * m->body_rootid[load->body]);
  for (int i = ig_last_dof(m, load->body); i >= 0; i = m->dof_parentid[i]) {
    const mjtNum* turn = d->cdof + 6 * i;
    mjtNum motion[3], *row = by_q + (size_t)i * (size_t)m->nv;
    ig_point_column(motion, turn, offset);
    for (int k = 0; k < n; k++) row[dof[k]] += scale * (ig_dot3(motion, change + 6 * k) + ig_dot3(turn, change + 6 * k + 3));
  }
}
