// SPDX-License-Identifier: Apache-2.0
// Numbers changed in a model reach the spec, and the model compiled again.
#include "test.h"

static const char scene[] =
    "<mujoco><worldbody><frame pos='1 0 0' euler='0 0 90'><body name='b' pos='0 1 0'><joint name='j' range='-30 30' ref='10'/>"
    "<geom name='g' type='capsule' fromto='0 0 0 0 0 1' size='.1' rgba='1 0 0 1' user='1 2'/><site name='s'/></body></frame>"
    "<body name='f' euler='10 0 0'><freejoint/><geom type='box' size='.1 .2 .3'/><camera name='c' xyaxes='1 0 0 0 0 "
    "1'/></body></worldbody>"
    "<actuator><position joint='j' kp='5' dampratio='1'/></actuator><keyframe><key name='k' qpos='.1 0 0 0 1 0 0 "
    "0'/></keyframe></mujoco>";

TEST(untouched_models_change_nothing) {
  mjSpec* s = mj_parseXMLString(scene, NULL, NULL, 0);
  mjModel* m = mj_compile(s, NULL);
  CHECK(m != NULL);
  if (!m) return;
  CHECK_INT(mj_copyBack(s, m), 1);
  CHECK_NEAR(mjs_findBody(s, "b")->pos[1], 1, 0);
  mjModel* again = mj_compile(s, NULL);
  CHECK(again && !memcmp(m->body_pos, again->body_pos, 3 * m->nbody * sizeof(mjtNum)));
  CHECK(again && !memcmp(m->body_inertia, again->body_inertia, 3 * m->nbody * sizeof(mjtNum)));
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

TEST(changed_numbers_come_back) {
  mjSpec* s = mj_parseXMLString(scene, NULL, NULL, 0);
  mjModel* m = mj_compile(s, NULL);
  CHECK(m != NULL);
  if (!m) return;
  m->body_pos[3] = 7;
  m->body_mass[1] = 3;
  m->jnt_range[1] = 1;
  m->dof_damping[0] = .5;
  m->qpos0[0] = .25;
  m->geom_size[0] = .05;
  m->geom_rgba[1] = .5f;
  m->geom_user[1] = 9;
  m->cam_pos[2] = 4;
  m->key_qpos[0] = .75;
  m->actuator_ctrlrange[1] = 2;
  m->opt.timestep = .01;
  m->stat.extent = 12;
  CHECK_INT(mj_copyBack(s, m), 1);
  mjModel* again = mj_compile(s, NULL);
  CHECK_TEXT(mjs_getError(s), "");
  if (!again) return;
  CHECK_NEAR(again->body_pos[3], 7, 1e-14);
  CHECK_NEAR(again->body_pos[4], m->body_pos[4], 1e-14);
  CHECK_NEAR(again->body_mass[1], 3, 1e-14);
  CHECK_NEAR(again->jnt_range[1], 1, 1e-14);
  CHECK_NEAR(again->jnt_range[0], m->jnt_range[0], 1e-14);
  CHECK_NEAR(again->dof_damping[0], .5, 0);
  CHECK_NEAR(again->qpos0[0], .25, 1e-14);
  CHECK_NEAR(again->geom_size[0], .05, 0);
  CHECK_NEAR(again->geom_pos[2], m->geom_pos[2], 1e-14);
  CHECK_NEAR(again->geom_rgba[1], .5, 0);
  CHECK_NEAR(again->geom_user[1], 9, 0);
  CHECK_NEAR(again->cam_pos[2], 4, 0);
  CHECK_NEAR(again->key_qpos[0], .75, 0);
  CHECK_NEAR(again->actuator_ctrlrange[1], 2, 0);
  CHECK_NEAR(again->opt.timestep, .01, 0);
  CHECK_NEAR(again->stat.extent, 12, 0);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

TEST(models_of_other_specs_are_refused) {
  mjSpec* s = mj_parseXMLString(scene, NULL, NULL, 0);
  mjSpec* other = mj_parseXMLString("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>", NULL, NULL, 0);
  mjModel* m = mj_compile(other, NULL);
  CHECK_INT(mj_copyBack(s, m), 0);
  mjModel* own = mj_compile(s, NULL);
  CHECK_INT(mj_copyBack(s, m), 0);
  CHECK_HAS(mjs_getError(s), "incompatible");
  mj_deleteModel(own);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteSpec(other);
}
