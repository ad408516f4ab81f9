// SPDX-License-Identifier: Apache-2.0
#include "smooth/force/spring.h"

#include "math/quat.h"
#include "smooth/awake.h"
#include "smooth/jacobian.h"
#include "smooth/tendon/tendon.h"

// force of a spring that is there; lanes without stiffness keep the zero that stands there
IG_INLINE void pull(real* qfrc, real stiffness, real stretch) {
  *qfrc = ig_select(ig_eq(stiffness, ig_broadcast(0)), *qfrc, -stiffness * stretch);
}

// coordinates that are numbers
IG_INLINE void linear_spring(const mjModel* m, ig_Data* d, real stiffness, int qpos, int dof, int n) {
  for (int k = 0; k < n; k++)
    pull(d->qfrc_spring + dof + k, stiffness, d->qpos[qpos + k] - ig_param(m, d, qpos_spring, qpos + k));
}

// an orientation pulls along the rotation vector to its rest
static __attribute__((noinline)) void turning_spring(const mjModel* m, ig_Data* d, const real* stiffness, int qpos, int dof) {
  real quat[4], rest[4], turn[3];
  ig_copy4(quat, d->qpos + qpos);
  ig_normalize4(quat);
  ig_param4(rest, m, d, qpos_spring, qpos);
  ig_subquat(turn, quat, rest);
  for (int k = 0; k < 3; k++) pull(d->qfrc_spring + dof + k, *stiffness, turn[k]);
}

IG_INLINE void joint_spring(const mjModel* m, ig_Data* d, int joint) {
  real stiffness = ig_param(m, d, jnt_stiffness, joint);
  if (ig_all(ig_eq(stiffness, ig_broadcast(0)))) return;
  int qpos = m->jnt_qposadr[joint], dof = m->jnt_dofadr[joint];
  switch (m->jnt_type[joint]) {
    case mjJNT_FREE:
      linear_spring(m, d, stiffness, qpos, dof, 3);
      turning_spring(m, d, &stiffness, qpos + 3, dof + 3);
      break;
    case mjJNT_BALL: turning_spring(m, d, &stiffness, qpos, dof); break;
    default: linear_spring(m, d, stiffness, qpos, dof, 1);
  }
}

void IG_NAME(ig_joint_springs)(const mjModel* m, ig_Data* d) {
  ig_Subset bodies = ig_awake_bodies(ig_bodies_asleep(m, d), m, d);
  if (!bodies.index) {
    for (int joint = 0; joint < m->njnt; joint++) joint_spring(m, d, joint);
    return;
  }
  for (int b = 0; b < bodies.count; b++) {
    int body = bodies.index[b], begin = m->body_jntadr[body];
    for (int joint = begin; joint < begin + m->body_jntnum[body]; joint++) joint_spring(m, d, joint);
  }
}

void IG_NAME(ig_dof_dampers)(const mjModel* m, ig_Data* d) {
  ig_Subset dofs = ig_awake_dofs(ig_dofs_asleep(m, d), m, d);
  for (int i = 0; i < dofs.count; i++) {
    int dof = ig_member(dofs, i);
    pull(d->qfrc_damper + dof, ig_param(m, d, dof_damping, dof), d->qvel[dof]);
  }
}

// sum += J^T force, where there is a force; J has n columns, of these dofs or of the first n
static void add_force(real* sum, const real* J, const int* dofs, int n, real force) {
  mask none = ig_eq(force, ig_broadcast(0));
  if (ig_all(none)) return;
  for (int i = 0; i < n; i++) {
    real* to = sum + (dofs ? dofs[i] : i);
    *to = ig_select(none, *to, *to + J[i] * force);
  }
}

// only trees that are awake feel a tendon; one without trees moves nothing
static bool tendon_rests(const mjModel* m, const ig_Data* d, int tendon) {
  if (!ig_dofs_asleep(m, d) || m->tendon_treenum[tendon] > 2) return false;
  for (int k = 0; k < m->tendon_treenum[tendon]; k++) {
    if (d->tree_awake[m->tendon_treeid[2 * tendon + k]]) return false;
  }
  return true;
}

void IG_NAME(ig_tendon_springs)(const mjModel* m, ig_Data* d, bool springs, bool dampers) {
  bool sparse = ig_is_sparse(m);
  real zero = ig_broadcast(0);
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    if (tendon_rests(m, d, tendon)) continue;
    real stiffness = springs ? ig_param(m, d, tendon_stiffness, tendon) : zero;
    real damping = dampers ? ig_param(m, d, tendon_damping, tendon) : zero;
    if (ig_all(ig_and(ig_eq(stiffness, zero), ig_eq(damping, zero)))) continue;

    // no force between the two rest lengths
    real length = d->ten_length[tendon];
    real lower = ig_param(m, d, tendon_lengthspring, 2 * tendon), upper = ig_param(m, d, tendon_lengthspring, 2 * tendon + 1);
    real too_short = ig_select(ig_lt(length, lower), stiffness * (lower - length), zero);
    real spring = ig_select(ig_lt(upper, length), stiffness * (upper - length), too_short);
    real damper = -damping * d->ten_velocity[tendon];

    int adr = sparse ? d->ten_J_rowadr[tendon] : tendon * m->nv, n = sparse ? d->ten_J_rownnz[tendon] : m->nv;
    const int* dofs = sparse ? d->ten_J_colind + adr : NULL;
    add_force(d->qfrc_spring, d->ten_J + adr, dofs, n, spring);
    add_force(d->qfrc_damper, d->ten_J + adr, dofs, n, damper);
  }
}
