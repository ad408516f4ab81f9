// SPDX-License-Identifier: Apache-2.0
// Copying and attaching: names, references, classes, keyframes, ownership.
#include "test.h"

#include <stdio.h>

#include "base/memory.h"
#include "spec/spec.h"

// a spec with body `arm` that has a joint, a geom of class `own` with a material, and elements that refer to them
static mjSpec* make_arm(void) {
  mjSpec* s = mj_makeSpec();
  mjsDefault* own = mjs_addDefault(s, "own", NULL);
  own->geom->rgba[1] = 1;
  mjs_setName(mjs_addMaterial(s, NULL)->element, "skin");
  mjsBody* arm = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjs_setName(arm->element, "arm");
  mjs_setName(mjs_addJoint(arm, NULL)->element, "hinge");
  mjsGeom* geom = mjs_addGeom(arm, own);
  mjs_setName(geom->element, "bone");
  mjs_setString(geom->material, "skin");
  mjs_setName(mjs_addSite(arm, NULL)->element, "tip");
  mjsActuator* motor = mjs_addActuator(s, NULL);
  mjs_setName(motor->element, "motor");
  motor->trntype = mjTRN_JOINT;
  mjs_setString(motor->target, "hinge");
  mjsSensor* sensor = mjs_addSensor(s);
  sensor->type = mjSENS_JOINTPOS;
  sensor->objtype = mjOBJ_JOINT;
  mjs_setString(sensor->objname, "hinge");
  mjsTendon* tendon = mjs_addTendon(s, NULL);
  mjs_setName(tendon->element, "cord");
  mjs_wrapJoint(tendon, "hinge", 1);
  return s;
}

static const char* name_of(mjsElement* e) { return e ? mjs_getString(mjs_getName(e)) : "(none)"; }

static void check_attached(mjSpec* s) {
  mjsGeom* geom = mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, "l-bone-r"));
  CHECK(geom != NULL);
  if (!geom) return;
  CHECK_TEXT(mjs_getString(geom->material), "l-skin-r");
  CHECK_TEXT(name_of(mjs_getDefault(geom->element)->element), "l-own-r");
  CHECK_TEXT(name_of(mjs_getParent(geom->element)->element), "l-arm-r");
  CHECK(mjs_findElement(s, mjOBJ_MATERIAL, "l-skin-r") != NULL);
  mjsActuator* motor = mjs_asActuator(mjs_findElement(s, mjOBJ_ACTUATOR, "l-motor-r"));
  CHECK_TEXT(mjs_getString(motor->target), "l-hinge-r");
  mjsSensor* sensor = mjs_asSensor(mjs_firstElement(s, mjOBJ_SENSOR));
  CHECK_TEXT(mjs_getString(sensor->objname), "l-hinge-r");
  mjsTendon* tendon = mjs_asTendon(mjs_findElement(s, mjOBJ_TENDON, "l-cord-r"));
  CHECK(mjs_getWrapTarget(mjs_getWrap(tendon, 0)) == mjs_findElement(s, mjOBJ_JOINT, "l-hinge-r"));
}

TEST(body_attaches_to_frame_by_value) {
  int64_t before = ig_live_bytes();
  mjSpec* child = make_arm();
  mjSpec* s = mj_makeSpec();
  mjs_setDeepCopy(s, 1);
  mjsFrame* frame = mjs_addFrame(mjs_findBody(s, "world"), NULL);
  mjsElement* attached = mjs_attach(frame->element, mjs_findBody(child, "arm")->element, "l-", "-r");
  CHECK(mjs_getFrame(attached) == frame);
  CHECK(mjs_getSpec(attached) == s);
  check_attached(s);

  // the child is as it was
  CHECK(mjs_findElement(child, mjOBJ_GEOM, "bone") != NULL);
  CHECK(mjs_getSpec(mjs_findElement(child, mjOBJ_GEOM, "bone")) == child);
  mj_deleteSpec(child);
  check_attached(s);
  mj_deleteSpec(s);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(body_attaches_to_frame_by_reference) {
  int64_t before = ig_live_bytes();
  mjSpec* child = make_arm();
  mjSpec* s = mj_makeSpec();
  mjsFrame* frame = mjs_addFrame(mjs_findBody(s, "world"), NULL);
  mjsBody* arm = mjs_findBody(child, "arm");
  mjsElement* attached = mjs_attach(frame->element, arm->element, "l-", "-r");
  CHECK(attached == arm->element);
  CHECK(mjs_getSpec(attached) == s);
  CHECK_TEXT(name_of(attached), "l-arm-r");
  check_attached(s);
  CHECK(mj_compile(child, NULL) == NULL);
  CHECK_HAS(mjs_getError(child), "by reference");
  mj_deleteSpec(child);
  check_attached(s);
  mj_deleteSpec(s);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(whole_spec_attaches_to_site) {
  for (int deep = 0; deep < 2; deep++) {
    int64_t before = ig_live_bytes();
    mjSpec* child = make_arm();
    mjs_setName(mjs_addGeom(mjs_findBody(child, "world"), NULL)->element, "floor");
    mjSpec* s = mj_makeSpec();
    mjs_setDeepCopy(s, deep);
    mjsBody* base = mjs_addBody(mjs_findBody(s, "world"), NULL);
    mjsSite* site = mjs_addSite(base, NULL);
    site->pos[2] = 7;
    mjsElement* attached = mjs_attach(site->element, child->element, "l-", "-r");
    CHECK_INT(attached->elemtype, mjOBJ_FRAME);
    CHECK_NEAR(mjs_getFrame(attached)->pos[2], 7, 0);
    check_attached(s);
    mjsElement* floor = mjs_findElement(s, mjOBJ_GEOM, "l-floor-r");
    CHECK(mjs_getParent(floor) == base);
    CHECK(mjs_getFrame(floor)->element == attached);
    mj_deleteSpec(child);
    mj_deleteSpec(s);
    CHECK_INT(ig_live_bytes(), before);
  }
}

TEST(attached_twice_under_two_names) {
  mjSpec* child = make_arm();
  mjSpec* s = mj_makeSpec();
  mjs_setDeepCopy(s, 1);
  mjsFrame* frame = mjs_addFrame(mjs_findBody(s, "world"), NULL);
  for (int i = 0; i < 2; i++) {
    CHECK(mjs_attach(frame->element, mjs_findBody(child, "arm")->element, i ? "b-" : "a-", "") != NULL);
  }
  CHECK(mjs_findElement(s, mjOBJ_ACTUATOR, "a-motor") != NULL);
  CHECK(mjs_findElement(s, mjOBJ_ACTUATOR, "b-motor") != NULL);
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_ACTUATOR); e; e = mjs_nextElement(s, e)) n++;
  CHECK_INT(n, 2);
  mj_deleteSpec(child);
  mj_deleteSpec(s);
}

TEST(spec_attaches_to_itself_and_shares_assets) {
  mjSpec* s = make_arm();
  mjsFrame* frame = mjs_addFrame(mjs_findBody(s, "world"), NULL);
  mjsElement* copy = mjs_attach(frame->element, mjs_findBody(s, "arm")->element, "2", "");
  CHECK_TEXT(name_of(copy), "2arm");
  mjsGeom* geom = mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, "2bone"));
  CHECK_TEXT(mjs_getString(geom->material), "skin");
  CHECK_TEXT(name_of(mjs_getDefault(geom->element)->element), "own");
  CHECK_TEXT(mjs_getString(mjs_asActuator(mjs_findElement(s, mjOBJ_ACTUATOR, "2motor"))->target), "2hinge");
  CHECK(mjs_findElement(s, mjOBJ_MATERIAL, "2skin") == NULL);
  mj_deleteSpec(s);
}

TEST(copy_is_independent) {
  int64_t before = ig_live_bytes();
  mjSpec* s = make_arm();
  mjsKey* key = mjs_addKey(s);
  mjs_setName(key->element, "home");
  mjs_setDouble(key->qpos, (double[]){0.5}, 1);
  mjSpec* copy = mj_copySpec(s);
  CHECK(copy->element->signature == s->element->signature);
  CHECK(mjs_findElement(copy, mjOBJ_GEOM, "bone") != mjs_findElement(s, mjOBJ_GEOM, "bone"));
  mjs_setString(mjs_asActuator(mjs_findElement(copy, mjOBJ_ACTUATOR, "motor"))->target, "else");
  CHECK_TEXT(mjs_getString(mjs_asActuator(mjs_findElement(s, mjOBJ_ACTUATOR, "motor"))->target), "hinge");
  mj_deleteSpec(s);
  int n = 0;
  const double* qpos = mjs_getDouble(mjs_asKey(mjs_findElement(copy, mjOBJ_KEY, "home"))->qpos, &n);
  CHECK_INT(n, 1);
  CHECK_NEAR(qpos[0], 0.5, 0);
  mj_deleteSpec(copy);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(wrong_pairs_are_refused) {
  mjSpec* child = make_arm();
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsElement* arm = mjs_findBody(child, "arm")->element;
  CHECK(mjs_attach(world->element, arm, "", "") == NULL);
  CHECK_HAS(mjs_getError(s), "only a frame");
  CHECK(mjs_attach(mjs_addGeom(world, NULL)->element, arm, "", "") == NULL);
  CHECK_HAS(mjs_getError(s), "frames, bodies and sites");
  CHECK(mjs_attach(mjs_addFrame(world, NULL)->element, mjs_findElement(child, mjOBJ_GEOM, "bone"), "", "") == NULL);
  CHECK_HAS(mjs_getError(s), "only bodies and frames");

  // a keyframe that does not fit its own model
  mjs_setDouble(mjs_addKey(child)->qpos, (double[]){1, 2, 3}, 3);
  CHECK(mjs_attach(mjs_addFrame(world, NULL)->element, arm, "", "") == NULL);
  CHECK_HAS(mjs_getError(s), "invalid qpos size, got 3, should be 1");
  mj_deleteSpec(s);
  mj_deleteSpec(child);
}
