// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics: the forces that give the accelerations in qacc. The constraint forces follow from the accelerations
// alone, row by row, so nothing is iterated.
#include "step/inverse.h"

#include "base/float_mode.h"
#include "constrain/reference.h"
#include "math/dense.h"
#include "model/stack.h"
#include "smooth/bias.h"
#include "smooth/force/energy.h"
#include "smooth/inertia.h"
#include "smooth/jacobian.h"
#include "smooth/tendon/tendon_rate.h"
#include "solve/solve.h"
#include "step/forward.h"
#include "step/integrate.h"
#include "step/walk.h"

static void inverse_position(const mjModel* m, mjData* d) {
  mjtNum start = ig_clock();
  d->flg_energypos = 0;
  ig_walk(m, d, IG_STAGE_BODIES, IG_STAGE_TENDON);
  ig_walk(m, d, IG_STAGE_INERTIA, IG_STAGE_COLLISION);
  ig_walk(m, d, IG_STAGE_ROWS, IG_STAGE_ROWS);
  mjtNum part = ig_clock();
  ig_run_stage(m, d, IG_STAGE_TRANSMISSION);
  ig_timer_add(d, mjTIMER_POS_KINEMATICS, part);
  ig_timer_end(d, mjTIMER_POSITION, start);
}

// qfrc_constraint at the given accelerations
static void inverse_constraint(const mjModel* m, mjData* d) {
  mjtNum start = ig_clock();
  if (!d->nefc) {
    ig_zero(d->qfrc_constraint, (int)m->nv);
  } else {
    ig_stack_mark(d);
    mjtNum* jar = IG_SCRATCH(d, d->nefc, mjtNum);
    ig_mul_jac(m, d, jar, d->qacc);
    ig_subfrom(jar, d->efc_aref, d->nefc);
    ig_constraint_update(m, d, jar, NULL, 0);
    ig_stack_free(d);
  }
  ig_timer_end(d, mjTIMER_CONSTRAINT, start);
}

// ------------------------------------------------ discrete time

static bool any_damping(const mjModel* m) {
  for (int dof = 0; dof < m->nv; dof++) {
    if (m->dof_damping[dof] > 0) return true;
  }
  return false;
}

// qfrc = (lower triangle, mirrored) * qacc
static void mul_symmetric(const mjModel* m, const mjtNum* lower, const mjtNum* qacc, mjtNum* qfrc) {
  ig_zero(qfrc, m->nv);
  for (int i = 0; i < m->nv; i++) {
    int first = m->M_rowadr[i], diag = first + m->M_rownnz[i] - 1;
    qfrc[i] += lower[diag] * qacc[i];
    for (int k = first; k < diag; k++) {
      int j = m->M_colind[k];
      qfrc[i] += lower[k] * qacc[j];
      qfrc[j] += lower[k] * qacc[i];
    }
  }
}

static void mul_full(const mjModel* m, const mjtNum* mat, const mjtNum* qacc, mjtNum* qfrc) {
  for (int i = 0; i < m->nv; i++) {
    mjtNum sum = 0;
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) sum += mat[k] * qacc[m->D_colind[k]];
    qfrc[i] = sum;
  }
}

// qacc is (v' - v)/h of an integrator with matrix H; the acceleration it came from is inverse(M) H qacc
static void continuous_acceleration(const mjModel* m, mjData* d) {
  ig_stack_mark(d);
  mjtNum* qfrc = IG_SCRATCH(d, m->nv, mjtNum);
  bool changed = true;
  switch (m->opt.integrator) {
    case mjINT_EULER:
      changed = !(m->opt.disableflags & mjDSBL_EULERDAMP) && any_damping(m);
      if (!changed) break;
      ig_mul_mass(m, d, qfrc, d->qacc);
      for (int i = 0; i < m->nv; i++) qfrc[i] += m->opt.timestep * m->dof_damping[i] * d->qacc[i];
      break;
    case mjINT_IMPLICIT:
      ig_implicit_matrix(m, d);
      mul_full(m, d->qLU, d->qacc, qfrc);
      break;
    case mjINT_IMPLICITFAST:
      ig_implicit_matrix(m, d);
      mul_symmetric(m, d->qH, d->qacc, qfrc);
      break;
    default: changed = false; mju_error("inverse dynamics has no discrete form for the RK4 integrator");
  }
  if (changed) ig_solve_mass(m, d, d->qacc, qfrc, 1);
  ig_stack_free(d);
}

// ------------------------------------------------ drivers

static void inverse(const mjModel* m, mjData* d, mjtStage done, bool quiet) {
  mjtNum start = ig_clock();
  bool discrete = m->opt.enableflags & mjENBL_INVDISCRETE, energy = m->opt.enableflags & mjENBL_ENERGY;
  ig_stack_mark(d);
  mjtNum* given = IG_SCRATCH(d, m->nv, mjtNum);
  mjtNum* inertial = IG_SCRATCH(d, m->nv, mjtNum);
  if (done < mjSTAGE_POS) {
    inverse_position(m, d);
    if (!quiet) ig_run_stage(m, d, IG_STAGE_SENSE_POSITION);
    if (energy && !d->flg_energypos) ig_potential_energy(m, d);
  }
  if (done < mjSTAGE_VEL) {
    ig_forward_velocity(m, d);
    ig_observe_velocity(m, d, quiet);
  }
  ig_copy(given, d->qacc, m->nv);
  if (discrete) continuous_acceleration(m, d);
  inverse_constraint(m, d);
  ig_newton_euler(m, d, false, d->qfrc_inverse);
  ig_tendon_bias(m, d, d->qfrc_inverse);
  if (!quiet) {
    d->flg_rnepost = 0;
    ig_run_stage(m, d, IG_STAGE_SENSE_ACCELERATION);
  }

  // M qacc + bias = passive + constraint + inverse
  ig_mul_mass(m, d, inertial, d->qacc);
  for (int i = 0; i < m->nv; i++) d->qfrc_inverse[i] += inertial[i] - d->qfrc_passive[i] - d->qfrc_constraint[i];
  if (discrete) ig_copy(d->qacc, given, m->nv);
  ig_stack_free(d);
  ig_timer_end(d, mjTIMER_INVERSE, start);
}

void mj_invPosition(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  inverse_position(m, d);
}

void mj_invVelocity(const mjModel* m, mjData* d) { ig_forward_velocity(m, d); }

void mj_invConstraint(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  inverse_constraint(m, d);
}

void ig_inverse(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  inverse(m, d, mjSTAGE_NONE, false);
}

void ig_inverse_skip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  IG_FLOAT_SCOPE;
  inverse(m, d, (mjtStage)skipstage, skipsensor != 0);
}

static mjtNum distance(const mjtNum* a, const mjtNum* b, int n, mjtNum* scratch) {
  ig_sub(scratch, a, b, n);
  return ig_norm(scratch, n);
}

// how far inverse dynamics is from undoing forward dynamics: in constraint forces and in applied forces.
// The results of forward dynamics are put back.
void ig_compare_inverse(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  d->solver_fwdinv[0] = d->solver_fwdinv[1] = 0;
  if (!d->nefc) return;
  ig_stack_mark(d);
  mjtNum* applied = IG_SCRATCH(d, m->nv, mjtNum);
  mjtNum* scratch = IG_SCRATCH(d, m->nv, mjtNum);
  mjtNum* constraint = IG_SCRATCH(d, m->nv, mjtNum);
  mjtNum* force = IG_SCRATCH(d, d->nefc, mjtNum);
  ig_add(applied, d->qfrc_applied, d->qfrc_actuator, m->nv);
  ig_apply_wrenches(m, d, applied);
  ig_copy(constraint, d->qfrc_constraint, m->nv);
  ig_copy(force, d->efc_force, d->nefc);

  inverse(m, d, mjSTAGE_VEL, true);
  d->solver_fwdinv[0] = distance(constraint, d->qfrc_constraint, m->nv, scratch);
  d->solver_fwdinv[1] = distance(applied, d->qfrc_inverse, m->nv, scratch);
  ig_copy(d->qfrc_constraint, constraint, m->nv);
  ig_copy(d->efc_force, force, d->nefc);
  ig_stack_free(d);
}
