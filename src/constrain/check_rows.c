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

static void check_order(const mjModel* m, const mjData* d) {
  IG_ASSERT(d->ne >= 0 && d->nf >= 0 && d->nl >= 0);
  IG_ASSERT(d->ne + d->nf + d->nl <= d->nefc);
  for (int row = 0; row < d->nefc; row++) {
    int type = d->efc_type[row], id = d->efc_id[row];
    IG_ASSERT((type == mjCNSTR_EQUALITY) == (row < d->ne));
    bool friction = type == mjCNSTR_FRICTION_DOF || type == mjCNSTR_FRICTION_TENDON;
    IG_ASSERT(friction == (row >= d->ne && row < d->ne + d->nf));
    IG_ASSERT((type >= mjCNSTR_CONTACT_FRICTIONLESS) == (row >= d->ne + d->nf + d->nl));
    switch (type) {
      case mjCNSTR_EQUALITY: IG_ASSERT(id >= 0 && id < m->neq); break;
      case mjCNSTR_FRICTION_DOF: IG_ASSERT(id >= 0 && id < m->nv); break;
      case mjCNSTR_LIMIT_JOINT: IG_ASSERT(id >= 0 && id < m->njnt); break;
      case mjCNSTR_FRICTION_TENDON:
      case mjCNSTR_LIMIT_TENDON: IG_ASSERT(id >= 0 && id < m->ntendon); break;
      default: IG_ASSERT(id >= 0 && id < d->ncon);
    }
  }
}

static void check_pattern(const mjModel* m, const mjData* d) {
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

static void check_contacts(const mjModel* m, const mjData* d) {
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

void ig_check_rows(const mjModel* m, const mjData* d) {
  check_order(m, d);
  if (ig_is_sparse(m)) check_pattern(m, d);
  check_contacts(m, d);
}

#endif
