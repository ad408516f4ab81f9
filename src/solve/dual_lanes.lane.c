// SPDX-License-Identifier: Apache-2.0
#include "solve/dual_lanes.h"

#include <string.h>

#include "smooth/inertia.h"
#include "solve/dual.h"
#include "solve/solve_worlds.h"
#include "solve/tile.h"
#include "solve/tolerance.h"

#if IG_WIDTH > 1

static int type_of(const ig_ProblemView* g, int row) { return g->type[(size_t)row * (size_t)g->int_stride]; }
static int contact_of(const ig_ProblemView* g, int row) { return g->id[(size_t)row * (size_t)g->int_stride]; }
static int most(int a, int b) { return a > b ? a : b; }

static ig_DualContact contact_at(const ig_ProblemView* g, int row) {
  int type = type_of(g, row), id = contact_of(g, row);
  size_t at = (size_t)id * (size_t)g->contact_step;
  ig_DualContact con = {.dim = g->contact_dim[(size_t)id * (size_t)g->contact_int_step], .mu = g->contact_mu[at]};
  con.kind = type == mjCNSTR_CONTACT_ELLIPTIC ? IG_ELLIPSE : type == mjCNSTR_CONTACT_PYRAMIDAL ? IG_PYRAMID : IG_FRICTIONLESS;
  for (int i = 0; i < 5; i++) con.friction[i] = g->contact_friction[at + (size_t)i * IG_WIDTH];
  return con;
}

static int rows_of(const ig_DualContact* con) {
  return con->kind == IG_ELLIPSE ? (int)con->dim : con->kind == IG_PYRAMID ? 2 * (con->dim - 1) : con->kind == IG_FRICTIONLESS;
}

// One-sided rows before the slots of a lane. Noslip looks at contacts; otherwise only cones are more than their rows, and rows
// of other contacts beside limits need less padding.
static int count_single(const ig_ProblemView* g, bool noslip) {
  int row = g->ne + g->nf, end = noslip ? mjCNSTR_CONTACT_FRICTIONLESS : mjCNSTR_CONTACT_ELLIPTIC;
  while (row < g->nefc && type_of(g, row) < end) row++;
  return row - g->ne - g->nf;
}

// ends of the parts, and the rows of each slot: the most of all lanes. Returns all rows; slot_rows may be NULL
static int measure(const ig_ProblemView* views, ig_Dual* s, bool noslip, ig_Index* slot_rows) {
  s->ne = s->nf = s->nl = s->nslot = 0;
  int bound = 0;
  for (int lane = 0; lane < IG_LANES; lane++) {
    const ig_ProblemView* g = views + lane;
    int slot = 0, limits = count_single(g, noslip);
    s->lane_ne[lane] = g->ne;
    s->lane_nf[lane] = g->nf;
    s->lane_nl[lane] = limits;
    s->ne = most(s->ne, g->ne);
    s->nf = most(s->nf, g->nf);
    s->nl = most(s->nl, limits);
    for (int row = g->ne + g->nf + limits; row < g->nefc; slot++) {
      ig_DualContact con = contact_at(g, row);
      int rows = rows_of(&con);
      bound = most(bound, rows);
      if (slot_rows) slot_rows[slot] = most(slot_rows[slot], rows);
      row += rows;
    }
    s->nslot = most(s->nslot, slot);
  }
  s->nf += s->ne;
  s->nl += s->nf;
  return s->nl + bound * s->nslot;
}

typedef struct {
  const mjModel* m;
  ig_Data* d;
  const ig_ProblemView* views;
  ig_Dual dual;
  ig_Index* place[IG_LANES];
  ig_Index* slot_rows;
  real *A, *B, *J, *loss, *root;
  ig_Chunks* mask;  // chunks of J, then of B
} Work;

static size_t lay(Work* w, int n, char* block) {
  ig_Room room = {.block = block};
  ig_Dual* s = &w->dual;
  size_t nv = (size_t)ig_fours((int)w->m->nv);
  int longest = 0;
  for (int lane = 0; lane < IG_LANES; lane++) longest = most(longest, w->views[lane].nefc);
  for (int lane = 0; lane < IG_LANES; lane++) w->place[lane] = IG_TAKE(&room, ig_Index, longest);
  s->slot_row = IG_TAKE(&room, ig_Index, s->nslot + 1);
  w->slot_rows = IG_TAKE(&room, ig_Index, s->nslot);
  s->contact = IG_TAKE(&room, ig_DualContact, s->nslot * IG_LANES);
  s->alone = IG_TAKE(&room, ig_Index, s->nslot);
  s->cones = IG_TAKE(&room, ig_Index, s->nslot);
  real** per_row[] = {&s->b,         &s->R,       &s->low,      &s->high,           &s->force,
                      &s->residual,  &s->inverse, &s->diagonal, &s->normal_inverse, &s->state,
                      &s->old_state, &w->loss};
  for (int i = 0; i < 12; i++) *per_row[i] = IG_TAKE(&room, real, n);
  w->root = IG_TAKE(&room, real, nv);
  w->mask = IG_TAKE(&room, ig_Chunks, n);
  w->J = IG_TAKE(&room, real, (size_t)n * nv);
  w->B = IG_TAKE(&room, real, (size_t)n * nv);
  w->A = IG_TAKE(&room, real, (size_t)n * (size_t)n);
  return room.used;
}

static void place_rows(Work* w) {
  ig_Dual* s = &w->dual;
  int next = s->nl;
  for (int slot = 0; slot < s->nslot; slot++) {
    s->slot_row[slot] = next;
    next += w->slot_rows[slot];
    for (int lane = 0; lane < IG_LANES; lane++) s->contact[slot * IG_LANES + lane] = (ig_DualContact){.kind = IG_NO_CONTACT};
  }
  s->slot_row[s->nslot] = s->n = next;
  for (int lane = 0; lane < IG_LANES; lane++) {
    const ig_ProblemView* g = w->views + lane;
    ig_Index* place = w->place[lane];
    int fixed = g->ne + g->nf, limits = s->lane_nl[lane], slot = 0;
    for (int row = 0; row < g->ne; row++) place[row] = row;
    for (int row = g->ne; row < fixed; row++) place[row] = s->ne + row - g->ne;
    for (int row = fixed; row < fixed + limits; row++) place[row] = s->nf + row - fixed;
    for (int row = fixed + limits; row < g->nefc; slot++) {
      ig_DualContact con = contact_at(g, row);
      s->contact[slot * IG_LANES + lane] = con;
      int rows = rows_of(&con);
      for (int i = 0; i < rows; i++) place[row + i] = s->slot_row[slot] + i;
      row += rows;
    }
  }
}

// the rows of all lanes have the same places: numbers move as vectors
static bool places_agree(const Work* w, const ig_Index** place, int* rows) {
  int longest = 0;
  for (int lane = 1; lane < IG_LANES; lane++) {
    if (w->views[lane].nefc > w->views[longest].nefc) longest = lane;
  }
  *place = w->place[longest];
  *rows = w->views[longest].nefc;
#if IG_LANES > 1
  for (int lane = 0; lane < IG_LANES; lane++) {
    for (int row = 0; row < w->views[lane].nefc; row++) {
      if (w->place[lane][row] != (*place)[row]) return false;
    }
  }
#endif
  return w->d->ragged.chunk == 4;
}

static void fill_together(Work* w, const ig_Index* place, int rows) {
  ig_Dual* s = &w->dual;
  const ig_Data* d = w->d;
  int nv = (int)w->m->nv;
  const real zero = ig_broadcast(0);
  ints count = d->ragged.count.nefc;
  for (int lane = 0; lane < IG_LANES; lane++) ig_set_ints_lane(&count, lane, w->views[lane].nefc);
  for (int row = 0; row < rows; row++) {
    int to = place[row];
    mask on = ig_ints_lt(ig_ints(row), count);
    s->b[to] = ig_select(on, d->efc_b[row], zero);
    s->R[to] = ig_select(on, d->efc_R[row], zero);
    s->force[to] = ig_select(on, d->efc_force[row], zero);
    w->loss[to] = ig_select(on, d->efc_frictionloss[row], zero);
    const real* from = d->efc_J + (size_t)row * (size_t)ig_row_numbers(nv);
    real* J = w->J + (size_t)to * (size_t)ig_fours(nv);
    for (int i = 0; i < nv; i++) J[i] = ig_select(on, from[i], zero);
    for (int i = nv; i < ig_fours(nv); i++) J[i] = zero;
    w->mask[to] = (uint32_t)d->efc_J_chunks[row];
  }
}

static void fill_lane(Work* w, int lane) {
  ig_Dual* s = &w->dual;
  int nv = (int)w->m->nv;
  size_t np = (size_t)ig_fours(nv);
  for (int row = 0; row < w->views[lane].nefc; row++) {
    int to = w->place[lane][row];
    ig_set_lane(s->b + to, lane, ig_lane(w->d->efc_b[row], lane));
    ig_set_lane(s->R + to, lane, ig_lane(w->d->efc_R[row], lane));
    ig_set_lane(s->force + to, lane, ig_lane(w->d->efc_force[row], lane));
    ig_set_lane(w->loss + to, lane, ig_lane(w->d->efc_frictionloss[row], lane));
    const real* from = w->d->efc_J + (size_t)row * (size_t)ig_row_numbers(nv);
    for (int i = 0; i < nv; i++) {
      num entry = ig_lane(from[i], lane);
      if (entry == 0) continue;
      ig_set_lane(w->J + (size_t)to * np + (size_t)i, lane, entry);
      w->mask[to] |= 1u << (i / 4);
    }
  }
}

static void fill(Work* w) {
  ig_Dual* s = &w->dual;
  const ig_Index* place;
  int rows;
  real* per_row[] = {s->b, s->R, s->force, w->loss};
  for (int i = 0; i < 4; i++) ig_zero_reals(per_row[i], s->n);
  for (int row = 0; row < s->n; row++) w->mask[row] = 0;
  bool together = places_agree(w, &place, &rows);
  if (!together || rows < s->n) ig_zero_reals(w->J, s->n * ig_fours((int)w->m->nv));
  if (together) {
    fill_together(w, place, rows);
  } else {
    for (int lane = 0; lane < IG_LANES; lane++) fill_lane(w, lane);
  }
}

// ------------------------------------------------ A

// chunks of the dofs that carry dofs of each chunk
static void note_carriers(const mjModel* m, uint32_t carriers[IG_CHUNKS]) {
  for (int dof = 0; dof < m->nv; dof++) {
    int adr = m->M_rowadr[dof], n = m->M_rownnz[dof];
    for (int k = adr; k < adr + n; k++) carriers[dof / 4] |= 1u << (m->M_colind[k] / 4);
  }
}

// `count` rows from `row` on, next to each other: a number of the factor is read once for all of them. Chunks that some of them
// do not reach have zeros there.
IG_INLINE void half_solve_rows(Work* w, size_t row, size_t count, uint32_t reached) {
  const mjModel* m = w->m;
  const ig_Data* d = w->d;
  size_t np = (size_t)ig_fours((int)m->nv);
  real* x = w->B + row * np;
  for (size_t i = 0; i < count * np; i++) x[i] = w->J[row * np + i];
  IG_EACH_BIT_DOWN(c, reached) {
    int first = (int)(4 * c), end_dof = first + 4 < m->nv ? first + 4 : (int)m->nv;
    for (int dof = end_dof - 1; dof >= first; dof--) {
      int adr = m->M_rowadr[dof], end = adr + m->M_rownnz[dof] - 1;
      real own[4];
#pragma GCC unroll 4
      for (size_t r = 0; r < count; r++) own[r] = x[r * np + (size_t)dof];
      for (int k = adr; k < end; k++) {
        real entry = d->qLD[k], *at = x + m->M_colind[k];
#pragma GCC unroll 4
        for (size_t r = 0; r < count; r++) at[r * np] -= entry * own[r];
      }
#pragma GCC unroll 4
      for (size_t r = 0; r < count; r++) x[r * np + (size_t)dof] = own[r] * w->root[dof];
    }
  }
}

// rows of J, solved halfway through the factor of the inertia, as in constrain/project.c
static void half_solve(Work* w) {
  const mjModel* m = w->m;
  int n = w->dual.n;
  uint32_t carriers[IG_CHUNKS] = {0};
  note_carriers(m, carriers);
  for (int dof = 0; dof < m->nv; dof++) w->root[dof] = 1 / ig_sqrt(w->d->qLD[m->M_rowadr[dof] + m->M_rownnz[dof] - 1]);
  for (int row = 0; row < n; row++) {
    uint32_t reached = 0;
    // a carrier's chunk is never after that of what it carries
    IG_EACH_BIT_DOWN(c, w->mask[row]) reached |= carriers[c];
    for (int c = IG_CHUNKS - 1; c >= 0; c--) {
      if (reached >> c & 1) reached |= carriers[c];
    }
    w->mask[row] = reached;
  }
  int row = 0;
  for (; row + 4 <= n; row += 4) {
    half_solve_rows(w, (size_t)row, 4, w->mask[row] | w->mask[row + 1] | w->mask[row + 2] | w->mask[row + 3]);
  }
  for (; row < n; row++) half_solve_rows(w, (size_t)row, 1, w->mask[row]);
}

// products of row i of B with rows j to j + count - 1, each sum over the dofs in ascending order; several run side by side
IG_INLINE void project_rows(Work* w, size_t i, size_t j, size_t count) {
  size_t n = (size_t)w->dual.n, np = (size_t)ig_fours((int)w->m->nv);
  const real *a = w->B + i * np, *b = w->B + j * np;
  real sum[4];
  uint32_t some = 0;
  for (size_t r = 0; r < count; r++) {
    sum[r] = ig_broadcast(0);
    some |= w->mask[j + r];
  }
  IG_EACH_BIT_UP(c, w->mask[i] & some) {
    for (size_t k = 4 * c; k < 4 * c + 4; k++) {
      for (size_t r = 0; r < count; r++) sum[r] += b[r * np + k] * a[k];
    }
  }
  for (size_t r = 0; r < count; r++) w->A[i * n + j + r] = w->A[(j + r) * n + i] = sum[r];
}

static void project(Work* w) {
  size_t n = (size_t)w->dual.n;
  for (size_t i = 0; i < n; i++) {
    size_t j = 0;
    for (; j + 4 <= i + 1; j += 4) project_rows(w, i, j, 4);
    for (; j <= i; j++) project_rows(w, i, j, 1);
  }
  for (size_t i = 0; i < n; i++) w->A[i * n + i] += w->dual.R[i];
}

// f^T b + f^T A f / 2, compared with starting from no force
static void forget_bad_start(Work* w) {
  ig_Dual* s = &w->dual;
  real *Af = s->residual, cost = ig_broadcast(0), half = ig_broadcast(0), zero = ig_broadcast(0);
  ig_zero_reals(Af, s->n);
  for (int row = 0; row < s->n; row++) {
    if (ig_all(ig_eq(s->force[row], zero))) continue;
    for (int i = 0; i < s->n; i++) Af[i] += w->A[(size_t)row * (size_t)s->n + (size_t)i] * s->force[row];
  }
  for (int row = 0; row < s->n; row++) cost += s->force[row] * s->b[row];
  for (int row = 0; row < s->n; row++) half += s->force[row] * Af[row];
  mask bad = ig_lt(zero, cost + 0.5 * half);
  for (int row = 0; row < s->n; row++) s->force[row] = ig_select(bad, zero, s->force[row]);
}

// ------------------------------------------------ the way back

// qfrc_constraint = J^T f, qacc = qacc_smooth + M^-1 qfrc_constraint, in lanes with rows
static void finish(Work* w) {
  const mjModel* m = w->m;
  ig_Data* d = w->d;
  const ig_Dual* s = &w->dual;
  size_t np = (size_t)ig_fours((int)m->nv);
  unsigned with_rows = 0;
  real *force = w->A, *qacc = w->A + np;
  ig_zero_reals(force, (int)np);
  for (int row = 0; row < s->n; row++) {
    real f = s->force[row];
    if (ig_all(ig_eq(f, ig_broadcast(0)))) continue;
    for (size_t i = 0; i < np; i++) force[i] += w->J[(size_t)row * np + i] * f;
  }
  IG_NAME(ig_solve_mass)(m, d, qacc, force, 1);
  for (int lane = 0; lane < IG_LANES; lane++) {
    for (int row = 0; row < w->views[lane].nefc; row++) {
      int from = w->place[lane][row];
      ig_set_lane(d->efc_force + row, lane, ig_lane(s->force[from], lane));
      ig_set_ints_lane(d->efc_state + row, lane, (int)ig_lane(s->state[from], lane));
    }
    with_rows |= (unsigned)(w->views[lane].nefc > 0) << lane;
  }
  mask on = ig_mask_of(with_rows);
  for (int i = 0; i < m->nv; i++) {
    d->qfrc_constraint[i] = ig_select(on, force[i], d->qfrc_constraint[i]);
    d->qacc[i] = ig_select(on, qacc[i] + d->qacc_smooth[i], d->qacc[i]);
  }
}

size_t IG_NAME(ig_dual_worlds_bytes)(const mjModel* m, const ig_ProblemView* views, bool noslip) {
  Work w = {.m = m, .views = views};
  int n = measure(views, &w.dual, noslip, NULL);
  // the way back takes two vectors of dofs where A was
  size_t least = 2 * (size_t)ig_fours((int)m->nv);
  return lay(&w, n, NULL) + sizeof(real) * least;
}

IG_NOINLINE void IG_NAME(ig_dual_worlds)(const mjModel* m, ig_Data* d, const ig_ProblemView* views, bool noslip, char* scratch) {
  Work w = {.m = m, .d = d, .views = views};
  ig_Dual* s = &w.dual;
  int n = measure(views, s, noslip, NULL);
  lay(&w, n, scratch);
  for (int slot = 0; slot < s->nslot; slot++) w.slot_rows[slot] = 0;
  measure(views, s, noslip, w.slot_rows);
  place_rows(&w);
  fill(&w);
  half_solve(&w);
  project(&w);
  s->A = w.A;
  s->nproblem = IG_LANES;
  for (int lane = 0; lane < IG_LANES; lane++) {
    num mean = ig_mean_inertia(m, d, lane);
    s->scale[lane] = 1 / (mean * (m->nv > 1 ? (num)m->nv : 1));
    s->stat[lane] = NULL;
    s->nstat[lane] = 0;
    s->iterations[lane] = *ig_iterations_of(d, lane, 0);
  }
  if (!noslip && !(m->opt.disableflags & mjDSBL_WARMSTART)) forget_bad_start(&w);
  IG_NAME(ig_dual_start)(s, w.loss, noslip);
  if (noslip)
    IG_NAME(ig_dual_noslip)(s, m->opt.noslip_iterations, ig_solver_tolerance(m->opt.noslip_tolerance));
  else
    IG_NAME(ig_dual_pgs)(s, m->opt.iterations, ig_solver_tolerance(m->opt.tolerance));
  for (int lane = 0; lane < IG_LANES; lane++) {
    if (!views[lane].nefc) continue;
    *ig_iterations_of(d, lane, 0) += s->iterations[lane];
    if (!noslip) ig_note_nnz(d, lane, 0, views[lane].nefc * views[lane].nefc);
  }
  finish(&w);
}

// A noslip pass needs all rows in one problem. Dofs outside every island start without constraints there as well, as in a single
// world.
void IG_NAME(ig_solve_free_lone_trees)(ig_WorldSolve* s) {
  const mjModel* m = s->m;
  ig_Room room = {.block = s->room.block, .used = s->room.used};
  ig_Index* parent = IG_TAKE(&room, ig_Index, m->ntree);
  ig_Mark* touched = IG_TAKE(&room, ig_Mark, m->ntree);
  ig_LaneIslands islands = IG_NAME(ig_solve_take_islands)(m, s->d, &room);
  if (!IG_NAME(ig_solve_have_room)(s->d, &room)) return;
  for (int lane = 0; lane < IG_LANES; lane++) {
    int nefc = s->views[lane].nefc;
    if (nefc && IG_NAME(ig_solve_find_islands)(m, s->d, lane, nefc, &islands, parent, touched))
      IG_NAME(ig_solve_free_dofs)(s, lane, &islands);
  }
}

void IG_NAME(ig_solve_dual)(ig_WorldSolve* s, bool noslip) {
  if (!IG_NAME(ig_solve_have_bytes)(s->d, IG_NAME(ig_dual_worlds_bytes)(s->m, s->views, noslip))) return;
  IG_NAME(ig_dual_worlds)(s->m, s->d, s->views, noslip, IG_NAME(ig_solve_block)(s->d));
}

#endif
