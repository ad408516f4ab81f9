// SPDX-License-Identifier: Apache-2.0
// Lines R5: transmissions through sites.
#include "model.h"
#include "require.h"

#define MUSCLE_PRM "gainprm='.75 1.05 -1 150 .5 1.6 1.5 1.3 1.2' biasprm='.75 1.05 -1 150 .5 1.6 1.5 1.3 1.2' dynprm='.01 .04'"

// a branched arm and a free drone, with every kind of gear on their sites
#define ARM                                                                                                                      \
  "<mujoco><worldbody><site name='world' pos='.25 .1 .2' euler='15 25 35'/>"                                                     \
  "<body name='l1' pos='0 0 .5'><joint name='j1' axis='0 1 0'/><geom type='capsule' size='.03' fromto='0 0 0 .28 0 0'/>"         \
  "<site name='sa' pos='.12 .02 .03' euler='0 0 40'/><site name='sb' pos='.06 0 .03' euler='20 0 0'/>"                           \
  "<body name='l2' pos='.28 0 0'><joint name='j2' axis='0 .8 .6'/><geom type='capsule' size='.025' fromto='0 0 0 .22 0 0'/>"     \
  "<body name='l3' pos='.22 0 0' euler='20 0 0'><joint name='j3' axis='1 .4 0'/><geom type='capsule' size='.02' fromto='0 0 0 "  \
  ".2 0 0'/>"                                                                                                                    \
  "<site name='tip' pos='.2 .02 .01' euler='25 15 10'/></body></body>"                                                           \
  "<body name='l4' pos='.08 0 0'><joint name='j4' axis='0 0 1'/><geom type='capsule' size='.02' fromto='0 0 0 0 .18 0'/>"        \
  "<site name='tip4' pos='0 .18 0' euler='0 40 0'/></body></body>"                                                               \
  "<body name='drone' pos='1 0 1' euler='12 18 27'><freejoint/><geom type='box' size='.1 .12 .02'/><site name='rotor' pos='.1 "  \
  ".04 .02' euler='7 0 0'/></body>"                                                                                              \
  "</worldbody><actuator>"                                                                                                       \
  "<motor name='thrust' site='tip' gear='0 0 1 0 0 0'/><motor name='torque' site='tip' gear='0 0 0 1 0 0'/>"                     \
  "<motor name='wrench' site='tip' gear='1 2 3 .1 .2 .3'/><motor name='rotor' site='rotor' gear='0 0 1 0 0 .06'/>"               \
  "<general name='ref_t' site='tip' refsite='world' gear='1 2 3 0 0 0'/><general name='ref_r' site='tip' refsite='world' "       \
  "gear='0 0 0 1 2 3'/>"                                                                                                         \
  "<general name='ref_m' site='tip' refsite='world' gear='1 0 0 0 .5 0'/><position name='ref_p' site='tip' refsite='world' "     \
  "gear='1 0 0 0 0 0' kp='40'/>"                                                                                                 \
  "<general name='same_body' site='sa' refsite='sb' gear='1 2 3 4 5 6'/><general name='partial' site='tip' refsite='tip4' "      \
  "gear='1 1 1 1 1 1'/>"                                                                                                         \
  "<general name='affine' site='tip' gear='0 0 1 0 0 0' gaintype='affine' gainprm='2 .5 .25' biastype='affine' biasprm='1 2 "    \
  "3'/>"                                                                                                                         \
  "<general name='integ' site='tip' gear='1 0 0 0 0 0' dyntype='integrator'/>"                                                   \
  "<general name='muscle' site='tip' refsite='world' gear='1 0 0 0 0 0' lengthrange='.1 1' gaintype='muscle' biastype='muscle' " \
  "dyntype='muscle' " MUSCLE_PRM                                                                                                 \
  "/>"                                                                                                                           \
  "</actuator><sensor><actuatorpos actuator='ref_t'/><actuatorvel actuator='ref_t'/><actuatorfrc actuator='ref_t'/>"             \
  "<actuatorpos actuator='thrust'/><actuatorvel actuator='thrust'/><actuatorfrc actuator='affine'/></sensor></mujoco>"

// a turning and a sliding body beside a fixed site
#define TURN                                                                                                                     \
  "<mujoco><worldbody><site name='ref'/><body><joint axis='1 0 0'/><geom type='box' size='.1 .1 .1'/><site name='s'/></body>"    \
  "<body><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><joint type='slide' axis='0 0 1'/>"                 \
  "<geom size='.1' contype='0' conaffinity='0'/><site name='p'/></body></worldbody><actuator>"                                   \
  "<general name='turn' site='s' refsite='ref' gear='0 0 0 2 0 0'/><general name='move' site='p' refsite='ref' gear='1 2 3 0 0 " \
  "0'/></actuator></mujoco>"

// a hinge, a tendon and two sites; one actuator element
#define SMALL(actuator)                                                                                                         \
  "<mujoco><worldbody><site name='a'/><body><joint name='j'/><geom size='.1'/><site name='s' pos='.1 0 0'/></body></worldbody>" \
  "<tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon><actuator>" actuator "</actuator></mujoco>"

static const char* const unreferenced[] = {"thrust", "torque", "wrench", "rotor"};

static int act(const ig_Case* c, const char* name) { return ig_id(c->m, mjOBJ_ACTUATOR, name); }

// the arm bent, everything moving
static void moving(const ig_Case* c) {
  mj_resetData(c->m, c->d);
  mju_copy(c->d->qpos, (const mjtNum[]){.3, -.5, .8, .4}, 4);
  mju_copy(c->d->qvel, (const mjtNum[]){.5, -.4, .3, .7, .1, .2, .3, .4, .5, .6}, 10);
  mj_forward(c->m, c->d);
}

// generalized force of a gear at a site, in the axes of `frame`
static void gear_force(const ig_Case* c, const char* name, const mjtNum* frame, const mjtNum* gear, mjtNum* out) {
  mjtNum jacp[3 * MAX_NV], jacr[3 * MAX_NV], force[3], torque[3], turned[MAX_NV];
  mj_jacSite(c->m, c->d, jacp, jacr, ig_id(c->m, mjOBJ_SITE, name));
  mju_mulMatVec3(force, frame, gear);
  mju_mulMatVec3(torque, frame, gear + 3);
  mju_mulMatTVec(out, jacp, force, 3, c->m->nv);
  mju_mulMatTVec(turned, jacr, torque, 3, c->m->nv);
  mju_addTo(out, turned, c->m->nv);
}

TEST(R5_1_without_reference_the_length_is_zero) {
  CASE(c, ARM);
  moving(&c);
  for (int k = 0; k < 4; k++) CHECK_NEAR(c.d->actuator_length[act(&c, unreferenced[k])], 0, 0);
}

TEST(R5_2_velocity_is_moment_times_velocity) {
  CASE(c, ARM);
  moving(&c);
  mjtNum row[MAX_NV];
  for (int i = 0; i < c.m->nu; i++) {
    ig_moment_row(c.m, c.d, i, row);
    CHECK_NEAR(c.d->actuator_velocity[i], mju_dot(row, c.d->qvel, c.m->nv), 1e-12);
  }
  CHECK(fabs(c.d->actuator_velocity[act(&c, "thrust")]) > 1e-3);
}

TEST(R5_3_thrust_acts_along_the_axis_of_the_site) {
  CASE(c, ARM);
  moving(&c);
  int i = act(&c, "thrust"), tip = ig_id(c.m, mjOBJ_SITE, "tip");
  mjtNum row[MAX_NV], arm[3], turn[3];
  ig_moment_row(c.m, c.d, i, row);
  const mjtNum* mat = c.d->site_xmat + 9 * tip;
  const mjtNum axis[3] = {mat[2], mat[5], mat[8]};
  for (int j = 0; j < 3; j++) {
    mju_sub3(arm, c.d->site_xpos + 3 * tip, c.d->xanchor + 3 * j);
    mju_cross(turn, c.d->xaxis + 3 * j, arm);
    CHECK_NEAR(row[j], mju_dot3(turn, axis), 1e-10);
  }
  c.m->opt.gravity[2] = 0;
  mju_zero(c.d->qvel, c.m->nv);
  c.d->ctrl[i] = 2;
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->actuator_force[i], 2, 0);
  mjtNum sum[MAX_NV] = {0};
  for (int k = 0; k < c.m->nu; k++) {
    ig_moment_row(c.m, c.d, k, row);
    mju_addToScl(sum, row, c.d->actuator_force[k], c.m->nv);
  }
  CHECK_SAME(c.d->qfrc_actuator, sum, c.m->nv, 1e-12);
}

TEST(R5_4_torque_acts_about_the_axis_of_the_site) {
  CASE(c, ARM);
  moving(&c);
  mjtNum row[MAX_NV];
  const mjtNum* mat = c.d->site_xmat + 9 * ig_id(c.m, mjOBJ_SITE, "tip");
  const mjtNum axis[3] = {mat[0], mat[3], mat[6]};
  ig_moment_row(c.m, c.d, act(&c, "torque"), row);
  for (int j = 0; j < 3; j++) CHECK_NEAR(row[j], mju_dot3(c.d->xaxis + 3 * j, axis), 1e-10);
}

TEST(R5_5_a_wrench_acts_through_the_site_jacobian) {
  CASE(c, ARM);
  moving(&c);
  static const char* const names[][2] = {{"wrench", "tip"}, {"rotor", "rotor"}};
  for (int k = 0; k < 2; k++) {
    int i = act(&c, names[k][0]);
    mjtNum row[MAX_NV], expected[MAX_NV];
    ig_moment_row(c.m, c.d, i, row);
    gear_force(&c, names[k][1], c.d->site_xmat + 9 * ig_id(c.m, mjOBJ_SITE, names[k][1]), c.m->actuator_gear + 6 * i, expected);
    CHECK_SAME(row, expected, c.m->nv, 1e-12);
  }
}

TEST(R5_6_translation_relative_to_the_reference) {
  CASE(c, TURN);
  mju_copy(c.d->qpos, (const mjtNum[]){0, .2, .1, .3}, 4);
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->actuator_length[1], .2 + .2 + .9, 1e-12);
  CASE(arm, ARM);
  moving(&arm);
  int tip = ig_id(arm.m, mjOBJ_SITE, "tip"), ref = ig_id(arm.m, mjOBJ_SITE, "world");
  mjtNum apart[3], local[3];
  mju_sub3(apart, arm.d->site_xpos + 3 * tip, arm.d->site_xpos + 3 * ref);
  mju_mulMatTVec3(local, arm.d->site_xmat + 9 * ref, apart);
  CHECK_NEAR(arm.d->actuator_length[act(&arm, "ref_t")], local[0] + 2 * local[1] + 3 * local[2], 1e-12);
}

TEST(R5_7_rotation_relative_to_the_reference) {
  CASE(c, TURN);
  static const double angle[] = {0, mjPI / 2, 3 * mjPI / 2}, length[] = {0, mjPI, -mjPI};
  for (int k = 0; k < 3; k++) {
    c.d->qpos[0] = angle[k];
    mj_forward(c.m, c.d);
    CHECK_NEAR(c.d->actuator_length[0], length[k], 1e-9);
  }
}

TEST(R5_8_velocity_is_the_rate_of_the_translation) {
  CASE(c, ARM);
  moving(&c);
  int ids[2] = {act(&c, "ref_t"), act(&c, "ref_p")};
  mjtNum rate[2] = {c.d->actuator_velocity[ids[0]], c.d->actuator_velocity[ids[1]]}, ends[2][2], start[MAX_NQ];
  mju_copy(start, c.d->qpos, c.m->nq);
  for (int side = 0; side < 2; side++) {
    mju_copy(c.d->qpos, start, c.m->nq);
    mj_integratePos(c.m, c.d->qpos, c.d->qvel, side ? 1e-6 : -1e-6);
    mj_forward(c.m, c.d);
    for (int k = 0; k < 2; k++) ends[side][k] = c.d->actuator_length[ids[k]];
  }
  for (int k = 0; k < 2; k++) CHECK_NEAR(rate[k], (ends[1][k] - ends[0][k]) / 2e-6, 1e-5);
}

TEST(R5_9_power_agrees) {
  CASE(c, ARM);
  unsigned seed = 5;
  moving(&c);
  for (int i = 0; i < c.m->nu; i++) c.d->ctrl[i] = ig_test_random(&seed);
  mj_forward(c.m, c.d);
  mjtNum sum[MAX_NV] = {0}, row[MAX_NV];
  for (int i = 0; i < c.m->nu; i++) {
    ig_moment_row(c.m, c.d, i, row);
    mju_addToScl(sum, row, c.d->actuator_force[i], c.m->nv);
  }
  CHECK_SAME(c.d->qfrc_actuator, sum, c.m->nv, 1e-10);
  CHECK_NEAR(mju_dot(c.d->actuator_force, c.d->actuator_velocity, c.m->nu), mju_dot(c.d->qfrc_actuator, c.d->qvel, c.m->nv),
             1e-10);
}

TEST(R5_10_sites_of_one_body_have_no_moment) {
  CASE(c, ARM);
  moving(&c);
  mjtNum row[MAX_NV];
  ig_moment_row(c.m, c.d, act(&c, "same_body"), row);
  CHECK_NEAR(ig_largest(row, c.m->nv), 0, 0);
}

TEST(R5_11_shared_joints_have_no_moment) {
  CASE(c, ARM);
  moving(&c);
  int i = act(&c, "partial");
  mjtNum row[MAX_NV], one[MAX_NV], two[MAX_NV];
  const mjtNum* frame = c.d->site_xmat + 9 * ig_id(c.m, mjOBJ_SITE, "tip4");
  ig_moment_row(c.m, c.d, i, row);
  gear_force(&c, "tip", frame, c.m->actuator_gear + 6 * i, one);
  gear_force(&c, "tip4", frame, c.m->actuator_gear + 6 * i, two);
  mju_subFrom(one, two, c.m->nv);
  one[0] = 0;
  CHECK_NEAR(row[0], 0, 0);
  for (int j = 1; j < 4; j++) CHECK(fabs(row[j]) > 1e-3);
  CHECK_SAME(row, one, c.m->nv, 1e-12);
}

TEST(R5_12_a_short_gear_is_padded) {
  CASE(c, SMALL("<motor site='s' gear='40'/>"));
  CHECK_VALUES(c.m->actuator_gear, 0, 40, 0, 0, 0, 0, 0);
  REFUSED("gear", SMALL("<motor site='s' gear='1 2 3 4 5 6 7'/>"));
}

TEST(R5_13_joints_use_the_first_gear) {
  CASE(c, SMALL("<motor joint='j' gear='40 2 3'/><motor tendon='t' gear='30 1'/>"));
  c.d->qpos[0] = .3;
  c.d->ctrl[0] = 2;
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->actuator_force[0], 2, 0);
  CHECK_NEAR(c.d->qfrc_actuator[0], 80, 1e-12);
  CHECK_VALUES(c.d->actuator_length, 1e-12, 12, 9);
  CHECK_INT(c.m->actuator_trnid[0], 0);
  CHECK_INT(c.m->actuator_trnid[1], -1);
}

TEST(R5_14_gains_biases_and_activations_work_on_sites) {
  CASE(c, ARM);
  moving(&c);
  int i = act(&c, "affine"), k = act(&c, "integ");
  c.d->ctrl[i] = 1.5;
  c.d->ctrl[k] = .7;
  mj_forward(c.m, c.d);
  mjtNum speed = c.d->actuator_velocity[i];
  CHECK_NEAR(c.d->actuator_force[i], (2 + .25 * speed) * 1.5 + 1 + 3 * speed, 1e-12);
  mjtNum before = c.d->act[c.m->actuator_actadr[k]];
  mj_step(c.m, c.d);
  CHECK_NEAR(c.d->act[c.m->actuator_actadr[k]] - before, .7 * c.m->opt.timestep, 1e-15);
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->actuator_force[k], c.d->act[c.m->actuator_actadr[k]], 0);
}

TEST(R5_15_acceleration_per_unit_force) {
  CASE(c, ARM);
  mj_forward(c.m, c.d);
  mjtNum row[MAX_NV], solved[MAX_NV];
  for (int i = 0; i < c.m->nu; i++) {
    ig_moment_row(c.m, c.d, i, row);
    mj_solveM(c.m, c.d, solved, row, 1);
    CHECK_NEAR(c.m->actuator_acc0[i], mju_norm(solved, c.m->nv), 1e-9);
  }
  CHECK(c.m->actuator_acc0[act(&c, "muscle")] > 0);
  REFUSED("site", SMALL("<muscle site='s'/>"));
}

TEST(R5_16_sensors_of_actuators) {
  CASE(c, ARM);
  moving(&c);
  ig_fill(c.d->ctrl, c.m->nu, .6);
  mj_forward(c.m, c.d);
  int ref = act(&c, "ref_t"), thrust = act(&c, "thrust"), affine = act(&c, "affine");
  CHECK_VALUES(c.d->sensordata, 0, c.d->actuator_length[ref], c.d->actuator_velocity[ref], c.d->actuator_force[ref],
               c.d->actuator_length[thrust], c.d->actuator_velocity[thrust], c.d->actuator_force[affine]);
}

TEST(R5_17_unknown_targets_are_refused) {
  REFUSED("zz", SMALL("<motor site='zz'/>"));
  REFUSED("zz", SMALL("<motor site='s' refsite='zz'/>"));
  REFUSED("lost", SMALL("<motor name='lost'/>"));
}

TEST(R5_18_two_targets_are_refused) {
  REFUSED("transmission", SMALL("<motor name='twice' joint='j' site='s'/>"));
  REFUSED("transmission", SMALL("<motor name='twice' joint='j' tendon='t'/>"));
}

TEST(R5_19_a_reference_without_a_site_is_refused) {
  REFUSED("refsite", SMALL("<motor name='m' joint='j' refsite='a'/>"));
  REFUSED("refsite", SMALL("<motor name='m' tendon='t' refsite='a'/>"));
}

TEST(R5_20_difference_of_quaternions) {
  mjtNum one[4] = {.8, .2, -.4, .4}, two[4] = {.5, -.5, .1, .7}, turn[3], step[4], back[4];
  mju_normalize4(one);
  mju_normalize4(two);
  mju_subQuat(turn, one, two);
  mjtNum angle = mju_normalize3(turn);
  mju_axisAngle2Quat(step, turn, angle);
  mju_mulQuat(back, two, step);
  if (mju_dot(back, one, 4) < 0) mju_scl(back, back, -1, 4);
  CHECK_SAME(back, one, 4, 1e-12);
  mju_subQuat(turn, one, one);
  CHECK_NEAR(mju_norm3(turn), 0, 1e-15);
  const mjtNum unit[4] = {1, 0, 0, 0};
  static const double angles[] = {mjPI / 2, 3 * mjPI / 2, 1e-10}, expected[] = {mjPI / 2, -mjPI / 2, 1e-10};
  for (int axis = 0; axis < 3; axis++) {
    for (int k = 0; k < 3; k++) {
      mjtNum direction[3] = {0}, wanted[3] = {0}, opposite[3];
      direction[axis] = 1;
      wanted[axis] = expected[k];
      mju_axisAngle2Quat(step, direction, angles[k]);
      mju_subQuat(turn, step, unit);
      CHECK_SAME(turn, wanted, 3, k == 2 ? 1e-15 : 1e-12);
      mju_scl(step, step, -1, 4);
      mju_subQuat(opposite, step, unit);
      CHECK_SAME(opposite, turn, 3, 1e-15);
    }
  }
}

// quaternion of a site as the length takes it: site within body, then body
static void site_quat(const ig_Case* c, const char* name, mjtNum* quat) {
  int id = ig_id(c->m, mjOBJ_SITE, name);
  mju_mulQuat(quat, c->m->site_quat + 4 * id, c->d->xquat + 4 * c->m->site_bodyid[id]);
}

TEST(R5_21_turned_sites_multiply_in_the_order_of_the_reference) {
  CASE(c, ARM);
  moving(&c);
  mjtNum one[4], two[4], turn[3], length = c.d->actuator_length[act(&c, "ref_r")];
  site_quat(&c, "tip", one);
  site_quat(&c, "world", two);
  mju_subQuat(turn, one, two);
  CHECK_NEAR(length, turn[0] + 2 * turn[1] + 3 * turn[2], 1e-9);
  CHECK_FIGURE("R5.21", &length, 1, 1e-9);
}

TEST(R5_22_recorded_pose) {
  CASE(c, ARM);
  moving(&c);
  mjtNum figures[26];
  mju_copy(figures, c.d->actuator_length, 13);
  mju_copy(figures + 13, c.d->actuator_velocity, 13);
  CHECK_INT(c.m->nu, 13);
  CHECK_FIGURE("R5.22", figures, 26, 1e-8);
}

TEST(R5_23_recorded_run) {
  CASE(c, ARM);
  for (int k = 1; k <= 200; k++) {
    for (int i = 0; i < c.m->nu; i++) c.d->ctrl[i] = sin(.01 * (k - 1) + i);
    mj_step(c.m, c.d);
    if (k != 10 && k != 200) continue;
    mjtNum figures[100];
    int nq = c.m->nq, nu = c.m->nu, nv = c.m->nv;
    mju_copy(figures, c.d->qpos, nq);
    mju_copy(figures + nq, c.d->actuator_length, nu);
    mju_copy(figures + nq + nu, c.d->actuator_velocity, nu);
    mju_copy(figures + nq + 2 * nu, c.d->qfrc_actuator, nv);
    CHECK_FIGURE(k == 10 ? "R5.23 10" : "R5.23 200", figures, nq + 2 * nu + nv, k == 10 ? 1e-8 : 1e-5);
  }
}
