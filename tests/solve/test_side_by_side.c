// SPDX-License-Identifier: Apache-2.0
// Problems side by side in lanes: every bit of what width 1 gives.
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "case.h"
#include "heap.h"
#include "model.h"
#include "solve/layout.h"
#include "solve/primal.h"
#include "solve/problem_view.h"
#include "test.h"

typedef ig_Room Bytes(const ig_ProblemView* const* views, int n, const ig_Method* method, ig_Room room);
typedef void Solve(ig_ProblemView* const* views, int n, const ig_Method* method, ig_Room room);
#ifdef IG_BASE_WIDTHS
extern Bytes ig_side_by_side_room_w4_base, ig_side_by_side_room_w8_base;
extern Solve ig_side_by_side_w4_base, ig_side_by_side_w8_base;
#endif
#ifdef IG_X86_LEVELS
extern Bytes ig_side_by_side_room_w4_avx2, ig_side_by_side_room_w8_avx512;
extern Solve ig_side_by_side_w4_avx2, ig_side_by_side_w8_avx512;
#endif

static const struct {
  int width;
  ig_CpuLevel level;
  Bytes* bytes;
  Solve* solve;
} widths[] = {
#ifdef IG_BASE_WIDTHS
    {4, IG_CPU_BASE, ig_side_by_side_room_w4_base, ig_side_by_side_w4_base},
    {8, IG_CPU_BASE, ig_side_by_side_room_w8_base, ig_side_by_side_w8_base},
#endif
#ifdef IG_X86_LEVELS
    {4, IG_CPU_AVX2, ig_side_by_side_room_w4_avx2, ig_side_by_side_w4_avx2},
    {8, IG_CPU_AVX512, ig_side_by_side_room_w8_avx512, ig_side_by_side_w8_avx512},
#endif
};
enum { NWIDTH = sizeof widths / sizeof *widths };
// vectors that are full and one that is not, at every width; fewer of them with a sanitizer, which takes its time
#ifdef ADDRESS_SANITIZER
enum { NPROBLEM = 11 };
#else
enum { NPROBLEM = 21 };
#endif

// a problem, solved at width 1, and once more to be solved in a lane
typedef struct {
  ig_Case alone, beside;
  ig_MjProblem source[2];
} Pair;

static ig_Case prepare(int k, const ig_Method* method) {
  static const char limb[] =
      "<mujoco><worldbody><geom type='plane' size='5 5 .1'/><body pos='0 0 .3'><freejoint/><geom type='capsule' size='.05 .1'/>"
      "<body pos='0 0 .15'><joint axis='1 0 0' frictionloss='.3' range='-5 5' limited='true'/><geom type='capsule' size='.04 .2' "
      "fromto='0 0 0 .3 0 -.45'/></body><body pos='0 0 -.15'><joint axis='0 1 0' range='-3 3' limited='true'/>"
      "<joint axis='1 0 0'/><geom type='sphere' size='.1' condim='6'/></body></body></worldbody></mujoco>";
  // pivots are lost in these, see solve/pivot.h: among others, in whose vectors more is factored anew
  static const char* const light[] = {"<mujoco><worldbody>" IG_LIGHT_SHELL "</worldbody></mujoco>",
                                      "<mujoco><worldbody>" IG_ROUGH_BALL "</worldbody></mujoco>"};
  const bool loses = k % 5 == 4;
  const char* cone = method->elliptic ? "elliptic" : "pyramidal";
  ig_Case c = ig_case(loses ? light[k / 5 % 2] : k % 3 == 2 ? limb : ig_heap_text(2 + k % 5 + 2 * (k % 2), cone, k % 2));
  if (!c.d) return c;
  c.m->opt.cone = method->elliptic ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
  c.m->opt.jacobian = k % 2 ? mjJAC_SPARSE : mjJAC_DENSE;
  unsigned seed = 100 + (unsigned)k;
  for (int i = 0; i < c.m->nv; i++) c.d->qvel[i] = .5 * ig_test_random(&seed);
  if (k % 3 == 2 && !loses) c.d->qpos[2] = .2;
  for (int step = 0; !loses && step < 2 + k; step++) mj_step(c.m, c.d);
  mj_forward(c.m, c.d);
  // from somewhere near the end of the last solve
  for (int i = 0; i < c.m->nv; i++) c.d->qacc[i] += ig_test_random(&seed);
  for (int i = 0; c.d->nisland && i < c.d->nidof; i++) c.d->iacc[i] += ig_test_random(&seed);
  return c;
}

static ig_MjProblem first_problem(ig_Case* c) {
  return c->d->nisland ? ig_mj_problem_island(c->m, c->d, 0) : ig_mj_problem_whole(c->m, c->d);
}

static int solve_alone(Pair* pair, const ig_Method* method) {
  mjData* d = pair->alone.d;
  ig_Problem p;
  mj_markStack(d);
  ig_layout_problem(&p, &pair->source[0], method->newton, d);
  char* scratch = mj_stackAllocByte(d, ig_primal_room(&p, method, (ig_Room){0}).used, 64);
  ig_solve_primal(&p, method, (ig_Room){.block = scratch});
  mj_freeStack(d);
  return p.results[0].iterations;
}

static void expect_same(Pair* pair, int iterations, const ig_ProblemView* view) {
  const ig_MjProblem *a = &pair->source[0], *b = &pair->source[1];
  const mjData *da = pair->alone.d, *db = pair->beside.d;
  CHECK_INT(view->iterations, iterations);
  CHECK_INT(memcmp(a->qacc, b->qacc, sizeof(mjtNum) * (size_t)a->nv), 0);
  CHECK_INT(memcmp(a->qfrc_constraint, b->qfrc_constraint, sizeof(mjtNum) * (size_t)a->nv), 0);
  CHECK_INT(memcmp(a->force, b->force, sizeof(mjtNum) * (size_t)a->nefc), 0);
  CHECK_INT(memcmp(a->state, b->state, sizeof(int) * (size_t)a->nefc), 0);
  CHECK_INT(memcmp(da->solver, db->solver, sizeof da->solver), 0);
  for (int i = 0; i < da->ncon; i++) CHECK_INT(memcmp(da->contact[i].H, db->contact[i].H, sizeof da->contact[i].H), 0);
}

static void run(int w, const ig_Method* method, int stride) {
  Pair pair[NPROBLEM];
  ig_ProblemView views[NPROBLEM], *order[NPROBLEM];
  int iterations[NPROBLEM], total = 0;
  for (int k = 0; k < NPROBLEM; k++) {
    pair[k] = (Pair){prepare(k, method), prepare(k, method), {{0}}};
    if (!pair[k].alone.d || !pair[k].beside.d) return;
    pair[k].source[0] = first_problem(&pair[k].alone);
    pair[k].source[1] = first_problem(&pair[k].beside);
    CHECK(pair[k].source[0].nefc > 0 && ig_is_small(pair[k].source[0].nv, pair[k].source[0].ntree));
    iterations[k] = solve_alone(pair + k, method);
    total += iterations[k];
    views[k] = ig_problem_view(&pair[k].source[1]);
    // neighbours in a vector are of all kinds
    order[k * stride % NPROBLEM] = views + k;
  }
  CHECK(total > (method->iterations > 2 ? NPROBLEM : -1));
  for (int k = 0; k < NPROBLEM; k += widths[w].width) {
    int n = NPROBLEM - k < widths[w].width ? NPROBLEM - k : widths[w].width;
    size_t bytes = widths[w].bytes((const ig_ProblemView* const*)order + k, n, method, (ig_Room){0}).used;
    char* scratch = aligned_alloc(64, (bytes + 63) & ~(size_t)63);
    memset(scratch, 0xff, bytes);
    widths[w].solve(order + k, n, method, (ig_Room){.block = scratch});
    free(scratch);
  }
  for (int k = 0; k < NPROBLEM; k++) {
    expect_same(pair + k, iterations[k], views + k);
    ig_case_free(&pair[k].alone);
    ig_case_free(&pair[k].beside);
  }
}

TEST(problems_side_by_side_have_the_bits_of_each_alone) {
  int ran = 0;
  for (int w = 0; w < NWIDTH; w++) {
    if (widths[w].level > ig_cpu_level()) continue;
    ran++;
    for (int k = 0; k < 4; k++) {
      ig_Method method = {
          .newton = k & 1, .elliptic = k & 2, .iterations = 60, .ls_iterations = 50, .tolerance = 1e-8, .ls_tolerance = .01};
      run(w, &method, w % 2 ? 4 : 1);
      run(w, &method, 5);
    }
  }
  CHECK(ran >= 2);
}

// a problem that stops at once, or after few iterations, changes nothing for the others
TEST(lanes_end_at_their_own_time) {
  for (int iterations = 0; iterations < 4; iterations++) {
    ig_Method method = {
        .newton = true, .elliptic = true, .iterations = iterations, .ls_iterations = 3, .tolerance = 1e-3, .ls_tolerance = .01};
    run(1, &method, 2);
  }
}
