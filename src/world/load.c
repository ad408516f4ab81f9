// SPDX-License-Identifier: Apache-2.0
// Models from files, with failures as values.
#include <string.h>
#include <strings.h>

#include <ingot/read.h>

#include "base/error.h"
#include "base/guard.h"
#include "base/path.h"
#include "compile/compiler.h"
#include "load/load.h"
#include "math/scalar.h"
#include "mjcf/document.h"
#include "model/mjb.h"
#include "spec/access.h"
#include "spec/copy.h"

typedef struct {
  const char* path;
  const mjVFS* vfs;
  mjSpec* spec;
  mjModel* model;
  char error[1000];
} Load;

static _Thread_local char last_warning[1024];

static void note_warning(const char* text) { ig_copy_text(last_warning, text, sizeof last_warning); }

static void load(void* argument) {
  Load* l = argument;
  if (l->spec) {
    l->model = ig_compile_spec(l->spec, l->vfs);
    const char* error = ig_spec_error(l->spec);
    ig_copy_text(l->error, error ? error : "", sizeof l->error);
  } else if (!strcasecmp(ig_path_suffix(l->path), ".mjb")) {
    l->model = ig_load_mjb(l->path, l->vfs);
  } else {
    l->model = ig_load_xml(l->path, l->vfs, l->error, sizeof l->error);
  }
}

// binary models say what is wrong in a warning
static ingotStatus run(Load* l, mjModel** model, ingotReport* report) {
  void (*before)(const char*) = ig_thread_warning_handler();
  last_warning[0] = 0;
  ig_set_thread_warning_handler(note_warning);
  ingotStatus status = ig_guard(load, l, report);
  ig_set_thread_warning_handler(before);
  if (status != INGOT_OK) return status;
  if (!l->model) return ig_report(report, INGOT_BAD_MODEL, "%s", l->error[0] ? l->error : last_warning);
  *model = l->model;
  return ig_report(report, INGOT_OK, "%s", l->error);
}

ingotStatus ingot_compile(mjSpec* spec, const mjVFS* vfs, mjModel** model, ingotReport* report) {
  if (!spec || !model) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_compile: spec and model must not be NULL");
  *model = NULL;
  return run(&(Load){.spec = spec, .vfs = vfs}, model, report);
}

// limits are for text; a binary model has sizes that are checked against each other and against its file
ingotStatus ingot_load(const char* path, const mjVFS* vfs, const ingotLimits* limits, mjModel** model, ingotReport* report) {
  if (!path || !model) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_load: path and model must not be NULL");
  *model = NULL;
  if (!limits || !strcasecmp(ig_path_suffix(path), ".mjb")) return run(&(Load){.path = path, .vfs = vfs}, model, report);
  mjSpec* spec;
  ingotStatus status = ig_parse_limited(path, NULL, vfs, limits, &spec, report);
  if (status != INGOT_OK) return status;
  status = ingot_compile(spec, vfs, model, report);
  ig_delete_spec(spec);
  return status;
}
