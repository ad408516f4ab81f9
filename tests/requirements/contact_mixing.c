// SPDX-License-Identifier: Apache-2.0
// Lines R24, R25, R26: friction, priority and mixing of the parameters of a contact.
#include "require.h"

// a ball in the floor; the attributes of the floor, then those of the ball
#define PRESSED                                                           \
  "<mujoco><worldbody><geom name='floor' type='plane' size='2 2 .1' %s/>" \
  "<body pos='0 0 .095'><freejoint/><geom name='ball' size='.1' %s/></body></worldbody></mujoco>"

// a sheet of 4 x 4 points in the floor; floor, then contact attributes of the sheet
#define SHEET                                                                                                            \
  "<mujoco><worldbody><geom name='floor' type='plane' size='2 2 .1' %s/>"                                                \
  "<flexcomp name='sheet' type='grid' dim='2' count='4 4 1' spacing='.08 .08 .08' radius='.01' pos='0 0 .006' mass='1'>" \
  "<contact selfcollide='none' internal='false' %s/></flexcomp></worldbody></mujoco>"

// every contact has the same parameters as the first
static const mjContact* first_contact(const ig_Case* c) {
  mj_forward(c->m, c->d);
  CHECK(c->d->ncon > 0);
  for (int k = 1; k < c->d->ncon; k++) {
    CHECK_BITS(c->d->contact[k].friction, c->d->contact[0].friction, 5);
    CHECK_BITS(c->d->contact[k].solref, c->d->contact[0].solref, 2);
  }
  return c->d->contact;
}

TEST(R24_1_friction_is_the_maximum_unpacked) {
  CASE(c, PRESSED, "friction='.8 .01 .001'", "friction='.3 .005 .0001'");
  CHECK_VALUES(first_contact(&c)->friction, 1e-12, .8, .8, .01, .001, .001);
}

TEST(R24_2_friction_of_equal_and_zero_geoms) {
  CASE(c, PRESSED, "friction='.3 .005 .0001'", "friction='.7 .01 .001'");
  CHECK_VALUES(first_contact(&c)->friction, 1e-12, .7, .7, .01, .001, .001);
  CASE(equal, PRESSED, "friction='.5 .005 .0001'", "friction='.5 .005 .0001'");
  CHECK_VALUES(first_contact(&equal)->friction, 1e-12, .5, .5, .005, .0001, .0001);
  CASE(zero, PRESSED, "friction='0 0 0'", "friction='.5 .005 .0001'");
  CHECK_VALUES(first_contact(&zero)->friction, 1e-12, .5, .5, .005, .0001, .0001);
}

TEST(R24_3_the_maximum_is_taken_per_number) {
  CASE(c, PRESSED, "friction='.3 .02 .0001'", "friction='.7 .01 .001'");
  CHECK_VALUES(first_contact(&c)->friction, 1e-12, .7, .7, .02, .001, .001);
}

TEST(R24_4_flex_against_geom) {
  CASE(c, SHEET, "friction='.6 .008 .0002'", "friction='.4 .005 .0001'");
  CHECK_VALUES(first_contact(&c)->friction, 1e-12, .6, .6, .008, .0002, .0002);
}

TEST(R25_1_the_winner_gives_everything) {
  CASE(c, PRESSED, "condim='6' friction='.9 .01 .001'",
       "priority='1' condim='3' friction='.5 .008 .0003' solref='.03 .9' solimp='.85 .92 .0015 .55 2.5'");
  const mjContact* con = first_contact(&c);
  CHECK_VALUES(con->friction, 1e-12, .5, .5, .008, .0003, .0003);
  CHECK_VALUES(con->solref, 0, .03, .9);
  CHECK_VALUES(con->solimp, 0, .85, .92, .0015, .55, 2.5);
  CHECK_INT(con->dim, 3);
}

TEST(R25_2_the_winners_dimension_counts_even_if_smaller) {
  CASE(c, PRESSED, "condim='6'", "condim='1' priority='1'");
  CHECK_INT(first_contact(&c)->dim, 1);
}

TEST(R25_3_priorities_may_be_negative) {
  CASE(c, PRESSED, "priority='-1' friction='.9 .1 .1' solref='.1 .5'", "friction='.2 .01 .001' solref='.04 .8'");
  CHECK_VALUES(first_contact(&c)->friction, 1e-12, .2, .2, .01, .001, .001);
  CHECK_VALUES(first_contact(&c)->solref, 0, .04, .8);
}

TEST(R25_4_margins_and_gaps_are_sums_whatever_the_priority) {
  CASE(c, PRESSED, "margin='.01' gap='.001' priority='1'", "margin='.02' gap='.002'");
  CHECK_NEAR(first_contact(&c)->includemargin, .027, 1e-12);
}

TEST(R25_5_priority_between_flex_and_geom) {
  CASE(c, SHEET, "priority='1' condim='4' friction='.6 .008 .0002' solref='.05 .7'", "friction='.9 .1 .1' solref='.03 .6'");
  const mjContact* con = first_contact(&c);
  CHECK_VALUES(con->friction, 1e-12, .6, .6, .008, .0002, .0002);
  CHECK_VALUES(con->solref, 0, .05, .7);
  CHECK_INT(con->dim, 4);
  c.m->flex_priority[0] = 2;
  con = first_contact(&c);
  CHECK_VALUES(con->friction, 1e-12, .9, .9, .1, .1, .1);
  CHECK_VALUES(con->solref, 0, .03, .6);
  CHECK_INT(con->dim, 3);
}

TEST(R25_6_priority_is_stored_and_saved) {
  CASE(c, PRESSED, "", "priority='2'");
  CHECK_INT(c.m->geom_priority[0], 0);
  CHECK_INT(c.m->geom_priority[1], 2);
  char text[5000];
  CHECK(ig_saved_text(&c, text, sizeof text));
  CHECK_HAS(text, "priority=\"2\"");
}

#define SOFT "solref='.04 .8' solimp='.8 .9 .002 .6 3'"

TEST(R26_1_weights_follow_solmix) {
  CASE(c, PRESSED, "solmix='1'", SOFT " solmix='2'");
  const mjContact* con = first_contact(&c);
  CHECK_VALUES(con->solref, 1e-9, .1 / 3, 2.6 / 3);
  CHECK_VALUES(con->solimp, 1e-9, 2.5 / 3, 2.75 / 3, .005 / 3, 1.7 / 3, 8. / 3);
}

TEST(R26_2_equal_weights_give_the_average) {
  CASE(c, PRESSED, "solmix='3'", SOFT " solmix='3'");
  CHECK_VALUES(first_contact(&c)->solref, 1e-9, .03, .9);
  CHECK_VALUES(first_contact(&c)->solimp, 1e-9, .85, .925, .0015, .55, 2.5);
}

TEST(R26_3_zero_weights) {
  CASE(both, PRESSED, "solmix='0'", SOFT " solmix='0'");
  CHECK_VALUES(first_contact(&both)->solref, 1e-9, .03, .9);
  CASE(one, PRESSED, "solmix='0'", SOFT " solmix='1'");
  CHECK_VALUES(first_contact(&one)->solref, 1e-9, .04, .8);
  CHECK_VALUES(first_contact(&one)->solimp, 1e-9, .8, .9, .002, .6, 3);
  CASE(two, PRESSED, "solmix='1'", SOFT " solmix='0'");
  CHECK_VALUES(first_contact(&two)->solref, 1e-9, .02, 1);
}

TEST(R26_4_direct_solref_takes_the_minimum) {
  CASE(c, PRESSED, "solmix='7' solref='-100 -1'", "solref='-200 -2' solimp='.8 .9 .002 .6 3' solmix='1'");
  CHECK_VALUES(first_contact(&c)->solref, 1e-9, -200, -2);
  CHECK_VALUES(first_contact(&c)->solimp, 1e-9, .9 * 7 / 8 + .1, (.95 * 7 + .9) / 8, .009 / 8, 4.1 / 8, 17. / 8);
  CASE(one, PRESSED, "", "solref='-100 -1'");
  CHECK_VALUES(first_contact(&one)->solref, 1e-9, -100, -1);
}

TEST(R26_5_solmix_has_no_say_in_friction_or_dimension) {
  CASE(c, PRESSED, "friction='.2 .01 .001' solmix='100'", "friction='.9 .02 .002' condim='4'");
  CHECK_VALUES(first_contact(&c)->friction, 1e-12, .9, .9, .02, .002, .002);
  CHECK_INT(first_contact(&c)->dim, 4);
  CASE(winner, PRESSED, "solmix='100'", "priority='1' solref='.05 .6'");
  CHECK_VALUES(first_contact(&winner)->solref, 0, .05, .6);
}

TEST(R26_6_flex_with_geom_is_mixed_alike) {
  CASE(c, SHEET, "margin='.003' gap='.0005'", "solmix='3' solref='.04 .8' margin='.004' gap='.001'");
  CHECK_VALUES(first_contact(&c)->solref, 1e-9, .035, .85);
  CHECK_NEAR(first_contact(&c)->includemargin, .0055, 1e-12);
}
