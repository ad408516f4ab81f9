// SPDX-License-Identifier: Apache-2.0
#include "solve/layout.h"

#include <string.h>

#include "math/dense.h"
#include "model/stack.h"
#include "solve/pack.h"
#include "solve/problem_view.h"
#include "solve/sparse_problem.h"

static bool is_cone(const ig_MjProblem* s, int row) { return s->type[row] == mjCNSTR_CONTACT_ELLIPTIC; }
// as rows are made: any other kind of cone than pyramids is elliptic
static bool may_have_cones(const ig_MjProblem* s) { return s->m->opt.cone != mjCONE_PYRAMIDAL; }

// parts of the rows, the place of each, and the cones
static void place_rows(const ig_MjProblem* s, ig_Rows* rows, ig_Places* places) {
  rows->ne = ig_fours(s->ne);
  rows->nf = rows->ne + ig_fours(s->nf);
  int next = rows->nf, fixed = s->ne + s->nf;
  for (int row = 0; row < s->ne; row++) places->place[row] = row;
  for (int row = s->ne; row < fixed; row++) places->place[row] = rows->ne + row - s->ne;
  for (int row = fixed; row < s->nefc; row++) {
    if (!may_have_cones(s) || !is_cone(s, row)) places->place[row] = next++;
  }
  rows->ni = ig_fours(next);
  rows->ncone = 0;
  int others = next - rows->nf;  // limits and contacts that are no cones
  places->straight = rows->nf == fixed && others == s->nefc - fixed;
  next = rows->ni;
  if (places->straight) {
    rows->n = next;
    return;
  }
  for (int row = fixed; row < s->nefc; row++) {
    if (!is_cone(s, row)) continue;
    int dim = s->contact[s->id[row]].dim;
    for (int i = 0; i < dim; i++) places->place[row + i] = next + i;
    rows->cone[rows->ncone] = (ig_Cone){next, dim};
    places->cone_contact[rows->ncone++] = s->id[row];
    next += ig_fours(dim);
    row += dim - 1;
  }
  rows->n = next;
}

static void fill_cones(const ig_MjProblem* s, const ig_Rows* rows, const ig_Places* places) {
  for (int cone = 0; cone < rows->ncone; cone++) {
    const mjContact* con = s->contact + places->cone_contact[cone];
    mjtNum* scale = rows->scale + 6 * cone;
    scale[0] = con->mu;
    for (int i = 1; i < 6; i++) scale[i] = i < con->dim ? con->friction[i - 1] : 0;
    rows->dim[cone] = con->dim;
  }
}

static mjtNum* numbers(mjData* d, int n) { return IG_SCRATCH(d, (size_t)(n > 0 ? n : 1), mjtNum); }

// memory, and the places
static ig_Places begin_rows(const ig_MjProblem* s, ig_Rows* rows, mjData* d) {
  size_t nefc = (size_t)s->nefc;
  ig_Places places = {.place = IG_SCRATCH(d, nefc, int)};
  *rows = (ig_Rows){.lane_ne = {s->ne}, .lane_nf = {s->nf}};
  if (may_have_cones(s)) {
    // a cone has two rows and more
    size_t most = nefc / 2 + 1;
    rows->cone = IG_SCRATCH(d, most, ig_Cone);
    places.cone_contact = IG_SCRATCH(d, most, int);
  }
  place_rows(s, rows, &places);
  if (rows->ncone) {
    rows->scale = numbers(d, (6 + 1 + 36) * rows->ncone);
    rows->dim = rows->scale + 6 * rows->ncone;
    rows->C = rows->dim + rows->ncone;
  }
  rows->D = numbers(d, 3 * rows->n);
  rows->force = rows->D + rows->n;
  rows->state = rows->force + rows->n;
  if (rows->nf > rows->ne) {
    rows->R = numbers(d, 2 * rows->nf);
    rows->loss = rows->R + rows->nf;
  }
  return places;
}

static void fill_rows(const ig_MjProblem* s, const ig_Rows* rows, const ig_Places* places) {
  fill_cones(s, rows, places);
  ig_zero(rows->force, rows->n);
  ig_zero(rows->state, rows->n);
  ig_rows_in(rows, places, rows->D, s->D, s->nefc);
  if (rows->nf == rows->ne) return;
  ig_zero(rows->R, rows->nf);
  ig_zero(rows->loss, rows->nf);
  ig_copy(rows->R + rows->ne, s->R + s->ne, s->nf);
  ig_copy(rows->loss + rows->ne, s->frictionloss + s->ne, s->nf);
}

ig_Places ig_layout_rows(const ig_MjProblem* s, ig_Rows* rows, mjData* d) {
  ig_Places places = begin_rows(s, rows, d);
  fill_rows(s, rows, &places);
  return places;
}

void ig_rows_in(const ig_Rows* rows, const ig_Places* places, mjtNum* to, const mjtNum* from, int nefc) {
  if (places->straight) {
    ig_copy(to, from, nefc);
    ig_zero(to + nefc, rows->n - nefc);
    return;
  }
  ig_zero(to, rows->n);
  for (int row = 0; row < nefc; row++) to[places->place[row]] = from[row];
}

void ig_rows_out(const ig_Places* places, mjtNum* to, const mjtNum* from, int nefc) {
  if (places->straight) {
    ig_copy(to, from, nefc);
    return;
  }
  for (int row = 0; row < nefc; row++) to[row] = from[places->place[row]];
}

void ig_states_out(const ig_Places* places, int* to, const mjtNum* from, int nefc) {
  if (places->straight) {
    for (int row = 0; row < nefc; row++) to[row] = (int)from[row];
    return;
  }
  for (int row = 0; row < nefc; row++) to[row] = (int)from[places->place[row]];
}

// ------------------------------------------------ small problems

// The bits of a number. One by one from where they were read: four that were just written one by one, read as a vector,
// would wait for all of these to arrive.
static uint64_t bits_of(const mjtNum* number) {
  uint64_t word;
  memcpy(&word, number, sizeof word);
  return word;
}

// n numbers; returns a bit for every chunk of four that has one other than zero. What pads the last chunk is zero already
static uint32_t copy_chunks(mjtNum* to, const mjtNum* from, int n) {
  uint32_t bits = 0;
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const mjtNum* four = from + i;
    memcpy(to + i, four, 4 * sizeof(mjtNum));
    // other than zero, of either sign
    uint64_t word = bits_of(four) | bits_of(four + 1) | bits_of(four + 2) | bits_of(four + 3);
    bits |= (uint32_t)(word << 1 != 0) << (i / 4);
  }
  uint64_t rest = 0;
  for (int k = 0; k < 3 && i + k < n; k++) {
    to[i + k] = from[i + k];
    rest |= bits_of(from + i + k);
  }
  return bits | (uint32_t)(rest << 1 != 0) << (i / 4);
}

// four by four, with a bit for every chunk that has a number other than zero
static void lay_jacobian(ig_Problem* p, const ig_MjProblem* s, const int* place, mjData* d) {
  int n = p->rows.n, np = p->np, nv = s->nv;
  p->J = numbers(d, n * np);
  p->J_mask = IG_SCRATCH(d, (size_t)n, uint32_t);
  p->J_mask4 = IG_SCRATCH(d, (size_t)(n / 4), uint32_t);
  ig_zero(p->J, n * np);
  memset(p->J_mask, 0, sizeof(uint32_t) * (size_t)n);
  for (int row = 0; row < s->nefc; row++) {
    mjtNum* to = p->J + (size_t)place[row] * (size_t)np;
    uint32_t bits = 0;
    if (s->sparse) {
      for (int k = s->J_rowadr[row]; k < s->J_rowadr[row] + s->J_rownnz[row]; k++) {
        int dof = s->J_colind[k];
        to[dof] = s->J[k];
        bits |= (uint32_t)(s->J[k] != 0) << (dof / 4);
      }
    } else {
      bits = copy_chunks(to, s->J + (size_t)row * (size_t)nv, nv);
    }
    p->J_mask[place[row]] = bits;
  }
  for (int row = 0; row < n; row += 4) {
    const uint32_t* bits = p->J_mask + row;
    p->J_mask4[row / 4] = bits[0] | bits[1] | bits[2] | bits[3];
  }
}

// M both ways; dofs that pad have ones on the diagonal, which keeps them apart and their numbers at zero
static void lay_inertia(ig_Problem* p, const ig_MjProblem* s, mjData* d) {
  int np = p->np;
  p->M = numbers(d, np * np);
  ig_zero(p->M, np * np);
  memset(p->M_mask, 0, sizeof p->M_mask);
  for (int i = s->nv; i < np; i++) p->M[i * np + i] = 1;
  for (int i = 0; i < np; i += 4) p->M_mask[i / 4] |= 1u << (i / 4);
  for (int i = 0; i < s->nv; i++) {
    const int* restrict column = s->M_colind + s->M_rowadr[i];
    const mjtNum* restrict from = s->M + s->M_rowadr[i];
    mjtNum *row = p->M + (size_t)i * (size_t)np, *below = p->M + i;
    uint32_t bits = 0;
    for (int k = 0, n = s->M_rownnz[i]; k < n; k++) {
      size_t j = (size_t)column[k];
      mjtNum value = from[k] + 0.0;
      row[j] = value;
      below[j * (size_t)np] = value;
      bits |= 1u << (j >> 2);
    }
    p->M_mask[i / 4] |= bits;
  }
  for (int chunk = 0; chunk < np / 4; chunk++) {
    for (int other = 0; other < chunk; other++) p->M_mask[other] |= (p->M_mask[chunk] >> other & 1) << chunk;
  }
}

// the factor L^T D L of M as U^T D^-1 U: U = D L
static void lay_inertia_factor(ig_Problem* p, const ig_MjProblem* s, mjData* d) {
  int np = p->np;
  p->MU = numbers(d, np * np);
  p->MU_inverse = numbers(d, np);
  ig_zero(p->MU, np * np);
  for (int i = s->nv; i < np; i++) p->MU[i * np + i] = p->MU_inverse[i] = 1;
  for (int i = 0; i < s->nv; i++) {
    int last = s->M_rowadr[i] + s->M_rownnz[i] - 1;
    p->MU_inverse[i] = s->qLDiagInv[i];
    for (int k = s->M_rowadr[i]; k < last; k++) p->MU[i * np + s->M_colind[k]] = s->qLD[last] * s->qLD[k] + 0.0;
    p->MU[i * np + i] = s->qLD[last];
  }
}

// ------------------------------------------------ all of it

static void fill_dofs(const ig_Problem* p, mjtNum* to, const mjtNum* from) {
  ig_copy(to, from, p->nv);
  ig_zero(to + p->nv, p->np - p->nv);
}

// makes cost and gradient comparable between models: one over the mean inertia per dof
static mjtNum cost_scale(const ig_MjProblem* s) {
  const mjModel* m = s->m;
  if (s->island < 0) return 1 / (m->stat.meaninertia * (m->nv > 1 ? (mjtNum)m->nv : 1));
  mjtNum inertia = 0;
  for (int i = 0; i < s->nv; i++) inertia += s->M[s->M_rowadr[i] + s->M_rownnz[i] - 1];
  return 1 / inertia;
}

ig_ProblemView ig_problem_view(const ig_MjProblem* s) {
  mjContact* con = s->contact;
  ig_ProblemView view = {
      .nv = s->nv,
      .ne = s->ne,
      .nf = s->nf,
      .nefc = s->nefc,
      .stride = 1,
      .int_stride = 1,
      .qfrc_smooth = s->qfrc_smooth,
      .qacc_smooth = s->qacc_smooth,
      .qacc = s->qacc,
      .qfrc_constraint = s->qfrc_constraint,
      .M_rownnz = s->M_rownnz,
      .M_rowadr = s->M_rowadr,
      .M_colind = s->M_colind,
      .M = s->M,
      .qLD = s->qLD,
      .qLDiagInv = s->qLDiagInv,
      .D = s->D,
      .R = s->R,
      .frictionloss = s->frictionloss,
      .aref = s->aref,
      .force = s->force,
      .state = s->state,
      .type = s->type,
      .id = s->id,
      .cones = s->m->opt.cone == mjCONE_ELLIPTIC,
      .contact_step = (int)(sizeof(mjContact) / sizeof(mjtNum)),
      .contact_int_step = (int)(sizeof(mjContact) / sizeof(int)),
      .sparse = s->sparse,
      .ncolumn = s->nv,
      .J = s->J,
      .J_rownnz = s->J_rownnz,
      .J_rowadr = s->J_rowadr,
      .J_colind = s->J_colind,
      .scale = cost_scale(s),
      .stat = s->stat,
      .nstat = s->nstat,
  };
  if (con) {
    view.contact_dim = &con->dim;
    view.contact_mu = &con->mu;
    view.contact_friction = con->friction;
    view.contact_H = con->H;
  }
  return view;
}

ig_Layout ig_layout_begin(ig_Problem* p, const ig_MjProblem* s, bool newton, mjData* d) {
  memset(p, 0, sizeof *p);
  p->nv = s->nv;
  p->np = ig_fours(s->nv);
  p->nproblem = 1;
  if (s->laid) p->rows = s->laid->rows;
  ig_Places places = s->laid ? s->laid->places : begin_rows(s, &p->rows, d);
  // J qacc - aref is known where the start was chosen; blocks of large problems are summed in another order
  if (s->laid && ig_is_small(s->nv, s->ntree)) p->x = s->laid->x;
  if (!p->x) p->rows.aref = numbers(d, p->rows.n);
  p->qfrc_smooth = numbers(d, 4 * p->np);
  p->qacc_smooth = p->qfrc_smooth + p->np;
  p->qacc = p->qacc_smooth + p->np;
  p->qfrc_constraint = p->qacc + p->np;
  if (!ig_is_small(s->nv, s->ntree)) {
    p->sparse_problem = ig_sparse_make(s, places.place, p->rows.n, newton, d);
  } else {
    lay_jacobian(p, s, places.place, d);
    lay_inertia(p, s, d);
    if (!newton) lay_inertia_factor(p, s, d);
  }
  p->results[0] = (ig_ResultView){
      .nv = s->nv,
      .nefc = s->nefc,
      .stride = 1,
      .state_stride = 1,
      .qacc = s->qacc,
      .qfrc_constraint = s->qfrc_constraint,
      .force = s->force,
      .state = s->state,
      .place = places.place,
      .contact_H = s->contact ? s->contact->H : NULL,
      .contact_step = (int)(sizeof(mjContact) / sizeof(mjtNum)),
      .cone_contact = places.cone_contact,
      .scale = cost_scale(s),
      .stat = s->stat,
      .nstat = s->nstat,
  };
  return (ig_Layout){p, s, places};
}

void ig_layout_numbers(const ig_Layout* layout) {
  ig_Problem* p = layout->problem;
  const ig_MjProblem* s = layout->source;
  if (s->laid) {
    // forces and states are those of the new problem
    ig_zero(p->rows.force, p->rows.n);
    ig_zero(p->rows.state, p->rows.n);
  } else {
    fill_rows(s, &p->rows, &layout->places);
  }
  if (!p->x) ig_rows_in(&p->rows, &layout->places, p->rows.aref, s->aref, s->nefc);
  fill_dofs(p, p->qfrc_smooth, s->qfrc_smooth);
  fill_dofs(p, p->qacc_smooth, s->qacc_smooth);
  fill_dofs(p, p->qacc, s->qacc);
}

void ig_layout_problem(ig_Problem* p, const ig_MjProblem* s, bool newton, mjData* d) {
  ig_Layout layout = ig_layout_begin(p, s, newton, d);
  ig_layout_numbers(&layout);
}
