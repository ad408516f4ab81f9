// SPDX-License-Identifier: Apache-2.0
// Plugin libraries: their constructors register what they bring.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <ingot/plugins.h>

#include "base/error.h"
#include "base/guard.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/platform/files.h"
#include "base/platform/folders.h"
#include "base/platform/libraries.h"
#include "base/registry.h"
#include "math/scalar.h"

// errors inside constructors must not jump out of the loader, which holds a lock: they are raised when it is done
static _Thread_local char constructor_error[500];
static void note_error(const char* text) { ig_copy_text(constructor_error, text, sizeof constructor_error); }

// Plugins that name the library they belong to take the API from it, even where another engine was put before it, as
// python -m ingot does.
static bool is_bound(const char* path) { return path && strstr(path, "/bound_plugin/"); }

// false: trouble says why
static bool open_library(const char* path, char* trouble, size_t size) {
  ig_FileInfo info;
  if (path && strchr(path, '/') && ig_file_info(path, &info) && info.kind != IG_FILE_REGULAR) {
    // the loader would wait for ever at a FIFO
    snprintf(trouble, size, "the plugins in '%s' cannot be loaded: it is not a regular file", path);
    return false;
  }
  ig_ErrorHandler handler = ig_thread_error_handler();
  constructor_error[0] = 0;
  ig_set_thread_error_handler(note_error);
  bool open = ig_library_open(path, is_bound(path)) != NULL;
  ig_set_thread_error_handler(handler);
  if (open) {
    snprintf(trouble, size, "%s", constructor_error);
    return !constructor_error[0];
  }
  snprintf(trouble, size, "the plugins in '%s' cannot be loaded: %s", path, ig_library_trouble());
  return false;
}

void mj_loadPluginLibrary(const char* path) {
  if (!path) mju_error("mj_loadPluginLibrary: the path is NULL");
  char trouble[1000];
  if (!open_library(path, trouble, sizeof trouble)) mju_error("%s", trouble);
}

// ------------------------------------------------ all libraries of a folder

typedef struct {
  const char* folder;
  mjfPluginLibraryLoadCallback callback;
  char* trouble;  // the first failure, to be filled
  size_t size;
} Loading;

// in the order of names, so that slots do not depend on the file system; false: there is no such folder
static bool load_folder(const Loading* l) {
  char** names;
  int n = ig_folder_names(l->folder, ig_library_suffix, &names);
  for (int i = 0; i < n; i++) {
    char* path = ig_path_make(l->folder, names[i]);
    ig_FileInfo info;
    if (path && ig_file_info(path, &info) && info.kind == IG_FILE_REGULAR) {
      int before = ig_plugin_count();
      char trouble[900];
      bool good = open_library(path, trouble, sizeof trouble);
      if (!good && !l->trouble[0]) snprintf(l->trouble, l->size, "%s", trouble);
      int count = ig_plugin_count() - before;
      if (good && l->callback) l->callback(names[i], count ? before : -1, count);
    }
    ig_free(path);
  }
  ig_folder_names_free(names, n);
  return n >= 0;
}

// errors come last: their handler may not return
void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback) {
  char trouble[1000] = "";
  load_folder(&(Loading){directory, callback, trouble, sizeof trouble});
  if (trouble[0]) mju_error("%s", trouble);
}

// ------------------------------------------------ what comes with the engine

// the first of the usual places that is there
static bool find_folder(char folder[IG_PATH_ROOM]) {
  static const char* const places[] = {"plugin", "../lib/ingot/plugin"};
  static const char* const bound_places[] = {"bound_plugin", "ingot/bound_plugin"};
  char path[IG_PATH_ROOM];
  bool program;
  if (!ig_file_of_code((void (*)(void))ingot_loadPlugins, path, &program)) return false;

  // plugins for a private library name it as theirs
  bool private_library = !program && !strncmp(ig_path_file(path), "libingot", 8);
  path[ig_path_file(path) - path] = 0;
  for (int i = 0; i < 2; i++) {
    int length = snprintf(folder, IG_PATH_ROOM, "%s%s", path, private_library ? bound_places[i] : places[i]);
    ig_FileInfo info;
    if (length < IG_PATH_ROOM && ig_file_info(folder, &info) && info.kind == IG_FILE_FOLDER) return true;
  }
  return false;
}

ingotStatus ingot_loadPlugins(const char* folder, int* count, ingotReport* report) {
  char found[IG_PATH_ROOM], trouble[900] = "";
  int before = ig_plugin_count();
  if (count) *count = 0;
  if (!folder && !find_folder(found))
    return ig_report(report, INGOT_BAD_ARGUMENT, "the plugins of Ingot are not where they are installed");

  ig_register_standins(!folder);
  bool there = load_folder(&(Loading){folder ? folder : found, NULL, trouble, sizeof trouble});
  ig_register_standins(false);

  if (count) *count = ig_plugin_count() - before;
  if (!there) return ig_report(report, INGOT_BAD_ARGUMENT, "no folder '%.900s'", folder ? folder : found);
  if (trouble[0]) return ig_report(report, INGOT_ENGINE_ERROR, "%s", trouble);
  return ig_report(report, INGOT_OK, "%s", "");
}
