// SPDX-License-Identifier: Apache-2.0
// Activation dynamics, forces and limits of actuators, by their formulas; figures of muscles: mujoco 3.5.0.
#include "test.h"

#include <stdio.h>

#include "world.h"

// a slider of mass 1 on which an actuator acts with length q and velocity v
#define SLIDER(actuator)                                                                                                         \
  "<mujoco><option gravity='0 0 0' timestep='.01'/><worldbody><body><joint name='j' type='slide' axis='1 0 0'/><geom size='.1' " \
  "mass='1'/></body>"                                                                                                            \
  "</worldbody><actuator>" actuator "</actuator></mujoco>"

// force at q = .3, v = .2 for a control and an activation
static void check_force(const char* xml, double ctrl, double act, double force, double act_dot) {
  ig_World w = ig_world(xml);
  if (!w.m) return;
  w.d->ctrl[0] = ctrl;
  if (w.m->na) w.d->act[0] = act;
  ig_world_at(&w, (const mjtNum[]){.3}, (const mjtNum[]){.2});
  CHECK_NEAR(w.d->actuator_force[0], force, 1e-13);
  CHECK_NEAR(w.d->qfrc_actuator[0], force * w.m->actuator_gear[0], 1e-13);
  if (w.m->na) CHECK_NEAR(w.d->act_dot[0], act_dot, 1e-12);
  ig_world_free(&w);
}

TEST(gains_and_biases_follow_their_formulas) {
  check_force(SLIDER("<motor joint='j' gear='4'/>"), .5, 0, .5, 0);
  check_force(SLIDER("<position joint='j' kp='10' kv='2'/>"), .5, 0, 10 * .5 - 10 * .3 - 2 * .2, 0);
  check_force(SLIDER("<velocity joint='j' kv='3'/>"), .5, 0, 3 * (.5 - .2), 0);
  check_force(SLIDER("<damper joint='j' kv='3' ctrlrange='0 1'/>"), .5, 0, -3 * .2 * .5, 0);
  check_force(SLIDER("<general joint='j' gaintype='affine' gainprm='2 .5 .25' biastype='affine' biasprm='1 2 3'/>"), .5, 0,
              (2 + .5 * .3 + .25 * .2) * .5 + 1 + 2 * .3 + 3 * .2, 0);
}

TEST(dynamics_follow_their_formulas) {
  check_force(SLIDER("<general joint='j' dyntype='integrator' gainprm='2'/>"), .5, .25, 2 * .25, .5);
  check_force(SLIDER("<general joint='j' dyntype='filter' dynprm='.1' gainprm='2'/>"), .5, .25, 2 * .25, .25 / .1);
  check_force(SLIDER("<general joint='j' dyntype='filterexact' dynprm='.1' gainprm='2'/>"), .5, .25, 2 * .25, .25 / .1);
  // actearly: the force of the activation at the end of the step
  check_force(SLIDER("<general joint='j' dyntype='integrator' gainprm='2' actearly='true'/>"), .5, .25, 2 * (.25 + .01 * .5), .5);
  check_force(SLIDER("<general joint='j' dyntype='filterexact' dynprm='.1' gainprm='2' actearly='true'/>"), .5, .25,
              2 * (.25 + .25 * (1 - exp(-.1))), 2.5);
  check_force(SLIDER("<general joint='j' dyntype='integrator' gainprm='2' actearly='true' actlimited='true' actrange='0 .252'/>"),
              .5, .25, 2 * .252, .5);
}

TEST(muscles_are_those_of_the_reference) {
  static const double figure[6] = {-29.835904,         21.951219512195127, -57.96239694718282,
                                   18.577977572183354, -83.75206611570242, 43.902439024390254};
  static const char* const muscles[3] = {
      SLIDER("<muscle joint='j' lengthrange='0 1' force='100' timeconst='.02 .05'/>"),
      SLIDER("<muscle joint='j' lengthrange='-.6 .5' force='-1' scale='150' timeconst='.02 .05' tausmooth='2' range='.6 1.1'/>"),
      SLIDER("<muscle joint='j' lengthrange='.2 .31' range='.9 1.5' force='50' vmax='.3' fpmax='2' fvmax='1.4' lmin='.4' "
             "lmax='1.7'/>")};
  for (int i = 0; i < 3; i++) {
    ig_World w = ig_world(muscles[i]);
    if (!w.m) continue;
    w.d->ctrl[0] = .8;
    w.d->act[0] = .35;
    ig_world_at(&w, (const mjtNum[]){.3}, (const mjtNum[]){.2});
    CHECK_NEAR(w.d->actuator_force[0], figure[2 * i], 1e-12);
    CHECK_NEAR(w.d->act_dot[0], figure[2 * i + 1], 1e-12);
    ig_world_free(&w);
  }
}

// over the whole range of lengths and velocities the muscle pulls, and is continuous
TEST(muscle_curves_are_continuous_and_pull) {
  static const mjtNum prm[9] = {.75, 1.05, 100, 200, .5, 1.6, 1.5, 1.3, 1.2}, range[2] = {0, 1};
  for (int kind = 0; kind < 3; kind++) {
    mjtNum before = 0;
    for (int i = 0; i <= 6000; i++) {
      mjtNum x = -3 + .001 * i, y = .3;
      mjtNum now = kind == 0   ? mju_muscleGain(x, y, range, 1, prm)
                   : kind == 1 ? mju_muscleGain(.5, x, range, 1, prm)
                               : mju_muscleBias(x, range, 1, prm);
      CHECK(now <= 0);
      if (i) CHECK(fabs(now - before) < 2);
      before = now;
    }
  }
  static const mjtNum dyn[3] = {.01, .04, 0};
  CHECK(mju_muscleDynamics(1, 0, dyn) > 0);
  CHECK(mju_muscleDynamics(0, 1, dyn) < 0);
  CHECK_NEAR(mju_muscleDynamics(5, 1, dyn), 0, 0);
}

TEST(controls_forces_and_joints_are_limited) {
  check_force(SLIDER("<motor joint='j' ctrllimited='true' ctrlrange='-1 .4'/>"), .5, 0, .4, 0);
  check_force(SLIDER("<motor joint='j' forcelimited='true' forcerange='-1 .3' gear='2'/>"), .5, 0, .3, 0);
  ig_World w = ig_world(
      "<mujoco><worldbody><body><joint name='j' type='slide' axis='1 0 0' actuatorfrcrange='-1 .7'/><geom "
      "size='.1'/></body></worldbody>"
      "<actuator><motor joint='j'/><motor joint='j' gear='2'/></actuator></mujoco>");
  if (!w.m) return;
  w.d->ctrl[0] = w.d->ctrl[1] = .5;
  mj_forward(w.m, w.d);
  CHECK_NEAR(w.d->qfrc_actuator[0], .7, 1e-15);
  w.m->opt.disableflags |= mjDSBL_ACTUATION;
  mj_forward(w.m, w.d);
  CHECK_NEAR(w.d->qfrc_actuator[0], 0, 0);
  CHECK_NEAR(w.d->actuator_force[0], 0, 0);
  ig_world_free(&w);
}

TEST(tendons_limit_the_sum_of_their_actuators) {
  ig_World w = ig_world(
      "<mujoco><worldbody><body><joint name='j' type='slide' axis='1 0 0'/><geom size='.1'/></body></worldbody><tendon>"
      "<fixed name='t' actuatorfrclimited='true' actuatorfrcrange='-1 2'><joint joint='j' coef='1'/></fixed></tendon>"
      "<actuator><motor tendon='t' gear='1'/><motor tendon='t' gear='3'/><motor joint='j'/></actuator></mujoco>");
  if (!w.m) return;
  w.d->ctrl[0] = 1;
  w.d->ctrl[1] = 3;
  w.d->ctrl[2] = 10;
  mj_forward(w.m, w.d);
  CHECK_NEAR(w.d->actuator_force[0], .5, 1e-14);
  CHECK_NEAR(w.d->actuator_force[1], 1.5, 1e-14);
  CHECK_NEAR(w.d->actuator_force[2], 10, 0);
  w.d->ctrl[1] = -6;
  mj_forward(w.m, w.d);
  CHECK_NEAR(w.d->actuator_force[0] + w.d->actuator_force[1], -1, 1e-14);
  ig_world_free(&w);
}

TEST(groups_of_actuators_can_be_switched_off) {
  ig_World w = ig_world(
      SLIDER("<motor joint='j' group='2'/><motor joint='j' gear='3'/><general joint='j' group='2' dyntype='integrator'/>"));
  if (!w.m) return;
  w.m->opt.disableactuator = 1 << 2;
  for (int i = 0; i < 3; i++) w.d->ctrl[i] = 1;
  w.d->act[0] = .5;
  mj_forward(w.m, w.d);
  CHECK_NEAR(w.d->actuator_force[0], 0, 0);
  CHECK_NEAR(w.d->actuator_force[2], 0, 0);
  CHECK_NEAR(w.d->qfrc_actuator[0], 3, 0);
  mj_step(w.m, w.d);
  CHECK_NEAR(w.d->act[0], .5, 0);
  ig_world_free(&w);
}

TEST(one_bad_control_stops_all_and_is_counted) {
  ig_World w = ig_world(SLIDER("<motor joint='j'/><motor joint='j'/>"));
  if (!w.m) return;
  w.d->ctrl[0] = 1;
  w.d->ctrl[1] = mjMAXVAL * 10;
  mj_forward(w.m, w.d);
  CHECK_NEAR(w.d->qfrc_actuator[0], 0, 0);
  CHECK_INT(w.d->warning[mjWARN_BADCTRL].number, 1);
  CHECK_INT(w.d->warning[mjWARN_BADCTRL].lastinfo, 1);
  w.d->ctrl[1] = NAN;
  mj_forward(w.m, w.d);
  CHECK_NEAR(w.d->qfrc_actuator[0], 0, 0);
  CHECK_INT(w.d->warning[mjWARN_BADCTRL].number, 2);
  ig_world_free(&w);
}

static mjtNum call_dyn(const mjModel* m, const mjData* d, int id) { return 10 + id; }
static mjtNum call_gain(const mjModel* m, const mjData* d, int id) { return 20 + id; }
static mjtNum call_bias(const mjModel* m, const mjData* d, int id) { return 30 + id; }

TEST(user_functions_are_asked) {
  ig_World w =
      ig_world(SLIDER("<motor joint='j'/><general joint='j' dyntype='user' gaintype='user' biastype='user' actdim='1'/>"));
  if (!w.m) return;
  w.d->act[0] = .5;
  mj_forward(w.m, w.d);
  CHECK_NEAR(w.d->actuator_force[1], .5, 0);
  mjcb_act_dyn = call_dyn;
  mjcb_act_gain = call_gain;
  mjcb_act_bias = call_bias;
  mj_forward(w.m, w.d);
  mjcb_act_dyn = mjcb_act_gain = mjcb_act_bias = NULL;
  CHECK_NEAR(w.d->act_dot[0], 11, 0);
  CHECK_NEAR(w.d->actuator_force[1], 21 * .5 + 31, 0);
  ig_world_free(&w);
}

TEST(gravity_compensation_goes_through_actuators_on_request) {
  for (int through = 0; through < 2; through++) {
    char xml[700];
    snprintf(xml, sizeof xml,
             "<mujoco><worldbody><body gravcomp='.5'><joint name='j' type='slide' axis='0 0 1' actuatorgravcomp='%s' "
             "actuatorfrcrange='-3 3'/><geom size='.1' mass='2'/></body></worldbody>"
             "<actuator><motor joint='j'/></actuator></mujoco>",
             through ? "true" : "false");
    ig_World w = ig_world(xml);
    if (!w.m) continue;
    CHECK_NEAR(w.d->qfrc_gravcomp[0], 9.81, 1e-13);
    CHECK_NEAR(w.d->qfrc_passive[0], through ? 0 : 9.81, 1e-13);
    CHECK_NEAR(w.d->qfrc_actuator[0], through ? 3 : 0, 1e-13);
    ig_world_free(&w);
  }
}

TEST(smooth_acceleration_solves_the_sum_of_forces) {
  ig_World w = ig_world(
      "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom type='box' size='.1 .2 .3' mass='2'/><body pos='.3 0 0'><joint "
      "axis='0 1 0' damping='1'/>"
      "<geom size='.1' mass='1'/></body></body></worldbody></mujoco>");
  if (!w.m) return;
  for (int i = 0; i < w.m->nv; i++) w.d->qfrc_applied[i] = i;
  for (int k = 0; k < 6; k++) w.d->xfrc_applied[6 * 2 + k] = 1 + k;
  w.d->qvel[6] = 2;
  mj_forward(w.m, w.d);
  mjtNum force[7], product[7];
  mju_sub(force, w.d->qfrc_passive, w.d->qfrc_bias, 7);
  mju_addTo(force, w.d->qfrc_applied, 7);
  mj_applyFT(w.m, w.d, w.d->xfrc_applied + 12, w.d->xfrc_applied + 15, w.d->xipos + 6, 2, force);
  mj_mulM(w.m, w.d, product, w.d->qacc_smooth);
  for (int i = 0; i < 7; i++) {
    CHECK_NEAR(w.d->qfrc_smooth[i], force[i], 1e-13);
    CHECK_NEAR(product[i], force[i], 1e-11);
  }
  ig_world_free(&w);
}
