// Plugin libraries: their constructors register what they bring.
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/path.h"

void mj_loadPluginLibrary(const char* path) {
  if (dlopen(path, RTLD_NOW | RTLD_LOCAL)) return;
  const char* why = dlerror();
  mju_error("Error loading plugin library '%s': %s", path, why ? why : "unknown");
}

static void load_one(const char* directory, const char* name, mjfPluginLibraryLoadCallback callback) {
  char* path = ig_path_make(directory, name);
  struct stat info;
  if (path && !stat(path, &info) && S_ISREG(info.st_mode)) {
    int before = mjp_pluginCount();
    mj_loadPluginLibrary(path);
    int count = mjp_pluginCount() - before;
    if (callback) callback(name, count ? before : -1, count);
  }
  ig_free(path);
}

void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback) {
  DIR* folder = opendir(directory);
  if (!folder) return;
  for (struct dirent* entry; (entry = readdir(folder));) {
    size_t length = strlen(entry->d_name);
    if (length > 3 && !strcmp(entry->d_name + length - 3, ".so")) load_one(directory, entry->d_name, callback);
  }
  closedir(folder);
}
