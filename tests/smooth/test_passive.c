// SPDX-License-Identifier: Apache-2.0
// Passive forces: by formula where there is a short one, else figures of mujoco 3.5.0 (mj_forward at the state in the test).
#include "test.h"

#include <stdio.h>

#include "world.h"

TEST(joint_springs_pull_to_their_reference) {
  ig_World w = ig_world(
      "<mujoco><worldbody><body><joint type='slide' axis='1 0 0' stiffness='5' springref='.2' damping='3'/><geom "
      "size='.1'/></body>"
      "<body pos='1 0 0'><joint type='ball' stiffness='4' damping='2'/><geom size='.1'/></body>"
      "<body pos='2 0 0'><joint type='free' stiffness='7' damping='.5'/><geom size='.1'/></body></worldbody></mujoco>");
  if (!w.m) return;
  // both orientations turned by 0.6 about x, the free body moved by 0.1 0.2 0.3
  mjtNum half = .3, qpos[] = {.5, cos(half), sin(half), 0, 0, 2.1, .2, .3, 2 * cos(half), 2 * sin(half), 0, 0};
  mjtNum qvel[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  ig_world_at(&w, qpos, qvel);
  const double spring[] = {-5 * .3, -4 * .6, 0, 0, -.7, -1.4, -2.1, -7 * .6, 0, 0};
  const double damper[] = {-3, -4, -6, -8, -2.5, -3, -3.5, -4, -4.5, -5};
  for (int dof = 0; dof < 10; dof++) {
    CHECK_NEAR(w.d->qfrc_spring[dof], spring[dof], 1e-13);
    CHECK_NEAR(w.d->qfrc_damper[dof], damper[dof], 1e-13);
    CHECK_NEAR(w.d->qfrc_passive[dof], spring[dof] + damper[dof], 1e-13);
  }
  w.m->opt.disableflags = mjDSBL_SPRING;
  mj_forward(w.m, w.d);
  CHECK_NEAR(w.d->qfrc_passive[0], -3, 0);
  w.m->opt.disableflags = mjDSBL_DAMPER;
  mj_forward(w.m, w.d);
  CHECK_NEAR(w.d->qfrc_passive[0], -1.5, 1e-15);
  w.m->opt.disableflags = mjDSBL_SPRING | mjDSBL_DAMPER;
  mj_forward(w.m, w.d);
  CHECK_NEAR(w.d->qfrc_passive[0], 0, 0);
  ig_world_free(&w);
}

static const char swimmer[] =
    "<mujoco><option density='%s' viscosity='%s' wind='.3 -.2 .1'/><worldbody><body pos='0 0 1'><freejoint/>"
    "<geom type='box' size='.1 .2 .3' mass='2' %s/><body pos='.3 .1 .2' euler='20 30 40'><joint axis='0 1 1'/>"
    "<geom type='capsule' size='.05 .2' mass='1' %s/><geom type='cylinder' size='.04 .1' pos='.2 0 0' mass='1'/><geom "
    "type='ellipsoid' size='.1 .2 .3' pos='0 .3 0' mass='1' %s/></body>"
    "</body><body pos='3 0 0'><joint type='ball'/><geom size='.2' pos='.1 0 0' mass='1' %s/></body></worldbody></mujoco>";

TEST(fluid_forces_are_those_of_the_reference) {
  static const char ellipsoid[] = "fluidshape='ellipsoid'", tuned[] = "fluidshape='ellipsoid' fluidcoef='.6 .3 1.2 .8 .9'";
  static const struct {
    const char *density, *viscosity, *shape;
    double figure;
  } cases[] = {{"1000", "0", "", -687.272865200258},
               {"0", "2", "", -46.14656592421161},
               {"1.2", ".00002", "", -0.8251889038995518},
               {"1000", "3", ellipsoid, -760.1036111905016},
               {"1.2", ".5", tuned, -13.048436506978552}};
  for (int i = 0; i < 5; i++) {
    char xml[1500];
    snprintf(xml, sizeof xml, swimmer, cases[i].density, cases[i].viscosity, cases[i].shape, cases[i].shape, cases[i].shape,
             cases[i].shape);
    ig_World w = ig_world(xml);
    if (!w.m) continue;
    ig_world_random(&w, 31);
    mjtNum sum = 0;
    for (int dof = 0; dof < w.m->nv; dof++) sum += (1 + .3 * dof) * w.d->qfrc_fluid[dof];
    CHECK_NEAR(sum, cases[i].figure, 1e-12);
    for (int dof = 0; dof < w.m->nv; dof++) CHECK_NEAR(w.d->qfrc_passive[dof], w.d->qfrc_fluid[dof], 0);
    ig_world_free(&w);
  }
}

// without wind, drag takes energy out whatever the motion
TEST(fluid_slows_bodies_down) {
  char xml[1500];
  snprintf(xml, sizeof xml, swimmer, "1000", "1", "fluidshape='ellipsoid'", "", "fluidshape='ellipsoid'", "");
  ig_World w = ig_world(xml);
  if (!w.m) return;
  mju_zero(w.m->opt.wind, 3);
  for (unsigned seed = 0; seed < 10; seed++) {
    ig_world_random(&w, seed);
    CHECK(mju_dot(w.d->qfrc_fluid, w.d->qvel, w.m->nv) < 0);
  }
  ig_world_free(&w);
}

static void push(const mjModel* m, mjData* d) { d->qfrc_passive[0] += 100; }

TEST(the_passive_callback_adds_its_force) {
  ig_World w = ig_world("<mujoco><worldbody><body><joint stiffness='1'/><geom size='.1'/></body></worldbody></mujoco>");
  if (!w.m) return;
  mjcb_passive = push;
  ig_world_at(&w, (const mjtNum[]){.25}, NULL);
  mjcb_passive = NULL;
  CHECK_NEAR(w.d->qfrc_passive[0], 99.75, 0);
  ig_world_free(&w);
}

TEST(gravity_compensation_carries_the_weight) {
  ig_World w = ig_world(
      "<mujoco><option gravity='1 2 -9'/><worldbody><body gravcomp='1'><freejoint/><geom size='.1' mass='2' pos='.1 .2 "
      ".3'/></body></worldbody></mujoco>");
  if (!w.m) return;
  ig_world_random(&w, 3);
  mju_zero(w.d->qvel, 6);
  mj_forward(w.m, w.d);
  for (int dof = 0; dof < 6; dof++) CHECK_NEAR(w.d->qacc_smooth[dof], 0, 1e-12);
  w.m->opt.disableflags |= mjDSBL_GRAVITY;
  mj_forward(w.m, w.d);
  CHECK_NEAR(w.d->qfrc_gravcomp[2], 0, 0);
  ig_world_free(&w);
}
