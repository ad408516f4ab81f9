// SPDX-License-Identifier: Apache-2.0
#include "constrain/rows.h"

#include "constrain/check_ragged.h"
#include "constrain/contact_rows.h"
#include "constrain/equality.h"
#include "constrain/impedance.h"
#include "constrain/limit.h"
#include "constrain/reference.h"
#include "smooth/jacobian.h"

void IG_NAME(ig_rows_walk)(ig_RowBuilder* rows) {
  int off = rows->m->opt.disableflags;
  if (!(off & mjDSBL_EQUALITY) && rows->m->nemax) IG_NAME(ig_equality_rows)(rows);
  if (!(off & mjDSBL_FRICTIONLOSS)) IG_NAME(ig_friction_rows)(rows);
  if (!(off & mjDSBL_LIMIT)) IG_NAME(ig_limit_rows)(rows);
  if (!(off & mjDSBL_CONTACT)) IG_NAME(ig_contact_rows)(rows);
}

#if IG_WIDTH > 1

// lanes in which some entry is not zero
static mask not_all_zero(const real* a, int n) {
  mask some = ig_false();
  for (int i = 0; i < n; i++) some = ig_or(some, ig_not(ig_eq(a[i], ig_broadcast(0))));
  return some;
}

// note the chunks that the dofs of a group touch
static void note_chunks(ig_Data* d, const ig_RowGroup* g, ints row, unsigned lanes) {
  uint64_t bits = 0;
  for (int i = 0; i < g->n; i++) bits |= (uint64_t)1 << (g->dof[i] / d->ragged.chunk);
  for (; lanes; lanes &= lanes - 1) {
    int at = ig_ints_lane(row, __builtin_ctz(lanes));
    for (int k = 0; k < g->size; k++) d->efc_J_chunks[at + k] |= bits;
  }
}

IG_INLINE void put(ig_Cell* to, mask on, real x) { *to = ig_select(on, x, *to); }

// Row k of a group, what it is and what it depends on, at the same place in the lanes of `on`.
IG_INLINE void place_row(ig_Data* d, const ig_RowGroup* g, int k, int at, int nv, mask on) {
  ig_Cell* J = d->efc_J + (size_t)at * (size_t)ig_row_numbers(nv);
  for (int i = 0; g->jac && i < g->n; i++) put(J + g->dof[i], on, g->jac[k * g->n + i]);
  d->efc_type[at] = ig_ints_select(on, ig_ints(g->type), d->efc_type[at]);
  d->efc_id[at] = ig_ints_select(on, g->id, d->efc_id[at]);
  put(d->efc_pos + at, on, g->pos[k]);
  put(d->efc_margin + at, on, k == 0 || g->type == mjCNSTR_CONTACT_PYRAMIDAL ? (real)g->margin : ig_broadcast(0));
  put(d->efc_frictionloss + at, on, g->frictionloss);
}

// and its softness
IG_INLINE void soften_row(ig_Data* d, const ig_Softness* s, int k, int at, mask on) {
  put(d->efc_R + at, on, s->R[k]);
  put(d->efc_D + at, on, s->D[k]);
  put(d->efc_diagApprox + at, on, s->diag[k]);
  for (int i = 0; i < 4; i++) put(d->efc_KBIP + 4 * at + i, on, s->KBIP[k][i]);
}

static void count_kind(ig_Data* d, mjtConstraint type, ints size) {
  if (type == mjCNSTR_EQUALITY) d->ragged.count.ne += size;
  if (type == mjCNSTR_FRICTION_DOF || type == mjCNSTR_FRICTION_TENDON) d->ragged.count.nf += size;
  if (type == mjCNSTR_LIMIT_JOINT || type == mjCNSTR_LIMIT_TENDON) d->ragged.count.nl += size;
  d->ragged.count.nefc += size;
}

// regularised friction belongs to the contacts
static void write_friction(ig_Data* d, const ig_RowGroup* g, const ig_Softness* s, unsigned lanes) {
  if (g->type != mjCNSTR_CONTACT_PYRAMIDAL && g->type != mjCNSTR_CONTACT_ELLIPTIC) return;
  for (; lanes; lanes &= lanes - 1) {
    int lane = __builtin_ctz(lanes);
    ((num*)&d->contact[ig_ints_lane(g->id, lane)].mu)[lane] = ig_lane(s->mu, lane);
  }
}

void IG_NAME(ig_rows_write)(ig_RowBuilder* rows, const ig_RowGroup* g, mask on, ints row) {
  ig_Data* d = rows->d;
  unsigned lanes = ig_mask_bits(on);
  ig_Softness soft;
  mask odd = ig_and(on, IG_NAME(ig_group_softness)(rows->m, d, g, &soft));
  if (ig_any(odd)) d->leaves = ig_or(d->leaves, odd);

  unsigned fits = lanes & ig_mask_bits(ig_ints_lt(row, ig_ints(d->ragged.row_room - g->size + 1)));
  if (g->jac) note_chunks(d, g, row, fits);
  for (unsigned rest = fits; rest;) {
    int first = ig_ints_lane(row, __builtin_ctz(rest));
    mask alike = ig_and(ig_mask_of(fits), ig_ints_eq(row, ig_ints(first)));
    for (int k = 0; k < g->size; k++) {
      place_row(d, g, k, first + k, rows->m->nv, alike);
      soften_row(d, &soft, k, first + k, alike);
    }
    rest &= ~ig_mask_bits(alike);
  }
  write_friction(d, g, &soft, lanes);
}

// lanes that have the rows of a group
static mask lanes_with(const ig_RowBuilder* rows, const ig_RowGroup* g) {
  if (ig_is_contact_row(g->type)) return g->on;
  if (rows->sparse) return g->n ? g->on : ig_false();
  // the single number of a dof is one or minus one
  bool unit = g->n == 1 && (g->type == mjCNSTR_FRICTION_DOF || g->type == mjCNSTR_LIMIT_JOINT);
  return unit ? g->on : ig_and(g->on, not_all_zero(g->jac, g->size * g->n));
}

// J of rows is zero but for what was written there the last time
static void clear_used(const mjModel* m, ig_Data* d, int row, int size) {
  int chunk = d->ragged.chunk, nv = (int)m->nv;
  for (int at = row; at < row + size; at++) {
    ig_Cell* J = d->efc_J + (size_t)at * (size_t)ig_row_numbers(nv);
    for (uint64_t left = d->efc_J_chunks[at]; left; left &= left - 1) {
      int first = chunk * __builtin_ctzll(left), end = first + chunk < nv ? first + chunk : nv;
      for (int i = first; i < end; i++) J[i] = ig_broadcast(0);
    }
    d->efc_J_chunks[at] = 0;
  }
}

#ifndef IG_GPU

static void add_rows(ig_RowBuilder* rows, const ig_RowGroup* g, mask on) {
  IG_NAME(ig_rows_write)(rows, g, on, rows->d->ragged.count.nefc);
}

static void clear_rows(const mjModel* m, ig_Data* d) { clear_used(m, d, 0, d->ragged.most.nefc); }

#else

// a row is cleared when it is used again, where it is not zero
static void clear_rows(const mjModel* m, ig_Data* d) {}

void IG_NAME(ig_rows_count)(ig_Data* d, const ig_RowGroup* g) { count_kind(d, g->type, ig_ints(g->size)); }

// the softness of limits of joints is left to ig_fill_rows
static void add_rows(ig_RowBuilder* rows, const ig_RowGroup* g, mask on) {
  ig_Data* d = rows->d;
  int row = d->ragged.count.nefc.v, nv = (int)rows->m->nv;
  if (row + g->size > d->ragged.row_room) return;
  clear_used(rows->m, d, row, g->size);
  if (g->type != mjCNSTR_LIMIT_JOINT) return IG_NAME(ig_rows_write)(rows, g, on, ig_ints(row));
  note_chunks(d, g, ig_ints(row), 1);
  for (int k = 0; k < g->size; k++) place_row(d, g, k, row + k, nv, true);
}

real IG_NAME(ig_write_row)(ig_RowBuilder* rows, const ig_RowGroup* g, int k, int row) {
  ig_Data* d = rows->d;
  ig_Softness soft;
  if (IG_NAME(ig_group_softness)(rows->m, d, g, &soft)) d->leaves = true;
  place_row(d, g, k, row, 0, true);
  soften_row(d, &soft, k, row, true);
  return soft.mu;
}

static void fill_limit(ig_RowBuilder* rows, int row) {
  ig_Data* d = rows->d;
  int joint = d->efc_id[row].v;
  ig_RowGroup g;
  ig_group_start(&g, mjCNSTR_LIMIT_JOINT, true, ig_ints(joint), 1);
  g.jac = NULL;
  ig_describe_joint_limit(rows->m, d, joint, d->efc_pos[row], &g);
  IG_NAME(ig_write_row)(rows, &g, 0, row);
  d->efc_vel[row] = ig_row_product(d, (int)rows->m->nv, row, d->qvel);
}

void IG_NAME(ig_fill_rows)(const mjModel* m, ig_Data* d, ig_Stride stride) {
  ig_RowBuilder rows = {.m = m, .d = d, .sparse = ig_is_sparse(m)};
  for (int row = stride.first; row < d->ragged.most.nefc; row += stride.step) {
    int type = d->efc_type[row].v;
    if (!ig_is_filled_row(type)) continue;
    if (type == mjCNSTR_LIMIT_JOINT) {
      fill_limit(&rows, row);
    } else {
      IG_NAME(ig_fill_contact_row)(&rows, row);
    }
    ig_set_reference(d, row);
  }
}

#endif

// counts go on without room, so that the need is known in the end
void IG_NAME(ig_rows_add)(ig_RowBuilder* rows, const ig_RowGroup* g) {
  mask on = lanes_with(rows, g);
  if (!ig_any(on)) return;
  add_rows(rows, g, on);
  count_kind(rows->d, g->type, ig_ints_select(on, ig_ints(g->size), ig_ints(0)));
}

// lanes that found no room leave, and have no rows here
static void close_rows(ig_Data* d) {
  ig_Ragged* r = &d->ragged;
  int most = ig_ints_most(r->count.nefc);
  if (most > r->row_room) {
    if (most > r->want_rows) r->want_rows = most;
    mask full = ig_ints_lt(ig_ints(r->row_room), r->count.nefc);
    d->leaves = ig_or(d->leaves, full);
    ints none = ig_ints(0);
    r->count.ne = ig_ints_select(full, none, r->count.ne);
    r->count.nf = ig_ints_select(full, none, r->count.nf);
    r->count.nl = ig_ints_select(full, none, r->count.nl);
    r->count.nefc = ig_ints_select(full, none, r->count.nefc);
    most = r->row_room;
  }
  // written rows of lanes that left count too: they have to be cleared
  r->most.nefc = most;
}

// the largest counts tell for most vectors that no lane is short of memory
static void leave_for_arena(ig_Data* d) {
  ig_Ragged* r = &d->ragged;
  if (!ig_is_short(r->need, r->most.ncon, r->most.nefc)) return;
  for (int lane = 0; lane < IG_LANES; lane++) {
    bool leaves = ig_is_short(r->need, ig_ints_lane(r->count.ncon, lane), ig_ints_lane(r->count.nefc, lane));
    if (leaves) d->leaves = ig_or(d->leaves, ig_mask_of(1u << lane));
  }
}

static void start_rows(const mjModel* m, ig_Data* d) {
  clear_rows(m, d);
  ints none = ig_ints(0);
  d->ragged.count.ne = d->ragged.count.nf = d->ragged.count.nl = d->ragged.count.nefc = none;
  for (int tendon = 0; tendon < m->ntendon; tendon++) d->tendon_efcrow[tendon] = ig_ints(-1);
}

void IG_NAME(ig_make_rows)(const mjModel* m, ig_Data* d) {
  start_rows(m, d);
  if (!m->nv || (m->opt.disableflags & mjDSBL_CONSTRAINT)) {
    d->ragged.most.nefc = 0;
    leave_for_arena(d);
    return;
  }
  ig_RowBuilder rows = {.m = m, .d = d, .sparse = ig_is_sparse(m)};
  ig_mark(d);
  rows.dof = ig_scratch_int(d, m->nv);
  rows.dof2 = ig_scratch_int(d, m->nv);
  rows.jac = ig_scratch(d, IG_GROUP_MAX * m->nv);
  rows.frame = ig_scratch(d, 6 * m->nv);
  rows.column = ig_scratch(d, 6 * m->nv);
  IG_NAME(ig_rows_walk)(&rows);
  ig_release(d);
  close_rows(d);
  leave_for_arena(d);
  ig_check_ragged(m, d);
}

#endif
