// SPDX-License-Identifier: Apache-2.0
// Slots, duplicates, clashes, attributes of instances, and stand-ins.
#include "base/registry.h"
#include "errors.h"
#include "test.h"

static int no_state(const mjModel* m, int instance) { return 0; }
static int one_state(const mjModel* m, int instance) { return 1; }

static mjpPlugin make(const char* name, const char* const* attributes, int n) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = name;
  plugin.attributes = attributes;
  plugin.nattribute = n;
  plugin.nstate = no_state;
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  return plugin;
}

static void enter(void* plugin) { mjp_registerPlugin(plugin); }

TEST(a_default_plugin_is_empty) {
  mjpPlugin plugin;
  memset(&plugin, 1, sizeof plugin);
  mjp_defaultPlugin(&plugin);
  CHECK(!plugin.name && !plugin.compute && !plugin.nstate && !plugin.sdf_distance);
  CHECK_INT(plugin.capabilityflags, 0);
  CHECK_INT(plugin.nattribute, 0);
}

TEST(a_plugin_is_copied_into_a_slot) {
  char name[] = "test.registry.copied", key[] = "key";
  const char* keys[] = {key};
  mjpPlugin plugin = make(name, keys, 1);
  int count = mjp_pluginCount(), slot = mjp_registerPlugin(&plugin), found = -2;
  CHECK_INT(slot, count);
  CHECK_INT(mjp_pluginCount(), count + 1);
  name[0] = key[0] = 'x';
  const mjpPlugin* own = mjp_getPlugin("test.registry.copied", &found);
  CHECK_INT(found, slot);
  CHECK(own && own == mjp_getPluginAtSlot(slot));
  CHECK_TEXT(own->attributes[0], "key");
  CHECK(!mjp_getPluginAtSlot(-1) && !mjp_getPluginAtSlot(mjp_pluginCount()));
  CHECK(!mjp_getPlugin("test.registry.none", &found));
  CHECK_INT(found, -1);
}

TEST(the_same_plugin_again_has_its_slot_another_of_its_name_is_an_error) {
  static const char* const keys[] = {"a", "b"};
  static const char* const others[] = {"a", "c"};
  mjpPlugin plugin = make("test.registry.twice", keys, 2);
  int slot = mjp_registerPlugin(&plugin), count = mjp_pluginCount();
  CHECK_INT(mjp_registerPlugin(&plugin), slot);
  plugin.nstate = one_state;
  CHECK_HAS(ig_caught(enter, &plugin), "'test.registry.twice' is already registered");
  plugin.nstate = no_state;
  plugin.attributes = others;
  CHECK_HAS(ig_caught(enter, &plugin), "already registered");
  CHECK_INT(mjp_pluginCount(), count);
}

TEST(plugins_without_sense_are_errors) {
  mjpPlugin plugin = make(NULL, NULL, 0);
  CHECK_HAS(ig_caught(enter, &plugin), "name");
  plugin.name = "";
  CHECK_HAS(ig_caught(enter, &plugin), "empty");
  plugin.name = "test.registry.negative";
  plugin.nattribute = -1;
  CHECK_HAS(ig_caught(enter, &plugin), "nattribute");
}

// many, so that the table grows
TEST(pointers_to_entries_stay) {
  static char names[100][40];
  mjpPlugin plugin = make("test.registry.first", NULL, 0);
  const mjpPlugin* first = mjp_getPluginAtSlot(mjp_registerPlugin(&plugin));
  for (int i = 0; i < 100; i++) {
    mju_strncpy(names[i], "test.registry.many.", sizeof names[i]);
    names[i][19] = (char)('0' + i / 10), names[i][20] = (char)('0' + i % 10), names[i][21] = 0;
    mjpPlugin next = make(names[i], NULL, 0);
    CHECK(mjp_registerPlugin(&next) >= 0);
  }
  CHECK(mjp_getPlugin("test.registry.first", NULL) == first);
  CHECK_TEXT(mjp_getPlugin("test.registry.many.77", NULL)->name, "test.registry.many.77");
}

TEST(stand_ins_give_way) {
  mjpPlugin standin = make("test.registry.standin", NULL, 0), real = standin;
  standin.nstate = one_state;
  ig_register_standins(true);
  int slot = mjp_registerPlugin(&standin), found;
  ig_register_standins(false);
  CHECK(mjp_getPlugin("test.registry.standin", &found) && found == slot);

  // a real one of the same name comes before it, without an error, and models keep the slot they know
  int later = mjp_registerPlugin(&real);
  CHECK(later > slot);
  CHECK(mjp_getPlugin("test.registry.standin", &found)->nstate == no_state);
  CHECK_INT(found, later);
  CHECK(mjp_getPluginAtSlot(slot)->nstate == one_state);

  // a stand-in that comes later stays away, and a second real one is an error
  int count = mjp_pluginCount();
  ig_register_standins(true);
  CHECK_INT(mjp_registerPlugin(&standin), later);
  ig_register_standins(false);
  CHECK_HAS(ig_caught(enter, &standin), "already registered");
  CHECK_INT(mjp_pluginCount(), count);
}
