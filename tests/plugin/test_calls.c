// SPDX-License-Identifier: Apache-2.0
// When the engine calls a plugin, with what, and what it does with the answers.
#include "case.h"
#include "errors.h"
#include "model.h"
#include "scenes.h"
#include "test.h"

enum { INIT, DESTROY, COPY, RESET, ADVANCE, RATE, ACTUATOR, SENSOR, PASSIVE, NCALL };
static int calls[NCALL];
static bool refuse;

// instance data is the address of its own number
static int number[8], numbers;

static int two_states(const mjModel* m, int instance) { return 2; }
static int three_numbers(const mjModel* m, int instance, int sensor) { return 3; }

static int init(const mjModel* m, mjData* d, int instance) {
  calls[INIT]++;
  if (refuse) return -1;
  number[numbers % 8] = 0;
  d->plugin_data[instance] = (uintptr_t)&number[numbers++ % 8];
  d->plugin_state[m->plugin_stateadr[instance]] = 0.25;
  return 0;
}

static void destroy(mjData* d, int instance) {
  calls[DESTROY]++;
  d->plugin_data[instance] = 0;
}

static void copy(mjData* dest, const mjModel* m, const mjData* src, int instance) {
  calls[COPY]++;
  *(int*)dest->plugin_data[instance] = *(const int*)src->plugin_data[instance];
}

static void reset(const mjModel* m, mjtNum* state, void* data, int instance) {
  calls[RESET]++;
  *(int*)data = 0;
  state[1] = 0.75;
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  if (capability == mjPLUGIN_ACTUATOR) {
    calls[ACTUATOR]++;
    for (int i = 0; i < m->nu; i++) {
      if (m->actuator_plugin[i] == instance) d->actuator_force[i] = 2 * d->ctrl[i] + d->act[m->actuator_actadr[i]];
    }
  } else if (capability == mjPLUGIN_SENSOR) {
    calls[SENSOR]++;
    for (int i = 0; i < m->nsensor; i++) {
      for (int k = 0; k < 3 && m->sensor_plugin[i] == instance; k++) d->sensordata[m->sensor_adr[i] + k] = k + d->qvel[0];
    }
  } else if (capability == mjPLUGIN_PASSIVE) {
    calls[PASSIVE]++;
    d->qfrc_passive[0] += 5;
  }
}

static void rate(const mjModel* m, mjData* d, int instance) {
  calls[RATE]++;
  for (int i = 0; i < m->nu; i++) {
    for (int k = 0; k < m->actuator_actnum[i] && m->actuator_plugin[i] == instance; k++)
      d->act_dot[m->actuator_actadr[i] + k] = k + 1;
  }
}

static void advance(const mjModel* m, mjData* d, int instance) {
  calls[ADVANCE]++;
  ++*(int*)d->plugin_data[instance];
  d->plugin_state[m->plugin_stateadr[instance]] += 1;
}

static void register_once(void) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "test.calls";
  plugin.capabilityflags = mjPLUGIN_ACTUATOR | mjPLUGIN_SENSOR | mjPLUGIN_PASSIVE;
  plugin.needstage = mjSTAGE_VEL;
  plugin.nstate = two_states;
  plugin.nsensordata = three_numbers;
  plugin.init = init;
  plugin.destroy = destroy;
  plugin.copy = copy;
  plugin.reset = reset;
  plugin.compute = compute;
  plugin.advance = advance;
  plugin.actuator_act_dot = rate;
  mjp_registerPlugin(&plugin);

  // without functions, but with the capability
  mjpPlugin hollow;
  mjp_defaultPlugin(&hollow);
  hollow.name = "test.hollow";
  hollow.capabilityflags = mjPLUGIN_PASSIVE;
  hollow.nstate = two_states;
  mjp_registerPlugin(&hollow);
}

static const char model[] =
    "<mujoco><extension><plugin plugin='test.calls'><instance name='i'/></plugin></extension><option gravity='0 0 0'/>"
    "<worldbody><body><joint name='j' type='slide'/><geom size='.1' mass='2'/><plugin instance='i'/><site "
    "name='s'/></body></worldbody>"
    "<actuator><motor joint='j'/><plugin joint='j' instance='i' actdim='2' dyntype='user' gear='3'/></actuator>"
    "<sensor><plugin instance='i' objtype='site' objname='s' cutoff='1.5'/></sensor></mujoco>";

static ig_Case start(void) {
  register_once();
  ig_Case c = ig_case(model);
  memset(calls, 0, sizeof calls);
  return c;
}

TEST(each_stage_of_a_step_calls_its_function_once) {
  ig_Case c = start();
  if (!c.d) return;
  CHECK_INT(c.m->npluginstate, 2);
  CHECK_INT(c.m->na, 2);
  CHECK_INT(c.m->nsensordata, 3);
  mj_step(c.m, c.d);
  for (int call = ADVANCE; call < NCALL; call++) CHECK_INT(calls[call], 1);
  CHECK_INT(calls[INIT] + calls[DESTROY] + calls[RESET] + calls[COPY], 0);

  // the intermediate evaluations of a Runge-Kutta step advance nothing and sense nothing
  c.m->opt.integrator = mjINT_RK4;
  memset(calls, 0, sizeof calls);
  mj_step(c.m, c.d);
  CHECK_INT(calls[ADVANCE], 1);
  CHECK_INT(calls[PASSIVE], 4);
  CHECK_INT(calls[RATE], 4);
  CHECK_INT(calls[SENSOR], 1);
  ig_case_free(&c);
}

TEST(forces_rates_and_readings_are_used) {
  ig_Case c = start();
  if (!c.d) return;
  c.d->ctrl[0] = 1, c.d->ctrl[1] = 0.5, c.d->qvel[0] = 0.1;
  c.d->act[0] = 4;
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->qfrc_passive[0], 5, 0);
  CHECK_NEAR(c.d->actuator_force[1], 5, 0);
  CHECK_NEAR(c.d->qfrc_actuator[0], 1 + 3 * 5, 0);
  CHECK_NEAR(c.d->qacc[0], 21 / 2.0, 1e-12);
  CHECK_NEAR(c.d->sensordata[0], 0.1, 0);
  CHECK_NEAR(c.d->sensordata[2], 1.5, 0);
  mj_step(c.m, c.d);
  CHECK_NEAR(c.d->act[0], 4 + 0.002, 1e-15);
  CHECK_NEAR(c.d->act[1], 2 * 0.002, 1e-15);
  ig_case_free(&c);
}

TEST(switches_keep_plugins_from_being_called) {
  ig_Case c = start();
  if (!c.d) return;
  c.m->opt.disableflags = mjDSBL_SENSOR | mjDSBL_ACTUATION | mjDSBL_SPRING | mjDSBL_DAMPER;
  mj_step(c.m, c.d);
  CHECK_INT(calls[SENSOR] + calls[ACTUATOR] + calls[RATE] + calls[PASSIVE], 0);
  CHECK_INT(calls[ADVANCE], 1);
  ig_case_free(&c);
}

TEST(state_and_data_through_reset_copy_and_delete) {
  ig_Case c = start();
  if (!c.d) return;
  CHECK_NEAR(c.d->plugin_state[0], 0.25, 0);
  CHECK_NEAR(c.d->plugin_state[1], 0.75, 0);
  for (int i = 0; i < 3; i++) mj_step(c.m, c.d);
  CHECK_NEAR(c.d->plugin_state[0], 3.25, 0);
  CHECK_INT(mj_stateSize(c.m, mjSTATE_PLUGIN), 2);
  mjtNum state[2];
  mj_getState(c.m, c.d, state, mjSTATE_PLUGIN);
  CHECK_NEAR(state[0], 3.25, 0);

  // a new copy is initialised and then told to copy; into an old one, only copied
  mjData* other = mj_copyData(NULL, c.m, c.d);
  CHECK_INT(calls[INIT], 1);
  CHECK_INT(calls[COPY], 1);
  CHECK(other->plugin_data[0] != c.d->plugin_data[0]);
  CHECK_INT(*(int*)other->plugin_data[0], 3);
  CHECK_NEAR(other->plugin_state[0], 3.25, 0);
  mj_copyData(other, c.m, c.d);
  CHECK_INT(calls[INIT], 1);
  CHECK_INT(calls[COPY], 2);

  // a reset leaves the state to the plugin
  uintptr_t before = c.d->plugin_data[0];
  mj_resetData(c.m, c.d);
  CHECK_INT(calls[RESET], 1);
  CHECK(c.d->plugin_data[0] == before);
  CHECK_INT(*(int*)before, 0);
  CHECK_NEAR(c.d->plugin_state[0], 3.25, 0);
  CHECK_INT(calls[DESTROY], 0);
  mj_deleteData(other);
  CHECK_INT(calls[DESTROY], 1);
  ig_case_free(&c);
  CHECK_INT(calls[DESTROY], 2);
}

static void make_data(void* m) { mj_makeData(m); }

TEST(an_instance_that_does_not_start_is_an_error_and_leaves_nothing) {
  ig_Case c = start();
  if (!c.d) return;
  refuse = true;
  CHECK_HAS(ig_caught(make_data, c.m), "init");
  refuse = false;
  CHECK_INT(calls[INIT], 1);
  CHECK_INT(calls[DESTROY], 0);
  ig_case_free(&c);
}

TEST(a_capability_without_its_function_is_an_error) {
  register_once();
  char error[500] = "";
  CHECK(
      !ig_test_compile("<mujoco><extension><plugin plugin='test.hollow'><instance name='i'/></plugin></extension>"
                       "<worldbody><body><joint/><geom size='.1'/><plugin instance='i'/></body></worldbody></mujoco>",
                       error, sizeof error));
  CHECK_HAS(error, "compute");
}

static void step_ghost(void* c) { mj_step(((ig_Case*)c)->m, ((ig_Case*)c)->d); }

TEST(an_unknown_slot_is_an_error) {
  ig_Case c = start();
  if (!c.d) return;
  int slot = c.m->plugin[0];
  c.m->plugin[0] = 100000;
  CHECK_HAS(ig_caught(step_ghost, &c), "slot");
  c.m->plugin[0] = slot;
  CHECK(!mj_getPluginConfig(c.m, 0, "none") && !mj_getPluginConfig(c.m, 5, "none"));
  mj_resetData(c.m, c.d);
  ig_case_free(&c);
}
