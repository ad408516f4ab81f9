// SPDX-License-Identifier: Apache-2.0
// The rules of constraint rows, which solvers, islands and sensors rely on:
//   rows stand in the order equalities (ne), friction losses (nf), limits (nl), contacts
//   efc_id names the element that a row comes from
//   a sparse Jacobian is packed without gaps, with the dofs of a row in ascending order
//   a contact that has rows knows the first of them, and they follow each other
#include "constrain/check_rows.h"

#include "base/error.h"
#include "model/row_kind.h"

#ifdef IG_CHECKED

void ig_check_row_counts(const ig_RowCounts* count) {
  IG_ASSERT(count->ne >= 0 && count->nf >= 0 && count->nl >= 0);
  IG_ASSERT(count->ne + count->nf + count->nl <= count->nefc);
}

void ig_check_row(const mjModel* m, const ig_RowCounts* count, int row, int type, int id) {
  int friction_end = count->ne + count->nf;
  IG_ASSERT((type == mjCNSTR_EQUALITY) == (row < count->ne));
  bool friction = type == mjCNSTR_FRICTION_DOF || type == mjCNSTR_FRICTION_TENDON;
  IG_ASSERT(friction == (row >= count->ne && row < friction_end));
  IG_ASSERT((type >= mjCNSTR_CONTACT_FRICTIONLESS) == (row >= friction_end + count->nl));
  switch (type) {
    case mjCNSTR_EQUALITY: IG_ASSERT(id >= 0 && id < m->neq); break;
    case mjCNSTR_FRICTION_DOF: IG_ASSERT(id >= 0 && id < m->nv); break;
    case mjCNSTR_LIMIT_JOINT: IG_ASSERT(id >= 0 && id < m->njnt); break;
    case mjCNSTR_FRICTION_TENDON:
    case mjCNSTR_LIMIT_TENDON: IG_ASSERT(id >= 0 && id < m->ntendon); break;
    default: IG_ASSERT(id >= 0 && id < count->ncon);
  }
}

void ig_check_rows(const mjModel* m, const mjData* d) {
  ig_RowCounts count = {d->ne, d->nf, d->nl, d->nefc, d->ncon};
  ig_check_row_counts(&count);
  for (int row = 0; row < d->nefc; row++) ig_check_row(m, &count, row, d->efc_type[row], d->efc_id[row]);
  // columns of sparse rows: one row after the other, dofs rising
  if (ig_is_sparse(m)) {
    int adr = 0;
    for (int row = 0; row < d->nefc; row++) {
      int n = d->efc_J_rownnz[row];
      const int* dof = d->efc_J_colind + adr;
      IG_ASSERT(d->efc_J_rowadr[row] == adr);
      IG_ASSERT(n >= 0 && n <= m->nv);
      IG_ASSERT(!n || (dof[0] >= 0 && dof[n - 1] < m->nv));
      for (int k = 1; k < n; k++) IG_ASSERT(dof[k - 1] < dof[k]);
      adr += n;
    }
    IG_ASSERT(adr <= d->nJ);
  }
  // rows of contacts come last, in the order of the contacts
  int next = d->ne + d->nf + d->nl;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    IG_ASSERT(con->dim == 1 || con->dim == 3 || con->dim == 4 || con->dim == 6);
    if (con->efc_address < 0) continue;
    int rows = ig_is_pyramidal(m) && con->dim > 1 ? 2 * (con->dim - 1) : con->dim;
    IG_ASSERT(con->efc_address == next);
    for (int k = 0; k < rows; k++) IG_ASSERT(d->efc_id[next + k] == i);
    next += rows;
  }
  IG_ASSERT(next == d->nefc);
}

#endif
