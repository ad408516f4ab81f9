// SPDX-License-Identifier: Apache-2.0
#include "constrain/contact_rows.h"

#include <string.h>

#include "collide/pair_table.h"
#include "constrain/contact_entry.h"
#include "constrain/flex_rows.h"
#include "constrain/support.h"
#include "math/dense.h"
#include "math/vec3.h"

// a contact of one world, or of every lane: the fields have the same names
#if IG_WIDTH == 1
typedef mjContact Contact;
#else
typedef ig_Contact Contact;
#endif

// kind and number of rows
static void start_contact(const mjModel* m, int dim, mask on, int id, ig_RowGroup* g) {
  if (dim <= 1) {
    ig_group_start(g, mjCNSTR_CONTACT_FRICTIONLESS, on, ig_ints(id), 1);
  } else if (m->opt.cone == mjCONE_PYRAMIDAL) {
    ig_group_start(g, mjCNSTR_CONTACT_PYRAMIDAL, on, ig_ints(id), 2 * (dim - 1));
  } else {
    ig_group_start(g, mjCNSTR_CONTACT_ELLIPTIC, on, ig_ints(id), dim);
  }
}

// everything of the group but its kind and its Jacobian; `tran` is the inverse inertia of the translations of the bodies in
// their reference pose, from which that of all rows follows
IG_INLINE void describe_contact(const Contact* con, real tran, ig_RowGroup* g) {
  bool pyramidal = g->type == mjCNSTR_CONTACT_PYRAMIDAL;
  for (int k = 0; k < g->size; k++) g->pos[k] = ig_local(k == 0 || pyramidal ? con->dist : ig_broadcast(0));
  g->margin = ig_local(con->includemargin);
  ig_hold(g->solref, con->solref, mjNREF);
  ig_hold(g->solreffriction, con->solreffriction, mjNREF);
  ig_hold(g->solimp, con->solimp, mjNIMP);
  ig_hold(g->friction, con->friction, 5);
  if (pyramidal) tran += con->friction[0] * con->friction[0] * tran;
  g->invweight[0] = ig_local(tran);
}

#if IG_WIDTH == 1

// the bodies of one side of a contact, with weights that add up to `sign`
static void add_side(const mjModel* m, const mjData* d, const mjContact* con, int side, mjtNum sign, ig_Support* s) {
  if (con->geom[side] >= 0) {
    ig_support_add(s, m->geom_bodyid[con->geom[side]], sign, con->pos);
  } else {
    ig_flex_side(m, d, con, side, sign, s);
  }
}

void ig_contact_support(const mjModel* m, const mjData* d, const mjContact* con, mjtNum first_sign, ig_Support* s) {
  s->n = 0;
  add_side(m, d, con, 0, first_sign, s);
  add_side(m, d, con, 1, 1, s);
}

static mjtNum contact_invweight(const mjModel* m, const mjData* d, const mjContact* con) {
  mjtNum tran = 0;
  if (con->geom[0] >= 0 && con->geom[1] >= 0) {
    for (int k = 0; k < 2; k++) tran += m->body_invweight0[2 * m->geom_bodyid[con->geom[k]]];
    return tran;
  }
  ig_Support s;
  ig_contact_support(m, d, con, 1, &s);
  for (int k = 0; k < s.n; k++) tran += m->body_invweight0[2 * s.body[k]] * s.weight[k];
  return tran;
}

// (size x n) in the scratch of the rows
static void contact_jacobian(ig_RowBuilder* rows, const mjContact* con, const ig_Support* s, ig_RowGroup* g) {
  ig_Columns c = ig_support_columns(rows->m, rows->d, s, rows->dof, rows->column);
  mjtNum* jac = rows->jac;
  g->n = c.n;
  g->dof = c.dof;
  g->jac = rows->frame;
  for (int k = 0; k < con->dim; k++) {
    for (int i = 0; i < c.n; i++) rows->frame[k * c.n + i] = ig_frame_entry(con->frame, k, c.column + 6 * i);
  }
  if (g->type != mjCNSTR_CONTACT_PYRAMIDAL) return;

  // opposite edges in pairs
  g->jac = jac;
  for (int k = 1; k < con->dim; k++, jac += 2 * c.n) {
    mjtNum mu = con->friction[k - 1];
    const mjtNum *normal = rows->frame, *slide = rows->frame + k * c.n;
    for (int i = 0; i < c.n; i++) {
      jac[i] = ig_edge_entry(normal[i], slide[i], mu);
      jac[c.n + i] = ig_edge_entry(normal[i], slide[i], -mu);
    }
  }
}

// a time constant beside a damping: its rows come with a warning
static bool signs_differ(const mjtNum ref[mjNREF]) { return (ref[0] > 0) != (ref[1] > 0); }

void ig_contact_rows_of(ig_RowBuilder* rows, int first, int end) {
  const mjModel* m = rows->m;
  mjData* d = rows->d;
  for (int i = first; i < end; i++) {
    mjContact* con = d->contact + i;
    for (int side = 0; side < 2; side++) {
      if (con->flex[side] >= 0 && m->flex_passive[con->flex[side]]) {
        con->efc_address = -1;
        con->exclude = IG_CONTACT_SPRING;
      }
    }
    if (con->exclude) continue;

    ig_Support s;
    ig_RowGroup g;
    start_contact(m, con->dim, true, i, &g);
    if (rows->sparse || !rows->counting) ig_contact_support(m, d, con, -1, &s);
    if (rows->counting) {
      g.n = rows->sparse ? ig_support_count(m, &s) : m->nv;
      rows->warns |= signs_differ(con->solref) || signs_differ(con->solreffriction);
    } else {
      con->efc_address = rows->row;
      contact_jacobian(rows, con, &s, &g);
      describe_contact(con, contact_invweight(m, d, con), &g);
    }

    // nothing that moves takes part
    if (rows->sparse && !g.n) {
      con->efc_address = -1;
      con->exclude = IG_CONTACT_NO_DOFS;
      continue;
    }
    ig_rows_add(rows, &g);
  }
}

#else

// inverse inertia of the bodies of contact k, which are others in each lane
static real contact_invweight(const mjModel* m, const ig_Data* d, const ig_Contact* con, unsigned lanes) {
  real tran = ig_broadcast(0);
  for (; lanes; lanes &= lanes - 1) {
    int lane = __builtin_ctz(lanes);
    num sum = 0;
    for (int k = 0; k < 2; k++) {
      int body = m->geom_bodyid[ig_ints_lane(con->geom[k], lane)];
      sum += d->params.body_invweight0 ? ig_lane(d->params.body_invweight0[2 * body], lane) : m->body_invweight0[2 * body];
    }
    ig_set_lane(&tran, lane, sum);
  }
  return tran;
}

#ifdef IG_GPU

// Row `edge` of a contact, all columns of it: worlds of a warp have their contacts in other places, but rows of the same number
// at the same time, so that whole rows of worlds are read and written. Returns what it makes of the velocities, a sum in the
// order of the dofs.
static real write_jacobian_row(const mjModel* m, ig_Data* d, const ig_Contact* con, int edge, bool pyramidal, int row) {
  const ig_BodyPair* bodies = d->ragged.pairs->body_pair + con->bodies.v;
  bool turned = m->geom_bodyid[con->geom[0].v] != bodies->body[0];
  int direction = pyramidal ? edge / 2 + 1 : edge, nv = (int)m->nv;
  real offset[2][3], normal[3], other[3], sum = ig_broadcast(0), mu = ig_broadcast(0);
  if (pyramidal) mu = edge % 2 ? -con->friction[direction - 1] : (real)con->friction[direction - 1];
  ig_copy3(normal, con->frame);
  ig_copy3(other, con->frame + 3 * (direction % 3));
  for (int k = 0; k < 2; k++) ig_sub3(offset[k], con->pos, d->subtree_com + 3 * m->body_rootid[bodies->body[k]]);
  real* J = d->efc_J + (size_t)row * (size_t)nv;
  for (int dof = 0; dof < nv; dof++) {
    bool in_first = bodies->only[0][dof / 64] >> dof % 64 & 1, in_second = bodies->only[1][dof / 64] >> dof % 64 & 1;
    real entry = ig_broadcast(0);
    if (in_second || in_first) {
      real cdof[6], at[3], column[6], part[3];
      ig_copy_reals(cdof, d->cdof + 6 * dof, 6);
      for (int k = 0; k < 3; k++) at[k] = ig_select(in_second, offset[1][k], offset[0][k]);
      ig_zero_reals(column, 6);
      ig_add_column(column, cdof, at, ig_broadcast(in_second != turned ? 1 : -1));
      for (int k = 0; k < 3; k++) part[k] = ig_select(direction < 3, column[k], column[3 + k]);
      entry = ig_dot3(other, part);
      if (pyramidal) entry = ig_edge_entry(ig_dot3(normal, column), entry, mu);
    }
    J[dof] = entry;
    sum += entry * d->qvel[dof];
  }
  d->efc_J_chunks[row] = bodies->chunks;
  return sum;
}

// contact k: only the places of its rows
static void add_contact(ig_RowBuilder* rows, int k, int dim, mask on) {
  ig_Data* d = rows->d;
  int row = d->ragged.count.nefc.v;
  ig_RowGroup g;
  start_contact(rows->m, dim, on, k, &g);
  d->contact[k].efc_address = row;
  for (int i = row; i < row + g.size && i < d->ragged.row_room; i++) {
    d->efc_type[i] = g.type;
    d->efc_id[i] = k;
  }
  IG_NAME(ig_rows_count)(d, &g);
}

// the edges of a pyramid are as soft as the first
void IG_NAME(ig_fill_contact_row)(ig_RowBuilder* rows, int row) {
  ig_Data* d = rows->d;
  ig_Contact* con = d->contact + d->efc_id[row].v;
  int edge = row - con->efc_address.v;
  bool pyramidal = d->efc_type[row].v == mjCNSTR_CONTACT_PYRAMIDAL;
  ig_RowGroup g;
  start_contact(rows->m, con->dim.v, true, d->efc_id[row].v, &g);
  g.size = pyramidal ? 1 : edge + 1;
  g.jac = NULL;
  describe_contact(con, contact_invweight(rows->m, d, con, 1), &g);
  real mu = IG_NAME(ig_write_row)(rows, &g, g.size - 1, row);
  if (!edge && g.type != mjCNSTR_CONTACT_FRICTIONLESS) con->mu = mu;
  d->efc_vel[row] = write_jacobian_row(rows->m, d, con, edge, pyramidal, row);
}

#else

// Numbers of four dofs of one lane. Lane by lane: which dofs there are, and how many, differs so much that vectors of lanes gain
// nothing (gathers and scatters took longer than this).
typedef ig_NumInt FourMask __attribute__((vector_size(4 * sizeof(num))));

IG_INLINE ig_Four choose(FourMask m, num a, num b) {
  const FourMask none = {0};
  return (ig_Four)((m & (FourMask)(a + (ig_Four)none)) | (~m & (FourMask)(b + (ig_Four)none)));
}

// a contact of one lane
typedef struct {
  int dim;
  bool pyramidal;
  num weight[2];     // of its two bodies: the normal moves the second geom towards positive, the first geom the other way
  num offset[2][3];  // from the centres of their trees
  num frame[9], friction[5];
  const num* cdof;
  num* J;       // of the first row
  size_t step;  // between rows
} LaneContact;

// along direction k of the frame, see ig_frame_entry
IG_INLINE ig_Four frame_entries(const LaneContact* c, int k, const ig_Four column[6]) {
  const num* axis = c->frame + 3 * (k % 3);
  column += k < 3 ? 0 : 3;
  return axis[0] * column[0] + axis[1] * column[1] + axis[2] * column[2];
}

IG_INLINE void put_entries(num* const J[4], size_t at, ig_Four x) {
  for (int i = 0; i < 4; i++) J[i][at] = x[i];
}

// the entries of four dofs; `second`: those that move the second body. What kind of contact it is is known to the compiler.
IG_INLINE void write_entries(const LaneContact* c, int dim, bool pyramidal, const int dof[4], FourMask second) {
  ig_Four cdof[6], at[3], column[6], weight = choose(second, c->weight[1], c->weight[0]);
  const num* own[4];
  num* J[4];
  for (int i = 0; i < 4; i++) own[i] = c->cdof + 6 * IG_WIDTH * dof[i], J[i] = c->J + IG_WIDTH * dof[i];
  for (int k = 0; k < 6; k++) {
    int at_k = IG_WIDTH * k;
    cdof[k] = (ig_Four){own[0][at_k], own[1][at_k], own[2][at_k], own[3][at_k]};
  }
  for (int k = 0; k < 3; k++) at[k] = choose(second, c->offset[1][k], c->offset[0][k]);
  // as ig_add_column, from zero on
  for (int k = 0; k < 3; k++) {
    int l = (k + 1) % 3, n = (k + 2) % 3;
    column[k] = 0 + weight * (cdof[3 + k] + (cdof[l] * at[n] - cdof[n] * at[l]));
    column[3 + k] = 0 + weight * cdof[k];
  }
  ig_Four normal = frame_entries(c, 0, column);
  if (!pyramidal) put_entries(J, 0, normal);
  for (int k = 1; k < dim; k++) {
    ig_Four slide = frame_entries(c, k, column);
    if (pyramidal) {
      put_entries(J, (size_t)(2 * k - 2) * c->step, normal + slide * c->friction[k - 1]);
      put_entries(J, (size_t)(2 * k - 1) * c->step, normal + slide * -c->friction[k - 1]);
    } else {
      put_entries(J, (size_t)k * c->step, slide);
    }
  }
}

// Four dofs after the other; the last is taken again where they are no whole four. A dof that moves both bodies moves them alike:
// its entries stay zero.
IG_INLINE void write_kind(const LaneContact* c, int dim, bool pyramidal, int n, const int* dof, const unsigned char* side) {
  typedef unsigned char Sides __attribute__((vector_size(4)));
  for (int first = 0; first < n; first += 4) {
    Sides sides;
    int last_dofs[4];
    unsigned char last_sides[4];
    bool whole = first + 4 <= n;
    for (int i = 0; i < (whole ? 0 : 4); i++) {
      int at = first + i < n ? first + i : n - 1;
      last_dofs[i] = dof[at];
      last_sides[i] = side[at];
    }
    memcpy(&sides, whole ? side + first : last_sides, 4);
    write_entries(c, dim, pyramidal, whole ? dof + first : last_dofs, __builtin_convertvector(sides, FourMask) == 2);
  }
}

static void write_lane_jacobian(const LaneContact* c, int n, const int* dof, const unsigned char* side) {
  if (c->dim == 1) {
    write_kind(c, 1, false, n, dof, side);
  } else if (c->dim == 3 && c->pyramidal) {
    write_kind(c, 3, true, n, dof, side);
  } else {
    write_kind(c, c->dim, c->pyramidal, n, dof, side);
  }
}

// the rows of a contact straight into the lanes, in those that have room
static void write_jacobian(ig_RowBuilder* rows, const ig_Contact* con, int dim, const ig_RowGroup* g) {
  const mjModel* m = rows->m;
  ig_Data* d = rows->d;
  const ig_PairTable* pairs = d->ragged.pairs;
  ints row = d->ragged.count.nefc;
  size_t numbers = (size_t)ig_row_numbers((int)m->nv);
  mask fits = ig_and(g->on, ig_ints_lt(row, ig_ints(d->ragged.row_room - g->size + 1)));
  for (unsigned left = ig_mask_bits(fits); left; left &= left - 1) {
    int lane = __builtin_ctz(left), at = ig_ints_lane(row, lane);
    const ig_BodyPair* bodies = pairs->body_pair + ig_ints_lane(con->bodies, lane);
    bool turned = m->geom_bodyid[ig_ints_lane(con->geom[0], lane)] != bodies->body[0];
    LaneContact c = {.dim = dim,
                     .pyramidal = g->type == mjCNSTR_CONTACT_PYRAMIDAL,
                     .weight = {turned ? 1 : -1, turned ? -1 : 1},
                     .cdof = (const num*)d->cdof + lane,
                     .J = (num*)(d->efc_J + (size_t)at * numbers) + lane,
                     .step = numbers * IG_WIDTH};
    ig_lane_store(c.frame, con->frame, 9, lane);
    ig_lane_store(c.friction, con->friction, 5, lane);
    for (int k = 0; k < 2; k++) {
      const real* com = d->subtree_com + 3 * m->body_rootid[bodies->body[k]];
      for (int i = 0; i < 3; i++) c.offset[k][i] = ig_lane(con->pos[i], lane) - ig_lane(com[i], lane);
    }
    write_lane_jacobian(&c, bodies->nlone, pairs->dof + bodies->dof, pairs->side + bodies->dof);
    for (int k = 0; k < g->size; k++) d->efc_J_chunks[at + k] |= bodies->chunks;
  }
}

// contact k of the lanes of `on`, which all have the same dimension
static void add_contact(ig_RowBuilder* rows, int k, int dim, mask on) {
  ig_Contact* con = rows->d->contact + k;
  ig_RowGroup g;
  start_contact(rows->m, dim, on, k, &g);
  con->efc_address = ig_ints_select(on, rows->d->ragged.count.nefc, con->efc_address);
  write_jacobian(rows, con, dim, &g);
  g.n = 0;
  g.jac = NULL;
  describe_contact(con, contact_invweight(rows->m, rows->d, con, ig_mask_bits(on)), &g);
  IG_NAME(ig_rows_add)(rows, &g);
}

#endif

// lanes in which a contact moves nothing have no rows for it, if rows are sparse
static mask moving_lanes(const ig_Data* d, const ig_Contact* con, unsigned lanes) {
  unsigned moving = 0;
  for (; lanes; lanes &= lanes - 1) {
    int lane = __builtin_ctz(lanes);
    moving |= (unsigned)(d->ragged.pairs->body_pair[ig_ints_lane(con->bodies, lane)].ndof > 0) << lane;
  }
  return ig_mask_of(moving);
}

void IG_NAME(ig_contact_rows)(ig_RowBuilder* rows) {
  ig_Data* d = rows->d;
  for (int k = 0; k < d->ragged.most.ncon; k++) {
    ig_Contact* con = d->contact + k;
    mask on = ig_and(ig_ints_lt(ig_ints(k), d->ragged.count.ncon), ig_ints_eq(con->exclude, ig_ints(0)));
    if (rows->sparse && ig_any(on)) {
      mask moving = moving_lanes(d, con, ig_mask_bits(on));
      con->exclude = ig_ints_select(ig_and(on, ig_not(moving)), ig_ints(IG_CONTACT_NO_DOFS), con->exclude);
      on = ig_and(on, moving);
    }
    for (unsigned rest = ig_mask_bits(on); rest;) {
      int dim = ig_ints_lane(con->dim, __builtin_ctz(rest));
      mask alike = ig_and(ig_mask_of(rest), ig_ints_eq(con->dim, ig_ints(dim)));
      add_contact(rows, k, dim, alike);
      rest &= ~ig_mask_bits(alike);
    }
  }
}

#endif
