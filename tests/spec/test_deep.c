// SPDX-License-Identifier: Apache-2.0
// Trees deeper than the machine's stack: built, walked, copied, refused by the compiler and the writer, deleted.
#include "test.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

// On a small stack, a smaller tree shows it: what recursed would need 100 bytes a level at the least.
enum { STACK = 1 << 18, DEEP = 20000, CLASSES = 5000 };

static void on_small_stack(void* (*function)(void*)) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK);
  CHECK_INT(pthread_create(&thread, &attributes, function, NULL), 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
}

// the test of that name, in a thread with a small stack
#define DEEP_TEST(name)                   \
  static void* name##_(void* none);       \
  TEST(name) { on_small_stack(name##_); } \
  static void* name##_(void* none)

static mjsBody* chain_of_bodies(mjSpec* s, int n) {
  mjsBody* body = mjs_findBody(s, "world");
  for (int i = 0; i < n; i++) body = mjs_addBody(body, NULL);
  return body;
}

DEEP_TEST(deep_bodies_are_copied_and_deleted) {
  (void)none;
  int64_t before = ig_live_bytes();
  mjSpec* s = mj_makeSpec();
  mjsBody* last = chain_of_bodies(s, DEEP);
  mjs_setName(mjs_addGeom(last, NULL)->element, "deepest");
  mjSpec* copy = mj_copySpec(s);
  CHECK(mjs_findElement(copy, mjOBJ_GEOM, "deepest") != NULL);
  CHECK(mjs_firstElement(copy, mjOBJ_GEOM) != NULL);
  mj_deleteSpec(copy);
  mj_deleteSpec(s);
  CHECK_INT(ig_live_bytes(), before);
  return NULL;
}

DEEP_TEST(deep_bodies_are_refused_by_the_compiler_and_the_writer) {
  (void)none;
  mjSpec* s = mj_makeSpec();
  chain_of_bodies(s, DEEP);
  CHECK(mj_compile(s, NULL) == NULL);
  CHECK(strstr(mjs_getError(s), "deep") != NULL);
  char error[200] = "", text[10];
  CHECK_INT(mj_saveXMLString(s, text, sizeof(text), error, sizeof(error)), -1);
  CHECK(strstr(error, "deep") != NULL);
  mj_deleteSpec(s);
  return NULL;
}

DEEP_TEST(deep_bodies_are_attached_and_deleted_one_by_one) {
  (void)none;
  int64_t before = ig_live_bytes();
  mjSpec *s = mj_makeSpec(), *other = mj_makeSpec();
  mjsBody* below = mjs_addBody(mjs_findBody(other, "world"), NULL);
  mjs_setName(below->element, "below");
  for (int i = 0; i < DEEP; i++) below = mjs_addBody(below, NULL);
  mjs_setName(below->element, "last");
  mjsFrame* frame = mjs_addFrame(mjs_findBody(s, "world"), NULL);
  mjs_setDeepCopy(s, 1);
  CHECK(mjs_attach(frame->element, mjs_findBody(other, "below")->element, "a_", "") != NULL);
  CHECK(mjs_findBody(s, "a_last") != NULL);
  CHECK(mjs_findChild(mjs_findBody(s, "world"), "a_last") != NULL);
  CHECK_INT(mjs_delete(s, mjs_findBody(s, "a_below")->element), 0);
  CHECK(mjs_findBody(s, "a_last") == NULL);
  mj_deleteSpec(s);
  mj_deleteSpec(other);
  CHECK_INT(ig_live_bytes(), before);
  return NULL;
}

DEEP_TEST(deep_classes_are_copied_and_deleted) {
  (void)none;
  int64_t before = ig_live_bytes();
  mjSpec* s = mj_makeSpec();
  mjsDefault* def = NULL;
  char name[20];
  for (int i = 0; i < CLASSES; i++) {
    snprintf(name, sizeof(name), "c%d", i);
    mjsDefault* next = mjs_addDefault(s, name, def);
    CHECK(next != NULL);
    def = next;
  }
  CHECK(mjs_addDefault(s, "c7", NULL) == NULL);
  def->geom->rgba[0] = 0.5f;
  mjSpec* copy = mj_copySpec(s);
  const mjsDefault* last = mjs_findDefault(copy, name);
  CHECK(last != NULL && last->geom->rgba[0] == 0.5f);
  char error[200] = "", text[10];
  CHECK_INT(mj_saveXMLString(s, text, sizeof(text), error, sizeof(error)), -1);
  CHECK(strstr(error, "deep") != NULL);
  CHECK_INT(mjs_delete(s, mjs_findDefault(s, "c5")->element), 0);
  CHECK(mjs_findDefault(s, "c4") != NULL);
  CHECK(mjs_findDefault(s, "c5") == NULL);
  CHECK(mjs_findDefault(s, name) == NULL);
  CHECK(mjs_addDefault(s, "c5", NULL) != NULL);
  mj_deleteSpec(copy);
  mj_deleteSpec(s);
  CHECK_INT(ig_live_bytes(), before);
  return NULL;
}

TEST(a_renamed_class_is_found_by_its_new_name) {
  mjSpec* s = mj_makeSpec();
  mjsDefault* def = mjs_addDefault(s, "old", NULL);
  mjs_setName(def->element, "new");
  CHECK(mjs_findDefault(s, "old") == NULL);
  CHECK(mjs_findDefault(s, "new") == def);
  mj_deleteSpec(s);
}

TEST(frames_do_not_hold_themselves) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsFrame *a = mjs_addFrame(world, NULL), *b = mjs_addFrame(world, a), *c = mjs_addFrame(world, b);
  CHECK_INT(mjs_setFrame(a->element, c), -1);
  CHECK(strstr(mjs_getError(s), "stands in it") != NULL);
  CHECK_INT(mjs_setFrame(a->element, a), -1);
  CHECK_INT(mjs_setFrame(c->element, a), 0);
  mjModel* m = mj_compile(s, NULL);
  CHECK(m != NULL);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

DEEP_TEST(deep_frames_are_refused) {
  (void)none;
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsFrame* frame = NULL;
  for (int i = 0; i < DEEP; i++) frame = mjs_addFrame(world, frame);
  CHECK(mj_compile(s, NULL) == NULL);
  CHECK(strstr(mjs_getError(s), "deep") != NULL);
  char error[200] = "", text[10];
  CHECK_INT(mj_saveXMLString(s, text, sizeof(text), error, sizeof(error)), -1);
  mj_deleteSpec(s);
  return NULL;
}

TEST(specs_attached_to_each_other_have_a_depth) {
  int64_t before = ig_live_bytes();
  mjSpec* inner = mj_makeSpec();
  mjs_addBody(mjs_findBody(inner, "world"), NULL);
  bool refused = false;
  for (int i = 0; i < 300 && !refused; i++) {
    mjSpec* outer = mj_makeSpec();
    mjs_setDeepCopy(outer, 1);
    mjsBody* child = mjs_asBody(mjs_firstChild(mjs_findBody(inner, "world"), mjOBJ_BODY, 0));
    mjsFrame* frame = mjs_addFrame(mjs_findBody(outer, "world"), NULL);
    refused = mjs_attach(frame->element, child->element, "", "") == NULL;
    if (refused) CHECK(strstr(mjs_getError(outer), "deep") != NULL);
    mj_deleteSpec(inner);
    inner = outer;
  }
  CHECK(refused);
  mj_deleteSpec(inner);
  CHECK_INT(ig_live_bytes(), before);
}
