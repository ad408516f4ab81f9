// SPDX-License-Identifier: Apache-2.0
// Distance of two geoms, and the points where they are nearest.
#include "model.h"
#include "poses.h"
#include "test.h"

static const char* const rows =
    "<mujoco><worldbody>"
    "<geom name='ball' size='.1'/><geom name='box' type='box' size='.1 .2 .3' pos='1 0 0'/>"
    "<geom name='egg' type='ellipsoid' size='.1 .1 .2' pos='0 0 1'/><geom name='drum' type='cylinder' size='.1 .2' pos='0 1 0'/>"
    "</worldbody></mujoco>";

TEST(distance_of_separate_shapes) {
  mjModel* m = ig_test_model(rows);
  if (!m) return;
  mjData* d = mj_makeData(m);
  mj_kinematics(m, d);
  mjtNum fromto[6];
  CHECK_NEAR(mj_geomDistance(m, d, 0, 1, 10, fromto), .8, 1e-12);
  CHECK_NEAR(fromto[0], .1, 1e-9);
  CHECK_NEAR(fromto[3], .9, 1e-9);
  CHECK_NEAR(mj_geomDistance(m, d, 0, 2, 10, fromto), .7, 1e-6);
  CHECK_NEAR(mj_geomDistance(m, d, 0, 3, 10, NULL), .8, 1e-9);
  CHECK_NEAR(mj_geomDistance(m, d, 2, 1, 10, fromto), mj_geomDistance(m, d, 1, 2, 10, NULL), 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(beyond_the_limit_the_limit_is_returned_without_points) {
  mjModel* m = ig_test_model(rows);
  if (!m) return;
  mjData* d = mj_makeData(m);
  mj_kinematics(m, d);
  mjtNum fromto[6] = {1, 1, 1, 1, 1, 1};
  CHECK_NEAR(mj_geomDistance(m, d, 1, 3, .5, fromto), .5, 0);
  for (int i = 0; i < 6; i++) CHECK_NEAR(fromto[i], 0, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the two points are as far apart as the distance says, on both sides of touching. Exactly zero stands for a depth
// that the search could not tell, here as in the reference.
TEST(points_span_the_distance) {
  mjModel* m = ig_zoo();
  if (!m) return;
  mjData* d = mj_makeData(m);
  unsigned long long seed = 31;
  for (int a = 2; a < 9; a++) {
    for (int b = 2; b < 9; b++) {
      if (a == b) continue;
      for (int pose = 0; pose < 20; pose++) {
        mjtNum fromto[6];
        ig_pose_pair(m, d, a, b, false, &seed);
        mjtNum dist = mj_geomDistance(m, d, a, b, 10, fromto), span = 0;
        for (int k = 0; k < 3; k++) span += (fromto[3 + k] - fromto[k]) * (fromto[3 + k] - fromto[k]);
        if (dist != 0) CHECK_NEAR(sqrt(span), fabs(dist), 1e-5);
      }
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
