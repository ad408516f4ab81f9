// SPDX-License-Identifier: Apache-2.0
// Derivative of the recursive Newton-Euler algorithm by qvel (Featherstone 2008, "Rigid Body Dynamics Algorithms", chapter 5; the
// notation is his: x is the cross product of motions, x* that of a motion and a force).
//
// One column at a time: what changes in the bias forces when one dof c moves a little faster?
//   cvel of every body below c changes by cdof_c. Then, for those bodies,
//     d cdof_dot_j = cdof_c x cdof_j          for the dofs j whose cdof_dot saw c,
//     d cacc       = cdof_dot_c + sum over the dofs j up to the body of d cdof_dot_j * qvel_j
//     d cfrc       = I d cacc + cdof_c x* (I cvel) + cvel x* (I cdof_c)
//   and with the forces summed towards the root, d qfrc_bias_r = cdof_r . d cfrc(body of r).
// Bodies below c are a range of body ids, and only they, c's body and its ancestors are touched.
#include "derive/bias_rate.h"

#include <stdbool.h>

#include "base/error.h"
#include "derive/chain.h"
#include "math/csr.h"
#include "math/dense.h"
#include "math/spatial.h"
#include "model/stack.h"
#include "smooth/awake.h"

// the translations of a free joint are fixed in the world: their cdof does not turn
static bool turns(const mjModel* m, int dof) {
  int joint = m->dof_jntid[dof];
  return m->jnt_type[joint] != mjJNT_FREE || dof >= m->jnt_dofadr[joint] + 3;
}

static void body_force_rate(const mjData* d, int body, int c, const mjtNum dacc[6], mjtNum dfrc[6]) {
  const mjtNum *push = d->cdof + 6 * c, *inertia = d->cinert + 10 * body, *vel = d->cvel + 6 * body;
  mjtNum momentum[6], part[6];
  ig_mulinertvec(dfrc, inertia, dacc);
  ig_mulinertvec(momentum, inertia, vel);
  ig_crossforce(part, push, momentum);
  ig_addto6(dfrc, part);
  ig_mulinertvec(momentum, inertia, push);
  ig_crossforce(part, vel, momentum);
  ig_addto6(dfrc, part);
}

static int subtree_end(const mjModel* m, int body) {
  int end = body + 1;
  while (end < m->nbody && m->body_parentid[end] >= body) end++;
  return end;
}

// the pattern of D has no place for dofs that do not act on each other
static void subtract(const mjModel* m, mjData* d, int row, int col, mjtNum value) {
  IG_ASSERT(row >= 0 && row < m->nv && col >= 0 && col < m->nv);
  int first = m->D_rowadr[row], place = ig_column_place(m->D_colind, first, first + m->D_rownnz[row] - 1, col);
  if (m->D_colind[place] == col) d->qDeriv[place] -= value;
}

static void bias_column(const mjModel* m, mjData* d, int c, mjtNum* dacc, mjtNum* dfrc) {
  IG_ASSERT(c >= 0 && c < m->nv);
  int top = m->dof_bodyid[c], end = subtree_end(m, top);
  for (int body = top; body < end; body++) {
    mjtNum* acc = dacc + 6 * body;
    if (body == top) {
      ig_zero(acc, 6);
    } else {
      ig_copy6(acc, dacc + 6 * m->body_parentid[body]);
    }
    // what the dofs of the body add
    const mjtNum* push = d->cdof + 6 * c;
    for (int j = m->body_dofadr[body]; j < m->body_dofadr[body] + m->body_dofnum[body]; j++) {
      if (j == c) ig_addto6(acc, d->cdof_dot + 6 * c);
      if (!turns(m, j) || ig_group_first(m, j) <= c) continue;
      mjtNum turn[6];
      ig_crossmotion(turn, push, d->cdof + 6 * j);
      for (int k = 0; k < 6; k++) acc[k] += turn[k] * d->qvel[j];
    }
    body_force_rate(d, body, c, acc, dfrc + 6 * body);
  }
  for (int body = end - 1; body > top; body--) ig_addto6(dfrc + 6 * m->body_parentid[body], dfrc + 6 * body);

  // the rows at and below the body of c, and those above it, which carry all of the force
  for (int body = top; body < end; body++) {
    for (int r = m->body_dofadr[body]; r < m->body_dofadr[body] + m->body_dofnum[body]; r++) {
      subtract(m, d, r, c, ig_dot6(dfrc + 6 * body, d->cdof + 6 * r));
    }
  }
  for (int r = m->dof_parentid[m->body_dofadr[top]]; r >= 0; r = m->dof_parentid[r]) {
    subtract(m, d, r, c, ig_dot6(dfrc + 6 * top, d->cdof + 6 * r));
  }
}

void ig_bias_rate(const mjModel* m, mjData* d) {
  ig_stack_mark(d);
  mjtNum* dacc = IG_SCRATCH(d, 6 * m->nbody, mjtNum);
  mjtNum* dfrc = IG_SCRATCH(d, 6 * m->nbody, mjtNum);
  ig_Subset dofs = ig_awake_dofs(ig_dofs_asleep(m, d), m, d);
  for (int k = 0; k < dofs.count; k++) bias_column(m, d, ig_member(dofs, k), dacc, dfrc);
  ig_stack_free(d);
}
