// SPDX-License-Identifier: Apache-2.0
// Lines R93 and R96: reset after divergence, energy on demand.
#include "flags.h"
#include "require.h"

#define FALLING                                                                                                          \
  "<mujoco><worldbody><body pos='0 0 1'><joint name='z' type='slide' axis='0 0 1'/><geom size='.1'/></body></worldbody>" \
  "<actuator><motor joint='z'/></actuator></mujoco>"

#define SWING(sensors)                                                                                                          \
  "<mujoco><worldbody><body pos='0 0 1'><joint axis='0 1 0' stiffness='3'/><geom type='capsule' size='.05' fromto='0 0 0 .4 0 " \
  "0'/></body></worldbody>" sensors "</mujoco>"

static void ignore(const char* text) { (void)text; }

// one step from a state where `values[0]` is wrong
static void wrong_step(const ig_Case* c, mjtNum* values, mjtNum wrong) {
  mju_user_warning = ignore;
  mj_resetData(c->m, c->d);
  ig_steps(c, 5);
  values[0] = wrong;
  mj_step(c->m, c->d);
  mju_user_warning = NULL;
}

static void check_restarted(const ig_Case* c, int warning) {
  CHECK_INT(c->d->warning[warning].number, 1);
  CHECK_NEAR(c->d->time, c->m->opt.timestep, 1e-15);
  CHECK(fabs(c->d->qpos[0]) < 1e-3);
  ig_steps(c, 10);
  CHECK(ig_finite(c->d->qpos, 1) && ig_finite(c->d->qvel, 1));
}

TEST(R93_1_wrong_positions_reset_the_state) {
  CASE(c, FALLING);
  const mjtNum wrong[] = {NAN, INFINITY, 1.1e10};
  for (int k = 0; k < 3; k++) {
    wrong_step(&c, c.d->qpos, wrong[k]);
    check_restarted(&c, mjWARN_BADQPOS);
  }
}

TEST(R93_2_wrong_velocities_and_accelerations_too) {
  CASE(c, FALLING);
  const mjtNum wrong[] = {NAN, INFINITY, 1.1e10};
  for (int k = 0; k < 3; k++) {
    wrong_step(&c, c.d->qvel, wrong[k]);
    check_restarted(&c, mjWARN_BADQVEL);
  }
  const mjtNum push[] = {NAN, 1e30};
  for (int k = 0; k < 2; k++) {
    wrong_step(&c, c.d->qfrc_applied, push[k]);
    check_restarted(&c, mjWARN_BADQACC);
  }
}

TEST(R93_3_wrong_controls_count_as_zero) {
  CASE(c, FALLING);
  CASE(free, FALLING);
  ig_steps(&free, 6);
  wrong_step(&c, c.d->ctrl, NAN);
  CHECK_INT(c.d->warning[mjWARN_BADCTRL].number, 1);
  CHECK_BITS(c.d->qpos, free.d->qpos, 1);
  CHECK(isnan(c.d->ctrl[0]));
}

TEST(R93_4_without_autoreset_only_the_warning_is_counted) {
  CASE(c, FALLING);
  c.m->opt.disableflags = mjDSBL_AUTORESET;
  wrong_step(&c, c.d->qpos, 1.1e10);
  CHECK(c.d->warning[mjWARN_BADQPOS].number > 0);
  CHECK_NEAR(c.d->time, 6 * c.m->opt.timestep, 1e-12);
  CHECK(c.d->qpos[0] > 1e10);
}

TEST(R96_1_energy_is_computed_when_asked_for) {
  CASE(c, SWING("<sensor><e_potential/><e_kinetic/></sensor>"));
  CASE(silent, SWING(""));
  silent.d->qpos[0] = c.d->qpos[0] = .4;
  silent.d->qvel[0] = c.d->qvel[0] = 2;
  mj_forward(silent.m, silent.d);
  CHECK_VALUES(silent.d->energy, 0, 0, 0);
  mj_forward(c.m, c.d);
  mjtNum sensed[2] = {c.d->sensordata[0], c.d->sensordata[1]};
  silent.m->opt.enableflags = mjENBL_ENERGY;
  mj_forward(silent.m, silent.d);
  CHECK(silent.d->energy[1] > 0 && fabs(silent.d->energy[0]) > 0);
  CHECK_SAME(sensed, silent.d->energy, 2, 1e-15);
}

TEST(R96_2_energy_is_not_computed_twice) {
  CASE(c, SWING(""));
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->flg_energypos, 0);
  CHECK_INT(c.d->flg_energyvel, 0);
  c.m->opt.enableflags = mjENBL_ENERGY;
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->flg_energypos, 1);
  CHECK_INT(c.d->flg_energyvel, 1);
  c.m->opt.enableflags = 0;
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->flg_energypos, 0);
  CHECK_INT(c.d->flg_energyvel, 0);
  CASE(sensors, SWING("<sensor><e_potential/><e_kinetic/></sensor>"));
  mj_forward(sensors.m, sensors.d);
  CHECK_INT(sensors.d->flg_energypos, 1);
}

TEST(R96_3_energy_asked_for_later_is_the_same) {
  CASE(c, FLAGS, "");
  ig_fill(c.d->qvel, c.m->nv, .1);
  mj_forward(c.m, c.d);
  mj_energyPos(c.m, c.d);
  mj_energyVel(c.m, c.d);
  mjtNum later[2] = {c.d->energy[0], c.d->energy[1]};
  c.m->opt.enableflags = mjENBL_ENERGY;
  mj_forward(c.m, c.d);
  CHECK_SAME(later, c.d->energy, 2, 1e-12);
  CHECK(later[1] > 0);
}
