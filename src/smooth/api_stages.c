// SPDX-License-Identifier: Apache-2.0
// The public stages of the smooth dynamics: each calls the kernel of width 1.
#include <mujoco/mujoco.h>

#include "math/dense.h"
#include "model/stack.h"
#include "model/timer.h"
#include "smooth/bias.h"
#include "smooth/flex/flex.h"
#include "smooth/force/energy.h"
#include "smooth/inertia.h"
#include "smooth/position/com.h"
#include "smooth/position/frame.h"
#include "smooth/position/kinematics.h"
#include "smooth/position/position.h"
#include "smooth/stages.h"
#include "smooth/tendon/tendon.h"
#include "smooth/tendon/transmission.h"

// ------------------------------------------------ positions

void mj_kinematics(const mjModel* m, mjData* d) { ig_kinematics(m, d); }

void mj_comPos(const mjModel* m, mjData* d) { ig_com_positions(m, d); }

void mj_camlight(const mjModel* m, mjData* d) { ig_pose_views(m, d); }

void mj_local2Global(mjData* d, mjtNum xpos[3], mjtNum xmat[9], const mjtNum pos[3], const mjtNum quat[4], int body,
                     mjtByte sameframe) {
  if (xpos && pos) ig_place(d, xpos, pos, body, sameframe);
  if (xmat && quat) ig_orient(d, xmat, quat, body, sameframe);
}

void mj_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt) {
  ig_integrate_position(m, qpos, qvel, dt, (ig_Subset){NULL, m->nbody});
}

void mj_differentiatePos(const mjModel* m, mjtNum* qvel, mjtNum dt, const mjtNum* qpos1, const mjtNum* qpos2) {
  ig_position_difference(m, qvel, dt, qpos1, qpos2);
}

void mj_normalizeQuat(const mjModel* m, mjtNum* qpos) { ig_normalize_position(m, qpos); }

void mj_tendon(const mjModel* m, mjData* d) { ig_tendon(m, d); }

void mj_flex(const mjModel* m, mjData* d) {
  if (m->nflex) ig_flex(m, d);
}

void mj_transmission(const mjModel* m, mjData* d) { ig_transmissions(m, d); }

// ------------------------------------------------ inertia

void mj_crb(const mjModel* m, mjData* d) { ig_composite_inertia(m, d); }

void mj_makeM(const mjModel* m, mjData* d) {
  mjtNum start = ig_clock();
  ig_mass_matrix(m, d);
  ig_timer_end(d, mjTIMER_POS_INERTIA, start);
}

void mj_factorM(const mjModel* m, mjData* d) {
  mjtNum start = ig_clock();
  ig_factor_mass(m, d);
  ig_timer_add(d, mjTIMER_POS_INERTIA, start);
}

void mj_solveM(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n) { ig_solve_mass(m, d, x, y, n); }

void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, const mjtNum* sqrtInvD, int n) {
  ig_half_solve_mass(m, d, x, y, sqrtInvD, n);
}

void mj_mulM(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) { ig_mul_mass(m, d, res, vec); }

void mj_mulM2(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) { ig_half_mul_mass(m, d, res, vec); }

// M in the order of qM: from the diagonal up the chain of parents
void mj_fullM(const mjModel* m, mjtNum* dst, const mjtNum* M) {
  int nv = m->nv, adr = 0;
  ig_zero(dst, nv * nv);
  for (int row = 0; row < nv; row++) {
    for (int dof = row; dof >= 0; dof = m->dof_parentid[dof]) dst[row * nv + dof] = dst[dof * nv + row] = M[adr++];
  }
}

// dst += M, lower triangle only; dst is dense, or sparse with room for the union of the patterns
void mj_addM(const mjModel* m, mjData* d, mjtNum* dst, int* rownnz, int* rowadr, int* colind) {
  ig_Pattern p = ig_mass_pattern(m);
  if (!rownnz || !rowadr || !colind) {
    for (int i = 0; i < m->nv; i++) {
      for (int k = p.rowadr[i]; k < p.rowadr[i] + p.rownnz[i]; k++) dst[i * m->nv + p.colind[k]] += d->M[k];
    }
    return;
  }
  ig_stack_mark(d);
  mjtNum* value = IG_SCRATCH(d, (size_t)m->nv, mjtNum);
  int* column = IG_SCRATCH(d, (size_t)m->nv, int);
  for (int i = 0; i < m->nv; i++) {
    mjtNum *to = dst + rowadr[i], *from = d->M + p.rowadr[i];
    int *to_col = colind + rowadr[i], nto = rownnz[i], nfrom = p.rownnz[i], n = 0;
    const int* from_col = p.colind + p.rowadr[i];

    // merge the two rows
    for (int a = 0, b = 0; a < nto || b < nfrom; n++) {
      bool left = b >= nfrom || (a < nto && to_col[a] <= from_col[b]);
      bool right = a >= nto || (b < nfrom && from_col[b] <= to_col[a]);
      column[n] = left ? to_col[a] : from_col[b];
      value[n] = left && right ? to[a] + from[b] : left ? to[a] : from[b];
      a += left, b += right;
    }
    for (int k = 0; k < n; k++) to[k] = value[k], to_col[k] = column[k];
    rownnz[i] = n;
  }
  ig_stack_free(d);
}

mjtNum mj_getTotalmass(const mjModel* m) { return ig_total_mass(m); }

void mj_setTotalmass(mjModel* m, mjtNum newmass) { ig_set_total_mass(m, newmass); }

// ------------------------------------------------ velocities, forces, energies

void mj_comVel(const mjModel* m, mjData* d) { ig_com_velocities(m, d); }

void mj_subtreeVel(const mjModel* m, mjData* d) { ig_subtree_velocities(m, d); }

void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result) { ig_newton_euler(m, d, flg_acc != 0, result); }

void mj_rnePostConstraint(const mjModel* m, mjData* d) { ig_body_forces(m, d); }

void mj_objectVelocity(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum res[6], int flg_local) {
  ig_velocity_of(m, d, (mjtObj)objtype, objid, flg_local != 0, res);
}

void mj_objectAcceleration(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum res[6], int flg_local) {
  ig_acceleration_of(m, d, (mjtObj)objtype, objid, flg_local != 0, res);
}

void mj_energyPos(const mjModel* m, mjData* d) { ig_potential_energy(m, d); }

void mj_energyVel(const mjModel* m, mjData* d) { ig_kinetic_energy(m, d); }
