// SPDX-License-Identifier: Apache-2.0
// Derivatives, inverse dynamics and rays of all worlds are those of each alone, and change none.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/derivatives.h>
#include <ingot/worlds.h>

#include "model.h"
#include "test.h"
#include "wide.h"
#include "world/worlds.h"

static const char arm[] =
    "<mujoco><worldbody><geom name='floor' type='plane' size='3 3 .1'/><body pos='0 0 .5'><joint name='a' axis='0 1 0' "
    "damping='.1'/>"
    "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.03'/><body pos='.3 0 0'><joint name='b' axis='0 1 0'/><geom name='tip' "
    "type='capsule' fromto='0 0 0 .3 0 0' size='.03'/></body></body></worldbody><actuator><motor joint='a'/><general joint='b' "
    "dyntype='filter' dynprm='.1'/></actuator><sensor><jointpos joint='a'/><framelinvel objtype='geom' "
    "objname='tip'/></sensor></mujoco>";

enum { COUNT = 5, NX = 5, NU = 2, NS = 4 };

static ingotWorlds* make(const mjModel* m) {
  const mjModel* models[COUNT];
  for (int e = 0; e < COUNT; e++) models[e] = m;
  ingotWorlds* w = NULL;
  CHECK_INT(ingot_worldsCreate(models, COUNT, 2, &w, NULL), INGOT_OK);
  ingotView qpos, ctrl;
  ingot_worldsField(w, 0, INGOT_QPOS, &qpos, NULL);
  ingot_worldsField(w, 0, INGOT_CTRL, &ctrl, NULL);
  for (int e = 0; e < COUNT; e++) {
    qpos.data[e] = 0.1 * e;
    ctrl.data[ctrl.stride + e] = 0.2 * e;
  }
  CHECK_INT(ingot_worldsStep(w, 30, NULL, NULL), INGOT_OK);
  return w;
}

static mjData* alone(const mjModel* m, int world) {
  mjData* d = mj_makeData(m);
  d->qpos[0] = 0.1 * world;
  d->ctrl[1] = 0.2 * world;
  for (int k = 0; k < 30; k++) mj_step(m, d);
  return d;
}

static void transitions_are_those_of_each(const char* xml) {
  mjModel* m = ig_test_model(xml);
  if (!m) return;
  ingotWorlds* w = make(m);
  static double A[COUNT][NX * NX], B[COUNT][NX * NU], C[COUNT][NS * NX], D[COUNT][NS * NU], a[NX * NX], b[NX * NU], c[NS * NX],
      dd[NS * NU];
  CHECK_INT(ingot_worldsTransition(w, 1e-6, 1, A[0], B[0], C[0], D[0], NULL, NULL), INGOT_OK);
  for (int e = 0; e < COUNT; e++) {
    mjData* d = alone(m, e);
    mjd_transitionFD(m, d, 1e-6, 1, a, b, c, dd);
    CHECK(!memcmp(a, A[e], sizeof a) && !memcmp(b, B[e], sizeof b) && !memcmp(c, C[e], sizeof c) && !memcmp(dd, D[e], sizeof dd));
    mj_deleteData(d);
  }
  ingotView time;
  ingot_worldsField(w, 0, INGOT_TIME, &time, NULL);
  CHECK_NEAR(time.data[0], 30 * m->opt.timestep, 1e-12);
  ingotReport report;
  CHECK_INT(ingot_worldsTransition(w, 0, 1, A[0], NULL, NULL, NULL, NULL, &report), INGOT_BAD_ARGUMENT);
  CHECK_HAS(report.text, "eps");
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

// bit by bit
TEST(transitions_of_all_worlds_are_those_of_each) { transitions_are_those_of_each(arm); }

// the matrix of an implicit integrator depends on the control of a damper, which 3.5.0 leaves out of the derivative
TEST(transitions_keep_the_matrix_of_an_implicit_integrator) {
  static const char motor[] = "<motor joint='a'/>";
  const char *body = strstr(arm, "<worldbody>"), *rest = strstr(arm, motor);
  char text[2000];
  for (int k = 0; rest && k < 2; k++) {
    snprintf(text, sizeof text, "<mujoco><option integrator='%s'/>%.*s<damper joint='a' kv='2' ctrlrange='0 9'/>%s",
             k ? "implicit" : "implicitfast", (int)(rest - body), body, rest + sizeof motor - 1);
    transitions_are_those_of_each(text);
  }
}

TEST(exact_derivatives_of_all_worlds_are_those_of_each) {
  mjModel* m = ig_test_model(arm);
  if (!m) return;
  ingotWorlds* w = make(m);
  static double A[COUNT][NX * NX], B[COUNT][NX * NU], C[COUNT][NS * NX], D[COUNT][NS * NU], a[NX * NX], b[NX * NU], c[NS * NX],
      dd[NS * NU], next[COUNT][NX], state[COUNT][NX], ctrl[COUNT][NU], by_state[NX], by_ctrl[NU], moved[COUNT][NX], by_next[NX];
  for (int e = 0; e < COUNT; e++) {
    for (int k = 0; k < NX; k++) next[e][k] = 1 + 0.1 * e - k;
  }
  CHECK_INT(ingot_worldsExactTransition(w, A[0], B[0], C[0], D[0], NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsVJP(w, next[0], state[0], ctrl[0], NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsJVP(w, next[0], ctrl[0], moved[0], NULL, NULL), INGOT_OK);
  for (int e = 0; e < COUNT; e++) {
    mjData* d = alone(m, e);
    CHECK_INT(ingot_transition(m, d, a, b, c, dd, NULL), INGOT_OK);
    CHECK(!memcmp(a, A[e], sizeof a) && !memcmp(b, B[e], sizeof b) && !memcmp(c, C[e], sizeof c) && !memcmp(dd, D[e], sizeof dd));
    CHECK_INT(ingot_stepVJP(m, d, next[e], by_state, by_ctrl, NULL), INGOT_OK);
    CHECK_INT(ingot_stepJVP(m, d, next[e], ctrl[e], by_next, NULL), INGOT_OK);
    CHECK(!memcmp(by_state, state[e], sizeof by_state) && !memcmp(by_ctrl, ctrl[e], sizeof by_ctrl));
    CHECK(!memcmp(by_next, moved[e], sizeof by_next));
    mj_deleteData(d);
  }
  ingotReport report;
  CHECK_INT(ingot_worldsVJP(w, NULL, NULL, NULL, NULL, &report), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_worldsJVP(w, NULL, NULL, NULL, NULL, &report), INGOT_BAD_ARGUMENT);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(inverse_dynamics_and_rays_of_all_worlds_are_those_of_each) {
  mjModel* m = ig_test_model(arm);
  if (!m) return;
  ingotWorlds* w = make(m);
  double qacc[COUNT][2], qfrc[COUNT][2], origin[COUNT][3], direction[COUNT][3], distance[COUNT], normal[COUNT][3];
  int geom[COUNT];
  for (int e = 0; e < COUNT; e++) {
    qacc[e][0] = 0.3 * e, qacc[e][1] = -1;
    memcpy(origin[e], (double[]){0.1 * e, 0, 2}, sizeof origin[e]);
    memcpy(direction[e], (double[]){0, 0, -1}, sizeof direction[e]);
  }
  CHECK_INT(ingot_worldsInverse(w, qacc[0], qfrc[0], NULL, NULL), INGOT_OK);
  ingotRays rays = {.count = 1,
                    .origin = origin[0],
                    .direction = direction[0],
                    .with_static = 1,
                    .except_body = -1,
                    .distance = distance,
                    .geom = geom,
                    .normal = normal[0]};
  CHECK_INT(ingot_worldsRays(w, &rays, NULL, NULL), INGOT_OK);
  for (int e = 0; e < COUNT; e++) {
    mjData* d = alone(m, e);
    memcpy(d->qacc, qacc[e], sizeof qacc[e]);
    mj_inverse(m, d);
    CHECK(!memcmp(d->qfrc_inverse, qfrc[e], sizeof qfrc[e]));
    int hit;
    mjtNum up[3];
    CHECK_NEAR(mj_ray(m, d, origin[e], direction[e], NULL, 1, -1, &hit, up), distance[e], 0);
    CHECK_INT(geom[e], hit);
    CHECK(!memcmp(up, normal[e], sizeof up));
    CHECK(hit >= 0);
    mj_deleteData(d);
  }
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

// ------------------------------------------------ in lanes, alone, on threads

// an island of shapes of all kinds, with a tree, contacts and rows of several kinds; its options are in the middle
#define SCENE(options)                                                                                                           \
  "<mujoco>" options                                                                                                             \
  "<asset><mesh name='wedge' vertex='0 0 0 .2 0 0 0 .2 0 0 0 .2'/><hfield name='hill' nrow='3' ncol='3' size='1 1 .2 .1' "       \
  "elevation='0 1 0 1 2 1 0 1 0'/></asset><worldbody><geom type='plane' size='5 5 1'/><geom type='hfield' hfield='hill' "        \
  "pos='3 0 0' group='2'/><body name='rider' pos='0 0 .5'><freejoint/><geom type='capsule' fromto='-.2 0 0 .2 0 0' size='.07'/>" \
  "<body pos='.2 0 0'><joint name='a' axis='0 1 0' range='-60 60' damping='.2'/><geom type='cylinder' size='.05 .2' group='1'/>" \
  "</body><body pos='-.2 0 0'><joint name='b' axis='0 1 0' frictionloss='.1'/><geom type='box' size='.05 .05 .2' pos='0 0 "      \
  "-.2'/>"                                                                                                                       \
  "</body></body><body name='ball' pos='.5 0 .3'><freejoint/><geom size='.1' condim='4'/><geom type='ellipsoid' size='.1 .05 "   \
  ".03' pos='.1 0 0'/></body><body pos='0 1 .3'><freejoint/><geom type='mesh' mesh='wedge'/></body></worldbody>"                 \
  "<tendon><fixed name='t' limited='true' range='-.1 .1'><joint joint='a' coef='1'/><joint joint='b' "                           \
  "coef='-1'/></fixed></tendon>"                                                                                                 \
  "<equality><joint joint1='a' joint2='b' active='false'/></equality>"                                                           \
  "<actuator><motor joint='a' gear='20'/><general joint='b' dyntype='filter' dynprm='.05' gainprm='20'/></actuator></mujoco>"

static const char* const scenes[] = {
    SCENE(""),
    SCENE("<option cone='elliptic' jacobian='sparse' integrator='implicitfast'><flag invdiscrete='enable'/></option>"),
    SCENE("<option cone='elliptic' jacobian='dense'><flag invdiscrete='enable' energy='enable'/></option>"),
    SCENE("<option><flag sleep='enable'/></option>"),
};

enum { MOST = 19, RAYS = 7 };

// numbers of a world, the same for all that ask
static void set_world(const mjModel* m, mjData* d, int world) {
  unsigned random = 31 + (unsigned)world;
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.5 * ig_test_random(&random);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = ig_test_random(&random);
  for (int i = 0; i < m->neq; i++) d->eq_active[i] = world % 2;
  d->qpos[2] += 0.2 * ig_test_random(&random);
}

typedef struct {
  double *qacc, *qfrc;
  double origin[MOST][RAYS][3], direction[MOST][RAYS][3], distance[MOST][RAYS], normal[MOST][RAYS][3];
  int geom[MOST][RAYS];
  mjtByte group[mjNGROUP], mask[MOST];
} Questions;

static void make_questions(const mjModel* m, Questions* q) {
  unsigned random = 7;
  memset(q, 0, sizeof *q);
  q->qacc = calloc((size_t)(MOST * m->nv), sizeof(double));
  q->qfrc = calloc((size_t)(MOST * m->nv), sizeof(double));
  for (int i = 0; i < MOST * m->nv; i++) q->qacc[i] = 3 * ig_test_random(&random);
  for (int i = 0; i < MOST * RAYS * 3; i++) {
    ((double*)q->origin)[i] = ig_test_random(&random) + (i % 3 == 2 ? 1 : 0);
    ((double*)q->direction)[i] = ig_test_random(&random) - (i % 3 == 2 ? .5 : 0);
  }
  for (int i = 0; i < mjNGROUP; i++) q->group[i] = i != 1;
  for (int e = 0; e < MOST; e++) q->mask[e] = e % 5 != 3;
}

static void ask(ingotWorlds* w, Questions* q) {
  ingotRays rays = {.count = RAYS,
                    .origin = q->origin[0][0],
                    .direction = q->direction[0][0],
                    .geomgroup = q->group,
                    .with_static = 1,
                    .except_body = 2,
                    .distance = q->distance[0],
                    .geom = q->geom[0],
                    .normal = q->normal[0][0]};
  ingotReport report;
  if (ingot_worldsInverse(w, q->qacc, q->qfrc, q->mask, &report) != INGOT_OK) ig_test_fail(__FILE__, __LINE__, "%s", report.text);
  if (ingot_worldsRays(w, &rays, q->mask, &report) != INGOT_OK) ig_test_fail(__FILE__, __LINE__, "%s", report.text);
}

// in data that is otherwise new
static void check_answers(const mjModel* m, const Questions* q, int world, int n) {
  int nv = (int)m->nv;
  mjData* d = mj_makeData(m);
  set_world(m, d, world);
  memcpy(d->qacc, q->qacc + world * nv, sizeof(double) * (size_t)nv);
  mj_inverse(m, d);
  bool forces = true, rays = true;
  for (int i = 0; i < nv; i++) forces = forces && ig_test_same(q->qfrc[world * nv + i], q->mask[world] ? d->qfrc_inverse[i] : 0);
  for (int i = 0; i < RAYS; i++) {
    int geom;
    mjtNum normal[3];
    mjtNum distance = mj_ray(m, d, q->origin[world][i], q->direction[world][i], q->group, 1, 2, &geom, normal);
    if (!q->mask[world]) distance = 0, geom = 0, memset(normal, 0, sizeof normal);
    rays = rays && ig_test_same(q->distance[world][i], distance) && q->geom[world][i] == geom;
    for (int k = 0; k < 3; k++) rays = rays && ig_test_same(q->normal[world][i][k], normal[k]);
  }
  if (!forces) ig_test_fail(__FILE__, __LINE__, "forces of world %d of %d are not those of mj_inverse", world, n);
  if (!rays) ig_test_fail(__FILE__, __LINE__, "rays of world %d of %d are not those of mj_ray", world, n);
  mj_deleteData(d);
}

static ingotWorlds* many(const mjModel* m, int n, int threads, const ig_Width* width) {
  const mjModel* models[MOST];
  for (int e = 0; e < n; e++) models[e] = m;
  ingotWorlds* w = NULL;
  CHECK_INT(ingot_worldsCreate(models, n, threads, &w, NULL), INGOT_OK);
  CHECK(ig_worlds_use(w, width));
  mjData* d = mj_makeData(m);
  for (int e = 0; e < n; e++) {
    mj_resetData(m, d);
    set_world(m, d, e);
    const double* from[] = {d->qpos, d->qvel, d->ctrl};
    const ingotField fields[] = {INGOT_QPOS, INGOT_QVEL, INGOT_CTRL};
    ingotView view;
    for (int f = 0; f < 3; f++) {
      ingot_worldsView(w, e, fields[f], &view, NULL);
      for (int i = 0; i < view.count; i++) view.data[i * view.stride] = from[f][i];
    }
    ingot_worldsView(w, e, INGOT_EQ_ACTIVE, &view, NULL);
    for (int i = 0; i < view.count; i++) view.data[i * view.stride] = d->eq_active[i];
  }
  mj_deleteData(d);
  return w;
}

TEST(answers_in_lanes_are_those_of_single_worlds) {
  static Questions q;
  for (int scene = 0; scene < (int)(sizeof scenes / sizeof scenes[0]); scene++) {
    mjModel* m = ig_test_model(scenes[scene]);
    for (int i = 0; m && ig_test_width(i); i++) {
      int n = i % 2 ? MOST : 6;
      ingotWorlds* w = many(m, n, 1 + i % 3, ig_test_width(i));
      make_questions(m, &q);
      // lanes may leave the first time, for room
      for (int turn = 0; turn < 2; turn++) {
        ask(w, &q);
        for (int e = 0; e < n; e++) check_answers(m, &q, e, n);
      }
      ingotView time;
      ingot_worldsField(w, 0, INGOT_TIME, &time, NULL);
      CHECK_NEAR(time.data[0], 0, 0);
      ingot_worldsDelete(w);
      free(q.qacc), free(q.qfrc);
    }
    mj_deleteModel(m);
  }
}

// sizes, masses and damping of their own; one has integers of its own, one a model, one numbers that are none
TEST(answers_of_worlds_with_numbers_of_their_own) {
  static Questions q;
  mjModel* m = ig_test_model(scenes[2]);
  if (!m) return;
  for (int i = 0; ig_test_width(i); i++) {
    ingotWorlds* w = many(m, MOST, 2, ig_test_width(i));
    static const char* const names[] = {"body_mass", "geom_size", "dof_damping", "opt.timestep", "geom_group"};
    mjModel* own[MOST];
    for (int e = 0; e < MOST; e++) own[e] = mj_copyModel(NULL, m);
    for (int k = 0; k < 5; k++) {
      static double rows[MOST][200];
      mjtSize width = k == 0 ? m->nbody : k == 1 ? 3 * m->ngeom : k == 2 ? m->nv : k == 3 ? 1 : m->ngeom;
      CHECK_INT(ingot_worldsGetParameter(w, names[k], rows[0], 200, NULL, NULL), INGOT_OK);
      for (int e = 0; e < MOST; e++) {
        for (int j = 0; j < width; j++) {
          if (k < 4) rows[e][j] *= k == 2 && e % 3 == 0 ? 0 : 1 + 0.03 * e;
          if (k == 4 && e == 5) rows[e][j] = 1;
          if (k == 0) own[e]->body_mass[j] = rows[e][j];
          if (k == 1) own[e]->geom_size[j] = rows[e][j];
          if (k == 2) own[e]->dof_damping[j] = rows[e][j];
          if (k == 3) own[e]->opt.timestep = rows[e][j];
          if (k == 4) own[e]->geom_group[j] = (int)rows[e][j];
        }
      }
      CHECK_INT(ingot_worldsSetParameter(w, names[k], rows[0], 200, NULL, NULL), INGOT_OK);
    }
    ingot_worldsOwnModel(w, 8, NULL)->opt.gravity[2] = own[8]->opt.gravity[2] = -3;
    make_questions(m, &q);
    q.qacc[4 * m->nv] = NAN;
    for (int turn = 0; turn < 2; turn++) {
      ask(w, &q);
      for (int e = 0; e < MOST; e++) check_answers(own[e], &q, e, MOST);
    }
    for (int e = 0; e < MOST; e++) mj_deleteModel(own[e]);
    ingot_worldsDelete(w);
    free(q.qacc), free(q.qfrc);
  }
  mj_deleteModel(m);
}

TEST(a_question_without_an_answer_changes_no_world) {
  static Questions q;
  mjModel* m = ig_test_model(scenes[0]);
  if (!m) return;
  ingotWorlds* w = many(m, MOST, 2, ig_width_best());
  ingotReport report;
  make_questions(m, &q);
  memset(q.direction[2][0], 0, sizeof q.direction[2][0]);
  ingotRays rays = {.count = RAYS,
                    .origin = q.origin[0][0],
                    .direction = q.direction[0][0],
                    .with_static = 1,
                    .except_body = 2,
                    .geomgroup = q.group,
                    .distance = q.distance[0],
                    .geom = q.geom[0],
                    .normal = q.normal[0][0]};
  CHECK_INT(ingot_worldsRays(w, &rays, NULL, &report), INGOT_ENGINE_ERROR);
  CHECK_HAS(report.text, "world 2");
  ingotWorldStatus status;
  ingot_worldsStatus(w, 2, &status, NULL);
  CHECK_INT(status.state, INGOT_WORLD_OK);
  memset(q.mask, 1, sizeof q.mask);
  CHECK_INT(ingot_worldsInverse(w, q.qacc, q.qfrc, q.mask, &report), INGOT_OK);
  for (int e = 0; e < MOST; e++) {
    if (e != 2) check_answers(m, &q, e, MOST);
  }
  ingot_worldsDelete(w);
  free(q.qacc), free(q.qfrc);
  mj_deleteModel(m);
}

TEST(a_transition_that_an_integrator_refuses_leaves_the_worlds_well) {
  static double A[COUNT * 16 * 16];
  mjModel* m = ig_test_model(arm);
  if (!m) return;
  m->opt.integrator = mjINT_RK4;
  CHECK(2 * m->nv + m->na <= 16);
  ingotWorlds* w = make(m);
  ingotReport report;
  CHECK_INT(ingot_worldsTransition(w, 1e-6, 0, A, NULL, NULL, NULL, NULL, &report), INGOT_ENGINE_ERROR);
  CHECK_HAS(report.text, "world 0: mjd_transitionFD");
  for (int e = 0; e < COUNT; e++) {
    ingotWorldStatus status;
    ingot_worldsStatus(w, e, &status, NULL);
    CHECK_INT(status.state, INGOT_WORLD_OK);
  }
  CHECK_INT(ingot_worldsStep(w, 1, NULL, &report), INGOT_OK);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}
