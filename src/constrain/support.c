#include "constrain/support.h"

#include "base/error.h"
#include "math/vec3.h"

// the last dof above each body; -1 for bodies that do not move
static void last_dofs(const mjModel* m, const ig_Support* s, int* head) {
  for (int k = 0; k < s->n; k++) {
    int body = m->body_weldid[s->body[k]];
    head[k] = body ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
  }
}

static int highest(const int* head, int n) {
  int dof = -1;
  for (int k = 0; k < n; k++) {
    if (head[k] > dof) dof = head[k];
  }
  return dof;
}

int ig_support_count(const mjModel* m, const ig_Support* s) {
  int head[IG_SUPPORT_MAX], n = 0;
  last_dofs(m, s, head);
  for (int dof; (dof = highest(head, s->n)) >= 0; n++) {
    for (int k = 0; k < s->n; k++) {
      if (head[k] == dof) head[k] = m->dof_parentid[dof];
    }
  }
  return n;
}

// add weight * (velocity of the point per unit of the dof)
static void add_column(mjtNum r[6], const mjtNum cdof[6], const mjtNum offset[3], mjtNum weight) {
  mjtNum swing[3];
  ig_cross(swing, cdof, offset);
  for (int i = 0; i < 3; i++) {
    r[i] += weight * (cdof[3 + i] + swing[i]);
    r[3 + i] += weight * cdof[i];
  }
}

// all chains are walked up together, always at the highest dof, so the columns come out in descending order:
// the buffers are filled from their end
ig_Columns ig_support_columns(const mjModel* m, const mjData* d, const ig_Support* s, int* dofs, mjtNum* columns) {
  int head[IG_SUPPORT_MAX], slot = m->nv;
  mjtNum offset[IG_SUPPORT_MAX][3];
  last_dofs(m, s, head);
  for (int k = 0; k < s->n; k++) ig_sub3(offset[k], s->point[k], d->subtree_com + 3 * m->body_rootid[s->body[k]]);

  for (int dof; (dof = highest(head, s->n)) >= 0;) {
    IG_ASSERT(slot > 0);
    mjtNum* column = columns + 6 * --slot;
    dofs[slot] = dof;
    for (int i = 0; i < 6; i++) column[i] = 0;
    for (int k = 0; k < s->n; k++) {
      if (head[k] != dof) continue;
      add_column(column, d->cdof + 6 * dof, offset[k], s->weight[k]);
      head[k] = m->dof_parentid[dof];
    }
  }
  return (ig_Columns){m->nv - slot, dofs + slot, columns + 6 * slot};
}
