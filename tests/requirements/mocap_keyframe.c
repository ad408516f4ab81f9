// SPDX-License-Identifier: Apache-2.0
// Lines R80 and R81: mocap bodies, user data and keyframes.
#include "require.h"

#define WELDED                                                                                                               \
  "<mujoco><option timestep='.002' gravity='0 0 0'/><worldbody><body name='hand' mocap='true' pos='0 0 1'><geom type='box' " \
  "size='.05 .05 .05' contype='0' conaffinity='0'/></body>"                                                                  \
  "<body name='load' pos='0 0 1'><freejoint/><geom type='box' size='.1 .09 .1' density='120'/></body></worldbody>"           \
  "<equality><weld body1='hand' body2='load' solref='.02 1'/></equality>"                                                    \
  "<keyframe><key mpos='.2 .1 1.2' mquat='.9238795325112867 0 0 .3826834323650898'/></keyframe></mujoco>"

#define DATA                                                                                                                  \
  "<mujoco><size nuserdata='3'/><worldbody><body name='m' mocap='true'><geom size='.05' contype='0' conaffinity='0'/></body>" \
  "<body pos='0 0 1'><freejoint/><geom size='.1'/></body><body pos='2 0 1'><joint name='j'/><geom "                           \
  "size='.1'/></body></worldbody>"                                                                                            \
  "<actuator><general joint='j' dyntype='integrator'/></actuator><keyframe><key %s/><key/></keyframe></mujoco>"

TEST(R80_1_a_mocap_body_follows_its_pose) {
  CASE(c, WELDED);
  CHECK_INT(c.m->nmocap, 1);
  CHECK_INT(c.m->body_mocapid[1], 0);
  CHECK_INT(c.m->body_dofnum[1], 0);
  CHECK_VALUES(c.d->mocap_pos, 0, 0, 0, 1);
  CHECK_VALUES(c.d->mocap_quat, 0, 1, 0, 0, 0);
  mju_copy3(c.d->mocap_pos, (const mjtNum[]){.3, .2, .8});
  mju_copy4(c.d->mocap_quat, (const mjtNum[]){3, 0, 4, 0});
  mj_kinematics(c.m, c.d);
  CHECK_VALUES(c.d->xpos + 3, 1e-12, .3, .2, .8);
  CHECK_VALUES(c.d->xquat + 4, 1e-12, .6, 0, .8, 0);
}

TEST(R80_2_a_welded_load_follows) {
  CASE(c, WELDED);
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ne, 6);
  CHECK_VALUES(c.d->efc_pos, 1e-12, 0, 0, 0, 0, 0, 0);
  c.d->mocap_pos[0] = .1;
  mju_axisAngle2Quat(c.d->mocap_quat, (const mjtNum[]){0, 0, 1}, mjPI / 6);
  ig_steps(&c, 500);
  mjtNum turn[3];
  mju_subQuat(turn, c.d->qpos + 3, c.d->mocap_quat);
  CHECK(mju_dist3(c.d->qpos, c.d->mocap_pos) < 1e-4);
  CHECK(mju_norm3(turn) < 1e-4);
}

TEST(R80_3_the_load_sags_alike_for_all_solvers) {
  CASE(c, WELDED);
  c.m->opt.gravity[2] = -9.81;
  mjtNum height[3];
  for (int solver = 0; solver < 3; solver++) {
    mj_resetData(c.m, c.d);
    c.m->opt.solver = solver;
    ig_steps(&c, 1000);
    height[solver] = c.d->qpos[2];
    CHECK(fabs(height[solver] - 1) < 1e-3);
    CHECK(fabs(height[solver] - height[0]) < 1e-6);
  }
}

TEST(R80_4_welds_are_switched_and_keyframes_restore) {
  CASE(c, WELDED);
  c.d->eq_active[0] = 0;
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->nefc, 0);
  c.d->eq_active[0] = 1;
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->nefc, 6);
  mj_resetDataKeyframe(c.m, c.d, 0);
  CHECK_VALUES(c.d->mocap_pos, 0, .2, .1, 1.2);
  CHECK_VALUES(c.d->mocap_quat, 1e-12, cos(mjPI / 8), 0, 0, sin(mjPI / 8));
}

TEST(R80_5_wrong_mocap_bodies_are_refused) {
  REFUSED("inner",
          "<mujoco><worldbody><body><geom size='.1'/><body name='inner' mocap='true'><geom "
          "size='.1'/></body></body></worldbody></mujoco>");
  REFUSED("moving", "<mujoco><worldbody><body name='moving' mocap='true'><joint/><geom size='.1'/></body></worldbody></mujoco>");
}

TEST(R81_1_user_data_is_kept_and_copied) {
  CASE(c, DATA, "");
  const mjtNum values[3] = {1, 2, 3};
  CHECK_INT(c.m->nuserdata, 3);
  CHECK_VALUES(c.d->userdata, 0, 0, 0, 0);
  mju_copy3(c.d->userdata, values);
  ig_steps(&c, 10);
  CHECK_BITS(c.d->userdata, values, 3);
  mjData* copy = mj_copyData(NULL, c.m, c.d);
  CHECK_BITS(copy->userdata, values, 3);
  mj_deleteData(copy);
  mjtNum state[3] = {0};
  CHECK_INT(mj_stateSize(c.m, mjSTATE_USERDATA), 3);
  mj_getState(c.m, c.d, state, mjSTATE_USERDATA);
  CHECK_BITS(state, values, 3);
  mj_resetData(c.m, c.d);
  CHECK_VALUES(c.d->userdata, 0, 0, 0, 0);
}

TEST(R81_2_keyframes_carry_the_state_without_user_data) {
  CASE(c, DATA, "time='2' qpos='1 2 3 1 0 0 0 .5' qvel='1 2 3 4 5 6 7' act='.4' ctrl='.6' mpos='3 2 1' mquat='0 1 0 0'");
  ig_fill(c.d->userdata, 3, 5);
  mj_resetDataKeyframe(c.m, c.d, 0);
  CHECK_NEAR(c.d->time, 2, 0);
  CHECK_VALUES(c.d->qpos, 0, 1, 2, 3, 1, 0, 0, 0, .5);
  CHECK_VALUES(c.d->qvel, 0, 1, 2, 3, 4, 5, 6, 7);
  CHECK_VALUES(c.d->act, 0, .4);
  CHECK_VALUES(c.d->ctrl, 0, .6);
  CHECK_VALUES(c.d->mocap_pos, 0, 3, 2, 1);
  CHECK_VALUES(c.d->mocap_quat, 0, 0, 1, 0, 0);
  CHECK_VALUES(c.d->userdata, 0, 0, 0, 0);
  REFUSED("userdata", DATA, "userdata='1 2 3'");
}

TEST(R81_3_keyframes_store_the_present_state) {
  CASE(c, DATA, "");
  mjtNum stored[60], restored[60];
  int sig = mjSTATE_TIME | mjSTATE_QPOS | mjSTATE_QVEL | mjSTATE_ACT | mjSTATE_CTRL | mjSTATE_MOCAP_POS | mjSTATE_MOCAP_QUAT;
  CHECK(mj_stateSize(c.m, sig) <= 60);
  c.d->ctrl[0] = .3;
  c.d->mocap_pos[1] = .7;
  ig_steps(&c, 20);
  mj_getState(c.m, c.d, stored, sig);
  mj_setKeyframe(c.m, c.d, 1);
  ig_steps(&c, 20);
  mj_resetDataKeyframe(c.m, c.d, 1);
  mj_getState(c.m, c.d, restored, sig);
  CHECK_BITS(restored, stored, mj_stateSize(c.m, sig));
  REFUSED("qpos", DATA, "qpos='1 2 3 4 5 6 7 8 9'");
  CASE(few, DATA, "qpos='1 2 3'");
  mj_resetDataKeyframe(few.m, few.d, 0);
  CHECK_VALUES(few.d->qpos, 0, 1, 2, 3, 1, 0, 0, 0, 0);
}
