// SPDX-License-Identifier: Apache-2.0
// Specs and the models made from them: state over a recompilation, keyframes over edits, numbers back into the spec.
#include "test.h"

#include "spec/spec.h"

// two hinges, one in a frame, an actuator with activation, a mocap body
static mjSpec* make_pair(void) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsFrame* frame = mjs_addFrame(world, NULL);
  frame->pos[0] = 1;
  frame->alt.type = mjORIENTATION_EULER;
  frame->alt.euler[2] = 90;
  for (int i = 0; i < 2; i++) {
    mjsBody* body = mjs_addBody(world, NULL);
    mjs_setName(body->element, i ? "b" : "a");
    mjsJoint* joint = mjs_addJoint(body, NULL);
    mjs_setName(joint->element, i ? "jb" : "ja");
    joint->range[0] = -90;
    joint->range[1] = 45;
    mjsGeom* geom = mjs_addGeom(body, NULL);
    geom->size[0] = 0.1;
    if (i) mjs_setFrame(body->element, frame);
  }
  mjsActuator* a = mjs_addActuator(s, NULL);
  a->trntype = mjTRN_JOINT;
  a->dyntype = mjDYN_INTEGRATOR;
  mjs_setString(a->target, "jb");
  mjsBody* hand = mjs_addBody(world, NULL);
  mjs_setName(hand->element, "hand");
  hand->mocap = 1;
  return s;
}

TEST(ids_are_shown_after_compiling) {
  mjSpec* s = make_pair();
  mjsElement* b = mjs_findBody(s, "b")->element;
  CHECK_INT(mjs_getId(b), -1);
  mjModel* m = mj_compile(s, NULL);
  CHECK(m != NULL);
  CHECK_INT(mjs_getId(b), 2);
  CHECK(m->signature == s->element->signature);
  mjs_addGeom(mjs_findBody(s, "a"), NULL);
  CHECK_INT(mjs_getId(b), -1);
  CHECK(m->signature != s->element->signature);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

TEST(recompiling_keeps_the_state_of_what_is_left) {
  mjSpec* s = make_pair();
  mjModel* m = mj_compile(s, NULL);
  mjData* d = mj_makeData(m);
  d->qpos[0] = 0.1;
  d->qpos[1] = 0.2;
  d->qvel[1] = 3;
  d->act[0] = 4;
  d->ctrl[0] = 5;
  d->mocap_pos[2] = 6;
  d->time = 7;

  // a joint before the others, and the first body gone
  mjsJoint* joint = mjs_addJoint(mjs_addBody(mjs_findBody(s, "a"), NULL), NULL);
  joint->ref = 90;
  mjsBody* first = mjs_asBody(mjs_getParent(joint->element)->element);
  first->mass = 1;
  first->inertia[0] = first->inertia[1] = first->inertia[2] = 1;
  first->ipos[0] = 0;
  first->explicitinertial = 1;
  CHECK_INT(mj_recompile(s, NULL, m, d), 0);
  CHECK_INT(m->nq, 3);
  CHECK_NEAR(d->qpos[0], 0.1, 0);
  CHECK_NEAR(d->qpos[1], mjPI / 2, 1e-15);
  CHECK_NEAR(d->qpos[2], 0.2, 0);
  CHECK_NEAR(d->qvel[2], 3, 0);
  CHECK_INT(mjs_delete(s, mjs_findBody(s, "a")->element), 0);
  CHECK_INT(mj_recompile(s, NULL, m, d), 0);
  CHECK_INT(m->nq, 1);
  CHECK_NEAR(d->qpos[0], 0.2, 0);
  CHECK_NEAR(d->act[0], 4, 0);
  CHECK_NEAR(d->ctrl[0], 5, 0);
  CHECK_NEAR(d->mocap_pos[2], 6, 0);
  CHECK_NEAR(d->time, 7, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

TEST(keyframes_follow_an_attachment) {
  mjSpec* child = make_pair();
  mjsKey* key = mjs_addKey(child);
  mjs_setName(key->element, "home");
  key->time = 2;
  mjs_setDouble(key->qpos, (double[]){0.3, 0.4}, 2);
  mjs_setDouble(key->act, (double[]){5}, 1);
  mjSpec* s = mj_makeSpec();
  mjsBody* own = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjs_addJoint(own, NULL)->ref = 180;
  mjs_addGeom(own, NULL)->size[0] = 1;
  mjsFrame* frame = mjs_addFrame(mjs_findBody(s, "world"), NULL);
  CHECK(mjs_attach(frame->element, mjs_findBody(child, "b")->element, "x-", "") != NULL);
  mjModel* m = mj_compile(s, NULL);
  CHECK(m != NULL);
  CHECK_INT(m->nkey, 1);
  CHECK_TEXT(m->names + m->name_keyadr[0], "x-home");
  CHECK_NEAR(m->key_time[0], 2, 0);
  CHECK_NEAR(m->key_qpos[0], mjPI, 1e-15);  // what the keyframe does not know: its reference
  CHECK_NEAR(m->key_qpos[1], 0.4, 0);
  CHECK_NEAR(m->key_act[0], 5, 0);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteSpec(child);
}

// figures: key_qpos of mujoco.MjModel.from_xml_string, 3.5.0
static void check_grown_key(const char* text, const double* qpos, int nq) {
  mjSpec* s = mj_parseXMLString(text, NULL, NULL, 0);
  mjModel* m = mj_compile(s, NULL);
  CHECK(m != NULL);
  CHECK_INT(m->nq, nq);
  for (int i = 0; i < nq; i++) CHECK_NEAR(m->key_qpos[i], qpos[i], 1e-15);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

TEST(a_short_key_grows_by_the_type_of_the_joint_s_class) {
  check_grown_key(
      "<mujoco><worldbody><body pos='1 2 3'><freejoint/><geom size='1'/></body><body pos='4 5 6' quat='0 1 0 0'><freejoint/>"
      "<geom size='1'/></body></worldbody><keyframe><key qpos='1 2 3 1 0 0 0'/></keyframe></mujoco>",
      (double[]){1, 2, 3, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, 14);
  check_grown_key(
      "<mujoco><default><joint type='free'/></default><worldbody><body pos='1 2 3'><joint/><geom size='1'/></body>"
      "<body pos='4 5 6' quat='0 1 0 0'><joint/><geom size='1'/></body></worldbody>"
      "<keyframe><key qpos='1 2 3 1 0 0 0'/></keyframe></mujoco>",
      (double[]){1, 2, 3, 1, 0, 0, 0, 4, 5, 6, 0, 1, 0, 0}, 14);
  check_grown_key(
      "<mujoco><worldbody><body><joint ref='.5' type='slide'/><joint ref='30'/><geom size='1'/></body>"
      "<body><joint type='ball' ref='-20'/><geom size='1'/></body></worldbody><keyframe><key qpos='1'/></keyframe></mujoco>",
      (double[]){1, 30, -1, 0, 0, 0}, 6);
}

TEST(changed_numbers_go_back_in_the_spec_s_own_terms) {
  mjSpec* s = make_pair();
  mjModel* m = mj_compile(s, NULL);
  mjsBody* b = mjs_findBody(s, "b");
  mjsJoint* joint = mjs_asJoint(mjs_findElement(s, mjOBJ_JOINT, "jb"));
  m->jnt_range[3] = mjPI / 3;
  m->body_pos[3 * 2 + 1] = 2;  // two along y of the world, which is x of the frame
  m->dof_damping[0] = 8;
  m->geom_rgba[0] = 0.25f;
  m->opt.timestep = 0.5;
  CHECK_INT(mj_copyBack(s, m), 1);
  CHECK_NEAR(joint->range[0], -90, 0);
  CHECK_NEAR(joint->range[1], 60, 1e-14);
  CHECK_NEAR(b->pos[0], 2, 1e-14);
  CHECK_NEAR(b->pos[1], 0, 1e-14);
  CHECK_NEAR(mjs_asJoint(mjs_findElement(s, mjOBJ_JOINT, "ja"))->damping, 8, 0);
  CHECK_NEAR(mjs_asGeom(mjs_firstElement(s, mjOBJ_GEOM))->rgba[0], 0.25, 0);
  CHECK_NEAR(s->option.timestep, 0.5, 0);

  // and compile to the same
  mjModel* again = mj_compile(s, NULL);
  for (int i = 0; i < 3 * m->nbody; i++) CHECK_NEAR(again->body_pos[i], m->body_pos[i], 1e-14);
  for (int i = 0; i < 4 * m->nbody; i++) CHECK_NEAR(again->body_quat[i], m->body_quat[i], 1e-14);
  for (int i = 0; i < 2 * m->njnt; i++) CHECK_NEAR(again->jnt_range[i], m->jnt_range[i], 1e-14);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

TEST(back_copy_needs_the_model_of_the_spec) {
  mjSpec* s = make_pair();
  CHECK_INT(mj_copyBack(s, NULL), 0);
  mjModel* m = mj_compile(s, NULL);
  mjs_addSite(mjs_findBody(s, "a"), NULL);
  CHECK_INT(mj_copyBack(s, m), 0);
  CHECK_HAS(mjs_getError(s), "mj_copyBack: the model is incompatible with the spec: it has other elements");
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
