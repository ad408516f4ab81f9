// Lines R79.5, R80.6 and R82.3: many worlds at once. The other lines about them are in tests/world.
#include <stdlib.h>

#include <ingot/worlds.h>

#include "require.h"

#define WALKER                                                                                               \
  "<mujoco><size nuserdata='3'/><option timestep='.004'/><worldbody><geom type='plane' size='5 5 1'/>"       \
  "<body pos='0 0 .5'><freejoint/><geom type='capsule' fromto='-.2 0 0 .2 0 0' size='.07'/>"                 \
  "<body pos='.2 0 0'><joint name='a' axis='0 1 0' range='-60 60'/><geom type='capsule' fromto='0 0 0 0 0 -.35' size='.05'/></body>" \
  "<body pos='-.2 0 0'><joint name='b' axis='0 1 0' range='-60 60'/><geom type='capsule' fromto='0 0 0 0 0 -.35' size='.05'/></body>" \
  "</body></worldbody><actuator><motor joint='a' gear='15'/><general joint='b' dyntype='filter' dynprm='.05' gainprm='10'/></actuator></mujoco>"

#define WELDED                                                                                               \
  "<mujoco><option gravity='0 0 0'/><worldbody><body name='hand' mocap='true' pos='0 0 1'><geom size='.05' contype='0' conaffinity='0'/></body>" \
  "<body name='load' pos='0 0 1'><freejoint/><geom type='box' size='.1 .09 .1' density='120'/></body></worldbody>" \
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
  ingotView qpos = field(worlds, INGOT_QPOS), ctrl = field(worlds, INGOT_CTRL);
  for (int e = 0; e < COUNT; e++) {
    qpos.data[2 * qpos.stride + e] += .01 * e;
    for (int i = 0; i < c.m->nu; i++) ctrl.data[i * ctrl.stride + e] = sin(e + i);
  }
  CHECK_INT(ingot_worldsStep(worlds, STEPS, NULL, NULL), INGOT_OK);
  unsigned long long alone = 14695981039346656037ULL, together = alone;
  static const ingotField fields[] = {INGOT_TIME, INGOT_QPOS, INGOT_QVEL, INGOT_ACT, INGOT_WARMSTART};
  for (int e = 0; e < COUNT; e++) {
    mj_resetData(c.m, c.d);
    c.d->qpos[2] += .01 * e;
    for (int i = 0; i < c.m->nu; i++) c.d->ctrl[i] = sin(e + i);
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
