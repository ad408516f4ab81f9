#include "solve/primal.h"

#include <string.h>

#include "math/dense.h"
#include "solve/cost.h"
#include "solve/hessian.h"
#include "solve/line_search.h"
#include "solve/problem.h"
#include "solve/statistics.h"

typedef struct {
  ig_Problem problem;
  ig_Rows rows;
  ig_Hessian hessian;
  ig_LineSearch line;
  bool newton, cones;
  mjtNum *x, *Ma, *Mv, *Jv;       // J qacc - aref, M qacc, M search, J search
  mjtNum *grad, *pgrad, *search;  // gradient, preconditioned (by H or M), direction
  mjtNum *old_grad, *old_pgrad;   // conjugate gradients only
  int* old_state;
  mjtNum cost, gauss, scale;
} Solver;

static Solver make_solver(const mjModel* m, mjData* d, int island, bool newton) {
  Solver s = {.newton = newton, .cones = newton && m->opt.cone == mjCONE_ELLIPTIC};
  s.problem = island < 0 ? ig_problem_whole(m, d) : ig_problem_island(m, d, island);
  const ig_Problem* p = &s.problem;
  size_t nv = (size_t)p->nv, nefc = (size_t)p->nefc;
  s.rows = (ig_Rows){.ne = p->ne,
                     .nf = p->nf,
                     .nefc = p->nefc,
                     .D = p->D,
                     .R = p->R,
                     .frictionloss = p->frictionloss,
                     .type = p->type,
                     .id = p->id,
                     .contact = p->contact,
                     .state = p->state,
                     .force = p->force};
  s.x = mj_stackAllocNum(d, nefc);
  s.Jv = mj_stackAllocNum(d, nefc);
  s.line.quad = mj_stackAllocNum(d, 3 * nefc);
  s.old_state = mj_stackAllocInt(d, nefc);
  mjtNum** per_dof[] = {&s.Ma, &s.Mv, &s.grad, &s.pgrad, &s.search, &s.old_grad, &s.old_pgrad};
  for (int i = 0; i < (newton ? 5 : 7); i++) *per_dof[i] = mj_stackAllocNum(d, nv);
  s.scale = ig_problem_scale(p, m);
  return s;
}

// forces, states and cost at the present qacc
static void update_cost(Solver* s) {
  const ig_Problem* p = &s->problem;
  s->cost = ig_row_cost(&s->rows, s->x, s->cones);
  ig_problem_mul_JT(p, p->qfrc_constraint, p->force);
  s->gauss = 0;
  for (int i = 0; i < p->nv; i++) s->gauss += 0.5 * (s->Ma[i] - p->qfrc_smooth[i]) * (p->qacc[i] - p->qacc_smooth[i]);
  s->cost += s->gauss;
}

static void update_gradient(Solver* s) {
  const ig_Problem* p = &s->problem;
  for (int i = 0; i < p->nv; i++) s->grad[i] = s->Ma[i] - p->qfrc_smooth[i] - p->qfrc_constraint[i];
  if (s->newton) {
    ig_hessian_solve(&s->hessian, s->pgrad, s->grad);
  } else {
    ig_copy(s->pgrad, s->grad, p->nv);
    ig_problem_solve_M(p, s->pgrad);
  }
}

// along the direction the Gauss term is a parabola, and each row a parabola in pieces
static mjtNum search_line(Solver* s, const mjOption* opt) {
  const ig_Problem* p = &s->problem;
  mjtNum* quad = s->line.quad;
  s->line = (ig_LineSearch){.problem = p, .x = s->x, .v = s->Jv, .quad = quad, .slope = 1};
  mjtNum length = ig_norm(s->search, p->nv);
  if (length < mjMINVAL) return 0;
  ig_problem_mul_M(p, s->Mv, s->search);
  ig_problem_mul_J(p, s->Jv, s->search);
  s->line.gauss[0] = s->gauss;
  s->line.gauss[1] = ig_dot(s->search, s->Ma, p->nv) - ig_dot(p->qfrc_smooth, s->search, p->nv);
  s->line.gauss[2] = 0.5 * ig_dot(s->search, s->Mv, p->nv);
  ig_line_prepare(&s->line);
  mjtNum tolerance = opt->tolerance * opt->ls_tolerance * length / s->scale;
  return ig_line_minimum(&s->line, tolerance, s->scale / length, opt->ls_iterations);
}

// from the warm start, or whatever qacc holds
static void start(Solver* s, mjData* d) {
  const ig_Problem* p = &s->problem;
  ig_problem_mul_M(p, s->Ma, p->qacc);
  ig_problem_mul_J(p, s->x, p->qacc);
  ig_subfrom(s->x, p->aref, p->nefc);
  update_cost(s);
  if (s->newton) {
    s->hessian = ig_hessian_make(p, d, s->cones);
    ig_hessian_factor(&s->hessian);
  }
  update_gradient(s);
  ig_scl(s->search, s->pgrad, -1, p->nv);
}

// products with the direction are known from the line search: the new ones come without a multiplication
static void move(Solver* s, mjtNum alpha) {
  const ig_Problem* p = &s->problem;
  ig_addtoscl(p->qacc, s->search, alpha, p->nv);
  ig_addtoscl(s->Ma, s->Mv, alpha, p->nv);
  ig_addtoscl(s->x, s->Jv, alpha, p->nefc);
  memcpy(s->old_state, p->state, sizeof(int) * (size_t)p->nefc);
  if (!s->newton) {
    ig_copy(s->old_grad, s->grad, p->nv);
    ig_copy(s->old_pgrad, s->pgrad, p->nv);
  }
  update_cost(s);
  if (s->newton) ig_hessian_update(&s->hessian, s->old_state);
  update_gradient(s);
}

// Newton: downhill in the metric of H. CG: Polak-Ribiere, restarted where beta is negative.
static void next_direction(Solver* s) {
  int nv = s->problem.nv;
  if (s->newton) {
    ig_scl(s->search, s->pgrad, -1, nv);
    return;
  }
  mjtNum before = ig_dot(s->old_grad, s->old_pgrad, nv);
  for (int i = 0; i < nv; i++) s->old_pgrad[i] = s->pgrad[i] - s->old_pgrad[i];
  mjtNum beta = ig_dot(s->grad, s->old_pgrad, nv) / (before > mjMINVAL ? before : mjMINVAL);
  if (beta < 0) beta = 0;
  for (int i = 0; i < nv; i++) s->search[i] = -s->pgrad[i] + beta * s->search[i];
}

static int count_active(const ig_Problem* p) {
  int active = 0;
  for (int row = 0; row < p->nefc; row++) active += p->state[row] != mjCNSTRSTATE_SATISFIED;
  return active;
}

void ig_solve_primal(const mjModel* m, mjData* d, int island, bool newton) {
  mj_markStack(d);
  Solver s = make_solver(m, d, island, newton);
  const ig_Problem* p = &s.problem;
  start(&s, d);
  int iteration = 0;
  while (iteration < m->opt.iterations) {
    mjtNum alpha = search_line(&s, &m->opt), old_cost = s.cost;
    if (alpha == 0) break;
    move(&s, alpha);
    mjSolverStat stat = {
        .improvement = s.scale * (old_cost - s.cost),
        .gradient = s.scale * ig_norm(s.grad, p->nv),
        .lineslope = s.line.slope,
        .nactive = count_active(p),
        .nchange = ig_count_changes(s.old_state, p->state, p->nefc),
        .neval = s.line.evaluations,
        .nupdate = newton ? s.hessian.nupdate : 0,
    };
    ig_save_iteration(d, island, iteration++, &stat);
    if (stat.improvement < m->opt.tolerance || stat.gradient < m->opt.tolerance) break;
    next_direction(&s);
  }
  int nonzeros = 0;
  if (newton) nonzeros = p->sparse ? s.hessian.nL * (1 + s.cones) + s.hessian.nH : p->nv * p->nv;
  ig_save_solve(d, island, iteration, nonzeros);
  mj_freeStack(d);
}
