// SPDX-License-Identifier: Apache-2.0
#include "compile/derived/sparsity.h"

#include "base/error.h"
#include "base/memory.h"
#include "math/csr.h"

// ancestors of each dof in rising order, then the dof itself
static void fill_inertia(mjModel* m) {
  int adr = 0;
  for (int dof = 0; dof < m->nv; dof++) {
    int count = 1;
    if (!m->dof_simplenum[dof]) {
      for (int up = m->dof_parentid[dof]; up >= 0; up = m->dof_parentid[up]) count++;
    }
    m->M_rowadr[dof] = adr;
    m->M_rownnz[dof] = count;

    // qM stores the same row from the dof upwards
    int up = dof;
    for (int k = count - 1; k >= 0; k--) {
      m->M_colind[adr + k] = up;
      m->mapM2M[adr + k] = m->dof_Madr[dof] + count - 1 - k;
      up = m->dof_parentid[up];
    }
    IG_ASSERT(up < 0 || m->dof_simplenum[dof]);  // the row ends at the root of its tree
    adr += count;
  }
  IG_ASSERT(adr == m->nC);
}

// bodies stand in depth-first order: the dofs of a subtree are the range from first to last - 1 (empty: nv to 0)
typedef struct Range_ {
  int first, last;
} Range;

static Range* subtree_ranges(const mjModel* m) {
  Range* range = ig_alloc(m->nbody * sizeof(Range));
  for (int body = 0; body < m->nbody; body++) {
    int adr = m->body_dofadr[body], count = m->body_dofnum[body];
    range[body] = count ? (Range){adr, adr + count} : (Range){m->nv, 0};
  }
  for (int body = m->nbody - 1; body > 0; body--) {
    Range *up = range + m->body_parentid[body], *own = range + body;
    if (own->first < up->first) up->first = own->first;
    if (own->last > up->last) up->last = own->last;
  }
  return range;
}

// writes the chain of dofs that ends in `dof` in rising order; returns its length
static int write_chain(const mjModel* m, int* out, int dof) {
  int count = 0;
  for (int up = dof; up >= 0; up = m->dof_parentid[up]) count++;
  for (int up = dof, k = count; up >= 0; up = m->dof_parentid[up]) out[--k] = up;
  return count;
}

// place of a column in a row of D, which has it
static int place(const mjModel* m, int row, int col) {
  int first = m->D_rowadr[row];
  return ig_column_place(m->D_colind, first, first + m->D_rownnz[row] - 1, col);
}

void ig_fill_sparsity(mjModel* m) {
  Range* range = subtree_ranges(m);
  fill_inertia(m);
  // D: the dofs above, the dof itself, the dofs below
  for (int dof = 0, adr = 0; dof < m->nv; dof++) {
    m->D_rowadr[dof] = adr;
    adr += write_chain(m, m->D_colind + adr, dof);
    m->D_diag[dof] = adr - m->D_rowadr[dof] - 1;
    for (int below = dof + 1; below < range[m->dof_bodyid[dof]].last; below++) m->D_colind[adr++] = below;
    m->D_rownnz[dof] = adr - m->D_rowadr[dof];
  }
  // B: the dofs that move a body, and those of its subtree
  for (int body = 0, adr = 0; body < m->nbody; body++) {
    // the last dof above the body
    int up = m->body_parentid[body];
    while (up > 0 && !m->body_dofnum[up]) up = m->body_parentid[up];
    m->B_rowadr[body] = adr;
    if (up > 0 && body > 0) adr += write_chain(m, m->B_colind + adr, m->body_dofadr[up] + m->body_dofnum[up] - 1);

    for (int dof = range[body].first; dof < range[body].last; dof++) m->B_colind[adr++] = dof;
    m->B_rownnz[body] = adr - m->B_rowadr[body];
  }
  // the entries of M are those of the lower triangle of D; its upper one mirrors them
  for (int i = 0; i < m->nD; i++) m->mapM2D[i] = -1;
  for (int dof = 0; dof < m->nv; dof++) {
    for (int k = m->M_rowadr[dof]; k < m->M_rowadr[dof] + m->M_rownnz[dof]; k++) {
      int col = m->M_colind[k];
      m->mapD2M[k] = place(m, dof, col);
      m->mapM2D[m->mapD2M[k]] = k;
      m->mapM2D[place(m, col, dof)] = k;
    }
  }
  ig_free(range);
}
