// SPDX-License-Identifier: Apache-2.0
// Rows of a world alone: counted, then written into its arena. The walk over all families, and rows of lanes: rows.lane.c.
#include "constrain/rows.h"

#include <string.h>

#include <mujoco/mjxmacro.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "constrain/arrays.h"
#include "constrain/check_rows.h"
#include "constrain/impedance.h"
#include "math/dense.h"
#include "math/supernode.h"
#include "model/row_kind.h"
#include "model/stack.h"
#include "model/warning.h"

// ------------------------------------------------ writing a group

static void write_sparse(mjData* d, const ig_RowGroup* g) {
  int row = d->nefc;
  int adr = row ? d->efc_J_rowadr[row - 1] + d->efc_J_rownnz[row - 1] : 0;
  IG_ASSERT(adr + g->size * g->n <= d->nJ);
  memcpy(d->efc_J + adr, g->jac, sizeof(mjtNum) * g->size * g->n);
  for (int k = 0; k < g->size; k++, adr += g->n) {
    d->efc_J_rownnz[row + k] = g->n;
    d->efc_J_rowadr[row + k] = adr;
    memcpy(d->efc_J_colind + adr, g->dof, sizeof(int) * g->n);
  }
}

static void write_dense(mjData* d, const ig_RowGroup* g, int nv) {
  mjtNum* J = d->efc_J + (size_t)d->nefc * nv;
  ig_zero(J, g->size * nv);
  for (int k = 0; k < g->size; k++, J += nv) {
    const mjtNum* row = g->jac + k * g->n;
    for (int i = 0; i < g->n; i++) J[g->dof[i]] = row[i];
  }
}

static void count_kind(mjData* d, mjtConstraint type, int size) {
  if (type == mjCNSTR_EQUALITY) d->ne += size;
  if (type == mjCNSTR_FRICTION_DOF || type == mjCNSTR_FRICTION_TENDON) d->nf += size;
  if (type == mjCNSTR_LIMIT_JOINT || type == mjCNSTR_LIMIT_TENDON) d->nl += size;
}

static void write_softness(const mjModel* m, mjData* d, const ig_RowGroup* g) {
  ig_Softness s;
  int row = d->nefc;
  ig_group_softness(m, d, g, &s);
  for (int k = 0; k < g->size; k++) {
    memcpy(d->efc_KBIP + 4 * (row + k), s.KBIP[k], sizeof s.KBIP[k]);
    d->efc_R[row + k] = s.R[k];
    d->efc_D[row + k] = s.D[k];
    d->efc_diagApprox[row + k] = s.diag[k];
  }
  bool cone = g->type == mjCNSTR_CONTACT_PYRAMIDAL || g->type == mjCNSTR_CONTACT_ELLIPTIC;
  if (cone) d->contact[g->id].mu = s.mu;
}

void ig_rows_add(ig_RowBuilder* rows, const ig_RowGroup* g) {
  mjData* d = rows->d;
  if (rows->counting) {
    // a dense row is counted before its numbers are known, zero or not
    if (rows->sparse && !g->n) return;
    rows->nefc += g->size;
    rows->nnz += g->size * (rows->sparse ? g->n : rows->m->nv);
    return;
  }
  if (!ig_is_contact_row(g->type) && (rows->sparse ? !g->n : ig_all_zero(g->jac, g->size * g->n))) return;

  IG_ASSERT(d->nefc + g->size <= rows->nefc);
  if (rows->sparse) {
    write_sparse(d, g);
  } else {
    write_dense(d, g, rows->m->nv);
  }
  for (int k = 0; k < g->size; k++) {
    int row = d->nefc + k;
    bool normal = k == 0 || g->type == mjCNSTR_CONTACT_PYRAMIDAL;
    d->efc_type[row] = g->type;
    d->efc_id[row] = g->id;
    d->efc_pos[row] = g->pos[k];
    d->efc_margin[row] = normal ? g->margin : 0;
    d->efc_frictionloss[row] = g->frictionloss;
  }
  write_softness(rows->m, d, g);
  d->nefc += g->size;
  count_kind(d, g->type, g->size);
}

// ------------------------------------------------ memory

void ig_drop_rows(mjData* d) {
#define X(type, name, nr, nc) d->name = NULL;
  MJDATA_ARENA_POINTERS
#undef X
  d->ne = d->nf = d->nl = d->nefc = d->nJ = d->nA = 0;
  d->nisland = d->nidof = 0;
  d->contact = (mjContact*)d->arena;
  d->parena = d->ncon * sizeof(mjContact);
  for (int i = 0; i < d->ncon; i++) d->contact[i].efc_address = -1;
}

void* ig_rows_alloc(mjData* d, size_t bytes, size_t alignment) {
  void* block = ig_data_arena(d, bytes, alignment);
  if (!block) {
    ig_warn(d, mjWARN_CNSTRFULL, (int)d->narena);
    ig_drop_rows(d);
  }
  return block;
}

// ------------------------------------------------ the walk

static void walk(ig_RowBuilder* rows, bool counting) {
  rows->counting = counting;
  ig_rows_walk(rows);
}

// scratch is taken before the arrays: when both do not fit, it is the arrays that are missing, which has an answer
static void build(ig_RowBuilder* rows) {
  const mjModel* m = rows->m;
  mjData* d = rows->d;
  rows->dof = IG_SCRATCH(d, m->nv, int);
  rows->dof2 = IG_SCRATCH(d, m->nv, int);
  rows->jac = IG_SCRATCH(d, (size_t)IG_GROUP_MAX * m->nv, mjtNum);
  rows->frame = IG_SCRATCH(d, (size_t)6 * m->nv, mjtNum);
  rows->column = IG_SCRATCH(d, (size_t)6 * m->nv, mjtNum);
  // without dofs there is nothing to hold, only the use to note
  if (m->nv) walk(rows, true);
  d->nefc = rows->nefc;
  d->nJ = rows->nnz;
  if (!ig_alloc_rows(m, d)) return;
  for (int tendon = 0; tendon < m->ntendon; tendon++) d->tendon_efcadr[tendon] = -1;
  d->nefc = 0;
  if (m->nv) walk(rows, false);
}

void ig_make_rows(const mjModel* m, mjData* d) {
  d->ne = d->nf = d->nl = d->nefc = d->nJ = d->nA = 0;
  d->parena = d->ncon * sizeof(mjContact);
  if (m->opt.disableflags & mjDSBL_CONSTRAINT) return;

  ig_RowBuilder rows = {.m = m, .d = d, .sparse = ig_is_sparse(m)};
  ig_stack_mark(d);
  build(&rows);
  ig_stack_free(d);
  if (d->ncon > d->maxuse_con) d->maxuse_con = d->ncon;
  if (d->nefc > d->maxuse_efc) d->maxuse_efc = d->nefc;
  if (d->nefc && rows.sparse) {
    ig_supernodes(d->efc_J_rowsuper, d->efc_J_rownnz, d->efc_J_rowadr, d->efc_J_colind, d->nefc);
  }
  ig_check_rows(m, d);
}

void mj_makeConstraint(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_make_rows(m, d);
}
