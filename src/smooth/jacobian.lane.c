// SPDX-License-Identifier: Apache-2.0
#include "smooth/jacobian.h"

#include "math/spatial.h"

// the column of one dof: three rows of nv
IG_INLINE void write_column(real* jac, int nv, int dof, const real column[3]) {
  for (int k = 0; k < 3; k++) jac[k * nv + dof] = column[k];
}

IG_INLINE void clear(real* jacp, real* jacr, int nv) {
  if (jacp) ig_zero_reals(jacp, 3 * nv);
  if (jacr) ig_zero_reals(jacr, 3 * nv);
}

void IG_NAME(ig_jac)(const mjModel* m, const ig_Data* d, real* jacp, real* jacr, const real point[3], int body) {
  clear(jacp, jacr, m->nv);
  IG_NAME(ig_jac_columns)(m, d, jacp, jacr, point, body);
}

// walk from the body's last dof to the root; a point's velocity is the dof's translation plus rotation x offset
void IG_NAME(ig_jac_columns)(const mjModel* m, const ig_Data* d, real* jacp, real* jacr, const real point[3], int body) {
  real offset[3], column[3];
  ig_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  for (int dof = ig_last_dof(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
    const real* cdof = d->cdof + 6 * dof;
    if (jacr) write_column(jacr, m->nv, dof, cdof);
    if (jacp) {
      ig_cross(column, cdof, offset);
      ig_add3(column, cdof + 3, column);
      write_column(jacp, m->nv, dof, column);
    }
  }
}

// velocity of a point of the body, world frame, from the velocity at the centre of its tree
IG_INLINE void point_velocity(const mjModel* m, const ig_Data* d, real vel[3], const real point[3], int body) {
  real arm[3], turn[3];
  ig_sub3(arm, point, d->subtree_com + 3 * m->body_rootid[body]);
  ig_cross(turn, arm, d->cvel + 6 * body);
  ig_sub3(vel, d->cvel + 6 * body + 3, turn);
}

// ball joints and the rotation of free joints turn with their own body
IG_INLINE bool turns_with_body(const mjModel* m, int dof) {
  int joint = m->dof_jntid[dof], type = m->jnt_type[joint];
  return type == mjJNT_BALL || (type == mjJNT_FREE && dof >= m->jnt_dofadr[joint] + 3);
}

void IG_NAME(ig_jac_dot)(const mjModel* m, const ig_Data* d, real* jacp, real* jacr, const real point[3], int body) {
  clear(jacp, jacr, m->nv);
  real offset[3], vel[3], rate[6], sweep[3], drift[3];
  ig_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  point_velocity(m, d, vel, point, body);
  for (int dof = ig_last_dof(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
    const real* cdof = d->cdof + 6 * dof;
    if (turns_with_body(m, dof)) {
      ig_crossmotion(rate, d->cvel + 6 * m->dof_bodyid[dof], cdof);
    } else {
      ig_copy6(rate, d->cdof_dot + 6 * dof);
    }
    if (jacr) write_column(jacr, m->nv, dof, rate);
    if (jacp) {
      ig_cross(sweep, rate, offset);
      ig_cross(drift, cdof, vel);
      for (int k = 0; k < 3; k++) jacp[k * m->nv + dof] = rate[3 + k] + sweep[k] + drift[k];
    }
  }
}

// a lane without a wrench keeps its bits, also those of a negative zero
IG_INLINE void apply_wrench(const mjModel* m, const ig_Data* d, const real* force, const real* torque, const real* point,
                            int body, real* qfrc, mask acts) {
  real offset[3], column[3];
  ig_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  for (int dof = ig_last_dof(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
    const real* cdof = d->cdof + 6 * dof;
    real sum = qfrc[dof];
    if (force) {
      ig_cross(column, cdof, offset);
      ig_add3(column, cdof + 3, column);
      sum += ig_dot3(column, force);
    }
    if (torque) sum += ig_dot3(cdof, torque);
    qfrc[dof] = ig_select(acts, sum, qfrc[dof]);
  }
}

void IG_NAME(ig_apply_wrench)(const mjModel* m, const ig_Data* d, const real* force, const real* torque, const real point[3],
                              int body, real* qfrc) {
  real zero = ig_broadcast(0);
  apply_wrench(m, d, force, torque, point, body, qfrc, ig_eq(zero, zero));
}

void IG_NAME(ig_apply_wrenches)(const mjModel* m, const ig_Data* d, real* qfrc) {
  for (int body = 1; body < m->nbody; body++) {
    const real* xfrc = d->xfrc_applied + 6 * body;
    mask idle = ig_eq(xfrc[0], ig_broadcast(0));
    for (int k = 1; k < 6; k++) idle = ig_and(idle, ig_eq(xfrc[k], ig_broadcast(0)));
    if (!ig_all(idle)) apply_wrench(m, d, xfrc, xfrc + 3, d->xipos + 3 * body, body, qfrc, ig_not(idle));
  }
}
