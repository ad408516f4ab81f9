// SPDX-License-Identifier: Apache-2.0
// Contacts of flexes that are passive: no constraint, a stiff spring along the normal.
#include "constrain/contact_rows.h"
#include "constrain/passive.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/jacobian.h"

// force per depth
#define STIFFNESS 1e4

void ig_contact_springs(const mjModel* m, mjData* d) {
  if ((m->opt.disableflags & mjDSBL_CONTACT) || !m->nv) return;
  ig_stack_mark(d);
  int* dof = NULL;
  mjtNum* column = NULL;
  for (int i = 0; i < d->ncon; i++) {
    if (d->contact[i].exclude != IG_CONTACT_SPRING) continue;
    if (!dof) {
      dof = IG_SCRATCH(d, m->nv, int);
      column = IG_SCRATCH(d, 6 * (size_t)m->nv, mjtNum);
    }
    mjContact* con = d->contact + i;
    ig_Support s;
    ig_contact_support(m, d, con, -1, &s);
    ig_Columns c = ig_support_columns(m, d, &s, dof, column);
    con->efc_address = -1;
    if (!c.n && ig_is_sparse(m)) con->exclude = IG_CONTACT_NO_DOFS;
    for (int k = 0; k < c.n; k++) d->qfrc_spring[c.dof[k]] += ig_dot3(con->frame, c.column + 6 * k) * (-STIFFNESS * con->dist);
  }
  ig_stack_free(d);
}
