// SPDX-License-Identifier: Apache-2.0
// A library that is preloaded before libingot.so. Every process that a program on Ingot starts inherits the preloading; where
// one of them imports another version of the mujoco package, whose structs and strings have other sizes, it would crash
// without a word. So its extension modules are refused here, with a text that Python shows as an ImportError.
//
// Only dlopen and dlerror are replaced, and all other libraries pass through. The real dlopen looks at its return address
// to find the caller's search path: it is called last, so that the compiler can leave by a jump that keeps this address.
#include <dirent.h>
#include <dlfcn.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define WANTED "libmujoco.so.3.5.0"
#define PUBLIC __attribute__((visibility("default")))

static _Thread_local char refusal[1024];
static _Thread_local bool refused;

PUBLIC void* dlopen(const char* file, int flags);
PUBLIC char* dlerror(void);

// the library of another version in the folder of a file of the package mujoco
static bool other_version(const char* file, char* found, size_t size) {
  char path[4096];
  if (!file || snprintf(path, sizeof path, "%s", file) >= (int)sizeof path) return false;
  char* folder = dirname(path);
  const char* name = strrchr(folder, '/');
  if (strcmp(name ? name + 1 : folder, "mujoco")) return false;
  DIR* listing = opendir(folder);
  if (!listing) return false;
  bool other = false, right = false;
  for (const struct dirent* entry; (entry = readdir(listing));) {
    if (strncmp(entry->d_name, "libmujoco.so.", 13)) continue;
    if (!strcmp(entry->d_name, WANTED))
      right = true;
    else
      other = snprintf(found, size, "%s/%s", folder, entry->d_name) > 0;
  }
  closedir(listing);
  return other && !right;
}

// looked up before anything can fail: to look up clears the text of the last error
static void* (*real_dlopen)(const char* file, int flags);
static char* (*real_dlerror)(void);

__attribute__((constructor)) static void find_real(void) {
  real_dlopen = (void* (*)(const char*, int))dlsym(RTLD_NEXT, "dlopen");
  real_dlerror = (char* (*)(void))dlsym(RTLD_NEXT, "dlerror");
}

__attribute__((noinline)) static bool refuse(const char* file) {
  char found[600];
  if (!real_dlopen) find_real();
  if (!other_version(file, found, sizeof found)) return false;
  snprintf(refusal, sizeof refusal,
           "this program runs on Ingot, which stands in for MuJoCo 3.5.0, and imports another version of the mujoco package "
           "(%s). Install mujoco==3.5.0 in its environment, or start it without LD_PRELOAD",
           found);
  refused = true;
  return true;
}

void* dlopen(const char* file, int flags) {
  if (refuse(file)) return NULL;
  return real_dlopen(file, flags);
}

char* dlerror(void) {
  if (!refused) return real_dlerror ? real_dlerror() : NULL;
  refused = false;
  return refusal;
}
