// SPDX-License-Identifier: Apache-2.0
#include "step/row_forces.h"

#include "constrain/reference.h"

#if IG_WIDTH == 1

#include "math/dense.h"
#include "solve/solve.h"

void ig_row_forces(const mjModel* m, mjData* d) {
  if (!d->nefc) {
    ig_zero(d->qfrc_constraint, (int)m->nv);
    return;
  }
  ig_stack_mark(d);
  mjtNum* jar = IG_SCRATCH(d, d->nefc, mjtNum);
  ig_mul_jac(m, d, jar, d->qacc);
  ig_subfrom(jar, d->efc_aref, d->nefc);
  ig_constraint_update(m, d, jar, NULL, 0);
  ig_stack_free(d);
}

#else

#include "solve/cost.h"
#include "solve/side_by_side.h"
#include "solve/solve_lanes.h"

// The rows of the worlds, laid out as the solver has them: a problem without dofs, since forces need no more of J than x.
typedef struct {
  ig_ProblemView views[IG_LANES];
  ig_Problem p;
  ig_LanePlaces places;
  real* x;  // J qacc - aref, per row of the solver
} Rows;

static void give_rows(const mjModel* m, ig_Data* d, int lane, ig_ProblemView* g) {
  IG_NAME(ig_lane_problem_view)(m, d, lane, false, g);
  g->nv = g->ncolumn = 0;
  g->J = g->contact_H = NULL;
}

static ig_Room lay(Rows* rows, const ig_ProblemShape* shape, char* block) {
  ig_Room room = {.block = block};
  ig_problem_start(&rows->p);
  IG_NAME(ig_lay_lanes)(&rows->p, &rows->places, shape, true, &room);
  rows->x = IG_TAKE(&room, real, shape->n);
  return room;
}

// in the block of the solver. Too little: the lanes leave, and find more in the next call.
static bool have_room(ig_Data* d, size_t bytes) {
  if (bytes + 64 <= d->ragged.solve_room) return true;
  if (bytes + 64 > d->ragged.want_solve) d->ragged.want_solve = bytes + 64;
  d->leaves = ig_or(d->leaves, ig_mask_of(d->active));
  return false;
}

static void fill(const mjModel* m, const ig_Data* d, Rows* rows) {
  IG_NAME(ig_clear_lanes)(&rows->p);
  ig_zero_reals(rows->x, rows->p.rows.n);
  for (int lane = 0; lane < IG_LANES; lane++) {
    IG_NAME(ig_fill_rows)(&rows->p, rows->views + lane, lane, rows->places.place[lane], rows->places.cone_contact[lane]);
  }
  for (int row = 0; row < d->ragged.most.nefc; row++) {
    real x = ig_row_product(d, (int)m->nv, row, d->qacc) - d->efc_aref[row];
    for (int lane = 0; lane < IG_LANES; lane++) {
      if (row < rows->views[lane].nefc) ig_set_lane(rows->x + rows->places.place[lane][row], lane, ig_lane(x, lane));
    }
  }
}

static void store_results(ig_Data* d, const Rows* rows) {
  for (int lane = 0; lane < IG_LANES; lane++) {
    const ig_Index* place = rows->places.place[lane];
    for (int row = 0; row < rows->views[lane].nefc; row++) {
      ig_set_lane(d->efc_force + row, lane, ig_lane(rows->p.rows.force[place[row]], lane));
      ig_set_ints_lane(d->efc_state + row, lane, (int)ig_lane(rows->p.rows.state[place[row]], lane));
    }
  }
}

// J^T force, row after row; numbers of rows past a lane's count are those of other steps
static void add_up(const mjModel* m, ig_Data* d) {
  int nv = (int)m->nv, chunk = d->ragged.chunk;
  const real zero = ig_broadcast(0);
  for (int row = 0; row < d->ragged.most.nefc; row++) {
    mask on = ig_and(ig_ints_lt(ig_ints(row), d->ragged.count.nefc), ig_mask_of(d->active));
    real force = ig_select(on, d->efc_force[row], zero);
    const real* J = d->efc_J + (size_t)row * (size_t)ig_row_numbers(nv);
    if (ig_all(ig_eq(force, zero))) continue;
    for (uint64_t left = d->efc_J_chunks[row]; left; left &= left - 1) {
      int first = chunk * __builtin_ctzll(left), end = first + chunk < nv ? first + chunk : nv;
      for (int i = first; i < end; i++) d->qfrc_constraint[i] += J[i] * force;
    }
  }
}

void IG_NAME(ig_row_forces)(const mjModel* m, ig_Data* d) {
  Rows rows;
  const ig_ProblemView* list[IG_LANES];
  for (int lane = 0; lane < IG_LANES; lane++) {
    give_rows(m, d, lane, rows.views + lane);
    list[lane] = rows.views + lane;
  }
  ig_ProblemShape shape = IG_NAME(ig_shape_of)(list, IG_LANES);
  ig_zero_reals(d->qfrc_constraint, (int)m->nv);
  if (!shape.nefc || !have_room(d, lay(&rows, &shape, NULL).used)) return;
  lay(&rows, &shape, (char*)(((uintptr_t)d->ragged.solve + 63) & ~(uintptr_t)63));
  IG_NAME(ig_place_lanes)(&rows.p, &rows.places, &shape, list, IG_LANES);
  fill(m, d, &rows);
  real cost;
  IG_NAME(ig_row_cost)(&rows.p.rows, rows.x, false, &cost);
  store_results(d, &rows);
  add_up(m, d);
}

#endif
