// SPDX-License-Identifier: Apache-2.0
// Exact derivatives of a step are those of finite differences extrapolated to step size zero.
#include <ingot/derivatives.h>
#include <stdio.h>
#include <stdlib.h>

#include "case.h"
#include "model.h"
#include "richardson.h"
#include "test.h"

#define CHAIN                                                                                                                   \
  "<body pos='0 0 1'><joint type='slide' axis='1 .2 0' damping='.3' stiffness='3'/>"                                            \
  "<joint name='h' axis='0 1 .3' damping='.1' armature='.02' springref='20' stiffness='2'/><geom type='box' size='.1 .05 .2'/>" \
  "<site name='a' pos='.1 .2 .1'/>"                                                                                             \
  "<body pos='.1 0 .3' euler='10 20 30'><joint name='ball' type='ball' damping='.05' stiffness='1'/>"                           \
  "<geom type='capsule' size='.03 .2' pos='.1 0 0'/><site name='b' pos='-.1 .05 .2' euler='30 0 50'/>"                          \
  "<body pos='0 .2 .2' gravcomp='.7'><joint name='k' axis='1 1 0' pos='.02 0 0'/><joint name='k2' axis='0 0 1' damping='.2'/>"  \
  "<geom type='ellipsoid' size='.05 .08 .1' pos='0 .1 .1'/><site name='c' pos='.1 .1 .3'/></body></body></body>"
#define FREE                                                                                                                     \
  "<body name='f' pos='1 0 2'><freejoint name='f'/><geom type='box' size='.1 .2 .05' pos='.02 .01 0'/><site name='e' pos='0 .1 " \
  ".2'/>"                                                                                                                        \
  "<body pos='.2 0 0' gravcomp='.4'><joint axis='0 1 0' stiffness='5'/><geom size='.08' pos='.1 0 .1'/></body></body>"

// every number of A and B, in a few states
static void compare_scene(const char* xml, int integrator, mjtNum tolerance) {
  ig_Case c = ig_case(xml);
  if (!c.d) return;
  c.m->opt.integrator = integrator;
  for (unsigned seed = 1; seed < 4; seed++) {
    ig_case_state(&c, seed);
    ig_Richardson r = ig_richardson(c.m, c.d, 2e-3);
    mjtNum *A = calloc((size_t)(r.nx * r.nx) + 1, sizeof(mjtNum)), *B = calloc((size_t)(r.nx * r.nu) + 1, sizeof(mjtNum));
    ingotReport report = {0};
    ingotStatus status = ingot_transition(c.m, c.d, A, B, NULL, NULL, &report);
    CHECK_TEXT(report.text, "");
    CHECK_INT(status, INGOT_OK);
    CHECK(r.error < tolerance);
    CHECK_NEAR(ig_relative_difference(A, r.A, r.nx * r.nx), 0, tolerance);
    CHECK_NEAR(ig_relative_difference(B, r.B, r.nx * r.nu), 0, tolerance);
    free(A);
    free(B);
    ig_richardson_free(&r);
  }
  ig_case_free(&c);
}

static void compare_all(const char* xml) {
  static const int integrators[] = {mjINT_EULER, mjINT_IMPLICITFAST, mjINT_IMPLICIT, mjINT_RK4};
  for (int k = 0; k < 4; k++) compare_scene(xml, integrators[k], 1e-6);
}

#define WORLD(body, rest) "<mujoco><option timestep='.004'/><worldbody>" body "</worldbody>" rest "</mujoco>"

TEST(exact_derivatives_of_joints) {
  compare_all(WORLD(CHAIN, ""));
  compare_all(WORLD(FREE, ""));
  compare_all(WORLD(CHAIN FREE, ""));
}

TEST(exact_derivatives_of_tendons) {
  compare_all(WORLD("<site name='w' pos='.5 .5 .5'/>" CHAIN FREE,
                    "<tendon><fixed stiffness='4' damping='.3' springlength='.01'><joint joint='h' coef='.3'/><joint joint='k' "
                    "coef='-.5'/></fixed><spatial stiffness='30' damping='2' springlength='.1'><site site='w'/><site site='a'/>"
                    "<pulley divisor='2'/><site site='b'/><site site='c'/><site site='e'/></spatial></tendon>"));
}

TEST(exact_derivatives_of_actuators) {
  compare_all(
      WORLD("<site name='w' pos='.5 .5 .5'/>" CHAIN FREE,
            "<tendon><spatial name='s'><site site='w'/><site site='b'/></spatial></tendon>"
            "<actuator><motor joint='h' gear='2'/><position joint='k' kp='3' kv='.2'/><velocity joint='k2' kv='.4'/>"
            "<motor joint='ball' gear='1 2 -1'/><general joint='ball' gear='.5 -1 .3' biastype='affine' biasprm='.1 -2 -.3'/>"
            "<general jointinparent='ball' gear='.5 -1 .3' biastype='affine' biasprm='.1 -2 -.3'/>"
            "<general jointinparent='f' gear='.5 -1 .3 .4 1 2' gainprm='2'/><motor joint='f' gear='.5 -1 .3 .4 1 2'/>"
            "<general tendon='s' dyntype='filter' dynprm='.1' gaintype='affine' gainprm='1 .4 .3' biastype='affine' "
            "biasprm='.1 -2 -.3'/><general joint='h' dyntype='filterexact' dynprm='.05' actearly='true' gaintype='affine' "
            "gainprm='3 1 -.5'/><intvelocity joint='k' kp='4' actrange='-2 2'/>"
            "<motor site='b' gear='1 2 3 -1 .5 2'/><general site='e' gear='1 2 3 -1 .5 2' biastype='affine' biasprm='1 2 1'/>"
            "<general slidersite='w' cranksite='b' cranklength='2' gear='1.5' biastype='affine' biasprm='1 -2 -1'/>"
            "</actuator>"));
}

TEST(exact_derivatives_of_actuators_between_sites) {
  compare_all(WORLD("<site name='w' pos='.5 .5 .5' euler='20 40 10'/>" CHAIN FREE,
                    "<actuator><general site='c' refsite='a' gear='1 2 -1 0 0 0' biastype='affine' biasprm='.1 -2 -.3'/>"
                    "<general site='e' refsite='b' gear='0 0 0 .5 -1 .7' biastype='affine' biasprm='.1 -2 -.3'/>"
                    "<general site='c' refsite='w' gear='1 2 -1 .3 -.2 .4' biastype='affine' biasprm='.1 -2 -.3'/></actuator>"));
}

TEST(exact_derivatives_of_muscles) {
  static const char* const xml =
      WORLD("<site name='w' pos='.5 .5 .5'/>" CHAIN,
            "<tendon><spatial name='s'><site site='w'/><site site='b'/></spatial></tendon>"
            "<actuator><muscle name='m' tendon='s' lengthrange='.2 1.2' tausmooth='.2' timeconst='.05 .1'/>"
            "<muscle joint='h' lengthrange='-2 2' force='20'/></actuator>");
  compare_all(xml);
}

TEST(exact_derivatives_of_forces_at_their_limits) {
  compare_all(
      WORLD("<body gravcomp='1'><joint name='a' axis='0 1 0' actuatorfrcrange='-.1 .1' actuatorgravcomp='true'/>"
            "<geom type='box' size='.1 .1 .2' pos='.3 0 0'/><body pos='.6 0 0' gravcomp='.5'><joint name='b' axis='0 1 1' "
            "actuatorgravcomp='true'/><geom type='box' size='.1 .05 .2' pos='.3 0 0'/></body></body>",
            "<actuator><position joint='a' kp='9'/><position joint='b' kp='9' kv='1'/><motor joint='b' "
            "forcerange='-.01 .01'/><motor joint='b' ctrlrange='0 .01' ctrllimited='true'/></actuator>"));
}

TEST(exact_derivatives_of_a_medium) {
  compare_all(WORLD(CHAIN FREE, "<option density='80' viscosity='.6' wind='.3 -.5 .2'/>"));
  compare_all(WORLD(
      "<body pos='0 0 1'><freejoint/><geom type='ellipsoid' size='.05 .1 .2' fluidshape='ellipsoid' fluidcoef='.5 .25 1.5 1 .7'/>"
      "<body pos='0 0 .3'><joint axis='0 1 0'/><geom type='capsule' size='.03 .1' pos='0 0 .1' "
      "fluidshape='ellipsoid'/></body></body>",
      "<option density='300' viscosity='.4' wind='.3 -.5 .2'/>"));
}

#define ROLLERS                                                                                                                \
  "<site name='w' pos='.32 .05 .6'/><body pos='0 .01 .2'><joint axis='0 1 0'/><joint axis='1 0 0'/>"                           \
  "<geom name='round' size='.08' pos='.3 0 0'/><geom name='roll' type='cylinder' size='.06 .2' euler='80 10 0' pos='.3 0 0'/>" \
  "<site name='aside' pos='.45 0 0'/><body pos='.3 0 -.3'><joint type='ball'/><geom type='box' size='.1 .05 .05'/>"            \
  "<site name='end' pos='0 .02 -.05'/></body></body>"

#define AROUND(geom)                                                                                                \
  WORLD(ROLLERS, "<tendon><spatial stiffness='300' damping='4' springlength='.1'><site site='w'/><geom geom='" geom \
                 "' "                                                                                               \
                 "sidesite='aside'/><site site='end'/></spatial></tendon>")

TEST(exact_derivatives_of_tendons_around_geoms) {
  static const char* const xml[] = {AROUND("roll"), AROUND("round")};
  for (int k = 0; k < 2; k++) {
    compare_all(xml[k]);
    ig_Case c = ig_case(xml[k]);
    if (!c.d) return;
    for (unsigned seed = 1; seed < 4; seed++) {
      ig_case_state(&c, seed);
      mj_forward(c.m, c.d);
      CHECK_INT(c.d->ten_wrapnum[0], 4);  // it does bend
    }
    ig_case_free(&c);
  }
}

static void refuse(const char* xml, const char* word) {
  ig_Case c = ig_case(xml);
  if (!c.d) return;
  mjtNum A[400];
  ingotReport report = {0};
  CHECK_INT(ingot_transition(c.m, c.d, A, NULL, NULL, NULL, &report), INGOT_BAD_MODEL);
  CHECK_HAS(report.text, word);
  ig_case_free(&c);
}

TEST(exact_derivatives_are_refused_by_name) {
  refuse(WORLD("<site name='w' pos='0 0 2'/><body><freejoint/><geom size='.1'/><site name='s'/></body>",
               "<tendon><spatial armature='.1'><site site='w'/><site site='s'/></spatial></tendon>"),
         "armature");
  refuse(
      WORLD("<body name='b'><freejoint/><geom size='.1'/></body>", "<actuator><adhesion body='b' ctrlrange='0 1'/></actuator>"),
      "adhesion");
  ingotReport report = {0};
  CHECK_INT(ingot_transition(NULL, NULL, NULL, NULL, NULL, NULL, &report), INGOT_BAD_ARGUMENT);
}

// ------------------------------------------------ constraints in force

// The solution is found to the last digits, so that differences of it make sense. Where a row changes its zone nearby, the table
// of differences does not settle: such states are left out, and there may not be many.
typedef struct {
  int states, constrained, left_out;
} Share;

static void compare_constrained(const char* xml, int cone, int steps, Share* share) {
  static const int integrators[] = {mjINT_EULER, mjINT_IMPLICITFAST, mjINT_IMPLICIT, mjINT_RK4};
  for (int k = 0; k < 4; k++) {
    ig_Case c = ig_case(xml);
    if (!c.d) return;
    c.m->opt.integrator = integrators[k];
    c.m->opt.cone = cone;
    for (unsigned seed = 1; seed < 6; seed++) {
      ig_case_state(&c, seed);
      for (int i = 0; i < c.m->nu; i++) c.d->ctrl[i] *= 0.3;
      c.m->opt.tolerance = 1e-8;
      for (int i = steps * (10 + (int)seed) / 10; i > 0; i--) mj_step(c.m, c.d);
      c.m->opt.tolerance = 0;
      c.m->opt.ls_tolerance = 1e-12;
      c.m->opt.iterations = c.m->opt.ls_iterations = 200;
      ig_Richardson r = ig_richardson(c.m, c.d, 1e-4);
      mjtNum *A = calloc((size_t)(r.nx * r.nx) + 1, sizeof(mjtNum)), *B = calloc((size_t)(r.nx * r.nu) + 1, sizeof(mjtNum));
      ingotReport report = {0};
      CHECK_INT(ingot_transition(c.m, c.d, A, B, NULL, NULL, &report), INGOT_OK);
      CHECK_TEXT(report.text, "");
      share->states++;
      share->constrained += c.d->nefc > 0;
      if (r.error < 1e-6) {
        mjtNum of_A = ig_relative_difference(A, r.A, r.nx * r.nx), of_B = ig_relative_difference(B, r.B, r.nx * r.nu);
        CHECK_NEAR(of_A, 0, 1e-5);
        CHECK_NEAR(of_B, 0, 1e-5);
      } else {
        share->left_out++;
      }
      free(A);
      free(B);
      ig_richardson_free(&r);
    }
    ig_case_free(&c);
  }
}

// at least half of the states are under constraints, and few are left out
static void check_share(const Share* share, int part) {
  CHECK(2 * share->constrained >= share->states);
  CHECK(part * share->left_out <= share->states);
}

#define GROUND "<geom type='plane' size='5 5 .1' euler='3 5 0'/>"

TEST(exact_derivatives_of_limits_and_friction) {
  Share share = {0};
  compare_constrained(
      WORLD("<site name='w' pos='.5 .5 .5'/>"
            "<body><joint name='a' axis='0 1 0' frictionloss='.4' range='-5 5' limited='true'/>"
            "<geom type='box' size='.1 .1 .2' pos='.3 0 0'/>"
            "<body pos='.6 0 0'><joint name='b' type='ball' range='0 10' limited='true' damping='.1'/><site name='s' pos='.2 .1 "
            ".1'/>"
            "<geom type='box' size='.1 .05 .2' pos='.3 0 .1'/></body></body>",
            "<tendon><spatial limited='true' range='0 .8' frictionloss='.3'><site site='w'/><site site='s'/></spatial>"
            "<fixed limited='true' range='-.1 .05' frictionloss='.1'><joint joint='a' coef='2'/></fixed></tendon>"),
      mjCONE_PYRAMIDAL, 20, &share);
  check_share(&share, 4);
}

TEST(exact_derivatives_of_equalities) {
  Share share = {0};
  compare_constrained(WORLD("<site name='w' pos='.5 .5 .5'/>" CHAIN FREE,
                            "<tendon><spatial name='t'><site site='w'/><site site='b'/></spatial><spatial name='u'><site "
                            "site='w'/><site site='c'/></spatial>"
                            "<fixed name='v'><joint joint='h' coef='.3'/></fixed></tendon>"
                            "<option><flag contact='disable'/></option><equality><connect site1='c' site2='e'/><joint joint1='h' "
                            "joint2='k' polycoef='.1 .5 .3 -.2 .1'/>"
                            "<tendon tendon1='t' tendon2='u' polycoef='.1 .5 .3 0 0'/></equality>"),
                      mjCONE_PYRAMIDAL, 2, &share);
  compare_constrained(WORLD("<site name='w' pos='.5 .5 .5' euler='10 20 40'/>" CHAIN FREE,
                            "<option><flag contact='disable'/></option><equality><weld site1='c' site2='e' solimp='.8 .95 .05 .4 "
                            "3'/><weld body1='f' torquescale='.3' "
                            "relpose='.9 .1 1.9 1 .1 .2 .1'/></equality>"),
                      mjCONE_PYRAMIDAL, 2, &share);
  check_share(&share, 4);
}

#define FALLING(geom) "<body pos='0 0 .3' euler='20 30 10'><freejoint/>" geom "</body>"

TEST(exact_derivatives_of_contacts_with_a_plane) {
  Share share = {0};
  static const char* const xml[] = {
      WORLD(GROUND FALLING("<geom size='.1' condim='6' friction='.8 .02 .01'/>"), ""),
      WORLD(GROUND FALLING("<geom type='capsule' size='.1 .2' condim='4' friction='.5 .03 .01'/>"), ""),
      WORLD(GROUND FALLING("<geom type='box' size='.1 .2 .15'/>"), ""),
      WORLD(GROUND FALLING("<geom type='cylinder' size='.1 .2' condim='1'/>"), ""),
      WORLD(GROUND FALLING("<geom type='ellipsoid' size='.1 .2 .15'/>"), ""),
      WORLD(GROUND "<body pos='0 0 .4'><joint type='slide' axis='0 0 1'/><joint axis='0 1 0' damping='.2'/><geom type='capsule' "
                   "size='.04' fromto='0 0 0 .5 0 0'/><body pos='.5 0 0'><joint axis='0 1 0' damping='.1'/><geom type='capsule' "
                   "size='.04' "
                   "fromto='0 0 0 .2 .1 -.4' friction='.4'/></body></body>",
            "")};
  for (size_t k = 0; k < sizeof xml / sizeof xml[0]; k++) {
    compare_constrained(xml[k], mjCONE_PYRAMIDAL, 40, &share);
    compare_constrained(xml[k], mjCONE_ELLIPTIC, 40, &share);
  }
  check_share(&share, 4);
}

#define POST(geom) "<body pos='.05 .02 -.2' euler='10 5 0'><joint axis='0 1 0' stiffness='50' damping='3'/>" geom "</body>"

TEST(exact_derivatives_of_contacts_of_two_bodies) {
  Share share = {0};
  static const char* const first[] = {"<geom size='.2'/>", "<geom type='capsule' size='.15 .3'/>",
                                      "<geom type='box' size='.2 .3 .2'/>", "<geom type='cylinder' size='.3 .2'/>"};
  static const char* const second[] = {"<geom size='.1'/>", "<geom type='capsule' size='.05 .2' euler='80 10 0'/>",
                                       "<geom type='box' size='.1 .12 .08'/>"};
  for (int a = 0; a < 4; a++) {
    for (int b = 0; b < 3; b++) {
      if (a == 3 && b > 0) continue;
      char xml[1000];
      snprintf(xml, sizeof xml,
               WORLD("<body pos='.05 .02 -.2' euler='10 5 0'><joint axis='0 1 0' stiffness='50' damping='3'/>%s</body>"
                     "<body pos='0 0 .25' euler='10 5 10'><freejoint/>%s</body>",
                     ""),
               first[a], second[b]);
      compare_constrained(xml, mjCONE_PYRAMIDAL, 55, &share);
      compare_constrained(xml, mjCONE_ELLIPTIC, 55, &share);
    }
  }
  check_share(&share, 4);
}

// ------------------------------------------------ products and sensors

static void compare_products(const char* xml, int integrator) {
  ig_Case c = ig_case(xml);
  if (!c.d) return;
  c.m->opt.integrator = integrator;
  ig_case_state(&c, 3);
  for (int i = 0; i < 20; i++) mj_step(c.m, c.d);
  int nx = (int)(2 * c.m->nv + c.m->na), nu = (int)c.m->nu;
  mjtNum A[3600], B[600], next[60], state[60], ctrl[10], by_state[60], by_ctrl[10], moved[60];
  CHECK(nx <= 60 && nu <= 10);
  unsigned seed = 5;
  for (int i = 0; i < nx; i++) next[i] = ig_test_random(&seed), state[i] = ig_test_random(&seed);
  for (int i = 0; i < nu; i++) ctrl[i] = ig_test_random(&seed);
  CHECK_INT(ingot_transition(c.m, c.d, A, B, NULL, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_stepVJP(c.m, c.d, next, by_state, by_ctrl, NULL), INGOT_OK);
  CHECK_INT(ingot_stepJVP(c.m, c.d, state, ctrl, moved, NULL), INGOT_OK);
  for (int k = 0; k < nx; k++) {
    mjtNum pulled = 0, pushed = 0;
    for (int i = 0; i < nx; i++) pulled += A[i * nx + k] * next[i], pushed += A[k * nx + i] * state[i];
    for (int i = 0; i < nu; i++) pushed += B[k * nu + i] * ctrl[i];
    CHECK_NEAR(by_state[k], pulled, 1e-9);
    CHECK_NEAR(moved[k], pushed, 1e-9);
  }
  for (int k = 0; k < nu; k++) {
    mjtNum pulled = 0;
    for (int i = 0; i < nx; i++) pulled += B[i * nu + k] * next[i];
    CHECK_NEAR(by_ctrl[k], pulled, 1e-9);
  }
  ig_case_free(&c);
}

TEST(exact_products_are_those_of_the_matrices) {
  static const int integrators[] = {mjINT_EULER, mjINT_IMPLICITFAST, mjINT_IMPLICIT, mjINT_RK4};
  for (int k = 0; k < 4; k++) {
    compare_products(WORLD(GROUND CHAIN FREE,
                           "<actuator><position joint='k' kp='3' kv='.2'/><motor joint='ball' gear='1 2 -1'/><general joint='h' "
                           "dyntype='filterexact' dynprm='.05' actearly='true' gaintype='affine' gainprm='3 1 -.5'/></actuator>"),
                     integrators[k]);
  }
  CHECK_INT(ingot_stepVJP(NULL, NULL, NULL, NULL, NULL, NULL), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_stepJVP(NULL, NULL, NULL, NULL, NULL, NULL), INGOT_BAD_ARGUMENT);
}

TEST(exact_derivatives_of_sensors) {
  ig_Case c = ig_case(
      WORLD("<site name='w' pos='.5 .5 .5'/>" CHAIN FREE,
            "<option magnetic='.1 -.5 .3'/><tendon><spatial name='s'><site site='w'/><site site='b'/></spatial></tendon>"
            "<actuator><position name='p' joint='k' kp='3' kv='.2'/><general name='t' tendon='s' dyntype='filter' dynprm='.1' "
            "gaintype='affine' "
            "gainprm='1 .4 .3'/><general name='c' slidersite='w' cranksite='b' cranklength='2' gear='1.5'/></actuator>"
            "<sensor><jointpos joint='h'/><jointvel joint='k' cutoff='.01'/><tendonpos tendon='s'/><tendonvel "
            "tendon='s'/><actuatorpos actuator='c'/>"
            "<actuatorvel actuator='c'/><actuatorfrc actuator='p'/><actuatorfrc actuator='t'/><ballquat "
            "joint='ball'/><ballangvel joint='ball'/>"
            "<velocimeter site='c'/><gyro site='c'/><magnetometer site='e'/><subtreecom body='f'/><subtreelinvel body='f'/>"
            "<framepos objtype='site' objname='c'/><framepos objtype='site' objname='c' reftype='body' refname='f'/>"
            "<framequat objtype='site' objname='c'/><framequat objtype='body' objname='f' reftype='site' refname='c'/>"
            "<framexaxis objtype='site' objname='c'/><framezaxis objtype='site' objname='c' reftype='xbody' refname='f'/>"
            "<framelinvel objtype='site' objname='c'/><framelinvel objtype='site' objname='c' reftype='body' refname='f'/>"
            "<frameangvel objtype='site' objname='c'/><frameangvel objtype='site' objname='c' reftype='body' "
            "refname='f'/><clock/></sensor>"));
  if (!c.d) return;
  for (unsigned seed = 1; seed < 4; seed++) {
    ig_case_state(&c, seed);
    ig_Richardson r = ig_richardson(c.m, c.d, 2e-3);
    mjtNum *C = calloc((size_t)(r.ns * r.nx), sizeof(mjtNum)), *D = calloc((size_t)(r.ns * r.nu), sizeof(mjtNum));
    CHECK_INT(ingot_transition(c.m, c.d, NULL, NULL, C, D, NULL), INGOT_OK);
    for (int i = 0; i < r.ns; i++) {
      for (int k = 0; k < r.nx; k++) CHECK_NEAR(C[i * r.nx + k], r.C[i * r.nx + k], 1e-8);
      for (int k = 0; k < r.nu; k++) CHECK_NEAR(D[i * r.nu + k], r.D[i * r.nu + k], 1e-8);
    }
    free(C);
    free(D);
    ig_richardson_free(&r);
  }
  ig_case_free(&c);
  c = ig_case(WORLD(CHAIN, "<sensor><accelerometer site='c'/></sensor>"));
  if (!c.d) return;
  mjtNum C[1000];
  ingotReport report = {0};
  CHECK_INT(ingot_transition(c.m, c.d, NULL, NULL, C, NULL, &report), INGOT_BAD_MODEL);
  CHECK_HAS(report.text, "sensor");
  ig_case_free(&c);
}
