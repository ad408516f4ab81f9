// SPDX-License-Identifier: Apache-2.0
#include "solve/solve_lanes.h"

#include "solve/cost.h"
#include "solve/factor.h"
#include "solve/solve_worlds.h"
#include "solve/tile.h"
#include "solve/tolerance.h"

#if IG_WIDTH > 1

// ------------------------------------------------ the worlds as problems

static bool is_active(const ig_Data* d, int lane) { return d->active >> lane & 1; }
int IG_NAME(ig_solve_rows_of)(const ig_Data* d, int lane) {
  return is_active(d, lane) ? ig_ints_lane(d->ragged.count.nefc, lane) : 0;
}

void IG_NAME(ig_lane_problem_view)(const mjModel* m, ig_Data* d, int lane, bool island, ig_ProblemView* g) {
  ig_Contact* con = d->contact;
  int nefc = IG_NAME(ig_solve_rows_of)(d, lane);
  *g = (ig_ProblemView){
      .nv = (int)m->nv,
      .ne = nefc ? ig_ints_lane(d->ragged.count.ne, lane) : 0,
      .nf = nefc ? ig_ints_lane(d->ragged.count.nf, lane) : 0,
      .nefc = nefc,
      .stride = IG_WIDTH,
      .int_stride = (int)(sizeof(ints) / sizeof(int)),
      .qfrc_smooth = (num*)d->qfrc_smooth + lane,
      .qacc_smooth = (num*)d->qacc_smooth + lane,
      .qacc = (num*)d->qacc + lane,
      .qfrc_constraint = (num*)d->qfrc_constraint + lane,
      .M_rownnz = m->M_rownnz,
      .M_rowadr = m->M_rowadr,
      .M_colind = m->M_colind,
      .M = (num*)d->M + lane,
      .qLD = (num*)d->qLD + lane,
      .qLDiagInv = (num*)d->qLDiagInv + lane,
      .D = (num*)d->efc_D + lane,
      .R = (num*)d->efc_R + lane,
      .frictionloss = (num*)d->efc_frictionloss + lane,
      .aref = (num*)d->efc_aref + lane,
      .force = (num*)d->efc_force + lane,
      .state = island ? NULL : (int*)d->efc_state + lane,
      .type = (int*)d->efc_type + lane,
      .id = (int*)d->efc_id + lane,
      .cones = m->opt.cone == mjCONE_ELLIPTIC,
      .contact_dim = (int*)&con->dim + lane,
      .contact_mu = (num*)&con->mu + lane,
      .contact_friction = (num*)con->friction + lane,
      .contact_H = (num*)con->H + lane,
      .contact_step = (int)(sizeof(ig_Contact) / sizeof(num)),
      .contact_int_step = (int)(sizeof(ig_Contact) / sizeof(int)),
      .ncolumn = ig_row_numbers((int)m->nv),
      .J = (num*)d->efc_J + lane,
  };
  // islands have a scale of their own: see scale_island
  g->scale = 1 / (ig_mean_inertia(m, d, lane) * (m->nv > 1 ? (num)m->nv : 1));
}

// ------------------------------------------------ the whole worlds side by side

// the longest of the lanes that hold a world: others may have more rows, which have no place
const ig_Index* IG_NAME(ig_solve_longest)(const ig_WorldSolve* s, int* rows) {
  int longest = 0;
  for (int lane = 1; lane < IG_LANES; lane++) {
    if (s->views[lane].nefc > s->views[longest].nefc) longest = lane;
  }
  *rows = s->views[longest].nefc;
  return s->places.place[longest];
}

// Numbers of the rows but for J. J of rows past a lane's count is zero, other numbers of theirs are not.
const ig_Index* IG_NAME(ig_solve_fill_rows)(ig_WorldSolve* s, int* rows) {
  ig_Problem* p = &s->p;
  const ig_Data* d = s->d;
  const ig_Index* place = IG_NAME(ig_solve_longest)(s, rows);
  const real zero = ig_broadcast(0);
  IG_SHARE(row, *rows) {
    int to = place[row];
    mask on = ig_and(ig_ints_lt(ig_ints(row), d->ragged.count.nefc), ig_mask_of(d->active));
    p->rows.D[to] = ig_select(on, d->efc_D[row], zero);
    p->rows.aref[to] = ig_select(on, d->efc_aref[row], zero);
    if (to >= p->rows.ne && to < p->rows.nf) {
      p->rows.R[to] = ig_select(on, d->efc_R[row], zero);
      p->rows.loss[to] = ig_select(on, d->efc_frictionloss[row], zero);
    }
    p->J_mask[to] = ig_union((uint32_t)d->efc_J_chunks[row], p->np / 4);
  }
  ig_meet();
  return place;
}

void IG_NAME(ig_solve_fill_together)(ig_WorldSolve* s) {
  ig_Problem* p = &s->p;
  const ig_Data* d = s->d;
  int nv = (int)s->m->nv, rows;
  const ig_Index* place = IG_NAME(ig_solve_fill_rows)(s, &rows);
  const real zero = ig_broadcast(0);
  IG_NAME(ig_solve_pack_rows)(s);
  IG_SHARE_2(row, rows, chunk, p->np / 4) {
    int to = place[row], first = 4 * chunk;
    const ig_Cell* from = d->efc_J + (size_t)row * (size_t)ig_row_numbers(nv);
    real* J = p->J + ig_chunk_of_J(p, to, chunk);
    bool some = p->J_mask[to] >> chunk & 1;
    if (s->packed && !some) continue;
    real entry[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) entry[k] = some && first + k < nv ? (real)from[first + k] : zero;
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) J[k] = entry[k];
  }
  // rows that pad are looked at beside others
  IG_SHARE(row, s->packed ? 0 : p->rows.n) {
    if (!p->J_mask[row]) ig_zero_reals(p->J + (size_t)row * (size_t)p->np, p->np);
  }
}

void IG_NAME(ig_solve_fill_inertia)(ig_WorldSolve* s) {
  ig_Problem* p = &s->p;
  const mjModel* m = s->m;
  const ig_Data* d = s->d;
  size_t np = (size_t)p->np;
  IG_SHARE(i, m->nv) {
    int adr = m->M_rowadr[i], last = adr + m->M_rownnz[i] - 1;
    p->qfrc_constraint[i] = d->M[last];  // for the scale of the world as an island
    for (int first = adr; first <= last; first += IG_LOADS_AT_ONCE) {
      real entry[IG_LOADS_AT_ONCE];
      int column[IG_LOADS_AT_ONCE];
#pragma GCC unroll 4
      for (int q = 0; q < IG_LOADS_AT_ONCE; q++) {
        int k = first + q <= last ? first + q : last;
        column[q] = m->M_colind[k];
        entry[q] = d->M[k] + 0.0;
      }
#pragma GCC unroll 4
      for (int q = 0; q < IG_LOADS_AT_ONCE; q++) {
        p->M[(size_t)i * np + (size_t)column[q]] = entry[q];
        if (IG_FILLS_SQUARE) p->M[(size_t)column[q] * np + (size_t)i] = entry[q];
      }
    }
    if (s->method.newton) continue;
    for (int k = adr; k <= last; k++) {
      p->MU[ig_tile_entry(np, (size_t)i, (size_t)m->M_colind[k])] =
          k < last ? d->qLD[last] * d->qLD[k] + 0.0 : (real)d->qLD[last];
    }
    p->MU_inverse[i] = d->qLDiagInv[i];
  }
}

// the worlds as islands
static void scale_islands(ig_WorldSolve* s) {
  real inertia = ig_broadcast(0);
  for (int i = 0; i < s->m->nv; i++) inertia += s->p.qfrc_constraint[i];
  real scale = 1 / inertia;
  for (int lane = 0; lane < IG_LANES; lane++) s->views[lane].scale = ig_lane(scale, lane);
}

static void fill(ig_WorldSolve* s) {
  ig_Problem* p = &s->p;
  bool together = s->together = IG_NAME(ig_solve_places_agree)(s);
  IG_NAME(ig_clear_lanes)(p);
  IG_SHARE(i, s->m->nv) {
    p->qfrc_smooth[i] = s->d->qfrc_smooth[i];
    p->qacc_smooth[i] = s->d->qacc_smooth[i];
  }
  IG_NAME(ig_solve_lay_inertia)(s);
  if (together) {
    IG_NAME(ig_solve_fill_worlds)(s);
  } else {
    IG_SHARE(i, p->rows.n * p->np) p->J[i] = ig_broadcast(0);
  }
  ig_meet();
  if (s->islands && s->whole) scale_islands(s);
  for (int lane = 0; lane < IG_LANES; lane++) {
    ig_ProblemView* g = s->views + lane;
    if (!together) IG_NAME(ig_fill_jacobian)(p, g, lane, s->places.place[lane]);
    if (!together || p->rows.ncone) {
      IG_NAME(ig_fill_rows)(p, g, lane, s->places.place[lane], s->places.cone_contact[lane]);
    }
    p->rows.lane_ne[lane] = g->ne;
    p->rows.lane_nf[lane] = g->nf;
    IG_NAME(ig_result_view)(g, &s->places, lane, p->results + lane);
  }
  ig_meet();
  IG_NAME(ig_solve_note_patterns)(s);
}

// ------------------------------------------------ where to start

// J v - aref, per row of the solver
static void rows_at(const ig_WorldSolve* s, real* x, const real* v) {
  const ig_Problem* p = &s->p;
  IG_NAME(ig_problem_mul_J)(p, x, v);
  IG_SHARE(row, p->rows.n) x[row] -= p->rows.aref[row];
  ig_meet();
}

static void gauss_cost(const ig_WorldSolve* s, const real* qacc, real* cost) {
  const ig_Problem* p = &s->p;
  *cost = ig_broadcast(0);
  real* Ma = p->qfrc_constraint;
  IG_NAME(ig_solve_mul_mass)(s, Ma, qacc);
  for (int i = 0; i < s->m->nv; i++) *cost += 0.5 * (Ma[i] - p->qfrc_smooth[i]) * (qacc[i] - p->qacc_smooth[i]);
  ig_meet();
}

// from the acceleration of the last step where that costs less than starting without constraints
static void warm_start(ig_WorldSolve* s) {
  ig_Data* d = s->d;
  real cost, gauss, cost_smooth, *warm = s->p.qacc;
  IG_SHARE(i, s->m->nv) warm[i] = d->qacc_warmstart[i];
  ig_meet();
  rows_at(s, s->x, warm);
  IG_NAME(ig_row_cost)(&s->p.rows, s->x, false, &cost);
  // PGS starts from forces
  if (s->m->opt.solver == mjSOL_PGS) {
    IG_NAME(ig_solve_rows_out)(s, d->efc_force, s->p.rows.force);
    IG_NAME(ig_solve_states_out)(s, s->p.rows.state);
    return;
  }
  gauss_cost(s, warm, &gauss);
  cost += gauss;
  IG_NAME(ig_row_cost)(&s->p.rows, s->b, false, &cost_smooth);
  IG_NAME(ig_solve_states_out)(s, s->p.rows.state);
  mask smooth = ig_lt(cost_smooth, cost);
  IG_SHARE(i, s->m->nv) d->qacc[i] = ig_select(smooth, s->p.qacc_smooth[i], warm[i]);
  IG_SHARE(row, s->p.rows.n) s->x[row] = ig_select(smooth, s->b[row], s->x[row]);
  ig_meet();
}

// without rows there is nothing to solve
static void leave_free_lanes(ig_WorldSolve* s) {
  mask none = ig_ints_eq(s->d->ragged.count.nefc, ig_ints(0));
  IG_SHARE(i, s->m->nv) s->d->qacc[i] = ig_select(none, s->p.qacc_smooth[i], s->d->qacc[i]);
}

static void choose_start(ig_WorldSolve* s) {
  const mjModel* m = s->m;
  ig_Data* d = s->d;
  rows_at(s, s->b, s->p.qacc_smooth);
  IG_NAME(ig_solve_rows_out)(s, d->efc_b, s->b);
  if (m->opt.disableflags & mjDSBL_WARMSTART) {
    IG_SHARE(i, m->nv) d->qacc[i] = s->p.qacc_smooth[i];
    IG_SHARE(row, s->p.rows.n) s->x[row] = s->b[row];
    IG_SHARE(row, d->ragged.most.nefc) {
      d->efc_force[row] = ig_broadcast(0);
      d->efc_state[row] = ig_ints(0);
    }
    ig_meet();
  } else {
    warm_start(s);
  }
  leave_free_lanes(s);
}

// ------------------------------------------------ all of it

// All scratch lies in one block of the lanes. Too little: the lanes leave, and find more in the next step.
bool IG_NAME(ig_solve_have_bytes)(ig_Data* d, size_t bytes) {
  if (bytes + 64 <= d->ragged.solve_room) return true;
  if (bytes + 64 > d->ragged.want_solve) d->ragged.want_solve = bytes + 64;
  d->leaves = ig_or(d->leaves, ig_mask_of(d->active));
  return false;
}

static void solve_whole(ig_WorldSolve* s) {
  ig_Problem* p = &s->p;
  IG_SHARE(i, s->m->nv) p->qacc[i] = s->d->qacc[i];
  ig_meet();
  p->x = s->x;
  ig_VectorResults results;
  if (IG_NAME(ig_solve_results_together)(s, &results)) p->vector_results = &results;
  IG_NAME(ig_solve_primal)(p, &s->method, s->room);
  for (int lane = 0; lane < IG_LANES; lane++) {
    if (!s->views[lane].nefc) continue;
    s->views[lane].iterations = p->results[lane].iterations;
    s->views[lane].flat = p->results[lane].flat;
    IG_NAME(ig_solve_note)(s, lane, 0, s->views + lane);
  }
}

static bool with_islands(const mjModel* m) {
  return !(m->opt.disableflags & mjDSBL_ISLAND) && m->opt.noslip_iterations == 0 && m->opt.solver != mjSOL_PGS;
}

static bool noslip_joins_islands(const mjModel* m) {
  bool started = !(m->opt.disableflags & (mjDSBL_ISLAND | mjDSBL_WARMSTART));
  return started && m->opt.noslip_iterations > 0 && m->opt.solver != mjSOL_PGS && m->ntree > 1;
}

static ig_Room lay_worlds(ig_WorldSolve* s, const ig_ProblemShape* shape, ig_Room room) {
  ig_problem_start(&s->p);
  s->p.nproblem = IG_LANES;
  IG_NAME(ig_lay_lanes)(&s->p, &s->places, shape, s->method.newton, &room);
  s->x = IG_TAKE(&room, real, shape->n);
  ig_Room rest = room;
  s->b = IG_TAKE(&rest, real, shape->n);  // not needed any more when the solver takes its own
  s->source = IG_TAKE(&rest, ig_Index, shape->n);
  s->room = room;
  return IG_NAME(ig_primal_room)(&s->p, &s->method, room);
}

void IG_NAME(ig_solve_worlds)(ig_WorldSolve* s, const mjModel* m, ig_Data* d, ig_Room room) {
  s->m = m;
  s->d = d;
  s->islands = with_islands(m);
  const ig_ProblemView* list[IG_LANES];
  bool many = s->islands && m->ntree > 1;
  s->whole = !many && m->opt.solver != mjSOL_PGS;
  s->method = (ig_Method){.newton = m->opt.solver == mjSOL_NEWTON,
                          .elliptic = m->opt.cone == mjCONE_ELLIPTIC,
                          .iterations = m->opt.iterations,
                          .ls_iterations = m->opt.ls_iterations,
                          .tolerance = ig_solver_tolerance(m->opt.tolerance),
                          .ls_tolerance = m->opt.ls_tolerance};
  for (int lane = 0; lane < IG_LANES; lane++) {
    IG_NAME(ig_lane_problem_view)(m, d, lane, s->islands, s->views + lane);
    list[lane] = s->views + lane;
    IG_NAME(ig_solve_clear_iterations)(d, lane);
  }
  IG_SHARE(i, m->nv) d->qfrc_constraint[i] = ig_broadcast(0);
  ig_ProblemShape shape = IG_NAME(ig_shape_of)(list, IG_LANES);
  if (!shape.nefc) {
    IG_SHARE(i, m->nv) d->qacc[i] = d->qacc_smooth[i];
    return;
  }
  shape.chunks = IG_NAME(ig_solve_count_chunks)(s);
  s->packed = shape.chunks > 0;
  ig_Room needed = lay_worlds(s, &shape, room);
  if (!IG_NAME(ig_solve_have_room)(d, &needed)) return;
  ig_meet();
  room.block = IG_NAME(ig_solve_block)(d);
  lay_worlds(s, &shape, room);
  IG_NAME(ig_place_lanes)(&s->p, &s->places, &shape, list, IG_LANES);
  fill(s);
  choose_start(s);
  if (noslip_joins_islands(m)) IG_NAME(ig_solve_free_lone_trees)(s);
  if (m->opt.solver == mjSOL_PGS)
    IG_NAME(ig_solve_dual)(s, false);
  else if (s->whole)
    solve_whole(s);
  else
    IG_NAME(ig_solve_islands)(s);
  if (m->opt.noslip_iterations > 0) IG_NAME(ig_solve_dual)(s, true);
}

#endif
