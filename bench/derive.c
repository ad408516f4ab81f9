// SPDX-License-Identifier: Apache-2.0
// Derivatives of a step and of inverse dynamics with the inputs in lanes, inverse dynamics and rays of many worlds in lanes, and
// all of it one after the other: processor time, turn by turn, the least of some; the bits are compared.
//   bench_derive model.xml ...
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ingot/worlds.h>
#include <mujoco/mujoco.h>

enum { TURNS = 20, STEPS = 120, WORLDS = 64, RAYS = 16 };

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// with a callback there are no lanes
static void no_force(const mjModel* m, mjData* d) { (void)m, (void)d; }

// something that is asked, and the numbers of its answer
typedef struct {
  const mjModel* m;
  mjData* d;
  ingotWorlds* w;
  bool centered;
  double *qacc, *origin, *direction;
  double* answer;
  size_t count;
} Question;

typedef void (*Ask)(Question* q);

static void race(Question* q, const char* name, Ask ask) {
  double *answers[2], least[2] = {1e9, 1e9};
  for (int k = 0; k < 2; k++) answers[k] = calloc(q->count + 1, sizeof(double));
  for (int turn = 0; turn < TURNS; turn++) {
    for (int k = 0; k < 2; k++) {
      mjcb_passive = k ? no_force : NULL;
      q->answer = answers[k];
      double start = seconds();
      ask(q);
      double took = seconds() - start;
      if (took < least[k]) least[k] = took;
    }
  }
  mjcb_passive = NULL;
  bool same = !memcmp(answers[0], answers[1], sizeof(double) * q->count);
  printf("  %-22s %9.1f us in lanes %9.1f us one by one %6.2f%s\n", name, 1e6 * least[0], 1e6 * least[1], least[1] / least[0],
         same ? "" : "  OTHER BITS");
  for (int k = 0; k < 2; k++) free(answers[k]);
}

static void ask_transition(Question* q) {
  size_t nx = (size_t)(2 * q->m->nv + q->m->na);
  mjd_transitionFD(q->m, q->d, 1e-6, q->centered, q->answer, q->answer + nx * nx, NULL, NULL);
}

// it leaves its data as its last nudge did
static void ask_inverse_rate(Question* q) {
  const mjModel* m = q->m;
  size_t square = (size_t)m->nv * (size_t)m->nv;
  memcpy(q->d->qacc, q->qacc, sizeof(double) * (size_t)m->nv);
  mjd_inverseFD(m, q->d, 1e-6, true, q->answer, q->answer + square, q->answer + 2 * square, NULL, NULL, NULL, NULL);
}

static void ask_inverse(Question* q) { ingot_worldsInverse(q->w, q->qacc, q->answer, NULL, NULL); }

static void ask_rays(Question* q) {
  ingotRays rays = {.count = RAYS, .origin = q->origin, .direction = q->direction, .with_static = 1, .except_body = -1};
  rays.distance = q->answer;
  ingot_worldsRays(q->w, &rays, NULL, NULL);
}

static double number(int i) { return (i * 7919 % 1009) / 504.5 - 1; }

static ingotWorlds* make_worlds(const mjModel* m, const mjData* d) {
  const mjModel* models[WORLDS];
  for (int e = 0; e < WORLDS; e++) models[e] = m;
  ingotWorlds* w = NULL;
  ingotReport report;
  if (ingot_worldsCreate(models, WORLDS, 1, &w, &report) != INGOT_OK) {
    printf("  %s\n", report.text);
    exit(1);
  }
  ingotView qpos, qvel;
  ingot_worldsField(w, 0, INGOT_QPOS, &qpos, NULL);
  ingot_worldsField(w, 0, INGOT_QVEL, &qvel, NULL);
  for (int e = 0; e < WORLDS; e++) {
    for (int i = 0; i < qpos.count; i++) qpos.data[i * qpos.stride + e] = d->qpos[i] + 1e-3 * number(i + 31 * e);
    for (int i = 0; i < qvel.count; i++) qvel.data[i * qvel.stride + e] = d->qvel[i] + 1e-2 * number(i + 17 * e);
  }
  return w;
}

static void ask_all(const mjModel* m, mjData* d) {
  size_t nv = (size_t)m->nv, nx = 2 * nv + (size_t)m->na, rays = (size_t)WORLDS * RAYS;
  Question q = {.m = m, .d = d, .w = make_worlds(m, d)};
  q.qacc = malloc(sizeof(double) * (WORLDS * nv + 1));
  q.origin = malloc(sizeof(double) * 3 * rays);
  q.direction = malloc(sizeof(double) * 3 * rays);
  for (size_t i = 0; i < WORLDS * nv; i++) q.qacc[i] = 5 * number((int)i);
  for (size_t i = 0; i < 3 * rays; i++) {
    q.origin[i] = 2 * number((int)i) + (i % 3 == 2 ? 2.5 : 0);
    q.direction[i] = (i % 3 == 2 ? 0.5 : 0) - q.origin[i];
  }
  q.count = nx * nx + nx * (size_t)m->nu;
  race(&q, "step, one-sided", ask_transition);
  q.centered = true;
  race(&q, "step, centred", ask_transition);
  q.count = 3 * nv * nv;
  race(&q, "inverse dynamics", ask_inverse_rate);
  q.count = WORLDS * nv;
  race(&q, "worlds, inverse", ask_inverse);
  q.count = rays;
  race(&q, "worlds, rays", ask_rays);
  ingot_worldsDelete(q.w);
  free(q.qacc), free(q.origin), free(q.direction);
}

int main(int argc, char** argv) {
  for (int i = 1; i < argc; i++) {
    char error[500] = "";
    mjModel* m = mj_loadXML(argv[i], NULL, error, sizeof error);
    if (!m) continue;
    // which has no finite differences
    if (m->opt.integrator == mjINT_RK4) m->opt.integrator = mjINT_EULER;
    mjData* d = mj_makeData(m);
    for (int step = 0; step < STEPS; step++) {
      for (int k = 0; k < m->nu; k++) d->ctrl[k] = 0.1 * ((step * 7 + k * 13) % 11 - 5);
      mj_step(m, d);
    }
    mj_forward(m, d);
    printf("%s, %d rows\n", argv[i], d->nefc);
    ask_all(m, d);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  return 0;
}
