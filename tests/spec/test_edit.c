// SPDX-License-Identifier: Apache-2.0
// Lists, ids, names and the signature after many edits are those of a spec that was made so at once.
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "test.h"

enum { N = 60 };

static void put_name(char name[20], int i) { snprintf(name, 20, "body_%d", i); }

static mjSpec* bodies(int n) {
  mjSpec* s = mj_makeSpec();
  char name[20];
  for (int i = 0; i < n; i++) {
    mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
    put_name(name, i);
    mjs_setName(body->element, name);
    mjs_addGeom(body, NULL)->size[0] = 1;
  }
  return s;
}

// the bodies that are left stand in their order, with the ids of their places, by every way there is to them
static void check_left(mjSpec* s, const bool gone[N]) {
  mjsBody* world = mjs_findBody(s, "world");
  mjsElement *child = mjs_firstChild(world, mjOBJ_BODY, 0), *below = mjs_firstChild(world, mjOBJ_BODY, 1);
  mjsElement *listed = mjs_nextElement(s, mjs_firstElement(s, mjOBJ_BODY)), *geom = mjs_firstChild(world, mjOBJ_GEOM, 1);
  int id = 1;
  char name[20];
  for (int i = 0; i < N; i++) {
    put_name(name, i);
    mjsElement* found = mjs_findElement(s, mjOBJ_BODY, name);
    CHECK((found != NULL) == !gone[i]);
    CHECK((mjs_findChild(world, name) != NULL) == !gone[i]);
    if (gone[i] || !found) continue;
    CHECK(found == child && found == below && found == listed);
    CHECK(geom && mjs_getParent(geom) == mjs_asBody(found));
    CHECK_INT(mjs_getId(found), id++);
    child = mjs_nextChild(world, child, 0);
    below = mjs_nextChild(world, below, 1);
    geom = mjs_nextChild(world, geom, 1);
    listed = mjs_nextElement(s, listed);
  }
  CHECK(!child && !below && !listed && !geom);
}

TEST(what_is_left_of_a_spec_is_in_order) {
  int64_t before = ig_live_bytes();
  mjSpec* s = bodies(N);
  bool gone[N] = {false};
  char name[20];
  for (int k = 0; k < N; k++) {
    int i = k < 10 ? k : k < 20 ? N - 1 - (k - 10) : k * 37 % N;  // from the front, from the back, and in between
    put_name(name, i);
    mjsElement* body = mjs_findElement(s, mjOBJ_BODY, name);
    if (body) CHECK_INT(mjs_delete(s, body), 0);
    if (body) CHECK_INT(mjs_delete(s, body), 0);  // a second time does nothing
    gone[i] = true;
    if (k % 3 == 0) check_left(s, gone);
  }
  check_left(s, gone);
  // lists that have gaps are filled again
  mjsBody* world = mjs_findBody(s, "world");
  mjsElement* last = NULL;
  for (int i = 0; i < 200; i++) last = mjs_addBody(world, NULL)->element;
  int n = 0;
  for (mjsElement* el = mjs_firstChild(world, mjOBJ_BODY, 0); el; el = mjs_nextChild(world, el, 0)) n += el == last ? 1000 : 1;
  for (int i = 0; i < N; i++) n -= !gone[i];
  CHECK_INT(n, 199 + 1000);
  mj_deleteSpec(s);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(the_signature_tells_edits_apart_and_settles_when_compiled) {
  mjSpec* s = bodies(3);
  mjModel* m = mj_compile(s, NULL);
  CHECK(m && m->signature == s->element->signature);
  uint64_t first = s->element->signature;

  // at the end: away and back again
  CHECK_INT(mjs_delete(s, mjs_findElement(s, mjOBJ_BODY, "body_2")), 0);
  CHECK(s->element->signature != first);
  mjs_addGeom(mjs_addBody(mjs_findBody(s, "world"), NULL), NULL)->size[0] = 1;
  CHECK(s->element->signature == first);

  // a spec of two bodies, whichever was deleted
  CHECK_INT(mjs_delete(s, mjs_findElement(s, mjOBJ_BODY, "body_0")), 0);
  CHECK(s->element->signature != first);
  mj_deleteModel(m);
  m = mj_compile(s, NULL);
  mjSpec* two = bodies(2);
  mjModel* other = mj_compile(two, NULL);
  CHECK(m && other && m->signature == other->signature && s->element->signature == m->signature);

  // what is attached or dissolved counts too
  mjSpec* part = bodies(1);
  CHECK(mjs_attach(mjs_addFrame(mjs_findBody(s, "world"), NULL)->element, mjs_findBody(part, "body_0")->element, "p_", "") !=
        NULL);
  CHECK(s->element->signature != m->signature);
  mjs_addGeom(mjs_addBody(mjs_findBody(two, "world"), NULL), NULL)->size[0] = 1;
  CHECK(s->element->signature == two->element->signature);
  mjsBody* body = mjs_findBody(s, "p_body_0");
  CHECK(mjs_bodyToFrame(&body) != NULL);
  uint64_t dissolved = s->element->signature;
  mj_deleteModel(m);
  m = mj_compile(s, NULL);
  CHECK(m && m->signature == dissolved);
  mj_deleteModel(m);
  mj_deleteModel(other);
  mj_deleteSpec(s);
  mj_deleteSpec(two);
  mj_deleteSpec(part);
}

TEST(elements_of_one_name_are_found_until_none_is_left) {
  mjSpec* s = bodies(30);
  for (mjsElement* el = mjs_firstElement(s, mjOBJ_GEOM); el; el = mjs_nextElement(s, el)) mjs_setName(el, "same");
  int n = 0;
  for (mjsElement* el; (el = mjs_findElement(s, mjOBJ_GEOM, "same")); n++) {
    if (n % 2)
      mjs_delete(s, el);
    else
      mjs_setName(el, "");
  }
  CHECK_INT(n, 30);
  mj_deleteSpec(s);
}

TEST(a_name_that_was_changed_in_place_is_found) {
  mjSpec* s = bodies(3);
  mjsElement* el = mjs_findElement(s, mjOBJ_BODY, "body_1");
  mjs_setString(mjs_getName(el), "renamed");
  CHECK(mjs_findElement(s, mjOBJ_BODY, "renamed") == el);
  CHECK(mjs_findChild(mjs_findBody(s, "world"), "renamed") == mjs_asBody(el));
  CHECK(mjs_findElement(s, mjOBJ_BODY, "body_1") == NULL);
  // its own name, as the handle gives it
  CHECK_INT(mjs_setName(el, mjs_getString(mjs_getName(el))), 0);
  mjs_setName(el, "a name that is longer than the room that short texts have");
  CHECK_INT(mjs_setName(el, mjs_getString(mjs_getName(el)) + 2), 0);
  CHECK(mjs_findElement(s, mjOBJ_BODY, "name that is longer than the room that short texts have") == el);
  mj_deleteSpec(s);
}

TEST(classes_keep_their_order_when_others_go) {
  mjSpec* s = mj_makeSpec();
  mjsDefault* def[6];
  char name[20];
  for (int i = 0; i < 6; i++) {
    snprintf(name, sizeof name, "c%d", i);
    def[i] = mjs_addDefault(s, name, i == 3 ? def[2] : NULL);
  }
  CHECK_INT(mjs_delete(s, def[2]->element), 0);  // and the one below it
  CHECK(mjs_findDefault(s, "c2") == NULL && mjs_findDefault(s, "c3") == NULL);
  const int left[] = {0, 1, 4, 5};
  for (int i = 0; i < 4; i++) CHECK_INT(mjs_getId(def[left[i]]->element), i + 1);
  CHECK(mjs_addDefault(s, "c3", NULL) != NULL);
  mj_deleteSpec(s);
}
