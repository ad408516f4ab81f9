// SPDX-License-Identifier: Apache-2.0
// The solvers: pieces against their definitions, and all of them against each other.
#include <stdio.h>
#include <string.h>

#include "case.h"
#include "heap.h"
#include "model.h"
#include "model/stack.h"
#include "solve/cost.h"
#include "solve/hessian.h"
#include "solve/layout.h"
#include "solve/line_search.h"
#include "solve/order.h"
#include "solve/panels.h"
#include "solve/primal.h"
#include "solve/qcqp.h"
#include "solve/sparse_problem.h"
#include "test.h"

// the least cost on a fine net over the disc, as a check from outside
TEST(qcqp_is_the_least_over_the_disc) {
  unsigned seed = 1;
  for (int round = 0; round < 30; round++) {
    double x[2], s = .4 * ig_test_random(&seed), A[4] = {1.5, s, s, 1}, d[2] = {1, .7}, r = .5;
    double b[2] = {2 * ig_test_random(&seed), 2 * ig_test_random(&seed)};
    bool held = ig_qcqp(x, A, b, d, r, 2);
    double used = x[0] * x[0] / (d[0] * d[0]) + x[1] * x[1] / (d[1] * d[1]);
    CHECK(used <= r * r + 1e-9);
    if (held) CHECK_NEAR(used, r * r, 1e-6);
    double cost = .5 * (A[0] * x[0] * x[0] + 2 * s * x[0] * x[1] + A[3] * x[1] * x[1]) + b[0] * x[0] + b[1] * x[1];
    for (int i = 0; i < 400; i++) {
      double turn = .0157079632679 * i, y[2] = {d[0] * r * cos(turn), d[1] * r * sin(turn)};
      double other = .5 * (A[0] * y[0] * y[0] + 2 * s * y[0] * y[1] + A[3] * y[1] * y[1]) + b[0] * y[0] + b[1] * y[1];
      CHECK(cost <= other + 1e-6);
    }
  }
}

static const char pile[] =
    "<mujoco><option solver='%s' cone='%s' jacobian='%s' tolerance='1e-14' iterations='%d' ls_tolerance='1e-8'><flag "
    "island='disable' warmstart='disable'/></option>"
    "<worldbody><geom type='plane' size='5 5 .1'/>"
    "<body pos='0 0 .099'><freejoint/><geom type='box' size='.1 .1 .1' friction='.8'/></body>"
    "<body pos='.02 0 .295'><freejoint/><geom type='box' size='.1 .1 .1' friction='.8'/></body>"
    "<body pos='1 0 .6'><joint axis='0 1 0' range='-10 10' limited='true' frictionloss='.2' damping='.1'/><geom type='capsule' "
    "fromto='0 0 0 .4 0 0' size='.05'/></body>"
    "</worldbody></mujoco>";

static ig_Case pile_case(const char* solver, const char* cone, const char* jacobian, int iterations) {
  char text[2000];
  snprintf(text, sizeof text, pile, solver, cone, jacobian, iterations);
  ig_Case c = ig_case(text);
  if (c.d) {
    c.d->qvel[0] = .3;
    c.d->qvel[7] = -.4;
    c.d->qpos[14] = .18;
    mj_forward(c.m, c.d);
  }
  return c;
}

// minimum of one convex cost: how it is found does not matter
TEST(newton_and_conjugate_gradients_agree) {
  static const char* cones[] = {"pyramidal", "elliptic"};
  for (int k = 0; k < 2; k++) {
    ig_Case newton = pile_case("Newton", cones[k], "dense", 100), cg = pile_case("CG", cones[k], "dense", 2000);
    if (!newton.d || !cg.d) return;
    CHECK(newton.d->nefc > 10);
    for (int i = 0; i < newton.m->nv; i++) CHECK_NEAR(cg.d->qacc[i], newton.d->qacc[i], 1e-5);
    ig_case_free(&newton);
    ig_case_free(&cg);
  }
}

TEST(the_dual_solver_finds_the_same_acceleration) {
  ig_Case newton = pile_case("Newton", "pyramidal", "dense", 100), pgs = pile_case("PGS", "pyramidal", "dense", 20000);
  if (!newton.d || !pgs.d) return;
  // stops when an iteration improves by less than the tolerance, which for this method is early
  for (int i = 0; i < newton.m->nv; i++) CHECK_NEAR(pgs.d->qacc[i], newton.d->qacc[i], 1e-3);
  ig_case_free(&newton);
  ig_case_free(&pgs);
}

// whatever the storage of J: every bit of the result
static void expect_same(const mjModel* m, const mjData* a, const mjData* b) {
  CHECK_INT(a->nefc, b->nefc);
  CHECK_INT(memcmp(a->qacc, b->qacc, sizeof(mjtNum) * (size_t)m->nv), 0);
  CHECK_INT(memcmp(a->qpos, b->qpos, sizeof(mjtNum) * (size_t)m->nq), 0);
  CHECK_INT(memcmp(a->qfrc_constraint, b->qfrc_constraint, sizeof(mjtNum) * (size_t)m->nv), 0);
  CHECK_INT(memcmp(a->efc_force, b->efc_force, sizeof(mjtNum) * (size_t)a->nefc), 0);
  CHECK_INT(memcmp(a->efc_state, b->efc_state, sizeof(int) * (size_t)a->nefc), 0);
  CHECK_INT(memcmp(a->solver_niter, b->solver_niter, sizeof a->solver_niter), 0);
}

// figures of MuJoCo 3.5.0, where noise in them is small
TEST(a_hessian_that_has_lost_rank_gives_a_finite_acceleration) {
  static const struct {
    const char* text;
    double qacc[3];
  } models[] = {
      {"<mujoco><worldbody>" IG_LIGHT_SHELL "</worldbody></mujoco>", {1.01411780e+06, -1.14088253e+06, 1.52117574e+06}},
      {"<mujoco><worldbody>" IG_ROUGH_BALL "</worldbody></mujoco>", {1.54880670e+01, -1.54880669e+03, -1.04232542e+03}},
  };
  for (int k = 0; k < 2; k++) {
    ig_Case c = ig_case(models[k].text);
    if (!c.d) return;
    mj_forward(c.m, c.d);
    for (int i = 0; i < c.m->nv; i++) CHECK(isfinite(c.d->qacc[i]));
    for (int i = 0; i < 3; i++) CHECK_NEAR(c.d->qacc[i], models[k].qacc[i], 1e-7 * fabs(models[k].qacc[i]));
    CHECK(c.d->solver_niter[0] < 20);
    ig_case_free(&c);
  }
}

// the same in panels, with and without threads: many such bodies as one problem
TEST(a_large_hessian_that_has_lost_rank_gives_finite_accelerations) {
  enum { MOST = 200 };
  ig_Case c = ig_case(
      "<mujoco><option><flag island='disable'/></option><worldbody><replicate count='12' offset='3000 0 0'>" IG_LIGHT_SHELL
      "</replicate></worldbody></mujoco>");
  if (!c.d) return;
  static mjtNum first[MOST];
  CHECK(c.m->nv > 64 && c.m->nv <= MOST);
  for (int run = 0; run < 4; run++) {
    mjThreadPool* pool = run ? mju_threadPoolCreate((size_t)run) : NULL;
    c.m->opt.jacobian = run % 2 ? mjJAC_SPARSE : mjJAC_DENSE;
    mj_resetData(c.m, c.d);
    if (pool) mju_bindThreadPool(c.d, pool);
    for (int i = 0; i < c.m->nv; i++) c.d->qvel[i] = .1 * (i % 5);
    mj_forward(c.m, c.d);
    for (int i = 0; i < c.m->nv; i++) CHECK(isfinite(c.d->qacc[i]));
    if (!run) memcpy(first, c.d->qacc, sizeof(mjtNum) * (size_t)c.m->nv);
    CHECK_INT(memcmp(first, c.d->qacc, sizeof(mjtNum) * (size_t)c.m->nv), 0);
    if (pool) mju_threadPoolDestroy(pool);
    c.d->threadpool = 0;
  }
  ig_case_free(&c);
}

TEST(dense_and_sparse_give_one_result) {
  for (int k = 0; k < 48; k++) {
    ig_Case c[2];
    for (int sparse = 0; sparse < 2; sparse++) {
      c[sparse] = ig_case(ig_heap_text(k & 1 ? 4 : 14, k & 2 ? "elliptic" : "pyramidal", k & 4));
      if (!c[sparse].d) return;
      c[sparse].m->opt.solver = k / 8 % 3;
      c[sparse].m->opt.noslip_iterations = k >= 24 ? 3 : 0;
      c[sparse].m->opt.jacobian = sparse ? mjJAC_SPARSE : mjJAC_DENSE;
      c[sparse].d->qvel[0] = .3;
      for (int step = 0; step < 12; step++) mj_step(c[sparse].m, c[sparse].d);
      mj_forward(c[sparse].m, c[sparse].d);
    }
    CHECK(c[0].d->nefc > 10);
    expect_same(c[0].m, c[0].d, c[1].d);
    for (int i = 0; i < 2; i++) ig_case_free(&c[i]);
  }
}

// Newton's problem of a heap, small or large, with its Hessian at the start
typedef struct {
  ig_Case c;
  ig_MjProblem source;
  ig_Problem p;
  ig_Hessian h;
} Newton;

static bool newton_case(Newton* n, int boxes) {
  n->c = ig_case(ig_heap_text(boxes, "pyramidal", false));
  if (!n->c.d) return false;
  mjData* d = n->c.d;
  mj_forward(n->c.m, d);
  mj_markStack(d);
  n->source = ig_mj_problem_whole(n->c.m, d);
  ig_layout_problem(&n->p, &n->source, true, d);
  ig_Room room = {0};
  n->h = (ig_Hessian){0};
  ig_hessian_lay(&n->h, &n->p, false, &room);
  room = (ig_Room){.block = mj_stackAllocByte(d, room.used, 64)};
  ig_hessian_lay(&n->h, &n->p, false, &room);
  if (n->p.sparse_problem) ig_sparse_begin(n->p.sparse_problem);
  for (int row = 0; row < d->nefc; row++)
    n->p.rows.state[n->p.results[0].place[row]] = d->efc_state[row] == mjCNSTRSTATE_QUADRATIC;
  ig_hessian_start(&n->h);
  return true;
}

static void free_newton(Newton* n) {
  mj_freeStack(n->c.d);
  ig_case_free(&n->c);
}

// H x, from its definition
static void mul_hessian(const ig_Problem* p, mjtNum* res, const mjtNum* x, mjData* d) {
  mj_markStack(d);
  mjtNum *Jx = mj_stackAllocNum(d, (size_t)p->rows.n), *part = mj_stackAllocNum(d, (size_t)p->np);
  memset(Jx, 0, sizeof(mjtNum) * (size_t)p->rows.n);
  ig_problem_mul_J(p, Jx, x);
  for (int row = 0; row < p->rows.n; row++) Jx[row] *= p->rows.state[row] == IG_QUADRATIC ? p->rows.D[row] : 0;
  ig_problem_mul_JT(p, part, Jx);
  ig_problem_mul_M(p, res, x);
  for (int i = 0; i < p->np; i++) res[i] += part[i];
  mj_freeStack(d);
}

// what was added and taken away leaves its rounding: without any row the solution has the bits of the inertia alone
TEST(a_hessian_that_starts_anew_forgets_rows_that_came_and_went) {
  Newton n;
  if (!newton_case(&n, 4)) return;
  mjData* d = n.c.d;
  const int* place = n.p.results[0].place;
  int np = n.p.np, few = 0;
  uint32_t chunk = 0;
  mjtNum *b = mj_stackAllocNum(d, (size_t)np), *x = mj_stackAllocNum(d, (size_t)np), *y = mj_stackAllocNum(d, (size_t)np);
  unsigned seed = 5;
  for (int i = 0; i < np; i++) b[i] = i < n.p.nv ? ig_test_random(&seed) : 0;
  // the dofs that the fewest rows reach
  for (uint32_t bit = 1; bit < 1u << (np / 4); bit <<= 1) {
    int rows = 0;
    for (int row = 0; row < d->nefc; row++) rows += (n.p.J_mask[place[row]] & bit) != 0;
    if (rows && (!few || rows < few)) few = rows, chunk = bit;
  }
  CHECK(few > 0 && few < d->nefc / 2);
  // all rows, then without those, then none: more go than are left
  for (int row = 0; row < d->nefc; row++) n.p.rows.state[place[row]] = 1;
  ig_hessian_update(&n.h);
  for (int row = 0; row < d->nefc; row++) n.p.rows.state[place[row]] = !(n.p.J_mask[place[row]] & chunk);
  ig_hessian_update(&n.h);
  memset(n.p.rows.state, 0, sizeof(mjtNum) * (size_t)n.p.rows.n);
  ig_hessian_update(&n.h);
  ig_hessian_solve(&n.h, x, b);
  ig_hessian_start(&n.h);
  ig_hessian_solve(&n.h, y, b);
  CHECK(!memcmp(x, y, sizeof(mjtNum) * (size_t)np));
  free_newton(&n);
}

// after every change of states, small and large: H of the solution is the right side
TEST(the_hessian_is_solved_while_states_change) {
  for (int large = 0; large < 2; large++) {
    Newton n;
    if (!newton_case(&n, large ? 14 : 4)) return;
    CHECK_INT(n.p.sparse_problem != NULL, large);
    mjData* d = n.c.d;
    int np = n.p.np;
    mjtNum *b = mj_stackAllocNum(d, (size_t)np), *x = mj_stackAllocNum(d, (size_t)np), *y = mj_stackAllocNum(d, (size_t)np);
    unsigned seed = 3;
    for (int i = 0; i < np; i++) b[i] = i < n.p.nv ? ig_test_random(&seed) : 0;
    for (int round = 0; round < 9; round++) {
      ig_hessian_solve(&n.h, x, b);
      mul_hessian(&n.p, y, x, d);
      for (int i = 0; i < n.p.nv; i++) CHECK_NEAR(y[i], b[i], 1e-6);
      // one row, then all of them
      for (int row = 0; row < d->nefc; row++) {
        if (round < 6 ? row != (5 * round + 2) % d->nefc : row % 3 == 0) continue;
        mjtNum* state = n.p.rows.state + n.p.results[0].place[row];
        *state = 1 - *state;
      }
      // and none: the inertia alone is left
      if (round == 6) memset(n.p.rows.state, 0, sizeof(mjtNum) * (size_t)n.p.rows.n);
      ig_hessian_update(&n.h);
    }
    free_newton(&n);
  }
}

// boxes in a ring with chords, as a graph; adj has room for all pairs
static ig_Graph ring(int n, int* size, int* start, int* adj) {
  int count = 0;
  for (int a = 0; a < n; a++) {
    size[a] = 1 + a % 6;
    start[a] = count;
    for (int b = 0; b < n; b++) {
      int gap = (a - b + n) % n;
      if (gap == 1 || gap == n - 1 || gap == 7 || gap == n - 7) adj[count++] = b;
    }
  }
  start[n] = count;
  return (ig_Graph){n, size, start, adj, NULL};
}

// a diagonally dominant matrix in the panels
static void fill_columns(const ig_Panels* p, const ig_Graph* g, int owner) {
  unsigned seed = 21;
  for (int a = 0; a < g->n; a++) {
    for (int k = g->start[a]; k <= g->start[a + 1]; k++) {
      int b = k < g->start[a + 1] ? g->adj[k] : a;
      if (b > a) continue;
      ig_Entry e = ig_panels_entry(p, a, b);
      for (int i = 0; i < g->size[e.swapped ? b : a]; i++) {
        for (int j = 0; j < g->size[e.swapped ? a : b]; j++) {
          mjtNum value = a == b ? (i == j ? 40 : .1) : ig_test_random(&seed);
          if (ig_entry_is_of(&e, owner)) p->H[e.at + (size_t)i * (size_t)e.line + (size_t)j] = value;
        }
      }
    }
  }
}

static void fill_panels(const ig_Panels* p, const ig_Graph* g) { fill_columns(p, g, IG_ALL_OWNERS); }

// a factor, a change of one entry, and the factor of what that changes
static void factor_in_part(ig_Panels* p, const ig_Graph* g, int block) {
  int dirty = 0;
  ig_panels_touch_all(p);
  ig_panels_clear(p, IG_ALL_OWNERS);
  fill_panels(p, g);
  ig_panels_begin(p, NULL, false);
  ig_panels_factor(p, NULL, NULL, NULL);
  p->H[ig_panels_entry(p, block, block).at] += 3;
  ig_panels_touch(p, block);
  ig_panels_begin(p, NULL, false);
  for (int s = 0; s < p->order.nsuper; s++) dirty += p->dirty[s];
  CHECK(dirty > 0 && dirty < p->order.nsuper);
  ig_panels_factor(p, NULL, NULL, NULL);
}

// only what changed is factored again, and that gives the bits of a whole factorisation
TEST(a_factor_in_part_is_the_whole_one) {
  ig_Case c = ig_case("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  enum { N = 60 };
  int size[N], start[N + 1], adj[N * N];
  ig_Graph g = ring(N, size, start, adj);
  for (int block = 0; block < N; block += 7) {
    mj_markStack(c.d);
    ig_Panels p = ig_panels_make(&g, 1, c.d);
    factor_in_part(&p, &g, block);
    mjtNum *x = mj_stackAllocNum(c.d, (size_t)p.order.dof[N]), *y = mj_stackAllocNum(c.d, (size_t)p.order.dof[N]);
    for (int i = 0; i < p.order.dof[N]; i++) x[i] = y[i] = i % 5 - 2;
    ig_panels_solve(&p, NULL, x);
    for (int s = 0; s < p.order.nsuper; s++) p.dirty[s] = true;
    ig_panels_begin(&p, NULL, true);
    ig_panels_factor(&p, NULL, NULL, NULL);
    ig_panels_solve(&p, NULL, y);
    CHECK_INT(memcmp(x, y, sizeof(mjtNum) * (size_t)p.order.dof[N]), 0);
    mj_freeStack(c.d);
  }
  ig_case_free(&c);
}

// a random graph: the order is a permutation, and the structure has every entry that elimination makes
TEST(the_order_covers_the_fill) {
  ig_Case c = ig_case("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  enum { N = 40 };
  unsigned seed = 9;
  for (int round = 0; round < 20; round++) {
    static bool meets[N][N];
    int size[N], start[N + 1], adj[N * N], count = 0;
    memset(meets, 0, sizeof meets);
    for (int e = 0; e < 20 + 6 * round; e++) {
      int a = (int)(fabs(ig_test_random(&seed)) * 7919) % N, b = (int)(fabs(ig_test_random(&seed)) * 7919) % N;
      if (a != b) meets[a][b] = meets[b][a] = true;
    }
    for (int a = 0; a < N; a++) {
      size[a] = 1 + a % 6;
      start[a] = count;
      for (int b = 0; b < N; b++) {
        if (meets[a][b]) adj[count++] = b;
      }
    }
    start[N] = count;
    mj_markStack(c.d);
    ig_Order o = ig_order_blocks(&(ig_Graph){N, size, start, adj, NULL}, c.d);
    int seen[N] = {0};
    for (int k = 0; k < N; k++) {
      seen[o.block[k]]++;
      CHECK_INT(o.position[o.block[k]], k);
    }
    for (int a = 0; a < N; a++) CHECK_INT(seen[a], 1);
    for (int k = 0; k < N; k++) {
      int a = o.block[k], s = o.super[k];
      for (int i = k + 1; i < N; i++) {
        int b = o.block[i];
        if (!meets[a][b]) continue;
        // it is in the supernode, or one of its rows
        bool found = o.super[i] == s;
        for (int r = o.row_start[s]; r < o.row_start[s + 1]; r++) found |= o.row[r] == i;
        CHECK(found);
        for (int j = k + 1; j < N; j++) {
          if (j != i && meets[a][o.block[j]]) meets[b][o.block[j]] = true;
        }
      }
    }
    mj_freeStack(c.d);
  }
  ig_case_free(&c);
}

// a ring of boxes, opened anywhere, is a row of boxes that all meet the last one: two more than each need not be in a panel
TEST(long_rings_are_no_dense_panels) {
  ig_Case c = ig_case("<mujoco><size memory='100M'/><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  enum { N = 80 };
  int size[N], start[N + 1], adj[2 * N];
  for (int a = 0; a < N; a++) {
    size[a] = 6;
    start[a] = 2 * a;
    adj[2 * a] = (a + 1) % N;
    adj[2 * a + 1] = (a + N - 1) % N;
  }
  start[N] = 2 * N;
  mj_markStack(c.d);
  ig_Panels p = ig_panels_make(&(ig_Graph){N, size, start, adj, NULL}, 1, c.d);
  for (int s = 0; s < p.order.nsuper; s++) CHECK(p.width[s] <= 48);
  CHECK(ig_panels_entries(&p) < N * 6 * 5 * 6);
  mj_freeStack(c.d);
  ig_case_free(&c);
}

// boxes in a row, each tied to the next: an order without fill exists, and minimum degree finds one
TEST(a_chain_of_blocks_has_no_fill) {
  ig_Case c = ig_case("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  enum { N = 200 };
  int size[N], start[N + 1], adj[2 * N], count = 0;
  for (int a = 0; a < N; a++) {
    size[a] = 6;
    start[a] = count;
    // neighbours in the chain have numbers far apart
    int here = a * 77 % N;
    for (int b = 0; b < N; b++) {
      int there = b * 77 % N;
      if (there == here + 1 || there == here - 1) adj[count++] = b;
    }
  }
  start[N] = count;
  mj_markStack(c.d);
  ig_Panels p = ig_panels_make(&(ig_Graph){N, size, start, adj, NULL}, 1, c.d);
  ig_panels_touch_all(&p);
  ig_panels_clear(&p, IG_ALL_OWNERS);
  // blocks of 21 entries and N - 1 of 36 between them; supernodes may join blocks that leave few zeros
  CHECK(ig_panels_entries(&p) <= 2 * (size_t)(21 * N + 36 * (N - 1)));
  mj_freeStack(c.d);
  ig_case_free(&c);
}

// total cost along a line: a parabola of the smooth part and the rows
static mjtNum cost_along(const ig_LineSearch* line, mjtNum* at, mjtNum alpha) {
  mjtNum cost;
  for (int i = 0; i < line->rows->n; i++) at[i] = line->x[i] + alpha * line->v[i];
  ig_row_cost(line->rows, at, false, &cost);
  return line->gauss[0] + alpha * (line->gauss[1] + alpha * line->gauss[2]) + cost;
}

TEST(the_line_search_ends_at_a_minimum) {
  static const char* cones[] = {"pyramidal", "elliptic"};
  for (int k = 0; k < 8; k++) {
    ig_Case c = pile_case("Newton", cones[k % 2], "dense", 100);
    if (!c.d) return;
    mjData* d = c.d;
    mj_markStack(d);
    ig_MjProblem source = ig_mj_problem_whole(c.m, d);
    ig_Rows rows;
    ig_Places places = ig_layout_rows(&source, &rows, d);
    size_t n = (size_t)rows.n;
    mjtNum *x = mj_stackAllocNum(d, n), *v = mj_stackAllocNum(d, n), *at = mj_stackAllocNum(d, n);
    memset(x, 0, sizeof(mjtNum) * n);
    memset(v, 0, sizeof(mjtNum) * n);
    unsigned seed = 11 + (unsigned)k;
    for (int i = 0; i < d->nefc; i++) {
      x[places.place[i]] = ig_test_random(&seed);
      v[places.place[i]] = ig_test_random(&seed);
    }
    ig_LineSearch line = {.rows = &rows, .x = x, .v = v, .gauss = {1, -40, 3}, .tolerance = 1e-10, .scale = 1, .searching = 1};
    for (int q = 0; q < 3; q++) line.quad[q] = mj_stackAllocNum(d, n);
    line.cone = mj_stackAllocNum(d, (size_t)IG_NCONE * (size_t)(rows.ncone + 1));
    mjtNum start = cost_along(&line, at, 0);
    ig_line_prepare(&line);
    ig_line_minimum(&line, 100);
    mjtNum alpha = line.alpha, least = cost_along(&line, at, alpha);
    CHECK(alpha != 0);
    CHECK(least < start);
    CHECK(least <= cost_along(&line, at, alpha * (1 + 1e-4)) + 1e-9 * fabs(start));
    CHECK(least <= cost_along(&line, at, alpha * (1 - 1e-4)) + 1e-9 * fabs(start));
    CHECK(line.evaluations[0] > 0 && line.evaluations[0] <= 110);
    mj_freeStack(d);
    ig_case_free(&c);
  }
}

// forces follow from the acceleration: M qacc = smooth + J' force
TEST(forces_and_acceleration_fit_together) {
  static const char* solvers[] = {"PGS", "CG", "Newton"};
  for (int k = 0; k < 3; k++) {
    ig_Case c = pile_case(solvers[k], "elliptic", "dense", 100);
    if (!c.d) return;
    mjtNum *left = mju_malloc(sizeof(mjtNum) * (size_t)c.m->nv), *right = mju_malloc(sizeof(mjtNum) * (size_t)c.m->nv);
    mj_mulM(c.m, c.d, left, c.d->qacc);
    mj_mulJacTVec(c.m, c.d, right, c.d->efc_force);
    for (int i = 0; i < c.m->nv; i++) CHECK_NEAR(right[i] + c.d->qfrc_smooth[i], left[i], k ? 1e-4 : 1e-9);
    mju_free(left);
    mju_free(right);
    ig_case_free(&c);
  }
}

// islands keep their own states, and without a warm start nothing else would write these
TEST(states_are_defined_without_a_warm_start) {
  ig_Case c = ig_case(
      "<mujoco><option><flag warmstart='disable'/></option><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .09'>"
      "<freejoint/><geom size='.1'/></body><body pos='1 0 .09'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;

  // traces in all but the first bytes of the arena, left by a stack that reached down to it
  size_t used = (size_t)c.d->narena - 512;
  mj_markStack(c.d);
  memset(mj_stackAllocByte(c.d, used, 8), 0x55, used);
  mj_freeStack(c.d);
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->nisland, 2);
  for (int row = 0; row < c.d->nefc; row++) CHECK_INT(c.d->efc_state[row], mjCNSTRSTATE_SATISFIED);
  ig_case_free(&c);
}

// towers apart from each other: each an island, enough of them to be worth threads
static char* towers_text(void) {
  static char text[40000];
  int n = snprintf(text, sizeof text, "<mujoco><worldbody><geom type='plane' size='9 9 .1'/>");
  for (int i = 0; i < 60; i++) {
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "<body pos='%d %d %g' euler='%d 2 0'><freejoint/><geom type='box' size='.1 .09 .08'/></body>", i % 5, 0,
                  .085 + .16 * (i / 5), i % 4);
  }
  snprintf(text + n, sizeof text - (size_t)n, "</worldbody></mujoco>");
  return text;
}

// boxes that lean on each other: one island, whose factor is worth threads
static char* block_text(int boxes, const char* memory) {
  static char text[40000];
  int n = snprintf(text, sizeof text, "<mujoco><size memory='%s'/><worldbody><geom type='plane' size='9 9 .1'/>", memory);
  for (int i = 0; i < 180; i++) {
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "<body pos='%g %g %g' euler='%d 2 0'><freejoint/><geom type='box' size='.1 .09 .08'/></body>", .2 * (i % 6),
                  .179 * (i / 6 % 6), .085 + .16 * (i / 36), i % 4);
  }
  // and pairs apart from them, each an island
  for (int i = 180; i < boxes; i++) {
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "<body pos='%g -2 %g' euler='%d 2 0'><freejoint/><geom type='box' size='.1 .09 .08'/></body>",
                  .3 * (i / 2 - 90), .085 + .16 * (i % 2), i % 4);
  }
  snprintf(text + n, sizeof text - (size_t)n, "</worldbody></mujoco>");
  return text;
}

// roomy: memory is enough to have problems beside each other, and that shows
static void expect_no_change_by_threads(const char* text, int steps, int islands, bool roomy) {
  ig_Case alone = ig_case(text);
  if (!alone.d) return;
  for (int step = 0; step < steps; step++) mj_step(alone.m, alone.d);
  CHECK_INT(alone.d->nisland, islands);
  for (int threads = 1; threads <= 3; threads++) {
    ig_Case c = ig_case(text);
    if (!c.d) return;
    mjThreadPool* pool = mju_threadPoolCreate((size_t)threads);
    mju_bindThreadPool(c.d, pool);
    for (int step = 0; step < steps; step++) mj_step(c.m, c.d);
    expect_same(c.m, alone.d, c.d);
    CHECK_INT(memcmp(alone.d->solver_niter, c.d->solver_niter, sizeof c.d->solver_niter), 0);
    CHECK_INT(memcmp(alone.d->solver, c.d->solver, sizeof c.d->solver), 0);
    if (roomy) CHECK(c.d->maxuse_stack > alone.d->maxuse_stack);
    ig_case_free(&c);
    mju_threadPoolDestroy(pool);
  }
  ig_case_free(&alone);
}

TEST(threads_change_no_bit) {
  expect_no_change_by_threads(towers_text(), 15, 5, true);
  expect_no_change_by_threads(block_text(180, "200M"), 3, 1, true);
}

TEST(islands_beside_a_large_one_change_no_bit) {
  expect_no_change_by_threads(block_text(240, "200M"), 3, 31, true);
  expect_no_change_by_threads(block_text(240, "30M"), 3, 31, false);
}

// a grid of blocks of 5 to 7 dofs
enum { SIDE = 14, CELLS = SIDE * SIDE };
static ig_Graph grid(void) {
  static int size[CELLS], start[CELLS + 1], adj[4 * CELLS];
  int count = 0;
  for (int a = 0; a < CELLS; a++) {
    const int step[4] = {a % SIDE ? -1 : 0, a % SIDE < SIDE - 1 ? 1 : 0, a >= SIDE ? -SIDE : 0, a < CELLS - SIDE ? SIDE : 0};
    size[a] = 5 + a % 3;
    start[a] = count;
    for (int k = 0; k < 4; k++) {
      if (step[k]) adj[count++] = a + step[k];
    }
  }
  start[CELLS] = count;
  return (ig_Graph){CELLS, size, start, adj, NULL};
}

// H x of what fill_panels wrote
static void multiply(const ig_Panels* p, const ig_Graph* g, const mjtNum* x, mjtNum* result) {
  const ig_Order* o = &p->order;
  for (int i = 0; i < o->dof[g->n]; i++) result[i] = 0;
  for (int a = 0; a < g->n; a++) {
    for (int k = g->start[a]; k <= g->start[a + 1]; k++) {
      int b = k < g->start[a + 1] ? g->adj[k] : a;
      if (b > a) continue;
      ig_Entry e = ig_panels_entry(p, a, b);
      int column = p->caller_dof[o->position[e.swapped ? b : a]], row = p->caller_dof[o->position[e.swapped ? a : b]];
      for (int i = 0; i < g->size[e.swapped ? b : a]; i++) {
        // of a block with itself only what is at and below the diagonal counts
        for (int j = a == b ? i : 0; j < g->size[e.swapped ? a : b]; j++) {
          mjtNum entry = p->H[e.at + (size_t)i * (size_t)e.line + (size_t)j];
          result[row + j] += entry * x[column + i];
          if (row + j != column + i) result[column + i] += entry * x[row + j];
        }
      }
    }
  }
}

// subtrees give their sums to what is above them: the solution solves, and a factor in part has the bits of the whole
TEST(a_factor_with_subtrees_solves) {
  ig_Case c = ig_case("<mujoco><size memory='100M'/><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  ig_Graph g = grid();
  static mjtNum x[7 * CELLS], y[7 * CELLS];
  for (int block = 0; block < CELLS; block += 39) {
    mj_markStack(c.d);
    ig_Panels p = ig_panels_make(&g, 1, c.d);
    int nv = p.order.dof[CELLS], wrong = 0;
    CHECK(p.trees.n > 1);
    factor_in_part(&p, &g, block);
    for (int i = 0; i < nv; i++) x[i] = i % 7 - 2.5;
    ig_panels_solve(&p, NULL, x);
    multiply(&p, &g, x, y);
    for (int i = 0; i < nv; i++) wrong += fabs(y[i] - (i % 7 - 2.5)) > 1e-12;
    CHECK_INT(wrong, 0);
    for (int s = 0; s < p.order.nsuper; s++) p.dirty[s] = true;
    ig_panels_begin(&p, NULL, true);
    ig_panels_factor(&p, NULL, NULL, NULL);
    for (int i = 0; i < nv; i++) y[i] = i % 7 - 2.5;
    ig_panels_solve(&p, NULL, y);
    CHECK_INT(memcmp(x, y, sizeof(mjtNum) * (size_t)nv), 0);
    mj_freeStack(c.d);
  }
  ig_case_free(&c);
}

// a star: leaves that meet all of a large clique would have sums much larger than themselves, and have none
TEST(a_leaf_with_many_rows_has_no_sum) {
  ig_Case c = ig_case("<mujoco><size memory='100M'/><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  enum { CORE = 40, LEAVES = 60, N = CORE + LEAVES };
  static int size[N], start[N + 1], adj[N * N];
  int count = 0;
  for (int a = 0; a < N; a++) {
    size[a] = 6;
    start[a] = count;
    for (int b = 0; b < N; b++) {
      if (b != a && (a < CORE || b < CORE)) adj[count++] = b;
    }
  }
  start[N] = count;
  mj_markStack(c.d);
  ig_Panels p = ig_panels_make(&(ig_Graph){N, size, start, adj, NULL}, 2, c.d);
  for (int s = 0; s < p.order.nsuper; s++) CHECK_INT(p.root[s], -1);
  mj_freeStack(c.d);
  ig_case_free(&c);
}

typedef struct {
  const ig_Panels* p;
  const ig_Graph* g;
} Filling;

static void write_columns(void* context, int owner) {
  const Filling* f = context;
  ig_panels_clear(f->p, owner);
  fill_columns(f->p, f->g, owner);
}

// The last supernodes of a grid are wide enough to be shared. Columns are written before, and then copied or not, or by those who
// factor.
TEST(a_team_factors_to_the_same_bits) {
  ig_Case c = ig_case("<mujoco><size memory='100M'/><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  static mjtNum x[2][7 * CELLS], first[7 * CELLS];
  ig_Graph g = grid();
  mj_markStack(c.d);
  mjtNum* W = NULL;
  for (int run = 0; run < 12; run++) {
    int threads = run / 3, kind = run % 3;
    mjThreadPool* pool = threads ? mju_threadPoolCreate((size_t)threads) : NULL;
    ig_Panels p = ig_panels_make(&g, 1 + threads, c.d);
    ig_panels_touch_all(&p);
    Filling filling = {&p, &g};
    ig_PanelWriting writing = {write_columns, &filling};
    ig_Team team = ig_team_for(pool, ig_team_size(pool), 1e4);
    if (kind < 2) ig_panels_write(&p, pool ? &team : NULL, &writing);
    ig_panels_begin(&p, pool ? &team : NULL, kind == 1);
    int nv = p.order.dof[CELLS], wide = 0, different = 0;
    for (int i = 0; i < nv; i++) x[0][i] = x[1][i] = .5 + i % 7;
    // solved for at once, and afterwards
    ig_panels_factor(&p, pool ? &team : NULL, kind == 2 ? &writing : NULL, x[0]);
    ig_panels_solve(&p, pool ? &team : NULL, x[1]);
    if (!run) memcpy(first, x[0], sizeof first);
    CHECK(p.trees.n > 1);
    for (int i = 0; i < 2; i++) CHECK_INT(memcmp(x[i], first, sizeof(mjtNum) * (size_t)nv), 0);
    if (pool) mju_threadPoolDestroy(pool);
    for (int s = 0; s < p.order.nsuper; s++) {
      wide += p.root[s] < 0 && p.work[s] >= IG_SHARED_WORK && p.width[s] > 32;
      CHECK(!p.dirty[s]);
      // what lies above the diagonal is never read
      for (int k = 0; W && k < p.width[s]; k++) {
        size_t at = p.adr[s] + (size_t)k * (size_t)p.line[s] + (size_t)k, n = (size_t)(p.rows[s] - k);
        different += memcmp(W + at, p.W + at, sizeof(mjtNum) * n) != 0;
      }
    }
    CHECK(wide > 0);
    CHECK_INT(different, 0);
    if (!W) W = p.W;
  }
  mj_freeStack(c.d);
  ig_case_free(&c);
}

// each of several threads has columns, and together they have all
TEST(columns_have_owners) {
  ig_Case c = ig_case("<mujoco><size memory='100M'/><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  ig_Graph g = grid();
  for (int members = 1; members <= 4; members++) {
    mj_markStack(c.d);
    ig_Panels p = ig_panels_make(&g, members, c.d);
    int dofs[4] = {0}, total = p.order.dof[CELLS];
    double work[4] = {0};
    for (int k = 0; k < CELLS; k++) {
      CHECK(p.owner[k] >= 0 && p.owner[k] < members);
      dofs[p.owner[k]] += p.order.dof[k + 1] - p.order.dof[k];
    }
    for (int tree = 0; tree < p.trees.n; tree++) work[p.trees.owner[tree]] += p.trees.work[tree];
    for (int i = 1; i < members; i++) CHECK(dofs[i] > 0 && (work[i] > 0 || p.trees.n < members));
    // what one does not clear another does
    for (size_t i = 0; i < p.size; i++) p.H[i] = 1;
    for (int i = 0; i < members; i++) ig_panels_clear(&p, i);
    for (int s = 0; s < p.order.nsuper; s++) {
      for (int i = 0; i < p.width[s] * p.line[s]; i++) CHECK(p.H[p.adr[s] + (size_t)i] == 0);
    }
    CHECK_INT(dofs[0] + dofs[1] + dofs[2] + dofs[3], total);
    mj_freeStack(c.d);
  }
  ig_case_free(&c);
}

// programs may write anything into the options: what is no pyramid is an elliptic cone, from the rows to the solver
TEST(unknown_cones_are_elliptic) {
  ig_Case c = pile_case("Newton", "elliptic", "dense", 100);
  if (!c.d) return;
  int nefc = c.d->nefc;
  c.m->opt.cone = 7;
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->nefc, nefc);
  CHECK_INT(c.d->efc_type[nefc - 1], mjCNSTR_CONTACT_ELLIPTIC);
  for (int step = 0; step < 20; step++) mj_step(c.m, c.d);
  for (int dof = 0; dof < c.m->nv; dof++) CHECK(fabs(c.d->qvel[dof]) < 10);
  ig_case_free(&c);
}

// products with J and its transpose against J itself, and again once there have been many: from then on another way, the same
// bits
TEST(products_of_flexes_and_contacts) {
  ig_Case c = ig_case(
      "<mujoco><option cone='elliptic'/><worldbody><geom type='plane' size='5 5 .1'/><flexcomp name='cloth' type='grid' "
      "count='6 6 1' spacing='.05 .05 .05' pos='0 0 .005' radius='.01' dim='2' mass='.2'><edge equality='true'/><contact "
      "selfcollide='none'/></flexcomp><body pos='0 0 .05'><freejoint/><geom type='box' size='.05 .05 .05'/><body pos='.05 0 0'>"
      "<joint range='5 10' limited='true' frictionloss='1'/><geom size='.02' pos='.1 0 0'/></body></body></worldbody></mujoco>");
  if (!c.d) return;
  mj_forward(c.m, c.d);
  mjData* d = c.d;
  int nv = (int)c.m->nv, nefc = d->nefc;
  mj_markStack(d);
  ig_MjProblem source = ig_mj_problem_whole(c.m, d);
  ig_Rows rows;
  ig_Places places = ig_layout_rows(&source, &rows, d);
  ig_SparseProblem* l = ig_sparse_make(&source, places.place, rows.n, false, d);
  ig_sparse_begin(l);
  mjtNum *dof = IG_SCRATCH(d, (size_t)nv + 4, mjtNum), *row = IG_SCRATCH(d, (size_t)rows.n, mjtNum);
  mjtNum *wanted = IG_SCRATCH(d, (size_t)(nv + nefc), mjtNum), *first = IG_SCRATCH(d, (size_t)nv, mjtNum);
  mjtNum* force = IG_SCRATCH(d, (size_t)nefc, mjtNum);
  unsigned seed = 5;
  for (int i = 0; i < nv + 4; i++) dof[i] = i < nv ? ig_test_random(&seed) : 0;
  CHECK(d->ncon > 8 && d->ne > 20 && d->nf > 0 && nefc > d->ne + d->nf + 4 * d->ncon / 2);
  ig_sparse_mul_J(l, row, dof);
  mj_mulJacVec(c.m, d, wanted, dof);
  for (int i = 0; i < nefc; i++) CHECK_NEAR(row[places.place[i]], wanted[i], 1e-12);
  memset(row, 0, sizeof(mjtNum) * (size_t)rows.n);
  for (int i = 0; i < nefc; i++) row[places.place[i]] = force[i] = i % 5 ? ig_test_random(&seed) : 0;
  mj_mulJacTVec(c.m, d, wanted, force);
  for (int turn = 0; turn < 10; turn++) {
    ig_sparse_mul_JT(l, dof, row);
    for (int i = 0; i < nv; i++) CHECK_NEAR(dof[i], wanted[i], 1e-12);
    if (turn == 0) memcpy(first, dof, sizeof(mjtNum) * (size_t)nv);
    CHECK_INT(memcmp(dof, first, sizeof(mjtNum) * (size_t)nv), 0);
  }
  mj_solveM(c.m, d, wanted, dof, 1);
  ig_sparse_solve_M(l, dof);
  for (int i = 0; i < nv; i++) CHECK_NEAR(dof[i], wanted[i], 1e-9 * (1 + fabs(wanted[i])));
  mj_freeStack(d);
  ig_case_free(&c);
}

// The helper looks for an order that a cloth in flight does not want, and for one that it wants once it lies: the numbers of one
// thread, and nothing is left on the stack.
TEST(orders_that_nobody_wants_leave_nothing) {
  ig_Case c = ig_case(
      "<mujoco><size memory='60M'/><worldbody><geom type='plane' size='5 5 .1'/><flexcomp name='cloth' type='grid' count='22 22 "
      "1' spacing='.05 .05 .05' pos='0 0 .06' radius='.01' dim='2' mass='.2'><edge equality='true'/><contact "
      "selfcollide='none'/></flexcomp></worldbody></mujoco>");
  if (!c.d) return;
  mjThreadPool* pool = mju_threadPoolCreate(1);
  mjData* d = mj_makeData(c.m);
  mju_bindThreadPool(d, pool);
  int flying = 0, lying = 0;
  for (int step = 0; step < 60; step++) {
    mj_step(c.m, c.d);
    mj_step(c.m, d);
    CHECK_INT(memcmp(d->qpos, c.d->qpos, sizeof(mjtNum) * (size_t)c.m->nq), 0);
    CHECK_INT(d->pstack, 0);
    CHECK_INT(d->pbase, 0);
    if (d->solver_nnz[0]) {
      lying++;
    } else {
      flying++;
    }
  }
  CHECK(flying > 0 && lying > 0);
  mj_deleteData(d);
  mju_threadPoolDestroy(pool);
  ig_case_free(&c);
}

// a cloth that flies free starts at its solution: no Hessian is made, and none of the iterations; once it touches, there are
TEST(free_flight_of_a_cloth_needs_no_hessian) {
  ig_Case c = ig_case(
      "<mujoco><worldbody><geom type='plane' size='5 5 .1'/><flexcomp name='cloth' type='grid' count='7 7 1' "
      "spacing='.05 .05 .05' pos='0 0 .1' radius='.01' dim='2' mass='.2'><edge equality='true'/><contact "
      "selfcollide='none'/></flexcomp></worldbody></mujoco>");
  if (!c.d) return;
  CHECK(c.m->nv > 64);
  mj_step(c.m, c.d);
  CHECK(c.d->nefc > 0);
  CHECK_INT(c.d->solver_niter[0], 0);
  CHECK_INT(c.d->solver_nnz[0], 0);
  for (int dof = 0; dof < c.m->nv; dof++) CHECK_NEAR(c.d->qacc[dof], c.d->qacc_smooth[dof], 1e-9);
  for (int step = 0; step < 120 && !c.d->ncon; step++) mj_step(c.m, c.d);
  mj_step(c.m, c.d);
  CHECK(c.d->ncon > 0 && c.d->solver_niter[0] > 0 && c.d->solver_nnz[0] > 0);
  ig_case_free(&c);
}
