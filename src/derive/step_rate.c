// SPDX-License-Identifier: Apache-2.0
// qacc makes the residual g = tau(q, v, act, ctrl) + J^T f - M(q) qacc - bias(q, v) zero, so its derivatives solve
// (M + J^T H J) dqacc = dg at fixed qacc, with H the curvature of the rows' cost: the implicit function theorem at the solution
// of the convex problem. Integrators take the step with a, W a = M qacc, where W = M + h diag(damping) or M - h qDeriv:
//   W da = M dqacc + dM (qacc - a) + h d(qDeriv) a
#include "derive/step_rate.h"

#include "derive/elimination.h"
#include "derive/newton_euler_rate.h"
#include "derive/rotation.h"
#include "derive/row_rate.h"
#include "derive/velocity.h"
#include "derive/wrap_curvature.h"
#include "math/dense.h"
#include "math/vec3.h"
#include "model/callback.h"
#include "model/stack.h"
#include "smooth/inertia.h"

// ------------------------------------------------ what is not differentiated

static bool runs_inside(const mjModel* m, const mjData* d, int tendon) {
  ig_TendonWalk walk = ig_tendon_walk(m, tendon);
  ig_TendonPiece piece;
  while (ig_tendon_step(m, &walk, &piece)) {
    if (!walk.pulley && ig_wrap_kind(m, d, &piece) == IG_WRAP_INSIDE) return true;
  }
  return false;
}

static const char* tendon_obstacle(const mjModel* m, const mjData* d) {
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    bool spatial = m->wrap_type[m->tendon_adr[tendon]] != mjWRAP_JOINT;
    if (spatial && m->tendon_armature[tendon]) return "armature of a spatial tendon";
    if (spatial && runs_inside(m, d, tendon)) return "a tendon that runs inside of a geom";
  }
  return NULL;
}

static const char* actuator_obstacle(const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_plugin[i] >= 0) return "an actuator plugin";
    if (m->actuator_trntype[i] == mjTRN_BODY) return "adhesion";
    int tendon = m->actuator_trntype[i] == mjTRN_TENDON ? m->actuator_trnid[2 * i] : -1;
    if (tendon >= 0 && m->tendon_actfrclimited[tendon]) return "a limit of the actuator forces at a tendon";
  }
  return NULL;
}

const char* ig_no_step_rate(const mjModel* m, const mjData* d) {
  if (ig_any_callback()) return "a callback";
  if (m->nplugin) return "a plugin";
  if (m->nflex) return "a flex";
  if (m->nhistory) return "a delay";
  if ((m->opt.enableflags & mjENBL_SLEEP) && d->nv_awake < m->nv) return "what is asleep";
  if (d->nefc && m->opt.noslip_iterations > 0) return "the noslip solver";
  const char* obstacle = tendon_obstacle(m, d);
  return obstacle ? obstacle : actuator_obstacle(m, d);
}

// ------------------------------------------------ accelerations

// M as a dense matrix, with the armature of tendons in it
static void dense_mass(const mjModel* m, const mjData* d, mjtNum* dense) {
  size_t nv = (size_t)m->nv;
  ig_zero(dense, (int)(nv * nv));
  for (int i = 0; i < m->nv; i++) {
    for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
      size_t j = (size_t)m->M_colind[k];
      dense[(size_t)i * nv + j] = dense[j * nv + (size_t)i] = d->M[k];
    }
  }
}

static void solve_all(const mjModel* m, const mjtNum* factor, ig_ForceRate* rate) {
  int nv = (int)m->nv;
  ig_eliminated_solve(factor, nv, rate->q, nv);
  ig_eliminated_solve(factor, nv, rate->v, nv);
  ig_eliminated_solve(factor, nv, rate->act, (int)m->na);
  ig_eliminated_solve(factor, nv, rate->ctrl, (int)m->nu);
}

static const char* acceleration_rate(const mjModel* m, mjData* d, ig_StepRate* rate) {
  rate->force = ig_new_force_rate(m, d);
  rate->hessian = IG_SCRATCH(d, m->nv * m->nv, mjtNum);
  ig_smooth_force_rate(m, d, &rate->force);
  ig_newton_euler_rate(m, d, &(ig_Motion){d->qvel, d->qacc, true}, -1, rate->force.q, rate->force.v);
  dense_mass(m, d, rate->hessian);
  const char* obstacle = d->nefc ? ig_row_rate(m, d, rate->hessian, &rate->force) : NULL;
  if (!obstacle) ig_eliminate(rate->hessian, (int)m->nv);
  return obstacle;
}

// ------------------------------------------------ integrators

// W, and whether it differs from M
static bool step_matrix(const mjModel* m, mjData* d, mjtNum* W) {
  size_t nv = (size_t)m->nv;
  mjtNum h = m->opt.timestep;
  dense_mass(m, d, W);
  if (m->opt.integrator == mjINT_EULER) {
    bool damped = false;
    if (m->opt.disableflags & (mjDSBL_EULERDAMP | mjDSBL_DAMPER)) return false;
    for (size_t i = 0; i < nv; i++) {
      damped |= m->dof_damping[i] > 0;
      W[i * (nv + 1)] += h * m->dof_damping[i];
    }
    return damped;
  }
  ig_velocity_rate(m, d, m->opt.integrator == mjINT_IMPLICIT);
  for (int i = 0; i < m->nv; i++) {
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
      W[(size_t)i * nv + (size_t)m->D_colind[k]] -= h * d->qDeriv[k];
    }
  }
  return true;
}

static void multiply(const mjModel* m, mjData* d, const mjtNum* mat, mjtNum* x, int columns) {
  int nv = (int)m->nv;
  ig_stack_mark(d);
  mjtNum* product = IG_SCRATCH(d, m->nv * columns, mjtNum);
  ig_zero(product, nv * columns);
  for (int i = 0; i < nv; i++) {
    for (int j = 0; j < nv; j++) {
      mjtNum share = mat[(size_t)i * (size_t)nv + (size_t)j];
      if (share != 0) ig_addtoscl(product + (size_t)i * (size_t)columns, x + (size_t)j * (size_t)columns, share, columns);
    }
  }
  ig_copy(x, product, nv * columns);
  ig_stack_free(d);
}

const char* ig_step_rate(const mjModel* m, mjData* d, bool forward, ig_StepRate* rate) {
  int nv = (int)m->nv;
  *rate = (ig_StepRate){.qacc = IG_SCRATCH(d, m->nv, mjtNum)};
  const char* obstacle = acceleration_rate(m, d, rate);
  if (obstacle) return obstacle;
  ig_copy(rate->qacc, d->qacc, nv);
  if (forward) return NULL;
  rate->step = IG_SCRATCH(d, m->nv * m->nv, mjtNum);
  if (!step_matrix(m, d, rate->step)) {
    rate->step = NULL;
    return NULL;
  }
  rate->mass = IG_SCRATCH(d, m->nv * m->nv, mjtNum);
  rate->extra = ig_new_force_rate(m, d);
  mjtNum* change = IG_SCRATCH(d, m->nv, mjtNum);
  dense_mass(m, d, rate->mass);
  ig_mul_mass(m, d, rate->qacc, d->qacc);
  ig_eliminate(rate->step, nv);
  ig_eliminated_solve(rate->step, nv, rate->qacc, 1);
  ig_sub(change, d->qacc, rate->qacc, nv);
  ig_newton_euler_rate(m, d, &(ig_Motion){.acc = change}, 1, rate->extra.q, NULL);
  if (m->opt.integrator != mjINT_EULER) {
    ig_scl(change, rate->qacc, m->opt.timestep, nv);
    ig_damping_rate(m, d, change, &rate->extra);
  }
  return NULL;
}

ig_ForceRate ig_step_rate_solve(const mjModel* m, mjData* d, ig_StepRate* rate) {
  int nv = (int)m->nv;
  solve_all(m, rate->hessian, &rate->force);
  if (!rate->step) return rate->force;
  multiply(m, d, rate->mass, rate->force.q, nv);
  multiply(m, d, rate->mass, rate->force.v, nv);
  multiply(m, d, rate->mass, rate->force.act, (int)m->na);
  multiply(m, d, rate->mass, rate->force.ctrl, (int)m->nu);
  ig_add_force_rate(m, &rate->force, &rate->extra);
  solve_all(m, rate->step, &rate->force);
  return rate->force;
}

// += a row times the four matrices
static void pull(const mjModel* m, const ig_ForceRate* rate, const mjtNum* by, const ig_ForceRate* row) {
  int nv = (int)m->nv, na = (int)m->na, nu = (int)m->nu;
  for (int i = 0; i < nv; i++) {
    if (by[i] == 0) continue;
    ig_addtoscl(row->q, rate->q + (size_t)i * (size_t)nv, by[i], nv);
    ig_addtoscl(row->v, rate->v + (size_t)i * (size_t)nv, by[i], nv);
    ig_addtoscl(row->act, rate->act + (size_t)i * (size_t)na, by[i], na);
    ig_addtoscl(row->ctrl, rate->ctrl + (size_t)i * (size_t)nu, by[i], nu);
  }
}

void ig_step_rate_pull(const mjModel* m, mjData* d, const ig_StepRate* rate, mjtNum* acc, const ig_ForceRate* row) {
  int nv = (int)m->nv;
  if (rate->step) {
    ig_eliminated_solve_transposed(rate->step, nv, acc);
    pull(m, &rate->extra, acc, row);
    multiply(m, d, rate->mass, acc, 1);
  }
  ig_eliminated_solve_transposed(rate->hessian, nv, acc);
  pull(m, &rate->force, acc, row);
}

// ------------------------------------------------ positions

static void turn_rows(const mjtNum* vel, mjtNum h, int n, const mjtNum* vel_change, mjtNum* change) {
  mjtNum by_quat[9], by_vel[9];
  ig_quat_integration_rate(vel, h, by_quat, by_vel, NULL);
  for (int k = 0; k < n; k++) {
    mjtNum before[3] = {change[k], change[n + k], change[2 * n + k]}, swing[3], after[3];
    ig_set3(swing, h * vel_change[k], h * vel_change[n + k], h * vel_change[2 * n + k]);
    ig_mulmatvec3(after, by_quat, before);
    ig_mulmatvec3(swing, by_vel, swing);
    for (int i = 0; i < 3; i++) change[i * n + k] = after[i] + swing[i];
  }
}

void ig_position_change(const mjModel* m, const mjtNum* vel, mjtNum h, int n, const mjtNum* vel_change, mjtNum* change) {
  for (int joint = 0; joint < m->njnt; joint++) {
    int type = m->jnt_type[joint], dof = m->jnt_dofadr[joint], linear = type == mjJNT_FREE ? 3 : type == mjJNT_BALL ? 0 : 1;
    ig_addtoscl(change + dof * n, vel_change + dof * n, h, linear * n);
    dof += linear;
    if (linear != 1) turn_rows(vel + dof, h, n, vel_change + dof * n, change + dof * n);
  }
}

static void pull_turn(const mjtNum* vel, mjtNum h, mjtNum* vel_change, mjtNum* change) {
  mjtNum by_quat[9], by_vel[9], swing[3];
  ig_quat_integration_rate(vel, h, by_quat, by_vel, NULL);
  ig_mulmattvec3(swing, by_vel, change);
  ig_addtoscl3(vel_change, swing, h);
  ig_mulmattvec3(change, by_quat, change);
}

void ig_position_pull(const mjModel* m, const mjtNum* vel, mjtNum h, mjtNum* vel_change, mjtNum* change) {
  for (int joint = 0; joint < m->njnt; joint++) {
    int type = m->jnt_type[joint], dof = m->jnt_dofadr[joint], linear = type == mjJNT_FREE ? 3 : type == mjJNT_BALL ? 0 : 1;
    ig_addtoscl(vel_change + dof, change + dof, h, linear);
    dof += linear;
    if (linear != 1) pull_turn(vel + dof, h, vel_change + dof, change + dof);
  }
}
