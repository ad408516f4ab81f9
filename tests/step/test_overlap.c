// SPDX-License-Identifier: Apache-2.0
// Overlapped stages: those that a helper runs while contacts are looked for.
#include <stdio.h>
#include <string.h>

#include "case.h"
#include "catch.h"
#include "step/overlap.h"
#include "test.h"

static bool has(const uint8_t* list, uint8_t quantity) {
  while (*list != IG_Q_END && *list != quantity) list++;
  return *list == quantity;
}

static bool meet(const uint8_t* a, const uint8_t* b) {
  for (; *a != IG_Q_END; a++) {
    if (has(b, *a)) return true;
  }
  return false;
}

// by the table: neither needs what the other writes
TEST(stages_that_overlap_collisions_need_nothing_of_them) {
  const ig_Stage* collision = ig_stages + IG_STAGE_COLLISION;
  int found = 0;
  for (int i = 0; i < IG_NSTAGE; i++) {
    if (!ig_stage_is(i, IG_STAGE_IS_OVERLAP)) continue;
    CHECK(!meet(ig_stages[i].writes, collision->reads));
    CHECK(!meet(ig_stages[i].writes, collision->writes));
    CHECK(!meet(ig_stages[i].reads, collision->writes));
    found++;
  }
  CHECK_INT(found, 4);
}

// every stage between the first of them and collisions is one of them, or has nothing to do in the models that are meant
TEST(no_stage_is_left_out_beside_collisions) {
  ig_Case c = ig_case("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  for (int stage = IG_STAGE_COM; stage < IG_STAGE_COLLISION; stage++) {
    bool overlaps = ig_stage_is(stage, IG_STAGE_IS_OVERLAP), wakes = stage == IG_STAGE_WAKE_TENDON;
    CHECK(overlaps || wakes || (ig_stages[stage].wanted && !ig_stages[stage].wanted(c.m)));
  }
  ig_case_free(&c);
}

// What is prefetched needs nothing of the stages that it overtakes, and these nothing of it: all from collisions on that have
// something to do in models without flexes, tendons and actuators. Sensors read it, but in their own turn.
TEST(prefetched_stages_need_nothing_of_those_that_they_overtake) {
  ig_Case c = ig_case("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  int found = 0;
  for (int i = 0; i < IG_NSTAGE; i++) {
    if (!ig_stage_is(i, IG_STAGE_IS_PREFETCH) && !ig_stage_is(i, IG_STAGE_IS_PREFETCH_FORCE)) continue;
    const ig_Stage* stage = ig_stages + i;
    for (int other = IG_STAGE_COLLISION; other < i; other++) {
      const ig_Stage* overtaken = ig_stages + other;
      if (ig_stage_is(other, IG_STAGE_IS_PREFETCH) || other == IG_STAGE_ACTUATION) continue;
      if (overtaken->wanted && !overtaken->wanted(c.m)) continue;
      CHECK(!meet(stage->reads, overtaken->writes));
      CHECK(!meet(stage->writes, overtaken->writes));
      CHECK(!meet(stage->writes, overtaken->reads));
    }
    found++;
  }
  CHECK_INT(found, 4);
  ig_case_free(&c);
}

// so many that a thread is woken for them
enum { SIDE = 35, BODIES = SIDE * SIDE };

static const char* many(const char* geom, const char* memory) {
  static char text[BODIES * 120 + 1000];
  int n = snprintf(text, sizeof text, "<mujoco><size memory='%s'/><worldbody><geom type='plane' size='9 9 .1'/>", memory);
  for (int i = 0; i < BODIES; i++) {
    n += snprintf(text + n, sizeof text - (size_t)n, "<body pos='%g %g .09'><freejoint/><geom %s/></body>", .3 * (i % SIDE),
                  .3 * (i / SIDE), geom);
  }
  snprintf(text + n, sizeof text - (size_t)n, "</worldbody></mujoco>");
  return text;
}

static const char* many_bodies(const char* memory) { return many("size='.1'", memory); }

TEST(threads_run_the_stages_of_one) {
  ig_Case c = ig_case(many_bodies("60M"));
  if (!c.d) return;
  mjThreadPool* pool = mju_threadPoolCreate(1);
  mjData* d = mj_makeData(c.m);
  mju_bindThreadPool(d, pool);
  for (int step = 0; step < 3; step++) {
    mj_step(c.m, c.d);
    mj_step(c.m, d);
  }
  size_t nv = (size_t)c.m->nv, nbody = (size_t)c.m->nbody;
  CHECK(d->ncon >= BODIES);
  CHECK_INT(memcmp(d->qpos, c.d->qpos, sizeof(mjtNum) * (size_t)c.m->nq), 0);
  CHECK_INT(memcmp(d->cinert, c.d->cinert, sizeof(mjtNum) * 10 * nbody), 0);
  CHECK_INT(memcmp(d->cdof, c.d->cdof, sizeof(mjtNum) * 6 * nv), 0);
  CHECK_INT(memcmp(d->qLDiagInv, c.d->qLDiagInv, sizeof(mjtNum) * nv), 0);
  CHECK_INT(d->timer[mjTIMER_POS_INERTIA].number, c.d->timer[mjTIMER_POS_INERTIA].number);
  CHECK_INT(d->timer[mjTIMER_POS_KINEMATICS].number, c.d->timer[mjTIMER_POS_KINEMATICS].number);
  mj_deleteData(d);
  mju_threadPoolDestroy(pool);
  ig_case_free(&c);
}

static int same(const mjtNum* a, const mjtNum* b, int n) { return !memcmp(a, b, sizeof(mjtNum) * (size_t)n); }

// columns of boxes that lean on each other, and some apart from them: what a step prefetches, and overlaps with islands, is
// what one thread computes
static const char* leaning_boxes(const char* option, const char* more) {
  static char text[20000];
  int n = snprintf(text, sizeof text, "<mujoco>%s<worldbody><geom type='plane' size='9 9 .1'/>", option);
  for (int i = 0; i < 120; i++) {
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "<body pos='%g %g %g' euler='%d 2 0'><freejoint %s/><geom type='box' size='.1 .09 .08'/></body>",
                  .2 * (i % 5) + i / 100, .179 * (i / 5 % 4), .085 + .16 * (i / 20), i % 4, i ? "" : "name='free'");
  }
  snprintf(text + n, sizeof text - (size_t)n, "</worldbody>%s</mujoco>", more);
  return text;
}

static void expect_the_step_of_one(const char* option, const char* more) {
  char options[500];
  snprintf(options, sizeof options, "<size memory='100M'/>%s", option);
  ig_Case c = ig_case(leaning_boxes(options, more));
  if (!c.d) return;
  mjThreadPool* pool = mju_threadPoolCreate(1);
  mjData* d = mj_makeData(c.m);
  mju_bindThreadPool(d, pool);
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < c.m->nu; i++) d->ctrl[i] = c.d->ctrl[i] = step;
    mj_step(c.m, c.d);
    mj_step(c.m, d);
    int nv = (int)c.m->nv, nefc = c.d->nefc;
    CHECK(nefc > 300 && d->nefc == nefc && d->nisland == c.d->nisland && c.d->nisland > 1);
    CHECK(same(d->qpos, c.d->qpos, (int)c.m->nq) && same(d->qvel, c.d->qvel, nv));
    CHECK(same(d->cvel, c.d->cvel, 6 * (int)c.m->nbody) && same(d->qfrc_bias, c.d->qfrc_bias, nv));
    CHECK(same(d->qfrc_passive, c.d->qfrc_passive, nv) && same(d->qfrc_actuator, c.d->qfrc_actuator, nv));
    CHECK(same(d->qacc_smooth, c.d->qacc_smooth, nv) && same(d->qacc, c.d->qacc, nv));
    CHECK(same(d->efc_vel, c.d->efc_vel, nefc) && same(d->efc_aref, c.d->efc_aref, nefc) && same(d->efc_b, c.d->efc_b, nefc));
    CHECK(same(d->efc_force, c.d->efc_force, nefc) && same(d->qfrc_constraint, c.d->qfrc_constraint, nv));
    CHECK_INT(memcmp(d->efc_state, c.d->efc_state, sizeof(int) * (size_t)nefc), 0);
    CHECK_INT(memcmp(d->efc_island, c.d->efc_island, sizeof(int) * (size_t)nefc), 0);
    CHECK_INT(memcmp(d->solver, c.d->solver, sizeof d->solver), 0);
    CHECK_INT(memcmp(d->solver_niter, c.d->solver_niter, sizeof d->solver_niter), 0);
    CHECK(same(d->sensordata, c.d->sensordata, (int)c.m->nsensordata));
    for (int i = 0; i < mjNTIMER; i++) CHECK_INT(d->timer[i].number, c.d->timer[i].number);
    CHECK_INT(d->pstack, 0);
  }
  mj_deleteData(d);
  mju_threadPoolDestroy(pool);
  ig_case_free(&c);
}

TEST(threads_take_the_step_of_one_in_another_order) {
  expect_the_step_of_one("", "");
  expect_the_step_of_one("<option integrator='RK4' cone='elliptic'/>", "");
  expect_the_step_of_one("<option solver='CG'><flag warmstart='disable'/></option>", "");
  expect_the_step_of_one("<option solver='PGS' iterations='3'/>", "");
  expect_the_step_of_one("<option integrator='implicitfast' wind='1 0 0' density='2'><flag energy='enable'/></option>",
                         "<sensor><e_potential/><e_kinetic/><subtreelinvel body='world'/><clock/></sensor>");
}

// an actuator reads what lies between: forces keep their turn
TEST(forces_of_actuators_keep_their_turn) {
  expect_the_step_of_one("<option timestep='.001'/>", "<actuator><general joint='free' gear='0 0 5 0 0 0'/></actuator>");
}

static void push(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nv; i++) d->qfrc_applied[i] = .1 * d->qfrc_bias[i];
}

static void resist(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nv; i++) d->qfrc_passive[i] -= .1 * d->qvel[i] + 1e-3 * d->ncon;
}

// callbacks look at contacts and change forces: nothing is prefetched
TEST(callbacks_keep_their_turn) {
  mjcb_control = push;
  mjcb_passive = resist;
  expect_the_step_of_one("", "");
  mjcb_control = NULL;
  mjcb_passive = NULL;
}

// contacts that find no room: the warning comes through, once both are done
TEST(warnings_of_collisions_wait_for_the_overlapped_stages) {
  ig_Case c = ig_case(many_bodies("400K"));
  if (!c.d) return;
  mjThreadPool* pool = mju_threadPoolCreate(1);
  mju_bindThreadPool(c.d, pool);
  ig_catches = 0;
  CHECK_WARNING(mj_fwdPosition(c.m, c.d), "arena");
  // that of the contacts, and that of their rows
  CHECK_INT(ig_catches, 2);
  CHECK(c.d->warning[mjWARN_CONTACTFULL].number > 0);
  for (int i = 0; i < c.m->nv; i++) CHECK(c.d->qLDiagInv[i] > 0);
  ig_case_free(&c);
  mju_threadPoolDestroy(pool);
}

static void ignore(const char* text) { (void)text; }

static void lift(const mjModel* m, mjData* d, mjtNum by) {
  for (int body = 0; body < BODIES; body++) d->qpos[m->jnt_qposadr[body] + 2] += by;
}

// The helper's part of the stack costs no contact: with little room there are as many as without threads, also where the warning
// has been said before, and a world in between has room enough.
TEST(a_full_arena_has_the_contacts_of_one_thread) {
  int full = 0, roomy = 0;
  mju_user_warning = ignore;
  for (int megabytes = 4; megabytes <= 16; megabytes += 3) {
    char memory[20];
    snprintf(memory, sizeof memory, "%dM", megabytes);
    ig_Case c = ig_case(many("type='box' size='.155 .155 .1'", memory));
    if (!c.d) break;
    mjThreadPool* pool = mju_threadPoolCreate(1);
    mjData* d = mj_makeData(c.m);
    mju_bindThreadPool(d, pool);
    for (int state = 0; state < 3; state++) {
      mjtNum by = state ? state == 1 ? 5 : -5 : 0;
      lift(c.m, c.d, by);
      lift(c.m, d, by);
      mj_forward(c.m, c.d);
      mj_forward(c.m, d);
      CHECK_INT(d->ncon, c.d->ncon);
      CHECK_INT(d->nefc, c.d->nefc);
      CHECK_INT(d->pstack, 0);
      for (int i = 0; i < mjNWARNING; i++) CHECK_INT(d->warning[i].number, c.d->warning[i].number);
    }
    if (c.d->warning[mjWARN_CONTACTFULL].number) {
      full++;
    } else {
      roomy++;
    }
    // the helper had a part of the stack
    CHECK(d->maxuse_stack > c.d->maxuse_stack + (mjtSize)sizeof(mjData));
    mj_deleteData(d);
    mju_threadPoolDestroy(pool);
    ig_case_free(&c);
  }
  mju_user_warning = NULL;
  CHECK(full > 0 && roomy > 0);
}

// an arena that gets full between islands and the solver, by the matrix of noslip: there are no rows then, with and without
// threads
TEST(rows_dropped_before_the_solve_are_gone) {
  mju_user_warning = ignore;
  int dropped = 0, kept = 0;
  for (int kilobytes = 6000; kilobytes <= 48000; kilobytes *= 2) {
    char options[200];
    snprintf(options, sizeof options, "<size memory='%dK'/><option noslip_iterations='3'/>", kilobytes);
    ig_Case c = ig_case(leaning_boxes(options, ""));
    if (!c.d) break;
    mjThreadPool* pool = mju_threadPoolCreate(1);
    mjData* d = mj_makeData(c.m);
    mju_bindThreadPool(d, pool);
    for (int step = 0; step < 2; step++) {
      mj_step(c.m, c.d);
      mj_step(c.m, d);
      CHECK_INT(d->nefc, c.d->nefc);
      CHECK(same(d->qacc, c.d->qacc, (int)c.m->nv) && same(d->qpos, c.d->qpos, (int)c.m->nq));
      CHECK_INT(memcmp(d->solver_niter, c.d->solver_niter, sizeof d->solver_niter), 0);
    }
    if (c.d->ncon && !c.d->nefc) {
      dropped++;
    } else {
      kept++;
    }
    mj_deleteData(d);
    mju_threadPoolDestroy(pool);
    ig_case_free(&c);
  }
  mju_user_warning = NULL;
  CHECK(dropped > 0 && kept > 0);
}
