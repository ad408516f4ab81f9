// SPDX-License-Identifier: Apache-2.0
// One budget of work and memory for loading: short texts that ask for much are refused in little time, with the element.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ingot/read.h>

#include "base/memory.h"
#include "test.h"

typedef struct {
  char* text;
  size_t length, room;
} Text;

static void add(Text* t, const char* format, int number) {
  if (t->length + 300 > t->room) {
    t->room = 2 * t->room + 4096;
    t->text = realloc(t->text, t->room);
  }
  t->length += (size_t)snprintf(t->text + t->length, 300, format, number);
}

static void repeat(Text* t, const char* format, int n) {
  for (int i = 0; i < n; i++) add(t, format, i);
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// parse and compile under the limits (NULL: the default ones); NULL: error says why
static mjModel* load(const Text* t, const ingotLimits* limits, ingotReport* report, double* cost) {
  mjSpec* spec = NULL;
  mjModel* m = NULL;
  if (ingot_parseText(t->text, NULL, limits, &spec, report) == INGOT_OK) {
    m = mj_compile(spec, NULL);
    if (!m) snprintf(report->text, sizeof report->text, "%s", mjs_getError(spec));
    if (cost) ingot_getCost(spec, cost, NULL, NULL);
    mj_deleteSpec(spec);
  }
  return m;
}

static void check_refused(Text* t, const ingotLimits* limits, const char* word, const char* element) {
  ingotReport report = {0};
  int64_t blocks = ig_live_blocks();
  double start = seconds();
  mjModel* m = load(t, limits, &report, NULL);
  CHECK(m == NULL);
  CHECK(strstr(report.text, word) != NULL);
  CHECK(strstr(report.text, element) != NULL);
  // a few seconds at the most on a machine of today; sanitizers and load may take ten times that
  CHECK(seconds() - start < 60);
  CHECK_INT(ig_live_blocks(), blocks);
  mj_deleteModel(m);
  free(t->text);
  *t = (Text){0};
}

TEST(elements_on_one_line_are_read_in_linear_time) {
  double time[2];
  for (int k = 0; k < 2; k++) {
    Text t = {0};
    int n = k ? 40000 : 10000;
    add(&t, "<mujoco><worldbody>", 0);
    repeat(&t, "<site name='s%d'/>", n);
    add(&t, "</worldbody><tendon><spatial>", 0);
    repeat(&t, "<site site='s%d'/>", n);
    add(&t, "</spatial></tendon></mujoco>", 0);
    double start = seconds();
    mjSpec* spec = mj_parseXMLString(t.text, NULL, NULL, 0);
    time[k] = seconds() - start;
    CHECK(spec != NULL);
    mj_deleteSpec(spec);
    free(t.text);
  }
  // four times the elements: four times the work, not sixteen
  CHECK(time[1] < 10 * time[0] + 0.05);
}

TEST(attributes_without_blanks_are_read_in_linear_time) {
  Text t = {0};
  add(&t, "<mujoco><worldbody><geom ", 0);
  repeat(&t, "a%d='1'", 100000);
  add(&t, "/></worldbody></mujoco>", 0);
  check_refused(&t, NULL, "too many attributes", "'geom'");
}

TEST(replicates_beside_many_sensors_are_refused) {
  Text t = {0};
  add(&t, "<mujoco><worldbody><replicate count='3000'><site name='a'/></replicate></worldbody><sensor>", 0);
  repeat(&t, "<touch site='a'/>", 3000);
  add(&t, "</sensor></mujoco>", 0);
  ingotLimits limits;
  ingot_defaultLimits(&limits);
  limits.work /= 20;
  check_refused(&t, &limits, "ingotLimits.work", "Element 'replicate'");
}

TEST(many_copies_are_made_in_linear_time) {
  double cost[2];
  for (int k = 0; k < 2; k++) {
    Text t = {0};
    ingotReport report = {0};
    add(&t, "<mujoco><worldbody><replicate count='%d' offset='1 0 0'><geom size='.1'/></replicate></worldbody></mujoco>",
        k ? 8000 : 2000);
    mjModel* m = load(&t, NULL, &report, &cost[k]);
    CHECK(m != NULL);
    mj_deleteModel(m);
    free(t.text);
  }
  CHECK(cost[1] < 5 * cost[0]);
}

#define MUSCLE \
  "<worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody><actuator><muscle name='m' joint='j'/></actuator>"

TEST(length_ranges_end) {
  ingotLimits limits;
  ingot_defaultLimits(&limits);
  limits.work /= 100;
  Text t = {0};
  add(&t, "<mujoco><compiler><lengthrange inttotal='1e12' mode='all'/></compiler>" MUSCLE "</mujoco>", 0);
  check_refused(&t, &limits, "ingotLimits.work", "'m'");
  add(&t, "<mujoco><compiler><lengthrange timestep='1e-300' mode='all'/></compiler>" MUSCLE "</mujoco>", 0);
  check_refused(&t, &limits, "ingotLimits.work", "'m'");
}

TEST(models_that_hold_models_are_refused) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  for (int i = 0; i < 25; i++) {
    char name[20], text[300];
    snprintf(name, sizeof name, "fan%d.xml", i);
    snprintf(text, sizeof text,
             "<mujoco><asset><model name='a' file='fan%d.xml'/><model name='b' file='fan%d.xml'/></asset></mujoco>", i + 1,
             i + 1);
    mj_addBufferVFS(&vfs, name, text, (int)strlen(text));
  }
  mj_addBufferVFS(&vfs, "fan25.xml", "<mujoco/>", 9);
  ingotLimits limits;
  ingot_defaultLimits(&limits);
  limits.work /= 20;
  ingotReport report;
  mjSpec* spec;
  CHECK_INT(ingot_parse("fan0.xml", &vfs, &limits, &spec, &report), INGOT_BAD_MODEL);
  CHECK(strstr(report.text, "ingotLimits.work") != NULL);
  mj_deleteVFS(&vfs);
}

// the reader's own memory of the file is gone by then
TEST(a_refusal_by_work_names_the_file_and_the_line) {
  static const char text[] =
      "<mujoco><sensor><clock/></sensor>\n<worldbody>\n <replicate count='1000'><geom "
      "size='.1'/></replicate></worldbody></mujoco>";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "twice.xml", text, (int)strlen(text));
  ingotLimits limits;
  ingot_defaultLimits(&limits);
  limits.work /= 1000;
  ingotReport report;
  mjSpec* spec;
  CHECK_INT(ingot_parse("twice.xml", &vfs, &limits, &spec, &report), INGOT_BAD_MODEL);
  CHECK_HAS(report.text, "ingotLimits.work");
  CHECK_HAS(report.text, "Element 'replicate', line 3\nat twice.xml:3:2");
  mj_deleteVFS(&vfs);
}

TEST(hulls_of_degenerate_points_are_refused) {
  Text t = {0};
  add(&t, "<mujoco><asset><mesh name='m' builtin='cone' params='20000 .5'/></asset></mujoco>", 0);
  ingotLimits limits;
  ingot_defaultLimits(&limits);
  limits.work /= 20;
  check_refused(&t, &limits, "ingotLimits.work", "'m'");
}

TEST(memory_has_a_limit_that_names_the_element) {
  static const struct {
    const char *model, *element;
  } cases[] = {
      {"<mujoco><asset><texture name='e' type='2d' builtin='flat' width='9000' height='9000'/></asset></mujoco>", "'e'"},
      {"<mujoco><asset><hfield name='e' nrow='9000' ncol='9000' size='1 1 1 1'/></asset></mujoco>", "Element 'hfield'"},
  };
  ingotLimits limits;
  ingot_defaultLimits(&limits);
  limits.memory = 1 << 24;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    Text t = {0};
    add(&t, cases[i].model, 0);
    check_refused(&t, &limits, "ingotLimits.memory", cases[i].element);
  }
  // while the text is read
  Text t = {0};
  add(&t, "<mujoco><worldbody>", 0);
  repeat(&t, "<geom size='.1'/>", 30000);
  add(&t, "</worldbody></mujoco>", 0);
  check_refused(&t, &limits, "ingotLimits.memory", "Element 'geom'");
}

TEST(limits_of_a_spec_can_be_set) {
  mjSpec* spec = mj_makeSpec();
  mjsBody* world = mjs_findBody(spec, "world");
  for (int i = 0; i < 100; i++) mjs_addGeom(world, NULL)->size[0] = 1;
  ingotLimits limits;
  ingot_defaultLimits(&limits);
  limits.work = 1000;
  CHECK_INT(ingot_setLimits(spec, &limits, NULL), INGOT_OK);
  CHECK(mj_compile(spec, NULL) == NULL);
  CHECK(strstr(mjs_getError(spec), "ingotLimits.work") != NULL);
  limits.work = 1e9;
  CHECK_INT(ingot_setLimits(spec, &limits, NULL), INGOT_OK);
  mjModel* m = mj_compile(spec, NULL);
  CHECK(m != NULL);
  double work = 0, memory = 0;
  CHECK_INT(ingot_getCost(spec, &work, &memory, NULL), INGOT_OK);
  CHECK(work > 1000 && work < 1e9 && memory > 1000);
  CHECK_INT(ingot_setLimits(NULL, &limits, NULL), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_getCost(NULL, NULL, NULL, NULL), INGOT_BAD_ARGUMENT);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

// ------------------------------------------------ every limit at its small values

enum { LIMITS = 8 };

static ingotLimits small_limits(int which, int value) {
  ingotLimits limits;
  ingot_defaultLimits(&limits);
  switch (which) {
    case 0: limits.bytes = (size_t)value; break;
    case 1: limits.depth = value; break;
    case 2: limits.attributes = value; break;
    case 3: limits.files = value; break;
    case 4: limits.models = value; break;
    case 5: limits.copies = value; break;
    case 6: limits.work = value; break;
    default: limits.memory = (size_t)value; break;
  }
  return limits;
}

// each closes its elements in another way: expat ends an element that closes itself even after a refusal at its start
static const char* const tiny[] = {
    "<mujoco/>",
    "<mujoco a='1'/>",
    "<mujoco a='1' b='2' c='3'></mujoco>",
    "<mujoco><option a='1' b='2'/>text<!-- comment --></mujoco>",
    "<mujoco><worldbody><geom size='1' type='sphere'/><body/><body><body/></body></worldbody></mujoco>",
    "<mujoco><worldbody><replicate count='3'><geom size='1'/></replicate></worldbody></mujoco>",
    "<mujoco><include file='part.xml'/></mujoco>",
    "<mujoco><include file='chain.xml'/><include file='chain.xml'/></mujoco>",
    "<mujoco><asset><model name='m' file='part.xml'/></asset><worldbody><attach model='m' prefix='p'/></worldbody></mujoco>",
    "<mujoco><asset><model name='m' file='outer.xml'/></asset></mujoco>",
    "<robot/>",
    "<robot name='r' version='1'/>",
    "<robot name='r'><link name='l'/></robot>",
    "<robot name='r'><mujoco><compiler angle='radian'/></mujoco><link name='l'><visual/></link></robot>",
    "<!DOCTYPE mujoco [<!ENTITY a 'b'>]><mujoco/>",
    "<other/>",
    "",
};

TEST(every_limit_at_its_small_values_is_an_answer) {
  static const struct {
    const char *name, *text;
  } parts[] = {
      {"part.xml", "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>"},
      {"chain.xml", "<mujoco><include file='end.xml'/></mujoco>"},
      {"end.xml", "<mujoco/>"},
      {"outer.xml", "<mujoco><asset><model name='m' file='part.xml'/></asset></mujoco>"},
  };
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    mj_addBufferVFS(&vfs, parts[i].name, parts[i].text, (int)strlen(parts[i].text));
  }
  static const int values[] = {-1, 0, 1, 2, 3, 4, 20, 1000};
  int refused = 0;
  for (size_t text = 0; text < sizeof tiny / sizeof tiny[0]; text++) {
    for (int which = 0; which < LIMITS; which++) {
      for (size_t value = 0; value < sizeof values / sizeof values[0]; value++) {
        ingotLimits limits = small_limits(which, values[value]);
        ingotReport report = {0};
        mjSpec* spec = NULL;
        mjModel* m = NULL;
        int64_t blocks = ig_live_blocks();
        ingotStatus status = ingot_parseText(tiny[text], &vfs, &limits, &spec, &report);
        CHECK((status == INGOT_OK) == (spec != NULL));
        if (spec) status = ingot_compile(spec, &vfs, &m, &report);
        CHECK((status == INGOT_OK) == (m != NULL));
        CHECK(status == INGOT_OK || report.text[0]);
        refused += status != INGOT_OK;
        mj_deleteModel(m);
        mj_deleteSpec(spec);
        CHECK_INT(ig_live_blocks(), blocks);
      }
    }
  }
  CHECK(refused > 100);
  mj_deleteVFS(&vfs);
}

// solving with the inertia of a chain takes the cube of its length, as it does in MuJoCo
static double cost_of_chain(int n, const ingotLimits* limits, ingotReport* report) {
  char text[400];
  snprintf(text, sizeof text,
           "<mujoco><worldbody><body name='base'><composite type='cable' prefix='c' count='%d 1 1' size='1' curve='s'>"
           "<joint kind='main'/><geom type='capsule' size='.001'/></composite></body></worldbody></mujoco>",
           n);
  mjSpec* spec = NULL;
  mjModel* m = NULL;
  double work = 0;
  if (ingot_parseText(text, NULL, limits, &spec, report) == INGOT_OK) ingot_compile(spec, NULL, &m, report);
  if (m) ingot_getCost(spec, &work, NULL, NULL);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  return work;
}

TEST(the_inertia_of_a_long_chain_is_counted) {
  ingotReport report = {0};
  double once = cost_of_chain(100, NULL, &report), twice = cost_of_chain(200, NULL, &report);
  CHECK(once > 0 && twice > 4 * once);
  ingotLimits limits;
  ingot_defaultLimits(&limits);
  limits.work = twice / 2;
  CHECK(cost_of_chain(200, &limits, &report) == 0);
  CHECK_HAS(report.text, "ingotLimits.work");
  CHECK_HAS(report.text, "Element");
}

TEST(a_root_with_too_many_attributes_is_refused) {
  for (int robot = 0; robot < 2; robot++) {
    Text t = {0};
    add(&t, robot ? "<robot" : "<mujoco", 0);
    repeat(&t, " a%d='1'", 501);
    add(&t, "/>", 0);
    check_refused(&t, NULL, "too many attributes", robot ? "'robot'" : "'mujoco'");
  }
}
