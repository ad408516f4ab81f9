// SPDX-License-Identifier: Apache-2.0
// Folders of plugin libraries.
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ingot/plugins.h>
#include <ingot/read.h>
#include <ingot/status.h>

#include "errors.h"
#include "test.h"

static char folder[] = "/tmp/ingot_plugins_XXXXXX", bad[100], note[100], nested[100];

// a library that is none, a file and a folder that are not meant
static void fill_folder(void) {
  snprintf(bad, sizeof bad, "%s/bad.so", folder);
  snprintf(note, sizeof note, "%s/note.txt", folder);
  snprintf(nested, sizeof nested, "%s/nested.so", folder);
  FILE* file = fopen(bad, "w");
  if (file) fputs("not a library", file), fclose(file);
  file = fopen(note, "w");
  if (file) fclose(file);
  mkdir(nested, 0700);
}

static int called;
static void count_call(const char* name, int first, int count) { called++; }

static void load_all(void* unused) { mj_loadAllPluginLibraries(folder, count_call); }
static void load_one(void* unused) { mj_loadPluginLibrary(bad); }

static void load_nothing(void* unused) { mj_loadPluginLibrary(NULL); }

TEST(null_is_a_message) {
  ingotReport report;
  CHECK_HAS(ig_caught(load_nothing, NULL), "NULL");
  CHECK_INT(ingot_guard(NULL, NULL, &report), INGOT_BAD_ARGUMENT);
  CHECK_HAS(report.text, "NULL");
  ingot_fillLimits(NULL, sizeof(ingotLimits));
}

TEST(a_library_that_can_not_be_loaded_is_reported_by_name) {
  CHECK(mkdtemp(folder) != NULL);
  fill_folder();
  int count = mjp_pluginCount(), new_ones = -1;
  ingotReport report;
  CHECK_INT(ingot_loadPlugins(folder, &new_ones, &report), INGOT_ENGINE_ERROR);
  CHECK_HAS(report.text, "bad.so");
  CHECK_INT(new_ones, 0);
  CHECK_HAS(ig_caught(load_all, NULL), "bad.so");
  CHECK_HAS(ig_caught(load_one, NULL), "bad.so");
  CHECK_INT(called, 0);

  // the other entries are no libraries
  unlink(bad);
  CHECK_INT(ingot_loadPlugins(folder, &new_ones, &report), INGOT_OK);
  CHECK_TEXT(ig_caught(load_all, NULL), "");
  CHECK_INT(mjp_pluginCount(), count);
  unlink(note);
  rmdir(nested);
  rmdir(folder);
  CHECK_TEXT(ig_caught(load_all, NULL), "");
}
