// SPDX-License-Identifier: Apache-2.0
// The primal solvers, for as many problems as there are lanes. All lanes do the same work; each ends by its own numbers, is
// stored at that moment, and from then on takes part without effect.
//
// Newton: search = -H^-1 grad. Conjugate gradients: Polak-Ribiere with the inertia as preconditioner, restarted where beta is
// negative (Nocedal and Wright 2006, "Numerical Optimization", chapter 5). Both end when neither the cost improves nor the
// gradient is larger than the tolerance, scaled by the mean inertia.
#include "solve/primal.h"

#include <float.h>
#include <math.h>

#include "base/clones.h"
#include "solve/cost.h"
#include "solve/hessian.h"
#include "solve/line_search.h"
#include "solve/pack.h"
#include "solve/sparse_problem.h"

typedef struct {
  ig_Problem* problem;
  const ig_Method* method;
  ig_Hessian hessian;
  ig_LineSearch line;
  bool cones;
  IG_POINTER(real) x;  // J qacc - aref; below: M qacc, M search, J search
  IG_POINTER(real) Ma;
  IG_POINTER(real) Mv;
  IG_POINTER(real) Jv;
  IG_POINTER(real) grad;  // gradient; below: preconditioned (by H or M), direction
  IG_POINTER(real) pgrad;
  IG_POINTER(real) search;
  IG_POINTER(real) old_grad;  // conjugate gradients only
  IG_POINTER(real) old_pgrad;
  IG_POINTER(real) old_state;
  real cost, gauss;
  real scale;      // of each lane: see ig_ResultView
  unsigned live;   // lanes that have not ended, as bits
  unsigned noted;  // lanes that patterns have been found for
} Solver;

static void lay_solver(Solver* s, ig_Problem* p, const ig_Method* method, ig_Room* room) {
  ig_hessian_none(&s->hessian);
  s->problem = p;
  s->method = method;
  s->cones = method->newton && method->elliptic;
  size_t n = (size_t)p->np, rows = (size_t)p->rows.n;
  IG_POINTER(real) * per_row[] = {&s->Jv, &s->old_state, &s->line.quad[0], &s->line.quad[1], &s->line.quad[2]};
  for (int i = 0; i < (IG_KEEPS_QUADS ? 5 : 2); i++) *per_row[i] = IG_TAKE(room, real, rows);
  s->x = p->x ? (real*)p->x : IG_TAKE(room, real, rows);
  IG_POINTER(real) * per_dof[] = {&s->Ma, &s->Mv, &s->grad, &s->pgrad, &s->search, &s->old_grad, &s->old_pgrad};
  for (int i = 0; i < (method->newton ? 5 : 7); i++) *per_dof[i] = IG_TAKE(room, real, n);
  s->line.cone = IG_TAKE(room, real, IG_NCONE * (size_t)p->rows.ncone);
  s->line.rows = &p->rows;
  s->line.x = s->x;
  s->line.v = s->Jv;
  if (method->newton) IG_NAME(ig_hessian_lay)(&s->hessian, p, s->cones, room);
}

IG_CREW_NOINLINE ig_Room IG_NAME(ig_primal_room)(const ig_Problem* p, const ig_Method* method, ig_Room room) {
  Solver s;
  lay_solver(&s, (ig_Problem*)p, method, &room);
  return room;
}

// r += a * scale, n a multiple of four
IG_INLINE void add_scaled(real* r, const real* a, real scale, int n) {
  IG_SHARE_PACKS(i, n) IG_AT(ig_Pack, r + i) += IG_AT(const ig_Pack, a + i) * scale;
}

// numbers that threads have read are written next
static inline void claim(const ig_Problem* p, real* start, int n){IG_SPARSE(p, ig_sparse_claim(p->sparse_problem, start, n))}

// forces, states and cost at the present qacc
IG_CREW_NOINLINE IG_KERNEL_CLONES static void update_cost(Solver* s) {
  const ig_Problem* p = s->problem;
  claim(p, p->rows.force, p->rows.n);
  claim(p, p->rows.state, p->rows.n);
  IG_NAME(ig_row_cost)(&p->rows, s->x, s->cones, &s->cost);
  IG_NAME(ig_problem_mul_JT)(p, p->qfrc_constraint, p->rows.force);
  ig_Sum sum = ig_sum_zero();
  for (int i = 0; i < p->np; i += 4) {
    for (int k = 0; k < IG_PARTS; k++) {
      int at = i + IG_SPOT(k);
      ig_Pack force = IG_AT(const ig_Pack, s->Ma + at) - IG_AT(const ig_Pack, p->qfrc_smooth + at);
      sum.part[k] += 0.5 * force * (IG_AT(const ig_Pack, p->qacc + at) - IG_AT(const ig_Pack, p->qacc_smooth + at));
    }
  }
  s->gauss = ig_sum_total(&sum);
  s->cost += s->gauss;
}

static void update_gradient(Solver* s) {
  const ig_Problem* p = s->problem;
  IG_SHARE(i, p->np) s->grad[i] = s->Ma[i] - p->qfrc_smooth[i] - p->qfrc_constraint[i];
  ig_meet();
}

// in the metric of H or M; not needed any more once a solver has ended
static void precondition(Solver* s) {
  const ig_Problem* p = s->problem;
  if (s->method->newton) {
    IG_NAME(ig_hessian_solve)(&s->hessian, s->pgrad, s->grad);
  } else {
    IG_SHARE(i, p->np) s->pgrad[i] = s->grad[i] + 0.0;
    ig_meet();
    IG_NAME(ig_problem_solve_M)(p, s->pgrad);
  }
}

// Whether a gradient is no more than what rounding left of its terms. Then no direction makes sense: a cloth or a chain that
// flies free needs no Hessian. Only asked for large problems, where that is much of a step.
static bool only_rounding(const Solver* s) {
#if IG_WIDTH == 1
  const ig_Problem* p = s->problem;
  for (int i = 0; i < p->np; i++) {
    num terms = fabs(s->Ma[i]) + fabs(p->qfrc_smooth[i]) + fabs(p->qfrc_constraint[i]);
    if (!(fabs(s->grad[i]) <= 4 * DBL_EPSILON * terms)) return false;
  }
  return true;
#else
  (void)s;
  return false;
#endif
}

// from the warm start, or whatever qacc holds; false when that is where it ends
IG_KERNEL_CLONES static bool start(Solver* s) {
  const ig_Problem* p = s->problem;
  IG_NAME(ig_problem_mul_M)(p, s->Ma, p->qacc);
  if (!p->x) {
    IG_NAME(ig_problem_mul_J)(p, s->x, p->qacc);
    IG_SHARE_PACKS(row, p->rows.n) IG_AT(ig_Pack, s->x + row) -= IG_AT(const ig_Pack, p->rows.aref + row);
    ig_meet();
  }
  update_cost(s);
  update_gradient(s);
  if (p->sparse_problem && only_rounding(s)) return false;
  s->hessian.live = ig_mask_of(s->live);
  if (s->method->newton) IG_NAME(ig_hessian_start)(&s->hessian);
  precondition(s);
  IG_SHARE(i, p->np) s->search[i] = -s->pgrad[i];
  ig_meet();
  return true;
}

// along the direction the Gauss term is a parabola, and each row a parabola in pieces
IG_KERNEL_CLONES static void search_line(Solver* s) {
  const ig_Problem* p = s->problem;
  const ig_Method* method = s->method;
  ig_LineSearch* line = &s->line;
  real length = ig_sqrt(ig_dot_fours_of(s->search, s->search, p->np));
  line->searching = s->live & ~ig_mask_bits(ig_lt(length, ig_broadcast(mjMINVAL)));
  line->tolerance = method->tolerance * method->ls_tolerance * length / s->scale;
  line->scale = s->scale / length;
  IG_NAME(ig_problem_mul_M)(p, s->Mv, s->search);
  IG_NAME(ig_problem_mul_J)(p, s->Jv, s->search);
  line->gauss[0] = s->gauss;
  line->gauss[1] = ig_dot_fours_of(s->search, s->Ma, p->np) - ig_dot_fours_of(p->qfrc_smooth, s->search, p->np);
  line->gauss[2] = 0.5 * ig_dot_fours_of(s->search, s->Mv, p->np);
  IG_NAME(ig_line_prepare)(line);
  IG_NAME(ig_line_minimum)(line, method->ls_iterations);
}

// products with the direction are known from the line search: the new ones come without a multiplication
IG_KERNEL_CLONES static void move(Solver* s) {
  const ig_Problem* p = s->problem;
  real alpha = s->line.alpha;
  add_scaled(p->qacc, s->search, alpha, p->np);
  add_scaled(s->Ma, s->Mv, alpha, p->np);
  add_scaled(s->x, s->Jv, alpha, p->rows.n);
  IG_SHARE(row, p->rows.n) s->old_state[row] = p->rows.state[row];
  IG_SHARE(i, s->method->newton ? 0 : p->np) {
    s->old_grad[i] = s->grad[i];
    s->old_pgrad[i] = s->pgrad[i];
  }
  ig_meet();
  update_cost(s);
  update_gradient(s);
}

// Lanes that have ended leave out what no other has: the last iterations are of one or two lanes. To find out takes longer
// than it saves until a quarter of them has gone.
static void narrow(Solver* s) {
  if (ig_narrow(s->problem, s->live, &s->noted)) s->hessian.narrowed = true;
  s->hessian.live = ig_mask_of(s->live);
}

IG_KERNEL_CLONES static void next_direction(Solver* s) {
  int np = s->problem->np;
  narrow(s);
  if (s->method->newton) IG_NAME(ig_hessian_update)(&s->hessian);
  precondition(s);
  if (s->method->newton) {
    IG_SHARE(i, np) s->search[i] = -s->pgrad[i];
    ig_meet();
    return;
  }
  const real least = ig_broadcast(mjMINVAL), zero = ig_broadcast(0);
  real before = ig_dot_fours_of(s->old_grad, s->old_pgrad, np);
  IG_SHARE(i, np) s->old_pgrad[i] = s->pgrad[i] - s->old_pgrad[i];
  ig_meet();
  real beta = ig_dot_fours_of(s->grad, s->old_pgrad, np) / ig_select(ig_lt(least, before), before, least);
  beta = ig_select(ig_lt(beta, zero), zero, beta);
  IG_SHARE(i, np) s->search[i] = -s->pgrad[i] + beta * s->search[i];
  ig_meet();
}

// ------------------------------------------------ the end of a lane

static void send_cones(const ig_Problem* p, const ig_ResultView* results, int lane) {
  IG_SHARE(cone, p->rows.ncone) {
    int contact = results->cone_contact[cone], dim = (int)ig_lane(p->rows.dim[cone], lane);
    // never in its middle zone: the contact keeps what it has
    if (contact < 0 || ig_lane(p->rows.C[36 * cone], lane) == 0) continue;
    num* H = results->contact_H + (size_t)contact * (size_t)results->contact_step;
    for (int i = 0; i < dim; i++) {
      for (int j = 0; j < dim; j++) H[(i * dim + j) * results->stride] = ig_lane(p->rows.C[36 * cone + 6 * i + j], lane);
    }
  }
}

IG_CREW_NOINLINE static void send_lane(Solver* s, int lane) {
  const ig_Problem* p = s->problem;
  ig_ResultView* results = s->problem->results + lane;
  IG_SHARE(i, results->nv) {
    int at = (results->dof ? (int)results->dof[i] : i) * results->stride;
    results->qacc[at] = ig_lane(p->qacc[i], lane);
    results->qfrc_constraint[at] = ig_lane(p->qfrc_constraint[i], lane);
  }
  IG_SHARE(i, results->nefc) {
    int row = results->row ? (int)results->row[i] : i, place = results->place[i];
    results->force[row * results->stride] = ig_lane(p->rows.force[place], lane);
    if (results->state) results->state[row * results->state_stride] = (int)ig_lane(p->rows.state[place], lane);
  }
}

#ifdef IG_HAS_BLOCKS

// lanes whose results lie side by side are stored as vectors
static void send_together(const ig_Problem* p, unsigned lanes) {
  const ig_VectorResults* results = p->vector_results;
  mask who = ig_mask_of(lanes);
  int nefc = 0;
  for (unsigned rest = lanes; rest; rest &= rest - 1) {
    const ig_ResultView* own = p->results + __builtin_ctz(rest);
    nefc = own->nefc > nefc ? own->nefc : nefc;
  }
  for (int i = 0; i < p->nv; i++) {
    results->qacc[i] = ig_select(who, p->qacc[i], results->qacc[i]);
    results->qfrc_constraint[i] = ig_select(who, p->qfrc_constraint[i], results->qfrc_constraint[i]);
  }
  for (int i = 0; i < nefc; i++) results->force[i] = ig_select(who, p->rows.force[results->place[i]], results->force[i]);
  for (int i = 0; results->state && i < nefc; i++) {
    results->state[i] = ig_ints_select(who, __builtin_convertvector(p->rows.state[results->place[i]], ints), results->state[i]);
  }
}

static void send_lanes(Solver* s, unsigned lanes) {
  if (s->problem->vector_results) return send_together(s->problem, lanes);
  for (; lanes; lanes &= lanes - 1) send_lane(s, __builtin_ctz(lanes));
}

#else

static void send_lanes(Solver* s, unsigned lanes) { send_lane(s, 0); }

#endif

// what goes on of some lanes ends here
static void store_results(Solver* s, unsigned lanes, int iterations) {
  lanes &= s->live;
  if (!lanes) return;
  s->live &= ~lanes;
  send_lanes(s, lanes);
  for (; lanes; lanes &= lanes - 1) {
    int lane = __builtin_ctz(lanes);
    ig_ResultView* results = s->problem->results + lane;
    results->iterations = iterations;
    if (s->cones) send_cones(s->problem, results, lane);
  }
  ig_meet();
}

static bool is_counted(const Solver* s, int iteration) {
  for (int lane = 0; lane < s->problem->nproblem; lane++) {
    if (iteration < s->problem->results[lane].nstat) return true;
  }
  return false;
}

// statistics of an iteration where they are wanted, and whether the lane has ended with it
IG_KERNEL_CLONES static void judge(Solver* s, const real* old_cost, int iteration) {
  const ig_Problem* p = s->problem;
  const real zero = ig_broadcast(0);
  real active = zero, changed = zero, norm = ig_sqrt(ig_dot_fours_of(s->grad, s->grad, p->np)), better = *old_cost - s->cost;
  bool counted = is_counted(s, iteration);
  if (counted) {
    IG_NAME(ig_row_counts)(&p->rows, s->old_state, &active, &changed);
    if (s->method->newton) IG_NAME(ig_hessian_count)(&s->hessian);
  }
  real improvement = s->scale * better, gradient = s->scale * norm, tolerance = ig_broadcast(s->method->tolerance);
  for (unsigned rest = counted ? s->live : 0; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    const ig_ResultView* results = p->results + lane;
    if (iteration >= results->nstat) continue;
    results->stat[iteration] = (mjSolverStat){
        .improvement = ig_lane(improvement, lane),
        .gradient = ig_lane(gradient, lane),
        .lineslope = ig_lane(s->line.slope, lane),
        .nactive = (int)ig_lane(active, lane),
        .nchange = (int)ig_lane(changed, lane),
        .neval = s->line.evaluations[lane],
        .nupdate = s->method->newton ? (int)s->hessian.nupdate[lane] : 0,
    };
  }
  unsigned small = ig_mask_bits(ig_or(ig_lt(improvement, tolerance), ig_lt(gradient, tolerance)));
  store_results(s, iteration + 1 >= s->method->iterations ? ~0u : small, iteration + 1);
}

// a problem in blocks and groups gets ready for products, and is left again
static inline void begin(const Solver* s) { IG_SPARSE(s->problem, ig_sparse_begin(s->problem->sparse_problem)) }

static inline void leave(const Solver* s){IG_SPARSE(s->problem, ig_sparse_leave(s->problem->sparse_problem))}

IG_NOINLINE void IG_NAME(ig_solve_primal)(ig_Problem* p, const ig_Method* method, ig_Room room) {
  Solver s;
  lay_solver(&s, p, method, &room);
  s.live = 0;
  s.scale = ig_broadcast(1);
  for (int lane = 0; lane < p->nproblem; lane++) {
    s.live |= (unsigned)(p->results[lane].nefc > 0) << lane;
    ig_set_lane(&s.scale, lane, p->results[lane].scale);
  }
  IG_SHARE(i, 36 * p->rows.ncone) p->rows.C[i] = ig_broadcast(0);
  ig_meet();
  s.noted = s.live;
  begin(&s);
  bool goes_on = start(&s) && method->iterations > 0;
  leave(&s);
  if (!goes_on) store_results(&s, ~0u, 0);
  for (int iteration = 0; s.live; iteration++) {
    search_line(&s);
    for (unsigned flat = s.line.flat & s.live; flat; flat &= flat - 1) p->results[__builtin_ctz(flat)].flat = true;
    store_results(&s, ig_mask_bits(ig_eq(s.line.alpha, ig_broadcast(0))), iteration);
    if (!s.live) return;
    real old_cost = s.cost;
    move(&s);
    judge(&s, &old_cost, iteration);
    if (s.live) next_direction(&s);
  }
}
