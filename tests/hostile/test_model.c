// SPDX-License-Identifier: Apache-2.0
// Models that once loaded and then ended the process, and fragments that are models too.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <ingot/status.h>

#include "case.h"
#include "constrain/contact_rows.h"
#include "model.h"
#include "test.h"

#define MOVING "<body pos='0 0 9'><freejoint/><geom name='free' size='.1'/></body>"
#define STILL                                                      \
  "<geom name='a' size='1'/><geom name='b' size='1' pos='0 0 1'/>" \
  "<body><geom name='c' size='1'/></body><body mocap='true'><geom name='d' size='1'/></body>"
#define PAIR(g1, g2) "<contact><pair geom1='" g1 "' geom2='" g2 "'/></contact>"

// a row of their contact would touch no tree; mujoco==3.5.0 raises an error in the first step
TEST(a_pair_of_geoms_that_cannot_move_is_refused) {
  static const char* const models[] = {
      "<mujoco><worldbody>" STILL MOVING "</worldbody>" PAIR("a", "b") "</mujoco>",
      "<mujoco><worldbody>" STILL MOVING "</worldbody>" PAIR("c", "b") "</mujoco>",
      "<mujoco><worldbody>" STILL MOVING "</worldbody>" PAIR("a", "d") "</mujoco>",
  };
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
    char error[500];
    mjModel* m = ig_test_compile(models[i], error, sizeof error);
    CHECK(m == NULL);
    CHECK(strstr(error, "kinematic tree") != NULL);
    mj_deleteModel(m);
  }
}

TEST(a_pair_with_one_moving_geom_or_without_any_tree_is_not) {
  mj_deleteModel(ig_test_model("<mujoco><worldbody>" STILL MOVING "</worldbody>" PAIR("a", "free") "</mujoco>"));
  mj_deleteModel(ig_test_model("<mujoco><worldbody>" STILL "</worldbody>" PAIR("a", "b") "</mujoco>"));
}

// such a row from elsewhere, a binary model say: one problem instead of islands
TEST(rows_that_touch_no_tree_are_solved) {
  ig_Case c = ig_case("<mujoco><option jacobian='dense'/><worldbody>" STILL MOVING "</worldbody>" PAIR("a", "free") "</mujoco>");
  if (!c.d) return;
  c.m->pair_geom1[0] = 0;
  c.m->pair_geom2[0] = 1;
  for (int i = 0; i < 5; i++) mj_step(c.m, c.d);
  CHECK(c.d->ncon > 0 && c.d->nefc > 0);
  CHECK_INT(c.d->nisland, 0);
  CHECK_INT(c.d->warning[mjWARN_BADQACC].number, 0);
  CHECK_NEAR(c.d->qacc[2], -9.81, 1e-12);
  ig_case_free(&c);
}

TEST(weights_that_vanish_are_small_and_finite) {
  ig_Case c = ig_case(
      "<mujoco><worldbody><flexcomp name='f' type='grid' count='3 3 1' spacing='.1 .1 .1' dim='2' mass='1' radius='.01'/>"
      "</worldbody></mujoco>");
  if (!c.d) return;
  mj_forward(c.m, c.d);
  mjContact con = {.pos = {1e20, 0, 0}, .geom = {-1, -1}, .flex = {0, 0}, .elem = {0, 1}, .vert = {-1, -1}};
  ig_Support s;
  ig_contact_support(c.m, c.d, &con, -1, &s);
  CHECK_INT(s.n, 6);
  for (int i = 0; i < s.n; i++) CHECK(isfinite(s.weight[i]) && fabs(s.weight[i]) <= 1);
  ig_case_free(&c);
}

TEST(an_actuator_without_transmission_is_called_so) {
  char error[500];
  CHECK(ig_test_compile("<mujoco><actuator><motor/></actuator></mujoco>", error, sizeof error) == NULL);
  CHECK(strstr(error, "transmission") != NULL);
}

// files that are made to be included: mujoco==3.5.0 checks what stands at the root as a body, and reads nothing of it
TEST(fragments_load_on_their_own) {
  static const char* const good[] = {
      "<mujoco><body name='x'><geom size='.1'/><joint/></body></mujoco>",
      "<mujoco><body name='b'/><worldbody><body name='b'/></worldbody></mujoco>",
      "<mujoco><frame pos='1 0 0'/><replicate/><body childclass='none'><geom size='-1'/></body></mujoco>",
  };
  static const char* const bad[] = {
      "<mujoco><body><wrong/></body></mujoco>",
      "<mujoco><body wrong='1'/></mujoco>",
      "<mujoco><frame><geom wrong='1'/></frame></mujoco>",
      "<mujoco><replicate count='2'/></mujoco>",
      "<mujoco><geom size='.1'/></mujoco>",
  };
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    mjModel* m = ig_test_model(good[i]);
    if (m) CHECK_INT(m->ngeom, 0);
    mj_deleteModel(m);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char error[500];
    mjModel* m = ig_test_compile(bad[i], error, sizeof error);
    CHECK(m == NULL);
    CHECK(strstr(error, "Schema violation") != NULL);
    mj_deleteModel(m);
  }
}

static void ignore(const char* text) { (void)text; }

static void step_ten_times(void* argument) {
  const ig_Case* c = argument;
  for (int i = 0; i < 10; i++) mj_step(c->m, c->d);
}

static ig_Case tower_of_boxes(int kilobytes) {
  char text[1000], error[500];
  snprintf(text, sizeof text,
           "<mujoco><size memory='%dK'/><worldbody><geom type='plane' size='1 1 1'/><replicate count='9' offset='0 .01 "
           ".15'><body pos='0 0 .09'>"
           "<freejoint/><geom type='box' size='.1 .1 .08'/></body></replicate></worldbody></mujoco>",
           kilobytes);
  ig_Case c = {ig_test_compile(text, error, sizeof error), NULL};
  if (c.m) c.d = mj_makeData(c.m);
  return c;
}

// A model may ask for an arena that holds its rows and not the scratch memory of solving them, where mujoco==3.5.0 raises an
// error in the step. Ours goes on, and where no contact was lost the numbers are those of a large arena.
TEST(an_arena_too_small_for_scratch_memory_changes_nothing) {
  ig_Case ample = tower_of_boxes(10000);
  if (!ample.d) return;
  step_ten_times(&ample);
  int scarce = 0;
  mju_user_warning = ignore;  // of contacts that are lost
  for (int kilobytes = 20; kilobytes < 300; kilobytes += 5) {
    ig_Case c = tower_of_boxes(kilobytes);
    if (!c.d) continue;
    ingotReport report;
    CHECK_INT(ingot_guard(step_ten_times, &c, &report), INGOT_OK);
    CHECK_INT(c.d->pstack, 0);
    if (!c.d->warning[mjWARN_CONTACTFULL].number && !c.d->warning[mjWARN_CNSTRFULL].number) {
      CHECK(!memcmp(c.d->qpos, ample.d->qpos, sizeof(mjtNum) * (size_t)c.m->nq));
      CHECK(!memcmp(c.d->qvel, ample.d->qvel, sizeof(mjtNum) * (size_t)c.m->nv));
      scarce += ample.d->maxuse_arena > c.d->narena;
    }
    ig_case_free(&c);
  }
  mju_user_warning = NULL;
  ig_case_free(&ample);
  CHECK(scarce > 0);
}

// arrays of no entries have pointers that may be NULL: the sanitizer's build looks at what is done with them
TEST(models_without_dofs_go_through_every_stage) {
  static const char* const models[] = {
      "<mujoco/>",
      "<mujoco><worldbody><geom size='1'/><site name='s'/></worldbody><sensor><framepos objtype='site' "
      "objname='s'/></sensor></mujoco>",
      "<mujoco><worldbody><body mocap='true'><geom size='1'/></body><site name='a'/><site name='b' pos='1 0 0'/></worldbody>"
      "<tendon><spatial name='t' armature='1' frictionloss='1'><site site='a'/><site site='b'/></spatial></tendon>"
      "<actuator><general tendon='t' dyntype='integrator'/><general site='a' dyntype='filter' dynprm='1'/></actuator></mujoco>",
  };
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
    for (int integrator = mjINT_EULER; integrator <= mjINT_IMPLICITFAST; integrator++) {
      ig_Case c = ig_case(models[i]);
      if (!c.d) return;
      c.m->opt.integrator = integrator;
      CHECK_INT(c.m->nv, 0);
      for (int k = 0; k < c.m->nu; k++) c.d->ctrl[k] = 1;
      for (int step = 0; step < 3; step++) mj_step(c.m, c.d);
      mj_inverse(c.m, c.d);
      CHECK_NEAR(c.d->time, 3 * c.m->opt.timestep, 1e-15);
      for (int k = 0; k < c.m->na; k++) CHECK(c.d->act[k] > 0);
      if (integrator != mjINT_RK4) {
        mjtNum A[4], B[4] = {0}, C[16], D[16];
        mjd_transitionFD(c.m, c.d, 1e-6, true, A, B, C, D);
        if (c.m->na) CHECK_NEAR(B[0], c.m->opt.timestep, 1e-9);
        mjd_inverseFD(c.m, c.d, 1e-6, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
      }
      mjData* copy = mj_copyData(NULL, c.m, c.d);
      CHECK(copy != NULL);
      mj_deleteData(copy);
      ig_case_free(&c);
    }
  }
}
