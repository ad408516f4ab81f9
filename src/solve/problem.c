#include "solve/problem.h"

#include <string.h>

#include "base/clones.h"
#include "math/csr.h"
#include "math/dense.h"
#include "smooth/factor.h"

// rows with the same columns as one, and for each dof the groups that have it, in ascending order
static void find_groups(ig_Problem* p, mjData* d) {
  int nv = p->nv, nefc = p->nefc, entries = 0;
  p->group_row = mj_stackAllocInt(d, (size_t)nefc);
  p->group_rows = mj_stackAllocInt(d, (size_t)nefc);
  p->dof_groups = mj_stackAllocInt(d, (size_t)nv);
  p->dof_adr = mj_stackAllocInt(d, (size_t)nv);
  p->part = mj_stackAllocNum(d, (size_t)nv);
  memset(p->dof_groups, 0, sizeof(int) * (size_t)nv);
  // J_rowsuper counts the rows after this one that have the same columns
  for (int row = 0; row < nefc; row += p->group_rows[p->ngroup++]) {
    p->group_row[p->ngroup] = row;
    p->group_rows[p->ngroup] = 1 + p->J_rowsuper[row];
    entries += p->J_rownnz[row];
    for (int k = 0; k < p->J_rownnz[row]; k++) p->dof_groups[p->J_colind[p->J_rowadr[row] + k]]++;
  }
  for (int dof = 0, adr = 0; dof < nv; dof++) {
    p->dof_adr[dof] = adr;
    adr += p->dof_groups[dof];
    p->dof_groups[dof] = 0;
  }
  p->dof_group = mj_stackAllocInt(d, (size_t)entries);
  p->dof_place = mj_stackAllocInt(d, (size_t)entries);
  for (int group = 0; group < p->ngroup; group++) {
    int row = p->group_row[group];
    for (int k = 0; k < p->J_rownnz[row]; k++) {
      int dof = p->J_colind[p->J_rowadr[row] + k], slot = p->dof_adr[dof] + p->dof_groups[dof]++;
      p->dof_group[slot] = group;
      p->dof_place[slot] = k;
    }
  }
}

ig_Problem ig_problem_whole(const mjModel* m, mjData* d) {
  ig_Problem p = {
      .sparse = mj_isSparse(m),
      .island = -1,
      .nv = (int)m->nv,
      .ne = d->ne,
      .nf = d->nf,
      .nefc = d->nefc,
      .nJ = d->nJ,
      .contact = d->contact,
      .qfrc_smooth = d->qfrc_smooth,
      .qacc_smooth = d->qacc_smooth,
      .qfrc_constraint = d->qfrc_constraint,
      .qacc = d->qacc,
      .M_rownnz = m->M_rownnz,
      .M_rowadr = m->M_rowadr,
      .M_colind = m->M_colind,
      .M = d->M,
      .qLD = d->qLD,
      .qLDiagInv = d->qLDiagInv,
      .D = d->efc_D,
      .R = d->efc_R,
      .frictionloss = d->efc_frictionloss,
      .aref = d->efc_aref,
      .id = d->efc_id,
      .type = d->efc_type,
      .force = d->efc_force,
      .state = d->efc_state,
      .J = d->efc_J,
  };
  if (p.sparse) {
    p.J_rownnz = d->efc_J_rownnz;
    p.J_rowadr = d->efc_J_rowadr;
    p.J_rowsuper = d->efc_J_rowsuper;
    p.J_colind = d->efc_J_colind;
    find_groups(&p, d);
  }
  return p;
}

ig_Problem ig_problem_island(const mjModel* m, mjData* d, int island) {
  int dof = d->island_idofadr[island], row = d->island_iefcadr[island];
  ig_Problem p = {
      .sparse = mj_isSparse(m),
      .island = island,
      .nv = d->island_nv[island],
      .ne = d->island_ne[island],
      .nf = d->island_nf[island],
      .nefc = d->island_nefc[island],
      .contact = d->contact,
      .qfrc_smooth = d->ifrc_smooth + dof,
      .qacc_smooth = d->iacc_smooth + dof,
      .qfrc_constraint = d->ifrc_constraint + dof,
      .qacc = d->iacc + dof,
      .M_rownnz = d->iM_rownnz + dof,
      .M_rowadr = d->iM_rowadr + dof,
      .M_colind = d->iM_colind,
      .M = d->iM,
      .qLD = d->iLD,
      .qLDiagInv = d->iLDiagInv + dof,
      .D = d->iefc_D + row,
      .R = d->iefc_R + row,
      .frictionloss = d->iefc_frictionloss + row,
      .aref = d->iefc_aref + row,
      .id = d->iefc_id + row,
      .type = d->iefc_type + row,
      .force = d->iefc_force + row,
      .state = d->iefc_state + row,
  };
  if (p.sparse) {
    p.J_rownnz = d->iefc_J_rownnz + row;
    p.J_rowadr = d->iefc_J_rowadr + row;
    p.J_rowsuper = d->iefc_J_rowsuper + row;
    p.J_colind = d->iefc_J_colind;
    p.J = d->iefc_J;
    p.nJ = p.J_rowadr[p.nefc - 1] + p.J_rownnz[p.nefc - 1] - p.J_rowadr[0];
    find_groups(&p, d);
  } else {
    p.J = d->iefc_J + (size_t)d->nidof * (size_t)row;
  }
  return p;
}

// the numbers of a group's dofs are gathered once and used by all of its rows
IG_CLONES void ig_problem_mul_J(const ig_Problem* p, mjtNum* row, const mjtNum* dof) {
  if (!p->sparse) {
    ig_mulmatvec(row, p->J, dof, p->nefc, p->nv);
    return;
  }
  for (int group = 0; group < p->ngroup; group++) {
    int first = p->group_row[group], nnz = p->J_rownnz[first];
    const int* column = p->J_colind + p->J_rowadr[first];
    for (int k = 0; k < nnz; k++) p->part[k] = dof[column[k]];
    for (int i = first; i < first + p->group_rows[group]; i++) row[i] = ig_dot(p->J + p->J_rowadr[i], p->part, nnz);
  }
}

// a group's rows are added up first, then its dofs are touched once; rows without force are left out
IG_CLONES void ig_problem_mul_JT(const ig_Problem* p, mjtNum* dof, const mjtNum* row) {
  if (!p->sparse) {
    ig_mulmattvec(dof, p->J, row, p->nefc, p->nv);
    return;
  }
  ig_zero(dof, p->nv);
  for (int group = 0; group < p->ngroup; group++) {
    int first = p->group_row[group], nnz = p->J_rownnz[first];
    bool active = false;
    for (int i = first; i < first + p->group_rows[group]; i++) {
      if (row[i] == 0) continue;
      if (active)
        ig_addtoscl(p->part, p->J + p->J_rowadr[i], row[i], nnz);
      else
        ig_scl(p->part, p->J + p->J_rowadr[i], row[i], nnz);
      active = true;
    }
    const int* column = p->J_colind + p->J_rowadr[first];
    for (int k = 0; active && k < nnz; k++) dof[column[k]] += p->part[k];
  }
}

void ig_problem_mul_M(const ig_Problem* p, mjtNum* res, const mjtNum* dof) {
  ig_mul_lower_symmetric(res, p->M, p->M_rowadr, p->M_rownnz, p->M_colind, dof, p->nv);
}

void ig_problem_solve_M(const ig_Problem* p, mjtNum* dof) {
  ig_Subset all = {.count = p->nv};
  ig_solve_rows(dof, p->qLD, p->qLDiagInv, p->nv, 1, all, (ig_Pattern){p->M_rownnz, p->M_rowadr, p->M_colind});
}

// makes cost and gradient comparable between models: one over the mean inertia per dof
mjtNum ig_problem_scale(const ig_Problem* p, const mjModel* m) {
  if (p->island < 0) return 1 / (m->stat.meaninertia * (m->nv > 1 ? (mjtNum)m->nv : 1));
  mjtNum inertia = 0;
  for (int i = 0; i < p->nv; i++) inertia += p->M[p->M_rowadr[i] + p->M_rownnz[i] - 1];
  return 1 / inertia;
}
