// SPDX-License-Identifier: Apache-2.0
// The child of run.py: loads a model, steps it, and says in its exit status what came of it.
//
// A model that cannot be loaded must say why; one that steps must end with a state that is finite, or with a warning that
// says otherwise. An error raised while stepping is a finding, except one: a model may ask for an arena (size/memory) that
// is too small for the scratch memory of a step with contacts. MuJoCo raises an error there, and so does mj_step. It must
// come back through ingot_guard, and leave data that can be reset and used again: that result is counted on its own.
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/plugins.h>
#include <ingot/status.h>

// as run.py reads them
enum { STEPPED = 0, REFUSED = 10, SILENT = 11, RAISED = 12, NOT_FINITE = 13, SMALL_ARENA = 14 };

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

typedef struct {
  mjModel* m;
  mjData* d;
  int steps;
} Run;

static void step(void* argument) {
  const Run* run = argument;
  const mjModel* m = run->m;
  unsigned seed = 1;
  for (int i = 0; i < run->steps; i++) {
    for (int k = 0; k < m->nu; k++) {
      seed = 1664525u * seed + 1013904223u;
      run->d->ctrl[k] = (double)seed / 2147483648.0 - 1;
    }
    mj_step(m, run->d);
  }
  mj_forward(m, run->d);
}

static int judge(const Run* run) {
  int warnings = 0, bad = find_bad(run->m, run->d);
  for (int i = 0; i < mjNWARNING; i++) warnings += run->d->warning[i].number;
  if (bad < 0 || warnings) return STEPPED;
  printf("number %d of the state is not finite after %d steps, without a warning\n", bad, run->steps);
  return NOT_FINITE;
}

// an error came back: only a full arena may, and without contacts the data goes on
static int judge_error(Run* run, const char* text) {
  printf("error while stepping: %.300s\n", text);
  if (!strstr(text, "mj_stackAlloc: out of memory")) return RAISED;
  mj_resetData(run->m, run->d);
  run->m->opt.disableflags |= mjDSBL_CONTACT;
  run->steps = 1;
  ingotReport report;
  if (ingot_guard(step, run, &report) == INGOT_OK) return judge(run) == STEPPED ? SMALL_ARENA : NOT_FINITE;
  printf("and again after a reset, without contacts: %.300s\n", report.text);
  return RAISED;
}

static int load_and_step(const char* path, int steps) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) return refused(error);
  mjData* d = mj_makeData(m);
  if (!d) return refused("no mjData");
  Run run = {m, d, steps};
  ingotReport report;
  int result = ingot_guard(step, &run, &report) == INGOT_OK ? judge(&run) : judge_error(&run, report.text);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_freeLastXML();
  return result;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  ingot_loadPlugins(NULL, NULL, NULL);
  mju_user_warning = on_warning;
  return load_and_step(argv[1], atoi(argv[2]));
}
