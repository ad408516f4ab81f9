// SPDX-License-Identifier: Apache-2.0
// Plugin instances: slots, attributes in the plugin's order, sensor and state sizes.
#include "compiled.h"
#include "test.h"

static int two_states(const mjModel* m, int instance) { return 2; }
static int three_numbers(const mjModel* m, int instance, int sensor) { return 3; }
static int start(const mjModel* m, mjData* d, int instance) { return 0; }
static void reset(const mjModel* m, mjtNum* state, void* data, int instance) {}
static void compute(const mjModel* m, mjData* d, int instance, int capability) {}

static void register_once(void) {
  static const char* const attributes[] = {"first", "second", "third"};
  if (mjp_getPlugin("test.compile", NULL)) return;
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "test.compile";
  plugin.nattribute = 3;
  plugin.attributes = attributes;
  plugin.capabilityflags = mjPLUGIN_SENSOR;
  plugin.needstage = mjSTAGE_VEL;
  plugin.nstate = two_states;
  plugin.nsensordata = three_numbers;
  plugin.init = start;
  plugin.reset = reset;
  plugin.compute = compute;
  mjp_registerPlugin(&plugin);
}

#define EXTENSION                                                                     \
  "<extension><plugin plugin='test.compile'><instance name='i'><config key='second' " \
  "value='two'/></instance></plugin></extension>"
#define SITE "<body><joint/><geom size='.1'/><site name='s'/></body>"

TEST(plugin_sensors_have_their_instance_and_size) {
  register_once();
  mjModel* m = ig_compiled_world(
      EXTENSION, SITE,
      "<sensor><gyro site='s'/><plugin instance='i' objtype='site' objname='s'/>"
      "<plugin plugin='test.compile' objtype='site' objname='s'><config key='third' value='3'/></plugin></sensor>");
  CHECK(m != NULL);
  if (!m) return;
  CHECK_INT(m->nplugin, 2);
  CHECK_INT(m->npluginstate, 4);
  CHECK_INT(m->nsensordata, 9);
  CHECK_INT(m->sensor_dim[1], 3);
  CHECK_INT(m->sensor_needstage[2], mjSTAGE_VEL);
  CHECK_INT(m->sensor_plugin[0], -1);
  for (int i = 1; i < 3; i++) {
    int plugin = m->sensor_plugin[i];
    CHECK(plugin >= 0);
    CHECK_TEXT(mj_getPluginConfig(m, plugin, i == 1 ? "second" : "third"), i == 1 ? "two" : "3");
    CHECK_TEXT(mj_getPluginConfig(m, plugin, "first"), "");
  }
  mj_deleteModel(m);
}

TEST(plugins_that_can_not_be) {
  register_once();
  CHECK(!ig_compiled_world(EXTENSION, SITE, "<sensor><plugin instance='zz' objtype='site' objname='s'/></sensor>"));
  CHECK_HAS(ig_compiled_error(), "zz");
  CHECK(!ig_compiled_world(
      EXTENSION, SITE,
      "<sensor><plugin plugin='test.compile' objtype='site' objname='s'><config key='zz' value='1'/></plugin></sensor>"));
  CHECK_HAS(ig_compiled_error(), "zz");
  CHECK(!ig_compiled_world(EXTENSION, "<body><plugin instance='i'/></body>", ""));
  CHECK_HAS(ig_compiled_error(), "passive");
}
