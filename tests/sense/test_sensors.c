// SPDX-License-Identifier: Apache-2.0
// Every sensor type in one scene, against figures of 3.5.0 (record.py); cutoffs, stages, the disable flag, user sensors.
#include "figures.inc"
#include "test.h"

static mjModel* scene(void) {
  char error[500] = "";
  mjModel* m = mj_loadXML(IG_TESTS_DIR "/sense/scene.xml", NULL, error, sizeof error);
  if (!m) ig_test_fail(__FILE__, __LINE__, "scene does not load: %s", error);
  return m;
}

static mjData* start(const mjModel* m) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.3 * cos(i);
  d->qpos[m->jnt_qposadr[mj_name2id(m, mjOBJ_JOINT, "hinge")]] = -0.5;
  d->ctrl[0] = 0.4, d->ctrl[1] = -0.2, d->ctrl[2] = 0.7;
  return d;
}

// forces and accelerations of a contact grow with rounding: each sensor is compared to its own size
static void compare(const mjModel* m, const mjData* d, const double* figures, double tolerance) {
  for (int s = 0; s < m->nsensor; s++) {
    double size = 1, worst = 0;
    for (int i = 0; i < m->sensor_dim[s]; i++) {
      double expected = figures[m->sensor_adr[s] + i];
      if (fabs(expected) > size) size = fabs(expected);
      worst = fmax(worst, fabs(d->sensordata[m->sensor_adr[s] + i] - expected));
    }
    if (!(worst <= tolerance * size)) {
      ig_test_fail(__FILE__, __LINE__, "sensor %d of type %d is off by %g, size %g", s, m->sensor_type[s], worst, size);
    }
  }
}

TEST(all_sensor_types_measure_what_the_reference_does) {
  mjModel* m = scene();
  if (!m) return;
  CHECK_INT(m->nsensor, NSENSOR);
  CHECK_INT(m->nsensordata, NSENSORDATA);
  mjData* d = start(m);
  mj_step(m, d);
  compare(m, d, figures_1, 1e-9);
  for (int k = 1; k < 12; k++) mj_step(m, d);
  compare(m, d, figures_12, 1e-7);
  for (int k = 12; k < 40; k++) mj_step(m, d);
  compare(m, d, figures_40, 1e-5);
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(disabled_sensors_keep_their_values) {
  mjModel* m = scene();
  if (!m) return;
  mjData* d = start(m);
  m->opt.disableflags |= mjDSBL_SENSOR;
  for (int i = 0; i < m->nsensordata; i++) d->sensordata[i] = 123;
  mj_forward(m, d);
  for (int i = 0; i < m->nsensordata; i++) CHECK_NEAR(d->sensordata[i], 123, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static int calls[4];

static void fill_user(const mjModel* m, mjData* d, int stage) {
  calls[stage]++;
  for (int s = 0; s < m->nsensor; s++) {
    if (m->sensor_type[s] == mjSENS_USER) d->sensordata[m->sensor_adr[s]] = 5 + stage;
  }
}

TEST(user_sensors_are_filled_at_their_stage) {
  mjModel* m = scene();
  if (!m) return;
  mjData* d = start(m);
  mjcb_sensor = fill_user;
  mj_forward(m, d);
  mjcb_sensor = NULL;
  CHECK_INT(calls[mjSTAGE_POS], 0);
  CHECK_INT(calls[mjSTAGE_VEL], 1);
  CHECK_INT(calls[mjSTAGE_ACC], 0);
  for (int s = 0; s < m->nsensor; s++) {
    if (m->sensor_type[s] == mjSENS_USER) CHECK_NEAR(d->sensordata[m->sensor_adr[s]], 5 + mjSTAGE_VEL, 0);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(what_sensors_need_is_computed_once_and_only_then) {
  mjModel* m = scene();
  if (!m) return;
  mjData* d = start(m);
  mj_forward(m, d);
  CHECK(d->flg_subtreevel);
  CHECK(d->flg_rnepost);
  // without sensors nobody asks
  m->opt.disableflags |= mjDSBL_SENSOR;
  mj_forward(m, d);
  CHECK(!d->flg_subtreevel);
  CHECK(!d->flg_rnepost);
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(cutoffs_clamp_by_kind) {
  mjModel* m = scene();
  if (!m) return;
  mjData* d = start(m);
  int touch = -1, gyro = -1;
  for (int s = 0; s < m->nsensor; s++) {
    if (m->sensor_type[s] == mjSENS_TOUCH) touch = s;
    if (m->sensor_type[s] == mjSENS_GYRO) gyro = s;
  }
  m->sensor_cutoff[gyro] = 0.01;
  m->sensor_cutoff[touch] = 1e-3;
  d->qpos[2] -= 0.1;
  mj_forward(m, d);
  CHECK(d->sensordata[m->sensor_adr[touch]] <= 1e-3);
  for (int i = 0; i < 3; i++) CHECK(fabs(d->sensordata[m->sensor_adr[gyro] + i]) <= 0.01);
  mj_deleteData(d);
  mj_deleteModel(m);
}
