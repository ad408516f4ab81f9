// SPDX-License-Identifier: Apache-2.0
#include "step/integrate.h"

#include "base/float_mode.h"
#include "derive/velocity.h"
#include "math/lu_tree.h"
#include "smooth/awake.h"
#include "smooth/factor.h"
#include "smooth/inertia.h"
#include "smooth/position/position.h"
#include "step/advance.h"
#include "step/forward.h"
#include "step/walk.h"

#if IG_WIDTH == 1
#include "step/flex_block.h"
#endif

// the dofs an integrator works on
static ig_Subset moving_dofs(const mjModel* m, const ig_Data* d) { return ig_awake_dofs(ig_dofs_asleep(m, d), m, d); }

// qfrc_smooth + qfrc_constraint; numbers of sleeping dofs are left undefined
static void total_force(const ig_Data* d, ig_Subset dofs, real* qfrc) {
  for (int k = 0; k < dofs.count; k++) {
    int dof = ig_member(dofs, k);
    qfrc[dof] = d->qfrc_smooth[dof] + d->qfrc_constraint[dof];
  }
}

// ------------------------------------------------ Euler

// worlds in which some dof has damping that Euler is to treat implicitly
static mask euler_damps(const mjModel* m, const ig_Data* d, ig_Subset dofs) {
  real zero = ig_broadcast(0);
  mask damps = ig_lt(zero, zero);
  if (m->opt.disableflags & (mjDSBL_EULERDAMP | mjDSBL_DAMPER)) return damps;
  for (int k = 0; k < dofs.count && !ig_all(damps); k++) {
    damps = ig_or(damps, ig_lt(zero, ig_param(m, d, dof_damping, ig_member(dofs, k))));
  }
  return damps;
}

// qH = factor of M + h * diag(damping)
static void factor_damped(const mjModel* m, ig_Data* d, ig_Subset dofs) {
  real h = ig_option(m, d, timestep, 0);
  for (int k = 0; k < dofs.count; k++) {
    int dof = ig_member(dofs, k), adr = m->M_rowadr[dof], n = m->M_rownnz[dof];
    ig_copy_reals(d->qH + adr, d->M + adr, n);
    d->qH[adr + n - 1] += h * ig_param(m, d, dof_damping, dof);
  }
  IG_NAME(ig_factor_rows)(d->qH, d->qH, d->qHDiagInv, dofs, ig_mass_pattern(m));
}

#ifdef IG_GPU
void IG_NAME(ig_euler_factor)(const mjModel* m, ig_Data* d) {
  ig_Subset dofs = moving_dofs(m, d);
  if (ig_any(euler_damps(m, d, dofs))) factor_damped(m, d, dofs);
}
#endif

void IG_NAME(ig_euler)(const mjModel* m, ig_Data* d, bool factored) {
  mjtNum start = ig_lap();
  ig_mark(d);
  real* qacc = ig_scratch(d, (int)m->nv);
  ig_Subset dofs = moving_dofs(m, d);
  mask damped = euler_damps(m, d, dofs);
  if (ig_any(damped)) {
    if (!factored) factor_damped(m, d, dofs);
    total_force(d, dofs, qacc);
    IG_NAME(ig_solve_rows)(qacc, d->qH, d->qHDiagInv, m->nv, 1, dofs, ig_mass_pattern(m));
    for (int k = 0; k < dofs.count; k++) {
      int dof = ig_member(dofs, k);
      qacc[dof] = ig_select(damped, qacc[dof], d->qacc[dof]);
    }
  } else {
    ig_copy_reals(qacc, d->qacc, m->nv);
  }
  IG_NAME(ig_advance)(m, d, d->act_dot, qacc, NULL);
  ig_release(d);
  ig_lap_end(d, mjTIMER_ADVANCE, start);
}

// ------------------------------------------------ implicit in velocity

static ig_TreePattern full_pattern(const mjModel* m, ig_Subset dofs) {
  return (ig_TreePattern){m->D_rownnz, m->D_rowadr, m->D_colind, m->D_diag, dofs.index, dofs.count};
}

void IG_NAME(ig_implicit_matrix)(const mjModel* m, ig_Data* d) {
  real h = ig_option(m, d, timestep, 0);
  if (m->opt.integrator == mjINT_IMPLICIT) {
    IG_NAME(ig_velocity_rate)(m, d, true);
    for (int k = 0; k < m->nD; k++) {
      int from = m->mapM2D[k];
      d->qLU[k] = (from >= 0 ? d->M[from] : ig_broadcast(0)) + d->qDeriv[k] * -h;
    }
  } else {
    IG_NAME(ig_velocity_rate)(m, d, false);
    for (int k = 0; k < m->nC; k++) d->qH[k] = d->M[k] + d->qDeriv[m->mapD2M[k]] * -h;
  }
}

#if IG_WIDTH == 1

typedef ig_FlexSystem FlexSystem;
static FlexSystem flex_system(const mjModel* m, mjData* d) { return ig_flex_system(m, d); }
static void solve_flexes(const mjModel* m, mjData* d, const FlexSystem* s, const mjtNum* qfrc, mjtNum* qacc) {
  if (s->n) ig_flex_system_solve(m, d, s, qfrc, qacc);
}

static void refuse_pivot(mjData* d, mask regular) {
  if (!regular) mju_error("implicit integrator: M - h*qDeriv has a vanishing pivot");
}

#else

// interpolated flexes do not run in lanes
typedef struct {
  int n;
} FlexSystem;
static FlexSystem flex_system(const mjModel* m, ig_Data* d) { return (FlexSystem){0}; }
static void solve_flexes(const mjModel* m, ig_Data* d, const FlexSystem* s, const real* qfrc, real* qacc) {}

// such a lane is stepped at width 1, which refuses
static void refuse_pivot(ig_Data* d, mask regular) { d->active &= ig_mask_bits(regular); }

#endif

// a lane of a GPU keeps the state it has; the results of other lanes that left are void
#ifdef IG_GPU
static bool has_left(const ig_Data* d) { return !d->active; }
#else
static bool has_left(const ig_Data* d) { return false; }
#endif

static void factor_implicit(const mjModel* m, ig_Data* d, ig_Subset dofs) {
  if (m->opt.integrator == mjINT_IMPLICITFAST) {
    IG_NAME(ig_factor_rows)(d->qH, d->qH, d->qHDiagInv, dofs, ig_mass_pattern(m));
    return;
  }
  ig_TreePattern pattern = full_pattern(m, dofs);
  mask regular;
  IG_NAME(ig_lu_tree_factor)(d->qLU, &pattern, &regular);
  refuse_pivot(d, regular);
}

static void solve_implicit(const mjModel* m, ig_Data* d, ig_Subset dofs, const real* qfrc, real* qacc) {
  if (m->opt.integrator == mjINT_IMPLICITFAST) {
    for (int k = 0; k < dofs.count; k++) qacc[ig_member(dofs, k)] = qfrc[ig_member(dofs, k)];
    IG_NAME(ig_solve_rows)(qacc, d->qH, d->qHDiagInv, m->nv, 1, dofs, ig_mass_pattern(m));
  } else {
    ig_TreePattern pattern = full_pattern(m, dofs);
    IG_NAME(ig_lu_tree_solve)(qacc, d->qLU, qfrc, &pattern);
  }
}

void IG_NAME(ig_implicit)(const mjModel* m, ig_Data* d, bool factored) {
  if (m->opt.integrator != mjINT_IMPLICIT && m->opt.integrator != mjINT_IMPLICITFAST) {
    mju_error("mj_implicit: integrator %d is not an implicit one", m->opt.integrator);
    return;
  }
  mjtNum start = ig_lap();
  ig_mark(d);
  real *qfrc = ig_scratch(d, (int)m->nv), *qacc = ig_scratch(d, (int)m->nv);
  ig_Subset dofs = moving_dofs(m, d);
  FlexSystem flex = {0};
  total_force(d, dofs, qfrc);
  if (!factored) {
    IG_NAME(ig_run_stage)(m, d, IG_STAGE_RATE);
    IG_NAME(ig_need)(m, d, IG_Q_qH);
    IG_NAME(ig_need)(m, d, IG_Q_qLU);
    if (!dofs.index) flex = flex_system(m, d);
    factor_implicit(m, d, dofs);
    if (has_left(d)) return ig_release(d);
  }
  solve_implicit(m, d, dofs, qfrc, qacc);
  solve_flexes(m, d, &flex, qfrc, qacc);
  IG_NAME(ig_advance)(m, d, d->act_dot, qacc, NULL);
  ig_release(d);
  ig_lap_end(d, mjTIMER_ADVANCE, start);
}

// ------------------------------------------------ Runge-Kutta

// one evaluation: the state it was made at, and the derivatives found there
typedef struct {
  real *qpos, *qvel, *act;
  real *qacc, *act_dot;
} Evaluation;

static Evaluation make_evaluation(const mjModel* m, ig_Data* d) {
  int nq = (int)m->nq, nv = (int)m->nv, na = (int)m->na;
  return (Evaluation){ig_scratch(d, nq), ig_scratch(d, nv), ig_scratch(d, na), ig_scratch(d, nv), ig_scratch(d, na)};
}

static void load_state(const mjModel* m, ig_Data* d, const Evaluation* s) {
  ig_copy_reals(d->qpos, s->qpos, m->nq);
  ig_copy_reals(d->qvel, s->qvel, m->nv);
  ig_copy_reals(d->act, s->act, m->na);
  IG_NAME(ig_state_changed)(d);
}

static void save_derivatives(const mjModel* m, ig_Data* d, Evaluation* s) {
  IG_NAME(ig_need)(m, d, IG_Q_qacc);
  IG_NAME(ig_need)(m, d, IG_Q_act_dot);
  ig_copy_reals(s->qacc, d->qacc, m->nv);
  ig_copy_reals(s->act_dot, d->act_dot, m->na);
}

// to = from moved along the derivatives of `at`, for a time h
static void move(const mjModel* m, Evaluation* to, const Evaluation* from, const Evaluation* at, num weight, real h,
                 real* velocity) {
  for (int i = 0; i < m->nv; i++) velocity[i] = at->qvel[i] * weight;
  ig_copy_reals(to->qpos, from->qpos, m->nq);
  IG_NAME(ig_integrate_position)(m, to->qpos, velocity, h, (ig_Subset){NULL, m->nbody});
  for (int i = 0; i < m->nv; i++) to->qvel[i] = from->qvel[i] + at->qacc[i] * weight * h;
  for (int i = 0; i < m->na; i++) to->act[i] = from->act[i] + at->act_dot[i] * weight * h;
}

static void add_scaled(real* sum, const real* a, num scale, int n) {
  for (int i = 0; i < n; i++) sum[i] += a[i] * scale;
}

// all of a step; always taken in the same order, so that taking them again from the same place gives the same
typedef struct {
  Evaluation at[4], sum;
  real* time;
} Evaluations;

static Evaluations take_evaluations(const mjModel* m, ig_Data* d) {
  Evaluations e;
  e.sum = make_evaluation(m, d);
  for (int k = 0; k < 4; k++) e.at[k] = make_evaluation(m, d);
  e.time = ig_scratch(d, 1);
  return e;
}

// the first evaluation is the forward pass of this step
static void first_evaluation(const mjModel* m, ig_Data* d, Evaluations* e) {
  Evaluation* at = e->at;
  *e->time = d->time;
  ig_copy_reals(at->qpos, d->qpos, m->nq);
  ig_copy_reals(at->qvel, d->qvel, m->nv);
  ig_copy_reals(at->act, d->act, m->na);
  save_derivatives(m, d, at);
}

// The classical tableau: two half steps and a whole one, each along the derivatives found last.
static void start_evaluation(const mjModel* m, ig_Data* d, Evaluations* e, int k) {
  static const num node[3] = {0.5, 0.5, 1};
  real h = ig_option(m, d, timestep, 0);
  move(m, &e->at[k], &e->at[0], &e->at[k - 1], node[k - 1], h, e->sum.qvel);
  d->time = *e->time + node[k - 1] * h;
  load_state(m, d, &e->at[k]);
}

static void finish_evaluations(const mjModel* m, ig_Data* d, Evaluations* e) {
  static const num share[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
  Evaluation* sum = &e->sum;
  ig_zero_reals(sum->qvel, m->nv);
  ig_zero_reals(sum->qacc, m->nv);
  ig_zero_reals(sum->act_dot, m->na);
  for (int k = 0; k < 4; k++) {
    add_scaled(sum->qvel, e->at[k].qvel, share[k], m->nv);
    add_scaled(sum->qacc, e->at[k].qacc, share[k], m->nv);
    add_scaled(sum->act_dot, e->at[k].act_dot, share[k], m->na);
  }
  d->time = *e->time;
  load_state(m, d, &e->at[0]);
  IG_NAME(ig_advance)(m, d, sum->act_dot, sum->qacc, sum->qvel);
}

#ifdef IG_GPU

// A GPU runs the forward passes in between as kernels of their own: the evaluations lie at the bottom of the scratch, and
// stay there until the step has ended.
static Evaluations same_evaluations(const mjModel* m, ig_Data* d) {
  d->nmark = 1;
  d->stack_used = 0;
  d->marks[0] = 0;
  return take_evaluations(m, d);
}

void IG_NAME(ig_rk4_start)(const mjModel* m, ig_Data* d) {
  Evaluations e = same_evaluations(m, d);
  first_evaluation(m, d, &e);
  start_evaluation(m, d, &e, 1);
}

void IG_NAME(ig_rk4_next)(const mjModel* m, ig_Data* d, int k) {
  Evaluations e = same_evaluations(m, d);
  save_derivatives(m, d, &e.at[k]);
  start_evaluation(m, d, &e, k + 1);
}

void IG_NAME(ig_rk4_end)(const mjModel* m, ig_Data* d) {
  Evaluations e = same_evaluations(m, d);
  save_derivatives(m, d, &e.at[3]);
  finish_evaluations(m, d, &e);
  ig_release(d);
}

void IG_NAME(ig_rk4_undo)(const mjModel* m, ig_Data* d) {
  Evaluations e = same_evaluations(m, d);
  d->time = *e.time;
  load_state(m, d, &e.at[0]);
  ig_release(d);
}

#else

void IG_NAME(ig_runge_kutta4)(const mjModel* m, ig_Data* d) {
  ig_mark(d);
  Evaluations e = take_evaluations(m, d);
  first_evaluation(m, d, &e);
  for (int k = 1; k < 4; k++) {
    start_evaluation(m, d, &e, k);
    IG_NAME(ig_forward)(m, d, mjSTAGE_NONE, true);
    save_derivatives(m, d, &e.at[k]);
  }
  finish_evaluations(m, d, &e);
  ig_release(d);
}

// ------------------------------------------------ all of them

void IG_NAME(ig_integrate)(const mjModel* m, ig_Data* d, mjtStage done) {
  switch (m->opt.integrator) {
    case mjINT_EULER: IG_NAME(ig_euler)(m, d, done >= mjSTAGE_POS); break;
    case mjINT_RK4: IG_NAME(ig_runge_kutta4)(m, d); break;
    case mjINT_IMPLICIT:
    case mjINT_IMPLICITFAST: IG_NAME(ig_implicit)(m, d, done >= mjSTAGE_VEL); break;
    default: mju_error("mj_step: integrator %d does not exist", m->opt.integrator);
  }
}

#endif

// ------------------------------------------------ public

#if IG_WIDTH == 1

void mj_Euler(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_euler(m, d, false);
}

void mj_implicit(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_implicit(m, d, false);
}

void mj_RungeKutta(const mjModel* m, mjData* d, int N) {
  IG_FLOAT_SCOPE;
  if (N != 4) {
    mju_error("mj_RungeKutta: order %d is not available, only 4 is", N);
    return;
  }
  ig_runge_kutta4(m, d);
}

#endif
