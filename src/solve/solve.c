// SPDX-License-Identifier: Apache-2.0
#include "solve/solve.h"

#include <stdbool.h>
#include <string.h>

#include "base/float_mode.h"
#include "constrain/island.h"
#include "constrain/reference.h"
#include "math/dense.h"
#include "model/stack.h"
#include "model/timer.h"
#include "smooth/inertia.h"
#include "solve/cost.h"
#include "solve/dual_layout.h"
#include "solve/layout.h"
#include "solve/parallel.h"
#include "solve/solve_lanes.h"

bool ig_solve_serves(const mjModel* m) { return ig_is_small((int)m->nv, (int)m->ntree); }

// numbers per row in the order of the solver
static mjtNum* laid_rows(mjData* d, const ig_LaidRows* laid, const mjtNum* x) {
  mjtNum* at = IG_SCRATCH(d, (size_t)laid->rows.n, mjtNum);
  ig_rows_in(&laid->rows, &laid->places, at, x, d->nefc);
  return at;
}

// cost of the rows at x = J qacc - aref, in the order of the solver
static mjtNum cost_at(const ig_LaidRows* laid, const mjtNum* x, bool hessian) {
  mjtNum cost;
  ig_row_cost(&laid->rows, x, hessian, &cost);
  return cost;
}

// forces and states of the rows into mjData
static void keep_forces(mjData* d, const ig_LaidRows* laid) {
  ig_rows_out(&laid->places, d->efc_force, laid->rows.force, d->nefc);
  ig_states_out(&laid->places, d->efc_state, laid->rows.state, d->nefc);
}

// (M qacc - qfrc_smooth)^T (qacc - qacc_smooth) / 2
static mjtNum gauss_cost(const mjModel* m, mjData* d, const mjtNum* qacc) {
  ig_stack_mark(d);
  mjtNum *Ma = IG_SCRATCH(d, (size_t)m->nv, mjtNum), cost = 0;
  ig_mul_mass(m, d, Ma, qacc);
  for (int i = 0; i < m->nv; i++) cost += 0.5 * (Ma[i] - d->qfrc_smooth[i]) * (qacc[i] - d->qacc_smooth[i]);
  ig_stack_free(d);
  return cost;
}

// Start from the acceleration of the last step where that costs less than starting without constraints. The rows are laid out for
// it, in the frame of the caller.
static void warm_start(const mjModel* m, mjData* d, ig_LaidRows* laid) {
  int nv = (int)m->nv;
  ig_MjProblem source = ig_mj_problem_whole(m, d);
  laid->places = ig_layout_rows(&source, &laid->rows, d);
  mjtNum* smooth_x = laid_rows(d, laid, d->efc_b);
  mjtNum* x = IG_SCRATCH(d, (size_t)d->nefc, mjtNum);
  ig_copy(d->qacc, d->qacc_warmstart, nv);
  ig_mul_jac(m, d, x, d->qacc_warmstart);
  ig_subfrom(x, d->efc_aref, d->nefc);
  laid->x = laid_rows(d, laid, x);
  mjtNum cost = cost_at(laid, laid->x, false);
  if (m->opt.solver == mjSOL_PGS) {
    keep_forces(d, laid);
    if (ig_dual_cost(m, d) > 0) ig_zero(d->efc_force, d->nefc);
  } else {
    cost += gauss_cost(m, d, d->qacc_warmstart);
    if (cost > cost_at(laid, smooth_x, false)) {
      ig_copy(d->qacc, d->qacc_smooth, nv);
      laid->x = smooth_x;
    }
    keep_forces(d, laid);
  }
}

void ig_constraint_update(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1], int flg_coneHessian) {
  ig_stack_mark(d);
  ig_MjProblem source = ig_mj_problem_whole(m, d);
  ig_LaidRows laid = {.places = {NULL}};
  laid.places = ig_layout_rows(&source, &laid.rows, d);
  const ig_Rows rows = laid.rows;
  const ig_Places places = laid.places;
  mjtNum total = cost_at(&laid, laid_rows(d, &laid, jar), flg_coneHessian);
  keep_forces(d, &laid);
  for (int cone = 0; flg_coneHessian && cone < rows.ncone; cone++) {
    if (rows.state[rows.cone[cone].row] != IG_CONE) continue;
    mjContact* con = d->contact + places.cone_contact[cone];
    for (int i = 0; i < con->dim; i++) ig_copy(con->H + i * con->dim, rows.C + 36 * cone + 6 * i, con->dim);
  }
  if (cost) *cost = total;
  ig_mul_jac_transposed(m, d, d->qfrc_constraint, d->efc_force);
  ig_stack_free(d);
}

// in an island that has everything the order is the same
static void solve_one_island(const mjModel* m, mjData* d, const ig_LaidRows* laid) {
  int nv = (int)m->nv;
  ig_copy(d->ifrc_smooth, d->qfrc_smooth, nv);
  ig_copy(d->ifrc_constraint, d->qfrc_constraint, nv);
  ig_copy(d->iacc_smooth, d->qacc_smooth, nv);
  ig_copy(d->iacc, d->qacc, nv);
  ig_copy(d->iefc_force, d->efc_force, d->nefc);
  ig_copy(d->iefc_aref, d->efc_aref, d->nefc);
  ig_solve_one(m, d, 0, laid);
  ig_copy(d->qacc, d->iacc, nv);
  ig_copy(d->qfrc_constraint, d->ifrc_constraint, nv);
  ig_copy(d->efc_force, d->iefc_force, d->nefc);
}

// efc_b, and where to start. The rows are laid out in the frame of the caller; NULL: they need not be.
static const ig_LaidRows* begin(const mjModel* m, mjData* d, ig_LaidRows* laid) {
  int nv = (int)m->nv;
  ig_mul_jac(m, d, d->efc_b, d->qacc_smooth);
  ig_subfrom(d->efc_b, d->efc_aref, d->nefc);
  if (!(m->opt.disableflags & mjDSBL_WARMSTART)) {
    warm_start(m, d, laid);
    return laid;
  }
  ig_copy(d->qacc, d->qacc_smooth, nv);
  ig_zero(d->efc_force, d->nefc);
  // islands have states of their own and leave these
  memset(d->efc_state, 0, sizeof(int) * (size_t)d->nefc);
  return NULL;
}

static void solve_rows(const mjModel* m, mjData* d, const ig_LaidRows* laid) {
  // dofs outside every island have no constraint
  for (int i = d->nidof; d->nisland > 0 && i < m->nv; i++) {
    int dof = d->map_idof2dof[i];
    d->qacc[dof] = d->qacc_smooth[dof];
  }
  bool primal = m->opt.solver == mjSOL_CG || m->opt.solver == mjSOL_NEWTON;
  bool islands = !(m->opt.disableflags & mjDSBL_ISLAND) && d->nisland > 0 && m->opt.noslip_iterations == 0;
  if (primal && islands && ig_one_island(m, d)) {
    solve_one_island(m, d, laid);
  } else if (primal && islands) {
    ig_solve_all_islands(m, d);
  } else if (primal) {
    ig_solve_one(m, d, -1, laid);
  } else if (m->opt.solver == mjSOL_PGS) {
    ig_solve_pgs(m, d);
  } else {
    mju_error("mj_fwdConstraint: unknown solver type %d", m->opt.solver);
    return;
  }
  if (m->opt.noslip_iterations > 0) ig_solve_noslip(m, d);
}

// false: there are no rows, and it is done
static bool clear_results(const mjModel* m, mjData* d) {
  ig_zero(d->qfrc_constraint, (int)m->nv);
  memset(d->solver_niter, 0, sizeof d->solver_niter);
  if (!d->nefc) ig_copy(d->qacc, d->qacc_smooth, (int)m->nv);
  return d->nefc > 0;
}

void ig_solve(const mjModel* m, mjData* d) {
  ig_LaidRows rows;
  if (!clear_results(m, d)) return;
  ig_stack_mark(d);
  solve_rows(m, d, begin(m, d, &rows));
  ig_stack_free(d);
}

void ig_solve_begin(const mjModel* m, mjData* d) {
  ig_LaidRows rows;
  ig_stack_mark(d);
  begin(m, d, &rows);
  ig_stack_free(d);
}

// an arena that gets full in between drops the rows
void ig_solve_begun(const mjModel* m, mjData* d) {
  if (!clear_results(m, d)) return;
  ig_stack_mark(d);
  solve_rows(m, d, NULL);
  ig_stack_free(d);
}

size_t ig_solve_begin_bytes(const mjModel* m, const mjData* d) {
  enum { PER_ROW = 16, PER_CONTACT = 64, PER_DOF = 4 };  // numbers
  size_t numbers = PER_ROW * ((size_t)d->nefc + 16) + PER_CONTACT * (size_t)d->ncon + PER_DOF * (size_t)m->nv;
  return sizeof(mjtNum) * numbers + 4096;
}

void mj_fwdConstraint(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  mjtNum start = ig_clock();
  ig_solve(m, d);
  ig_timer_end(d, mjTIMER_CONSTRAINT, start);
}
