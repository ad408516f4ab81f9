// SPDX-License-Identifier: Apache-2.0
// Derivatives, inverse dynamics and rays of all worlds are those of each alone, and change none.
#include <stdlib.h>
#include <string.h>

#include <ingot/worlds.h>

#include "model.h"
#include "test.h"

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

TEST(transitions_of_all_worlds_are_those_of_each) {
  mjModel* m = ig_test_model(arm);
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
