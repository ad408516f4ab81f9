// SPDX-License-Identifier: Apache-2.0
// Collision and constraint rows: time per world side by side, against worlds one after the other, turn by turn in one run.
//   bench_contacts model.xml ...
// Worlds are simulated with random controls first, so that they touch what they usually touch.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "collide/driver.h"
#include "constrain/rows.h"
#include "reference.h"
#include "step/stage.h"
#include "step/width.h"

enum { MOST = 8, WARM_UP = 200, VECTORS = 8, TURNS = 60 };

static double uniform(void) { return (double)rand() / RAND_MAX; }

static void warm_up(const mjModel* m, mjData* d) {
  for (int step = 0; step < WARM_UP; step++) {
    for (int i = 0; i < m->nu; i++) {
      const mjtNum* range = m->actuator_ctrlrange + 2 * i;
      d->ctrl[i] = m->actuator_ctrllimited[i] ? range[0] + uniform() * (range[1] - range[0]) : 2 * uniform() - 1;
    }
    mj_step(m, d);
  }
}

static void load(const ig_Width* w, const mjModel* m, void* lanes, int lane, const mjData* d) {
  static const size_t offsets[] = {
#define X(type, name, rows, columns) offsetof(mjData, name),
      MJDATA_POINTERS
#undef X
  };
  for (int q = 0; q < IG_Q_time; q++) {
    int n;
    double* to = w->numbers(m, lanes, q, &n);
    for (int i = 0; to && i < n; i++) to[w->width * i + lane] = (*(double* const*)((const char*)d + offsets[q]))[i];
  }
  memcpy(w->world(lanes, lane)->eq_active, d->eq_active, (size_t)m->neq);
}

static void lower(double* best, double value) {
  if (value < *best) *best = value;
}

typedef struct {
  double single[2], lanes[2];  // collision, rows: nanoseconds of all vectors
  int contacts, rows;
} Times;

static void time_vectors(const ig_Width* w, const mjModel* m, mjData** d, void** lanes, Times* t) {
  int n = w->width;
  Times turn = {{0, 0}, {0, 0}, 0, 0};
  for (int v = 0; v < VECTORS; v++) {
    double start = ig_bench_now();
    for (int k = 0; k < n; k++) ig_collision(m, d[v * n + k]);
    double middle = ig_bench_now();
    for (int k = 0; k < n; k++) ig_make_rows(m, d[v * n + k]);
    double end = ig_bench_now();
    turn.single[0] += middle - start;
    turn.single[1] += end - middle;
    for (int k = 0; k < n; k++) turn.contacts += d[v * n + k]->ncon, turn.rows += d[v * n + k]->nefc;
  }
  for (int v = 0; v < VECTORS; v++) {
    double start = ig_bench_now();
    w->run(m, lanes[v], IG_STAGE_COLLISION);
    double middle = ig_bench_now();
    w->run(m, lanes[v], IG_STAGE_ROWS);
    double end = ig_bench_now();
    turn.lanes[0] += middle - start;
    turn.lanes[1] += end - middle;
  }
  for (int k = 0; k < 2; k++) lower(&t->single[k], turn.single[k]), lower(&t->lanes[k], turn.lanes[k]);
  t->contacts = turn.contacts;
  t->rows = turn.rows;
}

static void bench(const ig_Width* w, const mjModel* m, const char* name) {
  enum { ALL = MOST * VECTORS };
  mjData* d[ALL];
  void* lanes[VECTORS];
  ig_Quantities none = {{0, 0}};
  int n = w->width, worlds = n * VECTORS;
  for (int k = 0; k < worlds; k++) {
    d[k] = mj_makeData(m);
    if (m->nkey) mj_resetDataKeyframe(m, d[k], 0);
    warm_up(m, d[k]);
  }
  for (int v = 0; v < VECTORS; v++) {
    lanes[v] = w->make(m, false, NULL);
    // a second time, when the room fits
    for (int run = 0; run < 2; run++) {
      for (int k = 0; k < n; k++) load(w, m, lanes[v], k, d[v * n + k]);
      w->begin(m, lanes[v], (1u << n) - 1, &none);
      w->forward(m, lanes[v]);
    }
  }
  for (int k = 0; k < worlds; k++) mj_forward(m, d[k]);
  Times t = {{1e30, 1e30}, {1e30, 1e30}, 0, 0};
  for (int turn = 0; turn < TURNS; turn++) time_vectors(w, m, d, lanes, &t);
  double single = t.single[0] + t.single[1], wide = t.lanes[0] + t.lanes[1];
  printf("%-28s %5.1f %6.1f  %8.0f %8.0f %8.0f %8.0f   %5.2f %5.2f %6.2f\n", name, (double)t.contacts / worlds,
         (double)t.rows / worlds, t.single[0] / worlds, t.lanes[0] / worlds, t.single[1] / worlds, t.lanes[1] / worlds,
         t.single[0] / t.lanes[0], t.single[1] / t.lanes[1], single / wide);
  for (int k = 0; k < worlds; k++) mj_deleteData(d[k]);
  for (int v = 0; v < VECTORS; v++) w->free(lanes[v]);
}

int main(int count, char** path) {
  const ig_Width* w = ig_width_best();
  if (!w || count < 2) {
    fprintf(stderr, !w ? "this processor has no lanes\n" : "usage: bench_contacts model.xml ...\n");
    return 1;
  }
  printf("width %d, nanoseconds per world (single, lanes)\n", w->width);
  printf("%-28s %5s %6s  %17s %17s   %5s %5s %6s\n", "model", "con", "rows", "collision", "rows", "col", "rows", "both");
  for (int i = 1; i < count; i++) {
    char error[500];
    mjModel* m = mj_loadXML(path[i], NULL, error, sizeof error);
    const char* slash = strrchr(path[i], '/');
    if (!m) {
      fprintf(stderr, "%s: %s\n", path[i], error);
      return 1;
    }
    const char* refused = ig_width_refusal(m);
    if (refused) {
      printf("%-28s %s\n", slash ? slash + 1 : path[i], refused);
    } else {
      bench(w, m, slash ? slash + 1 : path[i]);
    }
    mj_deleteModel(m);
  }
  return 0;
}
