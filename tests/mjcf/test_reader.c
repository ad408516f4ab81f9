// SPDX-License-Identifier: Apache-2.0
// What the reader makes of MJCF, checked on the spec and on the compiled model.
#include <stdio.h>

#include "model.h"
#include "parsed.h"
#include "spec/container.h"
#include "test.h"

static const char* name_of(const mjModel* m, int type, int id) { return mj_id2name(m, type, id); }

TEST(explicit_values_beat_classes_even_when_they_equal_the_built_in_default) {
  mjSpec* s = ig_parsed(
      "<mujoco><default><joint damping='.1'/><geom density='700'/>"
      "<default class='robot'><default class='arm'><joint armature='.01'/></default><joint damping='.5'/></default>"
      "<default class='heavy'><joint type='slide' damping='5' stiffness='3'/></default></default>"
      "<worldbody><body name='a'><joint name='root'/><joint name='same' class='heavy' type='hinge' damping='0'/>"
      "<joint name='arm' class='arm'/><geom name='g' density='1000'/></body></worldbody></mujoco>",
      NULL);
  CHECK(s != NULL);
  if (!s) return;
  mjsJoint* root = mjs_asJoint(mjs_findElement(s, mjOBJ_JOINT, "root"));
  mjsJoint* same = mjs_asJoint(mjs_findElement(s, mjOBJ_JOINT, "same"));
  mjsJoint* arm = mjs_asJoint(mjs_findElement(s, mjOBJ_JOINT, "arm"));
  CHECK_NEAR(root->damping, 0.1, 0);
  CHECK_INT(same->type, mjJNT_HINGE);
  CHECK_NEAR(same->damping, 0, 0);
  CHECK_NEAR(same->stiffness, 3, 0);
  CHECK_NEAR(arm->damping, 0.5, 0);
  CHECK_NEAR(arm->armature, 0.01, 0);
  CHECK_NEAR(mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, "g"))->density, 1000, 0);
  mj_deleteSpec(s);
}

TEST(childclass_holds_for_the_subtree_until_another_one) {
  mjSpec* s = ig_parsed(
      "<mujoco><worldbody><body childclass='a'><joint name='j1'/><body><joint name='j2'/><frame childclass='b'>"
      "<joint name='j3'/></frame><joint name='j4' class='b'/></body></body></worldbody>"
      "<default><default class='a'><joint damping='1'/></default><default class='b'><joint damping='2'/></default></default>"
      "</mujoco>",
      NULL);
  CHECK(s != NULL);
  if (!s) return;
  static const double expected[] = {1, 1, 2, 2};
  static const char* const names[] = {"j1", "j2", "j3", "j4"};
  for (int i = 0; i < 4; i++) CHECK_NEAR(mjs_asJoint(mjs_findElement(s, mjOBJ_JOINT, names[i]))->damping, expected[i], 0);
  mj_deleteSpec(s);
}

TEST(line_breaks_in_text_stay_and_references_are_resolved) {
  mjSpec* s = ig_parsed("<mujoco><custom><text name='t' data='a\n&lt;b&gt;&#65;&#x42;&amp;&quot;'/></custom></mujoco>", NULL);
  CHECK(s != NULL);
  if (!s) return;
  CHECK_TEXT(mjs_getString(mjs_asText(mjs_findElement(s, mjOBJ_TEXT, "t"))->data), "a\n<b>AB&\"");
  mj_deleteSpec(s);
}

TEST(included_files_take_the_place_of_the_include) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  const char* part = "<mujoco><body name='b2'><geom size='1'/></body><include file='inner.xml'/></mujoco>";
  const char* inner = "<any><body name='b3'><geom size='2'/></body></any>";
  const char* self = "<any><include file='self.xml'/></any>";
  mj_addBufferVFS(&vfs, "part.xml", part, (int)strlen(part));
  mj_addBufferVFS(&vfs, "inner.xml", inner, (int)strlen(inner));
  mj_addBufferVFS(&vfs, "self.xml", self, (int)strlen(self));
  mjSpec* s = ig_parsed(
      "<mujoco><worldbody><body name='b1'/><include file='part.xml'/><body name='b4'/></worldbody>"
      "</mujoco>",
      &vfs);
  CHECK(s != NULL);
  if (s) {
    static const char* const names[] = {"world", "b1", "b2", "b3", "b4"};
    mjsElement* el = mjs_firstElement(s, mjOBJ_BODY);
    for (int i = 0; i < 5 && el; i++, el = mjs_nextElement(s, el)) CHECK_TEXT(mjs_getString(mjs_getName(el)), names[i]);
    mj_deleteSpec(s);
  }
  CHECK(ig_parsed("<mujoco><include file='inner.xml'/><include file='inner.xml'/></mujoco>", &vfs) == NULL);
  CHECK_HAS(ig_parsed_error(), "File 'inner.xml' already included");
  CHECK(ig_parsed("<mujoco><include file='self.xml'/></mujoco>", &vfs) == NULL);
  CHECK_HAS(ig_parsed_error(), "already included");
  CHECK(ig_parsed("<mujoco><include file='none.xml'/></mujoco>", &vfs) == NULL);
  CHECK_HAS(ig_parsed_error(), "none.xml");
  mj_deleteVFS(&vfs);
}

// angles accumulate by their own number, offsets in the frame of the copy before
TEST(replicate_makes_copies_with_numbered_names) {
  mjModel* m = ig_test_model(
      "<mujoco><worldbody><replicate count='11' offset='1 0 0' euler='0 0 90' sep='-'><body name='b'><geom name='g' "
      "size='.1'/></body></replicate></worldbody></mujoco>");
  if (!m) return;
  CHECK_INT(m->nbody, 12);
  CHECK_TEXT(name_of(m, mjOBJ_BODY, 1), "b-00");
  CHECK_TEXT(name_of(m, mjOBJ_GEOM, 10), "g-10");
  CHECK_NEAR(m->body_pos[3 * 2 + 0], 1, 1e-12);
  CHECK_NEAR(m->body_pos[3 * 3 + 1], 1, 1e-12);
  CHECK_NEAR(m->body_quat[4 * 2 + 3], 0.70710678118654757, 1e-15);
  mj_deleteModel(m);
}

TEST(keyframes_of_a_replicated_model_keep_their_times) {
  mjModel* m = ig_test_model(
      "<mujoco><worldbody><replicate count='2' offset='1 0 0'><body><joint/><geom size='.1'/></body></replicate></worldbody>"
      "<keyframe><key name='k' time='.5'/><key time='1.5'/></keyframe></mujoco>");
  if (!m) return;
  CHECK_INT(m->nkey, 6);
  for (int key = 0; key < m->nkey; key++) CHECK_NEAR(m->key_time[key], key % 2 ? 1.5 : 0.5, 0);
  CHECK_TEXT(name_of(m, mjOBJ_KEY, 3), "1");
  CHECK(mj_id2name(m, mjOBJ_KEY, 5) == NULL);
  mj_deleteModel(m);
}

// recorded with mujoco.MjModel.from_xml_string of the same text
TEST(actuator_shortcuts_have_the_parameters_of_their_kind) {
  mjModel* m = ig_test_model(
      "<mujoco><worldbody><body name='b'><joint name='j' range='-60 60'/><geom size='.1'/></body></worldbody><actuator>"
      "<motor joint='j'/><position joint='j' kp='3' kv='2' timeconst='.1'/><velocity joint='j' kv='4'/>"
      "<intvelocity joint='j' kp='2' actrange='-1 1'/><damper joint='j' kv='2' ctrlrange='0 1'/>"
      "<cylinder joint='j' timeconst='.2' diameter='2' bias='1 2 3'/><position joint='j' inheritrange='1'/>"
      "<adhesion body='b' gain='3' ctrlrange='0 1'/></actuator></mujoco>");
  if (!m) return;
  static const int dyn[] = {mjDYN_NONE, mjDYN_FILTEREXACT, mjDYN_NONE, mjDYN_INTEGRATOR,
                            mjDYN_NONE, mjDYN_FILTER,      mjDYN_NONE, mjDYN_NONE};
  static const double gain[][3] = {{1}, {3}, {4}, {2}, {0, 0, -2}, {3.1415926535897931}, {1}, {3}};
  static const double bias[][3] = {{0}, {0, -3, -2}, {0, 0, -4}, {0, -2, 0}, {0}, {1, 2, 3}, {0, -1, 0}, {0}};
  for (int i = 0; i < 8; i++) {
    CHECK_INT(m->actuator_dyntype[i], dyn[i]);
    // the bias of a cylinder beyond its constant part is lost in 3.5.0
    int n = i == 5 ? 1 : 3;
    for (int k = 0; k < n; k++) {
      CHECK_NEAR(m->actuator_gainprm[mjNGAIN * i + k], gain[i][k], 1e-15);
      CHECK_NEAR(m->actuator_biasprm[mjNBIAS * i + k], bias[i][k], 1e-15);
    }
  }
  CHECK_NEAR(m->actuator_ctrlrange[2 * 6 + 1], 1.0471975511965976, 1e-15);
  CHECK_INT(m->actuator_trntype[7], mjTRN_BODY);
  mj_deleteModel(m);
}

TEST(every_flag_sets_its_own_bit) {
  static const char* const off[] = {"constraint", "equality",  "frictionloss", "limit",        "contact",   "spring",  "damper",
                                    "gravity",    "clampctrl", "warmstart",    "filterparent", "actuation", "refsafe", "sensor",
                                    "midphase",   "eulerdamp", "autoreset",    "nativeccd",    "island"};
  static const char* const on[] = {"override", "energy", "fwdinv", "invdiscrete", "multiccd", "sleep"};
  for (int i = 0; i < 25; i++) {
    char xml[200];
    const char* name = i < 19 ? off[i] : on[i - 19];
    snprintf(xml, sizeof(xml), "<mujoco><option><flag %s='%s'/></option></mujoco>", name, i < 19 ? "disable" : "enable");
    mjSpec* s = ig_parsed(xml, NULL);
    CHECK(s != NULL);
    if (!s) continue;
    CHECK_INT(s->option.disableflags, i < 19 ? 1 << i : 0);
    CHECK_INT(s->option.enableflags, i < 19 ? 0 : 1 << (i - 19));
    mj_deleteSpec(s);
  }
}

TEST(memory_takes_suffixes_of_1024) {
  static const struct {
    const char* text;
    long long bytes;
  } sizes[] = {{"1024", 1024}, {"3k", 3072}, {" 2M ", 2097152}, {"1G", 1073741824}, {"-1", -1}};
  for (int i = 0; i < 5; i++) {
    char xml[100];
    snprintf(xml, sizeof(xml), "<mujoco><size memory='%s'/></mujoco>", sizes[i].text);
    mjSpec* s = ig_parsed(xml, NULL);
    CHECK(s != NULL);
    if (!s) continue;
    CHECK_INT(s->memory, sizes[i].bytes);
    mj_deleteSpec(s);
  }
}

TEST(sections_may_stand_in_any_order_and_more_than_once) {
  mjSpec* s = ig_parsed(
      "<mujoco model='m'><!-- first --><worldbody><body><joint name='j' class='c'/></body></worldbody>"
      "<default><joint damping='2'/></default><default><joint armature='3'/><default class='c'/></default>"
      "</mujoco>",
      NULL);
  CHECK(s != NULL);
  if (!s) return;
  mjsJoint* j = mjs_asJoint(mjs_findElement(s, mjOBJ_JOINT, "j"));
  CHECK_NEAR(j->damping, 2, 0);
  CHECK_NEAR(j->armature, 3, 0);
  CHECK_TEXT(mjs_getString(s->comment), " first ");
  CHECK_TEXT(mjs_getString(s->modelname), "m");
  mj_deleteSpec(s);
}
