// SPDX-License-Identifier: Apache-2.0
// Plugin libraries: their constructors register what they bring.
#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ingot/plugins.h>

#include "base/error.h"
#include "base/guard.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/registry.h"
#include "math/scalar.h"

// errors inside constructors must not jump out of the loader, which holds a lock: they are raised when it is done
static _Thread_local char constructor_error[500];
static void note_error(const char* text) { ig_copy_text(constructor_error, text, sizeof constructor_error); }

// Plugins that name the library they belong to take the API from it, even where another engine was put before it, as
// python -m ingot does. The address sanitizer does not allow this.
static int open_flags(const char* path) {
#if defined(RTLD_DEEPBIND) && !defined(ADDRESS_SANITIZER)
  if (strstr(path, "/bound_plugin/")) return RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
#endif
  return RTLD_NOW | RTLD_LOCAL;
}

// false: trouble says why
static bool open_library(const char* path, char* trouble, size_t size) {
  struct stat info;
  if (path && strchr(path, '/') && !stat(path, &info) && !S_ISREG(info.st_mode)) {
    // the loader would wait for ever at a FIFO
    snprintf(trouble, size, "the plugins in '%s' cannot be loaded: it is not a regular file", path);
    return false;
  }
  ig_ErrorHandler handler = ig_thread_error_handler();
  constructor_error[0] = 0;
  ig_set_thread_error_handler(note_error);
  bool open = dlopen(path, open_flags(path)) != NULL;
  ig_set_thread_error_handler(handler);
  if (open) {
    snprintf(trouble, size, "%s", constructor_error);
    return !constructor_error[0];
  }
  const char* why = dlerror();
  snprintf(trouble, size, "the plugins in '%s' cannot be loaded: %s", path, why ? why : "unknown reason");
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

static int is_library(const struct dirent* entry) {
  size_t length = strlen(entry->d_name);
  return length > 3 && !strcmp(entry->d_name + length - 3, ".so");
}

static int by_name(const struct dirent** a, const struct dirent** b) { return strcmp((*a)->d_name, (*b)->d_name); }

// in the order of names, so that slots do not depend on the file system; false: there is no such folder
static bool load_folder(const Loading* l) {
  struct dirent** entries = NULL;
  int n = scandir(l->folder, &entries, is_library, by_name);
  if (n < 0) return false;
  for (int i = 0; i < n; i++) {
    char* path = ig_path_make(l->folder, entries[i]->d_name);
    struct stat info;
    if (path && !stat(path, &info) && S_ISREG(info.st_mode)) {
      int before = ig_plugin_count();
      char trouble[900];
      bool good = open_library(path, trouble, sizeof trouble);
      if (!good && !l->trouble[0]) snprintf(l->trouble, l->size, "%s", trouble);
      int count = ig_plugin_count() - before;
      if (good && l->callback) l->callback(entries[i]->d_name, count ? before : -1, count);
    }
    ig_free(path);
    free(entries[i]);
  }
  free(entries);
  return true;
}

// errors come last: their handler may not return
void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback) {
  char trouble[1000] = "";
  load_folder(&(Loading){directory, callback, trouble, sizeof trouble});
  if (trouble[0]) mju_error("%s", trouble);
}

// ------------------------------------------------ what comes with the engine

typedef struct {
  bool program;      // else a library
  const char* name;  // of the library's file
} Place;

// one loaded file: is this code in it?
static int find_place(struct dl_phdr_info* info, size_t size, void* argument) {
  uintptr_t here = (uintptr_t)ingot_loadPlugins;
  Place* place = argument;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (info->dlpi_phdr[i].p_type != PT_LOAD || here < start || here - start >= info->dlpi_phdr[i].p_memsz) continue;
    *place = (Place){(uintptr_t)info->dlpi_phdr == getauxval(AT_PHDR), info->dlpi_name};
    return 1;
  }
  return 0;
}

// the file that this code is in: the program, or a library; false: not to be found
static bool own_file(char path[PATH_MAX], bool* program) {
  Place place;
  if (!dl_iterate_phdr(find_place, &place)) return false;
  *program = place.program;
  return realpath(place.program ? "/proc/self/exe" : place.name, path) != NULL;
}

// the first of the usual places that is there
static bool find_folder(char folder[PATH_MAX]) {
  static const char* const places[] = {"plugin", "../lib/ingot/plugin"};
  static const char* const bound_places[] = {"bound_plugin", "ingot/bound_plugin"};
  char path[PATH_MAX];
  bool program;
  if (!own_file(path, &program)) return false;

  // plugins for a private library name it as theirs
  bool private_library = !program && !strncmp(ig_path_file(path), "libingot", 8);
  path[ig_path_file(path) - path] = 0;
  for (int i = 0; i < 2; i++) {
    int length = snprintf(folder, PATH_MAX, "%s%s", path, private_library ? bound_places[i] : places[i]);
    struct stat info;
    if (length < PATH_MAX && !stat(folder, &info) && S_ISDIR(info.st_mode)) return true;
  }
  return false;
}

ingotStatus ingot_loadPlugins(const char* folder, int* count, ingotReport* report) {
  char found[PATH_MAX], trouble[900] = "";
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
