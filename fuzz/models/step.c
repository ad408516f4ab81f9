// SPDX-License-Identifier: Apache-2.0
// The child of run.py: loads a model, steps it, and says in its exit status what came of it.
//
// A model that cannot be loaded must say why; one that steps must end with a state that is finite, or with a warning that
// says otherwise. An error raised while stepping is a finding: a program without a handler would end there.
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/plugins.h>

// as run.py reads them
enum { STEPPED = 0, REFUSED = 10, SILENT = 11, RAISED = 12, NOT_FINITE = 13 };

static void on_error(const char* text) {
  printf("error while stepping: %s\n", text);
  fflush(stdout);
  _Exit(RAISED);
}

static void on_warning(const char* text) { (void)text; }

static int refused(const char* error) {
  printf("%.300s\n", error);
  return error[0] ? REFUSED : SILENT;
}

// the first number of the state that is not finite, -1: none
static int find_bad(const mjModel* m, const mjData* d) {
  int n = mj_stateSize(m, mjSTATE_FULLPHYSICS), bad = -1;
  mjtNum* state = malloc((size_t)(n + 1) * sizeof *state);
  if (!state) return -1;
  mj_getState(m, d, state, mjSTATE_FULLPHYSICS);
  for (int i = 0; i < n && bad < 0; i++) {
    if (!isfinite(state[i])) bad = i;
  }
  free(state);
  return bad;
}

static int step(const mjModel* m, mjData* d, int steps) {
  unsigned seed = 1;
  for (int i = 0; i < steps; i++) {
    for (int k = 0; k < m->nu; k++) {
      seed = 1664525u * seed + 1013904223u;
      d->ctrl[k] = (double)seed / 2147483648.0 - 1;
    }
    mj_step(m, d);
  }
  mj_forward(m, d);
  int warnings = 0;
  for (int i = 0; i < mjNWARNING; i++) warnings += d->warning[i].number;
  int bad = find_bad(m, d);
  if (bad < 0 || warnings) return STEPPED;
  printf("number %d of the state is not finite after %d steps, without a warning\n", bad, steps);
  return NOT_FINITE;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  ingot_loadPlugins(NULL, NULL, NULL);
  mju_user_warning = on_warning;
  char error[1000] = "";
  mjModel* m = mj_loadXML(argv[1], NULL, error, sizeof error);
  if (!m) return refused(error);
  mju_user_error = on_error;
  mjData* d = mj_makeData(m);
  if (!d) return refused("no mjData");
  int result = step(m, d, atoi(argv[2]));
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_freeLastXML();
  return result;
}
