// SPDX-License-Identifier: Apache-2.0
#include "constrain/support.h"

#include "base/error.h"
#include "math/vec3.h"

// The functions below take the number of bodies as an argument of their own: it is nearly always two, and with a number
// known beforehand the heads of the chains stay in registers.

// the last dof above each body; -1 for bodies that do not move
IG_INLINE void last_dofs(const mjModel* m, const ig_Support* s, int n, int* head) {
  for (int k = 0; k < n; k++) {
    int body = m->body_weldid[s->body[k]];
    head[k] = body ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
  }
}

IG_INLINE int highest(const int* head, int n) {
  int dof = -1;
  for (int k = 0; k < n; k++) dof = head[k] > dof ? head[k] : dof;
  return dof;
}

// dofs from one up to the root of its tree; -1: none
IG_INLINE int chain_length(const mjModel* m, int dof) {
  if (dof < 0) return 0;
  return (dof + 1 < m->nv ? m->dof_Madr[dof + 1] : (int)m->nM) - m->dof_Madr[dof];
}

IG_INLINE int count(const mjModel* m, const ig_Support* s, int n) {
  int head[IG_SUPPORT_MAX], dofs = 0;
  last_dofs(m, s, n, head);
  // chains of two trees have nothing in common
  if (n == 2 && (head[0] < 0 || head[1] < 0 || m->dof_treeid[head[0]] != m->dof_treeid[head[1]])) {
    return chain_length(m, head[0]) + chain_length(m, head[1]);
  }
  for (int dof; (dof = highest(head, n)) >= 0; dofs++) {
    int parent = m->dof_parentid[dof];
    for (int k = 0; k < n; k++) head[k] = head[k] == dof ? parent : head[k];
  }
  return dofs;
}

int IG_NAME(ig_support_count)(const mjModel* m, const ig_Support* s) { return s->n == 2 ? count(m, s, 2) : count(m, s, s->n); }

// all chains are walked up together, always at the highest dof, so the columns come out in descending order:
// the buffers are filled from their end
IG_INLINE ig_Columns fill(const mjModel* m, const ig_Data* d, const ig_Support* s, int n, int* dofs, real* columns) {
  int head[IG_SUPPORT_MAX], slot = m->nv;
  real offset[IG_SUPPORT_MAX][3];
  last_dofs(m, s, n, head);
  for (int k = 0; k < n; k++) ig_sub3(offset[k], s->point[k], d->subtree_com + 3 * m->body_rootid[s->body[k]]);

  for (int dof; (dof = highest(head, n)) >= 0;) {
    IG_ASSERT(slot > 0);
    real column[6];
    ig_zero_reals(column, 6);
    for (int k = 0; k < n; k++) {
      if (head[k] != dof) continue;
      ig_add_column(column, d->cdof + 6 * dof, offset[k], ig_broadcast(s->weight[k]));
      head[k] = m->dof_parentid[dof];
    }
    dofs[--slot] = dof;
    for (int i = 0; i < 6; i++) columns[6 * slot + i] = column[i];
  }
  return (ig_Columns){m->nv - slot, dofs + slot, columns + 6 * slot};
}

ig_Columns IG_NAME(ig_support_columns)(const mjModel* m, const ig_Data* d, const ig_Support* s, int* dofs, real* columns) {
  return s->n == 2 ? fill(m, d, s, 2, dofs, columns) : fill(m, d, s, s->n, dofs, columns);
}
