// SPDX-License-Identifier: Apache-2.0
// Lines about many worlds at once: R79.5, R80.6, R82, R83, R92, R93.5 and R93.6. More of them are in tests/world.
#include <stdlib.h>
#include <time.h>

#include <ingot/worlds.h>

#include "require.h"

#define WALKER                                                                                                     \
  "<mujoco><size nuserdata='3'/><option timestep='.004'/><worldbody><geom type='plane' size='5 5 1'/>"             \
  "<body pos='0 0 .5'><freejoint/><geom type='capsule' fromto='-.2 0 0 .2 0 0' size='.07'/>"                       \
  "<body pos='.2 0 0'><joint name='a' axis='0 1 0' range='-60 60'/><geom type='capsule' fromto='0 0 0 0 0 -.35' "  \
  "size='.05'/></body>"                                                                                            \
  "<body pos='-.2 0 0'><joint name='b' axis='0 1 0' range='-60 60'/><geom type='capsule' fromto='0 0 0 0 0 -.35' " \
  "size='.05'/></body>"                                                                                            \
  "</body></worldbody><actuator><motor joint='a' gear='15'/><general joint='b' dyntype='filter' dynprm='.05' "     \
  "gainprm='10'/></actuator></mujoco>"

#define WELDED                                                                                                           \
  "<mujoco><option gravity='0 0 0'/><worldbody><body name='hand' mocap='true' pos='0 0 1'><geom size='.05' contype='0' " \
  "conaffinity='0'/></body>"                                                                                             \
  "<body name='load' pos='0 0 1'><freejoint/><geom type='box' size='.1 .09 .1' density='120'/></body></worldbody>"       \
  "<equality><weld body1='hand' body2='load'/></equality></mujoco>"

// `count` worlds of one model
static ingotWorlds* make_worlds(const mjModel* m, int count, int threads) {
  ingotReport report;
  ingotWorlds* worlds = NULL;
  const mjModel** models = malloc(sizeof(*models) * (size_t)count);
  for (int e = 0; e < count; e++) models[e] = m;
  if (ingot_worldsCreate(models, count, threads, &worlds, &report) != INGOT_OK) {
    ig_test_fail(__FILE__, __LINE__, "no worlds: %s", report.text);
  }
  free(models);
  return worlds;
}

static ingotView field(ingotWorlds* worlds, ingotField which) {
  ingotView view = {0};
  CHECK_INT(ingot_worldsField(worlds, 0, which, &view, NULL), INGOT_OK);
  return view;
}

// different heights and controls
static void disturb(ingotWorlds* worlds) {
  ingotView qpos = field(worlds, INGOT_QPOS), ctrl = field(worlds, INGOT_CTRL);
  for (int e = 0; e < qpos.worlds; e++) {
    qpos.data[2 * qpos.stride + e] += .0001 * e;
    for (int i = 0; i < ctrl.count; i++) ctrl.data[i * ctrl.stride + e] = sin(e + i);
  }
}

// the same start of one world alone
static void disturb_alone(const ig_Case* c, int e) {
  mj_resetData(c->m, c->d);
  c->d->qpos[2] += .0001 * e;
  for (int i = 0; i < c->m->nu; i++) c->d->ctrl[i] = sin(e + i);
}

enum { MAX_STATE = 300 };

// the whole state of world e
static void world_state(ingotWorlds* worlds, int e, mjtNum* state) {
  mj_getState(ingot_worldsModel(worlds, e), ingot_worldsData(worlds, e), state, mjSTATE_INTEGRATION);
}

static void check_state(ingotWorlds* worlds, int e, const mjModel* m, const mjData* d) {
  mjtNum one[MAX_STATE], other[MAX_STATE];
  int n = mj_stateSize(m, mjSTATE_INTEGRATION);
  CHECK(n <= MAX_STATE);
  world_state(worlds, e, one);
  mj_getState(m, d, other, mjSTATE_INTEGRATION);
  CHECK_BITS(one, other, n);
}

static mjtNum ticks;

static mjtNum tick(void) { return ticks += 1; }

// writes who it was called for: the world's own height, and how often
static void note(const mjModel* m, mjData* d) {
  d->userdata[0] += 1;
  d->userdata[1] = d->qpos[0];
  d->userdata[2] = m->nv;
}

TEST(R79_5_callbacks_see_their_own_world) {
  enum { COUNT = 24, STEPS = 10 };
  CASE(c, WALKER);
  ingotWorlds* worlds = make_worlds(c.m, COUNT, 8);
  if (!worlds) return;
  ingotView qpos = field(worlds, INGOT_QPOS);
  for (int e = 0; e < COUNT; e++) qpos.data[e] = 10 * e;
  mjcb_passive = note;
  CHECK_INT(ingot_worldsStep(worlds, STEPS, NULL, NULL), INGOT_OK);
  mjcb_passive = NULL;
  ingotView user = field(worlds, INGOT_USERDATA);
  for (int e = 0; e < COUNT; e++) {
    CHECK_NEAR(user.data[e], STEPS, 0);
    CHECK(fabs(user.data[user.stride + e] - 10 * e) < 1);
    CHECK_NEAR(user.data[2 * user.stride + e], c.m->nv, 0);
  }
  ingot_worldsDelete(worlds);
}

TEST(R79_5_the_clock_serves_the_timers_only) {
  CASE(c, WALKER);
  CASE(timed, WALKER);
  ig_steps(&c, 20);
  mjcb_time = tick;
  ig_steps(&timed, 20);
  mjcb_time = NULL;
  CHECK(timed.d->timer[mjTIMER_STEP].duration > 0);
  CHECK_INT(timed.d->timer[mjTIMER_STEP].number, 20);
  CHECK_BITS(timed.d->qpos, c.d->qpos, c.m->nq);
  CHECK_NEAR(timed.d->time, c.d->time, 0);
}

TEST(R80_6_every_world_has_its_own_mocap_target) {
  enum { COUNT = 16 };
  CASE(c, WELDED);
  ingotWorlds* worlds = make_worlds(c.m, COUNT, 2);
  if (!worlds) return;
  ingotView pos = field(worlds, INGOT_MOCAP_POS), quat = field(worlds, INGOT_MOCAP_QUAT);
  for (int e = 0; e < COUNT; e++) {
    mjtNum turned[4];
    mju_axisAngle2Quat(turned, (const mjtNum[]){0, 0, 1}, .05 * e);
    for (int i = 0; i < 4; i++) quat.data[i * quat.stride + e] = turned[i];
    pos.data[e] = .02 * e;
  }
  CHECK_INT(ingot_worldsStep(worlds, 500, NULL, NULL), INGOT_OK);
  for (int e = 0; e < COUNT; e++) {
    const mjData* d = ingot_worldsData(worlds, e);
    mjtNum turn[3], wanted[4];
    mju_axisAngle2Quat(wanted, (const mjtNum[]){0, 0, 1}, .05 * e);
    mju_subQuat(turn, d->qpos + 3, wanted);
    CHECK(mju_dist3(d->qpos, (const mjtNum[]){.02 * e, 0, 1}) < 1e-4);
    CHECK(mju_norm3(turn) < 1e-4);
  }
  ingot_worldsDelete(worlds);
}

static unsigned long long hash(unsigned long long h, const mjtNum* values, int n) {
  const unsigned char* bytes = (const unsigned char*)values;
  for (size_t i = 0; i < sizeof(mjtNum) * (size_t)n; i++) h = (h ^ bytes[i]) * 1099511628211ULL;
  return h;
}

TEST(R82_3_the_layout_does_not_change_the_state) {
  enum { COUNT = 5, STEPS = 1000 };
  CASE(c, WALKER);
  ingotWorlds* worlds = make_worlds(c.m, COUNT, 2);
  if (!worlds) return;
  disturb(worlds);
  CHECK_INT(ingot_worldsStep(worlds, STEPS, NULL, NULL), INGOT_OK);
  unsigned long long alone = 14695981039346656037ULL, together = alone;
  static const ingotField fields[] = {INGOT_TIME, INGOT_QPOS, INGOT_QVEL, INGOT_ACT, INGOT_WARMSTART};
  for (int e = 0; e < COUNT; e++) {
    disturb_alone(&c, e);
    ig_steps(&c, STEPS);
    const mjtNum* arrays[] = {&c.d->time, c.d->qpos, c.d->qvel, c.d->act, c.d->qacc_warmstart};
    for (int k = 0; k < 5; k++) {
      ingotView view = field(worlds, fields[k]);
      alone = hash(alone, arrays[k], view.count);
      for (int i = 0; i < view.count; i++) together = hash(together, &view.data[i * view.stride + e], 1);
    }
  }
  CHECK(alone == together);
  ingot_worldsDelete(worlds);
}

TEST(R82_1_a_thousand_worlds_have_the_bits_of_single_runs) {
  enum { COUNT = 1000, STEPS = 30 };
  CASE(c, WALKER);
  ingotWorlds* worlds = make_worlds(c.m, COUNT, 2);
  if (!worlds) return;
  disturb(worlds);
  CHECK_INT(ingot_worldsStep(worlds, STEPS, NULL, NULL), INGOT_OK);
  for (int e = 0; e < COUNT; e += 37) {
    disturb_alone(&c, e);
    ig_steps(&c, STEPS);
    check_state(worlds, e, c.m, c.d);
    CHECK_INT(ingot_worldsData(worlds, e)->ncon, c.d->ncon);
  }
  ingot_worldsDelete(worlds);
}

// a trunk with four limbs of three links each: 6 + 20 dofs
#define LINK "<body pos='0 0 -.25'><joint axis='0 1 0' range='-40 40'/><geom type='capsule' fromto='0 0 0 0 0 -.2' size='.04'/>"
#define LIMB(pos)                                                                                                  \
  "<body pos='" pos                                                                                                \
  "'><joint axis='1 0 0' range='-30 30'/><joint axis='0 1 0' range='-30 30'/><joint axis='0 0 1' range='-30 30'/>" \
  "<geom type='capsule' fromto='0 0 0 0 0 -.2' size='.05'/>" LINK LINK "</body></body></body>"
#define CREATURE                                                                                                            \
  "<mujoco><option timestep='.004'/><default><joint damping='1' armature='.01'/></default><worldbody><geom type='plane' "   \
  "size='5 5 1'/>"                                                                                                          \
  "<body pos='0 0 .735'><freejoint/><geom type='box' size='.25 .15 .1'/>" LIMB(".3 .2 0") LIMB(".3 -.2 0") LIMB("-.3 .2 0") \
      LIMB("-.3 -.2 0") "</body></worldbody></mujoco>"

#ifdef NDEBUG
enum { TIMED = 1 };
#else
enum { TIMED = 0 };
#endif

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// processor time, best of several turns: other programs on the machine count little then, and a fifth is allowed for them
TEST(R82_5_a_batch_is_not_slower_than_single_stepping) {
  enum { COUNT = 64, STEPS = 20, TURNS = 4 };
  if (!TIMED) SKIP("only a release build is timed");
  CASE(c, CREATURE);
  ingotWorlds* worlds = make_worlds(c.m, COUNT, 1);
  mjData* alone[COUNT];
  if (!worlds) return;
  for (int e = 0; e < COUNT; e++) alone[e] = mj_makeData(c.m);
  double batch = INFINITY, single = INFINITY;
  for (int turn = 0; turn < TURNS; turn++) {
    double start = processor_seconds();
    ingot_worldsStep(worlds, STEPS, NULL, NULL);
    double middle = processor_seconds();
    for (int k = 0; k < STEPS; k++) {
      for (int e = 0; e < COUNT; e++) mj_step(c.m, alone[e]);
    }
    batch = fmin(batch, middle - start);
    single = fmin(single, processor_seconds() - middle);
  }
  CHECK(batch <= 1.2 * single);
  check_state(worlds, 5, c.m, alone[5]);
  for (int e = 0; e < COUNT; e++) mj_deleteData(alone[e]);
  ingot_worldsDelete(worlds);
}

TEST(R83_1_three_models_in_one_batch) {
  enum { COUNT = 7, STEPS = 40 };
  CASE(walker, WALKER);
  CASE(welded, WELDED);
  CASE(pendulum,
       "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.1' pos='.3 0 "
       "0'/></body></worldbody><sensor><clock/></sensor></mujoco>");
  const ig_Case* kinds[3] = {&walker, &welded, &pendulum};
  const mjModel* models[COUNT];
  for (int e = 0; e < COUNT; e++) models[e] = kinds[e % 3]->m;
  ingotWorlds* worlds = NULL;
  CHECK_INT(ingot_worldsCreate(models, COUNT, 2, &worlds, NULL), INGOT_OK);
  if (!worlds) return;
  CHECK_INT(ingot_worldsStep(worlds, STEPS, NULL, NULL), INGOT_OK);
  for (int k = 0; k < 3; k++) ig_steps(kinds[k], STEPS);
  for (int e = 0; e < COUNT; e++) {
    ingotView view;
    int group = -1, place = -1;
    check_state(worlds, e, kinds[e % 3]->m, kinds[e % 3]->d);
    CHECK_INT(ingot_worldsPlace(worlds, e, &group, &place, NULL), INGOT_OK);
    CHECK_INT(group, e % 3);
    CHECK_INT(place, e / 3);
    ingot_worldsView(worlds, e, INGOT_SENSORDATA, &view, NULL);
    CHECK_INT(view.count, models[e]->nsensordata);
    CHECK_INT(ingot_worldsModel(worlds, e)->nq, models[e]->nq);
    CHECK_INT(ingot_worldsModel(worlds, e)->nv, models[e]->nv);
    CHECK_INT(ingot_worldsModel(worlds, e)->nu, models[e]->nu);
  }
  ingot_worldsDelete(worlds);
}

TEST(R92_1_a_parallel_reset_is_the_reset_of_each) {
  enum { COUNT = 9 };
  CASE(c, WALKER);
  for (int threads = 1; threads <= 8; threads += threads == 1 ? 1 : 6) {
    ingotWorlds* worlds = make_worlds(c.m, COUNT, threads);
    if (!worlds) return;
    mjtNum before[COUNT][MAX_STATE], after[MAX_STATE];
    mjtByte mask[COUNT];
    int n = mj_stateSize(c.m, mjSTATE_INTEGRATION);
    disturb(worlds);
    ingot_worldsStep(worlds, 20, NULL, NULL);
    for (int e = 0; e < COUNT; e++) {
      mask[e] = e % 2;
      world_state(worlds, e, before[e]);
    }
    CHECK_INT(ingot_worldsReset(worlds, mask, -1, NULL), INGOT_OK);
    mj_resetData(c.m, c.d);
    for (int e = 0; e < COUNT; e++) {
      world_state(worlds, e, after);
      if (mask[e])
        check_state(worlds, e, c.m, c.d);
      else
        CHECK_BITS(after, before[e], n);
    }
    ingot_worldsDelete(worlds);
  }
}

// one number of a field of one world
static void put(ingotWorlds* worlds, ingotField which, int e, mjtNum value) { field(worlds, which).data[e] = value; }

TEST(R92_2_a_given_state_is_set_whole_and_clears_the_warnings) {
  CASE(c, WALKER);
  ingotWorlds* worlds = make_worlds(c.m, 2, 2);
  if (!worlds) return;
  int sig = mjSTATE_TIME | mjSTATE_QPOS | mjSTATE_QVEL | mjSTATE_ACT | mjSTATE_CTRL | mjSTATE_MOCAP_POS | mjSTATE_MOCAP_QUAT |
            mjSTATE_USERDATA;
  int n = mj_stateSize(c.m, sig);
  mjtNum rows[2 * MAX_STATE];
  CHECK_INT(ingot_worldsSetPolicy(worlds, INGOT_REPORT, 0, NULL), INGOT_OK);
  put(worlds, INGOT_QVEL, 1, 1e11);
  ingot_worldsStep(worlds, 2, NULL, NULL);
  mj_resetData(c.m, c.d);
  mj_getState(c.m, c.d, rows, sig);
  for (int i = 0; i < n; i++) rows[i] += .001 * i;
  mju_copy(rows + n, rows, n);
  rows[n] += 1;
  CHECK_INT(ingot_worldsSetState(worlds, NULL, sig, rows, n, NULL), INGOT_OK);
  for (int e = 0; e < 2; e++) {
    mj_resetData(c.m, c.d);
    mj_setState(c.m, c.d, rows + e * n, sig);
    check_state(worlds, e, c.m, c.d);
    CHECK_INT(ig_warnings(ingot_worldsData(worlds, e)), 0);
  }
  ingot_worldsDelete(worlds);
}

TEST(R93_5_the_other_worlds_keep_their_bits) {
  enum { COUNT = 5, STEPS = 12 };
  CASE(c, WALKER);
  static const ingotField fields[] = {INGOT_QPOS, INGOT_QVEL, INGOT_QFRC_APPLIED, INGOT_CTRL};
  static const mjtWarning kinds[] = {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC, mjWARN_BADCTRL};
  for (int k = 0; k < 4; k++) {
    ingotWorlds* worlds = make_worlds(c.m, COUNT, 2);
    if (!worlds) return;
    ingotWorldStatus status;
    disturb(worlds);
    put(worlds, fields[k], 3, k == 1 ? 1e11 : NAN);
    CHECK_INT(ingot_worldsStep(worlds, STEPS, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsStatus(worlds, 3, &status, NULL), INGOT_OK);
    CHECK(ig_finite(ingot_worldsData(worlds, 3)->qpos, c.m->nq));
    if (k < 3) CHECK_INT(status.state, INGOT_WORLD_DIVERGED);
    if (k < 3) CHECK_INT(status.kind, kinds[k]);
    if (k == 3) CHECK(ingot_worldsData(worlds, 3)->warning[mjWARN_BADCTRL].number > 0);
    for (int e = 0; e < COUNT; e++) {
      if (e == 3) continue;
      disturb_alone(&c, e);
      ig_steps(&c, STEPS);
      check_state(worlds, e, c.m, c.d);
    }
    ingot_worldsDelete(worlds);
  }
}

TEST(R93_6_policies_give_one_answer_for_every_thread_count) {
  enum { COUNT = 6 };
  CASE(c, WALKER);
  static const ingotPolicy policies[] = {INGOT_RESET, INGOT_FREEZE, INGOT_REPORT};
  for (int k = 0; k < 3; k++) {
    mjtNum first[COUNT][MAX_STATE], state[MAX_STATE];
    for (int threads = 1; threads <= 3; threads++) {
      ingotWorlds* worlds = make_worlds(c.m, COUNT, threads);
      if (!worlds) return;
      disturb(worlds);
      CHECK_INT(ingot_worldsSetPolicy(worlds, policies[k], 0, NULL), INGOT_OK);
      put(worlds, INGOT_QVEL, 4, 1e11);
      ingot_worldsStep(worlds, 8, NULL, NULL);
      for (int e = 0; e < COUNT; e++) {
        world_state(worlds, e, threads == 1 ? first[e] : state);
        if (threads > 1) CHECK_BITS(state, first[e], mj_stateSize(c.m, mjSTATE_INTEGRATION));
      }
      ingot_worldsDelete(worlds);
    }
  }
}
