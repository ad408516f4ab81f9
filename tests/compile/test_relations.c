// SPDX-License-Identifier: Apache-2.0
// Tendons, equalities, actuators, sensors, keyframes and the constants that follow from them.
// Figures: mujoco==3.5.0, MjModel.from_xml_string of the text below.
#include <math.h>
#include <string.h>

#include "compiled.h"
#include "test.h"

static const char scene[] =
    "<mujoco><worldbody><site name='s0'/><body name='b'><joint name='j' range='-10 30' springdamper='.1 1'/>"
    "<geom name='g' size='.1 .1' type='cylinder'/><site name='s1' pos='.3 0 0'/><site name='s2' pos='0 .3 0'/>"
    "<body pos='0 0 1'><joint name='k' type='ball' springdamper='.2 .5'/><geom size='.1'/><site "
    "name='s3'/></body></body></worldbody>"
    "<tendon><spatial name='t' limited='true' range='0 2' springlength='-1'><site site='s0'/><site site='s1'/>"
    "<geom geom='g' sidesite='s2'/><site site='s2'/><pulley divisor='2'/><site site='s0'/><site site='s3'/></spatial>"
    "<fixed name='f' range='-1 1' armature='.1' stiffness='3'><joint joint='j' coef='2'/></fixed>"
    "<spatial name='arm' armature='.1'><site site='s0'/><site site='s1'/></spatial></tendon>"
    "<equality><connect body1='b' anchor='1 2 3'/><weld site1='s1' site2='s2'/><weld body1='b' relpose='0 0 1 0 1 0 0'/>"
    "<tendon tendon1='t' polycoef='1 2'/><joint joint1='j'/></equality>"
    "<actuator><position joint='j' kp='10' dampratio='1' inheritrange='.5'/><motor tendon='t' gear='2'/>"
    "<muscle tendon='t' lengthrange='1 2'/><general site='s1' refsite='s2' gear='1 2 3 4 5 6' delay='.1' nsample='4' "
    "interp='linear'/>"
    "<adhesion body='b' ctrlrange='0 1'/><cylinder joint='j'/><damper joint='j' ctrlrange='0 1'/>"
    "<intvelocity tendon='f' inheritrange='1'/><velocity jointinparent='k' gear='0 1 0'/>"
    "<general cranksite='s1' slidersite='s0' cranklength='.5'/></actuator>"
    "<sensor><jointpos joint='j' noise='.1' nsample='3' interval='.01 -.005' delay='.01'/><tendonlimitpos tendon='t'/>"
    "<framequat objtype='xbody' objname='b' reftype='site' refname='s0'/><contact geom1='g' data='found force' num='3'/>"
    "<rangefinder site='s1' data='dist normal'/><distance geom1='g' body2='world' cutoff='1'/>"
    "<user dim='5' needstage='vel' datatype='positive'/><clock/></sensor>"
    "<keyframe><key name='k' qpos='1 .5 .5 .5 .5' ctrl='1 2 3 4 5 6 7 8 9 10'/><key qpos='.2'/></keyframe>"
    "<custom><numeric name='n' size='5' data='1 2'/><text name='t' data='hello'/></custom></mujoco>";

static void check_numbers(const char* what, const mjtNum* value, const double* expected, int n) {
  for (int i = 0; i < n; i++) {
    double scale = fabs(expected[i]) > 1 ? fabs(expected[i]) : 1;
    if (!(fabs(value[i] - expected[i]) <= 1e-10 * scale)) {
      ig_test_fail(__FILE__, __LINE__, "%s[%d] is %.17g, expected %.17g", what, i, value[i], expected[i]);
    }
  }
}

static void check_ints(const char* what, const int* value, const int* expected, int n) {
  for (int i = 0; i < n; i++) {
    if (value[i] != expected[i]) ig_test_fail(__FILE__, __LINE__, "%s[%d] is %d, expected %d", what, i, value[i], expected[i]);
  }
}

TEST(sizes_of_a_model_with_everything) {
  mjModel* m = ig_compiled(scene);
  CHECK(m != NULL);
  if (!m) return;
  CHECK_INT(m->nM, 10);
  CHECK_INT(m->nB, 12);
  CHECK_INT(m->nC, 10);
  CHECK_INT(m->nD, 16);
  CHECK_INT(m->nJmom, 30);
  CHECK_INT(m->nhistory, 18);
  CHECK_INT(m->nsensordata, 29);
  CHECK_INT(m->nemax, 19);
  CHECK_INT(m->narena, 13631488);
  CHECK_INT(m->nkey, 2);
  mj_deleteModel(m);
}

TEST(an_empty_name_means_the_last_element_without_one) {
  mjModel* m = ig_compiled(
      "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.1'/><geom name='g' size='.1'/><site name='s'/><site/></body>"
      "<body name='b' pos='3 0 0'><joint name='j'/><geom size='.1'/></body></worldbody>"
      "<contact><pair geom1='' geom2='g'/><exclude body1='' body2='b'/></contact>"
      "<tendon><fixed><joint joint='' coef='1'/></fixed><spatial><site site=''/><site site='s'/></spatial></tendon>"
      "<equality><joint joint1=''/></equality></mujoco>");
  CHECK(m != NULL);
  if (!m) return;
  CHECK_INT(m->pair_geom1[0], 1);
  CHECK_INT(m->pair_geom2[0], 2);
  CHECK_INT(m->exclude_signature[0], (1 << 16) + 2);
  CHECK_INT(m->wrap_objid[0], 0);
  CHECK_INT(m->wrap_objid[1], 1);
  CHECK_INT(m->eq_obj1id[0], 0);
  mj_deleteModel(m);
  CHECK(ig_compiled("<mujoco><worldbody><geom size='.1'/></worldbody><custom><tuple name='t'><element objtype='geom' "
                    "objname=''/></tuple></custom></mujoco>") == NULL);
}

TEST(fewer_than_no_samples_and_an_empty_cranklength_are_as_good_as_none) {
  mjModel* m = ig_compiled(
      "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>"
      "<actuator><motor joint='j' nsample='-1' cranklength=''/></actuator>"
      "<sensor><jointpos joint='j' nsample='-2'/></sensor></mujoco>");
  CHECK(m != NULL);
  if (!m) return;
  CHECK_INT(m->nhistory, 0);
  CHECK_INT(m->actuator_history[0], -1);
  CHECK_INT(m->sensor_history[0], -2);
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 1;
  for (int i = 0; i < 3; i++) mj_step(m, d);
  CHECK(d->qvel[0] > 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(numbers_left_out_count_as_not_given) {
  mjModel* m = ig_compiled(
      "<mujoco><asset><mesh name='m' builtin='sphere' params='1' vertex=''/></asset><worldbody><body name='b'><joint/>"
      "<inertial pos='0 0 0' mass='1' euler='' fullinertia='1 1 1 0 0 0'/><site name='s'/><camera fovy='45' sensorsize=''/>"
      "<camera euler='' axisangle='0 0 1 90'/></body><body><joint/><geom size='.1'/><site name='t'/></body></worldbody>"
      "<equality><connect site1='s' site2='t' anchor=''/><weld site1='s' site2='t' relpose=''/><weld body1='b' anchor=''/>"
      "</equality></mujoco>");
  CHECK(m != NULL);
  if (!m) return;
  const double none[3] = {0}, half[4] = {sqrt(0.5), 0, 0, sqrt(0.5)};
  check_numbers("anchor", m->eq_data + 2 * mjNEQDATA, none, 3);
  check_numbers("cam_quat", m->cam_quat + 4, half, 4);
  mj_deleteModel(m);
  CHECK(
      !ig_compiled("<mujoco><worldbody><body name='b'><joint/><geom size='1'/></body></worldbody>"
                   "<equality><connect body1='b' anchor=''/></equality></mujoco>"));
}

// figures: flex_size and flex_vert0 of 3.5.0
TEST(a_flex_with_a_negative_radius_has_boxes_all_the_same) {
  mjModel* m = ig_compiled(
      "<mujoco><worldbody><body name='a'/></worldbody><deformable><flex name='f' dim='2' radius='-1' body='a' "
      "vertex='0 0 0 .2 0 0 0 .2 0' element='0 1 2'/></deformable></mujoco>");
  CHECK(m != NULL);
  if (!m) return;
  CHECK_NEAR(m->flex_size[0], 1.9, 1e-12);
  CHECK_NEAR(m->flex_vert0[0], 0.4736842105263158, 1e-12);
  mj_deleteModel(m);
}

// two hinges in one: infinities meet zeros, and the other tree gets its share, as in 3.5.0
TEST(a_singular_inertia_spoils_the_weights_of_all_trees) {
  mjModel* m = ig_compiled(
      "<mujoco><worldbody><body><joint axis='0 1 0'/><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1' mass='1'/></body>"
      "<body pos='3 0 0'><joint name='b' axis='1 0 0'/><geom size='.1' mass='2' pos='0 .5 0'/></body></worldbody>"
      "<tendon><fixed><joint joint='b' coef='2'/></fixed></tendon><actuator><motor joint='b'/></actuator></mujoco>");
  CHECK(m != NULL);
  if (!m) return;
  for (int i = 0; i < 3; i++) CHECK(isnan(m->dof_invweight0[i]));
  for (int i = 2; i < 6; i++) CHECK(isnan(m->body_invweight0[i]));
  CHECK(isnan(m->tendon_invweight0[0]));
  CHECK(isnan(m->actuator_acc0[0]));
  CHECK(!strncmp(ig_compiled_error(), "qacc at dof 0 is not finite or too large", 40));  // a warning, no "Error: "
  mj_deleteModel(m);
}

TEST(constants_of_the_reference_pose) {
  mjModel* m = ig_compiled(scene);
  CHECK(m != NULL);
  if (!m) return;
  const double body[] = {0, 0, 0.77264957742721807, 0.77264957742721807, 59.683103659461118, 59.683103659461118};
  const double dof[] = {2.3179487322816543, 60.455753236888334, 60.455753236888334, 60.455753236888334};
  const double M0[] = {0.04817108735504351, 0.016755160819145409, 0.016755160819145409, 0.016755160819145569};
  const double length[] = {1.2242640687119284, 0, 0.3}, weight[] = {0, 9.2717949291266173, 0};
  const double acc[] = {3.2780745340782378, 0, 0, 0, 0, 3.2780745340782378, 3.2780745340782378, 6.5561490681564756,
                        59.683103659461302, 0};
  const double bias[] = {0, -10, -1.3881078827676689};
  const double damping[] = {8.6283185307179586, 0.16541022921038212, 0.16541022921038212, 0.16541022921038212};
  const double stiffness[] = {43.141592653589782, 1.6541022921038211};
  const double stat[] = {1.2414213562373095, 0.55, 0.12460914245311998, 5.23598775598299};
  const double got[] = {m->stat.extent, m->stat.meansize, m->stat.meaninertia, m->stat.meanmass};
  check_numbers("body_invweight0", m->body_invweight0, body, 6);
  check_numbers("dof_invweight0", m->dof_invweight0, dof, 4);
  check_numbers("dof_M0", m->dof_M0, M0, 4);
  check_numbers("tendon_length0", m->tendon_length0, length, 3);
  check_numbers("tendon_invweight0", m->tendon_invweight0, weight, 3);
  check_numbers("actuator_acc0", m->actuator_acc0, acc, 10);
  check_numbers("damping from dampratio", m->actuator_biasprm, bias, 3);
  check_numbers("dof_damping", m->dof_damping, damping, 4);
  check_numbers("jnt_stiffness", m->jnt_stiffness, stiffness, 2);
  check_numbers("stat", got, stat, 4);
  mj_deleteModel(m);
}

TEST(relations_point_at_their_objects) {
  mjModel* m = ig_compiled(scene);
  CHECK(m != NULL);
  if (!m) return;
  const int type[] = {3, 3, 5, 3, 2, 3, 3, 1, 3, 3}, object[] = {0, 1, 0, 2, -1, 0, 3, 0, 0, 1};
  const double prm[] = {0, 0, 2, 0, 2, 0, 0, 2, 0, 0};
  const int dim[] = {1, 1, 4, 12, 4, 1, 5, 1}, adr[] = {0, 1, 2, 6, 18, 22, 23, 28}, stage[] = {1, 1, 1, 3, 1, 1, 2, 1};
  const int data[] = {0, 0, 3, 0, 0, 0, 1, 0}, history[] = {-1, -1, -1, 0, -1, -1, -1, -1, -1, -1};
  const double weld[] = {0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1}, connect[] = {1, 2, 3, 1, 2, 3};
  const double key[] = {1, .5, .5, .5, .5, .2, 1, 0, 0, 0};
  check_ints("wrap_type", m->wrap_type, type, 10);
  check_ints("wrap_objid", m->wrap_objid, object, 10);
  check_numbers("wrap_prm", m->wrap_prm, prm, 10);
  check_ints("sensor_dim", m->sensor_dim, dim, 8);
  check_ints("sensor_adr", m->sensor_adr, adr, 8);
  check_ints("sensor_needstage", m->sensor_needstage, stage, 8);
  check_ints("sensor_datatype", m->sensor_datatype, data, 8);
  check_ints("actuator_historyadr", m->actuator_historyadr, history, 10);
  CHECK_INT(m->sensor_historyadr[0], 10);
  check_numbers("weld data", m->eq_data + 2 * mjNEQDATA, weld, 11);
  check_numbers("connect data", m->eq_data, connect, 6);
  check_numbers("key_qpos", m->key_qpos, key, 10);
  CHECK_TEXT(m->text_data, "hello");
  CHECK_INT(mj_name2id(m, mjOBJ_SITE, "s2"), 2);
  mj_deleteModel(m);
}

TEST(setting_constants_again_changes_nothing) {
  mjModel* m = ig_compiled(scene);
  CHECK(m != NULL);
  if (!m) return;
  mjModel* before = mj_copyModel(NULL, m);
  mjData* d = mj_makeData(m);
  mj_setConst(m, d);
  CHECK(!memcmp(m->body_invweight0, before->body_invweight0, 2 * m->nbody * sizeof(mjtNum)));
  CHECK(!memcmp(m->eq_data, before->eq_data, mjNEQDATA * m->neq * sizeof(mjtNum)));
  CHECK(!memcmp(m->actuator_biasprm, before->actuator_biasprm, mjNBIAS * m->nu * sizeof(mjtNum)));
  mj_deleteData(d);
  mj_deleteModel(before);
  mj_deleteModel(m);
}

TEST(pairs_stand_in_the_order_of_their_bodies) {
  mjModel* m = ig_compiled_world("",
                                 "<body name='a'><joint/><geom name='a' size='.1' friction='.5'/></body><body "
                                 "name='b'><joint/><geom name='b' size='.1' margin='.2'/></body>"
                                 "<body name='c'><joint/><geom name='c' size='.1' priority='1' solref='.03 1'/></body>",
                                 "<contact><pair geom1='c' geom2='b'/><pair geom1='b' geom2='a'/><exclude body1='c' "
                                 "body2='a'/><exclude body1='b' body2='a'/></contact>");
  CHECK(m != NULL);
  if (!m) return;
  CHECK_INT(m->pair_signature[0], (1 << 16) + 2);
  CHECK_INT(m->pair_geom1[0], 0);
  CHECK_INT(m->pair_geom2[1], 2);
  CHECK_INT(m->exclude_signature[0], (1 << 16) + 2);
  CHECK_INT(m->exclude_signature[1], (1 << 16) + 3);
  mj_deleteModel(m);
}
