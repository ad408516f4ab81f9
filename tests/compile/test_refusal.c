// SPDX-License-Identifier: Apache-2.0
// What is refused, and a word of each message. Every case is refused by mujoco==3.5.0 too.
#include "base/memory.h"
#include "compiled.h"
#include "test.h"

typedef struct Case_ {
  const char *before, *world, *after, *word;
} Case;

#define BODY                                                                                                \
  "<body name='b'><joint name='j'/><geom name='g' size='.1'/><geom name='box' type='box' size='.1 .1 .1'/>" \
  "<site name='s1'/><site name='s2' pos='1 0 0'/></body>"
#define TENDON(path) "<tendon><spatial>" path "</spatial></tendon>"
#define S1 "<site site='s1'/>"
#define S2 "<site site='s2'/>"
#define PULLEY "<pulley divisor='2'/>"

static void check_cases(const Case* cases, int n) {
  for (int i = 0; i < n; i++) {
    mjModel* m = ig_compiled_world(cases[i].before, cases[i].world, cases[i].after);
    if (m) {
      ig_test_fail(__FILE__, __LINE__, "accepted: %s%s%s", cases[i].before, cases[i].world, cases[i].after);
      mj_deleteModel(m);
    } else {
      CHECK_HAS(ig_compiled_error(), cases[i].word);
    }
  }
}

TEST(bodies_and_joints_that_can_not_be) {
  static const Case cases[] = {
      {"", "<body><geom size='.1'/><body><freejoint/><geom size='.1'/></body></body>", "", "free joint"},
      {"", "<body><joint type='ball'/><joint/><geom size='.1'/></body>", "", "ball"},
      {"",
       "<body><joint type='slide'/><joint type='slide'/><joint type='slide'/><joint type='slide'/><joint type='slide'/>"
       "<joint type='slide'/><joint type='slide'/><geom size='.1'/></body>",
       "", "6 dofs"},
      {"", "<body><joint/></body>", "", "mass and inertia of moving bodies must be larger than mjMINVAL"},
      {"", "<body><geom size='.1'/><body><freejoint/></body></body>", "", "mass and inertia of moving bodies"},
      {"", "<body><inertial pos='0 0 0' mass='1' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'/></body>", "",
       "fullinertia and diagonal inertia cannot both"},
      {"", "<body mocap='true'><joint/><geom size='.1'/></body>", "", "mocap"},
      {"", "<body><joint range='1 -1' limited='true'/><geom size='.1'/></body>", "", "range"},
      {"", "<body><joint type='ball' range='1 2'/><geom size='.1'/></body>", "", "range"},
      {"<compiler autolimits='false'/>", "<body><joint range='-1 1'/><geom size='.1'/></body>", "", "autolimits"},
      {"", "<body><joint axis='0 0 0'/><geom size='.1'/></body>", "", "axis"},
      {"", "<body><joint springdamper='1 0'/><geom size='.1'/></body>", "", "springdamper"},
      {"", "<body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 3'/></body>", "", "balanceinertia"},
      {"", "<body><joint/><inertial pos='0 0 0' mass='1' fullinertia='1 1 1 5 5 5'/></body>", "", "eigenvalues"},
      {"<size nuser_body='1'/>", "<body user='1 2'/>", "", "nuser_body"},
      {"", "<body sleep='never'><geom size='.1'/></body>", "", "sleep"},
  };
  check_cases(cases, sizeof(cases) / sizeof(*cases));
}

TEST(geoms_and_views_that_can_not_be) {
  static const Case cases[] = {
      {"", "<geom size='0'/>", "", "size 0"},
      {"", "<geom type='capsule' size='.1'/>", "", "size 1"},
      {"", "<geom type='plane' size='1 1 0'/>", "", "plane"},
      {"", "<body><joint/><geom type='plane' size='1 1 1'/><geom size='.1'/></body>", "", "plane"},
      {"", "<geom size='.1' condim='2'/>", "", "condim"},
      {"", "<geom size='.1' fromto='0 0 0 1 1 1'/>", "", "fromto"},
      {"", "<geom type='capsule' size='.1' fromto='0 0 0 0 0 0'/>", "", "fromto"},
      {"", "<body><joint/><geom size='.1' mass='-1'/></body>", "", "mass"},
      {"", "<geom type='mesh' mesh='zz'/>", "", "zz"},
      {"<asset><mesh name='m' vertex='nan 0 0 0 1 0 0 1 0 0 0 1'/></asset>", "<geom type='mesh' mesh='m'/>", "",
       "vertex coordinate 0 is not finite"},
      {"", "<geom size='.1' material='zz'/>", "", "material 'zz' not found"},
      {"", "<geom size='.1' zaxis='0 0 0'/>", "", "zaxis"},
      {"", "<site type='plane'/>", "", "plane"},
      {"", "<camera target='zz'/>", "", "'zz' not found"},
      {"", "<camera fovy='180'/>", "", "fovy too large"},
      {"", "<camera focal='1 1'/>", "", "focal/principal require sensorsize"},
      {"", "<camera sensorsize='1 1' resolution='0 0'/>", "", "requires positive resolution"},
      {"", "<light dir='0 0 0'/>", "", "dir"},
  };
  check_cases(cases, sizeof(cases) / sizeof(*cases));
}

TEST(tendon_paths_that_can_not_be) {
  static const Case cases[] = {
      {"", BODY, TENDON(""), "empty"},
      {"", BODY, TENDON(S1), "two objects"},
      {"", BODY, TENDON("<geom geom='g'/>" S1), "not bracketed by sites"},
      {"", BODY, TENDON(S1 "<geom geom='g'/>"), "not bracketed by sites"},
      {"", BODY, TENDON(S1 "<geom geom='g'/><geom geom='g'/>" S2), "not bracketed by sites"},
      {"", BODY, TENDON(S1 "<geom geom='g'/>" PULLEY S1 S2), "not bracketed by sites"},
      {"", BODY, TENDON(S1 S2 PULLEY "<geom geom='g'/>" S1 S2), "not bracketed by sites"},
      {"", BODY, TENDON(S1 "<geom geom='box'/>" S2), "box"},
      {"", BODY, TENDON(S1 S2 PULLEY), "pulley"},
      {"", BODY, TENDON(S1 S2 PULLEY PULLEY S1 S2), "pulleys"},
      {"", BODY, TENDON(S1 PULLEY S1 S2), "needs a neighbor that is not a pulley"},
      {"", BODY, TENDON(S1 S2 "<pulley divisor='-1'/>" S1 S2), "divisor"},
      {"", BODY, TENDON(S1 "<site site='zz'/>"), "zz"},
      {"", BODY, TENDON(S1 "<geom geom='zz'/>" S2), "zz"},
      {"", BODY, TENDON(S1 "<geom geom='g' sidesite='zz'/>" S2), "zz"},
      {"", BODY, TENDON(S1 S1), "same site"},
      {"", BODY, "<tendon><spatial limited='true' range='1 0'>" S1 S2 "</spatial></tendon>", "range"},
      {"", BODY, "<tendon><spatial armature='1'>" S1 "<geom geom='g'/>" S2 "</spatial></tendon>", "geom wrapping not supported"},
      {"", BODY, "<tendon><spatial armature='-1'>" S1 S2 "</spatial></tendon>", "tendon armature cannot be negative"},
      {"", BODY, "<tendon><spatial actuatorfrclimited='true' actuatorfrcrange='1 2'>" S1 S2 "</spatial></tendon>",
       "invalid actuatorfrcrange in tendon"},
      {"", BODY, "<tendon><spatial width='0'>" S1 S2 "</spatial></tendon>", "width"},
      {"", BODY, "<tendon><fixed><joint joint='zz' coef='1'/></fixed></tendon>", "zz"},
      {"", BODY, "<tendon><spatial springlength='2 1'>" S1 S2 "</spatial></tendon>", "invalid springlength in tendon"},
  };
  check_cases(cases, sizeof(cases) / sizeof(*cases));
}

TEST(relations_that_can_not_be) {
  static const Case cases[] = {
      {"", BODY, "<contact><pair geom1='g' geom2='zz'/></contact>", "'zz' not found"},
      {"", BODY, "<contact><exclude body1='b' body2='zz'/></contact>", "'zz' not found"},
      {"", BODY, "<equality><connect body1='zz' anchor='0 0 0'/></equality>", "not found"},
      {"", BODY, "<equality><weld body1='b' body2='b'/></equality>", "both sides"},
      {"", "<body><joint name='j' type='ball'/><geom size='.1'/></body>", "<equality><joint joint1='j'/></equality>",
       "hinge or slide"},
      {"", BODY, "<actuator><motor/></actuator>", "actuator"},
      {"", BODY, "<actuator><motor joint='zz'/></actuator>", "not found"},
      {"", BODY, "<actuator><general cranksite='s1' slidersite='s2'/></actuator>", "cranklength"},
      {"", BODY, "<actuator><motor joint='j' ctrllimited='true' ctrlrange='1 0'/></actuator>", "invalid control range"},
      {"", BODY, "<actuator><intvelocity joint='j' actrange='1 -1'/></actuator>", "invalid actrange for actuator"},
      {"", BODY, "<actuator><general joint='j' actrange='-1 1'/></actuator>", "actrange specified but dyntype is 'none'"},
      {"", BODY, "<actuator><general joint='j' dyntype='filter' actdim='2'/></actuator>",
       "actdim > 1 is only allowed for dyntype 'user'"},
      {"", BODY, "<actuator><general joint='j' actdim='1'/></actuator>", "invalid actdim 1 in stateless"},
      {"", BODY, "<actuator><general joint='j' dyntype='filter' actdim='0'/></actuator>", "invalid actdim 0 in stateful"},
      {"", BODY, "<actuator><position joint='j' inheritrange='1'/></actuator>", "target 'j' has no range defined"},
      {"", BODY, "<actuator><motor joint='j' delay='1'/></actuator>", "setting delay > 0 without a history buffer"},
      {"", BODY, "<actuator><muscle joint='j' range='1 0'/></actuator>", "range"},
      {"", BODY, "<sensor><jointpos joint='zz'/></sensor>", "unrecognized name 'zz' of sensorized object"},
      {"", BODY, "<sensor><framepos objtype='site' objname='s1' reftype='site' refname='zz'/></sensor>",
       "unrecognized name 'zz' of object"},
      {"", BODY, "<sensor><framepos objtype='site' objname='s1' reftype='joint' refname='j'/></sensor>",
       "reference frame object must be"},
      {"", BODY, "<sensor><framepos objtype='site' objname='s1' reftype='site' refname=''/></sensor>",
       "missing name of reference frame"},
      {"", BODY, "<sensor><jointpos joint='j' delay='1'/></sensor>", "delay > 0 without a history buffer"},
      {"", BODY, "<sensor><jointpos joint='j' interval='-1'/></sensor>", "negative interval"},
      {"", BODY, "<sensor><ballquat joint='j'/></sensor>", "ball"},
      {"", BODY, "<sensor><jointlimitpos joint='j'/></sensor>", "limits"},
      {"", BODY, "<sensor><framequat objtype='site' objname='s1' cutoff='1'/></sensor>", "cutoff"},
      {"", BODY, "<sensor><distance geom1='g' geom2='g'/></sensor>", "the same"},
      {"", BODY, "<sensor><jointpos joint='j' interval='.1 .1'/></sensor>", "positive phase"},
      {"", BODY, "<custom><tuple name='a'><element objtype='geom' objname='zz'/></tuple></custom>", "not found"},
      {"", BODY, "<keyframe><key qpos='1 2'/></keyframe>", "invalid qpos size, expected 1, got 2"},
      {"<size memory='1'/>", BODY, "", "memory"},
  };
  check_cases(cases, sizeof(cases) / sizeof(*cases));
}

#define TREE(name, more) "<body name='" name "'" more "><joint type='slide'/><geom size='.1'/><site name='" name "'/></body>"
#define SPHERES \
  "<body pos='0 0 0' sleep='init'><freejoint/><geom size='1'/></body><body pos='0 0 1'><freejoint/><geom size='1'/></body>"

TEST(sleep_that_can_not_be) {
  static const Case cases[] = {
      {"", TREE("a", "") TREE("b", " sleep='allowed'") TREE("c", ""),
       "<tendon><spatial><site site='a'/><site site='b'/><site site='c'/></spatial></tendon>",
       "tree 1 connected to tendon 0 which spans more than 2 trees, sleeping not allowed"},
      {"<option><flag sleep='enable'/></option>", SPHERES, "", "1 trees were marked as sleep='init' but only 0 could be slept."},
  };
  check_cases(cases, sizeof(cases) / sizeof(*cases));
}

TEST(meshes_and_plugins_that_can_not_be) {
  static const Case cases[] = {
      {"<asset><mesh name='m' builtin='plate' params='1'/></asset>", "", "", "Plate builtin mesh type requires 2 parameters"},
      {"<asset><mesh name='m' builtin='sphere' params='2'/></asset>", "<geom type='mesh' mesh='m' shellinertia='true'/>", "",
       "inertia should be specified in the mesh asset"},
      {"", "<body name='b'><plugin/></body>", "", "neither 'plugin' nor 'instance' is specified for body 'b'"},
  };
  check_cases(cases, sizeof(cases) / sizeof(*cases));
}

static void check_equality_refused(mjtEq type, const char* words) {
  mjSpec* s = mj_makeSpec();
  mjsEquality* eq = mjs_addEquality(s, NULL);
  eq->type = type;
  eq->objtype = mjOBJ_GEOM;
  CHECK(!mj_compile(s, NULL));
  CHECK_HAS(mjs_getError(s), words);
  mj_deleteSpec(s);
}

TEST(points_that_can_not_be_tied) {
  check_equality_refused(mjEQ_CONNECT, "connect constraint supports only sites and bodies");
  check_equality_refused(mjEQ_WELD, "weld constraint supports only sites and bodies");
}

TEST(a_spec_that_another_holds_is_compiled_there) {
  mjSpec *child = mj_makeSpec(), *parent = mj_makeSpec();
  mjsBody* body = mjs_addBody(mjs_findBody(child, "world"), NULL);
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  CHECK(mjs_attach(frame->element, body->element, "p", "") != NULL);
  CHECK(!mj_compile(child, NULL));
  CHECK_HAS(mjs_getError(child), "by reference to a parent");
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}

TEST(short_texts_that_ask_for_too_much) {
  static const Case cases[] = {
      {"<size nkey='2000000000'/>", BODY, "", "nkey"},
      {"<size nuserdata='2000000000'/>", BODY, "", "too large"},
      {"<size nuser_body='2000000000'/>", BODY, "", "too large"},
      {"", BODY,
       "<sensor><framepos objtype='site' objname='s1' nsample='16777216'/><framepos objtype='site' objname='s1' "
       "nsample='16777216'/>"
       "<framepos objtype='site' objname='s1' nsample='16777216'/><framepos objtype='site' objname='s1' nsample='16777216'/>"
       "<framepos objtype='site' objname='s1' nsample='16777216'/><framepos objtype='site' objname='s1' nsample='16777216'/>"
       "<framepos objtype='site' objname='s1' nsample='16777216'/><framepos objtype='site' objname='s1' nsample='16777216'/>"
       "<framepos objtype='site' objname='s1' nsample='16777216'/></sensor>",
       "too large"},
  };
  check_cases(cases, sizeof(cases) / sizeof(*cases));
}

TEST(refusing_leaves_no_memory_behind) {
  int64_t before = ig_live_bytes();
  CHECK(!ig_compiled_world("", BODY, "<keyframe><key qpos='1 2'/></keyframe>"));
  CHECK(!ig_compiled_world("", BODY, TENDON(S1)));
  CHECK(!ig_compiled_world("<size memory='1'/>", BODY, ""));
  CHECK_INT(ig_live_bytes(), before);
}
