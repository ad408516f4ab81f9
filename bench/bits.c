// SPDX-License-Identifier: Apache-2.0
// Worlds against mj_step, bit by bit, on any models: 11 worlds that differ in state and controls, some steps, on 1, 2 and 3
// threads; states, sensors and outputs of all worlds, and the data of the first.
//   bench_bits [-n steps] model.xml ...
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/read.h>
#include <ingot/worlds.h>

enum { WORLDS = 11 };

static double random_number(unsigned* seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 23) - 1;
}

static void start(const mjModel* m, mjData* d, int world) {
  unsigned seed = 7u + 31u * (unsigned)world;
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.1 * random_number(&seed);
}

static void control(const mjModel* m, double* ctrl, int world, int step) {
  unsigned seed = 77u + 1009u * (unsigned)world + 31u * (unsigned)step;
  for (int i = 0; i < m->nu; i++) {
    double low = -1, high = 1;
    if (m->actuator_ctrllimited[i]) low = m->actuator_ctrlrange[2 * i], high = m->actuator_ctrlrange[2 * i + 1];
    ctrl[i] = low + (high - low) * 0.5 * (1 + random_number(&seed));
  }
}

static bool same(const ingotView* view, int world, const double* numbers) {
  for (int i = 0; i < view->count; i++) {
    double a = view->data[i * view->stride + world], b = numbers[i];
    if (!(a != a && b != b) && memcmp(&a, &b, sizeof a)) return false;
  }
  return true;
}

static void quiet(const char* text) { (void)text; }

// name of what differs, NULL: nothing
static const char* compare(ingotWorlds* w, const mjModel* m, int world, int steps) {
  static const struct {
    ingotField field;
    const char* name;
  } fields[] = {{INGOT_QPOS, "qpos"},       {INGOT_QVEL, "qvel"},
                {INGOT_ACT, "act"},         {INGOT_WARMSTART, "qacc_warmstart"},
                {INGOT_HISTORY, "history"}, {INGOT_SENSORDATA, "sensordata"}};
  mjData* d = mj_makeData(m);
  start(m, d, world);
  for (int k = 0; k < steps; k++) {
    control(m, d->ctrl, world, k);
    mj_step(m, d);
  }
  const double* numbers[] = {d->qpos, d->qvel, d->act, d->qacc_warmstart, d->history, d->sensordata};
  const char* wrong = NULL;
  ingotView view;
  for (int f = 0; f < 6 && !wrong; f++) {
    ingot_worldsField(w, 0, fields[f].field, &view, NULL);
    if (!same(&view, world, numbers[f])) wrong = fields[f].name;
  }
  if (!wrong && ingot_worldsOutput(w, 0, "xpos", &view, NULL) == INGOT_OK && !same(&view, world, d->xpos)) wrong = "xpos";
  if (!wrong && ingot_worldsOutput(w, 0, "qfrc_constraint", &view, NULL) == INGOT_OK && !same(&view, world, d->qfrc_constraint))
    wrong = "qfrc_constraint";
  const mjData* other = wrong ? NULL : ingot_worldsData(w, world);
  if (other && (other->ncon != d->ncon || other->nefc != d->nefc)) wrong = "counts";
  mj_deleteData(d);
  return wrong;
}

static int check(const char* path, int steps) {
  ingotReport report;
  mjModel* m;
  if (ingot_load(path, NULL, NULL, &m, &report) != INGOT_OK) return printf("skip  %s: does not load\n", path), 0;
  const mjModel* models[WORLDS];
  for (int e = 0; e < WORLDS; e++) models[e] = m;
  int wrong = 0;
  for (int threads = 1; threads <= 3 && !wrong; threads++) {
    ingotWorlds* w;
    if (ingot_worldsCreate(models, WORLDS, threads, &w, &report) != INGOT_OK)
      return printf("skip  %s: %s\n", path, report.text), 0;
    mjData* d = mj_makeData(m);
    double* controls = calloc((size_t)WORLDS * (size_t)steps * (size_t)(m->nu + 1), sizeof(double));
    ingotView qvel;
    ingot_worldsField(w, 0, INGOT_QVEL, &qvel, NULL);
    for (int e = 0; e < WORLDS; e++) {
      start(m, d, e);
      for (int i = 0; i < m->nv; i++) qvel.data[i * qvel.stride + e] = d->qvel[i];
      for (int k = 0; k < steps; k++) control(m, controls + ((size_t)e * (size_t)steps + (size_t)k) * (size_t)(m->nu + 1), e, k);
    }
    ingotStatus status = ingot_worldsFollow(w, steps, controls, (int)m->nu + 1, NULL, &report);
    const char* reason;
    int width = ingot_worldsWidth(w, 0, &reason);
    for (int e = 0; e < WORLDS && status == INGOT_OK && !wrong; e++) {
      const char* what = compare(w, m, e, steps);
      if (what) wrong = printf("WRONG %s: %s of world %d, %d threads, width %d\n", path, what, e, threads, width);
    }
    if (threads == 3 && !wrong) printf("ok    %s, width %d %s%s\n", path, width, reason, status == INGOT_OK ? "" : report.text);
    free(controls);
    mj_deleteData(d);
    ingot_worldsDelete(w);
  }
  mj_deleteModel(m);
  fflush(stdout);
  return wrong != 0;
}

int main(int argc, char** argv) {
  int steps = 30, first = 1, wrong = 0;
  if (argc > 3 && !strcmp(argv[1], "-n")) steps = atoi(argv[2]), first = 3;
  mju_user_warning = quiet;
  for (int i = first; i < argc; i++) wrong += check(argv[i], steps);
  printf("%d models, %d wrong\n", argc - first, wrong);
  return wrong != 0;
}
