// SPDX-License-Identifier: Apache-2.0
// Writing, then reading, gives the same model.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "model.h"
#include "parsed.h"
#include "test.h"

static char text[200000];
static char warning[500];

static void note(const char* message) { snprintf(warning, sizeof(warning), "%s", message); }

// bytes of the compiled model; *size of them, to be freed
static char* compiled(const char* xml, int* size) {
  mjSpec* s = ig_parsed(xml, NULL);
  if (!s) {
    ig_test_fail(__FILE__, __LINE__, "refused: %s\n%s", ig_parsed_error(), xml);
    return NULL;
  }
  mjModel* m = mj_compile(s, NULL);
  char* bytes = NULL;
  if (m) {
    *size = (int)mj_sizeModel(m);
    bytes = malloc((size_t)*size);
    mj_saveModel(m, NULL, bytes, *size);
    mj_deleteModel(m);
  } else {
    ig_test_fail(__FILE__, __LINE__, "does not compile: %s", mjs_getError(s));
  }
  if (mj_saveXMLString(s, text, sizeof(text), NULL, 0)) ig_test_fail(__FILE__, __LINE__, "could not be written");
  mj_deleteSpec(s);
  return bytes;
}

static void check_round_trip(const char* xml) {
  int n1 = 0, n2 = 0;
  char* first = compiled(xml, &n1);
  char* copy = strdup(text);
  char* second = compiled(copy, &n2);
  bool same = first && second && n1 == n2 && !memcmp(first, second, (size_t)n1);
  if (!same) ig_test_fail(__FILE__, __LINE__, "another model after writing:\n%s", copy);
  CHECK_TEXT(text, copy);
  free(first), free(second), free(copy);
}

TEST(bodies_frames_and_classes_come_back) {
  check_round_trip(
      "<mujoco model='m'><compiler eulerseq='zyx'/><default><geom size='.1' rgba='1 0 0 1'/><default class='a'>"
      "<geom size='.2'/><joint damping='3' range='-30 30'/></default></default><worldbody><geom name='w'/>"
      "<frame name='f' pos='1 2 3' euler='10 20 30'><geom name='g1'/><body name='b1' childclass='a' axisangle='1 1 0 45'>"
      "<joint name='j1' ref='10'/><joint name='j2' type='slide' axis='0 1 0'/><geom name='g2'/><geom class='main' name='g3'/>"
      "<frame euler='0 0 90'><site name='s1' zaxis='1 1 1'/><body name='b2'><joint name='j3' group='2'/><geom/></body></frame>"
      "<site name='s2'/></body></frame><geom name='g4' fromto='0 0 0 1 1 1' type='capsule'/></worldbody></mujoco>");
}

TEST(free_joints_inertials_cameras_lights_come_back) {
  check_round_trip(
      "<mujoco><compiler angle='radian' inertiafromgeom='auto' balanceinertia='true'/><option timestep='.001' "
      "integrator='RK4' gravity='0 0 -1.62'><flag energy='enable' contact='disable'/></option><size memory='2M' "
      "nuserdata='3'/><visual><rgba haze='.1 .2 .3 1'/><map znear='.02'/></visual><statistic extent='3.3333333333333335'/>"
      "<worldbody><light name='l' type='directional' dir='1 2 -3' diffuse='.1 .2 .3'/><camera name='c' pos='1 2 3' "
      "xyaxes='1 0 0 0 0 1' resolution='10 20' sensorsize='.01 .02' focal='.1 .1' user='1 2'/><body name='b' mocap='true'/>"
      "<body name='f' gravcomp='.5'><freejoint align='false'/><inertial pos='.1 .2 .3' mass='2' fullinertia='1 1.1 1.2 .01 .02 "
      ".03'/></body><body><joint type='ball' range='0 1'/><inertial pos='0 0 0' euler='.1 .2 .3' mass='1' "
      "diaginertia='1 1 1'/></body></worldbody></mujoco>");
}

TEST(relations_come_back) {
  check_round_trip(
      "<mujoco><worldbody><body name='b1'><joint name='j1' range='-1 1'/><geom name='g1' size='.1'/><site name='s1'/>"
      "<site name='s3' pos='.3 0 0'/></body><body name='b2' pos='1 0 0'><joint name='j2'/><geom name='g2' type='cylinder' "
      "size='.05 .1'/><site name='s2'/></body></worldbody>"
      "<contact><pair geom1='g1' geom2='g2' condim='4' friction='.5 .6'/><exclude body1='b1' body2='b2'/></contact>"
      "<equality><connect body1='b1' body2='b2' anchor='.1 .2 .3'/><weld site1='s1' site2='s2' torquescale='2'/>"
      "<joint joint1='j1' joint2='j2' polycoef='1 2 3'/></equality>"
      "<tendon><spatial name='t' limited='true' range='0 1' springlength='.3'><site site='s1'/><geom geom='g2' "
      "sidesite='s3'/><site site='s2'/><pulley divisor='2'/><site site='s3'/><site site='s2'/></spatial><fixed name='x'>"
      "<joint joint='j1' coef='.3'/><joint joint='j2' coef='-1'/></fixed></tendon>"
      "<actuator><motor joint='j1' gear='3 1'/><position joint='j1' inheritrange='.5' kp='3' dampratio='1'/>"
      "<muscle tendon='t' lengthrange='.1 1'/><general site='s1' refsite='s2' dyntype='filter' dynprm='.3' gainprm='2' "
      "actdim='1'/></actuator>"
      "<sensor><gyro site='s1' noise='.1'/><framepos objtype='geom' objname='g1' reftype='site' refname='s1' cutoff='2'/>"
      "<rangefinder site='s1' data='dist point'/><contact geom1='g1' num='2' data='found force' reduce='mindist'/>"
      "<distance body1='b1' geom2='g2' cutoff='1'/><clock/><user dim='2' needstage='vel' datatype='real'/>"
      "<insidesite site='s1' objtype='body' objname='b2'/></sensor>"
      "<custom><numeric name='n' size='4' data='1 2'/><text name='t' data='a &lt; b&#10;c'/><tuple name='u'><element "
      "objtype='body' objname='b1' prm='3'/></tuple></custom>"
      "<keyframe><key name='k' time='1' qpos='.1 .2'/></keyframe></mujoco>");
}

// <flex> cannot say where in a body a node is: these come back as the flexcomp that makes them, bodies and all
TEST(pinned_nodes_of_a_flex_come_back) {
  static const char* const flexes[] = {
      // corners and middles, with settings of every part
      "type='grid' count='3 3 3' spacing='.1 .1 .1' dim='3' dof='trilinear' mass='3' inertiabox='.02' rgba='1 0 0 1' group='2'>"
      "<elasticity young='1e4' poisson='.1' damping='.1'/><contact selfcollide='none' internal='false' contype='2'/>"
      "<pin id='1 2'/></flexcomp>",
      "type='grid' count='3 3 3' spacing='.1 .1 .1' dim='3' dof='quadratic' pos='.1 .2 .3' euler='0 0 30'>"
      "<contact selfcollide='none' internal='false'/><pin id='0 4 13 26'/></flexcomp>",
      // bodies with something to collide
      "type='grid' count='3 3 3' spacing='.1 .1 .1' dim='3' dof='trilinear' radius='.02'>"
      "<contact selfcollide='none' internal='false' vertcollide='true'/><pin id='0'/></flexcomp>",
      // a point that no element uses makes the box larger
      "type='direct' dof='trilinear' dim='2' point='0 0 0  1 0 0  0 1 0  1 1 .5  0 0 3' element='0 1 2  1 3 2' "
      "texcoord='0 0 1 0 0 1 1 1 0 0'><contact selfcollide='none' internal='false'/><pin id='0 1'/></flexcomp>",
      // all nodes: no bodies
      "type='grid' count='3 3 3' spacing='.1 .1 .1' dim='3' dof='trilinear'><contact selfcollide='none' internal='false'/>"
      "<pin range='0 7'/></flexcomp>",
  };
  for (int i = 0; i < (int)(sizeof(flexes) / sizeof(*flexes)); i++) {
    char xml[2000];
    snprintf(xml, sizeof(xml),
             "<mujoco><default><joint damping='.5'/><default class='c'><joint armature='.1'/><geom rgba='0 1 0 1'/></default>"
             "</default><worldbody><body name='p' childclass='c' pos='1 0 0'><geom size='.1'/><body name='before'/>"
             "<flexcomp name='f' %s<body name='after'/></body><flexcomp name='late' type='grid' count='3 3 3' dim='3' "
             "spacing='.1 .1 .1' dof='trilinear'><contact selfcollide='none' internal='false'/></flexcomp></worldbody></mujoco>",
             flexes[i]);
    check_round_trip(xml);
    CHECK_HAS(text, "<flexcomp name=\"f\" type=\"direct\"");
    CHECK_HAS(text, "<flexcomp name=\"late\"");  // a flex would be numbered before them
    CHECK(!strstr(text, "<deformable>"));
  }
}

// mujoco==3.5.0 reads `passive` of a flexcomp, but not that of a flex
TEST(passive_flexes_come_back_as_flexcomps) {
  static const char* const flexes[] = {
      "type='grid' count='3 4 1' spacing='.1 .1 .1' mass='.7' inertiabox='.02'><edge stiffness='0' damping='.1'/>"
      "<contact passive='true' vertcollide='true'/><pin id='0 3'/></flexcomp>",
      "type='ellipsoid' count='5 5 5' spacing='.1 .1 .1' dim='3' dof='radial'><edge equality='true' solref='.01 1'/>"
      "<contact selfcollide='none' passive='true'/></flexcomp>",
      "type='circle' count='9 1 1' spacing='.1 .1 .1' dim='1' pos='1 2 3'><contact passive='true' selfcollide='none'/>"
      "<edge stiffness='10' damping='.1'/></flexcomp>",
  };
  for (int i = 0; i < (int)(sizeof(flexes) / sizeof(*flexes)); i++) {
    char xml[2000];
    snprintf(xml, sizeof(xml),
             "<mujoco><worldbody><body name='p'><body name='before'/><flexcomp name='f' %s<body name='after'/></body>"
             "</worldbody></mujoco>",
             flexes[i]);
    check_round_trip(xml);
    CHECK_HAS(text, "<flexcomp name=\"f\" type=\"direct\"");
  }

  // made by hand: no flexcomp gives its bodies these names
  check_round_trip(
      "<mujoco><worldbody><body name='a'><geom size='.1'/></body><body name='b' pos='1 0 0'><geom size='.1'/></body></worldbody>"
      "<deformable><flex name='f' dim='1' body='a b' element='0 1'><contact passive='true'/></flex></deformable></mujoco>");
  CHECK_HAS(text, "<flex name=\"f\" dim=\"1\" body=\"a b\"");
}

TEST(nodes_of_a_flex_that_no_macro_makes_are_named_in_a_warning) {
  mjSpec* s = ig_parsed(
      "<mujoco><worldbody><body name='p'><flexcomp name='f' type='grid' count='3 3 3' spacing='.1 .1 .1' dim='3' dof='trilinear'>"
      "<contact selfcollide='none' internal='false'/><pin id='1 2'/></flexcomp></body></worldbody></mujoco>",
      NULL);
  mjs_addSite(mjs_findBody(s, "f_0_0_0"), NULL);
  warning[0] = 0;
  mju_user_warning = note;
  CHECK_INT(mj_saveXMLString(s, text, sizeof(text), NULL, 0), 0);
  mju_user_warning = NULL;
  CHECK_HAS(warning, "flex 'f'");
  CHECK_HAS(text, "<flex name=\"f\"");
  CHECK_HAS(text, "<body name=\"f_0_0_0\"");
  mj_deleteSpec(s);
}

TEST(a_flex_that_refers_to_nothing_is_written) {
  mjSpec* s = mj_makeSpec();
  mjsFlex* flex = mjs_addFlex(s);
  double node[24] = {1};
  mjs_setName(flex->element, "f");
  flex->passive = 1;
  mju_user_warning = note;
  CHECK_INT(mj_saveXMLString(s, text, sizeof(text), NULL, 0), 0);
  mjs_setStringVec(flex->nodebody, "a b c d e f g h");
  mjs_setDouble(flex->node, node, 24);
  CHECK_INT(mj_saveXMLString(s, text, sizeof(text), NULL, 0), 0);
  mjs_setStringVec(flex->vertbody, "world world");
  mjs_setInt(flex->elem, (int[]){0, 7}, 2);
  CHECK_INT(mj_saveXMLString(s, text, sizeof(text), NULL, 0), 0);
  mju_user_warning = NULL;
  CHECK_HAS(warning, "flex 'f'");
  CHECK_HAS(text, "node=\"a b c d e f g h\"");
  mj_deleteSpec(s);
}

// `text` of a new model with these attached to it, each under its letter
static void write_attached(int count, const char* const models[]) {
  mjSpec* host = mj_makeSpec();
  mjSpec* child[2];
  for (int i = 0; i < count; i++) {
    char prefix[] = {(char)('a' + i), '_', 0};
    child[i] = ig_parsed(models[i], NULL);
    mjsFrame* frame = mjs_addFrame(mjs_findBody(host, "world"), NULL);
    CHECK(mjs_attach(frame->element, child[i]->element, prefix, "") != NULL);
  }
  CHECK_INT(mj_saveXMLString(host, text, sizeof(text), NULL, 0), 0);
  mj_deleteSpec(host);
  for (int i = 0; i < count; i++) mj_deleteSpec(child[i]);
}

// mujoco==3.5.0 writes the file names alone, which are found nowhere then
TEST(files_of_attached_models_are_written_with_their_folders) {
  static const char* const models[] = {
      "<mujoco><compiler meshdir='one' texturedir='pics'/><asset><mesh name='m' file='m.obj'/><texture name='t' type='cube' "
      "fileright='r.png'/><texture name='sky' type='skybox' builtin='flat' width='2'/></asset></mujoco>",
      "<mujoco><compiler assetdir='two'/><asset><mesh name='m' file='m.obj'/><hfield name='h' file='h.bin' size='1 1 1 1'/>"
      "<mesh name='far' file='/far/m.obj'/></asset></mujoco>",
  };
  write_attached(1, models);
  CHECK_HAS(text, "<compiler angle=\"radian\" meshdir=\"one\" texturedir=\"pics\"/>");
  CHECK_HAS(text, "<mesh name=\"a_m\" file=\"m.obj\"/>");
  write_attached(2, models);
  CHECK_HAS(text, "<compiler angle=\"radian\" texturedir=\"pics\"/>");
  CHECK_HAS(text, "<mesh name=\"a_m\" file=\"one/m.obj\"/>");
  CHECK_HAS(text, "<mesh name=\"b_m\" file=\"two/m.obj\"/>");
  CHECK_HAS(text, "<mesh name=\"b_far\" file=\"/far/m.obj\"/>");
  CHECK_HAS(text, "file=\"two/h.bin\"");
  CHECK_HAS(text, "fileright=\"r.png\"");
}

// mujoco==3.5.0 refuses a site of a class with a material that is not there
TEST(classes_are_written_without_materials_that_are_not_there) {
  static const char* const models[] = {
      "<mujoco><default><default class='c'><site material='m' group='3'/></default></default><asset><material name='m'/></asset>"
      "<worldbody><site class='c'/></worldbody></mujoco>"};
  write_attached(1, models);
  CHECK_HAS(text, "<site group=\"3\"/>");
  CHECK_HAS(text, "<site class=\"a_c\" pos=\"0 0 0\" material=\"a_m\"/>");
}

// as Python's MjSpec.to_xml of mujoco==3.5.0 writes it
// the text that a model has once it is compiled; spaces between elements are left out of the search
static void check_written(const char* xml, const char* words, const char* not_there) {
  mjSpec* s = ig_parsed(xml, NULL);
  CHECK(s != NULL);
  mjModel* m = mj_compile(s, NULL);
  if (!m) ig_test_fail(__FILE__, __LINE__, "does not compile: %s", mjs_getError(s));
  CHECK_INT(mj_saveXMLString(s, text, sizeof(text), NULL, 0), 0);
  CHECK_HAS(text, words);
  if (not_there && strstr(text, not_there)) ig_test_fail(__FILE__, __LINE__, "%s is in\n%s", not_there, text);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// as mj_saveXMLString of mujoco==3.5.0 writes them
TEST(numbers_that_the_class_has_are_left_out_at_the_end) {
  static const char model[] =
      "<mujoco><default><default class='a'><geom size='.1'/></default></default><worldbody><body>"
      "<geom size='1' friction='.9' solref='.1' solimp='.1 .2'/><geom class='a' type='box' size='.2 .3 .1'/>"
      "<joint name='j' type='slide' range='0 2'/><site name='s'/><site name='t' pos='0 0 1'/></body></worldbody>"
      "<tendon><spatial springlength='.5'><site site='s'/><site site='t'/></spatial></tendon>"
      "<actuator><position joint='j' kp='3' kv='4'/></actuator></mujoco>";
  check_written(model, "<geom size=\"1\" friction=\"0.9\" solref=\"0.1\" solimp=\"0.1 0.2\"/>", "springlength=\"0.5 ");
  check_written(model, "<geom class=\"a\" type=\"box\" size=\"0.2 0.3 0.1\"/>", NULL);
  check_written(model, "<geom size=\"0.1 0 0\"/>", NULL);
  check_written(model, "gainprm=\"3\" biasprm=\"0 -3 -4\"/>", NULL);
  check_round_trip(model);
}

TEST(what_the_compiler_found_is_written_in_place_of_the_question) {
  check_written("<mujoco><worldbody><body><joint springdamper='1 1'/><geom size='.2'/></body></worldbody></mujoco>",
                "stiffness=", "springdamper");
  check_written("<mujoco><worldbody><body><joint springdamper='1 1'/><geom size='.2'/></body></worldbody></mujoco>",
                "damping=", NULL);
  static const char servos[] =
      "<mujoco><default><default class='p'><position inheritrange='2'/></default></default><worldbody><body>"
      "<joint name='j' type='slide' range='0 2'/><geom size='1'/></body></worldbody><actuator><position joint='j' class='p'/>"
      "<intvelocity joint='j' inheritrange='.5'/></actuator></mujoco>";
  check_written(servos, "ctrlrange=\"-1 3\"", "inheritrange");
  check_written(servos, "actrange=\"0.5 1.5\"", NULL);
  check_round_trip(servos);
  check_written(
      "<mujoco><compiler saveinertial='true'/><worldbody><body><geom type='box' size='.05 .05 .05'/></body>"
      "</worldbody></mujoco>",
      "<inertial pos=\"0 0 0\" quat=\"1 0 0 0\" mass=\"1\" diaginertia=", NULL);
}

TEST(what_has_no_effect_is_not_written) {
  check_written("<mujoco><worldbody><geom size='.2' mass='100' density='100'/></worldbody></mujoco>", "mass=\"100\"", "density");
  check_written(
      "<mujoco><compiler inertiafromgeom='true'/><worldbody><body><inertial pos='0 1 2' mass='3'/><geom size='.2'/></body>"
      "</worldbody></mujoco>",
      "<geom size=\"0.2\"/>", "inertial ");
}

TEST(what_can_not_be_written_is_refused) {
  char error[300] = "";
  mjSpec* s = mj_makeSpec();
  mjsTexture* texture = mjs_addTexture(s);
  mjs_setBuffer(texture->data, "abc", 3);
  texture->type = mjTEXTURE_2D;
  texture->width = texture->height = 1;
  CHECK(mj_saveXMLString(s, text, sizeof(text), error, sizeof(error)) != 0);
  CHECK_TEXT(error, "XML Error: no support for buffer textures.");
  mj_deleteSpec(s);
}

// geoms outside the groups that weigh do not replace an inertial, even where inertiafromgeom says so
TEST(an_inertial_that_no_geom_replaces_is_written) {
  static const char hollow[] =
      "<mujoco><compiler inertiafromgeom='true' inertiagrouprange='0 2'/><worldbody><body><inertial pos='0 1 2' mass='3' "
      "diaginertia='1 1 1'/><joint/><geom size='.2' group='3'/><body><inertial pos='1 0 0' mass='2' diaginertia='2 2 2'/><joint/>"
      "</body></body></worldbody></mujoco>";
  check_written(hollow, "<inertial pos=\"0 1 2\" mass=\"3\"", NULL);
  check_written(hollow, "<inertial pos=\"1 0 0\" mass=\"2\"", NULL);
  check_round_trip(hollow);
}

// the compiler moves the frame of such a body to its inertial frame; what is written is in the frame of the text
TEST(saved_inertials_of_aligned_bodies_are_in_the_frame_that_was_written) {
  check_written(
      "<mujoco><compiler alignfree='true' saveinertial='true'/><worldbody><body pos='1 2 3' euler='10 20 30'><freejoint/>"
      "<geom size='.1' pos='.1 .2 .3'/><geom type='box' size='.1 .2 .3' pos='-.1 0 0' euler='0 40 0'/><site pos='1 0 0'/>"
      "</body></worldbody></mujoco>",
      "<inertial pos=\"-0.08394754816752", "<inertial pos=\"0 0 0\"");
}

// the joints of a cable have no user data, whatever the class says
TEST(elements_without_the_user_data_of_their_class_are_kept_so) {
  check_round_trip(
      "<mujoco><default><joint user='1 2'/><geom user='3'/></default><worldbody><body><joint/><geom size='.1'/></body>"
      "<composite type='cable' prefix='C' curve='s' count='4 1 1' size='.5'><geom type='capsule' size='.01'/></composite>"
      "</worldbody></mujoco>");
}

// an actuatorfrcrange that the class gives a free joint is kept
TEST(free_joints_keep_the_limits_of_their_class) {
  check_round_trip(
      "<mujoco><default><joint actuatorfrcrange='-18 18'/></default><worldbody><body><joint type='free'/><geom size='1'/></body>"
      "</worldbody></mujoco>");
}

TEST(changed_elevations_of_a_height_field_are_saved) {
  mjSpec* s = ig_parsed(
      "<mujoco><asset><hfield name='h' nrow='3' ncol='2' size='.5 .5 1 .1' elevation='1 2 3 4 5 6'/></asset></mujoco>", NULL);
  mjModel* m = mj_compile(s, NULL);
  m->hfield_data[0] = 0.25f;
  CHECK_INT(mj_copyBack(s, m), 1);
  mjModel* again = mj_compile(s, NULL);
  for (int i = 0; i < 6; i++) CHECK_NEAR(again->hfield_data[i], m->hfield_data[i], 0);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

TEST(the_text_has_two_blanks_per_level_and_empty_lines_between_sections) {
  mjSpec* s = mj_makeSpec();
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjs_setName(body->element, "baz");
  body->pos[0] = 1, body->pos[1] = 2, body->pos[2] = 3;
  body->quat[0] = 0, body->quat[1] = 1;
  mjsSite* site = mjs_addSite(body, NULL);
  mjs_setName(site->element, "sitename");
  site->type = mjGEOM_BOX;
  mjs_setDouble(site->userdata, (double[]){1, 2, 3, 4, 5, 6}, 6);
  CHECK_INT(mj_saveXMLString(s, text, sizeof(text), NULL, 0), 0);
  CHECK_TEXT(text,
             "<mujoco model=\"MuJoCo Model\">\n  <compiler angle=\"radian\"/>\n\n  <size nuser_site=\"6\"/>\n\n  <worldbody>\n"
             "    <body name=\"baz\" pos=\"1 2 3\" quat=\"0 1 0 0\">\n"
             "      <site name=\"sitename\" pos=\"0 0 0\" type=\"box\" user=\"1 2 3 4 5 6\"/>\n    </body>\n"
             "  </worldbody>\n</mujoco>\n");
  mj_deleteSpec(s);
}

TEST(a_buffer_that_is_too_short_is_answered_with_the_length) {
  char error[100] = "", little[10];
  mjSpec* s = mj_makeSpec();
  int length = mj_saveXMLString(s, little, sizeof(little), error, sizeof(error));
  CHECK_HAS(error, "too short");
  CHECK_INT(mj_saveXMLString(s, text, length + 1, error, sizeof(error)), 0);
  CHECK_INT((int)strlen(text), length);
  mj_deleteSpec(s);
}

TEST(writing_leaves_no_memory_behind) {
  mjSpec* s = ig_parsed("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>", NULL);
  mj_saveXMLString(s, text, sizeof(text), NULL, 0);  // the first time lists its elements
  int64_t blocks = ig_live_blocks();
  mj_saveXMLString(s, text, sizeof(text), NULL, 0);
  CHECK_INT(ig_live_blocks(), blocks);
  mj_deleteSpec(s);
}

TEST(the_last_model_is_written_with_the_numbers_of_the_model) {
  mj_freeLastXML();
  char error[200] = "", path[] = "/tmp/ingot_save_XXXXXX";
  int file = mkstemp(path);
  close(file);
  CHECK_INT(mj_saveLastXML(path, NULL, error, sizeof(error)), 0);
  CHECK_HAS(error, "No XML model loaded");
  mjModel* m = ig_test_model("<mujoco><worldbody><body name='b'><geom size='.1'/></body></worldbody></mujoco>");
  if (!m) return;
  m->body_pos[3] = 0.25;
  CHECK_INT(mj_saveLastXML(path, m, error, sizeof(error)), 1);
  mj_deleteModel(m);
  m = mj_loadXML(path, NULL, error, sizeof(error));
  CHECK(m != NULL);
  if (m) CHECK_NEAR(m->body_pos[3], 0.25, 0);
  mj_deleteModel(m);
  mj_freeLastXML();
  unlink(path);
}

// compiling it says what is missing; writing it must not look for that
TEST(a_skin_that_is_not_complete_is_written) {
  mjSpec* s = mj_makeSpec();
  mjsSkin* skin = mjs_addSkin(s);
  mjs_appendString(skin->bodyname, "a");
  mjs_appendString(skin->bodyname, "b");
  const float position[3] = {1, 2, 3};
  mjs_setFloat(skin->bindpos, position, 3);
  char written[2000] = "";
  CHECK_INT(mj_saveXMLString(s, written, sizeof written, NULL, 0), 0);
  CHECK(strstr(written, "bindpos=\"1 2 3\"") != NULL);
  CHECK(strstr(written, "body=\"b\"") != NULL);
  mj_deleteSpec(s);
}
