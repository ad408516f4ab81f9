// SPDX-License-Identifier: Apache-2.0
// Lines R31: the reference of friction rows.
#include "require.h"

// a ball that slides, spins and sinks; attributes of the pair
#define SINKING                                                                                                       \
  "<mujoco><option timestep='.002' cone='elliptic' iterations='200' tolerance='1e-14'/><worldbody>"                   \
  "<geom name='floor' type='plane' size='2 2 .1'/><body pos='0 0 .118'><freejoint/><geom name='ball' "                \
  "size='.12'/></body></worldbody>"                                                                                   \
  "<contact><pair geom1='floor' geom2='ball' condim='6' friction='.9 .7 .02 .003 .002' solref='.02 1' %s/></contact>" \
  "<keyframe><key qpos='0 0 .118 1 0 0 0' qvel='.4 -.2 -.1 1.5 2.5 2'/></keyframe></mujoco>"

static int warned;

static void count_warning(const char* text) { warned += text != NULL; }

static void forward(const ig_Case* c) {
  mj_resetDataKeyframe(c->m, c->d, 0);
  mj_forward(c->m, c->d);
  CHECK_INT(c->d->ncon, 1);
}

TEST(R31_1_it_belongs_to_the_pair) {
  CASE(c, SINKING, "solreffriction='.1 .5'");
  forward(&c);
  CHECK_VALUES(c.m->pair_solreffriction, 0, .1, .5);
  CHECK_VALUES(c.d->contact[0].solreffriction, 0, .1, .5);
  CASE(automatic,
       "<mujoco><worldbody><geom type='plane' size='1 1 .1'/><body pos='0 0 .09'><freejoint/><geom "
       "size='.1'/></body></worldbody></mujoco>");
  mj_forward(automatic.m, automatic.d);
  CHECK_VALUES(automatic.d->contact[0].solreffriction, 0, 0, 0);
  REFUSED("solreffriction", "<mujoco><worldbody><geom size='.1' solreffriction='.1 .5'/></worldbody></mujoco>");
}

TEST(R31_2_elliptic_friction_rows_have_their_own_damping) {
  CASE(c, SINKING, "solreffriction='.1 .5'");
  CASE(plain, SINKING, "");
  forward(&c);
  forward(&plain);
  CHECK_NEAR(c.d->efc_KBIP[1], 2 / (.95 * .02), 1e-9);
  CHECK_NEAR(c.d->efc_aref[0], plain.d->efc_aref[0], 0);
  for (int r = 1; r < 6; r++) {
    CHECK_NEAR(c.d->efc_KBIP[4 * r + 1], 2 / (.95 * .1), 1e-9);
    CHECK_NEAR(c.d->efc_aref[r], -c.d->efc_KBIP[4 * r + 1] * c.d->efc_vel[r], 1e-9);
    CHECK(fabs(c.d->efc_aref[r] - plain.d->efc_aref[r]) > 1e-3);
  }
}

TEST(R31_3_zero_is_the_same_as_none) {
  CASE(c, SINKING, "solreffriction='0 0'");
  CASE(plain, SINKING, "");
  forward(&c);
  forward(&plain);
  CHECK_BITS(c.d->efc_aref, plain.d->efc_aref, 6);
  CHECK_BITS(c.d->efc_force, plain.d->efc_force, 6);
}

TEST(R31_4_pyramids_do_not_know_it) {
  CASE(c, SINKING, "solreffriction='.1 .5'");
  CASE(plain, SINKING, "");
  c.m->opt.cone = plain.m->opt.cone = mjCONE_PYRAMIDAL;
  forward(&c);
  forward(&plain);
  CHECK_INT(c.d->nefc, 10);
  CHECK_BITS(c.d->efc_aref, plain.d->efc_aref, 10);
  CHECK_BITS(c.d->efc_R, plain.d->efc_R, 10);
  CHECK_BITS(c.d->efc_force, plain.d->efc_force, 10);
}

TEST(R31_5_regularization_does_not_know_it) {
  CASE(c, SINKING, "solreffriction='.1 .5'");
  CASE(plain, SINKING, "");
  forward(&c);
  forward(&plain);
  CHECK_BITS(c.d->efc_R, plain.d->efc_R, 6);
  for (int r = 1; r < 6; r++) {
    CHECK_NEAR(c.d->efc_KBIP[4 * r], 0, 0);
    CHECK_NEAR(plain.d->efc_KBIP[4 * r], 0, 0);
  }
}

TEST(R31_6_friction_forces_change_with_it) {
  CASE(c, SINKING, "solreffriction='.1 .5'");
  CASE(plain, SINKING, "");
  for (int solver = 0; solver < 3; solver++) {
    ig_Case* both[] = {&c, &plain};
    for (int k = 0; k < 2; k++) {
      mj_resetDataKeyframe(both[k]->m, both[k]->d, 0);
      both[k]->m->opt.solver = solver;
      mju_scl(both[k]->d->qvel, both[k]->d->qvel, .01, 6);
      mj_forward(both[k]->m, both[k]->d);
    }
    CHECK(ig_distance(c.d->efc_force + 1, plain.d->efc_force + 1, 5) > 1e-3);
  }
}

TEST(R31_7_mixed_signs_are_replaced_with_a_warning) {
  static const char* const mixed[] = {"solreffriction='.1 -1'", "solreffriction='.1 0'"};
  CASE(plain, SINKING, "");
  forward(&plain);
  for (int k = 0; k < 2; k++) {
    CASE(c, SINKING, mixed[k]);
    warned = 0;
    mju_user_warning = count_warning;
    forward(&c);
    mju_user_warning = NULL;
    CHECK(warned > 0);
    CHECK_BITS(c.d->efc_aref, plain.d->efc_aref, 6);
  }
  CASE(direct, SINKING, "solreffriction='-50 -5'");
  forward(&direct);
  for (int r = 1; r < 6; r++) CHECK_NEAR(direct.d->efc_KBIP[4 * r + 1], 5 / .95, 1e-9);
}

TEST(R31_8_short_time_constants_are_raised) {
  CASE(c, SINKING, "solreffriction='.001 1'");
  forward(&c);
  for (int r = 1; r < 6; r++) CHECK_NEAR(c.d->efc_KBIP[4 * r + 1], 2 / (.95 * .004), 1e-9);
}

TEST(R31_9_recorded_reference_accelerations) {
  CASE(c, SINKING, "solreffriction='.1 .5'");
  forward(&c);
  CHECK_INT(c.d->nefc, 6);
  CHECK_FIGURE("R31.9", c.d->efc_aref, 6, 1e-9);
}

TEST(R31_10_classes_and_saving) {
  CASE(c,
       "<mujoco><default><default class='x'><pair solreffriction='.07 .9'/></default></default><worldbody><geom name='a' "
       "size='.1'/>"
       "<body><freejoint/><geom name='b' size='.1'/></body></worldbody><contact><pair class='x' geom1='a' "
       "geom2='b'/></contact></mujoco>");
  CHECK_VALUES(c.m->pair_solreffriction, 0, .07, .9);
  __attribute__((cleanup(ig_case_free))) ig_Case saved = ig_case_saved(&c);
  if (!saved.d) return;
  CHECK_VALUES(saved.m->pair_solreffriction, 0, .07, .9);
}
