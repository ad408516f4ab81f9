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
  static const int integrators[] = {mjINT_EULER, mjINT_IMPLICITFAST, mjINT_IMPLICIT};
  for (int k = 0; k < 3; k++) compare_scene(xml, integrators[k], 1e-6);
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
  refuse(WORLD("<body><freejoint/><geom size='.1'/></body>", "<option density='1'/>"), "medium");
  refuse(
      WORLD("<body name='b'><freejoint/><geom size='.1'/></body>", "<actuator><adhesion body='b' ctrlrange='0 1'/></actuator>"),
      "adhesion");
  ingotReport report = {0};
  CHECK_INT(ingot_transition(NULL, NULL, NULL, NULL, NULL, NULL, &report), INGOT_BAD_ARGUMENT);
}
