// SPDX-License-Identifier: Apache-2.0
// Arrays of all worlds by name, runs with their outputs, parameters, functions by name, calls cut short.
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ingot/worlds.h>

#include "base/memory.h"
#include "model.h"
#include "model/field.h"
#include "test.h"

static const char ball[] =
    "<mujoco><worldbody><geom type='plane' size='5 5 1'/><body name='ball' pos='0 0 .3'><joint name='z' type='slide' axis='0 0 "
    "1'/>"
    "<geom size='.1' mass='2'/></body></worldbody><actuator><motor joint='z'/></actuator>"
    "<sensor><framepos objtype='body' objname='ball'/></sensor><keyframe><key qpos='.5'/></keyframe></mujoco>";
static const char arm[] =
    "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -.5'/>"
    "<body pos='0 0 -1'><joint axis='0 1 0'/><geom size='.1' pos='0 0 -.5'/></body></body></worldbody></mujoco>";

static ingotWorlds* make(const mjModel* first, const mjModel* rest, int count, int threads) {
  const mjModel* models[8];
  for (int e = 0; e < count; e++) models[e] = e ? rest : first;
  ingotWorlds* w = NULL;
  CHECK_INT(ingot_worldsCreate(models, count, threads, &w, NULL), INGOT_OK);
  return w;
}

static void set_field(ingotWorlds* w, int world, ingotField field, int i, double value) {
  ingotView view;
  CHECK_INT(ingot_worldsView(w, world, field, &view, NULL), INGOT_OK);
  view.data[i * view.stride] = value;
}

// what a step leaves out is computed when it is asked for, also where somebody looked at the data of the world before
TEST(outputs_of_worlds_with_data_are_those_of_worlds_without) {
  mjModel* m = ig_test_model(arm);
  enum { WORLDS = 3, NUMBERS = 9 };
  for (int count = 1; count <= WORLDS; count += WORLDS - 1) {
    ingotWorlds *looked = make(m, m, count, 1), *alone = make(m, m, count, 1);
    for (int e = 0; e < count; e++) set_field(looked, e, INGOT_QPOS, 0, 1), set_field(alone, e, INGOT_QPOS, 0, 1);
    CHECK_INT(ingot_worldsStep(looked, 40, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsStep(alone, 40, NULL, NULL), INGOT_OK);
    for (int e = 0; e < count; e++) CHECK(ingot_worldsData(looked, e) != NULL);
    double velocities[2][WORLDS][NUMBERS] = {{{0}}};
    for (int i = 0; i < 2; i++) {
      ingotOutput output = {
          .name = "subtree_linvel", .type = INGOT_DOUBLE, .data = velocities[i], .count = NUMBERS, .stride = NUMBERS};
      CHECK_INT(ingot_worldsGather(i ? looked : alone, &output, 1, NULL, NULL), INGOT_OK);
    }
    CHECK(velocities[0][0][0] != 0 || velocities[0][0][3] != 0);
    CHECK(!memcmp(velocities[0], velocities[1], sizeof velocities[0]));
    ingot_worldsDelete(looked);
    ingot_worldsDelete(alone);
  }
  mj_deleteModel(m);
}

TEST(arrays_are_gathered_as_doubles_and_floats_into_rows_of_any_stride) {
  mjModel* m = ig_test_model(ball);
  ingotWorlds* w = make(m, m, 3, 2);
  for (int e = 0; e < 3; e++) set_field(w, e, INGOT_QPOS, 0, 0.1 * e);
  CHECK_INT(ingot_worldsForward(w, NULL, NULL), INGOT_OK);
  double xpos[3][6];
  float rows[3][5] = {{0}};
  ingotOutput outputs[] = {
      {.name = "xpos", .type = INGOT_DOUBLE, .data = xpos, .count = 6, .stride = 6},
      {.name = "xpos", .type = INGOT_FLOAT, .data = rows[0], .first = 5, .count = 1, .stride = 5},
      {.name = "qpos", .type = INGOT_FLOAT, .data = rows[0] + 1, .count = 3, .stride = 5},
  };
  set_field(w, 2, INGOT_QPOS, 0, 7);
  CHECK_INT(ingot_worldsGather(w, outputs, 3, NULL, NULL), INGOT_OK);
  for (int e = 0; e < 3; e++) {
    CHECK_NEAR(xpos[e][5], 0.3 + 0.1 * e, 1e-15);
    CHECK_NEAR(rows[e][0], 0.3 + 0.1 * e, 1e-6);
    // fields are those the caller sees, and what is not there is 0
    CHECK_NEAR(rows[e][1], e == 2 ? 7 : 0.1 * e, 1e-6);
    CHECK(rows[e][2] == 0 && rows[e][3] == 0);
  }
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(contacts_are_padded_rows_with_counts) {
  mjModel* m = ig_test_model(ball);
  ingotWorlds* w = make(m, m, 2, 1);
  set_field(w, 1, INGOT_QPOS, 0, -0.21);
  CHECK_INT(ingot_worldsForward(w, NULL, NULL), INGOT_OK);
  mjContact contacts[2][3];
  int counts[2];
  memset(contacts, 1, sizeof contacts);
  ingotOutput output = {.name = "contact", .type = INGOT_STRUCT, .data = contacts, .count = 3, .stride = 3, .counts = counts};
  CHECK_INT(ingot_worldsGather(w, &output, 1, NULL, NULL), INGOT_OK);
  CHECK_INT(counts[0], 0);
  CHECK_INT(counts[1], 1);
  CHECK_NEAR(contacts[1][0].dist, -0.01, 1e-12);
  CHECK(contacts[0][0].dist == 0 && contacts[1][1].dist == 0 && contacts[1][2].efc_address == 0);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(worlds_with_other_models_have_arrays_of_their_own_length) {
  mjModel *m = ig_test_model(ball), *other = ig_test_model(arm);
  ingotWorlds* w = make(m, other, 3, 2);
  double qvel[3][2];
  int counts[3];
  set_field(w, 0, INGOT_QVEL, 0, 1);
  set_field(w, 2, INGOT_QVEL, 1, 2);
  ingotOutput output = {.name = "qvel", .type = INGOT_DOUBLE, .data = qvel, .count = 2, .stride = 2, .counts = counts};
  CHECK_INT(ingot_worldsGather(w, &output, 1, NULL, NULL), INGOT_OK);
  CHECK(counts[0] == 1 && counts[1] == 2 && counts[2] == 2);
  CHECK(qvel[0][0] == 1 && qvel[0][1] == 0 && qvel[2][1] == 2);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
  mj_deleteModel(other);
}

TEST(a_rollout_keeps_what_single_steps_show) {
  mjModel* m = ig_test_model(ball);
  ingotWorlds *w = make(m, m, 3, 2), *single = make(m, m, 3, 1);
  double controls[3][6][1], qpos[3][3][1], sensors[3][3][3];
  for (int e = 0; e < 3; e++) {
    for (int k = 0; k < 6; k++) controls[e][k][0] = 30 * sin(e + k);
  }
  ingotOutput outputs[] = {{.name = "qpos", .type = INGOT_DOUBLE, .data = qpos, .count = 1, .stride = 1},
                           {.name = "sensordata", .type = INGOT_DOUBLE, .data = sensors, .count = 3, .stride = 3}};
  CHECK_INT(ingot_worldsRollout(w, 6, 2, controls[0][0], 1, outputs, 2, NULL, NULL), INGOT_OK);
  for (int k = 0; k < 6; k++) {
    for (int e = 0; e < 3; e++) set_field(single, e, INGOT_CTRL, 0, controls[e][k][0]);
    CHECK_INT(ingot_worldsStep(single, 1, NULL, NULL), INGOT_OK);
    for (int e = 0; e < 3 && k % 2; e++) {
      CHECK(!memcmp(qpos[e][k / 2], ingot_worldsData(single, e)->qpos, sizeof(double)));
      CHECK(!memcmp(sensors[e][k / 2], ingot_worldsData(single, e)->sensordata, 3 * sizeof(double)));
    }
  }
  CHECK_INT(ingot_worldsRollout(w, 5, 2, NULL, 0, outputs, 2, NULL, NULL), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_worldsRollout(w, 6, 2, controls[0][0], 0, outputs, 2, NULL, NULL), INGOT_BAD_ARGUMENT);
  outputs[0].type = INGOT_INT;
  CHECK_INT(ingot_worldsRollout(w, 6, 2, NULL, 0, outputs, 2, NULL, NULL), INGOT_BAD_ARGUMENT);
  outputs[0].name = "nothing";
  CHECK_INT(ingot_worldsGather(w, outputs, 1, NULL, NULL), INGOT_BAD_ARGUMENT);
  ingot_worldsDelete(w);
  ingot_worldsDelete(single);
  mj_deleteModel(m);
}

TEST(parameters_are_the_worlds_own_and_constants_follow_on_request) {
  mjModel* m = ig_test_model(ball);
  ingotWorlds* w = make(m, m, 3, 2);
  double mass[3][2] = {{0, 1}, {0, 2}, {0, 4}}, back[3][2], weight[3][1];
  const mjtByte mask[] = {1, 0, 1};
  CHECK_INT(ingot_worldsSetParameter(w, "body_mass", mass[0], 2, mask, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsGetParameter(w, "body_mass", back[0], 2, NULL, NULL), INGOT_OK);
  CHECK(back[0][1] == 1 && back[1][1] == 2 && back[2][1] == 4);
  CHECK_INT(ingot_worldsGetParameter(w, "dof_invweight0", weight[0], 1, NULL, NULL), INGOT_OK);
  CHECK_NEAR(weight[2][0], 0.5, 1e-12);
  set_field(w, 2, INGOT_QPOS, 0, 0.125);
  CHECK_INT(ingot_worldsSetConst(w, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsGetParameter(w, "dof_invweight0", weight[0], 1, NULL, NULL), INGOT_OK);
  CHECK_NEAR(weight[0][0], 1, 1e-12);
  CHECK_NEAR(weight[2][0], 0.25, 1e-12);
  ingotView qpos;
  ingot_worldsView(w, 2, INGOT_QPOS, &qpos, NULL);
  CHECK_NEAR(qpos.data[0], 0.125, 0);
  ingotReport report;
  CHECK_INT(ingot_worldsSetParameter(w, "nv", mass[0], 2, NULL, &report), INGOT_BAD_ARGUMENT);
  CHECK_HAS(report.text, "structure");
  CHECK_INT(ingot_worldsSetParameter(w, "geom_bodyid", mass[0], 2, NULL, &report), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_worldsSetParameter(w, "geom_size", mass[0], 2, NULL, &report), INGOT_BAD_ARGUMENT);
  CHECK_HAS(report.text, "too short");
  CHECK_INT(ingot_worldsGetParameter(w, "body_weight", back[0], 2, NULL, &report), INGOT_BAD_ARGUMENT);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(worlds_with_parameters_of_their_own_share_the_rest) {
  mjModel* m = ig_test_model(ball);
  int64_t blocks = ig_live_blocks();
  ingotWorlds* w = make(m, m, 3, 2);
  double mass[3][2] = {{0, 1}, {0, 2}, {0, 4}}, gravity[3][3] = {{0, 0, -1}, {0, 0, -2}, {0, 0, -3}};
  const mjModel* before = ingot_worldsModel(w, 0);
  CHECK_INT(ingot_worldsSetParameter(w, "body_mass", mass[0], 2, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsSetParameter(w, "opt.gravity", gravity[0], 3, NULL, NULL), INGOT_OK);
  const mjModel* own = ingot_worldsModel(w, 1);
  CHECK(own != before && own->geom_size == before->geom_size && own->body_mass != before->body_mass);
  CHECK(before->body_mass[1] == 2 && own->opt.gravity[2] == -2 && before->opt.gravity[2] == -9.81);
  CHECK_INT(ingot_worldsSetConst(w, NULL, NULL), INGOT_OK);
  CHECK_NEAR(before->dof_invweight0[0], 0.5, 1e-12);
  CHECK_NEAR(ingot_worldsModel(w, 2)->dof_invweight0[0], 0.25, 1e-12);
  CHECK_NEAR(ingot_worldsModel(w, 1)->dof_invweight0[0], before->dof_invweight0[0], 0);

  // the same bits as with whole models of their own
  ingotWorlds* whole = make(m, m, 3, 1);
  for (int e = 0; e < 3; e++) {
    mjModel* one = ingot_worldsOwnModel(whole, e, NULL);
    one->body_mass[1] = mass[e][1];
    one->opt.gravity[2] = gravity[e][2];
    mj_setConst(one, ingot_worldsData(whole, e));
    mj_resetData(one, ingot_worldsData(whole, e));
  }
  CHECK_INT(ingot_worldsStep(w, 200, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(whole, 200, NULL, NULL), INGOT_OK);
  for (int e = 0; e < 3; e++) CHECK_NEAR(ingot_worldsData(w, e)->qpos[0], ingot_worldsData(whole, e)->qpos[0], 0);

  // a whole model that is asked for later has these numbers
  mjModel* later = ingot_worldsOwnModel(w, 2, NULL);
  CHECK(later->body_mass[1] == 4 && later->geom_size != before->geom_size);
  CHECK_INT(ingot_worldsSetConst(w, NULL, NULL), INGOT_OK);
  CHECK(later == ingot_worldsModel(w, 2));
  ingot_worldsDelete(w);
  ingot_worldsDelete(whole);
  CHECK_INT(ig_live_blocks(), blocks);
  mj_deleteModel(m);
}

// the arrays of two models; what a field is called that differs, NULL if none does
static const char* differing_field(const mjModel* a, const mjModel* b) {
  ig_Field fields[IG_MAX_FIELDS];
  int n = ig_model_fields(a, fields);
  for (int i = 0; i < n; i++) {
    size_t bytes = ig_field_bytes(fields + i);
    if (bytes && memcmp(*ig_field_pointer(a, fields + i), *ig_field_pointer(b, fields + i), bytes)) return fields[i].name;
  }
  return NULL;
}

TEST(constants_are_those_of_whole_models_whichever_world_changes_first) {
  mjModel* m = ig_test_model(
      "<mujoco><worldbody><site name='a' pos='0 0 1'/><body name='arm'><joint name='j' axis='0 1 0'/><geom size='.1' "
      "pos='.5 0 0'/><site name='b' pos='.3 0 0'/><body pos='1 0 0'><joint axis='0 1 0'/><geom size='.1' pos='.2 0 "
      "0'/></body></body>"
      "</worldbody><tendon><spatial name='t' springlength='.5' stiffness='10'><site site='a'/><site site='b'/></spatial></tendon>"
      "<actuator><position name='p' joint='j' kp='50' dampratio='1'/><motor tendon='t'/></actuator></mujoco>");
  enum { N = 6 };
  for (int threads = 1; threads <= 3; threads += 2) {
    ingotWorlds *w = make(m, m, N, threads), *whole = make(m, m, N, 1);
    // world 0 is as the model; others differ in ways that change other fields
    double mass[N][3], qpos0[N][2], spring[N][2];
    for (int e = 0; e < N; e++) {
      for (int i = 0; i < 3; i++) mass[e][i] = m->body_mass[i] * (e == 3 ? 2 : e == 5 ? 0.5 : 1);
      for (int i = 0; i < 2; i++) qpos0[e][i] = e == 4 ? 0.25 : 0;
      for (int i = 0; i < 2; i++) spring[e][i] = e == 2 ? -1 : 0.5;
    }
    CHECK_INT(ingot_worldsSetParameter(w, "body_mass", mass[0], 3, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsSetParameter(w, "qpos0", qpos0[0], 2, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsSetParameter(w, "tendon_lengthspring", spring[0], 2, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsSetConst(w, NULL, NULL), INGOT_OK);
    for (int e = 0; e < N; e++) {
      mjModel* one = ingot_worldsOwnModel(whole, e, NULL);
      memcpy(one->body_mass, mass[e], sizeof mass[e]);
      memcpy(one->qpos0, qpos0[e], sizeof qpos0[e]);
      memcpy(one->tendon_lengthspring, spring[e], sizeof spring[e]);
      mjData* d = mj_makeData(one);
      mj_setConst(one, d);
      mj_deleteData(d);
      const mjModel* found = ingot_worldsModel(w, e);
      const char* name = differing_field(one, found);
      if (name) ig_test_fail(__FILE__, __LINE__, "world %d on %d threads differs in %s", e, threads, name);
      CHECK(one->stat.meaninertia == found->stat.meaninertia);
    }
    ingot_worldsDelete(w);
    ingot_worldsDelete(whole);
  }
  mj_deleteModel(m);
}

// the scale of the solver's tolerance is a constant too: lanes have one each
TEST(worlds_side_by_side_solve_with_constants_of_their_own) {
  static const char* const options[] = {"<option solver='Newton'><flag island='disable'/></option>",
                                        "<option solver='CG' iterations='3'><flag island='disable'/></option>",
                                        "<option solver='PGS' tolerance='1e-3'/>"};
  enum { N = 5 };
  for (int k = 0; k < 3; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "<mujoco>%s<worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 "
             ".1'/></body><body pos='0 0 .28'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>",
             options[k]);
    mjModel* m = ig_test_model(text);
    ingotWorlds *w = make(m, m, N, 1), *whole = make(m, m, N, 1);
    double mass[N][3];
    for (int e = 0; e < N; e++) {
      for (int i = 0; i < 3; i++) mass[e][i] = m->body_mass[i] * (1 + e * i);
      mjModel* one = ingot_worldsOwnModel(whole, e, NULL);
      memcpy(one->body_mass, mass[e], sizeof mass[e]);
    }
    CHECK_INT(ingot_worldsSetParameter(w, "body_mass", mass[0], 3, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsSetConst(w, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsSetConst(whole, NULL, NULL), INGOT_OK);
    CHECK(ingot_worldsModel(w, 1)->stat.meaninertia != ingot_worldsModel(w, 2)->stat.meaninertia);
    CHECK_INT(ingot_worldsStep(w, 50, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsStep(whole, 50, NULL, NULL), INGOT_OK);
    for (int e = 0; e < N; e++)
      CHECK(!memcmp(ingot_worldsData(w, e)->qpos, ingot_worldsData(whole, e)->qpos, sizeof(double) * (size_t)m->nq));
    ingot_worldsDelete(w);
    ingot_worldsDelete(whole);
    mj_deleteModel(m);
  }
}

TEST(every_function_of_the_list_runs_in_worlds_old_and_new) {
  mjModel* m = ig_test_model(ball);
  for (int steps = 0; steps < 100; steps += 99) {
    int count = 0;
    for (const char* name; (name = ingot_worldsFunctionName(count)); count++) {
      ingotWorlds* w = make(m, m, 2, 1);
      CHECK_INT(ingot_worldsStep(w, steps, NULL, NULL), INGOT_OK);
      ingotReport report;
      if (ingot_worldsRun(w, name, NULL, &report) != INGOT_OK) ig_test_fail(__FILE__, __LINE__, "%s: %s", name, report.text);
      CHECK_INT(ingot_worldsStep(w, 2, NULL, NULL), INGOT_OK);
      ingot_worldsDelete(w);
    }
    CHECK(count >= 40);
  }
  ingotWorlds* w = make(m, m, 2, 1);
  CHECK_INT(ingot_worldsRun(w, "mj_deleteData", NULL, NULL), INGOT_BAD_ARGUMENT);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(controls_that_are_no_numbers_are_counted) {
  mjModel* m = ig_test_model(ball);
  ingotWorlds* w = make(m, m, 2, 1);
  set_field(w, 1, INGOT_CTRL, 0, NAN);
  CHECK_INT(ingot_worldsStep(w, 3, NULL, NULL), INGOT_OK);
  ingotWorldStatus statuses[2];
  CHECK_INT(ingot_worldsStatuses(w, statuses, sizeof statuses[0], NULL), INGOT_OK);
  CHECK(statuses[0].bad_controls == 0 && statuses[0].control == -1);
  CHECK(statuses[1].bad_controls == 3 && statuses[1].control == 0 && statuses[1].state == INGOT_WORLD_OK);
  CHECK_INT(ingot_worldsReset(w, NULL, -5, NULL), INGOT_BAD_ARGUMENT);

  // a frozen world's status makes the copy stand still too
  statuses[1].state = INGOT_WORLD_FROZEN;
  CHECK_INT(ingot_worldsSetStatuses(w, statuses, sizeof statuses[0], NULL), INGOT_OK);
  double before = ingot_worldsData(w, 1)->time;
  CHECK_INT(ingot_worldsStep(w, 1, NULL, NULL), INGOT_OK);
  CHECK_NEAR(ingot_worldsData(w, 1)->time, before, 0);
  CHECK(ingot_worldsData(w, 0)->time > before);
  CHECK_INT(ingot_worldsSetStatuses(w, statuses, sizeof statuses, NULL), INGOT_BAD_ARGUMENT);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void* cancel_soon(void* worlds) {
  struct timespec wait = {0, 30000000};
  nanosleep(&wait, NULL);
  ingot_worldsCancel(worlds);
  return NULL;
}

static int count_to_three(void* user) { return ++*(int*)user >= 3; }

// 2^30 steps take hours: the call ends because it is cut short
TEST(long_calls_are_cut_short_between_steps) {
  mjModel* m = ig_test_model(ball);
  for (int threads = 1; threads < 4; threads++) {
    ingotWorlds* w = make(m, m, 3, threads);
    pthread_t other;
    double start = seconds();
    pthread_create(&other, NULL, cancel_soon, w);
    CHECK_INT(ingot_worldsStep(w, 1 << 30, NULL, NULL), INGOT_CANCELLED);
    pthread_join(other, NULL);
    int asked = 0;
    ingot_worldsSetPoll(w, count_to_three, &asked);
    CHECK_INT(ingot_worldsRollout(w, 1 << 30, 1 << 30, NULL, 0, NULL, 0, NULL, NULL), INGOT_CANCELLED);
    CHECK_INT(asked, 3);
    CHECK(seconds() - start < 5);
    ingot_worldsSetPoll(w, NULL, NULL);

    // each world stands after whole steps of its own: fields and data agree, and it goes on
    for (int e = 0; e < 3; e++) {
      ingotView time;
      ingot_worldsView(w, e, INGOT_TIME, &time, NULL);
      CHECK_NEAR(time.data[0], ingot_worldsData(w, e)->time, 0);
    }
    CHECK_INT(ingot_worldsStep(w, 2, NULL, NULL), INGOT_OK);
    ingot_worldsDelete(w);
  }
  mj_deleteModel(m);
}
