// SPDX-License-Identifier: Apache-2.0
// Lines R97 and R98: runs with every flag.
#include <stdio.h>

#include "flags.h"
#include "require.h"

static const char* const disabled[] = {"constraint",   "equality",  "frictionloss", "limit",     "contact",
                                       "spring",       "damper",    "gravity",      "clampctrl", "warmstart",
                                       "filterparent", "actuation", "refsafe",      "sensor",    "midphase",
                                       "eulerdamp",    "autoreset", "nativeccd",    "island"};
static const char* const enabled[] = {"override", "energy", "fwdinv", "invdiscrete", "multiccd", "sleep"};
enum { NDISABLED = sizeof disabled / sizeof disabled[0], NENABLED = sizeof enabled / sizeof enabled[0] };

// a start with controls and velocities
static void start(const ig_Case* c) {
  mj_resetData(c->m, c->d);
  mju_copy3(c->d->ctrl, (const mjtNum[]){3, .5, .8});
  ig_fill(c->d->qvel, c->m->nv, .1);
}

static void run(const ig_Case* c, int disable, int enable, int steps) {
  c->m->opt.disableflags = disable;
  c->m->opt.enableflags = enable;
  start(c);
  ig_steps(c, steps);
}

// largest difference of positions and sensors
static double apart(const ig_Case* c, const mjtNum* qpos, const mjtNum* sensors) {
  return fmax(ig_distance(c->d->qpos, qpos, c->m->nq), ig_distance(c->d->sensordata, sensors, c->m->nsensordata));
}

TEST(R97_1_every_disable_flag_alone) {
  CASE(c, FLAGS, "");
  CHECK_INT(mjNDISABLE, NDISABLED);
  for (int k = 0; k < NDISABLED; k++) {
    mjtNum first[MAX_NQ];
    run(&c, 1 << k, 0, 200);
    CHECK(ig_finite(c.d->qpos, c.m->nq));
    CHECK_INT(ig_warnings(c.d), 0);
    mju_copy(first, c.d->qpos, c.m->nq);
    run(&c, 1 << k, 0, 200);
    CHECK_BITS(c.d->qpos, first, c.m->nq);
  }
}

TEST(R97_2_which_flags_change_the_motion) {
  CASE(c, FLAGS, "");
  mjtNum qpos[MAX_NQ], sensors[MAX_NQ];
  run(&c, 0, 0, 200);
  mju_copy(qpos, c.d->qpos, c.m->nq);
  mju_copy(sensors, c.d->sensordata, c.m->nsensordata);
  int quiet = mjDSBL_REFSAFE | mjDSBL_MIDPHASE | mjDSBL_WARMSTART | mjDSBL_NATIVECCD | mjDSBL_AUTORESET | mjDSBL_ISLAND;
  for (int k = 0; k < NDISABLED; k++) {
    run(&c, 1 << k, 0, 200);
    if (quiet & (1 << k))
      CHECK(ig_distance(c.d->qpos, qpos, c.m->nq) < 1e-3);
    else
      CHECK(apart(&c, qpos, sensors) > 1e-9);
  }
}

TEST(R97_3_every_enable_flag_alone) {
  CASE(c, FLAGS, "");
  mjtNum qpos[MAX_NQ];
  run(&c, 0, 0, 200);
  mju_copy(qpos, c.d->qpos, c.m->nq);
  CHECK_INT(mjNENABLE, NENABLED);
  for (int k = 0; k < NENABLED; k++) {
    run(&c, 0, 1 << k, 200);
    CHECK(ig_finite(c.d->qpos, c.m->nq));
    if (1 << k == mjENBL_OVERRIDE) CHECK(ig_distance(c.d->qpos, qpos, c.m->nq) > 1e-9);
    if (1 << k == mjENBL_ENERGY) CHECK(c.d->energy[0] != 0 && c.d->energy[1] != 0);
    if (1 << k == mjENBL_ENERGY || 1 << k == mjENBL_FWDINV) CHECK_BITS(c.d->qpos, qpos, c.m->nq);
  }
}

TEST(R97_4_names_of_the_flags) {
  for (int k = 0; k < NDISABLED; k++) {
    CASE(c, "<mujoco><option><flag %s='disable'/></option></mujoco>", disabled[k]);
    CHECK_INT(c.m->opt.disableflags, 1 << k);
    CHECK_INT(c.m->opt.enableflags, 0);
  }
  for (int k = 0; k < NENABLED; k++) {
    CASE(c, "<mujoco><option><flag %s='enable'/></option></mujoco>", enabled[k]);
    CHECK_INT(c.m->opt.enableflags, 1 << k);
    CHECK_INT(c.m->opt.disableflags, 0);
  }
}

// a run from the start with the options as they are: sums of positions, velocities, activations after 1, 10, 50 steps
static void check_golden(const char* line, const char* name, const ig_Case* c) {
  static const int at[] = {1, 10, 50};
  static const double tolerance[] = {1e-10, 1e-8, 1e-5};
  start(c);
  for (int k = 0; k < 3; k++) {
    char label[80];
    ig_steps(c, at[k] - (k ? at[k - 1] : 0));
    mjtNum sums[3] = {ig_case_sum(c->d->qpos, c->m->nq), ig_case_sum(c->d->qvel, c->m->nv), ig_case_sum(c->d->act, c->m->na)};
    snprintf(label, sizeof label, "%s %s %d", line, name, at[k]);
    CHECK_FIGURE(label, sums, 3, tolerance[k]);
  }
}

static void flags(const ig_Case* c, int disable, int enable) {
  c->m->opt.disableflags = disable;
  c->m->opt.enableflags = enable;
}

static const char* const integrators[] = {"Euler", "RK4", "implicit", "implicitfast"};
static const char* const solvers[] = {"PGS", "CG", "Newton"};
static const char* const cones[] = {"pyramidal", "elliptic"};

TEST(R97_5_golden_runs) {
  CASE(c, FLAGS, "");
  for (int k = 0; k < NDISABLED; k++) {
    flags(&c, 1 << k, 0);
    check_golden("R97.5", disabled[k], &c);
  }
  for (int k = 0; k < NENABLED; k++) {
    flags(&c, 0, 1 << k);
    check_golden("R97.5", enabled[k], &c);
  }
  flags(&c, 0, 0);
  for (int k = 0; k < 4; k++) {
    c.m->opt.integrator = k;
    check_golden("R97.5", integrators[k], &c);
  }
  c.m->opt.integrator = mjINT_EULER;
  for (int k = 0; k < 6; k++) {
    char name[40];
    c.m->opt.solver = k % 3;
    c.m->opt.cone = k / 3;
    snprintf(name, sizeof name, "%s %s", solvers[k % 3], cones[k / 3]);
    check_golden("R97.5", name, &c);
  }
}

TEST(R97_6_golden_runs_of_flags_that_meet) {
  CASE(c, FLAGS, "");
  flags(&c, mjDSBL_CONSTRAINT | mjDSBL_CONTACT, 0);
  check_golden("R97.6", "constraint contact", &c);
  flags(&c, mjDSBL_GRAVITY | mjDSBL_SPRING, 0);
  check_golden("R97.6", "gravity spring", &c);
  flags(&c, mjDSBL_MIDPHASE | mjDSBL_FILTERPARENT, 0);
  check_golden("R97.6", "midphase filterparent", &c);
  flags(&c, mjDSBL_SENSOR, mjENBL_ENERGY);
  check_golden("R97.6", "sensor energy", &c);
  flags(&c, mjDSBL_REFSAFE, mjENBL_OVERRIDE);
  check_golden("R97.6", "override refsafe", &c);
  char name[40];
  flags(&c, mjDSBL_EULERDAMP, 0);
  for (int k = 0; k < 4; k++) {
    c.m->opt.integrator = k;
    snprintf(name, sizeof name, "eulerdamp %s", integrators[k]);
    check_golden("R97.6", name, &c);
  }
  c.m->opt.integrator = mjINT_EULER;
  flags(&c, mjDSBL_ISLAND, 0);
  for (int k = 0; k < 3; k++) {
    c.m->opt.solver = k;
    snprintf(name, sizeof name, "island %s", solvers[k]);
    check_golden("R97.6", name, &c);
  }
}

TEST(R98_1_the_flag_of_all_passive_forces_is_gone) {
  REFUSED("passive", "<mujoco><option><flag passive='disable'/></option></mujoco>");
  CASE(c, FLAGS, "");
  start(&c);
  mj_forward(c.m, c.d);
  CHECK(ig_largest(c.d->qfrc_spring, c.m->nv) > 0 && ig_largest(c.d->qfrc_damper, c.m->nv) > 0);
  flags(&c, mjDSBL_SPRING, 0);
  mj_forward(c.m, c.d);
  CHECK_NEAR(ig_largest(c.d->qfrc_spring, c.m->nv), 0, 0);
  flags(&c, mjDSBL_DAMPER, 0);
  mj_forward(c.m, c.d);
  CHECK_NEAR(ig_largest(c.d->qfrc_damper, c.m->nv), 0, 0);
}
