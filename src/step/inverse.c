// Inverse dynamics: the forces that give the accelerations in qacc. The constraint forces follow from the accelerations
// alone, row by row, so nothing is iterated.
#include "step/forward.h"

#include "model/stack.h"
#include "model/timer.h"
#include "smooth/jacobian.h"
#include "smooth/tendon/tendon_rate.h"
#include "step/integrate.h"

void mj_invPosition(const mjModel* m, mjData* d) {
  mjtNum stage = ig_clock(), part = stage;
  d->flg_energypos = 0;
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_flex(m, d);
  mj_tendon(m, d);
  ig_timer_end(d, mjTIMER_POS_KINEMATICS, part);

  mj_makeM(m, d);
  mj_factorM(m, d);
  mj_collision(m, d);

  part = ig_clock();
  mj_makeConstraint(m, d);
  ig_timer_end(d, mjTIMER_POS_MAKE, part);

  part = ig_clock();
  mj_transmission(m, d);
  ig_timer_add(d, mjTIMER_POS_KINEMATICS, part);
  ig_timer_end(d, mjTIMER_POSITION, stage);
}

void mj_invVelocity(const mjModel* m, mjData* d) { mj_fwdVelocity(m, d); }

// qfrc_constraint at the given accelerations
void mj_invConstraint(const mjModel* m, mjData* d) {
  mjtNum start = ig_clock();
  if (!d->nefc) {
    mju_zero(d->qfrc_constraint, m->nv);
  } else {
    mj_markStack(d);
    mjtNum* jar = IG_SCRATCH(d, d->nefc, mjtNum);
    mj_mulJacVec(m, d, jar, d->qacc);
    mju_subFrom(jar, d->efc_aref, d->nefc);
    mj_constraintUpdate(m, d, jar, NULL, 0);
    mj_freeStack(d);
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
  mju_zero(qfrc, m->nv);
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
  mj_markStack(d);
  mjtNum* qfrc = IG_SCRATCH(d, m->nv, mjtNum);
  bool changed = true;
  switch (m->opt.integrator) {
    case mjINT_EULER:
      changed = !(m->opt.disableflags & mjDSBL_EULERDAMP) && any_damping(m);
      if (!changed) break;
      mj_mulM(m, d, qfrc, d->qacc);
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
  if (changed) mj_solveM(m, d, d->qacc, qfrc, 1);
  mj_freeStack(d);
}

// ------------------------------------------------ drivers

static void inverse(const mjModel* m, mjData* d, mjtStage done, bool quiet) {
  mjtNum start = ig_clock();
  bool discrete = m->opt.enableflags & mjENBL_INVDISCRETE, energy = m->opt.enableflags & mjENBL_ENERGY;
  mj_markStack(d);
  mjtNum* given = IG_SCRATCH(d, m->nv, mjtNum);
  mjtNum* inertial = IG_SCRATCH(d, m->nv, mjtNum);
  if (done < mjSTAGE_POS) {
    mj_invPosition(m, d);
    if (!quiet) mj_sensorPos(m, d);
    if (energy && !d->flg_energypos) mj_energyPos(m, d);
  }
  if (done < mjSTAGE_VEL) {
    mj_invVelocity(m, d);
    ig_observe_velocity(m, d, quiet);
  }
  mju_copy(given, d->qacc, m->nv);
  if (discrete) continuous_acceleration(m, d);
  mj_invConstraint(m, d);
  mj_rne(m, d, 0, d->qfrc_inverse);
  ig_tendon_bias(m, d, d->qfrc_inverse);
  if (!quiet) {
    d->flg_rnepost = 0;
    mj_sensorAcc(m, d);
  }

  // M qacc + bias = passive + constraint + inverse
  mj_mulM(m, d, inertial, d->qacc);
  for (int i = 0; i < m->nv; i++) d->qfrc_inverse[i] += inertial[i] - d->qfrc_passive[i] - d->qfrc_constraint[i];
  if (discrete) mju_copy(d->qacc, given, m->nv);
  mj_freeStack(d);
  ig_timer_end(d, mjTIMER_INVERSE, start);
}

void mj_inverse(const mjModel* m, mjData* d) { inverse(m, d, mjSTAGE_NONE, false); }

void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  inverse(m, d, (mjtStage)skipstage, skipsensor != 0);
}

static mjtNum distance(const mjtNum* a, const mjtNum* b, int n, mjtNum* scratch) {
  mju_sub(scratch, a, b, n);
  return mju_norm(scratch, n);
}

// how far inverse dynamics is from undoing forward dynamics: in constraint forces and in applied forces.
// The results of forward dynamics are put back.
void mj_compareFwdInv(const mjModel* m, mjData* d) {
  d->solver_fwdinv[0] = d->solver_fwdinv[1] = 0;
  if (!d->nefc) return;
  mj_markStack(d);
  mjtNum* applied = IG_SCRATCH(d, m->nv, mjtNum);
  mjtNum* scratch = IG_SCRATCH(d, m->nv, mjtNum);
  mjtNum* constraint = IG_SCRATCH(d, m->nv, mjtNum);
  mjtNum* force = IG_SCRATCH(d, d->nefc, mjtNum);
  mju_add(applied, d->qfrc_applied, d->qfrc_actuator, m->nv);
  ig_apply_wrenches(m, d, applied);
  mju_copy(constraint, d->qfrc_constraint, m->nv);
  mju_copy(force, d->efc_force, d->nefc);

  mj_inverseSkip(m, d, mjSTAGE_VEL, 1);
  d->solver_fwdinv[0] = distance(constraint, d->qfrc_constraint, m->nv, scratch);
  d->solver_fwdinv[1] = distance(applied, d->qfrc_inverse, m->nv, scratch);
  mju_copy(d->qfrc_constraint, constraint, m->nv);
  mju_copy(d->efc_force, force, d->nefc);
  mj_freeStack(d);
}
