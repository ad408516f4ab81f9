// SPDX-License-Identifier: Apache-2.0
// Springs and dampers of joints and tendons, gravity compensation.
//   tendon: tau = J^T f(L, s), s = J v:  d tau = f dJ^T + J^T (f_L dL + f_s (J dv + dJ v)),  dL = J dq, dJ from its curvature
#include "derive/passive_rate.h"

#include "derive/load_rate.h"
#include "derive/medium_rate.h"
#include "derive/rotation.h"
#include "math/dense.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/force/passive.h"
#include "smooth/jacobian.h"

static void turning_spring(const mjModel* m, const mjData* d, mjtNum stiffness, int qpos, int dof, mjtNum* by_q) {
  mjtNum quat[4], Da[9];
  ig_copy4(quat, d->qpos + qpos);
  ig_normalize4(quat);
  ig_quat_difference_rate(quat, m->qpos_spring + qpos, Da, NULL);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) by_q[(size_t)(dof + i) * (size_t)m->nv + (size_t)(dof + j)] -= stiffness * Da[3 * i + j];
  }
}

static void joint_spring(const mjModel* m, const mjData* d, int joint, mjtNum* by_q) {
  mjtNum stiffness = m->jnt_stiffness[joint];
  if (!stiffness) return;
  int type = m->jnt_type[joint], dof = m->jnt_dofadr[joint], qpos = m->jnt_qposadr[joint];
  int linear = type == mjJNT_FREE ? 3 : type == mjJNT_BALL ? 0 : 1;
  for (int k = dof; k < dof + linear; k++) by_q[(size_t)k * (size_t)(m->nv + 1)] -= stiffness;
  if (linear != 1) turning_spring(m, d, stiffness, qpos + linear, dof + linear, by_q);
}

void ig_tendon_row(const mjModel* m, const mjData* d, int tendon, mjtNum* row) {
  if (!ig_is_sparse(m)) return ig_copy(row, d->ten_J + (size_t)tendon * (size_t)m->nv, (int)m->nv);
  ig_zero(row, (int)m->nv);
  int adr = d->ten_J_rowadr[tendon];
  for (int k = adr; k < adr + d->ten_J_rownnz[tendon]; k++) row[d->ten_J_colind[k]] = d->ten_J[k];
}

void ig_add_outer(mjtNum* mat, int rows, int columns, const mjtNum* a, const mjtNum* b, mjtNum scale) {
  for (int i = 0; i < rows; i++) {
    if (a[i] != 0) ig_addtoscl(mat + (size_t)i * (size_t)columns, b, scale * a[i], columns);
  }
}

static void tendon(const mjModel* m, mjData* d, int tendon, bool springs, bool dampers, ig_ForceRate* rate) {
  mjtNum stiffness = springs ? m->tendon_stiffness[tendon] : 0, damping = dampers ? m->tendon_damping[tendon] : 0;
  if (!stiffness && !damping) return;
  const mjtNum *rest = m->tendon_lengthspring + 2 * tendon, length = d->ten_length[tendon];
  mjtNum stretch = length < rest[0] ? length - rest[0] : length > rest[1] ? length - rest[1] : 0;
  if (length >= rest[0] && length <= rest[1]) stiffness = 0;

  int nv = (int)m->nv;
  ig_stack_mark(d);
  mjtNum *row = IG_SCRATCH(d, m->nv, mjtNum), *curve = IG_SCRATCH(d, m->nv * m->nv, mjtNum);
  ig_tendon_row(m, d, tendon, row);
  ig_add_outer(rate->q, nv, nv, row, row, -stiffness);
  ig_add_outer(rate->v, nv, nv, row, row, -damping);
  ig_zero(curve, nv * nv);
  if (ig_tendon_curvature(m, d, tendon, 1, curve)) {
    mjtNum* swing = IG_SCRATCH(d, m->nv, mjtNum);
    ig_addtoscl(rate->q, curve, -stiffness * stretch - damping * d->ten_velocity[tendon], nv * nv);
    ig_mulmattvec(swing, curve, d->qvel, nv, nv);
    ig_add_outer(rate->q, nv, nv, row, swing, -damping);
  }
  ig_stack_free(d);
}

static void gravity_compensation(const mjModel* m, const mjData* d, mjtNum* by_q) {
  for (int body = 1; body < m->nbody; body++) {
    mjtNum weight = -m->body_mass[body] * m->body_gravcomp[body];
    if (weight == 0) continue;
    ig_Load load = {.body = body, .point = d->xipos + 3 * body};
    ig_scl3(load.force, m->opt.gravity, weight);
    ig_load_rate(m, d, &load, 1, by_q);
  }
}

static void applied(const mjModel* m, const mjData* d, mjtNum* by_q) {
  for (int body = 1; body < m->nbody; body++) {
    const mjtNum* xfrc = d->xfrc_applied + 6 * body;
    if (ig_all_zero(xfrc, 6)) continue;
    ig_Load load = {body, d->xipos + 3 * body, {xfrc[0], xfrc[1], xfrc[2]}, {xfrc[3], xfrc[4], xfrc[5]}};
    ig_load_rate(m, d, &load, 1, by_q);
  }
}

void ig_passive_rate(const mjModel* m, mjData* d, ig_ForceRate* rate, mjtNum* gravcomp) {
  bool springs = !(m->opt.disableflags & mjDSBL_SPRING), dampers = !(m->opt.disableflags & mjDSBL_DAMPER);
  applied(m, d, rate->q);
  if (!springs && !dampers) return;
  for (int joint = 0; springs && joint < m->njnt; joint++) joint_spring(m, d, joint, rate->q);
  for (int dof = 0; dampers && dof < m->nv; dof++) rate->v[(size_t)dof * (size_t)(m->nv + 1)] -= m->dof_damping[dof];
  for (int i = 0; i < m->ntendon; i++) tendon(m, d, i, springs, dampers, rate);
  if (m->opt.density > 0 || m->opt.viscosity > 0) ig_medium_rate(m, d, rate);
  if (ig_has_gravcomp(m)) gravity_compensation(m, d, gravcomp);
}
