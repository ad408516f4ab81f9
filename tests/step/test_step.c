// SPDX-License-Identifier: Apache-2.0
// Steps as a whole: checks and resets, halves, callbacks, energy, timers, memory.
#include <stdlib.h>

#include "case.h"
#include "catch.h"
#include "scenes.h"
#include "test.h"

static void no_warning(const char* text) { (void)text; }

// ------------------------------------------------ bad numbers

static void spoil_and_step(ig_Case* c, mjtNum* number, mjtNum value) {
  mj_resetData(c->m, c->d);
  for (int k = 0; k < 3; k++) mj_step(c->m, c->d);
  *number = value;
  mj_step(c->m, c->d);
}

TEST(r93_1_bad_numbers_reset_the_world) {
  const mjtNum bad[] = {NAN, INFINITY, -INFINITY, 2e10};
  void (*old)(const char*) = mju_user_warning;
  mju_user_warning = no_warning;
  ig_Case c = ig_case(ig_scene_flags);
  if (!c.d) return;
  for (int k = 0; k < 4; k++) {
    spoil_and_step(&c, c.d->qpos + 2, bad[k]);
    CHECK_INT(c.d->warning[mjWARN_BADQPOS].number, 1);
    CHECK_INT(c.d->warning[mjWARN_BADQPOS].lastinfo, 2);
    CHECK_NEAR(c.d->time, c.m->opt.timestep, 1e-15);
    spoil_and_step(&c, c.d->qvel + 1, bad[k]);
    CHECK_INT(c.d->warning[mjWARN_BADQVEL].number, 1);
    CHECK_NEAR(c.d->time, c.m->opt.timestep, 1e-15);
    mj_step(c.m, c.d);
    for (int i = 0; i < c.m->nq; i++) CHECK(isfinite(c.d->qpos[i]));
  }
  spoil_and_step(&c, c.d->qfrc_applied, NAN);
  CHECK_INT(c.d->warning[mjWARN_BADQACC].number, 1);
  CHECK_NEAR(c.d->time, c.m->opt.timestep, 1e-15);
  mju_user_warning = old;
  ig_case_free(&c);
}

TEST(r93_3_a_bad_control_counts_as_zero) {
  void (*old)(const char*) = mju_user_warning;
  mju_user_warning = no_warning;
  ig_Case c = ig_case(ig_scene_flags);
  if (!c.d) return;
  c.d->ctrl[1] = NAN;
  mj_step(c.m, c.d);
  CHECK_INT(c.d->warning[mjWARN_BADCTRL].number, 1);
  CHECK(isnan(c.d->ctrl[1]));
  for (int i = 0; i < c.m->nv; i++) CHECK(isfinite(c.d->qvel[i]));
  mju_user_warning = old;
  ig_case_free(&c);
}

TEST(r93_4_without_autoreset_the_state_stays) {
  void (*old)(const char*) = mju_user_warning;
  mju_user_warning = no_warning;
  ig_Case c = ig_case(ig_scene_flags);
  if (!c.d) return;
  c.m->opt.disableflags |= mjDSBL_AUTORESET;
  spoil_and_step(&c, c.d->qvel + 1, 2e10);
  CHECK(c.d->warning[mjWARN_BADQVEL].number > 0);
  CHECK_NEAR(c.d->time, 4 * c.m->opt.timestep, 1e-15);
  mju_user_warning = old;
  ig_case_free(&c);
}

// ------------------------------------------------ halves and stages

TEST(two_halves_are_a_step) {
  for (int integrator = 0; integrator < 4; integrator++) {
    if (integrator == mjINT_RK4) continue;
    ig_Case a = ig_case(ig_scene_flags), b = ig_case(ig_scene_flags);
    if (!a.d || !b.d) return;
    a.m->opt.integrator = b.m->opt.integrator = integrator;
    for (int k = 0; k < 20; k++) {
      mj_step(a.m, a.d);
      mj_step1(b.m, b.d);
      mj_step2(b.m, b.d);
    }
    CHECK(!memcmp(a.d->qpos, b.d->qpos, a.m->nq * sizeof(mjtNum)));
    CHECK(!memcmp(a.d->act, b.d->act, a.m->na * sizeof(mjtNum)));
    CHECK_INT(b.d->timer[mjTIMER_STEP].number, 20);
    ig_case_free(&a);
    ig_case_free(&b);
  }
}

TEST(skipped_stages_are_not_computed) {
  ig_Case c = ig_case(ig_scene_flags);
  if (!c.d) return;
  ig_case_state(&c, 4);
  mj_forward(c.m, c.d);
  mjtNum xpos = c.d->xpos[4], cvel = c.d->cvel[6], qacc = c.d->qacc[0];
  c.d->xpos[4] = c.d->cvel[6] = c.d->qacc[0] = 77;
  mj_forwardSkip(c.m, c.d, mjSTAGE_VEL, 1);
  CHECK(c.d->xpos[4] == 77 && c.d->cvel[6] == 77);
  CHECK_NEAR(c.d->qacc[0], qacc, 1e-6);
  mj_forwardSkip(c.m, c.d, mjSTAGE_POS, 1);
  CHECK(c.d->xpos[4] == 77 && c.d->cvel[6] == cvel);
  mj_forward(c.m, c.d);
  CHECK(c.d->xpos[4] == xpos);
  ig_case_free(&c);
}

TEST(refusals_of_the_integrators) {
  ig_Case c = ig_case(ig_scene_flags);
  if (!c.d) return;
  mj_forward(c.m, c.d);
  CHECK_ERROR(mj_RungeKutta(c.m, c.d, 3), "4");
  c.m->opt.integrator = mjINT_EULER;
  CHECK_ERROR(mj_implicit(c.m, c.d), "implicit");
  c.m->opt.integrator = 9;
  CHECK_ERROR(mj_step(c.m, c.d), "integrator");

  // discrete inverse dynamics has no meaning for RK4
  c.m->opt.integrator = mjINT_RK4;
  c.m->opt.enableflags |= mjENBL_INVDISCRETE;
  CHECK_ERROR(mj_inverse(c.m, c.d), "RK4");
  c.m->opt.enableflags = 0;
  c.m->opt.integrator = mjINT_EULER;
  mj_resetData(c.m, c.d);
  mj_step(c.m, c.d);
  ig_case_free(&c);
}

// ------------------------------------------------ callbacks

static int calls;
static mjtNum push;

static void add_passive(const mjModel* m, mjData* d) {
  calls++;
  for (int i = 0; i < m->nv; i++) d->qfrc_passive[i] += push;
}
static void set_control(const mjModel* m, mjData* d) {
  calls++;
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.1 * i;
}
static mjtNum tick(void) { return ++calls; }

TEST(r79_1_the_passive_callback_adds_forces) {
  ig_Case c = ig_case(ig_scene_flags);
  if (!c.d) return;
  mj_forward(c.m, c.d);
  mjtNum before = c.d->qfrc_passive[3];
  push = 0.25;
  mjcb_passive = add_passive;
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->qfrc_passive[3], before + 0.25, 1e-15);
  mj_resetCallbacks();
  CHECK(mjcb_passive == NULL && mjcb_control == NULL && mjcb_time == NULL && mjcb_act_dyn == NULL);
  mj_forward(c.m, c.d);
  CHECK(c.d->qfrc_passive[3] == before);
  ig_case_free(&c);
}

TEST(r79_2_the_control_callback_is_called_at_each_evaluation) {
  ig_Case c = ig_case(ig_scene_flags);
  if (!c.d) return;
  mjcb_control = set_control;
  calls = 0;
  mj_forward(c.m, c.d);
  CHECK_INT(calls, 1);
  CHECK_NEAR(c.d->ctrl[2], 0.2, 1e-15);
  c.m->opt.integrator = mjINT_RK4;
  calls = 0;
  mj_step(c.m, c.d);
  CHECK_INT(calls, 4);
  c.m->opt.disableflags |= mjDSBL_ACTUATION;
  calls = 0;
  mj_forward(c.m, c.d);
  CHECK_INT(calls, 0);
  mj_resetCallbacks();
  ig_case_free(&c);
}

TEST(timers_count_calls_and_use_the_clock) {
  ig_Case c = ig_case(ig_scene_flags);
  if (!c.d) return;
  mj_step(c.m, c.d);
  CHECK(c.d->timer[mjTIMER_STEP].duration == 0);
  mjcb_time = tick;
  for (int k = 0; k < 4; k++) mj_step(c.m, c.d);
  mj_resetCallbacks();
  static const int once[] = {mjTIMER_STEP,    mjTIMER_FORWARD,        mjTIMER_POSITION, mjTIMER_VELOCITY,   mjTIMER_CONSTRAINT,
                             mjTIMER_ADVANCE, mjTIMER_POS_KINEMATICS, mjTIMER_POS_MAKE, mjTIMER_POS_PROJECT};
  for (int k = 0; k < (int)(sizeof once / sizeof once[0]); k++) {
    CHECK_INT(c.d->timer[once[k]].number, 5);
    CHECK(c.d->timer[once[k]].duration > 0);
  }
  CHECK(c.d->timer[mjTIMER_STEP].duration > c.d->timer[mjTIMER_FORWARD].duration);
  ig_case_free(&c);
}

// ------------------------------------------------ energy

TEST(r96_energy_only_when_asked_for) {
  ig_Case c = ig_case(ig_scene_flags);
  if (!c.d) return;
  for (int i = 0; i < c.m->nv; i++) c.d->qvel[i] = 0.1;
  mj_forward(c.m, c.d);
  CHECK(c.d->energy[0] == 0 && c.d->energy[1] == 0);
  CHECK_INT(c.d->flg_energypos + c.d->flg_energyvel, 0);
  mj_energyPos(c.m, c.d);
  mj_energyVel(c.m, c.d);
  mjtNum potential = c.d->energy[0], kinetic = c.d->energy[1];
  c.m->opt.enableflags |= mjENBL_ENERGY;
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->flg_energypos + c.d->flg_energyvel, 2);
  CHECK(potential != 0 && kinetic > 0);
  CHECK_NEAR(c.d->energy[0], potential, 1e-12);
  CHECK_NEAR(c.d->energy[1], kinetic, 1e-12);
  ig_case_free(&c);
}

// ------------------------------------------------ integrators

static const char pendulum[] =
    "<mujoco><option integrator='RK4'><flag contact='disable' constraint='disable'/></option><worldbody><body><joint "
    "type='hinge' axis='0 1 0'/>"
    "<geom size='.1' pos='.3 0 0' mass='1'/></body></worldbody></mujoco>";

static mjtNum pendulum_at(mjtNum timestep, mjtNum time) {
  ig_Case c = ig_case(pendulum);
  if (!c.d) return 0;
  c.m->opt.timestep = timestep;
  for (int k = 0; k < (int)(time / timestep + 0.5); k++) mj_step(c.m, c.d);
  mjtNum qpos = c.d->qpos[0];
  ig_case_free(&c);
  return qpos;
}

TEST(r76_2_runge_kutta_is_of_fourth_order) {
  mjtNum exact = pendulum_at(0.0005, 0.4), coarse = pendulum_at(0.02, 0.4), fine = pendulum_at(0.01, 0.4);
  CHECK(fabs(coarse - exact) > 12 * fabs(fine - exact));
  CHECK(fabs(fine - exact) < 1e-6);
}

static int allocations;
static void* counting_malloc(size_t size) {
  allocations++;
  return aligned_alloc(64, (size + 63) / 64 * 64);
}

TEST(r76_1_a_step_allocates_nothing) {
  const char* scenes[] = {ig_scene_flags, ig_scene_fluid, ig_scene_soft, ig_scene_sleep};
  void (*old)(const char*) = mju_user_warning;
  mju_user_warning = no_warning;
  mju_user_malloc = counting_malloc;
  mju_user_free = free;
  for (int scene = 0; scene < 4; scene++) {
    ig_Case c = ig_case(scenes[scene]);
    if (!c.d) continue;
    CHECK(allocations > 0);
    for (int integrator = 0; integrator < 4; integrator++) {
      c.m->opt.integrator = integrator;
      mj_resetData(c.m, c.d);
      allocations = 0;
      for (int k = 0; k < 100; k++) mj_step(c.m, c.d);
      mj_inverse(c.m, c.d);
      CHECK_INT(allocations, 0);
      CHECK_INT(c.d->pstack, 0);
    }
    ig_case_free(&c);
  }
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  mju_user_warning = old;
}

// ------------------------------------------------ inverse

TEST(inverse_undoes_forward) {
  const char* scenes[] = {ig_scene_flags, ig_scene_fluid};
  for (int scene = 0; scene < 2; scene++) {
    ig_Case c = ig_case(scenes[scene]);
    if (!c.d) return;
    for (unsigned seed = 1; seed < 5; seed++) {
      ig_case_state(&c, seed);
      c.m->opt.tolerance = 0;
      for (int i = 0; i < c.m->nv; i++) c.d->qfrc_applied[i] = 0.1 * i;
      c.d->xfrc_applied[6 + 2] = 3;
      mj_forward(c.m, c.d);
      mjtNum force[60];
      mju_add(force, c.d->qfrc_applied, c.d->qfrc_actuator, c.m->nv);
      mj_applyFT(c.m, c.d, c.d->xfrc_applied + 6, NULL, c.d->xipos + 3, 1, force);
      mj_inverse(c.m, c.d);
      for (int i = 0; i < c.m->nv; i++) CHECK_NEAR(c.d->qfrc_inverse[i], force[i], 1e-8);
    }
    ig_case_free(&c);
  }
}

// with the discrete flag, the acceleration is the change of velocity over a step
TEST(discrete_inverse_undoes_a_step) {
  static const int integrators[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  for (int k = 0; k < 3; k++) {
    ig_Case c = ig_case(ig_scene_fluid);
    if (!c.d) return;
    c.m->opt.integrator = integrators[k];
    c.m->opt.enableflags |= mjENBL_INVDISCRETE;
    c.m->opt.tolerance = 0;
    ig_case_state(&c, 3);
    mjtNum qpos[60], qvel[60], act[60];
    mju_copy(qpos, c.d->qpos, c.m->nq);
    mju_copy(qvel, c.d->qvel, c.m->nv);
    mju_copy(act, c.d->act, c.m->na);
    mj_step(c.m, c.d);
    mjtNum qacc[60], force[60];
    mju_copy(force, c.d->qfrc_actuator, c.m->nv);
    mju_sub(qacc, c.d->qvel, qvel, c.m->nv);
    mju_scl(qacc, qacc, 1 / c.m->opt.timestep, c.m->nv);

    mju_copy(c.d->qpos, qpos, c.m->nq);
    mju_copy(c.d->qvel, qvel, c.m->nv);
    mju_copy(c.d->act, act, c.m->na);
    mju_copy(c.d->qacc, qacc, c.m->nv);
    mj_inverse(c.m, c.d);
    for (int i = 0; i < c.m->nv; i++) {
      CHECK_NEAR(c.d->qfrc_inverse[i], force[i], 1e-8);
      CHECK(c.d->qacc[i] == qacc[i]);
    }
    ig_case_free(&c);
  }
}

TEST(forward_is_compared_with_inverse_when_asked) {
  ig_Case c = ig_case(ig_scene_flags);
  if (!c.d) return;
  c.m->opt.enableflags |= mjENBL_FWDINV;
  ig_case_state(&c, 2);
  c.d->solver_fwdinv[0] = c.d->solver_fwdinv[1] = 1;
  mj_step(c.m, c.d);
  CHECK(c.d->solver_fwdinv[0] < 1e-6 && c.d->solver_fwdinv[1] < 1e-6);
  CHECK(c.d->nefc > 0);
  ig_case_free(&c);
}

// the reset of a bad world leaves the scratch of the finite differences alone, so the state comes back
TEST(finite_differences_survive_a_reset_within_a_step) {
  ig_Case c = ig_case("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  void (*old)(const char*) = mju_user_warning;
  mju_user_warning = no_warning;
  mjtNum A[4];
  c.d->time = .1;
  c.d->qpos[0] = .2;
  c.d->qvel[0] = .3;
  c.d->qfrc_applied[0] = 1e30;
  mjd_transitionFD(c.m, c.d, 1e-6, 1, A, NULL, NULL, NULL);
  CHECK_NEAR(c.d->time, .1, 0);
  CHECK_NEAR(c.d->qpos[0], .2, 0);
  CHECK_NEAR(c.d->qvel[0], .3, 0);
  CHECK_INT((int)c.d->pstack, 0);
  CHECK_INT(c.d->warning[mjWARN_BADQACC].number, 1);
  mju_user_warning = old;
  ig_case_free(&c);
}
