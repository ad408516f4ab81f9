// SPDX-License-Identifier: Apache-2.0
// Impedance and reference of single rows.
#include <stdio.h>

#include "case.h"
#include "test.h"

static const char limit_model[] =
    "<mujoco><option timestep='0.002'><flag contact='disable'/></option><worldbody><body>"
    "<joint type='hinge' axis='0 1 0' limited='true' range='-90 90' %s/><geom size='.1' mass='1' pos='.3 0 "
    "0'/></body></worldbody></mujoco>";

static ig_Case limit_case(const char* attributes, mjtNum qpos) {
  char xml[1000];
  snprintf(xml, sizeof xml, limit_model, attributes);
  ig_Case c = ig_case(xml);
  if (!c.d) return c;
  c.d->qpos[0] = qpos;
  mj_forward(c.m, c.d);
  return c;
}

TEST(r29_5_limit_row_and_its_force) {
  for (int side = -1; side <= 1; side += 2) {
    ig_Case c = limit_case("", side * (mjPI / 2 + 0.03));
    if (!c.d) return;
    CHECK_INT(c.d->nefc, 1);
    CHECK_INT(c.d->nl, 1);
    CHECK_NEAR(c.d->efc_pos[0], -0.03, 1e-12);
    CHECK_NEAR(c.d->efc_J[0], -side, 0);
    mjtNum one = 1, inverse;
    mj_solveM(c.m, c.d, &inverse, &one, 1);
    mjtNum expected = -(c.d->efc_J[0] * c.d->qacc_smooth[0] - c.d->efc_aref[0]) / (inverse + c.d->efc_R[0]);
    CHECK_NEAR(c.d->efc_force[0], expected, 1e-9);
    ig_case_free(&c);
  }
  ig_Case inside = limit_case("", 1.5);
  CHECK_INT(inside.d->nefc, 0);
  ig_case_free(&inside);
}

TEST(r29_6_margin_makes_a_row_before_the_limit) {
  ig_Case c = limit_case("margin='.1'", mjPI / 2 - 0.07);
  if (!c.d) return;
  CHECK_INT(c.d->nefc, 1);
  CHECK_NEAR(c.d->efc_pos[0], 0.07, 1e-12);
  CHECK_NEAR(c.d->efc_margin[0], 0.1, 1e-15);
  CHECK(c.d->efc_force[0] >= 0);
  c.d->qvel[0] = -20;
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->nefc, 1);
  CHECK(c.d->efc_force[0] == 0);
  ig_case_free(&c);
}

TEST(r29_8_stiffness_and_damping_of_both_forms) {
  ig_Case c = limit_case("solreflimit='.05 .7' solimplimit='.9 .95 .001 .5 2'", 1.7);
  if (!c.d) return;
  CHECK_NEAR(c.d->efc_KBIP[0], 1 / (.95 * .95 * .05 * .05 * .7 * .7), 1e-12);
  CHECK_NEAR(c.d->efc_KBIP[1], 2 / (.95 * .05), 1e-12);
  ig_case_free(&c);
  c = limit_case("solreflimit='-300 -20' solimplimit='.9 .95 .001 .5 2'", 1.7);
  CHECK_NEAR(c.d->efc_KBIP[0], 300 / (.95 * .95), 1e-12);
  CHECK_NEAR(c.d->efc_KBIP[1], 20 / .95, 1e-12);
  ig_case_free(&c);
}

TEST(r29_9_impedance_is_two_power_curves) {
  const mjtNum d0 = .8, dw = .92, w = .01, mid = .3, p = 3, violation[] = {.002, .004, .03};
  for (int k = 0; k < 3; k++) {
    ig_Case c = limit_case("solimplimit='.8 .92 .01 .3 3'", mjPI / 2 + violation[k]);
    if (!c.d) return;
    mjtNum x = violation[k] / w > 1 ? 1 : violation[k] / w;
    mjtNum y = x <= mid ? pow(x, p) / pow(mid, p - 1) : 1 - pow(1 - x, p) / pow(1 - mid, p - 1);
    CHECK_NEAR(c.d->efc_KBIP[2], d0 + y * (dw - d0), 1e-9);
    ig_case_free(&c);
  }
}

TEST(r29_22_refsafe) {
  ig_Case c = limit_case("solreflimit='.001 1'", 1.7);
  if (!c.d) return;
  CHECK_NEAR(c.d->efc_KBIP[1], 2 / (.95 * .004), 1e-12);
  c.m->opt.disableflags |= mjDSBL_REFSAFE;
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->efc_KBIP[1], 2 / (.95 * .001), 1e-12);
  ig_case_free(&c);
}

static char last_warning[200];
static void keep_warning(const char* text) { snprintf(last_warning, sizeof last_warning, "%s", text); }

TEST(r29_23_mixed_signs_are_warned_about_and_ignored) {
  void (*old)(const char*) = mju_user_warning;
  ig_Case c = limit_case("", 1.7);
  if (!c.d) return;
  c.m->jnt_solref[0] = 0.02;
  c.m->jnt_solref[1] = -1;
  last_warning[0] = 0;
  mju_user_warning = keep_warning;
  mj_forward(c.m, c.d);
  mju_user_warning = old;
  CHECK_HAS(last_warning, "solref");
  CHECK_NEAR(c.d->efc_KBIP[0], 1 / (.95 * .95 * .02 * .02), 1e-12);
  CHECK_NEAR(c.d->efc_KBIP[1], 2 / (.95 * .02), 1e-12);
  ig_case_free(&c);
}

TEST(r29_4_friction_loss_force) {
  // fast enough for the force to saturate
  ig_Case c = ig_case(
      "<mujoco><option gravity='0 0 0'/><worldbody><body><joint type='hinge' axis='0 1 0' frictionloss='1' armature='.01'/>"
      "<geom size='.1' mass='.01' pos='0 0 0' type='sphere'/></body></worldbody></mujoco>");
  if (!c.d) return;
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
    c.m->opt.solver = solver;
    for (int k = 0; k < 3; k++) {
      const mjtNum speed[] = {0, 10, -10}, force[] = {0, -1, 1};
      mj_resetData(c.m, c.d);
      c.d->qvel[0] = speed[k];
      mj_forward(c.m, c.d);
      CHECK_INT(c.d->nf, 1);
      CHECK_NEAR(c.d->qfrc_constraint[0], force[k], 1e-9);
      CHECK(c.d->qfrc_passive[0] == 0);
      CHECK(c.d->efc_KBIP[0] == 0);
    }
  }
  ig_case_free(&c);
}

static const char pair_model[] =
    "<mujoco><option cone='%s' timestep='0.002'/><worldbody><geom name='floor' type='plane' size='1 1 .1'/>"
    "<body pos='0 0 .0995'><freejoint/><geom name='ball' size='.1' mass='1'/></body></worldbody>"
    "<contact><pair geom1='floor' geom2='ball' condim='6' solref='.02 1' solimp='.9 .95 .001 .5 2' solreffriction='%s' "
    "friction='1 1 .01 .001 .001'/>"
    "</contact></mujoco>";

static ig_Case pair_case(const char* cone, const char* solreffriction) {
  char xml[1000];
  snprintf(xml, sizeof xml, pair_model, cone, solreffriction);
  ig_Case c = ig_case(xml);
  if (!c.d) return c;
  for (int i = 0; i < 6; i++) c.d->qvel[i] = 0.01 * (i - 2);
  mj_forward(c.m, c.d);
  return c;
}

TEST(r31_2_friction_rows_of_an_elliptic_contact_use_solreffriction) {
  ig_Case with = pair_case("elliptic", ".1 .5"), without = pair_case("elliptic", "0 0");
  if (!with.d || !without.d) return;
  CHECK_INT(with.d->nefc, 6);
  CHECK_NEAR(with.d->efc_KBIP[1], 2 / (.95 * .02), 1e-12);
  CHECK(with.d->efc_aref[0] == without.d->efc_aref[0]);
  for (int row = 1; row < 6; row++) {
    CHECK(with.d->efc_KBIP[4 * row] == 0);
    CHECK_NEAR(with.d->efc_KBIP[4 * row + 1], 2 / (.95 * .1), 1e-12);
    CHECK_NEAR(without.d->efc_KBIP[4 * row + 1], 2 / (.95 * .02), 1e-12);
    CHECK_NEAR(with.d->efc_aref[row], -with.d->efc_KBIP[4 * row + 1] * with.d->efc_vel[row], 1e-9);
    CHECK(with.d->efc_R[row] == without.d->efc_R[row]);
  }
  ig_case_free(&with);
  ig_case_free(&without);
}

TEST(r31_4_solreffriction_does_not_touch_a_pyramid) {
  ig_Case with = pair_case("pyramidal", ".1 .5"), without = pair_case("pyramidal", "0 0");
  if (!with.d || !without.d) return;
  size_t bytes = with.d->nefc * sizeof(mjtNum);
  CHECK_INT(with.d->nefc, 10);
  CHECK(!memcmp(with.d->efc_aref, without.d->efc_aref, bytes));
  CHECK(!memcmp(with.d->efc_R, without.d->efc_R, bytes));
  CHECK(!memcmp(with.d->efc_force, without.d->efc_force, bytes));
  ig_case_free(&with);
  ig_case_free(&without);
}

TEST(r31_7_solreffriction_of_mixed_sign_or_direct_form) {
  void (*old)(const char*) = mju_user_warning;
  last_warning[0] = 0;
  mju_user_warning = keep_warning;
  ig_Case mixed = pair_case("elliptic", ".1 -1");
  mju_user_warning = old;
  if (!mixed.d) return;
  CHECK_HAS(last_warning, "solreffriction");
  CHECK_NEAR(mixed.d->efc_KBIP[4 * 1 + 1], 2 / (.95 * .02), 1e-12);
  ig_case_free(&mixed);
  ig_Case direct = pair_case("elliptic", "-50 -5");
  CHECK_NEAR(direct.d->efc_KBIP[4 * 1 + 1], 5 / .95, 1e-12);
  ig_case_free(&direct);
}

TEST(r29_11_friction_softness_keeps_the_shape_of_the_cone) {
  for (int k = 0; k < 2; k++) {
    ig_Case c = pair_case("elliptic", "0 0");
    if (!c.d) return;
    c.m->opt.impratio = k ? 10 : 1;
    mj_forward(c.m, c.d);
    const mjtNum *R = c.d->efc_R, *mu = c.d->contact[0].friction;
    CHECK_NEAR(R[1], R[0] / c.m->opt.impratio, 1e-15);
    for (int j = 1; j < 5; j++) CHECK_NEAR(R[j + 1] * mu[j] * mu[j] / (R[1] * mu[0] * mu[0]), 1, 1e-9);
    CHECK_NEAR(c.d->contact[0].mu, mu[0] * sqrt(R[1] / R[0]), 1e-12);
    ig_case_free(&c);
  }
}

TEST(r32_3_pyramid_edges_are_normal_plus_minus_tangent) {
  ig_Case edges = pair_case("pyramidal", "0 0"), axes = pair_case("elliptic", "0 0");
  if (!edges.d || !axes.d) return;
  const mjtNum *P = edges.d->efc_J, *E = axes.d->efc_J, *mu = edges.d->contact[0].friction;
  for (int k = 1; k < 6; k++) {
    for (int i = 0; i < 6; i++) {
      CHECK_NEAR(P[(2 * k - 2) * 6 + i], E[i] + mu[k - 1] * E[k * 6 + i], 1e-12);
      CHECK_NEAR(P[(2 * k - 1) * 6 + i], E[i] - mu[k - 1] * E[k * 6 + i], 1e-12);
    }
  }
  ig_case_free(&edges);
  ig_case_free(&axes);
}

TEST(r32_7_contact_force_is_decoded_from_the_edges) {
  ig_Case c = pair_case("pyramidal", "0 0");
  if (!c.d) return;
  mjtNum force[6], expected[6] = {0};
  const mjtNum* edge = c.d->efc_force + c.d->contact[0].efc_address;
  mj_contactForce(c.m, c.d, 0, force);
  for (int k = 0; k < 10; k++) {
    expected[0] += edge[k];
    expected[1 + k / 2] += (k % 2 ? -1 : 1) * edge[k] * c.d->contact[0].friction[k / 2];
  }
  CHECK(force[0] > 0);
  for (int k = 0; k < 6; k++) CHECK_NEAR(force[k], expected[k], 1e-12);
  mj_contactForce(c.m, c.d, 7, force);
  for (int k = 0; k < 6; k++) CHECK(force[k] == 0);
  ig_case_free(&c);
}
