// SPDX-License-Identifier: Apache-2.0
// The plugins that come with the engine, loaded as libraries: numbers of the reference, refusals, memory.
#include <stdio.h>

#include <ingot/plugins.h>

#include "base/memory.h"
#include "errors.h"
#include "figures.h"
#include "model.h"
#include "scenes.h"
#include "test.h"

// by record/record.c
static const double recorded_scenes[][25] = {
#include "recorded_scenes.inc"
};
static const double recorded_shapes[][IG_SHAPE_FIGURES] = {
#include "recorded_shapes.inc"
};

static bool load_all(void) {
  ingotReport report;
  ingotStatus status = ingot_loadPlugins(NULL, NULL, &report);
  if (status != INGOT_OK) ig_test_fail(__FILE__, __LINE__, "%s", report.text);
  return status == INGOT_OK;
}

TEST(the_plugins_are_found_and_loaded_once) {
  static const char* const names[] = {"mujoco.elasticity.cable", "mujoco.pid",      "mujoco.sensor.touch_grid",
                                      "mujoco.sdf.bolt",         "mujoco.sdf.bowl", "mujoco.sdf.gear",
                                      "mujoco.sdf.nut",          "mujoco.sdf.torus"};
  if (!load_all()) return;
  for (int i = 0; i < 8; i++) CHECK(mjp_getPlugin(names[i], NULL) != NULL);
  int count = mjp_pluginCount(), again = -1;
  CHECK_INT(ingot_loadPlugins(NULL, &again, NULL), INGOT_OK);
  CHECK_INT(again, 0);
  CHECK_INT(mjp_pluginCount(), count);
  ingotReport report;
  CHECK_INT(ingot_loadPlugins("/nowhere at all", &again, &report), INGOT_BAD_ARGUMENT);
  CHECK_HAS(report.text, "/nowhere at all");
}

TEST(scenes_have_the_figures_of_the_reference) {
  if (!load_all()) return;
  CHECK_INT(ig_nfigure, 25);
  CHECK_INT(ig_nscene, sizeof recorded_scenes / sizeof *recorded_scenes);
  for (int i = 0; i < ig_nscene; i++) {
    char error[1000] = "";
    double figures[25];
    mjModel* m = ig_test_compile(ig_scenes[i].xml, error, sizeof error);
    if (!m) {
      ig_test_fail(__FILE__, __LINE__, "%s: %s", ig_scenes[i].name, error);
      continue;
    }
    mjData* d = mj_makeData(m);
    ig_figures(m, d, ig_scenes[i].steps, figures);
    for (int k = 0; k < ig_nfigure; k++) {
      double expected = recorded_scenes[i][k], scale = fabs(expected) > 1 ? fabs(expected) : 1;
      if (fabs(figures[k] - expected) <= ig_scenes[i].tolerance * scale) continue;
      ig_test_fail(__FILE__, __LINE__, "%s: %s is %.17g, expected %.17g", ig_scenes[i].name, ig_figure_names[k], figures[k],
                   expected);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

TEST(shapes_have_the_distances_of_the_reference) {
  if (!load_all()) return;
  for (int i = 0; i < ig_nshape_case; i++) {
    double figures[IG_SHAPE_FIGURES] = {0};
    ig_shape_figures(ig_shape_cases + i, figures);
    for (int k = 0; k < IG_SHAPE_FIGURES; k++) CHECK_NEAR(figures[k], recorded_shapes[i][k], 1e-13);
  }
}

TEST(shapes_have_standard_attributes) {
  if (!load_all()) return;
  const mjpPlugin* gear = mjp_getPlugin("mujoco.sdf.gear", NULL);
  const char* values[] = {"0.5", "", " 7 ", "", ""};
  mjtNum attribute[5];
  gear->sdf_attribute(attribute, (const char**)gear->attributes, values);
  const mjtNum expected[5] = {0.5, 2.8, 7, 0.2, -1};
  for (int i = 0; i < 5; i++) CHECK_NEAR(attribute[i], expected[i], 0);
}

#define USE(plugin, config) "<extension><plugin plugin='" plugin "'><instance name='i'>" config "</instance></plugin></extension>"
#define KEY(key, value) "<config key='" key "' value='" value "'/>"
#define HINGED "<worldbody><body><joint name='j'/><geom size='.1'/><site name='s'/></body></worldbody>"

static void compile(void* xml) {
  char error[1000] = "";
  mjModel* m = ig_test_compile(xml, error, sizeof error);
  if (m) mj_deleteModel(m);
  if (!m) mju_error("%s", error);
}

// what the model says when it is refused, warnings included
static void check_refused(const char* xml, const char* part) {
  char all[4000];
  ig_warned();
  const char* error = ig_caught(compile, (void*)xml);
  if (!error[0]) ig_test_fail(__FILE__, __LINE__, "should be refused: %s", xml);
  snprintf(all, sizeof all, "%s\n%s", error, ig_warned());
  CHECK_HAS(all, part);
}

TEST(settings_that_can_not_be_are_refused) {
  if (!load_all()) return;
  mj_freeLastXML();
  int64_t before = ig_live_bytes();
#define PID(config, actuator) "<mujoco>" USE("mujoco.pid", config) HINGED "<actuator>" actuator "</actuator></mujoco>"
  check_refused(PID(KEY("ki", "2") KEY("imax", "-1"), "<plugin joint='j' instance='i' actdim='1'/>"), "negative imax");
  check_refused(PID(KEY("slewmax", "-1"), "<plugin joint='j' instance='i' actdim='1'/>"), "slewmax must be non-negative");
  check_refused(PID(KEY("ki", "2"), "<plugin joint='j' instance='i'/>"), "actdim=\"1\"");
  check_refused(PID(KEY("kp", "2"), "<motor joint='j'/>"), "no actuator uses");
#define CABLE(config)            \
  "<mujoco>" USE(                \
      "mujoco.elasticity.cable", \
      config) "<worldbody><body><joint type='ball'/><geom size='.1'/><plugin instance='i'/></body></worldbody></mujoco>"
  check_refused(CABLE(KEY("twist", "hard") KEY("bend", "1")), "twist and bend");
  check_refused("<mujoco>" USE("mujoco.elasticity.cable", KEY("bend", "1"))
                "<worldbody><body><geom size='.1'/><plugin instance='i'/><body><joint/><geom size='.1'/><plugin instance='i'/></body></body></worldbody></mujoco>", "no ball joint");
#define GRID(config)                                        \
  "<mujoco>" USE("mujoco.sensor.touch_grid", config) HINGED \
      "<sensor><plugin instance='i' objtype='site' objname='s'/></sensor></mujoco>"
  check_refused(GRID(KEY("fov", "10 10") KEY("size", "2 2") KEY("nchannel", "7")), "nchannel");
  check_refused(GRID(KEY("fov", "10 10")), "size needs two");
  check_refused(GRID(KEY("fov", "10 10") KEY("size", "2 -2")), "must be positive");
  check_refused(GRID(KEY("fov", "10 10") KEY("size", "2000000 2000000")), "too many");
  check_refused(GRID(KEY("fov", "10") KEY("size", "2 2")), "fov needs two");
  check_refused(GRID(KEY("fov", "190 10") KEY("size", "2 2")), "fov[0]");
  check_refused(GRID(KEY("fov", "90 100") KEY("size", "2 2")), "fov[1]");
  check_refused(GRID(KEY("fov", "90 10") KEY("size", "2 2") KEY("gamma", "2")), "gamma");
  check_refused(GRID(KEY("fov", "90 10") KEY("size", "2 2") KEY("gamma", "x")), "nchannel and gamma");
  check_refused("<mujoco>" USE("mujoco.sdf.torus", KEY("radius1", "wide"))
                "<asset><mesh name='m'><plugin instance='i'/></mesh></asset><worldbody><geom type='sdf' mesh='m'><plugin instance='i'/></geom></worldbody></mujoco>", "radius1");
  ig_warned();
  mj_freeLastXML();
  CHECK_INT(ig_live_bytes(), before);
}

TEST(steps_take_no_memory_and_instances_leave_none) {
  if (!load_all()) return;
  mj_freeLastXML();
  int64_t before = ig_live_bytes();
  for (int i = 0; i < ig_nscene; i += 3) {
    char error[1000] = "";
    mjModel* m = ig_test_compile(ig_scenes[i].xml, error, sizeof error);
    mjData* d = mj_makeData(m);
    mjData* copy = mj_copyData(NULL, m, d);
    int64_t made = ig_live_bytes();
    for (int step = 0; step < 20; step++) mj_step(m, d);
    CHECK_INT(ig_live_bytes(), made);
    mj_resetData(m, d);

    // instances of a copy are its own: it runs like the first
    for (int step = 0; step < 20; step++) mj_step(m, d), mj_step(m, copy);
    for (int k = 0; k < m->nq; k++) CHECK(d->qpos[k] == copy->qpos[k]);
    mj_deleteData(copy);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  mj_freeLastXML();
  CHECK_INT(ig_live_bytes(), before);
}
