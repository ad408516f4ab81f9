// SPDX-License-Identifier: Apache-2.0
// Lines R28: parameters of friction loss and of limits.
#include "require.h"

#define LOSSES                                                                                                           \
  "<mujoco><option gravity='0 0 0' timestep='.001'/><default><joint solreffriction='.03 .7'/>"                           \
  "<default class='c'><joint solreffriction='.06 .6' solimpfriction='.8 .9 .01 .4 3'/>"                                  \
  "<tendon solreffriction='.07 .9' solimpfriction='.7 .9 .02 .5 2'/></default></default><worldbody>"                     \
  "<body><joint name='a' frictionloss='.9' solreffriction='.05 .5' solreflimit='.04 .9' solimplimit='.8 .9 .003 .5 2' "  \
  "range='-50 50'/><geom size='.12'/></body>"                                                                            \
  "<body pos='1 0 0'><joint name='b' frictionloss='1.1'/><geom size='.1'/></body>"                                       \
  "<body pos='2 0 0'><joint type='ball' class='c' frictionloss='.4'/><geom type='box' size='.1 .12 .1'/></body>"         \
  "<body pos='3 0 0'><joint type='free' frictionloss='.3' solreffriction='.09 1.1'/><geom type='box' size='.1 .1 "       \
  ".14'/></body></worldbody>"                                                                                            \
  "<tendon><fixed name='t' class='c' frictionloss='2.5'><joint joint='a' coef='1'/><joint joint='b' coef='-1'/></fixed>" \
  "<fixed name='u' frictionloss='1.5' solreffriction='.08 1' limited='true' range='-1 1' solreflimit='.03 1.2' "         \
  "solimplimit='.85 .9 .004 .5 2'>"                                                                                      \
  "<joint joint='a' coef='1'/><joint joint='b' coef='1'/></fixed></tendon></mujoco>"

#define SPINNER                                                                                                 \
  "<mujoco><option gravity='0 0 0' timestep='.001'/><worldbody><body><joint axis='0 0 1' frictionloss='1' %s/>" \
  "<geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>"

TEST(R28_1_friction_parameters_of_dofs) {
  CASE(c, LOSSES);
  CHECK_VALUES(c.m->dof_solref, 0, .05, .5, .03, .7, .06, .6, .06, .6, .06, .6, .09, 1.1, .09, 1.1, .09, 1.1, .09, 1.1, .09, 1.1,
               .09, 1.1);
  for (int dof = 0; dof < c.m->nv; dof++) {
    const mjtNum* solimp = c.m->dof_solimp + mjNIMP * dof;
    if (dof >= 2 && dof < 5)
      CHECK_VALUES(solimp, 0, .8, .9, .01, .4, 3);
    else
      CHECK_VALUES(solimp, 0, .9, .95, .001, .5, 2);
  }
}

TEST(R28_2_limit_parameters_of_joints_are_separate) {
  CASE(c, LOSSES);
  CHECK_VALUES(c.m->jnt_solref, 0, .04, .9, .02, 1, .02, 1, .02, 1);
  CHECK_VALUES(c.m->jnt_solimp, 0, .8, .9, .003, .5, 2, .9, .95, .001, .5, 2);
}

TEST(R28_3_parameters_of_tendons) {
  CASE(c, LOSSES);
  CHECK_VALUES(c.m->tendon_solref_fri, 0, .07, .9, .08, 1);
  CHECK_VALUES(c.m->tendon_solimp_fri, 0, .7, .9, .02, .5, 2, .9, .95, .001, .5, 2);
  CHECK_VALUES(c.m->tendon_solref_lim, 0, .02, 1, .03, 1.2);
  CHECK_VALUES(c.m->tendon_solimp_lim, 0, .9, .95, .001, .5, 2, .85, .9, .004, .5, 2);
}

TEST(R28_4_rows_of_friction_loss_use_them) {
  CASE(c, LOSSES);
  ig_fill(c.d->qvel, c.m->nv, .1);
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->nf, 13);
  for (int r = c.d->ne; r < c.d->ne + c.d->nf; r++) {
    bool tendon = c.d->efc_type[r] == mjCNSTR_FRICTION_TENDON;
    int id = c.d->efc_id[r];
    CHECK(tendon || c.d->efc_type[r] == mjCNSTR_FRICTION_DOF);
    const mjtNum* solref = tendon ? c.m->tendon_solref_fri + mjNREF * id : c.m->dof_solref + mjNREF * id;
    const mjtNum* solimp = tendon ? c.m->tendon_solimp_fri + mjNIMP * id : c.m->dof_solimp + mjNIMP * id;
    CHECK_NEAR(c.d->efc_KBIP[4 * r], 0, 0);
    CHECK_NEAR(c.d->efc_KBIP[4 * r + 1], 2 / (solimp[1] * solref[0]), 1e-12);
    CHECK_NEAR(c.d->efc_frictionloss[r], tendon ? c.m->tendon_frictionloss[id] : c.m->dof_frictionloss[id], 0);
    CHECK_NEAR(c.d->efc_aref[r], -c.d->efc_KBIP[4 * r + 1] * c.d->efc_vel[r], 1e-12);
  }
}

TEST(R28_5_a_slower_reference_gives_a_smaller_force) {
  CASE(slow, SPINNER, "solreffriction='.05 .5'");
  CASE(usual, SPINNER, "");
  slow.d->qvel[0] = usual.d->qvel[0] = 1e-4;
  mj_forward(slow.m, slow.d);
  mj_forward(usual.m, usual.d);
  mjtNum force[2] = {slow.d->qfrc_constraint[0], usual.d->qfrc_constraint[0]};
  CHECK(fabs(force[0]) < fabs(force[1]));
  CHECK_FIGURE("R28.5", force, 2, 1e-9);
}

TEST(R28_6_plain_solref_on_a_joint_is_refused) {
  REFUSED("solref", SPINNER, "solref='.02 1'");
  REFUSED("solimp", SPINNER, "solimp='.9 .95 .001'");
}

TEST(R28_7_saving_keeps_the_parameters) {
  CASE(c, LOSSES);
  __attribute__((cleanup(ig_case_free))) ig_Case s = ig_case_saved(&c);
  if (!s.d) return;
  CHECK_SAME(s.m->dof_solref, c.m->dof_solref, mjNREF * c.m->nv, 0);
  CHECK_SAME(s.m->dof_solimp, c.m->dof_solimp, mjNIMP * c.m->nv, 0);
  CHECK_SAME(s.m->jnt_solref, c.m->jnt_solref, mjNREF * c.m->njnt, 0);
  CHECK_SAME(s.m->jnt_solimp, c.m->jnt_solimp, mjNIMP * c.m->njnt, 0);
  CHECK_SAME(s.m->tendon_solref_fri, c.m->tendon_solref_fri, mjNREF * c.m->ntendon, 0);
  CHECK_SAME(s.m->tendon_solimp_fri, c.m->tendon_solimp_fri, mjNIMP * c.m->ntendon, 0);
  CHECK_SAME(s.m->tendon_solref_lim, c.m->tendon_solref_lim, mjNREF * c.m->ntendon, 0);
  CHECK_SAME(s.m->tendon_solimp_lim, c.m->tendon_solimp_lim, mjNIMP * c.m->ntendon, 0);
}
