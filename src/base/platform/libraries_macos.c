// SPDX-License-Identifier: Apache-2.0
#include "base/platform/libraries.h"

#include <dlfcn.h>
#include <mach-o/dyld.h>
#include <string.h>

const char ig_library_suffix[] = ".dylib";
const char ig_cuda_library[] = "libcuda.dylib";

// libraries name the library that each symbol comes from: they are apart as they are
void* ig_library_open(const char* path, bool apart) {
  (void)apart;
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

void* ig_library_symbol(void* library, const char* name) { return dlsym(library, name); }
void ig_library_close(void* library) { dlclose(library); }

const char* ig_library_trouble(void) {
  const char* why = dlerror();
  return why ? why : "unknown reason";
}

bool ig_file_of_code(void (*function)(void), char path[IG_PATH_ROOM], bool* program) {
  Dl_info info;
  char own[IG_PATH_ROOM], whole[IG_PATH_ROOM];
  uint32_t room = sizeof own;
  if (!dladdr((const void*)function, &info) || !ig_whole_path(info.dli_fname, path)) return false;
  *program = !_NSGetExecutablePath(own, &room) && ig_whole_path(own, whole) && !strcmp(whole, path);
  return true;
}
