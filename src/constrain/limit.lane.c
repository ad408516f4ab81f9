// SPDX-License-Identifier: Apache-2.0
#include "constrain/limit.h"

#include <string.h>

#include "math/quat.h"
#include "model/sleep.h"

int IG_NAME(ig_tendon_gradient)(const mjModel* m, const ig_Data* d, int tendon, int* dof, real* jac) {
  if (ig_is_sparse(m)) {
    int adr = d->ten_J_rowadr[tendon], n = d->ten_J_rownnz[tendon];
    memcpy(dof, d->ten_J_colind + adr, n * sizeof(int));
    ig_copy_reals(jac, d->ten_J + adr, n);
    return n;
  }
  const real* row = d->ten_J + (size_t)tendon * m->nv;
  int n = 0;
  for (int i = 0; i < m->nv; i++) {
    mask zero = ig_eq(row[i], ig_broadcast(0));
    if (IG_WIDTH == 1 && ig_all(zero)) continue;
    dof[n] = i;
    jac[n++] = ig_select(zero, ig_broadcast(0), row[i]);
  }
  return n;
}

// the first row of a tendon is what its force is reported from
static void tendon_row(ig_RowBuilder* rows, int tendon, ig_RowGroup* g) {
  const mjModel* m = rows->m;
  ig_Data* d = rows->d;
  g->invweight[0] = ig_local(ig_param(m, d, tendon_invweight0, tendon));
#if IG_WIDTH == 1
  ints row = rows->row;
#else
  ints row = d->ragged.count.nefc;
#endif
  if (!rows->counting) ig_note_tendon_row(d, tendon, g->on, row);
  IG_NAME(ig_rows_add)(rows, g);
}

// nothing sleeps in lanes
IG_INLINE bool asleep(const mjModel* m, const ig_Data* d, mjtObj type, int id) {
#if IG_WIDTH == 1
  return ig_some_asleep(m, d) && ig_sleep_state(m, d, type, id) == mjS_ASLEEP;
#else
  return false;
#endif
}

// ------------------------------------------------ friction loss

static void dof_friction(ig_RowBuilder* rows, int dof, mask on) {
  const mjModel* m = rows->m;
  real one = ig_broadcast(1);
  ig_RowGroup g;
  ig_group_start(&g, mjCNSTR_FRICTION_DOF, on, ig_ints(dof), 1);
  g.n = 1;
  if (rows->counting) return IG_NAME(ig_rows_add)(rows, &g);
  g.dof = &dof;
  g.jac = &one;
  g.frictionloss = ig_local(ig_param(m, rows->d, dof_frictionloss, dof));
  g.invweight[0] = ig_local(ig_param(m, rows->d, dof_invweight0, dof));
  ig_hold_param(g.solref, mjNREF, m, rows->d, dof_solref, mjNREF * dof);
  ig_hold_param(g.solimp, mjNIMP, m, rows->d, dof_solimp, mjNIMP * dof);
  IG_NAME(ig_rows_add)(rows, &g);
}

static void tendon_friction(ig_RowBuilder* rows, int tendon, mask on) {
  const mjModel* m = rows->m;
  const ig_Data* d = rows->d;
  ig_RowGroup g;
  ig_group_start(&g, mjCNSTR_FRICTION_TENDON, on, ig_ints(tendon), 1);
  g.dof = rows->dof;
  g.jac = rows->jac;
  g.n = IG_NAME(ig_tendon_gradient)(m, d, tendon, rows->dof, rows->jac);
  g.frictionloss = ig_local(ig_param(m, d, tendon_frictionloss, tendon));
  ig_hold_param(g.solref, mjNREF, m, d, tendon_solref_fri, mjNREF * tendon);
  ig_hold_param(g.solimp, mjNIMP, m, d, tendon_solimp_fri, mjNIMP * tendon);
  tendon_row(rows, tendon, &g);
}

void IG_NAME(ig_friction_rows)(ig_RowBuilder* rows) {
  const mjModel* m = rows->m;
  const ig_Data* d = rows->d;
  real zero = ig_broadcast(0);
  for (int dof = 0; dof < m->nv; dof++) {
    if (ig_param_is_zero(m, d, dof_frictionloss, dof)) continue;
    mask on = ig_not(ig_eq(ig_param(m, d, dof_frictionloss, dof), zero));
    if (ig_any(on) && !asleep(m, d, mjOBJ_DOF, dof)) dof_friction(rows, dof, on);
  }
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    mask on = ig_lt(zero, ig_param(m, d, tendon_frictionloss, tendon));
    if (ig_any(on)) tendon_friction(rows, tendon, on);
  }
}

// ------------------------------------------------ limits

// distance to the lower (side -1) or upper (side 1) end of a range, negative beyond it
IG_INLINE real distance_to_end(const real range[2], real value, int side) { return (num)side * (range[side > 0] - value); }

static void add_joint_row(ig_RowBuilder* rows, int joint, mask on, real distance, int n, const int* dof, const real* jac) {
  const mjModel* m = rows->m;
  ig_RowGroup group, *g = &group;
  ig_group_start(g, mjCNSTR_LIMIT_JOINT, on, ig_ints(joint), 1);
  g->n = n;
  if (rows->counting) return IG_NAME(ig_rows_add)(rows, g);
  g->dof = dof;
  g->jac = jac;
  ig_describe_joint_limit(m, rows->d, joint, distance, g);
  IG_NAME(ig_rows_add)(rows, g);
}

// hinge and slide: each end of the range
static void range_limit(ig_RowBuilder* rows, int joint) {
  const mjModel* m = rows->m;
  const ig_Data* d = rows->d;
  real value = d->qpos[m->jnt_qposadr[joint]], margin = ig_param(m, d, jnt_margin, joint), range[2];
  ig_param_n(range, 2, m, d, jnt_range, 2 * joint);
  for (int side = -1; side <= 1; side += 2) {
    real distance = distance_to_end(range, value, side), slope = ig_broadcast(-side);
    mask on = ig_lt(distance, margin);
    if (ig_any(on)) add_joint_row(rows, joint, on, distance, 1, m->jnt_dofadr + joint, &slope);
  }
}

// ball: the angle of the rotation, about its axis
static void cone_limit(ig_RowBuilder* rows, int joint) {
  const mjModel* m = rows->m;
  const ig_Data* d = rows->d;
  int first = m->jnt_dofadr[joint], dof[3] = {first, first + 1, first + 2};
  real quat[4], axis[3], range[2];
  ig_param_n(range, 2, m, d, jnt_range, 2 * joint);
  ig_copy4(quat, d->qpos + m->jnt_qposadr[joint]);
  ig_normalize4(quat);
  ig_quat2vel(axis, quat, ig_broadcast(1));
  real distance = ig_max(range[0], range[1]) - ig_normalize3(axis);
  mask on = ig_lt(distance, ig_param(m, d, jnt_margin, joint));
  if (!ig_any(on)) return;
  ig_scl3(axis, axis, ig_broadcast(-1));
  add_joint_row(rows, joint, on, distance, 3, dof, axis);
}

#if IG_WIDTH == 1
int ig_tendon_limits_hit(const mjModel* m, const mjData* d, int tendon) {
  int hit = 0;
  for (int side = -1; m->tendon_limited[tendon] && side <= 1; side += 2) {
    hit += distance_to_end(m->tendon_range + 2 * tendon, d->ten_length[tendon], side) < m->tendon_margin[tendon];
  }
  return hit;
}
#endif

// a zero of a padded gradient stands for no entry: it keeps its sign
IG_INLINE void turn_gradient(real* jac, int n, int side, bool padded) {
  real zero = ig_broadcast(0);
  for (int i = 0; i < n; i++) {
    real turned = jac[i] * (num)-side;
    jac[i] = padded ? ig_select(ig_eq(jac[i], zero), zero, turned) : turned;
  }
}

static void tendon_limit(ig_RowBuilder* rows, int tendon) {
  const mjModel* m = rows->m;
  const ig_Data* d = rows->d;
  real margin = ig_param(m, d, tendon_margin, tendon), range[2];
  ig_param_n(range, 2, m, d, tendon_range, 2 * tendon);
  for (int side = -1; side <= 1; side += 2) {
    real distance = distance_to_end(range, d->ten_length[tendon], side);
    mask on = ig_lt(distance, margin);
    if (!ig_any(on)) continue;
    ig_RowGroup g;
    ig_group_start(&g, mjCNSTR_LIMIT_TENDON, on, ig_ints(tendon), 1);
    g.dof = rows->dof;
    g.jac = rows->jac;
    g.n = IG_NAME(ig_tendon_gradient)(m, d, tendon, rows->dof, rows->jac);
    turn_gradient(rows->jac, g.n, side, ig_tendon_gradient_padded(m));
    g.pos[0] = ig_local(distance);
    g.margin = ig_local(margin);
    ig_hold_param(g.solref, mjNREF, m, d, tendon_solref_lim, mjNREF * tendon);
    ig_hold_param(g.solimp, mjNIMP, m, d, tendon_solimp_lim, mjNIMP * tendon);
    tendon_row(rows, tendon, &g);
  }
}

void IG_NAME(ig_limit_rows)(ig_RowBuilder* rows) {
  const mjModel* m = rows->m;
  const ig_Data* d = rows->d;
  for (int joint = 0; joint < m->njnt; joint++) {
    if (!m->jnt_limited[joint] || asleep(m, d, mjOBJ_JOINT, joint)) continue;
    int type = m->jnt_type[joint];
    if (type == mjJNT_HINGE || type == mjJNT_SLIDE) range_limit(rows, joint);
    if (type == mjJNT_BALL) cone_limit(rows, joint);
  }
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    if (m->tendon_limited[tendon]) tendon_limit(rows, tendon);
  }
}
