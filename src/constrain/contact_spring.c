// SPDX-License-Identifier: Apache-2.0
// Contacts of flexes that are passive: no constraint, a stiff spring along the normal.
#include "constrain/contact_rows.h"
#include "constrain/passive.h"
#include "math/vec3.h"
#include "smooth/jacobian.h"

// force per depth
#define STIFFNESS 1e4

static void push_apart(const mjModel* m, mjData* d, mjContact* con, int* dof, mjtNum* column) {
  ig_Support s;
  ig_contact_support(m, d, con, -1, &s);
  ig_Columns c = ig_support_columns(m, d, &s, dof, column);
  con->efc_address = -1;
  if (!c.n && ig_is_sparse(m)) con->exclude = IG_CONTACT_NO_DOFS;
  for (int i = 0; i < c.n; i++) d->qfrc_spring[c.dof[i]] += ig_dot3(con->frame, c.column + 6 * i) * (-STIFFNESS * con->dist);
}

void ig_contact_springs(const mjModel* m, mjData* d) {
  if ((m->opt.disableflags & mjDSBL_CONTACT) || !m->nv) return;
  mj_markStack(d);
  int* dof = NULL;
  mjtNum* column = NULL;
  for (int i = 0; i < d->ncon; i++) {
    if (d->contact[i].exclude != IG_CONTACT_SPRING) continue;
    if (!dof) {
      dof = mj_stackAllocInt(d, m->nv);
      column = mj_stackAllocNum(d, 6 * (size_t)m->nv);
    }
    push_apart(m, d, d->contact + i, dof, column);
  }
  mj_freeStack(d);
}
