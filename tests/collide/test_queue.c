// SPDX-License-Identifier: Apache-2.0
// Contacts that the threads of a pool find: those of one thread, bit by bit and in its order.
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "catch.h"
#include "model.h"
#include "test.h"

// A crowd of boxes, meshes, round shapes and bodies of three geoms, pushed into each other on a height field, with pairs of their own
// and bodies that are left out
static const char* crowd_text(const char* memory) {
  static const char* const shapes[] = {
      "<geom name='g%d' type='box' size='.1 .09 .08'/>",
      "<geom name='g%d' type='mesh' mesh='wedge'/>",
      "<geom name='g%d' type='capsule' size='.05 .06'/><geom type='sphere' size='.06' pos='.1 0 0' condim='4'/>"
      "<geom type='box' size='.05 .04 .03' pos='-.1 0 0' margin='.01'/>",
      "<geom name='g%d' type='ellipsoid' size='.1 .08 .09'/>",
      "<geom name='g%d' type='cylinder' size='.09 .08' friction='.5 .01 .001' priority='1'/>",
  };
  static char text[80000];
  int n = snprintf(text, sizeof text,
                   "<mujoco><size memory='%s'/><asset><hfield name='h' nrow='3' ncol='3' size='1 1 .1 .1' elevation='0 .2 0 .1 .5 "
                   "0 0 .3 .1'/><mesh name='wedge' vertex='-.1 -.1 -.1 .1 -.1 -.1 0 .1 -.1 0 0 .1 .08 .08 .05'/></asset>"
                   "<worldbody><geom type='hfield' hfield='h'/>",
                   memory);
  for (int i = 0; i < 180; i++) {
    n += snprintf(text + n, sizeof text - (size_t)n, "<body name='b%d' pos='%g %g %g' euler='%d %d 0'><freejoint/>", i,
                  .17 * (i % 6) - .4, .16 * (i / 6 % 6) - .4, .085 + .15 * (i / 36), 20 * (i % 7), 10 * (i % 5));
    n += snprintf(text + n, sizeof text - (size_t)n, shapes[i % 5], i);
    n += snprintf(text + n, sizeof text - (size_t)n, "</body>");
  }
  n += snprintf(text + n, sizeof text - (size_t)n, "</worldbody><contact>");
  for (int i = 0; i < 12; i++) {
    n += snprintf(text + n, sizeof text - (size_t)n, "<pair geom1='g%d' geom2='g%d' condim='%d'/>", 7 * i, 7 * i + 1, i % 2 ? 3 : 6);
    n += snprintf(text + n, sizeof text - (size_t)n, "<exclude body1='b%d' body2='b%d'/>", 11 * i + 3, 11 * i + 9);
  }
  snprintf(text + n, sizeof text - (size_t)n, "</contact></mujoco>");
  return text;
}

// all of a contact that is written
static bool same_contacts(const mjData* a, const mjData* b) {
  const size_t bytes = offsetof(mjContact, efc_address) + sizeof(int);
  if (a->ncon != b->ncon) return false;
  for (int i = 0; i < a->ncon; i++) {
    if (memcmp(a->contact + i, b->contact + i, bytes) != 0) return false;
  }
  return true;
}

static mjData* collide(const mjModel* m, mjThreadPool* pool) {
  mjData* d = mj_makeData(m);
  if (pool) mju_bindThreadPool(d, pool);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_collision(m, d);
  return d;
}

// `more`: the queue took memory of the stack
static void expect_same_by_threads(const mjModel* m, bool more) {
  mjData* alone = collide(m, NULL);
  for (int threads = 1; threads <= 3; threads++) {
    mjThreadPool* pool = mju_threadPoolCreate((size_t)threads);
    mjData* d = collide(m, pool);
    CHECK(same_contacts(alone, d));
    CHECK_INT(d->warning[mjWARN_CONTACTFULL].number, alone->warning[mjWARN_CONTACTFULL].number);
    CHECK_INT(d->maxuse_stack > alone->maxuse_stack, more);
    mj_deleteData(d);
    mju_threadPoolDestroy(pool);
  }
  mj_deleteData(alone);
}

TEST(threads_find_the_contacts_of_one) {
  mjModel* m = ig_test_model(crowd_text("100M"));
  if (!m) return;
  expect_same_by_threads(m, true);
  mjData* d = collide(m, NULL);
  CHECK(d->ncon > 500);
  mj_deleteData(d);
  m->opt.disableflags |= mjDSBL_MIDPHASE;
  expect_same_by_threads(m, true);
  m->opt.enableflags |= mjENBL_OVERRIDE | mjENBL_MULTICCD;
  m->opt.disableflags |= mjDSBL_NATIVECCD;
  expect_same_by_threads(m, true);
  mj_deleteModel(m);
}

// what a full arena loses does not depend on threads
TEST(threads_lose_the_contacts_of_one) {
  static const char* const memory[] = {"200K", "280K", "400K", "700K"};
  void (*usual)(const char*) = mju_user_warning;
  int lost = 0;
  for (int k = 0; k < 4; k++) {
    mjModel* m = ig_test_model(crowd_text(memory[k]));
    if (!m) return;
    mju_user_warning = ig_catch_warning;
    mjData* alone = collide(m, NULL);
    mjThreadPool* pool = mju_threadPoolCreate(2);
    mjData* d = collide(m, pool);
    mju_user_warning = usual;
    CHECK(same_contacts(alone, d));
    CHECK_INT(d->warning[mjWARN_CONTACTFULL].number, alone->warning[mjWARN_CONTACTFULL].number);
    lost += alone->warning[mjWARN_CONTACTFULL].number > 0;
    mj_deleteData(alone);
    mj_deleteData(d);
    mju_threadPoolDestroy(pool);
    mj_deleteModel(m);
  }
  CHECK(lost > 0);
}

static pthread_t caller;
static int own_calls, strange_calls;
static mjfCollision usual_boxes;

static int own_boxes(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, mjtNum margin) {
  own_calls++;
  strange_calls += !pthread_equal(pthread_self(), caller);
  return usual_boxes(m, d, con, g1, g2, margin);
}

// a user's collider need not be one that several threads may call
TEST(colliders_of_users_run_on_the_thread_of_the_caller) {
  mjModel* m = ig_test_model(crowd_text("100M"));
  if (!m) return;
  mjData* alone = collide(m, NULL);
  mjThreadPool* pool = mju_threadPoolCreate(2);
  caller = pthread_self();
  own_calls = strange_calls = 0;
  usual_boxes = mjCOLLISIONFUNC[mjGEOM_BOX][mjGEOM_BOX];
  mjCOLLISIONFUNC[mjGEOM_BOX][mjGEOM_BOX] = own_boxes;
  mjData* d = collide(m, pool);
  mjCOLLISIONFUNC[mjGEOM_BOX][mjGEOM_BOX] = usual_boxes;
  CHECK(own_calls > 10);
  CHECK_INT(strange_calls, 0);
  CHECK(same_contacts(alone, d));
  mj_deleteData(alone);
  mj_deleteData(d);
  mju_threadPoolDestroy(pool);
  mj_deleteModel(m);
}

// a dimension that does not exist is the error that it is without threads
TEST(a_bad_dimension_is_an_error_with_threads_too) {
  mjModel* m = ig_test_model(crowd_text("100M"));
  if (!m) return;
  mjThreadPool* pool = mju_threadPoolCreate(2);
  mjData* d = mj_makeData(m);
  mju_bindThreadPool(d, pool);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  for (int geom = 0; geom < m->ngeom; geom++) m->geom_condim[geom] = 9;
  CHECK_ERROR(mj_collision(m, d), "contact dimension 9 is not in 1 to 6");
  mj_deleteData(d);
  mju_threadPoolDestroy(pool);
  mj_deleteModel(m);
}
