// SPDX-License-Identifier: Apache-2.0
// URDF robots.
#include <stdio.h>

#include "model.h"
#include "parsed.h"
#include "test.h"

#define INERTIA "<inertial><mass value='1'/><inertia ixx='.1' iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/></inertial>"

static const char arm[] =
    "<robot name='arm'><material name='red'><color rgba='1 0 0 1'/></material>"
    "<link name='base'>" INERTIA
    "<visual><geometry><box size='1 2 3'/></geometry><material name='red'/></visual>"
    "<collision name='c'><origin xyz='1 2 3' rpy='.3 .2 .1'/><geometry><cylinder radius='.1' length='.5'/></geometry>"
    "</collision></link><link name='l1'>" INERTIA "</link><link name='l2'>" INERTIA
    "</link>"
    "<joint name='j1' type='revolute'><parent link='base'/><child link='l1'/><origin xyz='0 0 1' rpy='0 .5 0'/>"
    "<axis xyz='0 0 1'/><limit lower='-1' upper='2' effort='10' velocity='3'/><dynamics damping='.3' friction='.1'/></joint>"
    "<joint name='j2' type='planar'><parent link='l1'/><child link='l2'/><axis xyz='.6 0 .8'/></joint></robot>";

// recorded with mujoco.MjModel.from_xml_string(arm)
TEST(links_joints_and_shapes_become_bodies_joints_and_geoms) {
  mjModel* m = ig_test_model(arm);
  if (!m) return;
  CHECK_INT(m->nbody, 3);  // the base is fused with the world
  CHECK_INT(m->njnt, 4);
  CHECK_INT(m->ngeom, 1);
  CHECK_NEAR(m->geom_size[1], 0.25, 0);
  CHECK_NEAR(m->geom_rgba[1], 0, 0);
  CHECK_NEAR(m->geom_quat[0], 0.98334744325635592, 1e-14);
  CHECK_NEAR(m->jnt_range[1], 2, 0);
  CHECK_NEAR(m->jnt_actfrcrange[0], -10, 0);
  CHECK_NEAR(m->dof_damping[0], 0.3, 0);
  CHECK_NEAR(m->dof_frictionloss[0], 0.1, 0);
  CHECK_TEXT(mj_id2name(m, mjOBJ_JOINT, 3), "j2_RZ");
  CHECK_NEAR(m->jnt_axis[3 * 1 + 0], 0.8, 1e-14);
  CHECK_NEAR(m->jnt_axis[3 * 1 + 2], -0.6, 1e-14);
  mj_deleteModel(m);
}

TEST(a_mimic_joint_is_held_by_an_equality) {
  mjModel* m = ig_test_model(
      "<robot name='r'><link name='a'>" INERTIA "</link><link name='b'>" INERTIA "</link><link name='c'>" INERTIA
      "</link>"
      "<joint name='x' type='continuous'><parent link='a'/><child link='b'/></joint><joint name='y' type='continuous'>"
      "<parent link='b'/><child link='c'/><mimic joint='x' multiplier='-2' offset='.5'/></joint></robot>");
  if (!m) return;
  CHECK_INT(m->neq, 1);
  CHECK_INT(m->eq_obj1id[0], 1);
  CHECK_INT(m->eq_obj2id[0], 0);
  CHECK_NEAR(m->eq_data[0], 0.5, 0);
  CHECK_NEAR(m->eq_data[1], -2, 0);
  mj_deleteModel(m);
}

static int warnings;
static char warning[200];
static void note(const char* message) {
  warnings++;
  snprintf(warning, sizeof(warning), "%s", message);
}

// mujoco==3.5.0 reads these too, since it passes over every <mimic>
TEST(a_mimic_without_a_coordinate_to_follow_is_reported_once_and_passed_over) {
  static const char* const mimics[] = {"joint='fixed'", "joint='nowhere'", "joint='y'", ""};
  for (int i = 0; i < (int)(sizeof(mimics) / sizeof(*mimics)); i++) {
    char robot[2000];
    snprintf(robot, sizeof(robot),
             "<robot name='r'><link name='a'>" INERTIA "</link><link name='b'>" INERTIA "</link><link name='c'>" INERTIA
             "</link><link name='d'>" INERTIA
             "</link><joint name='fixed' type='fixed'><parent link='a'/><child link='b'/></joint>"
             "<joint name='y' type='continuous'><parent link='b'/><child link='c'/><mimic %s/></joint>"
             "<joint name='z' type='continuous'><parent link='c'/><child link='d'/><mimic joint='nowhere'/></joint></robot>",
             mimics[i]);
    warnings = 0;
    mju_user_warning = note;
    mjModel* m = ig_test_model(robot);
    mju_user_warning = NULL;
    CHECK_INT(warnings, 1);
    CHECK_HAS(warning, "'mimic' is ignored");
    if (!m) continue;
    CHECK_INT(m->neq, 0);
    CHECK_INT(m->njnt, 2);
    mj_deleteModel(m);
  }
}

// each refused by mujoco==3.5.0 too
TEST(parts_that_stand_twice_are_refused) {
  static const struct {
    const char *text, *name;
  } cases[] = {
      {"<robot><link name='a'><inertial><mass value='1'/><mass value='1'/></inertial></link></robot>", "mass"},
      {"<robot><link name='a'><collision><origin/><origin/><geometry><sphere radius='1'/></geometry></collision></link></robot>",
       "origin"},
      {"<robot><link name='a'><collision><geometry><sphere radius='1'/><sphere "
       "radius='1'/></geometry></collision></link></robot>",
       "sphere"},
      {"<robot><material name='m'><color rgba='1 1 1 1'/><color rgba='1 1 1 1'/></material><link name='a'/></robot>", "color"},
      {"<robot><mujoco/><mujoco/><link name='a'/></robot>", "mujoco"},
  };
  for (int i = 0; i < (int)(sizeof(cases) / sizeof(*cases)); i++) {
    char words[60];
    snprintf(words, sizeof(words), "repeated element: '%s'", cases[i].name);
    ig_check_refused(cases[i].text, words);
  }

  // the shape of what is only seen is not read, unless it is kept
  mjModel* m = ig_test_model("<robot><link name='a'><visual><geometry/><geometry/></visual></link></robot>");
  CHECK(m);
  mj_deleteModel(m);
}

TEST(robots_that_are_no_tree_are_refused) {
  ig_check_refused("<robot><link name='a'/><link name='a'/></robot>", "repeated URDF name: 'a'");
  ig_check_refused("<robot><link/></robot>", "required attribute missing: 'name'");
  ig_check_refused("<robot><link name='a'/><joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint></robot>",
                   "which is not there");
  ig_check_refused(
      "<robot><link name='a'/><link name='b'/><joint name='j' type='fixed'><parent link='a'/><child link='b'/>"
      "</joint><joint name='k' type='fixed'><parent link='a'/><child link='b'/></joint></robot>",
      "multiple parents");
  ig_check_refused(
      "<robot><link name='a'/><link name='b'/><joint name='j' type='fixed'><parent link='a'/><child link='b'/>"
      "</joint><joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint></robot>",
      "ancestor");
  ig_check_refused(
      "<robot><link name='a'/><link name='b'/><joint name='j' type='bent'><parent link='a'/><child link='b'/>"
      "</joint></robot>",
      "invalid joint type");
  ig_check_refused("<robot><link name='a'><collision><geometry/></collision></link></robot>", "geometry specification");
  ig_check_refused("<robot><link name='a'><inertial><mass value='1'/></inertial></link></robot>", "missing element: 'inertia'");
}
