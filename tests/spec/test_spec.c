// SPDX-License-Identifier: Apache-2.0
// Building, finding and deleting elements; classes; messages.
#include "test.h"

#include <stdio.h>

#include "base/memory.h"
#include "spec/spec.h"

TEST(new_spec_has_world_and_main_class) {
  int64_t before = ig_live_bytes();
  mjSpec* s = mj_makeSpec();
  CHECK_TEXT(mjs_getString(s->modelname), "MuJoCo Model");
  mjsBody* world = mjs_findBody(s, "world");
  CHECK(world != NULL);
  CHECK(mjs_getParent(world->element) == NULL);
  CHECK_TEXT(mjs_getString(mjs_getName(mjs_getSpecDefault(s)->element)), "main");
  CHECK_TEXT(mjs_getError(s), "");
  mj_deleteSpec(s);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(elements_take_the_values_of_their_class) {
  mjSpec* s = mj_makeSpec();
  mjsDefault* red = mjs_addDefault(s, "red", NULL);
  red->geom->rgba[0] = 1;
  red->joint->damping = 3;
  mjs_setString(red->geom->material, "paint");
  mjsDefault* dark = mjs_addDefault(s, "dark", red);
  dark->geom->rgba[0] = 0.25f;
  CHECK(mjs_addDefault(s, "red", NULL) == NULL);  // the name is taken

  mjsBody* world = mjs_findBody(s, "world");
  mjsBody* body = mjs_addBody(world, red);  // childclass
  mjsBody* child = mjs_addBody(body, NULL);
  mjsGeom* geom = mjs_addGeom(child, NULL);
  CHECK_NEAR(geom->rgba[0], 1, 0);
  CHECK_TEXT(mjs_getString(geom->material), "paint");
  CHECK_NEAR(mjs_addGeom(child, dark)->rgba[0], 0.25, 0);
  CHECK_NEAR(mjs_addJoint(child, NULL)->damping, 3, 0);
  CHECK_NEAR(mjs_addFreeJoint(body)->damping, 0, 0);
  CHECK(mjs_getDefault(geom->element) == red);

  // what an element took is its own
  mjs_setString(geom->material, "other");
  red->geom->rgba[0] = 0.5;
  CHECK_TEXT(mjs_getString(red->geom->material), "paint");
  CHECK_NEAR(geom->rgba[0], 1, 0);
  mj_deleteSpec(s);
}

TEST(elements_are_walked_depth_first) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  static const char* const order[] = {"world", "a", "b", "c"};
  mjsBody* a = mjs_addBody(world, NULL);
  mjsBody* c = mjs_addBody(world, NULL);
  mjsBody* b = mjs_addBody(a, NULL);
  mjs_setName(a->element, "a");
  mjs_setName(b->element, "b");
  mjs_setName(c->element, "c");
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_BODY); e; e = mjs_nextElement(s, e)) {
    CHECK_TEXT(mjs_getString(mjs_getName(e)), order[n]);
    n++;
  }
  CHECK_INT(n, 4);
  CHECK(mjs_firstChild(world, mjOBJ_BODY, 0) == a->element);
  CHECK(mjs_nextChild(world, a->element, 0) == c->element);
  CHECK(mjs_nextChild(world, a->element, 1) == b->element);
  CHECK(mjs_nextChild(world, c->element, 1) == NULL);
  CHECK(mjs_findChild(a, "b") == b);
  CHECK(mjs_findChild(c, "b") == NULL);
  CHECK(mjs_firstChild(world, mjOBJ_MESH, 0) == NULL);
  CHECK_HAS(mjs_getError(s), "children of a body");
  mj_deleteSpec(s);
}

TEST(repeated_name_is_refused) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  CHECK_INT(mjs_setName(mjs_addGeom(world, NULL)->element, "g"), 0);
  CHECK_INT(mjs_setName(mjs_addSite(world, NULL)->element, "g"), 0);
  CHECK_INT(mjs_setName(mjs_addGeom(world, NULL)->element, "g"), -1);
  CHECK_HAS(mjs_getError(s), "repeated name 'g' in geom");
  CHECK_INT(mjs_isWarning(s), 0);
  mj_deleteSpec(s);
}

TEST(deleting_a_body_takes_what_refers_to_it) {
  int64_t before = ig_live_bytes();
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsBody* body[2];
  for (int i = 0; i < 2; i++) {
    char name[16];
    snprintf(name, sizeof(name), "b%d", i);
    body[i] = mjs_addBody(world, NULL);
    mjs_setName(body[i]->element, name);
    mjsJoint* joint = mjs_addJoint(body[i], NULL);
    name[0] = 'j';
    mjs_setName(joint->element, name);
    mjsActuator* motor = mjs_addActuator(s, NULL);
    motor->trntype = mjTRN_JOINT;
    mjs_setString(motor->target, name);
    name[0] = 'm';
    mjs_setName(motor->element, name);
  }
  mjsExclude* exclude = mjs_addExclude(s);
  mjs_setString(exclude->bodyname1, "b0");
  mjs_setString(exclude->bodyname2, "b1");
  mjsEquality* broken = mjs_addEquality(s, NULL);  // was broken before: stays, for the compiler to report
  broken->type = mjEQ_JOINT;
  mjs_setString(broken->name1, "nothing");
  CHECK_INT(mjs_delete(s, body[0]->element), 0);
  CHECK(mjs_findBody(s, "b0") == NULL);
  CHECK(mjs_findElement(s, mjOBJ_JOINT, "j0") == NULL);
  CHECK(mjs_findElement(s, mjOBJ_ACTUATOR, "m0") == NULL);
  CHECK(mjs_findElement(s, mjOBJ_ACTUATOR, "m1") != NULL);
  CHECK_INT(mjs_getId(mjs_findElement(s, mjOBJ_ACTUATOR, "m1")), 0);
  CHECK(mjs_firstElement(s, mjOBJ_EXCLUDE) == NULL);
  CHECK(mjs_firstElement(s, mjOBJ_EQUALITY) == broken->element);
  CHECK_INT(mjs_delete(s, world->element), -1);
  mj_deleteSpec(s);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(classes_are_deleted_with_those_below) {
  mjSpec* s = mj_makeSpec();
  mjsDefault* a = mjs_addDefault(s, "a", NULL);
  mjs_addDefault(s, "b", mjs_addDefault(s, "c", a));
  CHECK_INT(mjs_delete(s, mjs_getSpecDefault(s)->element), -1);
  CHECK_INT(mjs_delete(s, a->element), 0);
  CHECK(mjs_findDefault(s, "b") == NULL);
  CHECK(mjs_findDefault(s, "main") != NULL);
  mj_deleteSpec(s);
}

static int cleaned;
static void clean(const void* data) { cleaned += *(const int*)data; }

TEST(user_values_are_cleaned_up_once) {
  static const int one = 1, ten = 10;
  mjSpec* s = mj_makeSpec();
  mjsElement* world = mjs_findBody(s, "world")->element;
  cleaned = 0;
  mjs_setUserValueWithCleanup(world, "k", &one, clean);
  mjs_setUserValueWithCleanup(world, "k", &ten, clean);
  CHECK_INT(cleaned, 1);
  CHECK(mjs_getUserValue(world, "k") == &ten);
  mjs_setUserValue(world, "other", &one);
  mjs_deleteUserValue(world, "other");
  CHECK(mjs_getUserValue(world, "other") == NULL);
  mj_deleteSpec(s);
  CHECK_INT(cleaned, 11);
}

TEST(wraps_know_their_targets) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjs_setName(mjs_addSite(world, NULL)->element, "s");
  mjs_setName(mjs_addGeom(world, NULL)->element, "g");
  mjsTendon* t = mjs_addTendon(s, NULL);
  mjs_wrapSite(t, "s");
  mjsWrap* geom = mjs_wrapGeom(t, "g", "s");
  mjsWrap* pulley = mjs_wrapPulley(t, 2);
  CHECK_INT(mjs_getWrapNum(t), 3);
  CHECK(mjs_getWrap(t, 1) == geom);
  CHECK(mjs_getWrapTarget(geom) == mjs_findElement(s, mjOBJ_GEOM, "g"));
  CHECK(mjs_getWrapSideSite(geom) == mjs_asSite(mjs_findElement(s, mjOBJ_SITE, "s")));
  CHECK_NEAR(mjs_getWrapDivisor(pulley), 2, 0);
  CHECK(mjs_getWrapTarget(pulley) == NULL);
  mj_deleteSpec(s);
}

TEST(frames_stay_in_their_body) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsBody* body = mjs_addBody(world, NULL);
  mjsFrame* outer = mjs_addFrame(world, NULL);
  mjsFrame* inner = mjs_addFrame(world, outer);
  mjs_setName(inner->element, "inner");
  CHECK_INT(mjs_setFrame(body->element, inner), 0);
  CHECK(mjs_getFrame(body->element) == inner);
  CHECK(mjs_getFrame(inner->element) == outer);
  CHECK(mjs_findFrame(s, "inner") == inner);
  mjsGeom* geom = mjs_addGeom(body, NULL);
  CHECK_INT(mjs_setFrame(geom->element, outer), -1);
  CHECK_HAS(mjs_getError(s), "mismatched parents");

  // a deleted frame leaves its contents in the frame around it
  CHECK_INT(mjs_delete(s, inner->element), 0);
  CHECK(mjs_getFrame(body->element) == outer);
  mj_deleteSpec(s);
}

// a unit mass at a distance of 2 from one of mass 1 on the other side: the common centre is between them
TEST(the_inertial_of_a_body_goes_to_its_parent_when_it_becomes_a_frame) {
  char error[200];
  mjSpec* s = mj_parseXMLString(
      "<mujoco><worldbody><body name='p'><inertial pos='-1 0 0' mass='1' diaginertia='1 2 3'/>"
      "<body name='c' pos='1 0 0' euler='0 0 90'><inertial pos='0 0 0' mass='1' diaginertia='1 2 "
      "3'/></body></body></worldbody></mujoco>",
      NULL, error, sizeof(error));
  mjModel* m = mj_compile(s, NULL);
  mjsBody *parent = mjs_findBody(s, "p"), *child = mjs_findBody(s, "c");
  CHECK(mjs_bodyToFrame(&child) != NULL);
  CHECK_NEAR(parent->mass, 2, 0);
  const double centre[3] = {0, 0, 0}, full[6] = {1 + 2, 2 + 1 + 2, 3 + 3 + 2, 0, 0, 0};
  for (int i = 0; i < 3; i++) CHECK_NEAR(parent->ipos[i], centre[i], 1e-15);
  for (int i = 0; i < 6; i++) CHECK_NEAR(parent->fullinertia[i], full[i], 1e-15);
  CHECK_INT(mj_recompile(s, NULL, m, NULL), 0);
  CHECK_NEAR(m->body_mass[1], 2, 0);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

TEST(body_becomes_a_frame) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsBody* body = mjs_addBody(world, NULL);
  body->pos[1] = 5;
  mjsGeom* geom = mjs_addGeom(body, NULL);
  mjsFrame* frame = mjs_bodyToFrame(&body);
  CHECK(body == NULL);
  CHECK_NEAR(frame->pos[1], 5, 0);
  CHECK(mjs_getParent(geom->element) == world);
  CHECK(mjs_getFrame(geom->element) == frame);
  mj_deleteSpec(s);
}

TEST(shortcuts_set_gain_bias_and_dynamics) {
  mjSpec* s = mj_makeSpec();
  mjsActuator* a = mjs_addActuator(s, NULL);
  double kv = 2, ratio = 1;
  CHECK_TEXT(mjs_setToPosition(a, 10, &kv, NULL, NULL, 0), "");
  CHECK_NEAR(a->gainprm[0], 10, 0);
  CHECK_NEAR(a->biasprm[1], -10, 0);
  CHECK_NEAR(a->biasprm[2], -2, 0);
  CHECK_INT(a->biastype, mjBIAS_AFFINE);
  CHECK_HAS(mjs_setToPosition(a, 10, &kv, &ratio, NULL, 0), "both say the damping");
  CHECK_HAS(mjs_setToPosition(a, 10, &(double){-1}, NULL, NULL, 0), "kv cannot be negative");
  CHECK_HAS(mjs_setToDamper(a, -1), "damping coefficient cannot be negative");
  mjsActuator* m = mjs_addActuator(s, NULL);
  double tau[2] = {-1, 0.1}, range[2] = {-1, -1};
  CHECK_TEXT(mjs_setToMuscle(m, tau, 0, range, -1, -1, -1, -1, -1, -1, -1), "");
  CHECK_NEAR(m->dynprm[0], 0.01, 0);
  CHECK_NEAR(m->dynprm[1], 0.1, 0);
  CHECK_NEAR(m->biasprm[3], 200, 0);
  CHECK_INT(m->dyntype, mjDYN_MUSCLE);
  mj_deleteSpec(s);
}

TEST(sensor_dims) {
  mjSpec* s = mj_makeSpec();
  mjsSensor* sensor = mjs_addSensor(s);
  static const struct {
    mjtSensor type;
    int dim;
  } known[] = {
      {mjSENS_TOUCH, 1},      {mjSENS_GYRO, 3},          {mjSENS_FRAMEQUAT, 4},
      {mjSENS_GEOMFROMTO, 6}, {mjSENS_CAMPROJECTION, 2}, {mjSENS_CLOCK, 1},
  };
  for (int i = 0; i < 6; i++) {
    sensor->type = known[i].type;
    CHECK_INT(mjs_sensorDim(sensor), known[i].dim);
  }
  sensor->type = mjSENS_CONTACT;
  sensor->intprm[0] = (1 << mjCONDATA_FOUND) | (1 << mjCONDATA_FORCE);
  sensor->intprm[2] = 5;
  CHECK_INT(mjs_sensorDim(sensor), 20);
  mj_deleteSpec(s);
}

TEST(type_words_go_both_ways) {
  for (int type = mjOBJ_BODY; type < mjNOBJECT; type++) CHECK_INT(mju_str2Type(mju_type2Str(type)), type);
  CHECK_TEXT(mju_type2Str(mjOBJ_FRAME), "frame");
  CHECK(mju_type2Str(mjNOBJECT) == NULL);
  CHECK_INT(mju_str2Type("nothing"), mjOBJ_UNKNOWN);
}
