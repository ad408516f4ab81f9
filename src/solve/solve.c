#include "solve/solve.h"

#include <stdbool.h>
#include <string.h>

#include "math/csr.h"
#include "math/dense.h"
#include "model/timer.h"
#include "solve/dual.h"
#include "solve/primal.h"

// cost of starting PGS from the present forces, compared with starting from none: f^T b + f^T A f / 2
static mjtNum dual_cost(const mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* Af = mj_stackAllocNum(d, (size_t)d->nefc);
  if (mj_isSparse(m)) {
    for (int row = 0; row < d->nefc; row++) {
      int adr = d->efc_AR_rowadr[row];
      Af[row] = ig_dot_row(d->efc_AR + adr, d->efc_AR_colind + adr, d->efc_AR_rownnz[row], d->efc_force);
    }
  } else {
    ig_mulmatvec(Af, d->efc_AR, d->efc_force, d->nefc, d->nefc);
  }
  mjtNum cost = ig_dot(d->efc_force, d->efc_b, d->nefc) + 0.5 * ig_dot(d->efc_force, Af, d->nefc);
  mj_freeStack(d);
  return cost;
}

// start from the acceleration of the last step where that costs less than starting without constraints
static void warm_start(const mjModel* m, mjData* d) {
  int nv = (int)m->nv;
  mj_markStack(d);
  mjtNum *x = mj_stackAllocNum(d, (size_t)d->nefc), cost, cost_smooth;
  ig_copy(d->qacc, d->qacc_warmstart, nv);
  mj_mulJacVec(m, d, x, d->qacc_warmstart);
  ig_subfrom(x, d->efc_aref, d->nefc);
  mj_constraintUpdate(m, d, x, &cost, 0);
  if (m->opt.solver == mjSOL_PGS) {
    if (dual_cost(m, d) > 0) {
      ig_zero(d->efc_force, d->nefc);
      ig_zero(d->qfrc_constraint, nv);
    }
  } else {
    mjtNum* Ma = mj_stackAllocNum(d, (size_t)nv);
    mj_mulM(m, d, Ma, d->qacc_warmstart);
    for (int i = 0; i < nv; i++) cost += 0.5 * (Ma[i] - d->qfrc_smooth[i]) * (d->qacc_warmstart[i] - d->qacc_smooth[i]);
    mj_constraintUpdate(m, d, d->efc_b, &cost_smooth, 0);
    if (cost > cost_smooth) ig_copy(d->qacc, d->qacc_smooth, nv);
  }
  // dofs outside every island have no constraint
  for (int i = d->nidof; d->nisland > 0 && i < nv; i++) {
    int dof = d->map_idof2dof[i];
    d->qacc[dof] = d->qacc_smooth[dof];
  }
  mj_freeStack(d);
}

static void gather(mjtNum* to, const mjtNum* from, const int* index, int n) {
  for (int i = 0; i < n; i++) to[i] = from[index[i]];
}

static void scatter(mjtNum* to, const mjtNum* from, const int* index, int n) {
  for (int i = 0; i < n; i++) to[index[i]] = from[i];
}

// what depends on positions is in the island arrays already
static void solve_islands(const mjModel* m, mjData* d) {
  gather(d->ifrc_smooth, d->qfrc_smooth, d->map_idof2dof, d->nidof);
  gather(d->ifrc_constraint, d->qfrc_constraint, d->map_idof2dof, d->nidof);
  gather(d->iacc_smooth, d->qacc_smooth, d->map_idof2dof, d->nidof);
  gather(d->iacc, d->qacc, d->map_idof2dof, d->nidof);
  gather(d->iefc_force, d->efc_force, d->map_iefc2efc, d->nefc);
  gather(d->iefc_aref, d->efc_aref, d->map_iefc2efc, d->nefc);
  for (int island = 0; island < d->nisland; island++) ig_solve_primal(m, d, island, m->opt.solver == mjSOL_NEWTON);
  scatter(d->qacc, d->iacc, d->map_idof2dof, d->nidof);
  scatter(d->qfrc_constraint, d->ifrc_constraint, d->map_idof2dof, d->nidof);
  gather(d->efc_force, d->iefc_force, d->map_efc2iefc, d->nefc);
}

void ig_solve(const mjModel* m, mjData* d) {
  int nv = (int)m->nv;
  ig_zero(d->qfrc_constraint, nv);
  if (!d->nefc) {
    ig_copy(d->qacc, d->qacc_smooth, nv);
    memset(d->solver_niter, 0, sizeof d->solver_niter);
    return;
  }
  mj_mulJacVec(m, d, d->efc_b, d->qacc_smooth);
  ig_subfrom(d->efc_b, d->efc_aref, d->nefc);
  if (m->opt.disableflags & mjDSBL_WARMSTART) {
    ig_copy(d->qacc, d->qacc_smooth, nv);
    ig_zero(d->efc_force, d->nefc);
    // islands have states of their own and leave these
    memset(d->efc_state, 0, sizeof(int) * (size_t)d->nefc);
  } else {
    warm_start(m, d);
  }
  memset(d->solver_niter, 0, sizeof d->solver_niter);

  bool primal = m->opt.solver == mjSOL_CG || m->opt.solver == mjSOL_NEWTON;
  bool islands = !(m->opt.disableflags & mjDSBL_ISLAND) && d->nisland > 0 && m->opt.noslip_iterations == 0;
  if (primal && islands) {
    solve_islands(m, d);
  } else if (primal) {
    ig_solve_primal(m, d, -1, m->opt.solver == mjSOL_NEWTON);
  } else if (m->opt.solver == mjSOL_PGS) {
    ig_solve_pgs(m, d);
  } else {
    mju_error("mj_fwdConstraint: unknown solver type %d", m->opt.solver);
    return;
  }
  if (m->opt.noslip_iterations > 0) ig_solve_noslip(m, d);
}

void mj_fwdConstraint(const mjModel* m, mjData* d) {
  mjtNum start = ig_clock();
  ig_solve(m, d);
  ig_timer_end(d, mjTIMER_CONSTRAINT, start);
}
