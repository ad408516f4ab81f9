// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void* ig_reference_find(const ig_Reference* r, const char* name) { return dlsym(r->handle, name); }

bool ig_reference_open(ig_Reference* r, int argc, char** argv) {
  const char* path = argc > 1 ? argv[1] : getenv("INGOT_REFERENCE");
#ifdef LM_ID_NEWLM
  r->handle = path ? dlmopen(LM_ID_NEWLM, path, RTLD_NOW | RTLD_LOCAL) : NULL;
#else
  // without names of its own the library would find ours
  r->handle = NULL;
  if (path) fprintf(stderr, "this C library has no dlmopen\n");
#endif
  if (!r->handle) {
    fprintf(stderr, "usage: %s libmujoco.so.3.5.0 (or set INGOT_REFERENCE)\n", argv[0]);
    return false;
  }
  *(void**)&r->load = ig_reference_find(r, "mj_loadXML");
  *(void**)&r->save = ig_reference_find(r, "mj_saveModel");
  *(void**)&r->size = ig_reference_find(r, "mj_sizeModel");
  *(void**)&r->make = ig_reference_find(r, "mj_makeData");
  *(void**)&r->drop_data = ig_reference_find(r, "mj_deleteData");
  *(void**)&r->drop_model = ig_reference_find(r, "mj_deleteModel");
  return true;
}

bool ig_reference_models(const ig_Reference* r, const char* name, const char* text, mjModel** theirs, mjModel** ours) {
  char path[] = "/tmp/ingot_bench_XXXXXX", error[500] = "";
  int file = mkstemp(path);
  bool written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
  if (file >= 0) close(file);
  *theirs = written ? r->load(path, NULL, error, sizeof error) : NULL;
  unlink(path);
  if (!*theirs) {
    printf("%s: %s\n", name, error);
    return false;
  }
  int bytes = (int)r->size(*theirs);
  void* buffer = malloc((size_t)bytes);
  r->save(*theirs, NULL, buffer, bytes);
  *ours = mj_loadModelBuffer(buffer, bytes);
  free(buffer);
  return *ours;
}

double ig_bench_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
