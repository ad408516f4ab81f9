// Models from files, with failures as values.
#include <string.h>
#include <strings.h>

#include <ingot/status.h>

#include "base/error.h"
#include "base/guard.h"
#include "base/path.h"

typedef struct {
  const char* path;
  const mjVFS* vfs;
  mjModel* model;
  char error[1000];
} Load;

static _Thread_local char last_warning[1024];

static void note_warning(const char* text) { mju_strncpy(last_warning, text, sizeof last_warning); }

static void load(void* argument) {
  Load* l = argument;
  if (!strcasecmp(ig_path_suffix(l->path), ".mjb")) {
    l->model = mj_loadModel(l->path, l->vfs);
  } else {
    l->model = mj_loadXML(l->path, l->vfs, l->error, sizeof l->error);
  }
}

ingotStatus ingot_load(const char* path, const mjVFS* vfs, mjModel** model, ingotReport* report) {
  if (!path || !model) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_load: path and model must not be NULL");
  Load l = {.path = path, .vfs = vfs};
  *model = NULL;

  // binary models say what is wrong in a warning
  void (*before)(const char*) = ig_thread_warning_handler();
  last_warning[0] = 0;
  ig_set_thread_warning_handler(note_warning);
  ingotStatus status = ingot_guard(load, &l, report);
  ig_set_thread_warning_handler(before);
  if (status != INGOT_OK) return status;
  if (!l.model) return ig_report(report, INGOT_BAD_MODEL, "%s", l.error[0] ? l.error : last_warning);
  *model = l.model;
  return ig_report(report, INGOT_OK, "%s", l.error);
}
