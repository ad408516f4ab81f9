// SPDX-License-Identifier: Apache-2.0
// Quantities about the centre of mass of each kinematic tree ("c-frame"): axes of the world, origin at the centre of the whole
// tree that a body belongs to. Spatial vectors are (rotation, translation), Featherstone 2008, chapter 2.
//
//   cinert   inertia of a body about that point: rotated into the world, then shifted, I' = R diag R^T + m (|d|^2 1 - d d^T),
//   kept as
//            six numbers, the first moment m d, and m
//   cdof     motion per unit of velocity of each dof: (axis, axis x (com - anchor)) for a hinge, (0, axis) for a slide
//   cvel     sum of cdof qvel over the dofs up to the body; cdof_dot = cvel x cdof, with the velocity of what carries the dof
//
// The origin near the bodies rather than at the world's keeps the sums of large moments from cancelling. Velocities of subtrees
// are moments too: linear momentum over mass, and angular momentum about the subtree's own centre, moved to the parent's centre
// by (r - r_parent) x m (v - v_parent) on the way up.
#include "smooth/position/com.h"

#include "base/clones.h"
#include "math/spatial.h"
#include "smooth/awake.h"
#include "smooth/position/frame.h"

// the moment of a subtree becomes its centre; without mass, the centre is the body's own
IG_INLINE void divide_moment(const mjModel* m, ig_Data* d, int body, const real moment[3]) {
  real mass = ig_param(m, d, body_subtreemass, body), inverse = 1.0 / mass;
  mask empty = ig_lt(mass, ig_broadcast(mjMINVAL));
  for (int i = 0; i < 3; i++) {
    d->subtree_com[3 * body + i] = ig_select(empty, d->xipos[3 * body + i], moment[i] * inverse);
  }
}

// First moments are summed from the leaves up, then divided by the subtree's mass. In a chain the parent is next in
// line: its sum stays in registers instead of waiting for memory.
IG_INLINE void subtree_centres(const mjModel* m, ig_Data* d) {
  real sum[3], *com = d->subtree_com;
  for (int body = 0; body < m->nbody; body++) ig_scl3(com + 3 * body, d->xipos + 3 * body, ig_param(m, d, body_mass, body));
  ig_copy3(sum, com + 3 * (m->nbody - 1));
  for (int body = m->nbody - 1; body > 0; body--) {
    int parent = m->body_parentid[body];
    real next[3];
    ig_copy3(next, com + 3 * (body - 1));
    if (parent == body - 1) {
      ig_addto3(next, sum);
    } else {
      ig_addto3(com + 3 * parent, sum);
    }
    divide_moment(m, d, body, sum);
    ig_copy3(sum, next);
  }
  divide_moment(m, d, 0, sum);
}

// the same where some trees sleep: their bodies still hold centres, not moments
static void awake_centres(const mjModel* m, ig_Data* d) {
  ig_Subset bodies = ig_awake_bodies(true, m, d), parents = ig_awake_parents(true, m, d);
  for (int k = 0; k < bodies.count; k++) {
    int body = ig_member(bodies, k);
    ig_scl3(d->subtree_com + 3 * body, d->xipos + 3 * body, ig_param(m, d, body_mass, body));
  }
  for (int k = parents.count - 1; k >= 0; k--) {
    int body = ig_member(parents, k);
    if (!body) continue;
    real* parent = d->subtree_com + 3 * m->body_parentid[body];
    if (d->body_awake[body] == mjS_ASLEEP) {
      ig_addtoscl3(parent, d->subtree_com + 3 * body, ig_param(m, d, body_subtreemass, body));
    } else {
      ig_addto3(parent, d->subtree_com + 3 * body);
    }
  }
  for (int k = 0; k < bodies.count; k++) {
    int body = ig_member(bodies, k);
    divide_moment(m, d, body, d->subtree_com + 3 * body);
  }
}

// rotate the diagonal inertia into the world and shift it by the parallel-axis rule
IG_INLINE void shifted_inertia(real r[10], const real diag[3], const real mat[9], const real dif[3], real mass) {
  real scaled[9];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) scaled[3 * i + j] = mat[3 * i + j] * diag[j];
  }
#define ROWS(i, j) (mat[3 * i] * scaled[3 * j] + mat[3 * i + 1] * scaled[3 * j + 1] + mat[3 * i + 2] * scaled[3 * j + 2])
  r[0] = ROWS(0, 0) + mass * (dif[1] * dif[1] + dif[2] * dif[2]);
  r[1] = ROWS(1, 1) + mass * (dif[0] * dif[0] + dif[2] * dif[2]);
  r[2] = ROWS(2, 2) + mass * (dif[0] * dif[0] + dif[1] * dif[1]);
  r[3] = ROWS(0, 1) - mass * dif[0] * dif[1];
  r[4] = ROWS(0, 2) - mass * dif[0] * dif[2];
  r[5] = ROWS(1, 2) - mass * dif[1] * dif[2];
#undef ROWS
  ig_scl3(r + 6, dif, mass);
  r[9] = mass;
}

// a rotation about an axis whose anchor lies `offset` before the centre
IG_INLINE void turning_dof(real cdof[6], const real axis[3], const real offset[3]) {
  ig_copy3(cdof, axis);
  ig_cross(cdof + 3, axis, offset);
}

IG_INLINE void sliding_dof(real cdof[6], const real axis[3]) {
  ig_zero3(cdof);
  ig_copy3(cdof + 3, axis);
}

IG_INLINE void joint_dofs(const mjModel* m, ig_Data* d, int body, int joint) {
  real offset[3], axis[3], *cdof = d->cdof + 6 * m->jnt_dofadr[joint];
  const real *xaxis = d->xaxis + 3 * joint, *xmat = d->xmat + 9 * body;
  int type = m->jnt_type[joint];
  ig_sub3(offset, d->subtree_com + 3 * m->body_rootid[body], d->xanchor + 3 * joint);
  if (type == mjJNT_SLIDE) {
    sliding_dof(cdof, xaxis);
    return;
  }
  if (type == mjJNT_HINGE) {
    turning_dof(cdof, xaxis, offset);
    return;
  }

  // free: the world's axes first; then, as for a ball, turns about the axes of the body
  if (type == mjJNT_FREE) {
    for (int k = 0; k < 3; k++, cdof += 6) {
      for (int i = 0; i < 3; i++) axis[i] = ig_broadcast(i == k);
      sliding_dof(cdof, axis);
    }
  }
  for (int k = 0; k < 3; k++, cdof += 6) {
    ig_set3(axis, xmat[k], xmat[3 + k], xmat[6 + k]);
    turning_dof(cdof, axis, offset);
  }
}

IG_KERNEL_CLONES void IG_NAME(ig_com_positions)(const mjModel* m, ig_Data* d) {
  bool asleep = ig_bodies_asleep(m, d);
  ig_Subset bodies = ig_awake_bodies(asleep, m, d);
  if (asleep) {
    awake_centres(m, d);
  } else {
    subtree_centres(m, d);
  }
  ig_zero_reals(d->cinert, 10);
  for (int k = 1; k < bodies.count; k++) {
    int body = ig_member(bodies, k), first = m->body_jntadr[body];
    real offset[3], diag[3];
    ig_sub3(offset, d->xipos + 3 * body, d->subtree_com + 3 * m->body_rootid[body]);
    ig_param3(diag, m, d, body_inertia, 3 * body);
    shifted_inertia(d->cinert + 10 * body, diag, d->ximat + 9 * body, offset, ig_param(m, d, body_mass, body));
    for (int joint = first; joint < first + m->body_jntnum[body]; joint++) joint_dofs(m, d, body, joint);
  }
}

// a dof turns with what carries it; the carrier then gains the dof's velocity
IG_INLINE void pass_single(ig_Data* d, int dof, real cvel[6]) {
  real cdof[6], rate[6], qvel = d->qvel[dof];
  ig_copy6(cdof, d->cdof + 6 * dof);
  ig_crossmotion(rate, cvel, cdof);
  ig_copy6(d->cdof_dot + 6 * dof, rate);
  ig_addtoscl6(cvel, cdof, qvel);
}

// three at once: none of them carries another. The world's axes do not turn.
IG_INLINE void pass_triple(ig_Data* d, int dof, real cvel[6], bool world_axes) {
  real gain[6], rate[6], zero = ig_broadcast(0);
  ig_set6(gain, zero, zero, zero, zero, zero, zero);
  for (int k = dof; k < dof + 3; k++) {
    const real* cdof = d->cdof + 6 * k;
    ig_set6(rate, zero, zero, zero, zero, zero, zero);
    if (!world_axes) ig_crossmotion(rate, cvel, cdof);
    ig_copy6(d->cdof_dot + 6 * k, rate);
    ig_addtoscl6(gain, cdof, d->qvel[k]);
  }
  ig_addto6(cvel, gain);
}

IG_KERNEL_CLONES void IG_NAME(ig_com_velocities)(const mjModel* m, ig_Data* d) {
  ig_Subset bodies = ig_awake_bodies(ig_bodies_asleep(m, d), m, d);
  ig_zero_reals(d->cvel, 6);
  for (int k = 1; k < bodies.count; k++) {
    int body = ig_member(bodies, k), dof = m->body_dofadr[body], end = dof + m->body_dofnum[body];
    real cvel[6];
    ig_copy6(cvel, d->cvel + 6 * m->body_parentid[body]);
    while (dof < end) {
      int type = m->jnt_type[m->dof_jntid[dof]];
      if (type == mjJNT_FREE) {
        pass_triple(d, dof, cvel, true);
        dof += 3;
      }
      if (type == mjJNT_FREE || type == mjJNT_BALL) {
        pass_triple(d, dof, cvel, false);
        dof += 3;
      } else {
        pass_single(d, dof, cvel);
        dof++;
      }
    }
    ig_copy6(d->cvel + 6 * body, cvel);
  }
}

// velocity of the body's own centre of mass, world axes; zero for what is welded to the world
IG_INLINE void centre_velocity(const mjModel* m, const ig_Data* d, real vel[6], int body) {
  if (m->body_weldid[body]) {
    ig_move_motion(vel, d->cvel + 6 * body, d->xipos + 3 * body, d->subtree_com + 3 * m->body_rootid[body]);
  } else {
    ig_zero_reals(vel, 6);
  }
}

// (a - b) x mass (v - w), added to r
IG_INLINE void add_moment(real r[3], const real a[3], const real b[3], const real v[3], const real w[3], real mass) {
  real arm[3], momentum[3], moment[3];
  ig_sub3(arm, a, b);
  ig_sub3(momentum, v, w);
  ig_scl3(momentum, momentum, mass);
  ig_cross(moment, arm, momentum);
  ig_addto3(r, moment);
}

// linear and angular momentum of the single bodies; vel: of their centres
IG_INLINE void body_momenta(const mjModel* m, ig_Data* d, ig_Subset bodies, real* vel) {
  for (int k = 0; k < bodies.count; k++) {
    int body = ig_member(bodies, k);
    real local[3], own[6];
    centre_velocity(m, d, own, body);
    ig_copy6(vel + 6 * body, own);
    ig_scl3(d->subtree_linvel + 3 * body, own + 3, ig_param(m, d, body_mass, body));
    ig_mulmattvec3(local, d->ximat + 9 * body, own);
    for (int i = 0; i < 3; i++) local[i] *= ig_param(m, d, body_inertia, 3 * body + i);
    ig_mulmatvec3(d->subtree_angmom + 3 * body, d->ximat + 9 * body, local);
  }
}

// momenta are summed from the leaves up, then divided by the subtree's mass
IG_INLINE void linear_velocities(const mjModel* m, ig_Data* d, ig_Subset bodies) {
  real sum[3], next[3], *linvel = d->subtree_linvel;
  ig_copy3(sum, linvel + 3 * ig_member(bodies, bodies.count - 1));
  for (int k = bodies.count - 1; k >= 0; k--) {
    int body = ig_member(bodies, k), parent = m->body_parentid[body], line = k ? ig_member(bodies, k - 1) : 0;
    ig_copy3(next, linvel + 3 * line);
    if (body && parent == line) {
      ig_addto3(next, sum);
    } else if (body) {
      ig_addto3(linvel + 3 * parent, sum);
    }
    ig_scl3(linvel + 3 * body, sum, 1.0 / ig_max(ig_broadcast(mjMINVAL), ig_param(m, d, body_subtreemass, body)));
    ig_copy3(sum, next);
  }
}

// about the subtree's centre, then about the parent's
IG_INLINE void angular_momenta(const mjModel* m, ig_Data* d, ig_Subset bodies, const real* vel) {
  real sum[3], next[3], *angmom = d->subtree_angmom;
  ig_copy3(sum, angmom + 3 * ig_member(bodies, bodies.count - 1));
  for (int k = bodies.count - 1; k > 0; k--) {
    int body = ig_member(bodies, k), parent = m->body_parentid[body], line = ig_member(bodies, k - 1);
    const real *com = d->subtree_com + 3 * body, *linvel = d->subtree_linvel + 3 * body;
    add_moment(sum, d->xipos + 3 * body, com, vel + 6 * body + 3, linvel, ig_param(m, d, body_mass, body));
    ig_copy3(angmom + 3 * body, sum);

    real total[3];
    ig_copy3(next, angmom + 3 * line);
    ig_copy3(total, parent == line ? next : angmom + 3 * parent);
    ig_addto3(total, sum);
    add_moment(total, com, d->subtree_com + 3 * parent, linvel, d->subtree_linvel + 3 * parent,
               ig_param(m, d, body_subtreemass, body));
    if (parent == line) {
      ig_copy3(next, total);
    } else {
      ig_copy3(angmom + 3 * parent, total);
    }
    ig_copy3(sum, next);
  }
  ig_copy3(angmom, sum);
}

// In a chain the parent is next in line: its sum stays in registers instead of waiting for memory.
IG_KERNEL_CLONES void IG_NAME(ig_subtree_velocities)(const mjModel* m, ig_Data* d) {
  ig_Subset bodies = ig_awake_bodies(ig_bodies_asleep(m, d), m, d);
  ig_mark(d);
  real* vel = ig_scratch(d, 6 * m->nbody);
  body_momenta(m, d, bodies, vel);
  linear_velocities(m, d, bodies);
  angular_momenta(m, d, bodies, vel);
  ig_release(d);
  d->flg_subtreevel = 1;
}
