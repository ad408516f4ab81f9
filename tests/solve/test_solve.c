// The solvers: pieces against their definitions, and all of them against each other.
#include <stdio.h>
#include <string.h>

#include "case.h"
#include "model.h"
#include "model/stack.h"
#include "solve/cost.h"
#include "solve/hessian.h"
#include "solve/line_search.h"
#include "solve/problem.h"
#include "solve/qcqp.h"
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

TEST(dense_and_sparse_give_one_result) {
  static const char* solvers[] = {"Newton", "CG"};
  for (int k = 0; k < 2; k++) {
    ig_Case dense = pile_case(solvers[k], "elliptic", "dense", 200), sparse = pile_case(solvers[k], "elliptic", "sparse", 200);
    if (!dense.d || !sparse.d) return;
    // sums have another order, and conjugate gradients stop at a tolerance of the cost, not of the acceleration
    for (int i = 0; i < dense.m->nv; i++) CHECK_NEAR(sparse.d->qacc[i], dense.d->qacc[i], k ? 1e-5 : 1e-7);
    ig_case_free(&dense);
    ig_case_free(&sparse);
  }
}

// states that change one after the other: the updated factor solves as a new one does
TEST(an_updated_hessian_is_a_new_one) {
  static const char* kinds[] = {"dense", "sparse"};
  for (int k = 0; k < 2; k++) {
    ig_Case c = pile_case("Newton", "pyramidal", kinds[k], 100);
    if (!c.d) return;
    mjData* d = c.d;
    mj_markStack(d);
    ig_Problem p = ig_problem_whole(c.m, d);
    ig_Hessian updated = ig_hessian_make(&p, d, false), fresh = ig_hessian_make(&p, d, false);
    int* old = IG_SCRATCH(d, (size_t)p.nefc, int);
    mjtNum *b = mj_stackAllocNum(d, (size_t)p.nv), *x = mj_stackAllocNum(d, (size_t)p.nv), *y = mj_stackAllocNum(d, (size_t)p.nv);
    unsigned seed = 3;
    for (int i = 0; i < p.nv; i++) b[i] = ig_test_random(&seed);
    ig_hessian_factor(&updated);
    for (int round = 0; round < 6; round++) {
      memcpy(old, p.state, sizeof(int) * (size_t)p.nefc);
      int row = (5 * round + 2) % p.nefc;
      p.state[row] = p.state[row] == mjCNSTRSTATE_QUADRATIC ? mjCNSTRSTATE_SATISFIED : mjCNSTRSTATE_QUADRATIC;
      ig_hessian_update(&updated, old);
      ig_hessian_factor(&fresh);
      ig_hessian_solve(&updated, x, b);
      ig_hessian_solve(&fresh, y, b);
      for (int i = 0; i < p.nv; i++) CHECK_NEAR(x[i], y[i], 1e-8);
    }
    mj_freeStack(d);
    ig_case_free(&c);
  }
}

// total cost along a line: a parabola of the smooth part and the rows
static mjtNum cost_along(const ig_LineSearch* line, mjtNum* at, mjtNum alpha) {
  const ig_Problem* p = line->problem;
  ig_Rows rows = {p->ne, p->nf, p->nefc, p->D, p->R, p->frictionloss, p->type, p->id, p->contact, p->state, p->force};
  for (int i = 0; i < p->nefc; i++) at[i] = line->x[i] + alpha * line->v[i];
  return line->gauss[0] + alpha * (line->gauss[1] + alpha * line->gauss[2]) + ig_row_cost(&rows, at, false);
}

TEST(the_line_search_ends_at_a_minimum) {
  static const char* cones[] = {"pyramidal", "elliptic"};
  for (int k = 0; k < 8; k++) {
    ig_Case c = pile_case("Newton", cones[k % 2], "dense", 100);
    if (!c.d) return;
    mjData* d = c.d;
    mj_markStack(d);
    ig_Problem p = ig_problem_whole(c.m, d);
    size_t n = (size_t)p.nefc;
    mjtNum *x = mj_stackAllocNum(d, n), *v = mj_stackAllocNum(d, n), *at = mj_stackAllocNum(d, n);
    unsigned seed = 11 + (unsigned)k;
    for (int i = 0; i < p.nefc; i++) {
      x[i] = ig_test_random(&seed);
      v[i] = ig_test_random(&seed);
    }
    ig_LineSearch line = {.problem = &p, .x = x, .v = v, .gauss = {1, -40, 3}, .quad = mj_stackAllocNum(d, 3 * n)};
    // the search looks at states as they are where it starts
    mjtNum start = cost_along(&line, at, 0);
    ig_line_prepare(&line);
    mjtNum alpha = ig_line_minimum(&line, 1e-10, 1, 100), least = cost_along(&line, at, alpha);
    CHECK(alpha != 0);
    CHECK(least < start);
    CHECK(least <= cost_along(&line, at, alpha * (1 + 1e-4)) + 1e-9 * fabs(start));
    CHECK(least <= cost_along(&line, at, alpha * (1 - 1e-4)) + 1e-9 * fabs(start));
    CHECK(line.evaluations > 0 && line.evaluations <= 110);
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
