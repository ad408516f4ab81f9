// SPDX-License-Identifier: Apache-2.0
#include "engine.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "source.h"

ig_Engine ig_own_engine(void) {
  return (ig_Engine){
#define X(type, name, arguments) .name = name,
      IG_ENGINE_FUNCTIONS(X)
#undef X
          .mjcb_time = &mjcb_time,
      .label = "ingot",
  };
}

// an error handler must not return, and nothing of the other engine can be used after it
static void other_error(const char* text) { exit(ig_complain(IG_EXIT_ENGINE, "error in the other library: %s", text)); }
static void other_warning(const char* text) { (void)text; }

bool ig_open_engine(const char* path, ig_Engine* engine) {
  *engine = (ig_Engine){.label = strrchr(path, '/') ? strrchr(path, '/') + 1 : path};
  struct stat info;
  if (!stat(path, &info) && !S_ISREG(info.st_mode)) {
    ig_complain(IG_EXIT_FILE, "cannot open the library: '%s' is not a regular file", path);
    return false;
  }
  // a namespace of its own: two libraries with the same names must not see each other
#ifdef LM_ID_NEWLM
  engine->handle = dlmopen(LM_ID_NEWLM, path, RTLD_NOW | RTLD_LOCAL);
  const char* reason = dlerror();
#else
  const char* reason = "this C library cannot keep two libraries with the same names apart (glibc can)";
#endif
  if (!engine->handle) {
    ig_complain(IG_EXIT_FILE, "cannot open the library: %s", reason);
    return false;
  }
  const char* missing = NULL;
#define X(type, name, arguments)                         \
  *(void**)&engine->name = dlsym(engine->handle, #name); \
  if (!engine->name) missing = #name;
  IG_ENGINE_FUNCTIONS(X)
#undef X
  engine->mjcb_time = dlsym(engine->handle, "mjcb_time");
  void (**error)(const char*) = dlsym(engine->handle, "mju_user_error");
  void (**warning)(const char*) = dlsym(engine->handle, "mju_user_warning");
  if (!engine->mjcb_time || !error || !warning) missing = "mjcb_time or mju_user_error";
  if (missing) {
    ig_complain(IG_EXIT_FILE, "'%s' has no %s: it is not a library of MuJoCo's C API", path, missing);
    return false;
  }
  if (engine->mj_version() != mj_version()) {
    ig_complain(IG_EXIT_FILE, "'%s' has API version %d, needed is %d: structures differ", path, engine->mj_version(),
                mj_version());
    return false;
  }
  *error = other_error;
  *warning = other_warning;
  return true;
}

mjModel* ig_engine_model(const ig_Engine* engine, const char* path) {
  char error[1024] = "";
  const ig_Embedded* own = ig_own_model(path);
  mjModel* m = NULL;
  if (own) {
    mjVFS vfs;
    engine->mj_defaultVFS(&vfs);
    engine->mj_addBufferVFS(&vfs, "own.xml", own->text, (int)own->size);
    m = engine->mj_loadXML("own.xml", &vfs, error, sizeof error);
    engine->mj_deleteVFS(&vfs);
  } else if (ig_format_of(path) == IG_FORMAT_MJB) {
    m = engine->mj_loadModel(path, NULL);
  } else {
    m = engine->mj_loadXML(path, NULL, error, sizeof error);
  }
  if (!m) ig_complain(IG_EXIT_MODEL, "%s cannot load '%s': %s", engine->label, ig_model_title(path), error);
  return m;
}

// splitmix64: the same numbers on every machine
double ig_random(uint64_t* state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

void ig_random_controls(const mjModel* m, mjData* d, uint64_t* state) {
  for (int i = 0; i < m->nu; i++) {
    double low = m->actuator_ctrllimited[i] ? m->actuator_ctrlrange[2 * i] : -1;
    double high = m->actuator_ctrllimited[i] ? m->actuator_ctrlrange[2 * i + 1] : 1;
    d->ctrl[i] = low + (high - low) * ig_random(state);
  }
}
