// SPDX-License-Identifier: Apache-2.0
// Registries of the process: plugins, resource providers, decoders.
#include <malloc.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "catch.h"

static int no_state(const mjModel* m, int instance) {
  (void)m, (void)instance;
  return 0;
}
static int fine(const mjModel* m, mjData* d, int instance) {
  (void)m, (void)d, (void)instance;
  return 0;
}
static void nothing(const mjModel* m, mjtNum* s, void* p, int i) { (void)m, (void)s, (void)p, (void)i; }
static void compute(const mjModel* m, mjData* d, int i, int c) { (void)m, (void)d, (void)i, (void)c; }

TEST(plugins_are_found_by_name_and_slot) {
  static const char* names[] = {"a", "b"};
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "ingot.test.plugin";
  plugin.nattribute = 2;
  plugin.attributes = names;
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.nstate = no_state;
  plugin.init = fine;
  plugin.reset = nothing;
  plugin.compute = compute;
  int count = mjp_pluginCount(), slot = mjp_registerPlugin(&plugin), found = -1;
  CHECK_INT(slot, count);
  CHECK_INT(mjp_registerPlugin(&plugin), slot);
  CHECK_INT(mjp_pluginCount(), count + 1);
  CHECK(mjp_getPlugin("ingot.test.plugin", &found) == mjp_getPluginAtSlot(slot));
  CHECK_INT(found, slot);
  CHECK(mjp_getPlugin("ingot.test.none", NULL) == NULL);
  CHECK(mjp_getPluginAtSlot(slot + 1000) == NULL);
  plugin.nattribute = 1;
  CHECK_ERROR(mjp_registerPlugin(&plugin), "ingot.test.plugin");
}

// ------------------------------------------------ full tables

static void quiet(const char* text) { (void)text; }
static int open_nothing(mjResource* resource) { return 0; }
static int read_nothing(mjResource* resource, const void** buffer) { return 0; }
static void close_nothing(mjResource* resource) {}
static mjSpec* decode_nothing(mjResource* resource, const mjVFS* vfs) { return NULL; }
static int decodes_nothing(const mjResource* resource) { return 0; }

static int register_plugin(const char* name) {
  static const char* const attributes[] = {"first", "second"};
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = name;
  plugin.nattribute = 2;
  plugin.attributes = attributes;
  return mjp_registerPlugin(&plugin);
}

static int register_provider(const char* name) {
  mjpResourceProvider provider;
  mjp_defaultResourceProvider(&provider);
  provider.prefix = name;
  provider.open = open_nothing;
  provider.read = read_nothing;
  provider.close = close_nothing;
  return mjp_registerResourceProvider(&provider);
}

// decoders have no slot: -1 when there was a warning
static int register_decoder(const char* name) {
  mjpDecoder decoder;
  mjp_defaultDecoder(&decoder);
  decoder.content_type = name;
  decoder.decode = decode_nothing;
  decoder.can_decode = decodes_nothing;
  int told = ig_catches;
  mju_user_warning = ig_catch_warning;
  mjp_registerDecoder(&decoder);
  mju_user_warning = quiet;
  return ig_catches > told ? -1 : 0;
}

// 0 when the table fills up, and more entries after that are refused and keep no memory
static int fill(int (*enter)(const char* name)) {
  char name[40];
  int n = 0;
  for (int slot = 0; slot >= 0 && n < 100000; n++) {
    snprintf(name, sizeof name, "full%d", n);
    slot = enter(name);
  }
  if (n < 100 || n == 100000) return 1;
  // the first ones also fill the allocator's own caches
  size_t used = 0;
  for (int k = 0; k < 100; k++) {
    if (k == 50) used = mallinfo2().uordblks;
    snprintf(name, sizeof name, "more%d", k);
    if (enter(name) >= 0) return 2;
  }
  return mallinfo2().uordblks > used ? 3 : 0;
}

// in a process of its own, since nothing leaves a registry again
static void check_full(int (*enter)(const char* name)) {
  fflush(NULL);
  pid_t child = fork();
  if (!child) {
    mju_user_warning = quiet;
    _exit(fill(enter));
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK_INT(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0);
}

TEST(a_full_registry_refuses_and_keeps_nothing) {
  check_full(register_plugin);
  check_full(register_provider);
  check_full(register_decoder);
}
