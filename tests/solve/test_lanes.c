// SPDX-License-Identifier: Apache-2.0
// Worlds solved in lanes, with every solver: the bits and the iterations of each world alone.
#include <stdio.h>
#include <string.h>

#include "case.h"
#include "heap.h"
#include "model.h"
#include "step/stage.h"
#include "test.h"
#include "wide.h"

// with a sanitizer the same paths in smaller problems: it costs twenty times the time
#ifdef ADDRESS_SANITIZER
enum { STEPS = 11, BOXES = 2 };
#else
enum { STEPS = 25, BOXES = 5 };
#endif

// worlds that differ: in their velocities, and in whether anything touches
static void start(ig_Case* c, unsigned seed) {
  mj_resetData(c->m, c->d);
  for (int i = 0; i < c->m->nv; i++) c->d->qvel[i] = .4 * ig_test_random(&seed);
  for (int i = 0; i < c->m->njnt && seed % 3 == 0; i++) {
    if (c->m->jnt_type[i] == mjJNT_FREE) c->d->qpos[c->m->jnt_qposadr[i] + 2] += .3 * i;
  }
}

static void compare(const ig_Width* w, ig_Case* c, const char* what) {
  void* lanes = w->make(c->m, false, NULL);
  CHECK(w->serves(c->m, IG_STAGE_SOLVE));
  mjData* alone[8];
  ig_Quantities none = {{0, 0}};
  int rows = 0;
  for (int lane = 0; lane < w->width; lane++) {
    start(c, 11 + 7 * (unsigned)lane);
    ig_test_load(w, c->m, lanes, lane, c->d);
    alone[lane] = mj_copyData(NULL, c->m, c->d);
  }
  for (int step = 0; step < STEPS; step++) {
    w->begin(c->m, lanes, (1u << w->width) - 1, &none);
    unsigned well = w->step(c->m, lanes);
    for (int lane = 0; lane < w->width; lane++) {
      mj_step(c->m, alone[lane]);
      rows += alone[lane]->nefc;
      if (!(well >> lane & 1)) {
        // too little room at first
        CHECK(step < 10);
        ig_test_load(w, c->m, lanes, lane, alone[lane]);
        continue;
      }
      int q = ig_test_difference(w, c->m, lanes, lane, alone[lane]);
      if (q >= 0)
        return ig_test_fail(__FILE__, __LINE__, "%s: %s differs in lane %d, step %d", what, ig_test_quantity(q), lane, step);
      const mjData* world = w->world(lanes, lane);
      if (!alone[lane]->nefc) continue;
      CHECK_INT(memcmp(world->solver_niter, alone[lane]->solver_niter, sizeof world->solver_niter), 0);
    }
  }
  CHECK(rows > 0);
  for (int lane = 0; lane < w->width; lane++) mj_deleteData(alone[lane]);
  w->free(lanes);
}

static const char legs[] =
    "<mujoco><option timestep='.004'/><worldbody><geom type='plane' size='5 5 .1'/><body pos='0 0 .45'><freejoint/>"
    "<geom type='capsule' size='.08 .15' euler='90 0 0'/><body pos='0 .15 0'><joint axis='0 1 0' range='-20 20' limited='true' "
    "frictionloss='.2'/>"
    "<geom type='capsule' size='.04' fromto='0 0 0 0 .05 -.4' condim='6'/></body><body pos='0 -.15 0'><joint axis='0 1 0' "
    "range='-30 9' "
    "limited='true'/><joint axis='1 0 0'/><geom type='capsule' size='.04' fromto='0 0 0 .05 0 -.4' "
    "condim='4'/></body></body></worldbody></mujoco>";

static void compare_solvers(const char* (*text)(int), const char* name) {
  for (int k = 0; k < 36; k++) {
    int solver = k % 3, cone = k / 3 % 2, islands = k / 6 % 2, mode = k / 12;
    ig_Case c = ig_case(text(cone));
    if (!c.d) return;
    c.m->opt.solver = solver;
    c.m->opt.cone = cone;
    c.m->opt.jacobian = mjJAC_DENSE;
    c.m->opt.noslip_iterations = mode == 1 ? 3 : 0;
    if (!islands) c.m->opt.disableflags |= mjDSBL_ISLAND;
    if (mode == 2) c.m->opt.disableflags |= mjDSBL_WARMSTART;
    char what[100];
    snprintf(what, sizeof what, "%s, solver %d, cone %d, islands %d, mode %d", name, solver, cone, islands, mode);
    for (int i = 0; ig_test_width(i); i++) compare(ig_test_width(i), &c, what);
    ig_case_free(&c);
  }
}

static const char* heap(int cone) { return ig_heap_text(BOXES, cone ? "elliptic" : "pyramidal", true); }
static const char* walker(int cone) {
  (void)cone;
  return legs;
}

TEST(a_heap_in_lanes_has_the_bits_of_each_world_with_every_solver) { compare_solvers(heap, "heap"); }
TEST(a_walker_in_lanes_has_the_bits_of_each_world_with_every_solver) { compare_solvers(walker, "walker"); }
