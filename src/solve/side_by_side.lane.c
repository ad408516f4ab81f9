// SPDX-License-Identifier: Apache-2.0
#include "solve/side_by_side.h"

#include <string.h>

#include "solve/factor.h"
#include "solve/pack.h"
#include "solve/tile.h"

#if IG_WIDTH > 1

static num number(const ig_ProblemView* g, const num* array, int i) { return array[(size_t)i * (size_t)g->stride]; }
static int row_of(const ig_ProblemView* g, int i) { return g->row ? (int)g->row[i] : i; }
static int dof_of(const ig_ProblemView* g, int i) { return g->dof ? (int)g->dof[i] : i; }
static int type_of(const ig_ProblemView* g, int i) { return g->type[(size_t)row_of(g, i) * (size_t)g->int_stride]; }
static int contact_of(const ig_ProblemView* g, int i) { return g->id[(size_t)row_of(g, i) * (size_t)g->int_stride]; }
static bool is_cone(const ig_ProblemView* g, int i) { return type_of(g, i) == mjCNSTR_CONTACT_ELLIPTIC; }
static int dim_of(const ig_ProblemView* g, int contact) { return g->contact_dim[(size_t)contact * (size_t)g->contact_int_step]; }

// ------------------------------------------------ parts and places

static int most(int a, int b) { return a > b ? a : b; }

// cones take one or two fours of rows: how many is known when all lanes are
ig_ProblemShape IG_NAME(ig_shape_of)(const ig_ProblemView* const* views, int n) {
  ig_ProblemShape s = {0};
  int cone_rows = 0;
  for (int lane = 0; lane < n; lane++) {
    const ig_ProblemView* g = views[lane];
    int cones = 0, rows = 0, other = 0;
    if (!g->cones) other = g->nefc - g->ne - g->nf;
    for (int i = g->ne + g->nf; g->cones && i < g->nefc; i++) {
      if (!is_cone(g, i)) {
        other++;
        continue;
      }
      int dim = dim_of(g, contact_of(g, i));
      cones++;
      rows = most(rows, ig_fours(dim));
      i += dim - 1;
    }
    s.ne = most(s.ne, ig_fours(g->ne));
    s.nf = most(s.nf, ig_fours(g->nf));
    s.ni = most(s.ni, ig_fours(other));
    s.ncone = most(s.ncone, cones);
    cone_rows = most(cone_rows, rows);
    s.nv = most(s.nv, g->nv);
    s.nefc = most(s.nefc, g->nefc);
  }
  s.nf += s.ne;
  s.ni += s.nf;
  s.n = s.ni + s.ncone * cone_rows;
  return s;
}

// places of a lane's rows before its cones; dimensions of these are collected
static void place_lane(const ig_ProblemView* g, const ig_ProblemShape* s, ig_Index* place, ig_Index* cone_contact,
                       ig_Cone* cone) {
  int next = s->nf, ncone = 0, before = g->ne + g->nf;
  IG_SHARE(i, g->ne) place[i] = i;
  IG_SHARE(i, g->nf) place[g->ne + i] = s->ne + i;
  IG_SHARE(i, g->cones ? 0 : g->nefc - before) place[before + i] = next + i;
  IG_ALONE for (int i = before; g->cones && i < g->nefc; i++) {
    if (!is_cone(g, i)) {
      place[i] = next++;
      continue;
    }
    int contact = contact_of(g, i), dim = dim_of(g, contact);
    cone[ncone].dim = most(cone[ncone].dim, dim);
    cone_contact[ncone++] = contact;
    i += dim - 1;
  }
  IG_ALONE for (; ncone < s->ncone; ncone++) cone_contact[ncone] = -1;
}

static void place_cones(const ig_ProblemView* g, const ig_Cone* cone, ig_Index* place) {
  int ncone = 0;
  IG_ALONE for (int i = g->ne + g->nf; g->cones && i < g->nefc; i++) {
    if (!is_cone(g, i)) continue;
    int dim = dim_of(g, contact_of(g, i));
    for (int k = 0; k < dim; k++) place[i + k] = cone[ncone].row + k;
    ncone++;
    i += dim - 1;
  }
}

IG_CREW_NOINLINE void IG_NAME(ig_place_lanes)(ig_Problem* p, ig_LanePlaces* places, const ig_ProblemShape* s,
                                              const ig_ProblemView* const* views, int n) {
  int next = s->ni;
  IG_ALONE for (int cone = 0; cone < s->ncone; cone++) places->cone[cone] = (ig_Cone){0, 0};
  for (int lane = 0; lane < n; lane++) {
    place_lane(views[lane], s, places->place[lane], places->cone_contact[lane], places->cone);
  }
  ig_meet();
  for (int cone = 0; cone < s->ncone; cone++) {
    places->cone[cone].row = next;
    next += ig_fours(places->cone[cone].dim);
  }
  p->rows.n = next;
  for (int lane = 0; lane < n; lane++) place_cones(views[lane], places->cone, places->place[lane]);
  ig_meet();
}

// ------------------------------------------------ memory

IG_CREW_NOINLINE void IG_NAME(ig_lay_lanes)(ig_Problem* p, ig_LanePlaces* places, const ig_ProblemShape* s, bool newton,
                                            ig_Room* room) {
  ig_Rows* rows = &p->rows;
  p->nv = s->nv;
  p->np = ig_fours(s->nv);
  rows->ne = s->ne;
  rows->nf = s->nf;
  rows->ni = s->ni;
  rows->n = s->n;
  rows->ncone = s->ncone;
  for (int lane = 0; lane < IG_LANES; lane++) {
    places->place[lane] = IG_TAKE(room, ig_Index, s->nefc);
    places->cone_contact[lane] = IG_TAKE(room, ig_Index, s->ncone);
  }
  places->cone = rows->cone = IG_TAKE(room, ig_Cone, s->ncone);
  IG_POINTER(real) * per_row[] = {&rows->D, &rows->aref, &rows->force, &rows->state};
  for (int i = 0; i < 4; i++) *per_row[i] = IG_TAKE(room, real, s->n);
  rows->R = IG_TAKE(room, real, s->nf);
  rows->loss = IG_TAKE(room, real, s->nf);
  rows->scale = IG_TAKE(room, real, 6 * s->ncone);
  rows->dim = IG_TAKE(room, real, s->ncone);
  rows->C = IG_TAKE(room, real, 36 * s->ncone);
  IG_POINTER(real) * per_dof[] = {&p->qfrc_smooth, &p->qacc_smooth, &p->qacc, &p->qfrc_constraint};
  for (int i = 0; i < 4; i++) *per_dof[i] = IG_TAKE(room, real, p->np);
  p->J = IG_TAKE(room, real, s->chunks ? 4 * (size_t)s->chunks : (size_t)s->n * (size_t)p->np);
  ig_take_row_bits(p, room, s->n);
  p->J_mask = IG_TAKE(room, ig_Chunks, s->n);
  p->J_mask4 = IG_TAKE(room, ig_Chunks, s->n / 4);
  p->M = IG_TAKE_FAR(room, real, p->np * p->np);
  if (newton) return;
  p->MU = IG_TAKE(room, real, ig_tiles_numbers((size_t)p->np));
  p->MU_inverse = IG_TAKE(room, real, p->np);
  ig_take_factor_bits(p, room);
}

// ------------------------------------------------ numbers of a lane

static void zero(real* r, size_t n) {
  for (size_t i = 0; i < n; i++) r[i] = ig_broadcast(0);
}

static void zero_together(real* r, int n) { IG_SHARE(i, n) r[i] = ig_broadcast(0); }

IG_CREW_NOINLINE void IG_NAME(ig_clear_lanes)(ig_Problem* p) {
  ig_Rows* rows = &p->rows;
  real* per_row[] = {rows->D, rows->aref, rows->force, rows->state};
  for (int i = 0; i < 4; i++) zero_together(per_row[i], rows->n);
  real* per_dof[] = {p->qfrc_smooth, p->qacc_smooth, p->qacc, p->qfrc_constraint};
  for (int i = 0; i < 4; i++) zero_together(per_dof[i], p->np);
  zero_together(rows->R, rows->nf);
  zero_together(rows->loss, rows->nf);
  zero_together(rows->dim, rows->ncone);
  IG_SHARE(i, 6 * rows->ncone) rows->scale[i] = ig_broadcast(i % 6 == 0);
  IG_SHARE(row, rows->n) p->J_mask[row] = 0;
  IG_SHARE(row, rows->n) ig_start_pack(p, row);
  for (int i = 0; i < p->np; i += 4) p->M_mask[i / 4] = 1u << (i / 4);
  ig_meet();
}

// chunks of the lower triangle in a row of M
static uint32_t inertia_chunks(const ig_ProblemView* g, int i) {
  int dof = dof_of(g, i);
  uint32_t bits = 0;
  for (int k = g->M_rowadr[dof]; k < g->M_rowadr[dof] + g->M_rownnz[dof]; k++) {
    int j = g->local ? (int)g->local[g->M_colind[k]] : g->M_colind[k];
    bits |= 1u << (j / 4);
  }
  return bits;
}

IG_CREW_NOINLINE void IG_NAME(ig_note_inertia)(ig_Problem* p, const ig_ProblemView* g) {
  for (int first = 0; first < g->nv; first += ig_crew()) {
    int i = first + ig_mate();
    uint32_t mine = i < g->nv ? inertia_chunks(g, i) : 0;
    for (int k = 0; k < ig_crew() && first + k < g->nv; k++) {
      uint32_t row = (uint32_t)(first + k) / 4, bits = ig_bits_of_mate(mine, k);
      if (!(bits & ~p->M_mask[row])) continue;
      p->M_mask[row] |= bits;
      IG_EACH_BIT_UP(c, bits) p->M_mask[c] |= 1u << row;
    }
  }
}

// dofs that pad have ones on the diagonal, which keeps them apart and their numbers at zero
#ifdef IG_HAS_BLOCKS
// the lower triangle alone is looked at, by blocks: too few numbers for a call of memset, which the compiler would make
static void clear_square(const ig_Problem* p, real* a) {
  const ig_Cut* cut = p->cut;
  size_t np = (size_t)p->np;
  real none = ig_broadcast(0);
  IG_KEEP(none);
  for (int b = 0; b < cut->n; b++) {
    for (size_t i = cut->first[b]; i < cut->first[b + 1]; i++) {
      IG_EACH_BLOCK_UP(c, p->M_blocks->pattern[b]) {
        for (size_t j = cut->first[c]; j < cut->first[c + 1]; j++) a[i * np + j] = none;
      }
      a[i * np + i] = ig_broadcast(1);
    }
  }
}
#else
static void clear_square(const ig_Problem* p, real* a) {
  size_t np = (size_t)p->np;
  IG_SHARE(i, p->np) {
    IG_EACH_BIT_UP(c, p->M_mask[i / 4]) zero(a + (size_t)i * np + 4 * c, 4);
    a[(size_t)i * np + (size_t)i] = ig_broadcast(1);
  }
}
#endif

// its lower triangle
static void clear_factor(const ig_Problem* p, real* a) {
  size_t np = (size_t)p->np;
  IG_SHARE(i, p->np) {
    IG_EACH_BIT_UP(c, p->M_mask[i / 4] & ((2u << (i / 4)) - 1)) zero(a + ig_tile_entry(np, (size_t)i, 4 * c), 4);
    a[ig_tile_entry(np, (size_t)i, (size_t)i)] = ig_broadcast(1);
  }
}

IG_CREW_NOINLINE void IG_NAME(ig_clear_inertia)(ig_Problem* p, bool newton) {
  clear_square(p, p->M);
  if (!newton) {
    clear_factor(p, p->MU);
    IG_SHARE(i, p->np) p->MU_inverse[i] = ig_broadcast(1);
  }
  ig_meet();
}

static void fill_dofs(ig_Problem* p, const ig_ProblemView* g, int lane) {
  IG_SHARE(i, g->nv) {
    int dof = dof_of(g, i);
    ig_set_lane(p->qfrc_smooth + i, lane, number(g, g->qfrc_smooth, dof));
    ig_set_lane(p->qacc_smooth + i, lane, number(g, g->qacc_smooth, dof));
    ig_set_lane(p->qacc + i, lane, number(g, g->qacc, dof));
  }
}

static void fill_inertia(ig_Problem* p, const ig_ProblemView* g, int lane, bool newton) {
  size_t np = (size_t)p->np;
  IG_SHARE(i, g->nv) {
    int dof = dof_of(g, i), adr = g->M_rowadr[dof], last = adr + g->M_rownnz[dof] - 1;
    for (int k = adr; k <= last; k++) {
      int j = g->local ? (int)g->local[g->M_colind[k]] : g->M_colind[k];
      size_t low = (size_t)i * np + (size_t)j, high = (size_t)j * np + (size_t)i;
      num entry = number(g, g->M, k) + 0.0;
      ig_set_lane(p->M + low, lane, entry);
      ig_set_lane(p->M + high, lane, entry);
      if (!newton && k < last)
        ig_set_lane(p->MU + ig_tile_entry(np, (size_t)i, (size_t)j), lane, number(g, g->qLD, last) * number(g, g->qLD, k) + 0.0);
    }
    if (newton) continue;
    ig_set_lane(p->MU + ig_tile_entry(np, (size_t)i, (size_t)i), lane, number(g, g->qLD, last));
    ig_set_lane(p->MU_inverse + i, lane, number(g, g->qLDiagInv, dof));
  }
}

void IG_NAME(ig_fill_jacobian)(ig_Problem* p, const ig_ProblemView* g, int lane, const ig_Index* place) {
  IG_SHARE(i, g->nefc) {
    int row = row_of(g, i);
    real* to = p->J + (size_t)place[i] * (size_t)p->np;
    uint32_t bits = 0;
    if (g->sparse) {
      for (int k = g->J_rowadr[row]; k < g->J_rowadr[row] + g->J_rownnz[row]; k++) {
        ig_set_lane(to + g->J_colind[k], lane, g->J[k]);
        bits |= (uint32_t)(g->J[k] != 0) << (g->J_colind[k] / 4);
      }
    } else {
      const num* from = g->J + (size_t)row * (size_t)g->ncolumn * (size_t)g->stride;
      for (int j = 0; j < g->nv; j++) {
        num entry = from[(size_t)dof_of(g, j) * (size_t)g->stride];
        ig_set_lane(to + j, lane, entry);
        bits |= (uint32_t)(entry != 0) << (j / 4);
      }
    }
    p->J_mask[place[i]] |= bits;
  }
}

void IG_NAME(ig_fill_rows)(ig_Problem* p, const ig_ProblemView* g, int lane, const ig_Index* place,
                           const ig_Index* cone_contact) {
  ig_Rows* rows = &p->rows;
  IG_SHARE(i, g->nefc) {
    int row = row_of(g, i);
    ig_set_lane(rows->D + place[i], lane, number(g, g->D, row));
    ig_set_lane(rows->aref + place[i], lane, number(g, g->aref, row));
    if (i < g->ne || i >= g->ne + g->nf) continue;
    ig_set_lane(rows->R + place[i], lane, number(g, g->R, row));
    ig_set_lane(rows->loss + place[i], lane, number(g, g->frictionloss, row));
  }
  IG_SHARE(cone, rows->ncone) {
    if (cone_contact[cone] < 0) break;
    size_t at = (size_t)cone_contact[cone] * (size_t)g->contact_step;
    int dim = dim_of(g, cone_contact[cone]);
    ig_set_lane(rows->scale + 6 * cone, lane, g->contact_mu[at]);
    for (int i = 1; i < dim; i++) {
      ig_set_lane(rows->scale + 6 * cone + i, lane, g->contact_friction[at + (size_t)(i - 1) * (size_t)g->stride]);
    }
    ig_set_lane(rows->dim + cone, lane, dim);
  }
  rows->lane_ne[lane] = g->ne;
  rows->lane_nf[lane] = g->nf;
}

IG_CREW_NOINLINE void IG_NAME(ig_join_masks)(ig_Problem* p) {
  IG_SHARE(four, p->rows.n / 4) {
    const ig_Chunks* bits = p->J_mask + 4 * four;
    p->J_mask4[four] = bits[0] | bits[1] | bits[2] | bits[3];
  }
  ig_note_rows(p);
  ig_meet();
}

void IG_NAME(ig_result_view)(const ig_ProblemView* g, const ig_LanePlaces* places, int lane, ig_ResultView* results) {
  *results = (ig_ResultView){.nv = g->nv,
                             .nefc = g->nefc,
                             .stride = g->stride,
                             .state_stride = g->int_stride,
                             .qacc = g->qacc,
                             .qfrc_constraint = g->qfrc_constraint,
                             .force = g->force,
                             .state = g->state,
                             .place = places->place[lane],
                             .dof = g->dof,
                             .row = g->row,
                             .contact_H = g->contact_H,
                             .contact_step = g->contact_step,
                             .cone_contact = places->cone_contact[lane],
                             .scale = g->scale,
                             .stat = g->stat,
                             .nstat = g->nstat};
}

// ------------------------------------------------ all of it

// what the solver itself takes lies behind the problem
IG_CREW_NOINLINE ig_Room IG_NAME(ig_side_by_side_room)(const ig_ProblemView* const* views, int n, const ig_Method* method,
                                                       ig_Room room) {
  ig_Problem p;
  ig_LanePlaces places;
  ig_ProblemShape shape = IG_NAME(ig_shape_of)(views, n);
  ig_problem_start(&p);
  IG_NAME(ig_lay_lanes)(&p, &places, &shape, method->newton, &room);
  return IG_NAME(ig_primal_room)(&p, method, room);
}

void IG_NAME(ig_side_by_side)(ig_ProblemView* const* views, int n, const ig_Method* method, ig_Room room) {
  ig_Problem p;
  ig_LanePlaces places;
  ig_ProblemShape shape = IG_NAME(ig_shape_of)((const ig_ProblemView* const*)views, n);
  ig_problem_start(&p);
  IG_NAME(ig_lay_lanes)(&p, &places, &shape, method->newton, &room);
  p.nproblem = n;
  IG_NAME(ig_place_lanes)(&p, &places, &shape, (const ig_ProblemView* const*)views, n);
  IG_NAME(ig_clear_lanes)(&p);
  zero_together(p.J, p.rows.n * p.np);
  for (int lane = 0; lane < n; lane++) IG_NAME(ig_note_inertia)(&p, views[lane]);
  ig_CutInertia own;
  ig_cut_chunks(&p, &own);
  IG_NAME(ig_clear_inertia)(&p, method->newton);
  for (int lane = 0; lane < n; lane++) {
    const ig_ProblemView* g = views[lane];
    fill_dofs(&p, g, lane);
    fill_inertia(&p, g, lane, method->newton);
    IG_NAME(ig_fill_rows)(&p, g, lane, places.place[lane], places.cone_contact[lane]);
    IG_NAME(ig_fill_jacobian)(&p, g, lane, places.place[lane]);
    IG_NAME(ig_result_view)(g, &places, lane, p.results + lane);
  }
  // lanes without a problem are never looked at; their scale must be a number
  for (int lane = n; lane < IG_LANES; lane++) p.results[lane].scale = 1;
  ig_meet();
  ig_note_blocks(&p);
  IG_NAME(ig_join_masks)(&p);
  IG_NAME(ig_solve_primal)(&p, method, room);
  for (int lane = 0; lane < n; lane++) {
    views[lane]->iterations = p.results[lane].iterations;
    views[lane]->flat = p.results[lane].flat;
  }
}

#endif
