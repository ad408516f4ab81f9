// SPDX-License-Identifier: Apache-2.0
#include "solve/mj_problem.h"
#include "model/row_kind.h"

// statistics of each island, as far as there is room; the whole model counts as the first
static mjSolverStat* statistics(mjData* d, int slot) { return slot < mjNISLAND ? d->solver + slot * mjNSOLVER : NULL; }

ig_MjProblem ig_mj_problem_whole(const mjModel* m, mjData* d) {
  bool sparse = ig_is_sparse(m);
  return (ig_MjProblem){
      .sparse = sparse,
      .island = -1,
      .m = m,
      .nv = (int)m->nv,
      .ntree = (int)m->ntree,
      .ne = d->ne,
      .nf = d->nf,
      .nefc = d->nefc,
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
      .J_rownnz = sparse ? d->efc_J_rownnz : NULL,
      .J_rowadr = sparse ? d->efc_J_rowadr : NULL,
      .J_colind = sparse ? d->efc_J_colind : NULL,
      .J = d->efc_J,
      .stat = statistics(d, 0),
      .nstat = mjNSOLVER,
  };
}

ig_MjProblem ig_mj_problem_island(const mjModel* m, mjData* d, int island) {
  int dof = d->island_idofadr[island], row = d->island_iefcadr[island];
  bool sparse = ig_is_sparse(m);
  return (ig_MjProblem){
      .sparse = sparse,
      .island = island,
      .m = m,
      .dof = d->map_idof2dof + dof,
      .nv = d->island_nv[island],
      .ntree = d->island_ntree[island],
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
      .J_rownnz = sparse ? d->iefc_J_rownnz + row : NULL,
      .J_rowadr = sparse ? d->iefc_J_rowadr + row : NULL,
      .J_colind = sparse ? d->iefc_J_colind : NULL,
      .J = sparse ? d->iefc_J : d->iefc_J + (size_t)d->nidof * (size_t)row,
      .stat = statistics(d, island),
      .nstat = island < mjNISLAND ? mjNSOLVER : 0,
  };
}
