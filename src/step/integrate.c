#include "step/integrate.h"

#include "derive/velocity.h"
#include "math/lu_tree.h"
#include "model/stack.h"
#include "model/timer.h"
#include "smooth/awake.h"
#include "smooth/factor.h"
#include "smooth/inertia.h"
#include "step/advance.h"
#include "step/flex_block.h"
#include "step/forward.h"

// the dofs an integrator works on
static ig_Subset moving_dofs(const mjModel* m, const mjData* d) { return ig_awake_dofs(ig_dofs_asleep(m, d), m, d); }

// qfrc_smooth + qfrc_constraint; numbers of sleeping dofs are left undefined
static void total_force(const mjData* d, ig_Subset dofs, mjtNum* qfrc) {
  for (int k = 0; k < dofs.count; k++) {
    int dof = ig_member(dofs, k);
    qfrc[dof] = d->qfrc_smooth[dof] + d->qfrc_constraint[dof];
  }
}

// ------------------------------------------------ Euler

// some dof has damping that Euler is to treat implicitly
static bool euler_damps(const mjModel* m, const mjData* d) {
  if (m->opt.disableflags & (mjDSBL_EULERDAMP | mjDSBL_DAMPER)) return false;
  ig_Subset dofs = moving_dofs(m, d);
  for (int k = 0; k < dofs.count; k++) {
    if (m->dof_damping[ig_member(dofs, k)] > 0) return true;
  }
  return false;
}

// qH = factor of M + h * diag(damping)
static void factor_damped(const mjModel* m, mjData* d, ig_Subset dofs) {
  for (int k = 0; k < dofs.count; k++) {
    int dof = ig_member(dofs, k), adr = m->M_rowadr[dof], n = m->M_rownnz[dof];
    mju_copy(d->qH + adr, d->M + adr, n);
    d->qH[adr + n - 1] += m->opt.timestep * m->dof_damping[dof];
  }
  ig_factor_rows(d->qH, d->qH, d->qHDiagInv, dofs, ig_mass_pattern(m));
}

void ig_euler(const mjModel* m, mjData* d, bool factored) {
  mjtNum start = ig_clock();
  mj_markStack(d);
  mjtNum* qacc = IG_SCRATCH(d, m->nv, mjtNum);
  ig_Subset dofs = moving_dofs(m, d);
  if (euler_damps(m, d)) {
    if (!factored) factor_damped(m, d, dofs);
    total_force(d, dofs, qacc);
    ig_solve_rows(qacc, d->qH, d->qHDiagInv, m->nv, 1, dofs, ig_mass_pattern(m));
  } else {
    mju_copy(qacc, d->qacc, m->nv);
  }
  ig_advance(m, d, d->act_dot, qacc, NULL);
  mj_freeStack(d);
  ig_timer_end(d, mjTIMER_ADVANCE, start);
}

// ------------------------------------------------ implicit in velocity

static ig_TreePattern full_pattern(const mjModel* m, ig_Subset dofs) {
  return (ig_TreePattern){m->D_rownnz, m->D_rowadr, m->D_colind, m->D_diag, dofs.index, dofs.count};
}

void ig_implicit_matrix(const mjModel* m, mjData* d) {
  mjtNum h = m->opt.timestep;
  if (m->opt.integrator == mjINT_IMPLICIT) {
    ig_velocity_rate(m, d, true);
    for (int k = 0; k < m->nD; k++) {
      int from = m->mapM2D[k];
      d->qLU[k] = (from >= 0 ? d->M[from] : 0) + d->qDeriv[k] * -h;
    }
  } else {
    ig_velocity_rate(m, d, false);
    for (int k = 0; k < m->nC; k++) d->qH[k] = d->M[k] + d->qDeriv[m->mapD2M[k]] * -h;
  }
}

static void factor_implicit(const mjModel* m, mjData* d, ig_Subset dofs) {
  if (m->opt.integrator == mjINT_IMPLICITFAST) {
    ig_factor_rows(d->qH, d->qH, d->qHDiagInv, dofs, ig_mass_pattern(m));
    return;
  }
  ig_TreePattern pattern = full_pattern(m, dofs);
  if (!ig_lu_tree_factor(d->qLU, &pattern)) mju_error("implicit integrator: M - h*qDeriv has a vanishing pivot");
}

static void solve_implicit(const mjModel* m, mjData* d, ig_Subset dofs, const mjtNum* qfrc, mjtNum* qacc) {
  if (m->opt.integrator == mjINT_IMPLICITFAST) {
    for (int k = 0; k < dofs.count; k++) qacc[ig_member(dofs, k)] = qfrc[ig_member(dofs, k)];
    ig_solve_rows(qacc, d->qH, d->qHDiagInv, m->nv, 1, dofs, ig_mass_pattern(m));
  } else {
    ig_TreePattern pattern = full_pattern(m, dofs);
    ig_lu_tree_solve(qacc, d->qLU, qfrc, &pattern);
  }
}

void ig_implicit(const mjModel* m, mjData* d, bool factored) {
  if (m->opt.integrator != mjINT_IMPLICIT && m->opt.integrator != mjINT_IMPLICITFAST) {
    mju_error("mj_implicit: integrator %d is not an implicit one", m->opt.integrator);
    return;
  }
  mjtNum start = ig_clock();
  mj_markStack(d);
  mjtNum* qfrc = IG_SCRATCH(d, m->nv, mjtNum);
  mjtNum* qacc = IG_SCRATCH(d, m->nv, mjtNum);
  ig_Subset dofs = moving_dofs(m, d);
  ig_FlexSystem flex = {0};
  total_force(d, dofs, qfrc);
  if (!factored) {
    ig_implicit_matrix(m, d);
    if (!dofs.index) flex = ig_flex_system(m, d);
    factor_implicit(m, d, dofs);
  }
  solve_implicit(m, d, dofs, qfrc, qacc);
  if (flex.n) ig_flex_system_solve(m, d, &flex, qfrc, qacc);
  ig_advance(m, d, d->act_dot, qacc, NULL);
  mj_freeStack(d);
  ig_timer_end(d, mjTIMER_ADVANCE, start);
}

// ------------------------------------------------ Runge-Kutta

// one evaluation: the state it was made at, and the derivatives found there
typedef struct {
  mjtNum *qpos, *qvel, *act;
  mjtNum *qacc, *act_dot;
} ig_Stage;

static ig_Stage make_stage(const mjModel* m, mjData* d) {
  return (ig_Stage){IG_SCRATCH(d, m->nq, mjtNum), IG_SCRATCH(d, m->nv, mjtNum), IG_SCRATCH(d, m->na, mjtNum),
                    IG_SCRATCH(d, m->nv, mjtNum), IG_SCRATCH(d, m->na, mjtNum)};
}

static void load_state(const mjModel* m, mjData* d, const ig_Stage* s) {
  mju_copy(d->qpos, s->qpos, m->nq);
  mju_copy(d->qvel, s->qvel, m->nv);
  mju_copy(d->act, s->act, m->na);
}

static void save_derivatives(const mjModel* m, const mjData* d, ig_Stage* s) {
  mju_copy(s->qacc, d->qacc, m->nv);
  mju_copy(s->act_dot, d->act_dot, m->na);
}

// to = from moved along the derivatives of `at`, for a time h
static void move_stage(const mjModel* m, ig_Stage* to, const ig_Stage* from, const ig_Stage* at, mjtNum weight, mjtNum h,
                       mjtNum* velocity) {
  mju_scl(velocity, at->qvel, weight, m->nv);
  mju_copy(to->qpos, from->qpos, m->nq);
  mj_integratePos(m, to->qpos, velocity, h);
  for (int i = 0; i < m->nv; i++) to->qvel[i] = from->qvel[i] + at->qacc[i] * weight * h;
  for (int i = 0; i < m->na; i++) to->act[i] = from->act[i] + at->act_dot[i] * weight * h;
}

// the classical tableau: two half steps and a whole one, each along the derivatives found last
void ig_runge_kutta4(const mjModel* m, mjData* d) {
  static const mjtNum node[3] = {0.5, 0.5, 1}, share[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
  mjtNum h = m->opt.timestep, time = d->time;
  mj_markStack(d);
  ig_Stage stage[4], sum = make_stage(m, d);
  for (int k = 0; k < 4; k++) stage[k] = make_stage(m, d);

  // the first evaluation is the forward pass of this step
  mju_copy(stage[0].qpos, d->qpos, m->nq);
  mju_copy(stage[0].qvel, d->qvel, m->nv);
  mju_copy(stage[0].act, d->act, m->na);
  save_derivatives(m, d, &stage[0]);
  for (int k = 1; k < 4; k++) {
    move_stage(m, &stage[k], &stage[0], &stage[k - 1], node[k - 1], h, sum.qvel);
    load_state(m, d, &stage[k]);
    d->time = time + node[k - 1] * h;
    ig_forward(m, d, mjSTAGE_NONE, true);
    save_derivatives(m, d, &stage[k]);
  }

  mju_zero(sum.qvel, m->nv);
  mju_zero(sum.qacc, m->nv);
  mju_zero(sum.act_dot, m->na);
  for (int k = 0; k < 4; k++) {
    mju_addToScl(sum.qvel, stage[k].qvel, share[k], m->nv);
    mju_addToScl(sum.qacc, stage[k].qacc, share[k], m->nv);
    mju_addToScl(sum.act_dot, stage[k].act_dot, share[k], m->na);
  }
  d->time = time;
  load_state(m, d, &stage[0]);
  ig_advance(m, d, sum.act_dot, sum.qacc, sum.qvel);
  mj_freeStack(d);
}

// ------------------------------------------------ public

void mj_Euler(const mjModel* m, mjData* d) { ig_euler(m, d, false); }

void mj_implicit(const mjModel* m, mjData* d) { ig_implicit(m, d, false); }

void mj_RungeKutta(const mjModel* m, mjData* d, int N) {
  if (N != 4) {
    mju_error("mj_RungeKutta: order %d is not available, only 4 is", N);
    return;
  }
  ig_runge_kutta4(m, d);
}
