// SPDX-License-Identifier: Apache-2.0
// jacobian="dense" against jacobian="sparse", bit by bit, on any models and with every solver: how J is stored must not change a
// result wherever the rows and islands are the same.
//   bench_storage [-n steps] model.xml ...
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/read.h>
#include <ingot/worlds.h>

static void quiet(const char* text) { (void)text; }

static void control(const mjModel* m, mjData* d, int step) {
  unsigned seed = 77u + 31u * (unsigned)step;
  for (int i = 0; i < m->nu; i++) {
    seed = seed * 1664525u + 1013904223u;
    double low = -1, high = 1;
    if (m->actuator_ctrllimited[i]) low = m->actuator_ctrlrange[2 * i], high = m->actuator_ctrlrange[2 * i + 1];
    d->ctrl[i] = low + (high - low) * (double)(seed >> 8) / (1 << 24);
  }
}

static bool same(const double* a, const double* b, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    if (!(a[i] != a[i] && b[i] != b[i]) && memcmp(a + i, b + i, sizeof *a)) return false;
  }
  return true;
}

// the array that differs; NULL: none
static const char* difference(const mjModel* m, const mjData* a, const mjData* b) {
  if (!same(a->qpos, b->qpos, m->nq)) return "qpos";
  if (!same(a->qvel, b->qvel, m->nv)) return "qvel";
  if (!same(a->act, b->act, m->na)) return "act";
  if (!same(a->qacc, b->qacc, m->nv)) return "qacc";
  if (!same(a->qfrc_constraint, b->qfrc_constraint, m->nv)) return "qfrc_constraint";
  if (!same(a->sensordata, b->sensordata, m->nsensordata)) return "sensordata";
  if (a->nefc == b->nefc && !same(a->efc_force, b->efc_force, a->nefc)) return "efc_force";
  return NULL;
}

// 1: wrong, 0: not
static int check_solver(const char* path, mjModel* m, int solver, int steps) {
  static const char* const names[] = {"PGS", "CG", "Newton"};
  mjData* d[2] = {mj_makeData(m), mj_makeData(m)};
  const char* what = NULL;
  bool alike = true;
  int step = 0;
  m->opt.solver = solver;
  for (; step < steps && !what && alike; step++) {
    for (int k = 0; k < 2; k++) {
      m->opt.jacobian = k ? mjJAC_SPARSE : mjJAC_DENSE;
      control(m, d[k], step);
      mj_step(m, d[k]);
    }
    alike = d[0]->ncon == d[1]->ncon && d[0]->nefc == d[1]->nefc && d[0]->nisland == d[1]->nisland;
    what = alike ? difference(m, d[0], d[1]) : NULL;
  }
  if (what) printf("WRONG %s: %s, %s in step %d\n", path, names[solver], what, step);
  if (!alike) printf("other %s: %s, other rows or islands in step %d\n", path, names[solver], step);
  for (int k = 0; k < 2; k++) mj_deleteData(d[k]);
  return what != NULL;
}

static int check(const char* path, int steps) {
  ingotReport report;
  mjModel* m;
  if (ingot_load(path, NULL, NULL, &m, &report) != INGOT_OK) return printf("skip  %s: does not load\n", path), 0;
  int wrong = 0;
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) wrong |= check_solver(path, m, solver, steps);
  if (!wrong) printf("ok    %s\n", path);
  mj_deleteModel(m);
  fflush(stdout);
  return wrong;
}

int main(int argc, char** argv) {
  int steps = 100, first = 1, wrong = 0;
  if (argc > 3 && !strcmp(argv[1], "-n")) steps = atoi(argv[2]), first = 3;
  mju_user_warning = quiet;
  for (int i = first; i < argc; i++) wrong += check(argv[i], steps);
  printf("%d models, %d wrong\n", argc - first, wrong);
  return wrong != 0;
}
