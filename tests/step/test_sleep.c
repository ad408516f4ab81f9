// SPDX-License-Identifier: Apache-2.0
// Falling asleep and waking up. Times and cycles are those of MuJoCo 3.5.0 on the same model (python: step, print tree_asleep).
#include "case.h"
#include "scenes.h"
#include "test.h"

static void check_asleep(const mjData* d, int a, int b, int c, int e) {
  int expected[] = {a, b, c, e};
  for (int tree = 0; tree < 4; tree++) {
    bool awake = expected[tree] < 0;
    if (awake) {
      CHECK(d->tree_asleep[tree] < 0);
    } else {
      CHECK_INT(d->tree_asleep[tree], expected[tree]);
    }
  }
}

TEST(resting_islands_fall_asleep_and_a_collision_wakes_them) {
  ig_Case c = ig_case(ig_scene_sleep);
  if (!c.d) return;
  int step = 0;
  for (; step < 50; step++) mj_step(c.m, c.d);
  check_asleep(c.d, -1, -1, -1, -1);

  // the box alone sleeps by itself, the stack as a cycle of two
  mj_step(c.m, c.d);
  check_asleep(c.d, -1, -1, 2, -1);
  for (step = 51; step < 53; step++) mj_step(c.m, c.d);
  check_asleep(c.d, 1, 0, 2, -1);
  CHECK_INT(c.d->ntree_awake, 1);
  CHECK_INT(c.d->nv_awake, 6);
  mjtNum qpos[14];
  mju_copy(qpos, c.d->qpos, 14);

  // what falls from above wakes the single box, not the stack
  for (; step < 126; step++) mj_step(c.m, c.d);
  check_asleep(c.d, 1, 0, -1, -1);
  for (; step < 203; step++) mj_step(c.m, c.d);
  check_asleep(c.d, 1, 0, 3, 2);
  CHECK_INT(c.d->ntree_awake, 0);
  CHECK(!memcmp(qpos, c.d->qpos, sizeof qpos));

  // a push wakes the whole cycle
  c.d->xfrc_applied[6 * 2 + 2] = 1;
  mj_step(c.m, c.d);
  check_asleep(c.d, -1, -1, 3, 2);
  CHECK_INT(c.d->ntree_awake, 2);
  CHECK_INT(c.d->nbody_awake, 3);
  CHECK_INT(c.d->nparent_awake, 4);
  CHECK_INT(c.d->nv_awake, 12);

  // switching sleep off wakes everybody
  c.m->opt.enableflags &= ~mjENBL_SLEEP;
  mj_step(c.m, c.d);
  CHECK_INT(c.d->ntree_awake, 4);
  ig_case_free(&c);
}

TEST(a_tree_can_start_asleep) {
  ig_Case c = ig_case(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='5 5 .1'/>"
      "<body name='a' pos='0 0 .09' sleep='init'><freejoint/><geom size='.1'/></body>"
      "<body name='b' pos='1 0 .09'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  CHECK_INT(c.d->tree_asleep[0], 0);
  CHECK(c.d->tree_asleep[1] < 0);
  CHECK_INT(c.d->ntree_awake, 1);
  for (int k = 0; k < 20; k++) mj_step(c.m, c.d);
  CHECK(c.d->qpos[2] == 0.09);
  CHECK(c.d->qpos[9] != 0.09);
  c.d->qvel[0] = 1e-300;
  mj_step(c.m, c.d);
  CHECK_INT(c.d->ntree_awake, 2);
  ig_case_free(&c);
}

// the poses of static things are found before mocap bodies are placed, so these wait for the first forward
TEST(a_reset_with_sleep_finds_mocap_bodies_at_the_origin) {
  ig_Case c = ig_case(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><body pos='1 2 3' quat='0 1 0 0' mocap='true'><geom size='.1'/>"
      "<body pos='0 0 1'><geom size='.1'/></body></body></worldbody></mujoco>");
  CHECK_NEAR(c.d->mocap_pos[1], 2, 0);
  CHECK_NEAR(c.d->mocap_quat[1], 1, 0);
  CHECK_NEAR(c.d->xpos[3 * 1 + 2], 0, 0);
  CHECK_NEAR(c.d->xpos[3 * 2 + 2], 1, 0);
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->xpos[3 * 1 + 2], 3, 0);
  CHECK_NEAR(c.d->xpos[3 * 2 + 2], 2, 1e-15);
  ig_case_free(&c);
}
