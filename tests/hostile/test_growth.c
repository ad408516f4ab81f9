// SPDX-License-Identifier: Apache-2.0
// What editing a spec and reading a file cost grows with the number of elements, and not with its square: four times as many
// take about four times as long. Time is the thread's own, measured again when the machine was busy with something else.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mujoco/mujoco.h>

#include "test.h"

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum { TRIES = 10 };

// of the work on n elements; the best of a few tries counts
typedef double Work(int n, const void* argument);

static bool grows_linearly(const char* name, Work* work, const void* argument, int n) {
  double once = 1e9, four = 1e9;
  for (int i = 0; i < TRIES; i++) {
    double a = work(n, argument), b = work(4 * n, argument);
    if (a < once) once = a;
    if (b < four) four = b;
    // lists that are sorted, tables that leave the cache: some more than four
    if (four < 8 * once + 0.01) break;
  }
  if (getenv("GROWTH")) printf("%-30s %8d: %8.2f ms, times %.1f\n", name, n, 1e3 * once, four / once);
  if (four < 8 * once + 0.01) return true;
  printf("%s: %g s for %d, %g s for %d\n", name, once, n, four, 4 * n);
  return false;
}

// ------------------------------------------------ specs

static mjSpec* spec_with_bodies(int n, bool named) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  char name[30];
  for (int i = 0; i < n; i++) {
    mjsBody* body = mjs_addBody(world, NULL);
    snprintf(name, sizeof name, "body_%d", i);
    if (named) mjs_setName(body->element, name);
    mjs_addGeom(body, NULL);
  }
  return s;
}

static double ended(double start, mjSpec* s) {
  double spent = seconds() - start;
  mj_deleteSpec(s);
  return spent;
}

// bodies or geoms of the world, one by one
static double delete_children(int n, mjtObj type, bool last_first) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsElement** all = malloc((size_t)n * sizeof *all);
  for (int i = 0; i < n; i++) all[i] = type == mjOBJ_BODY ? mjs_addBody(world, NULL)->element : mjs_addGeom(world, NULL)->element;
  double start = seconds();
  for (int i = 0; i < n; i++) mjs_delete(s, all[last_first ? n - 1 - i : i]);
  free(all);
  CHECK(mjs_firstChild(world, type, 0) == NULL);
  return ended(start, s);
}

static double delete_bodies_first(int n, const void* none) { return (void)none, delete_children(n, mjOBJ_BODY, false); }
static double delete_bodies_last(int n, const void* none) { return (void)none, delete_children(n, mjOBJ_BODY, true); }
static double delete_geoms(int n, const void* none) { return (void)none, delete_children(n, mjOBJ_GEOM, false); }

static double delete_nested(int n, const void* none) {
  (void)none;
  mjSpec* s = mj_makeSpec();
  mjsBody* body = mjs_findBody(s, "world");
  for (int i = 0; i < n; i++) body = mjs_addBody(body, NULL);
  double start = seconds();
  for (int i = 0; i < n; i++) {
    mjsBody* up = mjs_getParent(body->element);
    mjs_delete(s, body->element);
    body = up;
  }
  return ended(start, s);
}

// what is found and numbered on the way does not start anew each time
static double delete_and_find(int n, const void* none) {
  (void)none;
  mjSpec* s = spec_with_bodies(n, true);
  char name[30];
  int found = 0;
  double start = seconds();
  for (int i = 0; i < n; i++) {
    snprintf(name, sizeof name, "body_%d", i);
    mjsBody* body = mjs_findBody(s, name);
    found += body != NULL && mjs_delete(s, body->element) == 0 && mjs_findBody(s, name) == NULL;
  }
  CHECK_INT(found, n);
  return ended(start, s);
}

static double delete_sensors(int n, const void* none) {
  (void)none;
  mjSpec* s = mj_makeSpec();
  for (int i = 0; i < n; i++) mjs_addSensor(s)->type = mjSENS_CLOCK;
  double start = seconds();
  int last = -1;
  for (mjsElement* el; (el = mjs_firstElement(s, mjOBJ_SENSOR));) {
    last = mjs_getId(el);
    mjs_delete(s, el);
  }
  CHECK_INT(last, 0);
  return ended(start, s);
}

static double walk_children(int n, const void* none) {
  (void)none;
  mjSpec* s = spec_with_bodies(n, false);
  mjsBody* world = mjs_findBody(s, "world");
  double start = seconds();
  int count = 0;
  for (mjsElement* el = mjs_firstChild(world, mjOBJ_BODY, 0); el; el = mjs_nextChild(world, el, 0)) count++;
  for (mjsElement* el = mjs_firstChild(world, mjOBJ_BODY, 1); el; el = mjs_nextChild(world, el, 1)) count++;
  for (mjsElement* el = mjs_firstChild(world, mjOBJ_GEOM, 1); el; el = mjs_nextChild(world, el, 1)) count++;
  for (mjsElement* el = mjs_firstElement(s, mjOBJ_GEOM); el; el = mjs_nextElement(s, el)) count++;
  CHECK_INT(count, 4 * n);
  return ended(start, s);
}

static double find_all(int n, const void* none) {
  (void)none;
  mjSpec* s = spec_with_bodies(n, true);
  mjsBody* world = mjs_findBody(s, "world");
  char name[30];
  int found = 0;
  double start = seconds();
  for (int i = 0; i < 2 * n; i++) {
    snprintf(name, sizeof name, "body_%d", i);
    found += mjs_findBody(s, name) != NULL;
    found += mjs_findChild(world, name) != NULL;
    found += mjs_findElement(s, mjOBJ_GEOM, name) != NULL;
  }
  CHECK_INT(found, 2 * n);
  return ended(start, s);
}

static double repeat_names(int n, const void* none) {
  (void)none;
  mjSpec* s = spec_with_bodies(n, false);
  double start = seconds();
  int repeated = 0, k = 0;
  char name[30];
  for (mjsElement* el = mjs_firstElement(s, mjOBJ_GEOM); el; el = mjs_nextElement(s, el)) repeated -= mjs_setName(el, "same");
  CHECK_INT(repeated, n - 1);
  for (mjsElement* el = mjs_firstElement(s, mjOBJ_GEOM); el; el = mjs_nextElement(s, el)) {
    snprintf(name, sizeof name, "geom_%d", k++);
    CHECK_INT(mjs_setName(el, name), 0);
  }
  return ended(start, s);
}

static mjSpec* small_model(void) {
  static const char text[] =
      "<mujoco><default><default class='c'><geom size='.1'/></default></default>"
      "<worldbody><body name='b'><joint name='j'/><geom class='c'/></body></worldbody>"
      "<actuator><motor name='m' joint='j'/></actuator></mujoco>";
  char error[300] = "";
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  CHECK(s != NULL);
  return s;
}

// one model again and again, copied
static double attach_copies(int n, const void* none) {
  (void)none;
  mjSpec *s = mj_makeSpec(), *part = small_model();
  mjs_setDeepCopy(s, 1);
  mjsFrame* frame = mjs_addFrame(mjs_findBody(s, "world"), NULL);
  char name[30];
  double start = seconds();
  for (int i = 0; i < n; i++) {
    snprintf(name, sizeof name, "p%d_", i);
    CHECK(mjs_attach(frame->element, mjs_findBody(part, "b")->element, name, "") != NULL);
  }
  CHECK(mjs_findElement(s, mjOBJ_ACTUATOR, "p7_m") != NULL);
  double spent = ended(start, s);
  mj_deleteSpec(part);
  return spent;
}

// another model each time, shared
static double attach_models(int n, const void* none) {
  (void)none;
  mjSpec* s = mj_makeSpec();
  mjSpec** part = malloc((size_t)n * sizeof(mjSpec*));
  for (int i = 0; i < n; i++) part[i] = small_model();
  mjsBody* world = mjs_findBody(s, "world");
  char name[30];
  double start = seconds();
  for (int i = 0; i < n; i++) {
    snprintf(name, sizeof name, "p%d_", i);
    CHECK(mjs_attach(mjs_addFrame(world, NULL)->element, part[i]->element, name, "") != NULL);
  }
  CHECK(mjs_findElement(s, mjOBJ_ACTUATOR, "p7_m") != NULL);
  double spent = ended(start, s);
  for (int i = 0; i < n; i++) mj_deleteSpec(part[i]);
  free(part);
  return spent;
}

// each body of a large model by itself
static double attach_bodies(int n, const void* none) {
  (void)none;
  mjSpec *s = mj_makeSpec(), *part = spec_with_bodies(n, true);
  mjsFrame* frame = mjs_addFrame(mjs_findBody(s, "world"), NULL);
  char name[30];
  double start = seconds();
  for (int i = 0; i < n; i++) {
    snprintf(name, sizeof name, "body_%d", i);
    mjsElement* body = mjs_findElement(part, mjOBJ_BODY, name);
    CHECK(body && mjs_attach(frame->element, body, "p_", "") != NULL);
  }
  double spent = ended(start, s);
  mj_deleteSpec(part);
  return spent;
}

static double many_frames(int n, const void* none) {
  (void)none;
  mjSpec *s = mj_makeSpec(), *to = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  for (int i = 0; i < n; i++) {
    mjsFrame* frame = mjs_addFrame(world, NULL);
    mjs_setFrame(mjs_addGeom(world, NULL)->element, frame);
  }
  double start = seconds();
  mjSpec* copy = mj_copySpec(s);
  mjs_setDeepCopy(to, 1);
  CHECK(mjs_attach(mjs_addFrame(mjs_findBody(to, "world"), NULL)->element, copy->element, "a_", "") != NULL);
  double spent = ended(start, s);
  mj_deleteSpec(to);
  mj_deleteSpec(copy);
  return spent;
}

static double bodies_to_frames(int n, const void* none) {
  (void)none;
  mjSpec* s = spec_with_bodies(n, false);
  mjsBody* world = mjs_findBody(s, "world");
  double start = seconds();
  for (mjsElement* el; (el = mjs_firstChild(world, mjOBJ_BODY, 0));) {
    mjsBody* body = mjs_asBody(el);
    CHECK(mjs_bodyToFrame(&body) != NULL);
  }
  return ended(start, s);
}

static double many_wraps(int n, const void* none) {
  (void)none;
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsTendon* tendon = mjs_addTendon(s, NULL);
  char name[30];
  int found = 0;
  double start = seconds();
  for (int i = 0; i < n; i++) {
    snprintf(name, sizeof name, "site_%d", i);
    mjs_setName(mjs_addSite(world, NULL)->element, name);
    mjs_wrapSite(tendon, name);
  }
  for (int i = 0; i < mjs_getWrapNum(tendon); i++) found += mjs_getWrapTarget(mjs_getWrap(tendon, i)) != NULL;
  CHECK_INT(found, n);
  mj_deleteSpec(mj_copySpec(s));
  return ended(start, s);
}

#define SPEC_TEST(work, n) \
  TEST(work##_is_linear) { CHECK(grows_linearly(#work, work, NULL, n)); }

SPEC_TEST(delete_bodies_first, 5000)
SPEC_TEST(delete_bodies_last, 5000)
SPEC_TEST(delete_geoms, 5000)
SPEC_TEST(delete_nested, 5000)
SPEC_TEST(delete_and_find, 2000)
SPEC_TEST(delete_sensors, 5000)
SPEC_TEST(walk_children, 2000)
SPEC_TEST(find_all, 2000)
SPEC_TEST(repeat_names, 2000)
SPEC_TEST(attach_copies, 500)
SPEC_TEST(attach_models, 500)
SPEC_TEST(attach_bodies, 2000)
SPEC_TEST(many_frames, 2000)
SPEC_TEST(bodies_to_frames, 2000)
SPEC_TEST(many_wraps, 2000)

// ------------------------------------------------ files

// %d in the pattern is the number of the copy
typedef struct {
  const char *name, *before, *pattern, *after;
  int n;
} Text;

#define WORLD(inside) "<mujoco><worldbody>" inside
#define ARM                                                                                                            \
  "<worldbody><body name='b'><joint name='j'/><geom name='g' size='.1'/><site name='s'/></body><body name='c'><joint " \
  "name='k'/><geom name='h' size='.1'/><site name='t'/></body></worldbody>"

// the arena's default size grows with the square of the rows: an address only, but the sanitizer marks every byte of it
#define SMALL_ARENA "<size memory='50M'/>"
#define NO_CONTACTS "<option><flag contact='disable'/></option>"

static const Text texts[] = {
    {"bodies", WORLD(""), "<body name='b%d'><geom size='.1'/></body>", "</worldbody></mujoco>", 2000},
    {"moving bodies", WORLD(""), "<body pos='%d 0 0'><joint/><geom size='.1'/></body>", "</worldbody></mujoco>", 500},
    {"free bodies", "<mujoco>" SMALL_ARENA NO_CONTACTS "<worldbody>", "<body pos='%d 0 0'><freejoint/><geom size='.1'/></body>",
     "</worldbody></mujoco>", 500},
    {"bodies of one tree", "<mujoco>" SMALL_ARENA NO_CONTACTS "<worldbody><body><freejoint/><geom size='.1'/>",
     "<body pos='%d 0 0'><joint/><geom size='.1'/></body>", "</body></worldbody></mujoco>", 500},
    {"fused bodies", "<mujoco><compiler fusestatic='true'/><worldbody><body><joint/><geom size='.1'/>",
     "<body name='b%d'><geom size='.1'/><body><site/></body></body>", "</body></worldbody></mujoco>", 1000},
    {"geoms", WORLD(""), "<geom name='g%d' size='.1'/>", "</worldbody></mujoco>", 2000},
    {"sites", WORLD(""), "<site name='s%d'/>", "</worldbody></mujoco>", 2000},
    {"cameras", WORLD(""), "<camera name='c%d'/>", "</worldbody></mujoco>", 2000},
    {"lights", WORLD(""), "<light name='l%d'/>", "</worldbody></mujoco>", 2000},
    {"frames", WORLD(""), "<frame pos='%d 0 0'><site/></frame>", "</worldbody></mujoco>", 2000},
    {"replicates", WORLD(""), "<replicate count='2' offset='1 0 0' sep='_'><geom name='g%d' size='.1'/></replicate>",
     "</worldbody></mujoco>", 1000},
    {"cables", WORLD(""),
     "<body><composite type='cable' prefix='c%d_' count='3 1 1' size='1' curve='s'><joint kind='main'/><geom "
     "type='capsule' size='.01'/></composite></body>",
     "</worldbody></mujoco>", 100},
    {"flexes", WORLD(""), "<flexcomp name='f%d' type='grid' count='2 2 1' spacing='.1 .1 .1' dim='2' mass='1'/>",
     "</worldbody></mujoco>", 100},
    {"wraps", "<mujoco>" ARM "<tendon><spatial><site site='s'/>", "<site site='t'/><site site='s'/>",
     "</spatial></tendon></mujoco>", 1000},
    {"tendons", "<mujoco>" ARM "<tendon>", "<fixed name='t%d'><joint joint='j' coef='1'/></fixed>", "</tendon></mujoco>", 1000},
    {"actuators", "<mujoco>" ARM "<actuator>", "<motor name='m%d' joint='j'/>", "</actuator></mujoco>", 1000},
    {"sensors", "<mujoco>" ARM "<sensor>", "<framepos name='s%d' objtype='site' objname='s'/>", "</sensor></mujoco>", 1000},
    {"equalities", "<mujoco>" SMALL_ARENA ARM "<equality>", "<joint name='e%d' joint1='j' joint2='k'/>", "</equality></mujoco>",
     1000},
    {"pairs", "<mujoco>" ARM "<contact>", "<pair name='p%d' geom1='g' geom2='h'/>", "</contact></mujoco>", 1000},
    {"excludes", "<mujoco>" ARM "<contact>", "<exclude name='x%d' body1='b' body2='c'/>", "</contact></mujoco>", 1000},
    {"keys", "<mujoco>" ARM "<keyframe>", "<key name='k%d' qpos='1 2'/>", "</keyframe></mujoco>", 1000},
    {"classes", "<mujoco><default>", "<default class='c%d'><geom size='.1'/></default>", "</default></mujoco>", 500},
    {"textures", "<mujoco><asset>", "<texture name='t%d' type='2d' builtin='flat' width='2' height='2'/>", "</asset></mujoco>",
     1000},
    {"materials", "<mujoco><asset>", "<material name='m%d'/>", "</asset></mujoco>", 1000},
    {"meshes", "<mujoco><asset>", "<mesh name='m%d' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>", "</asset></mujoco>", 300},
    {"fields", "<mujoco><asset>", "<hfield name='h%d' nrow='2' ncol='2' size='1 1 1 1'/>", "</asset></mujoco>", 1000},
    {"numerics", "<mujoco><custom>", "<numeric name='n%d' data='1'/>", "</custom></mujoco>", 1000},
    {"custom texts", "<mujoco><custom>", "<text name='t%d' data='x'/>", "</custom></mujoco>", 1000},
    {"tuples", "<mujoco>" ARM "<custom>", "<tuple name='t%d'><element objtype='body' objname='b'/></tuple>", "</custom></mujoco>",
     1000},
    {"elements of a tuple", "<mujoco>" ARM "<custom><tuple name='t'>", "<element objtype='body' objname='b'/>",
     "</tuple></custom></mujoco>", 2000},
    {"sections", "<mujoco>", "<worldbody/><option/>", "</mujoco>", 2000},
    {"comments", "<mujoco>", "<!-- %d -->", "</mujoco>", 5000},
};

static char* make_text(const Text* t, int n) {
  size_t room = strlen(t->before) + strlen(t->after) + (size_t)n * (strlen(t->pattern) + 10) + 1;
  char* text = malloc(room);
  size_t used = (size_t)snprintf(text, room, "%s", t->before);
  for (int i = 0; i < n; i++) used += (size_t)snprintf(text + used, room - used, t->pattern, i);
  snprintf(text + used, room - used, "%s", t->after);
  return text;
}

// read, compiled, written, and all of it given back
static double use_file(int n, const void* argument) {
  const Text* t = argument;
  char *text = make_text(t, n), error[500] = "", *saved = malloc(1 << 24);
  double start = seconds();
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!s) printf("%s: %s\n", t->name, error);
  CHECK(s != NULL);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  if (s && !m) printf("%s: %s\n", t->name, mjs_getError(s));
  CHECK(m != NULL);
  if (m) CHECK(mj_saveXMLString(s, saved, 1 << 24, error, sizeof error) <= 0);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  double spent = seconds() - start;
  free(text);
  free(saved);
  return spent;
}

TEST(files_are_read_compiled_and_written_in_linear_time) {
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    CHECK(grows_linearly(texts[i].name, use_file, &texts[i], texts[i].n));
}
