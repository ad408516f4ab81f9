// SPDX-License-Identifier: Apache-2.0
// Rows of a world alone: counted, then written into its arena. The walk over all families, and rows of lanes: rows.lane.c.
#include "constrain/rows.h"

#include <string.h>

#include <mujoco/mjxmacro.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "base/stretch.h"
#include "base/team.h"
#include "constrain/arrays.h"
#include "constrain/check_rows.h"
#include "constrain/contact_rows.h"
#include "constrain/impedance.h"
#include "math/dense.h"
#include "math/supernode.h"
#include "model/row_kind.h"
#include "model/stack.h"
#include "model/warning.h"

// ------------------------------------------------ writing a group

static void write_sparse(ig_RowBuilder* rows, const ig_RowGroup* g) {
  mjData* d = rows->d;
  int row = rows->row, adr = rows->adr;
  IG_ASSERT(adr + g->size * g->n <= d->nJ);
  memcpy(d->efc_J + adr, g->jac, sizeof(mjtNum) * g->size * g->n);
  for (int k = 0; k < g->size; k++, adr += g->n) {
    d->efc_J_rownnz[row + k] = g->n;
    d->efc_J_rowadr[row + k] = adr;
    d->efc_J_rowsuper[row + k] = g->size - 1 - k;
    memcpy(d->efc_J_colind + adr, g->dof, sizeof(int) * g->n);
  }
  rows->adr = adr;
}

static void write_softness(const ig_RowBuilder* rows, const ig_RowGroup* g) {
  ig_Softness s;
  mjData* d = rows->d;
  int row = rows->row;
  ig_group_softness(rows->m, d, g, &s);
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

  IG_ASSERT(rows->row + g->size <= rows->nefc);
  if (rows->sparse) {
    write_sparse(rows, g);
  } else {
    int nv = (int)rows->m->nv;
    mjtNum* J = d->efc_J + (size_t)rows->row * nv;
    ig_zero(J, g->size * nv);
    for (int k = 0; k < g->size; k++, J += nv) {
      const mjtNum* row = g->jac + k * g->n;
      for (int i = 0; i < g->n; i++) J[g->dof[i]] = row[i];
    }
  }
  for (int k = 0; k < g->size; k++) {
    int row = rows->row + k;
    bool normal = k == 0 || g->type == mjCNSTR_CONTACT_PYRAMIDAL;
    d->efc_type[row] = g->type;
    d->efc_id[row] = g->id;
    d->efc_pos[row] = g->pos[k];
    d->efc_margin[row] = normal ? g->margin : 0;
    d->efc_frictionloss[row] = g->frictionloss;
  }
  write_softness(rows, g);
  rows->row += g->size;
  if (rows->shared) return;
  // what is written counts, should a warning leave by longjmp
  d->nefc = rows->row;
  if (g->type == mjCNSTR_EQUALITY) d->ne += g->size;
  if (g->type == mjCNSTR_FRICTION_DOF || g->type == mjCNSTR_FRICTION_TENDON) d->nf += g->size;
  if (g->type == mjCNSTR_LIMIT_JOINT || g->type == mjCNSTR_LIMIT_TENDON) d->nl += g->size;
}

// ------------------------------------------------ contacts, in pieces

enum { MOST_PIECES = 4 * IG_TEAM_MOST };

// scratch of one thread
typedef struct {
  int *dof, *dof2;
  mjtNum *jac, *frame, *column;
} RowScratch;

typedef struct {
  const ig_RowBuilder* rows;
  int row, adr;               // what was counted before the contacts and not written
  const RowScratch* scratch;  // of the members of the team
} SharedRows;

static RowScratch take_scratch(const mjModel* m, mjData* d) {
  size_t nv = m->nv ? (size_t)m->nv : 1;
  int* dof = IG_SCRATCH(d, 2 * nv, int);
  mjtNum* jac = IG_SCRATCH(d, (IG_GROUP_MAX + 12) * nv, mjtNum);
  return (RowScratch){dof, dof + nv, jac, jac + IG_GROUP_MAX * nv, jac + (IG_GROUP_MAX + 6) * nv};
}

static void use_scratch(ig_RowBuilder* rows, const RowScratch* s) {
  rows->dof = s->dof;
  rows->dof2 = s->dof2;
  rows->jac = s->jac;
  rows->frame = s->frame;
  rows->column = s->column;
}

static int first_contact(const ig_RowBuilder* rows, int place) { return ig_stretch_first(rows->stretches, rows->d->ncon, place); }

// microseconds that writing the rows of all contacts takes
static double work_of(const mjData* d) { return 0.4 * d->ncon; }

static ig_Stretches stretches_of(const mjData* d) {
  enum { LEAST_WORK = 20, PIECES = 4 };
  return ig_stretches(work_of(d) >= LEAST_WORK ? ig_team_useful((mjThreadPool*)d->threadpool) : 1, PIECES);
}

// the rows of one place alone
static void count_piece(void* context, int piece, int member) {
  const ig_RowBuilder* rows = context;
  ig_RowBuilder own = *rows;
  int place = ig_stretch_place(own.stretches, piece), first = first_contact(&own, place);
  (void)member;
  own.nefc = own.nnz = 0;
  own.warns = false;
  ig_contact_rows_of(&own, first, first_contact(&own, place + 1));
  own.piece[place] = (ig_RowPiece){first, own.nefc, own.nnz, own.warns};
}

// A contact is counted by the member that wrote it and will write its rows: one that lies in another's cache takes a tenth of the
// time of its rows.
static void count_contacts(ig_RowBuilder* rows) {
  mjThreadPool* pool = (mjThreadPool*)rows->d->threadpool;
  rows->stretches = stretches_of(rows->d);
  ig_Team team = ig_team_for_all(pool, 0.1 * work_of(rows->d));
  ig_team_run(&team, rows->stretches.pieces, count_piece, rows);
  for (int k = 0; k < rows->stretches.pieces; k++) {
    ig_RowPiece* piece = rows->piece + k;
    int row = rows->nefc, nnz = rows->nnz;
    rows->nefc += piece->row;
    rows->nnz += piece->nnz;
    rows->warns |= piece->warns;
    piece->row = row;
    piece->nnz = nnz;
  }
}

static void write_piece(void* context, int piece, int member) {
  const SharedRows* s = context;
  ig_RowBuilder own = *s->rows;
  use_scratch(&own, s->scratch + member);
  own.shared = true;
  int place = ig_stretch_place(own.stretches, piece);
  own.row = own.piece[place].row - s->row;
  own.adr = own.piece[place].nnz - s->adr;
  ig_contact_rows_of(&own, own.piece[place].contact, first_contact(&own, place + 1));
}

// False when the stack is too short for the scratch of several threads. Contacts have all the rows that were counted, rows before
// them may have been left out. A warning could leave by longjmp, which a team does not survive.
static bool write_together(ig_RowBuilder* rows) {
  const mjModel* m = rows->m;
  mjData* d = rows->d;
  if (rows->stretches.pieces < 2 || rows->warns) return false;
  int members = ig_team_useful((mjThreadPool*)d->threadpool);
  size_t bytes = (size_t)members * ((size_t)m->nv * (2 * sizeof(int) + (IG_GROUP_MAX + 12) * sizeof(mjtNum)) + 1024);
  if (bytes > ig_stack_room(d)) return false;
  RowScratch scratch[IG_TEAM_MOST];
  ig_stack_mark(d);
  for (int i = 0; i < members; i++) scratch[i] = take_scratch(m, d);
  SharedRows shared = {rows, rows->piece[0].row - rows->row, rows->piece[0].nnz - rows->adr, scratch};
  ig_Team team = ig_team_for((mjThreadPool*)d->threadpool, members, work_of(d));
  ig_team_run(&team, rows->stretches.pieces, write_piece, &shared);
  ig_stack_free(d);
  d->nefc = rows->row = rows->nefc - shared.row;
  return true;
}

void ig_contact_rows(ig_RowBuilder* rows) {
  if (rows->counting && rows->d->threadpool) {
    count_contacts(rows);
  } else if (rows->counting || !write_together(rows)) {
    ig_contact_rows_of(rows, 0, rows->d->ncon);
  }
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
  // first the pointers, since a handler of warnings may look at the data, or leave by longjmp
  if (!block) {
    ig_drop_rows(d);
    ig_warn(d, mjWARN_CNSTRFULL, (int)d->narena);
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
  RowScratch scratch = take_scratch(m, d);
  use_scratch(rows, &scratch);
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

  ig_RowPiece piece[MOST_PIECES];
  ig_RowBuilder rows = {.m = m, .d = d, .sparse = ig_is_sparse(m), .piece = piece};
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
