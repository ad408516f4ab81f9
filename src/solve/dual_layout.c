// SPDX-License-Identifier: Apache-2.0
#include "solve/dual_layout.h"

#include <string.h>

#include "constrain/reference.h"
#include "math/dense.h"
#include "model/row_kind.h"
#include "model/stack.h"
#include "smooth/inertia.h"
#include "solve/dual.h"
#include "solve/statistics.h"
#include "solve/tolerance.h"

static int slot_kind(const mjData* d, int row) {
  switch (d->efc_type[row]) {
    case mjCNSTR_CONTACT_ELLIPTIC: return IG_ELLIPSE;
    case mjCNSTR_CONTACT_PYRAMIDAL: return IG_PYRAMID;
    default: return IG_FRICTIONLESS;
  }
}

// contacts follow the limits, each with its rows together
static void find_slots(ig_Dual* s, mjData* d) {
  s->slot_row = IG_SCRATCH(d, (size_t)(d->nefc - s->nl) + 1, int);
  s->contact = IG_SCRATCH(d, (size_t)(d->nefc - s->nl), ig_DualContact);
  s->alone = IG_SCRATCH(d, (size_t)(d->nefc - s->nl), int);
  s->cones = IG_SCRATCH(d, (size_t)(d->nefc - s->nl), int);
  for (int row = s->nl; row < d->nefc;) {
    const mjContact* con = d->contact + d->efc_id[row];
    int kind = slot_kind(d, row);
    ig_DualContact* to = s->contact + s->nslot;
    *to = (ig_DualContact){.kind = kind, .dim = con->dim, .mu = con->mu};
    for (int i = 0; i < 5; i++) to->friction[i] = con->friction[i];
    s->slot_row[s->nslot++] = row;
    row += kind == IG_ELLIPSE ? con->dim : kind == IG_PYRAMID ? 2 * (con->dim - 1) : 1;
  }
  s->slot_row[s->nslot] = d->nefc;
}

static ig_Dual make_dual(const mjModel* m, mjData* d) {
  size_t n = (size_t)d->nefc;
  ig_Dual s = {.n = d->nefc, .ne = d->ne, .nf = d->ne + d->nf, .nproblem = 1};
  s.nl = s.nf;
  while (s.nl < d->nefc && d->efc_type[s.nl] < mjCNSTR_CONTACT_FRICTIONLESS) s.nl++;
  s.lane_ne[0] = d->ne;
  s.lane_nf[0] = d->nf;
  s.lane_nl[0] = s.nl - s.nf;
  s.b = d->efc_b;
  s.R = d->efc_R;
  s.force = d->efc_force;
  s.A = d->efc_AR;
  if (ig_is_sparse(m)) {
    s.rownnz = d->efc_AR_rownnz;
    s.rowadr = d->efc_AR_rowadr;
    s.colind = d->efc_AR_colind;
  }
  mjtNum** arrays[] = {&s.low, &s.high, &s.residual, &s.inverse, &s.diagonal, &s.normal_inverse, &s.state, &s.old_state};
  for (int i = 0; i < 8; i++) *arrays[i] = IG_SCRATCH(d, n, mjtNum);
  find_slots(&s, d);
  s.scale[0] = 1 / (m->stat.meaninertia * (m->nv > 1 ? (mjtNum)m->nv : 1));
  s.stat[0] = d->solver;
  s.nstat[0] = mjNSOLVER;
  s.iterations[0] = d->solver_niter[0];
  return s;
}

// forces to joint space: qfrc_constraint = J^T f, qacc = qacc_smooth + M^-1 qfrc_constraint
static void finish(const mjModel* m, mjData* d, const ig_Dual* s) {
  for (int row = 0; row < d->nefc; row++) d->efc_state[row] = (int)s->state[row];
  ig_mul_jac_transposed(m, d, d->qfrc_constraint, d->efc_force);
  ig_solve_mass(m, d, d->qacc, d->qfrc_constraint, 1);
  ig_addto(d->qacc, d->qacc_smooth, (int)m->nv);
}

void ig_solve_pgs(const mjModel* m, mjData* d) {
  ig_stack_mark(d);
  ig_Dual s = make_dual(m, d);
  ig_dual_start(&s, d->efc_frictionloss, false);
  ig_dual_pgs(&s, m->opt.iterations, ig_solver_tolerance(m->opt.tolerance));
  int nonzeros = s.rownnz ? 0 : d->nefc * d->nefc;
  for (int row = 0; s.rownnz && row < d->nefc; row++) nonzeros += s.rownnz[row];
  ig_save_solve(d, 0, s.iterations[0], nonzeros);
  finish(m, d, &s);
  ig_stack_free(d);
}

void ig_solve_noslip(const mjModel* m, mjData* d) {
  ig_stack_mark(d);
  ig_Dual s = make_dual(m, d);
  ig_dual_start(&s, d->efc_frictionloss, true);
  ig_dual_noslip(&s, m->opt.noslip_iterations, ig_solver_tolerance(m->opt.noslip_tolerance));
  d->solver_niter[0] += s.iterations[0];
  finish(m, d, &s);
  ig_stack_free(d);
}

// A f comes row by row of A, which is symmetric: one order for both storages
mjtNum ig_dual_cost(const mjModel* m, mjData* d) {
  int n = d->nefc;
  ig_stack_mark(d);
  mjtNum *Af = IG_SCRATCH(d, (size_t)n, mjtNum), cost = 0;
  ig_zero(Af, n);
  for (int row = 0; row < n; row++) {
    mjtNum force = d->efc_force[row];
    if (force == 0) continue;
    if (!ig_is_sparse(m)) {
      ig_addtoscl(Af, d->efc_AR + (size_t)row * (size_t)n, force, n);
      continue;
    }
    for (int k = d->efc_AR_rowadr[row]; k < d->efc_AR_rowadr[row] + d->efc_AR_rownnz[row]; k++) {
      Af[d->efc_AR_colind[k]] += d->efc_AR[k] * force;
    }
  }
  for (int row = 0; row < n; row++) cost += d->efc_force[row] * d->efc_b[row];
  mjtNum half = 0;
  for (int row = 0; row < n; row++) half += d->efc_force[row] * Af[row];
  ig_stack_free(d);
  return cost + 0.5 * half;
}
