// SPDX-License-Identifier: Apache-2.0
// Delayed controls and the history buffers of controls and sensors.
#include "test.h"

#include <stdio.h>

#include "catch.h"
#include "smooth/force/history.h"
#include "world.h"

static const char delayed[] =
    "<mujoco><option timestep='.01' gravity='0 0 0'/><worldbody><body><joint name='j' type='slide'/><geom "
    "size='.1'/></body></worldbody><actuator>"
    "<motor joint='j' delay='.03' nsample='5' interp='%s'/><motor joint='j'/></actuator><sensor><jointpos joint='j' nsample='4' "
    "interp='linear' delay='.02'/></sensor></mujoco>";

static ig_World world_with(const char* interp) {
  char xml[1000];
  snprintf(xml, sizeof xml, delayed, interp);
  return ig_world(xml);
}

TEST(controls_act_after_their_delay) {
  ig_World w = world_with("zoh");
  if (!w.m) return;
  mj_resetData(w.m, w.d);
  for (int step = 0; step < 10; step++) {
    w.d->ctrl[0] = step + 1;
    w.d->ctrl[1] = 100;
    mj_step(w.m, w.d);
    CHECK_NEAR(w.d->actuator_force[0], step >= 3 ? step + 1 - 3 : 0, 0);
    CHECK_NEAR(w.d->actuator_force[1], 100, 0);
  }
  ig_world_free(&w);
}

TEST(samples_are_held_or_interpolated) {
  static const char* const kinds[] = {"zoh", "linear", "cubic"};
  static const mjtNum times[5] = {0, 1, 2, 3, 4}, values[5] = {0, 1, 4, 9, 16};
  // at 2.5: held, on the line, on the parabola's Hermite curve (exact for a parabola away from the ends)
  static const double expected[] = {4, 6.5, 6.25};
  for (int i = 0; i < 3; i++) {
    ig_World w = world_with(kinds[i]);
    if (!w.m) continue;
    mj_initCtrlHistory(w.m, w.d, 0, times, values);
    CHECK_NEAR(mj_readCtrl(w.m, w.d, 0, 2.5 + .03, -1), expected[i], 1e-12);
    CHECK_NEAR(mj_readCtrl(w.m, w.d, 0, 2.5 + .03, 1), 6.5, 1e-12);
    // on samples and beyond both ends
    CHECK_NEAR(mj_readCtrl(w.m, w.d, 0, 3 + .03, -1), 9, 1e-9);
    CHECK_NEAR(mj_readCtrl(w.m, w.d, 0, -7, -1), 0, 0);
    CHECK_NEAR(mj_readCtrl(w.m, w.d, 0, 70, -1), 16, 0);
    // no buffer: the control as it is
    w.d->ctrl[1] = 7;
    CHECK_NEAR(mj_readCtrl(w.m, w.d, 1, 0, -1), 7, 0);
    ig_world_free(&w);
  }
}

TEST(inserting_keeps_the_order_of_times) {
  ig_World w = world_with("zoh");
  if (!w.m) return;
  static const mjtNum times[5] = {0, 1, 2, 3, 4}, values[5] = {0, 1, 2, 3, 4};
  ig_History h = ig_ctrl_history(w.m, w.d, 0);
  CHECK_INT(h.samples, 5);
  ig_history_init(&h, times, values, 0);
  *ig_history_insert(&h, 5) = 5;      // newest: 0 gives way
  *ig_history_insert(&h, 3) = 33;     // same time: replaced
  *ig_history_insert(&h, 2.5) = 2.5;  // between: 1 gives way
  *ig_history_insert(&h, 0.5) = .5;   // older than all: in the place of the oldest, 2
  static const mjtNum t[5] = {.5, 2.5, 3, 4, 5}, v[5] = {.5, 2.5, 33, 4, 5};
  for (int i = 0; i < 5; i++) {
    mjtNum buffer;
    const mjtNum* sample = ig_history_read(&h, t[i], 0, &buffer);
    CHECK(sample != NULL);
    if (sample) CHECK_NEAR(*sample, v[i], 0);
  }
  // many more go around
  for (int i = 6; i < 40; i++) *ig_history_insert(&h, i) = i;
  for (int i = 35; i < 40; i++) CHECK_NEAR(mj_readCtrl(w.m, w.d, 0, i + .03 + 1e-9, 0), i, 0);
  ig_world_free(&w);
}

TEST(sensor_buffers_keep_phase_and_values) {
  ig_World w = world_with("zoh");
  if (!w.m) return;
  static const mjtNum times[4] = {1, 2, 3, 4}, values[4] = {10, 20, 30, 40};
  mjtNum result = 0;
  mj_initSensorHistory(w.m, w.d, 0, times, values, .7);
  CHECK_NEAR(*ig_sensor_history(w.m, w.d, 0).user, .7, 0);
  CHECK(mj_readSensor(w.m, w.d, 0, 2.25 + .02, &result, -1) == NULL);
  CHECK_NEAR(result, 22.5, 1e-12);
  const mjtNum* sample = mj_readSensor(w.m, w.d, 0, 3 + .02, &result, 0);
  CHECK(sample && *sample == 30);
  // values only, the times stay
  mj_initSensorHistory(w.m, w.d, 0, NULL, (const mjtNum[]){1, 2, 3, 4}, 0);
  sample = mj_readSensor(w.m, w.d, 0, 3 + .02, &result, 0);
  CHECK(sample && *sample == 3);
  ig_world_free(&w);
}

TEST(misuse_of_history_is_refused) {
  ig_World w = world_with("zoh");
  if (!w.m) return;
  CHECK_ERROR(mj_readCtrl(w.m, w.d, 2, 0, 0), "actuator 2");
  CHECK_ERROR(mj_readSensor(w.m, w.d, -1, 0, NULL, 0), "sensor -1");
  CHECK_ERROR(mj_initCtrlHistory(w.m, w.d, 1, NULL, NULL), "no history");
  CHECK_ERROR(mj_initCtrlHistory(w.m, w.d, 7, NULL, NULL), "actuator 7");
  static const mjtNum falling[5] = {0, 1, 1, 2, 3};
  CHECK_ERROR(mj_initCtrlHistory(w.m, w.d, 0, falling, NULL), "strictly increasing");
  // a cursor that points nowhere does no harm
  w.d->history[w.m->actuator_historyadr[0] + 1] = -1e30;
  CHECK(isfinite(mj_readCtrl(w.m, w.d, 0, 0, 0)));
  ig_world_free(&w);
}
