// SPDX-License-Identifier: Apache-2.0
// Lines R79: callbacks.
#include <setjmp.h>

#include "require.h"

#define PUSHED                                                                                                                \
  "<mujoco><size nuserdata='4'/><worldbody><body><joint name='j' axis='0 1 0' damping='.3'/><geom type='capsule' size='.05' " \
  "fromto='0 0 0 .4 0 0'/></body></worldbody>"                                                                                \
  "<actuator><motor joint='j'/></actuator></mujoco>"

#define USER                                                                                                           \
  "<mujoco><worldbody><body><joint name='j' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body></worldbody><actuator>" \
  "<general name='g' joint='j' gaintype='user' biastype='user'/><general name='d' joint='j' dyntype='user' "           \
  "actdim='1'/></actuator>"                                                                                            \
  "<sensor><user name='a' dim='2' needstage='vel'/><user name='b' dim='1' needstage='acc'/></sensor></mujoco>"

#define BALLS(contact)                                                                                                    \
  "<mujoco><worldbody><body><freejoint/><geom name='p' size='.1'/></body><body pos='.16 0 0'><freejoint/><geom name='q' " \
  "size='.1'/></body>"                                                                                                    \
  "</worldbody><contact>" contact "</contact></mujoco>"

static int calls;
static mjtNum passive_before;
static jmp_buf back;

static void add_passive(const mjModel* m, mjData* d) {
  calls++;
  passive_before = d->qfrc_passive[0];
  d->qfrc_passive[0] += .5;
}

TEST(R79_1_passive_forces_may_be_added) {
  CASE(c, PUSHED);
  c.d->qvel[0] = 2;
  mj_forward(c.m, c.d);
  mjtNum alone = c.d->qfrc_passive[0], qacc = c.d->qacc[0];
  calls = 0;
  mjcb_passive = add_passive;
  mj_forward(c.m, c.d);
  CHECK_INT(calls, 1);
  CHECK_NEAR(passive_before, alone, 0);
  CHECK_NEAR(c.d->qfrc_passive[0], alone + .5, 1e-15);
  CHECK(fabs(c.d->qacc[0] - qacc) > 1e-6);
  mjcb_passive = NULL;
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->qacc[0], qacc, 0);
}

static void set_control(const mjModel* m, mjData* d) {
  calls++;
  d->ctrl[0] = 3;
}

TEST(R79_2_controls_may_be_set) {
  CASE(c, PUSHED);
  calls = 0;
  mjcb_control = set_control;
  mj_forward(c.m, c.d);
  CHECK_INT(calls, 1);
  CHECK_NEAR(c.d->qfrc_actuator[0], 3, 0);
  c.m->opt.disableflags = mjDSBL_ACTUATION;
  mj_forward(c.m, c.d);
  CHECK_INT(calls, 1);
  c.m->opt.disableflags = 0;
  c.m->opt.integrator = mjINT_RK4;
  calls = 0;
  mj_step(c.m, c.d);
  CHECK_INT(calls, 4);
  mjcb_control = NULL;
}

static int drop_all(const mjModel* m, mjData* d, int geom1, int geom2) {
  calls++;
  return 1;
}

static int keep_all(const mjModel* m, mjData* d, int geom1, int geom2) { return 0; }

TEST(R79_3_contacts_may_be_filtered) {
  CASE(c, BALLS(""));
  mjcb_contactfilter = drop_all;
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ncon, 0);
  mjcb_contactfilter = keep_all;
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ncon, 1);
  CASE(pair, BALLS("<pair geom1='p' geom2='q'/>"));
  mjcb_contactfilter = drop_all;
  calls = 0;
  mj_forward(pair.m, pair.d);
  CHECK_INT(pair.d->ncon, 1);
  CHECK_INT(calls, 0);
  mjcb_contactfilter = NULL;
}

static void fill_sensors(const mjModel* m, mjData* d, int stage) {
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] != mjSENS_USER || (int)m->sensor_needstage[i] != stage) continue;
    for (int k = 0; k < m->sensor_dim[i]; k++) d->sensordata[m->sensor_adr[i] + k] = 10 * stage + k;
  }
}

static mjtNum gain(const mjModel* m, const mjData* d, int id) { return 2; }
static mjtNum bias(const mjModel* m, const mjData* d, int id) { return 3; }
static mjtNum dynamics(const mjModel* m, const mjData* d, int id) { return .5; }

TEST(R79_4_user_sensors_and_user_actuators) {
  CASE(c, USER);
  mjcb_sensor = fill_sensors;
  mjcb_act_gain = gain;
  mjcb_act_bias = bias;
  mjcb_act_dyn = dynamics;
  c.d->ctrl[0] = 4;
  mj_forward(c.m, c.d);
  CHECK_VALUES(c.d->sensordata, 0, 10 * mjSTAGE_VEL, 10 * mjSTAGE_VEL + 1, 10 * mjSTAGE_ACC);
  CHECK_NEAR(c.d->actuator_force[0], 11, 0);
  CHECK_NEAR(c.d->act_dot[0], .5, 0);
  mjtNum before = c.d->act[0];
  mj_step(c.m, c.d);
  CHECK_NEAR(c.d->act[0] - before, .5 * c.m->opt.timestep, 1e-15);
  mjcb_sensor = NULL;
  mjcb_act_gain = mjcb_act_bias = mjcb_act_dyn = NULL;
}

static void fail_in_callback(const mjModel* m, mjData* d) { mju_error("the callback fails"); }
static void jump(const char* text) { longjmp(back, 1); }

TEST(R79_6_an_error_in_a_callback_leaves_the_data_usable) {
  CASE(c, PUSHED);
  CASE(untouched, PUSHED);
  volatile int jumped = 0;
  mju_user_error = jump;
  mjcb_passive = fail_in_callback;
  if (!setjmp(back))
    mj_step(c.m, c.d);
  else
    jumped = 1;
  mjcb_passive = NULL;
  mju_user_error = NULL;
  CHECK(jumped);
  mj_resetData(c.m, c.d);
  for (int k = 0; k < 10; k++) {
    mj_step(c.m, c.d);
    mj_step(untouched.m, untouched.d);
  }
  CHECK_BITS(c.d->qpos, untouched.d->qpos, 1);
  CHECK_BITS(c.d->qvel, untouched.d->qvel, 1);
}
