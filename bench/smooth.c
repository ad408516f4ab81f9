// SPDX-License-Identifier: Apache-2.0
// Each smooth stage against the reference, in one process and in turns: at width 1 through the public functions,
// and at the widest width of this processor, per world.
//   bench_smooth path/of/libmujoco.so.3.5.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "reference.h"
#include "scenes.h"
#include "step/stage.h"
#include "step/width.h"

typedef ig_Run Run;

// a public stage, and the stages of the table that make it up, -1 past the last
typedef struct {
  const char* name;
  Run ours;
  int stages[3];
} Stage;

static void run_rne(const mjModel* m, mjData* d) { mj_rne(m, d, 0, d->qfrc_bias); }

static const Stage stages[] = {
    {"mj_kinematics", mj_kinematics, {IG_STAGE_BODIES, IG_STAGE_FRAMES, -1}},
    {"mj_comPos", mj_comPos, {IG_STAGE_COM, -1}},
    {"mj_camlight", mj_camlight, {IG_STAGE_VIEWS, -1}},
    {"mj_tendon", mj_tendon, {IG_STAGE_TENDON, -1}},
    {"mj_makeM", mj_makeM, {IG_STAGE_INERTIA, -1}},
    {"mj_factorM", mj_factorM, {IG_STAGE_FACTOR, -1}},
    {"mj_transmission", mj_transmission, {IG_STAGE_TRANSMISSION, -1}},
    {"mj_energyPos", mj_energyPos, {IG_STAGE_POTENTIAL, -1}},
    {"mj_comVel", mj_comVel, {IG_STAGE_COM_VELOCITY, -1}},
    {"mj_subtreeVel", mj_subtreeVel, {IG_STAGE_SUBTREE, -1}},
    {"mj_passive", mj_passive, {IG_STAGE_PASSIVE, -1}},
    {"mj_rne", run_rne, {IG_STAGE_BIAS, -1}},
    {"mj_energyVel", mj_energyVel, {IG_STAGE_KINETIC, -1}},
    {"mj_fwdActuation", mj_fwdActuation, {IG_STAGE_ACTUATION, -1}},
    {"mj_fwdAcceleration", mj_fwdAcceleration, {IG_STAGE_ACCELERATION, -1}},
};
enum { nstage = sizeof stages / sizeof stages[0] };

static ig_Reference reference;
static void ref_rne(const mjModel* m, mjData* d) {
  static void (*f)(const mjModel*, mjData*, int, mjtNum*);
  if (!f) *(void**)&f = ig_reference_find(&reference, "mj_rne");
  f(m, d, 0, d->qfrc_bias);
}
static Run find(const char* name) {
  if (!strcmp(name, "mj_rne")) return ref_rne;
  Run run;
  *(void**)&run = ig_reference_find(&reference, name);
  return run;
}

static void random_state(const mjModel* m, mjData* d, unsigned seed) {
  srand(seed);
  for (int i = 0; i < m->nq; i++) d->qpos[i] = m->qpos0[i] + (double)rand() / RAND_MAX - 0.5;
  for (int i = 0; i < m->nv; i++) d->qvel[i] = (double)rand() / RAND_MAX - 0.5;
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = (double)rand() / RAND_MAX - 0.5;
}

static void lower(double* best, double value) {
  if (value < *best) *best = value;
}

// how many calls last long enough for the clock, are short enough to fall between two disturbances, and enough of them for
// the caches to hold the data
static int calls_per_turn(Run run, const mjModel* m, mjData* d) {
  enum { first = 20, least = 30, most = 5000 };
  const double window = 30000;
  run(m, d);
  double start = ig_bench_now();
  for (int k = 0; k < first; k++) run(m, d);
  double calls = window * first / (ig_bench_now() - start + 1);
  return calls < least ? least : calls > most ? most : (int)calls;
}

// The data of both libraries, and where on the stack they are called. Processors serve some addresses worse than others
// (a load waits for a store to the same place in another page), so that there are several of each.
typedef struct {
  mjData *ref_d, *d;
  void* lanes;
  size_t depth;
} Place;

// different states in the lanes
static void fill(const mjModel* m, const ig_Width* wide, void* lanes) {
  static const int inputs[] = {IG_Q_qpos, IG_Q_qvel, IG_Q_ctrl};
  ig_Quantities none = {{0, 0}};
  for (int lane = 0; lane < wide->width; lane++) {
    mjData* d = wide->world(lanes, lane);
    random_state(m, d, (unsigned)lane);
    const mjtNum* from[] = {d->qpos, d->qvel, d->ctrl};
    for (int k = 0, n; k < 3; k++) {
      double* to = wide->numbers(m, lanes, inputs[k], &n);
      for (int i = 0; i < n; i++) to[wide->width * i + lane] = from[k][i];
    }
  }
  wide->begin(m, lanes, (1u << wide->width) - 1, &none);
  wide->forward(m, lanes);
}

static void make_place(Place* p, const mjModel* ref_m, const mjModel* m, const ig_Width* wide) {
  p->ref_d = reference.make(ref_m);
  p->d = mj_makeData(m);
  random_state(m, p->ref_d, 1);
  random_state(m, p->d, 1);
  p->lanes = wide ? wide->make(m, false, NULL) : NULL;
  if (wide) fill(m, wide, p->lanes);
}

static void free_place(Place* p, const ig_Width* wide) {
  if (wide) wide->free(p->lanes);
  mj_deleteData(p->d);
  reference.drop_data(p->ref_d);
}

// nanoseconds per call of one stage: by the reference, at width 1, and at the widest per world; the best so far is kept
static __attribute__((noinline)) void measure(const Stage* stage, Run ref, int calls, const mjModel* ref_m, const mjModel* m,
                                              const Place* p, const ig_Width* wide, double best[3]) {
  *(volatile char*)__builtin_alloca(p->depth) = 0;
  double start = ig_bench_now();
  for (int k = 0; k < calls; k++) ref(ref_m, p->ref_d);
  lower(&best[0], (ig_bench_now() - start) / calls);
  start = ig_bench_now();
  for (int k = 0; k < calls; k++) stage->ours(m, p->d);
  lower(&best[1], (ig_bench_now() - start) / calls);
  start = ig_bench_now();
  for (int part = 0; wide && stage->stages[part] >= 0; part++) {
    for (int k = 0; k < calls; k++) wide->run(m, p->lanes, stage->stages[part]);
  }
  lower(&best[2], (ig_bench_now() - start) / calls / (wide ? wide->width : 1));
}

static void measure_all(const mjModel* ref_m, const mjModel* m, const ig_Width* wide, double best[nstage][3]) {
  enum { turns = 60, places = 4 };
  Place place[places];
  for (int i = 0; i < places; i++) {
    make_place(place + i, ref_m, m, wide);
    place[i].depth = 1 + 1104 * (size_t)i;
  }
  Run ref[nstage];
  int calls[nstage];
  for (int s = 0; s < nstage; s++) {
    ref[s] = find(stages[s].name);
    calls[s] = calls_per_turn(ref[s], ref_m, place[0].ref_d);
    best[s][0] = best[s][1] = best[s][2] = 1e30;
  }
  for (int turn = 0; turn < turns * places; turn++) {
    for (int s = 0; s < nstage; s++) measure(stages + s, ref[s], calls[s], ref_m, m, place + turn % places, wide, best[s]);
  }
  for (int i = 0; i < places; i++) free_place(place + i, wide);
}

static void report(const char* scene, int nv, const ig_Width* wide, double best[nstage][3]) {
  double sum[3] = {0};
  printf("\n%s (%d dofs)%*s reference    width 1  ratio   width %d/world  ratio   [ns]\n", scene, nv, (int)(14 - strlen(scene)),
         "", wide ? wide->width : 1);
  for (int s = 0; s <= nstage; s++) {
    const double* t = s < nstage ? best[s] : sum;
    printf("  %-22s %10.1f %10.1f %6.3f %12.1f %9.3f\n", s < nstage ? stages[s].name : "sum", t[0], t[1], t[1] / t[0], t[2],
           t[2] / t[0]);
    for (int k = 0; k < 3 && s < nstage; k++) sum[k] += t[k];
  }
}

static void bench_scene(const ig_BenchScene* scene) {
  static char text[100000];
  text[0] = 0;
  scene->write(text, sizeof text);
  mjModel *ref_m, *m;
  if (!ig_reference_models(&reference, scene->name, text, &ref_m, &m)) return;
  const ig_Width* wide = ig_width_best();
  double best[nstage][3];
  measure_all(ref_m, m, wide, best);
  report(scene->name, m->nv, wide, best);
  mj_deleteModel(m);
  reference.drop_model(ref_m);
}

int main(int argc, char** argv) {
  if (!ig_reference_open(&reference, argc, argv)) return 1;
  for (int i = 0; i < ig_nbench_scene; i++) bench_scene(ig_bench_scenes + i);
  return 0;
}
