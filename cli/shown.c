// SPDX-License-Identifier: Apache-2.0
#include "shown.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "page.h"
#include "source.h"
#include "statefile.h"

static ig_Exit choose_key(ig_Shown* shown, const mjModel* m, const char* name) {
  shown->key = ig_option_object(m, mjOBJ_KEY, "key", name);
  return shown->key < 0 ? IG_EXIT_USAGE : IG_EXIT_OK;
}

static ig_Exit take_recorded(ig_Shown* shown, const mjModel* m, const char* path) {
  if (!shown->trajectory.numbers && !ig_trajectory_read(&shown->trajectory, path)) return IG_EXIT_FILE;
  if (shown->trajectory.hash != ig_model_hash(m) || shown->trajectory.width != mj_stateSize(m, mjSTATE_INTEGRATION)) {
    return ig_complain(IG_EXIT_FILE, "the recorded states '%s' belong to another model", path);
  }
  shown->states = shown->trajectory.numbers;
  shown->nstate = shown->trajectory.count * (size_t)shown->trajectory.width;
  return IG_EXIT_OK;
}

// a state that `ingot run --save-state` wrote
static ig_Exit take_saved(ig_Shown* shown, const mjModel* m, const char* path) {
  mjData* d = mj_makeData(m);
  ig_RunState run;
  bool good = ig_read_statefile(path, m, d, ig_model_hash(m), &run);
  if (good) {
    shown->nstate = (size_t)mj_stateSize(m, mjSTATE_INTEGRATION);
    shown->trajectory.numbers = shown->states = malloc(shown->nstate * sizeof(double));
    if (!shown->states) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
    mj_getState(m, d, shown->states, mjSTATE_INTEGRATION);
  }
  mj_deleteData(d);
  return good ? IG_EXIT_OK : IG_EXIT_FILE;
}

static ig_Exit open_shown(ig_Shown* shown, int count, char** arguments, const char* key, bool broken) {
  *shown = (ig_Shown){.key = -1};
  if (count > 2) return ig_complain(IG_EXIT_USAGE, "one model and its states at a time, not also '%s'", arguments[2]);
  const char* states = count > 1 ? arguments[1] : NULL;
  shown->model = count ? arguments[0] : NULL;
  if (count == 1 && ig_is_trajectory(arguments[0])) {
    states = arguments[0];
    if (!ig_trajectory_read(&shown->trajectory, states)) return IG_EXIT_FILE;
    shown->model = shown->trajectory.model;
  }
  if (shown->model && !strcmp(shown->model, "-"))
    return ig_complain(IG_EXIT_USAGE, "the page needs a model's files, not standard input");
  mjModel* m = ig_open_model(shown->model);
  // what is broken is shown with its message, and again when it is mended; what is not there is a slip of the hand
  if (!m) return broken && !states && !key && shown->model && access(shown->model, R_OK) == 0 ? IG_EXIT_OK : IG_EXIT_MODEL;
  ig_Exit code = key ? choose_key(shown, m, key) : IG_EXIT_OK;
  // the demonstration begins as `ingot run` does
  if (!count && m->nkey) shown->key = 0;
  if (code == IG_EXIT_OK && states) {
    code = ig_is_trajectory(states) ? take_recorded(shown, m, states) : take_saved(shown, m, states);
  }
  mj_deleteModel(m);
  return code;
}

ig_Exit ig_show(int count, char** arguments, const char* key, bool broken,
                ig_Exit (*use)(const void* options, const ig_Shown* shown, const ig_Bytes* page), const void* options) {
  ig_Shown shown = {0};
  ig_Bytes page = {0};
  if (!ig_page_find(&page)) return IG_EXIT_FILE;
  ig_Exit code = open_shown(&shown, count, arguments, key, broken);
  if (code == IG_EXIT_OK) code = use(options, &shown, &page);
  ig_trajectory_free(&shown.trajectory);
  ig_bytes_free(&page);
  return code;
}
