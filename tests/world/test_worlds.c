// SPDX-License-Identifier: Apache-2.0
// Many worlds give the bits of worlds stepped alone, whatever the number of threads; what goes wrong in one stays there.
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ingot/device.h>
#include <ingot/read.h>
#include <ingot/worlds.h>

#include "base/memory.h"
#include "model.h"
#include "test.h"

static const char walker[] =
    "<mujoco><option timestep='0.005'/><worldbody><geom type='plane' size='5 5 1'/>"
    "<body pos='0 0 0.6'><freejoint/><geom type='capsule' fromto='-.2 0 0 .2 0 0' size='.07'/>"
    "<body pos='.2 0 0'><joint name='a' axis='0 1 0' range='-60 60'/><geom type='capsule' fromto='0 0 0 0 0 -.4' "
    "size='.05'/></body>"
    "<body pos='-.2 0 0'><joint name='b' axis='0 1 0' range='-60 60'/><geom type='capsule' fromto='0 0 0 0 0 -.4' "
    "size='.05'/></body>"
    "</body></worldbody><actuator><motor joint='a' gear='20'/><motor joint='b' gear='20'/></actuator>"
    "<sensor><jointpos joint='a'/><framelinvel objtype='body' objname='world'/></sensor>"
    "<keyframe><key qpos='0 0 1 1 0 0 0 .1 -.1'/></keyframe></mujoco>";

static const char pendulum[] =
    "<mujoco><worldbody><body><joint axis='0 1 0' damping='.1'/><geom size='.1' pos='0 0 -.5'/></body></worldbody></mujoco>";

// worlds over `count` copies of one model, with different starts and controls
static ingotWorlds* make_worlds(const mjModel* m, int count, int threads) {
  const mjModel** models = malloc(sizeof(*models) * (size_t)count);
  for (int e = 0; e < count; e++) models[e] = m;
  ingotWorlds* w = NULL;
  ingotReport report;
  ingotStatus status = ingot_worldsCreate(models, count, threads, &w, &report);
  if (status != INGOT_OK) ig_test_fail(__FILE__, __LINE__, "ingot_worldsCreate: %s", report.text);
  free(models);
  if (!w) return NULL;
  ingotView qpos, ctrl;
  ingot_worldsField(w, 0, INGOT_QPOS, &qpos, NULL);
  ingot_worldsField(w, 0, INGOT_CTRL, &ctrl, NULL);
  for (int e = 0; e < count; e++) {
    qpos.data[2 * qpos.stride + e] += 0.001 * e;
    for (int i = 0; i < ctrl.count; i++) ctrl.data[i * ctrl.stride + e] = sin(0.7 * e + i);
  }
  return w;
}

static void compare_alone(const mjModel* m, ingotWorlds* w, int count, int steps) {
  int wrong = 0, contacts = 0;
  for (int e = 0; e < count; e++) {
    mjData* d = mj_makeData(m);
    d->qpos[2] += 0.001 * e;
    for (int i = 0; i < m->nu; i++) d->ctrl[i] = sin(0.7 * e + i);
    for (int k = 0; k < steps; k++) mj_step(m, d);
    const mjData* other = ingot_worldsData(w, e);
    ingotView view;
    ingot_worldsView(w, e, INGOT_QPOS, &view, NULL);
    for (int i = 0; i < m->nq; i++) wrong += memcmp(&view.data[i * view.stride], &d->qpos[i], sizeof(double)) != 0;
    wrong += memcmp(d->qvel, other->qvel, sizeof(double) * (size_t)m->nv) != 0;
    wrong += memcmp(d->qacc_warmstart, other->qacc_warmstart, sizeof(double) * (size_t)m->nv) != 0;
    wrong += memcmp(d->sensordata, other->sensordata, sizeof(double) * (size_t)m->nsensordata) != 0;
    wrong += d->ncon != other->ncon;
    // what lies behind the last member is nobody's
    size_t bytes = offsetof(mjContact, efc_address) + sizeof(int);
    for (int i = 0; i < d->ncon && i < other->ncon; i++) wrong += memcmp(d->contact + i, other->contact + i, bytes) != 0;
    contacts += d->ncon;
    mj_deleteData(d);
  }
  CHECK_INT(wrong, 0);
  CHECK(contacts > 0);
}

TEST(R82_1_worlds_have_the_bits_of_single_runs_for_every_thread_count) {
  mjModel* m = ig_test_model(walker);
  if (!m) return;
  static const int counts[] = {1, 3, 64}, threads[] = {1, 2, 8};
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      ingotWorlds* w = make_worlds(m, counts[i], threads[k]);
      if (!w) continue;
      CHECK_INT(ingot_worldsStep(w, 60, NULL, NULL), INGOT_OK);
      compare_alone(m, w, counts[i], 60);
      ingot_worldsDelete(w);
    }
  }
  mj_deleteModel(m);
}

TEST(R82_2_fields_over_worlds_and_views_of_one_are_the_same_numbers) {
  mjModel* m = ig_test_model(walker);
  ingotWorlds* w = make_worlds(m, 5, 2);
  ingotView field, view;
  CHECK_INT(ingot_worldsField(w, 0, INGOT_QVEL, &field, NULL), INGOT_OK);
  CHECK_INT(field.count, m->nv);
  CHECK_INT(field.worlds, 5);
  CHECK_INT(field.stride, 5);
  CHECK_INT(ingot_worldsView(w, 3, INGOT_QVEL, &view, NULL), INGOT_OK);
  field.data[2 * field.stride + 3] = 7;
  CHECK_NEAR(view.data[2 * view.stride], 7, 0);
  view.data[4 * view.stride] = 9;
  CHECK_NEAR(field.data[4 * field.stride + 3], 9, 0);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(R82_5_stepping_allocates_nothing) {
  mjModel* m = ig_test_model(walker);
  ingotWorlds* w = make_worlds(m, 8, 2);
  int64_t blocks = ig_live_blocks(), bytes = ig_live_bytes();
  CHECK_INT(ingot_worldsStep(w, 100, NULL, NULL), INGOT_OK);
  CHECK_INT(ig_live_blocks(), blocks);
  CHECK_INT(ig_live_bytes(), bytes);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

// what a number of worlds has grown by after ten steps, and then by masses of their own
static void grown(const mjModel* m, int count, double* made, double* masses) {
  int64_t before = ig_live_bytes();
  ingotWorlds* w = make_worlds(m, count, 1);
  CHECK_INT(ingot_worldsStep(w, 10, NULL, NULL), INGOT_OK);
  int64_t after = ig_live_bytes();
  ingotView view;
  CHECK_INT(ingot_worldsParameter(w, 0, "body_mass", 1, &view, NULL), INGOT_OK);
  view.data[0] = 2;
  CHECK_INT(ingot_worldsStep(w, 1, NULL, NULL), INGOT_OK);
  *made = (double)(after - before);
  *masses = (double)(ig_live_bytes() - after);
  ingot_worldsDelete(w);
}

// scratch belongs to threads: 256 worlds beyond the first 8 add their state, not data
TEST(a_world_takes_its_state_and_a_mass_of_its_own_takes_the_numbers) {
  enum { FEW = 8, MANY = 264 };
  mjModel* m = ig_test_model(walker);
  double few[2], many[2];
  grown(m, FEW, few, few + 1);
  grown(m, MANY, many, many + 1);
  CHECK(many[0] - few[0] < (MANY - FEW) * 40e3);
  // those of now and those of the last step
  CHECK(many[1] - few[1] <= (MANY - FEW) * (2 * sizeof(double) * (size_t)m->nbody + 32));
  CHECK(many[1] > few[1]);
  mj_deleteModel(m);
}

TEST(R83_1_worlds_of_several_models_give_their_own_runs) {
  mjModel *a = ig_test_model(walker), *b = ig_test_model(pendulum);
  const mjModel* models[] = {a, b, a, b, b};
  ingotWorlds* w = NULL;
  CHECK_INT(ingot_worldsCreate(models, 5, 2, &w, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsGroups(w), 2);
  int group, index;
  ingot_worldsPlace(w, 4, &group, &index, NULL);
  CHECK_INT(group, 1);
  CHECK_INT(index, 2);
  ingotView view;
  ingot_worldsView(w, 1, INGOT_QPOS, &view, NULL);
  CHECK_INT(view.count, 1);
  view.data[0] = 0.5;
  ingot_worldsStep(w, 50, NULL, NULL);
  mjData* d = mj_makeData(b);
  d->qpos[0] = 0.5;
  for (int k = 0; k < 50; k++) mj_step(b, d);
  CHECK(!memcmp(&view.data[0], d->qpos, sizeof(double)));
  mj_deleteData(d);
  ingot_worldsDelete(w);
  mj_deleteModel(a);
  mj_deleteModel(b);
}

TEST(R83_2_wrong_worlds_and_short_rows_are_refused_by_name) {
  mjModel* m = ig_test_model(walker);
  ingotWorlds* w = make_worlds(m, 3, 1);
  ingotReport report;
  ingotView view = {.count = -7};
  CHECK_INT(ingot_worldsView(w, 3, INGOT_QPOS, &view, &report), INGOT_BAD_ARGUMENT);
  CHECK_HAS(report.text, "world 3");
  CHECK_INT(view.count, -7);
  double row[3] = {1, 2, 3};
  CHECK_INT(ingot_worldsGetState(w, NULL, mjSTATE_QPOS, row, 1, &report), INGOT_BAD_ARGUMENT);
  CHECK_HAS(report.text, "world 0");
  CHECK_NEAR(row[0], 1, 0);
  CHECK_INT(ingot_worldsReset(w, NULL, 4, &report), INGOT_BAD_ARGUMENT);
  CHECK_HAS(report.text, "keyframe 4");
  CHECK_INT(ingot_worldsCreate(NULL, 3, 1, &w, &report), INGOT_BAD_ARGUMENT);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(R83_3_a_model_is_replaced_without_touching_the_others) {
  mjModel *a = ig_test_model(walker), *b = ig_test_model(pendulum);
  ingotWorlds* w = make_worlds(a, 4, 2);
  ingot_worldsStep(w, 10, NULL, NULL);
  CHECK_INT(ingot_worldsReplace(w, 2, b, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsModel(w, 2)->nq, 1);
  ingot_worldsStep(w, 20, NULL, NULL);
  mjData* d = mj_makeData(a);
  d->qpos[2] += 0.003;
  for (int i = 0; i < a->nu; i++) d->ctrl[i] = sin(0.7 * 3 + i);
  for (int k = 0; k < 30; k++) mj_step(a, d);
  CHECK(!memcmp(ingot_worldsData(w, 3)->qpos, d->qpos, sizeof(double) * (size_t)a->nq));
  CHECK_NEAR(ingot_worldsData(w, 2)->time, 20 * b->opt.timestep, 1e-12);
  mj_deleteData(d);
  ingot_worldsDelete(w);
  mj_deleteModel(a);
  mj_deleteModel(b);
}

TEST(R92_1_reset_by_mask_leaves_the_others_alone) {
  mjModel* m = ig_test_model(walker);
  ingotWorlds* w = make_worlds(m, 6, 3);
  ingot_worldsStep(w, 25, NULL, NULL);
  double before[64];
  memcpy(before, ingot_worldsData(w, 1)->qpos, sizeof(double) * (size_t)m->nq);
  mjtByte mask[6] = {1, 0, 0, 1, 0, 0};
  CHECK_INT(ingot_worldsReset(w, mask, 0, NULL), INGOT_OK);
  CHECK(!memcmp(before, ingot_worldsData(w, 1)->qpos, sizeof(double) * (size_t)m->nq));
  CHECK_NEAR(ingot_worldsData(w, 3)->qpos[2], 1, 0);
  CHECK_NEAR(ingot_worldsData(w, 3)->time, 0, 0);
  mjtByte one[6] = {0, 1, 0, 0, 0, 0};
  CHECK_INT(ingot_worldsReset(w, one, -1, NULL), INGOT_OK);
  CHECK_NEAR(ingot_worldsData(w, 1)->qpos[2], m->qpos0[2], 0);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(R92_2_given_states_are_set_and_the_rest_is_reset) {
  mjModel* m = ig_test_model(walker);
  ingotWorlds* w = make_worlds(m, 2, 2);
  ingot_worldsStep(w, 10, NULL, NULL);
  int sig = mjSTATE_QPOS | mjSTATE_CTRL, width = mj_stateSize(m, sig);
  double rows[64] = {0};
  for (int e = 0; e < 2; e++) {
    memcpy(rows + e * width, m->qpos0, sizeof(double) * (size_t)m->nq);
    rows[e * width + 2] = 2 + e;
    rows[e * width + m->nq] = 0.25;
  }
  CHECK_INT(ingot_worldsSetState(w, NULL, sig, rows, width, NULL), INGOT_OK);
  const mjData* d = ingot_worldsData(w, 1);
  CHECK_NEAR(d->qpos[2], 3, 0);
  CHECK_NEAR(d->ctrl[0], 0.25, 0);
  CHECK_NEAR(d->qvel[0], 0, 0);
  CHECK_NEAR(d->qacc_warmstart[2], 0, 0);
  CHECK_NEAR(d->time, 0, 0);
  double back[64];
  CHECK_INT(ingot_worldsGetState(w, NULL, sig, back, width, NULL), INGOT_OK);
  CHECK(!memcmp(back, rows, sizeof(double) * 2 * (size_t)width));
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

static void poison(ingotWorlds* w, int world) {
  ingotView view;
  ingot_worldsView(w, world, INGOT_QVEL, &view, NULL);
  view.data[3 * view.stride] = NAN;
}

TEST(R93_5_a_world_that_diverges_resets_alone_and_is_reported) {
  mjModel* m = ig_test_model(walker);
  ingotWorlds* w = make_worlds(m, 4, 2);
  poison(w, 2);
  CHECK_INT(ingot_worldsStep(w, 1, NULL, NULL), INGOT_OK);
  ingotWorldStatus status;
  ingot_worldsStatus(w, 2, &status, NULL);
  CHECK_INT(status.state, INGOT_WORLD_DIVERGED);
  CHECK_INT(status.divergences, 1);
  CHECK_INT(status.kind, mjWARN_BADQVEL);
  CHECK_INT(status.dof, 3);
  CHECK_INT(status.body, 1);
  CHECK(isfinite(ingot_worldsData(w, 2)->qpos[2]));
  CHECK_NEAR(ingot_worldsData(w, 2)->time, m->opt.timestep, 1e-15);
  ingot_worldsStatus(w, 1, &status, NULL);
  CHECK_INT(status.state, INGOT_WORLD_OK);
  ingot_worldsClearStatus(w, NULL, NULL);
  ingot_worldsStatus(w, 2, &status, NULL);
  CHECK_INT(status.divergences, 0);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(R93_6_policies_freeze_and_keyframe) {
  mjModel* m = ig_test_model(walker);
  for (int threads = 1; threads <= 3; threads += 2) {
    ingotWorlds* w = make_worlds(m, 3, threads);
    CHECK_INT(ingot_worldsSetPolicy(w, INGOT_FREEZE, 0, NULL), INGOT_OK);
    poison(w, 0);
    ingot_worldsStep(w, 5, NULL, NULL);
    ingotWorldStatus status;
    ingot_worldsStatus(w, 0, &status, NULL);
    CHECK_INT(status.state, INGOT_WORLD_FROZEN);
    CHECK_NEAR(ingot_worldsData(w, 0)->time, m->opt.timestep, 1e-15);
    CHECK_NEAR(ingot_worldsData(w, 1)->time, 5 * m->opt.timestep, 1e-12);
    CHECK_INT(ingot_worldsReset(w, NULL, -1, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsSetPolicy(w, INGOT_RESET_KEY, 0, NULL), INGOT_OK);
    poison(w, 1);
    ingot_worldsStep(w, 1, NULL, NULL);
    CHECK_NEAR(ingot_worldsData(w, 1)->qpos[2], 1, 0);
    CHECK_NEAR(ingot_worldsData(w, 1)->qpos[7], 0.1, 0);
    ingot_worldsDelete(w);
  }
  mj_deleteModel(m);
}

TEST(worlds_with_numbers_of_their_own) {
  mjModel* m = ig_test_model(pendulum);
  const mjModel* models[] = {m, m};
  ingotWorlds* w = NULL;
  ingot_worldsCreate(models, 2, 1, &w, NULL);
  mjModel* own = ingot_worldsOwnModel(w, 1, NULL);
  own->opt.gravity[2] = 0;
  for (int e = 0; e < 2; e++) {
    ingotView view;
    ingot_worldsView(w, e, INGOT_QPOS, &view, NULL);
    view.data[0] = 1;
  }
  ingot_worldsStep(w, 10, NULL, NULL);
  CHECK_NEAR(ingot_worldsData(w, 1)->qpos[0], 1, 0);
  CHECK(ingot_worldsData(w, 0)->qpos[0] < 1);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

static void raise(void* argument) { mju_error("told with %d", *(int*)argument); }

TEST(errors_come_back_as_values) {
  int number = 42;
  ingotReport report;
  CHECK_INT(ingot_guard(raise, &number, &report), INGOT_ENGINE_ERROR);
  CHECK_TEXT(report.text, "told with 42");
  mjModel* m = (mjModel*)&number;
  CHECK_INT(ingot_load("/nowhere/model.xml", NULL, NULL, &m, &report), INGOT_BAD_MODEL);
  CHECK(m == NULL);
  CHECK_HAS(report.text, "model.xml");
  CHECK_INT(ingot_load("/nowhere/model.mjb", NULL, NULL, &m, &report), INGOT_BAD_MODEL);
  CHECK_HAS(report.text, "model.mjb");
}

TEST(specs_compile_with_failures_as_values) {
  ingotReport report;
  mjSpec* spec;
  mjModel* m;
  CHECK_INT(ingot_parseText(walker, NULL, NULL, &spec, &report), INGOT_OK);
  CHECK_INT(ingot_compile(spec, NULL, &m, &report), INGOT_OK);
  CHECK(m && m->nv == 8);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  CHECK_INT(ingot_parseText("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>", NULL, NULL, &spec, &report),
            INGOT_OK);
  CHECK_INT(ingot_compile(spec, NULL, &m, &report), INGOT_BAD_MODEL);
  CHECK_HAS(report.text, "mass");
  CHECK(!m);
  mj_deleteSpec(spec);
  CHECK_INT(ingot_compile(NULL, NULL, &m, &report), INGOT_BAD_ARGUMENT);
}

TEST(loading_keeps_to_the_limits_of_the_caller) {
  char path[] = "/tmp/ingot_limits_XXXXXX.xml";
  int file = mkstemps(path, 4);
  static const char text[] = "<mujoco><worldbody><replicate count='10'><body name='b'/></replicate></worldbody></mujoco>";
  CHECK(file >= 0 && write(file, text, sizeof text - 1) == sizeof text - 1);
  close(file);
  ingotReport report;
  mjModel* m;
  ingotLimits limits;
  ingot_defaultLimits(&limits);
  CHECK_INT(ingot_load(path, NULL, &limits, &m, &report), INGOT_OK);
  mj_deleteModel(m);
  limits.copies = 3;
  CHECK_INT(ingot_load(path, NULL, &limits, &m, &report), INGOT_BAD_MODEL);
  CHECK_HAS(report.text, "more than 3 elements");
  // a program that knows only the first limit has the others as by default
  limits.size = offsetof(ingotLimits, bytes) + sizeof limits.bytes;
  CHECK_INT(ingot_load(path, NULL, &limits, &m, &report), INGOT_OK);
  mj_deleteModel(m);
  unlink(path);
}

TEST(nothing_is_left_after_worlds_are_deleted) {
  mjModel* m = ig_test_model(walker);
  int64_t blocks = ig_live_blocks();
  ingotWorlds* w = make_worlds(m, 5, 3);
  ingot_worldsOwnModel(w, 2, NULL);
  ingot_worldsReplace(w, 1, m, NULL);
  ingot_worldsStep(w, 3, NULL, NULL);
  ingot_worldsDelete(w);
  CHECK_INT(ig_live_blocks(), blocks);
  mj_deleteModel(m);
}

static void note_world(const mjModel* m, mjData* d, int world, void* user) {
  mj_subtreeVel(m, d);
  ((int*)user)[world] += world + 1;
}

TEST(a_function_of_the_caller_runs_in_every_world_of_the_mask) {
  mjModel* m = ig_test_model(walker);
  if (!m) return;
  ingotWorlds* w = make_worlds(m, 3, 2);
  const mjtByte mask[] = {1, 0, 1};
  ingotReport report;
  CHECK_INT(ingot_worldsStep(w, 30, NULL, NULL), INGOT_OK);
  int seen[3] = {0};
  CHECK_INT(ingot_worldsCall(w, note_world, seen, mask, &report), INGOT_OK);
  for (int e = 0; e < 3; e++) {
    CHECK_INT(ingot_worldsData(w, e)->subtree_linvel[5] != 0, mask[e]);
    CHECK_INT(seen[e], mask[e] ? e + 1 : 0);
  }
  CHECK_INT(ingot_worldsCall(w, NULL, NULL, mask, &report), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_worldsCall(NULL, note_world, seen, mask, &report), INGOT_BAD_ARGUMENT);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(fields_of_worlds_on_the_cpu_are_seen_as_those_on_a_device) {
  mjModel* m = ig_test_model(walker);
  if (!m) return;
  ingotWorlds* w = make_worlds(m, 5, 2);
  ingotReport report;
  CHECK_INT(ingot_worldsStep(w, 3, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsParts(w, 0), 0);
  for (int f = 0; f < INGOT_NFIELD; f++) {
    ingotView here;
    ingotDeviceView view;
    CHECK_INT(ingot_worldsField(w, 0, (ingotField)f, &here, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsDeviceField(w, 0, 0, (ingotField)f, &view, &report), INGOT_OK);
    CHECK(view.data == here.data);
    CHECK_INT(view.place, 1);
    CHECK_INT(view.first, 0);
    CHECK_INT(view.shape[0], 5);
    CHECK_INT(view.strides[0], here.world_stride);
    CHECK_INT(view.shape[1] * view.shape[2], here.count);
    CHECK_INT(view.strides[view.ndim == 3 ? 2 : 1], here.stride);
  }
  ingotDeviceView view;
  CHECK_INT(ingot_worldsDeviceField(w, 0, 1, INGOT_QPOS, &view, &report), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_worldsDeviceField(w, 1, 0, INGOT_QPOS, &view, &report), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_worldsDeviceField(w, 0, 0, INGOT_NFIELD, &view, &report), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_worldsDeviceField(NULL, 0, 0, INGOT_QPOS, &view, &report), INGOT_BAD_ARGUMENT);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(devices_are_counted_also_when_there_are_none) {
  ingotReport report;
  int n = -1;
  ingotStatus status = ingot_deviceCount(&n, &report);
  CHECK((status == INGOT_OK && n > 0) || (status == INGOT_NO_DEVICE && n == 0 && report.text[0]));
}

TEST(the_first_bad_number_is_named_as_the_cause) {
  mjModel* m = ig_test_model(walker);
  if (!m) return;
  ingotWorlds* w = make_worlds(m, 2, 1);
  CHECK_INT(ingot_worldsSetPolicy(w, INGOT_FREEZE, 0, NULL), INGOT_OK);
  ingotView qvel;
  ingot_worldsView(w, 1, INGOT_QVEL, &qvel, NULL);
  qvel.data[7 * qvel.stride] = NAN;
  ingot_worldsStep(w, 1, NULL, NULL);
  ingotWorldStatus status;
  CHECK_INT(ingot_worldsStatus(w, 1, &status, NULL), INGOT_OK);
  CHECK_INT(status.kind, mjWARN_BADQVEL);
  CHECK_INT(status.dof, 7);
  CHECK_INT(status.body, 3);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(controls_known_beforehand_give_the_bits_of_controls_step_by_step) {
  mjModel* m = ig_test_model(walker);
  if (!m) return;
  enum { COUNT = 5, STEPS = 40, WIDTH = 3 };
  static double controls[COUNT * STEPS * WIDTH];
  for (int i = 0; i < COUNT * STEPS * WIDTH; i++) controls[i] = sin(0.37 * i);
  ingotWorlds *follow = make_worlds(m, COUNT, 2), *alone = make_worlds(m, COUNT, 1);
  CHECK_INT(ingot_worldsFollow(follow, STEPS, controls, WIDTH, NULL, NULL), INGOT_OK);
  ingotView ctrl, one, other;
  ingot_worldsField(alone, 0, INGOT_CTRL, &ctrl, NULL);
  for (int k = 0; k < STEPS; k++) {
    for (int e = 0; e < COUNT; e++) {
      for (int i = 0; i < ctrl.count; i++) ctrl.data[i * ctrl.stride + e] = controls[(e * STEPS + k) * WIDTH + i];
    }
    ingot_worldsStep(alone, 1, NULL, NULL);
  }
  for (int field = INGOT_TIME; field < INGOT_NFIELD; field++) {
    ingot_worldsField(follow, 0, field, &one, NULL);
    ingot_worldsField(alone, 0, field, &other, NULL);
    CHECK(!memcmp(one.data, other.data, sizeof(double) * (size_t)one.count * COUNT));
  }
  ingotReport report;
  CHECK_INT(ingot_worldsFollow(follow, STEPS, controls, 1, NULL, &report), INGOT_BAD_ARGUMENT);
  CHECK_HAS(report.text, "too short for world 0");
  CHECK_INT(ingot_worldsFollow(follow, STEPS, NULL, WIDTH, NULL, &report), INGOT_BAD_ARGUMENT);
  ingot_worldsDelete(follow);
  ingot_worldsDelete(alone);
  mj_deleteModel(m);
}

// ------------------------------------------------ calls within calls, and calls that are left

static ingotWorlds* inside;
static ingotReport inner;
static ingotStatus answers[4];

static void call_again(const mjModel* m, mjData* d, int world, void* user) {
  (void)m, (void)d, (void)user;
  if (world) return;
  answers[0] = ingot_worldsStep(inside, 1, NULL, &inner);
  answers[1] = ingot_worldsReset(inside, NULL, -1, NULL);
  answers[2] = ingot_worldsMove(inside, "cpu", NULL);
  answers[3] = ingot_worldsSetPolicy(inside, INGOT_FREEZE, 0, NULL);
}

TEST(a_function_that_runs_in_worlds_cannot_step_them) {
  mjModel* m = ig_test_model(walker);
  if (!m) return;
  for (int threads = 1; threads <= 2; threads++) {
    inside = make_worlds(m, 4, threads);
    CHECK_INT(ingot_worldsCall(inside, call_again, NULL, NULL, NULL), INGOT_OK);
    for (int i = 0; i < 4; i++) CHECK_INT(answers[i], INGOT_BAD_ARGUMENT);
    CHECK_HAS(inner.text, "has to return first");
    CHECK_INT(ingot_worldsStep(inside, 3, NULL, NULL), INGOT_OK);
    ingot_worldsDelete(inside);
  }
  mj_deleteModel(m);
}

static jmp_buf outside;

static void leave_call(const mjModel* m, mjData* d, int world, void* user) {
  (void)user;
  mj_markStack(d);
  mj_stackAllocNum(d, (size_t)m->nv + 1);
  if (world == 1) longjmp(outside, 1);
  mj_freeStack(d);
}

static int leave_poll(void* user) {
  (void)user;
  longjmp(outside, 1);
}

// calls since then have written over what stood on the stack
__attribute__((noinline)) static void write_over_the_stack(void) {
  volatile char room[1 << 16];
  for (size_t i = 0; i < sizeof room; i++) room[i] = 1;
}

// deeper on the stack than the call that was left
static ingotStatus step_deeper(ingotWorlds* w, int depth) {
  volatile char room[256] = {(char)depth};
  ingotStatus status = depth ? step_deeper(w, depth - 1) : ingot_worldsStep(w, 3, NULL, NULL);
  return room[0] == (char)depth ? status : INGOT_ENGINE_ERROR;
}

TEST(worlds_go_on_after_a_jump_out_of_a_call) {
  mjModel* m = ig_test_model(walker);
  if (!m) return;
  for (int threads = 1; threads <= 2; threads++) {
    ingotWorlds* volatile w = make_worlds(m, 4, threads), *other = make_worlds(m, 4, threads);
    if (threads == 1) {
      if (!setjmp(outside)) ingot_worldsCall(w, leave_call, NULL, NULL, NULL);
    } else {
      ingot_worldsSetPoll(w, leave_poll, NULL);
      if (!setjmp(outside)) ingot_worldsStep(w, 100000000, NULL, NULL);
      ingot_worldsSetPoll(w, NULL, NULL);
      // what the worlds have made until then is theirs
      CHECK_INT(ingot_worldsReset(w, NULL, -1, NULL), INGOT_OK);
      CHECK_INT(ingot_worldsReset(other, NULL, -1, NULL), INGOT_OK);
    }
    write_over_the_stack();
    CHECK_INT(step_deeper(w, threads == 1 ? 0 : 20), INGOT_OK);
    CHECK_INT(ingot_worldsStep(other, 3, NULL, NULL), INGOT_OK);
    ingotView a, b;
    ingot_worldsField(w, 0, INGOT_QPOS, &a, NULL);
    ingot_worldsField(other, 0, INGOT_QPOS, &b, NULL);
    for (int i = 0; i < a.count * a.worlds; i++) CHECK(a.data[i] == b.data[i]);
    ingot_worldsDelete(w);
    ingot_worldsDelete(other);
  }
  mj_deleteModel(m);
}
