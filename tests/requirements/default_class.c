// SPDX-License-Identifier: Apache-2.0
// Lines R1: default classes.
#include "require.h"

#define BOX "type='box' size='.1 .1 .1'"

// nested classes, root defaults, childclass, and values given that equal the built-in ones
#define CLASSES                                                                                                             \
  "<mujoco><default><joint damping='.15'/><geom density='600' friction='.7 .02 .002'/><motor gear='80'/>"                   \
  "<tendon stiffness='900'/><site size='.04' rgba='0 1 0 1'/>"                                                              \
  "<default class='outer'><default class='inner'><joint armature='.02'/></default><joint damping='.6'/><geom "              \
  "density='3000'/></default>"                                                                                              \
  "<default class='odd'><joint type='slide' axis='1 0 0' damping='4' stiffness='2' armature='.3'/>"                         \
  "<geom density='700' friction='.4 .03 .003' condim='6'/></default></default>"                                             \
  "<worldbody><site name='sw'/><geom name='floor' type='plane' size='1 1 1'/>"                                              \
  "<body name='plain' pos='0 0 1'><joint name='j_root'/><geom name='g_root' " BOX                                           \
  "/><site name='s_root'/></body>"                                                                                          \
  "<body name='nested' pos='1 0 1'><joint name='j_inner' class='inner'/><joint name='j_outer' class='outer' axis='0 1 0'/>" \
  "<geom name='g_inner' class='inner' " BOX                                                                                 \
  "/></body>"                                                                                                               \
  "<body pos='2 0 1'><joint name='j_over' class='odd' damping='1'/><geom size='.1'/></body>"                                \
  "<body name='same' pos='3 0 1'><joint name='j_same' class='odd' type='hinge' axis='0 0 1' damping='0' stiffness='0' "     \
  "armature='0'/>"                                                                                                          \
  "<geom name='g_same' class='odd' " BOX                                                                                    \
  " density='1000' friction='1 .005 .0001' condim='3'/></body>"                                                             \
  "<body childclass='odd' pos='4 0 1'><joint name='j_child'/><geom name='g_child' size='.1'/>"                              \
  "<body pos='0 0 1'><joint name='j_grand'/><joint name='j_grand_inner' class='inner'/><geom size='.1'/>"                   \
  "<body childclass='outer' pos='0 0 1'><joint name='j_again'/><geom size='.1'/></body>"                                    \
  "<frame childclass='inner'><body pos='0 0 1'><joint name='j_frame'/><geom "                                               \
  "size='.1'/></body></frame></body></body></worldbody>"                                                                    \
  "<tendon><fixed name='t_root'><joint joint='j_root' coef='1'/></fixed><fixed name='t_zero' stiffness='0'><joint "         \
  "joint='j_root' coef='1'/></fixed></tendon>"                                                                              \
  "<actuator><motor joint='j_root'/><general joint='j_root'/><motor joint='j_root' gear='1'/></actuator>"                   \
  "<sensor><jointpos joint='j_root' noise='.2'/></sensor></mujoco>"

#define TETRA "vertex='0 0 0 1 0 0 0 1 0 0 0 1'"

// defaults of meshes, materials, equalities, pairs, cameras, lights, and of contact attributes
#define MORE                                                                                                                  \
  "<mujoco><default><mesh scale='2 2 2'/><material rgba='.2 .3 .4 1' specular='.6'/><equality solref='.03 .8' solimp='.7 .9 " \
  ".01 .5 2'/>"                                                                                                               \
  "<pair condim='4' friction='.4 .6 .02 .001 .003' margin='.03' gap='.004'/><camera fovy='35'/><light castshadow='false'/>"   \
  "<geom solref='.05 .7' solimp='.8 .9 .003 .6 3' margin='.02' gap='.001' priority='3' solmix='.5' condim='4'/>"              \
  "<default class='big'><mesh scale='3 3 3'/><pair condim='6'/><equality solref='.06 1'/></default></default>"                \
  "<asset><mesh name='two' " TETRA "/><mesh name='three' class='big' " TETRA "/><mesh name='one' scale='1 1 1' " TETRA        \
  "/><material name='paint'/></asset>"                                                                                        \
  "<worldbody><camera pos='0 0 3'/><light pos='0 0 3'/><geom name='floor' type='plane' size='1 1 1'/>"                        \
  "<body name='a' pos='0 0 1'><freejoint/><geom name='ga' size='.1' solmix='1' priority='0'/></body>"                         \
  "<body name='b' pos='1 0 1'><freejoint/><geom name='gb' type='mesh' mesh='two'/></body></worldbody>"                        \
  "<contact><pair name='p1' geom1='floor' geom2='ga'/><pair name='p2' geom1='floor' geom2='gb' class='big'/>"                 \
  "<pair name='p3' geom1='ga' geom2='gb' condim='3'/></contact>"                                                              \
  "<equality><connect body1='a' body2='b' anchor='0 0 0'/><connect class='big' body1='a' body2='b' anchor='0 0 0'/>"          \
  "<connect body1='a' body2='b' anchor='0 0 0' solref='.02 1'/></equality></mujoco>"

static mjtNum damping(const ig_Case* c, const char* joint) {
  return c->m->dof_damping[c->m->jnt_dofadr[ig_id(c->m, mjOBJ_JOINT, joint)]];
}

static mjtNum armature(const ig_Case* c, const char* joint) {
  return c->m->dof_armature[c->m->jnt_dofadr[ig_id(c->m, mjOBJ_JOINT, joint)]];
}

static int geom(const ig_Case* c, const char* name) { return ig_id(c->m, mjOBJ_GEOM, name); }

TEST(R1_1_a_joint_takes_the_root_default) {
  CASE(c, CLASSES);
  CHECK_NEAR(damping(&c, "j_root"), .15, 0);
}

TEST(R1_2_the_element_beats_its_class) {
  CASE(c, CLASSES);
  int j = ig_id(c.m, mjOBJ_JOINT, "j_over");
  CHECK_NEAR(damping(&c, "j_over"), 1, 0);
  CHECK_INT(c.m->jnt_type[j], mjJNT_SLIDE);
  CHECK_NEAR(c.m->jnt_stiffness[j], 2, 0);
  CHECK_NEAR(armature(&c, "j_over"), .3, 0);
}

TEST(R1_3_nested_classes_inherit) {
  CASE(c, CLASSES);
  CHECK_NEAR(damping(&c, "j_inner"), .6, 0);
  CHECK_NEAR(armature(&c, "j_inner"), .02, 0);
  CHECK_NEAR(damping(&c, "j_outer"), .6, 0);
  CHECK_NEAR(armature(&c, "j_outer"), 0, 0);
}

TEST(R1_4_order_within_a_default_does_not_matter) {
  static const char* const texts[] = {"<default class='in'/><joint damping='.6'/>", "<joint damping='.6'/><default class='in'/>"};
  for (int k = 0; k < 2; k++) {
    CASE(c,
         "<mujoco><default><default class='out'>%s</default></default><worldbody><body><joint name='j' class='in'/><geom "
         "size='.1'/></body></worldbody></mujoco>",
         texts[k]);
    CHECK_NEAR(damping(&c, "j"), .6, 0);
  }
}

TEST(R1_5_friction_default_reaches_every_geom) {
  CASE(c, CLASSES);
  static const char* const names[] = {"g_root", "floor", "g_inner"};
  for (int k = 0; k < 3; k++) CHECK_VALUES(c.m->geom_friction + 3 * geom(&c, names[k]), 0, .7, .02, .002);
}

TEST(R1_6_actuators_share_one_set_of_defaults) {
  CASE(c, CLASSES);
  CHECK_NEAR(c.m->actuator_gear[0], 80, 0);
  CHECK_NEAR(c.m->actuator_gear[6], 80, 0);
  CHECK_NEAR(c.m->actuator_gear[12], 1, 0);
  REFUSED("actuator", "<mujoco><default><actuator gear='80'/></default></mujoco>");
}

TEST(R1_7_tendon_defaults) {
  CASE(c, CLASSES);
  CHECK_VALUES(c.m->tendon_stiffness, 0, 900, 0);
}

TEST(R1_8_sensors_have_no_defaults) {
  REFUSED("sensor", "<mujoco><default><sensor noise='.3'/></default></mujoco>");
  CASE(c, CLASSES);
  CHECK_NEAR(c.m->sensor_noise[0], .2, 0);
}

TEST(R1_9_default_density_counts_in_the_mass) {
  CASE(c, CLASSES);
  CHECK_NEAR(c.m->body_mass[ig_id(c.m, mjOBJ_BODY, "plain")], 4.8, 1e-9);
  CHECK_NEAR(c.m->body_mass[ig_id(c.m, mjOBJ_BODY, "nested")], 24, 1e-9);
  CHECK_NEAR(c.m->body_mass[ig_id(c.m, mjOBJ_BODY, "same")], 8, 1e-9);
}

TEST(R1_10_unknown_classes_are_refused) {
  REFUSED("nowhere", "<mujoco><worldbody><geom class='nowhere' size='.1'/></worldbody></mujoco>");
  REFUSED("nowhere", "<mujoco><worldbody><body><joint class='nowhere'/><geom size='.1'/></body></worldbody></mujoco>");
  REFUSED("nowhere", "<mujoco><worldbody><body childclass='nowhere'><geom size='.1'/></body></worldbody></mujoco>");
  REFUSED("nowhere", "<mujoco><worldbody><site class='nowhere'/></worldbody></mujoco>");
}

TEST(R1_11_built_in_values) {
  CASE(c, "<mujoco><worldbody><body><joint name='j'/><geom " BOX
          "/></body></worldbody><actuator><motor joint='j'/></actuator></mujoco>");
  CHECK_NEAR(c.m->dof_damping[0], 0, 0);
  CHECK_VALUES(c.m->geom_friction, 0, 1, .005, .0001);
  CHECK_NEAR(c.m->body_mass[1], 8, 1e-9);
  CHECK_VALUES(c.m->actuator_gear, 0, 1, 0, 0, 0, 0, 0);
  CHECK_VALUES(c.m->geom_solref, 0, .02, 1);
  CHECK_VALUES(c.m->geom_solimp, 0, .9, .95, .001, .5, 2);
  CHECK_INT(c.m->geom_condim[0], 3);
  CHECK_INT(c.m->geom_priority[0], 0);
  CHECK_NEAR(c.m->geom_solmix[0], 1, 0);
  CHECK_NEAR(c.m->geom_margin[0], 0, 0);
  CHECK_NEAR(c.m->geom_gap[0], 0, 0);
}

TEST(R1_12_a_given_value_equal_to_the_built_in_one_beats_the_class) {
  CASE(c, CLASSES);
  int j = ig_id(c.m, mjOBJ_JOINT, "j_same"), g = geom(&c, "g_same");
  CHECK_INT(c.m->jnt_type[j], mjJNT_HINGE);
  CHECK_VALUES(c.m->jnt_axis + 3 * j, 0, 0, 0, 1);
  CHECK_NEAR(damping(&c, "j_same"), 0, 0);
  CHECK_NEAR(armature(&c, "j_same"), 0, 0);
  CHECK_NEAR(c.m->jnt_stiffness[j], 0, 0);
  CHECK_VALUES(c.m->geom_friction + 3 * g, 0, 1, .005, .0001);
  CHECK_INT(c.m->geom_condim[g], 3);
}

TEST(R1_13_childclass_holds_for_the_subtree) {
  CASE(c, CLASSES);
  CHECK_NEAR(damping(&c, "j_child"), 4, 0);
  CHECK_NEAR(damping(&c, "j_grand"), 4, 0);
  CHECK_NEAR(damping(&c, "j_grand_inner"), .6, 0);
  CHECK_NEAR(armature(&c, "j_grand_inner"), .02, 0);
  CHECK_NEAR(damping(&c, "j_again"), .6, 0);
  CHECK_NEAR(damping(&c, "j_frame"), .6, 0);
  CHECK_NEAR(armature(&c, "j_frame"), .02, 0);
  CHECK_INT(c.m->geom_condim[geom(&c, "g_child")], 6);
}

TEST(R1_14_sites_take_defaults) {
  CASE(c, CLASSES);
  static const char* const names[] = {"sw", "s_root"};
  for (int k = 0; k < 2; k++) {
    int s = ig_id(c.m, mjOBJ_SITE, names[k]);
    CHECK_NEAR(c.m->site_size[3 * s], .04, 0);
    CHECK_NEAR(c.m->site_rgba[4 * s + 1], 1, 0);
    CHECK_NEAR(c.m->site_rgba[4 * s], 0, 0);
  }
}

// largest distance between two vertices of a mesh
static double extent(const mjModel* m, const char* mesh) {
  int id = ig_id(m, mjOBJ_MESH, mesh);
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[id];
  double largest = 0;
  for (int i = 0; i < m->mesh_vertnum[id]; i++) {
    for (int k = 0; k < i; k++) {
      double x = vert[3 * i] - vert[3 * k], y = vert[3 * i + 1] - vert[3 * k + 1], z = vert[3 * i + 2] - vert[3 * k + 2];
      largest = fmax(largest, sqrt(x * x + y * y + z * z));
    }
  }
  return largest;
}

TEST(R1_15_meshes_take_defaults) {
  CASE(c, MORE);
  double one = extent(c.m, "one");
  CHECK_NEAR(extent(c.m, "two") / one, 2, 1e-6);
  CHECK_NEAR(extent(c.m, "three") / one, 3, 1e-6);
}

TEST(R1_16_equalities_take_defaults) {
  CASE(c, MORE);
  CHECK_VALUES(c.m->eq_solref, 0, .03, .8, .06, 1, .02, 1);
  for (int k = 0; k < 3; k++) CHECK_VALUES(c.m->eq_solimp + mjNIMP * k, 0, .7, .9, .01, .5, 2);
}

TEST(R1_17_pairs_take_defaults) {
  CASE(c, MORE);
  static const char* const names[] = {"p1", "p2", "p3"};
  static const int dims[] = {4, 6, 3};
  for (int k = 0; k < 3; k++) {
    int p = ig_id(c.m, mjOBJ_PAIR, names[k]);
    CHECK_INT(c.m->pair_dim[p], dims[k]);
    CHECK_VALUES(c.m->pair_friction + 5 * p, 0, .4, .6, .02, .001, .003);
    CHECK_NEAR(c.m->pair_margin[p], .03, 0);
    CHECK_NEAR(c.m->pair_gap[p], .004, 0);
  }
}

TEST(R1_18_geoms_take_contact_attributes) {
  CASE(c, MORE);
  static const char* const names[] = {"floor", "ga"};
  for (int k = 0; k < 2; k++) {
    int g = geom(&c, names[k]);
    CHECK_VALUES(c.m->geom_solref + mjNREF * g, 0, .05, .7);
    CHECK_VALUES(c.m->geom_solimp + mjNIMP * g, 0, .8, .9, .003, .6, 3);
    CHECK_NEAR(c.m->geom_margin[g], .02, 0);
    CHECK_NEAR(c.m->geom_gap[g], .001, 0);
    CHECK_INT(c.m->geom_priority[g], k ? 0 : 3);
    CHECK_NEAR(c.m->geom_solmix[g], k ? 1 : .5, 0);
    CHECK_INT(c.m->geom_condim[g], 4);
  }
}

TEST(R1_19_materials_cameras_and_lights_take_defaults) {
  CASE(c, MORE);
  CHECK_NEAR(c.m->mat_rgba[1], .3, 1e-7);
  CHECK_NEAR(c.m->mat_specular[0], .6, 1e-7);
  CHECK_NEAR(c.m->cam_fovy[0], 35, 0);
  CHECK_INT(c.m->light_castshadow[0], 0);
}

TEST(R1_20_wrong_classes_are_refused) {
  REFUSED("class", "<mujoco><default><default><joint damping='1'/></default></default></mujoco>");
  REFUSED("twin", "<mujoco><default><default class='twin'/><default class='twin'/></default></mujoco>");
  REFUSED("main", "<mujoco><default class='other'/></mujoco>");
  REFUSED("worldbody", "<mujoco><worldbody name='x'/></mujoco>");
}

TEST(R1_21_two_top_level_defaults_are_merged) {
  CASE(c,
       "<mujoco><default><joint damping='2'/></default><default><joint armature='.5'/></default>"
       "<worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody></mujoco>");
  CHECK_NEAR(damping(&c, "j"), 2, 0);
  CHECK_NEAR(armature(&c, "j"), .5, 0);
}

TEST(R1_22_order_of_the_sections_does_not_matter) {
  CASE(c,
       "<mujoco><worldbody><body><joint name='j' class='late'/><geom size='.1'/></body></worldbody>"
       "<default><default class='late'><joint damping='3'/></default></default></mujoco>");
  CHECK_NEAR(damping(&c, "j"), 3, 0);
}
