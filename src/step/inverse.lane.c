// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics: the forces that give the accelerations in qacc. The constraint forces follow from the accelerations
// alone, row by row, so nothing is iterated.
#include "step/inverse.h"

#include "base/float_mode.h"
#include "smooth/bias.h"
#include "smooth/inertia.h"
#include "smooth/tendon/tendon_rate.h"
#include "step/forward.h"
#include "step/integrate.h"
#include "step/walk.h"

#if IG_WIDTH == 1
#include "math/dense.h"
#include "smooth/jacobian.h"
#endif

static void inverse_position(const mjModel* m, ig_Data* d) {
  mjtNum start = ig_lap();
  ig_forget_position(d);
  IG_NAME(ig_walk)(m, d, IG_STAGE_BODIES, IG_STAGE_TENDON);
  IG_NAME(ig_walk)(m, d, IG_STAGE_INERTIA, IG_STAGE_COLLISION);
  IG_NAME(ig_walk)(m, d, IG_STAGE_ROWS, IG_STAGE_ROWS);
  mjtNum part = ig_lap();
  IG_NAME(ig_run_stage)(m, d, IG_STAGE_TRANSMISSION);
  ig_lap_add(d, mjTIMER_POS_KINEMATICS, part);
  ig_lap_end(d, mjTIMER_POSITION, start);
}

// qfrc_constraint at the given accelerations
static void inverse_constraint(const mjModel* m, ig_Data* d) {
  mjtNum start = ig_lap();
  IG_NAME(ig_run_stage)(m, d, IG_STAGE_ROW_FORCES);
  ig_lap_end(d, mjTIMER_CONSTRAINT, start);
}

// ------------------------------------------------ discrete time

// worlds in which some dof has damping that Euler treats implicitly
static mask euler_damps(const mjModel* m, const ig_Data* d) {
  real zero = ig_broadcast(0);
  mask damps = ig_lt(zero, zero);
  if (m->opt.disableflags & mjDSBL_EULERDAMP) return damps;
  for (int dof = 0; dof < m->nv; dof++) damps = ig_or(damps, ig_lt(zero, ig_param(m, d, dof_damping, dof)));
  return damps;
}

// qfrc = (lower triangle, mirrored) * qacc
static void mul_symmetric(const mjModel* m, const real* lower, const real* qacc, real* qfrc) {
  ig_zero_reals(qfrc, m->nv);
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

static void mul_full(const mjModel* m, const real* mat, const real* qacc, real* qfrc) {
  for (int i = 0; i < m->nv; i++) {
    real sum = ig_broadcast(0);
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) sum += mat[k] * qacc[m->D_colind[k]];
    qfrc[i] = sum;
  }
}

// M + h * diag(damping), times qacc
static void mul_damped(const mjModel* m, const ig_Data* d, real* qfrc) {
  real h = ig_option(m, d, timestep, 0);
  IG_NAME(ig_mul_mass)(m, d, qfrc, d->qacc);
  for (int i = 0; i < m->nv; i++) qfrc[i] += h * ig_param(m, d, dof_damping, i) * d->qacc[i];
}

void IG_NAME(ig_continuous_acceleration)(const mjModel* m, ig_Data* d) {
  ig_mark(d);
  real *qfrc = ig_scratch(d, (int)m->nv), *qacc = ig_scratch(d, (int)m->nv), zero = ig_broadcast(0);
  mask changed = ig_le(zero, zero);
  switch (m->opt.integrator) {
    case mjINT_EULER:
      changed = euler_damps(m, d);
      if (ig_any(changed)) mul_damped(m, d, qfrc);
      break;
    case mjINT_IMPLICIT: mul_full(m, d->qLU, d->qacc, qfrc); break;
    default: mul_symmetric(m, d->qH, d->qacc, qfrc);
  }
  if (ig_any(changed)) {
    IG_NAME(ig_solve_mass)(m, d, qacc, qfrc, 1);
    for (int i = 0; i < m->nv; i++) d->qacc[i] = ig_select(changed, qacc[i], d->qacc[i]);
  }
  ig_release(d);
}

// a lane that cannot go on is computed at width 1, which raises the error
#if IG_WIDTH == 1
static void refuse_runge_kutta(mjData* d) { mju_error("inverse dynamics has no discrete form for the RK4 integrator"); }
#else
static void refuse_runge_kutta(ig_Data* d) { d->active = 0; }
#endif

// qacc is (v' - v)/h of an integrator with matrix H; the acceleration it came from is inverse(M) H qacc
static void make_continuous(const mjModel* m, ig_Data* d) {
  if (m->opt.integrator == mjINT_RK4) {
    refuse_runge_kutta(d);
    return;
  }
  if (m->opt.integrator != mjINT_EULER) IG_NAME(ig_run_stage)(m, d, IG_STAGE_RATE);
  IG_NAME(ig_run_stage)(m, d, IG_STAGE_CONTINUOUS);
}

// ------------------------------------------------ the forces

// C(qpos, qvel): in lanes it is there, since they go on from a velocity stage of their own
#if IG_WIDTH == 1
static void bias_force(const mjModel* m, mjData* d, mjtNum* qfrc) {
  ig_newton_euler(m, d, false, qfrc);
  ig_tendon_bias(m, d, qfrc);
}
#else
static void bias_force(const mjModel* m, ig_Data* d, real* qfrc) { ig_copy_reals(qfrc, d->qfrc_bias, (int)m->nv); }
#endif

// M qacc + bias = passive + constraint + inverse
void IG_NAME(ig_inverse_force)(const mjModel* m, ig_Data* d) {
  ig_mark(d);
  real* inertial = ig_scratch(d, (int)m->nv);
  bias_force(m, d, d->qfrc_inverse);
  IG_NAME(ig_mul_mass)(m, d, inertial, d->qacc);
  for (int i = 0; i < m->nv; i++) d->qfrc_inverse[i] += inertial[i] - d->qfrc_passive[i] - d->qfrc_constraint[i];
  ig_release(d);
}

// ------------------------------------------------ drivers

void IG_NAME(ig_inverse_past)(const mjModel* m, ig_Data* d, mjtStage done, bool quiet) {
  mjtNum start = ig_lap();
  bool discrete = m->opt.enableflags & mjENBL_INVDISCRETE;
  ig_mark(d);
  real* given = ig_scratch(d, (int)m->nv);
  if (done < mjSTAGE_POS) {
    inverse_position(m, d);
    if (!quiet) IG_NAME(ig_walk)(m, d, IG_STAGE_SENSE_POSITION, IG_STAGE_SENSE_POSITION);
    if (m->opt.enableflags & mjENBL_ENERGY) IG_NAME(ig_walk)(m, d, IG_STAGE_POTENTIAL, IG_STAGE_POTENTIAL);
  }
  if (done < mjSTAGE_VEL) {
    IG_NAME(ig_forward_velocity)(m, d);
    IG_NAME(ig_observe_velocity)(m, d, quiet);
  }
  ig_copy_reals(given, d->qacc, (int)m->nv);
  if (discrete) make_continuous(m, d);
  inverse_constraint(m, d);
  if (!quiet) {
    ig_forget_acceleration(d);
    IG_NAME(ig_walk)(m, d, IG_STAGE_EXTERNAL, IG_STAGE_SENSE_ACCELERATION);
  }
  IG_NAME(ig_run_stage)(m, d, IG_STAGE_INVERSE);
  if (discrete) ig_copy_reals(d->qacc, given, (int)m->nv);
  ig_release(d);
  ig_lap_end(d, mjTIMER_INVERSE, start);
}

#if IG_WIDTH == 1

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
  ig_inverse_past(m, d, mjSTAGE_NONE, false);
}

void ig_inverse_skip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  IG_FLOAT_SCOPE;
  ig_inverse_past(m, d, (mjtStage)skipstage, skipsensor != 0);
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

  ig_inverse_past(m, d, mjSTAGE_VEL, true);
  d->solver_fwdinv[0] = distance(constraint, d->qfrc_constraint, m->nv, scratch);
  d->solver_fwdinv[1] = distance(applied, d->qfrc_inverse, m->nv, scratch);
  ig_copy(d->qfrc_constraint, constraint, m->nv);
  ig_copy(d->efc_force, force, d->nefc);
  ig_stack_free(d);
}

#endif
