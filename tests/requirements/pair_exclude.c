// SPDX-License-Identifier: Apache-2.0
// Lines R3: contact pairs and exclusions.
#include "require.h"

// two balls that overlap by 0.04; %s are attributes of each, then what stands in <contact>
#define BALLS(one, two, contact)                                                                         \
  "<mujoco><worldbody><body name='P'><freejoint/><geom name='p' size='.1' friction='.3 .005 .0001' " one \
  "/></body>"                                                                                            \
  "<body name='Q' pos='.16 0 0'><freejoint/><geom name='q' size='.1' friction='.7 .01 .001' " two        \
  "/></body>"                                                                                            \
  "</worldbody><contact>" contact "</contact></mujoco>"

// pairs between geoms that no automatic rule would bring together
#define FILTERED                                                                                                 \
  "<mujoco><worldbody>"                                                                                          \
  "<body pos='0 0 0'><freejoint/><geom name='mask1' size='.1' contype='0' conaffinity='0'/></body>"              \
  "<body pos='.16 0 0'><freejoint/><geom name='mask2' size='.1' contype='0' conaffinity='0'/></body>"            \
  "<body pos='0 3 0'><freejoint/><geom name='up' size='.1'/><geom name='beside' size='.1' pos='-.16 0 0'/>"      \
  "<body pos='.16 0 0'><joint axis='0 0 1'/><geom name='down' size='.1'/></body></body>"                         \
  "<body pos='0 6 0'><freejoint/><geom name='far1' size='.1'/></body>"                                           \
  "<body pos='0 7 0'><freejoint/><geom name='far2' size='.1'/></body>"                                           \
  "<body name='x1' pos='0 9 0'><freejoint/><geom name='ex1' size='.1'/></body>"                                  \
  "<body name='x2' pos='.16 9 0'><freejoint/><geom name='ex2' size='.1'/></body></worldbody>"                    \
  "<contact><pair geom1='mask1' geom2='mask2'/><pair geom1='up' geom2='down'/><pair geom1='up' geom2='beside'/>" \
  "<pair geom1='far1' geom2='far2' margin='%s'/><pair geom1='ex1' geom2='ex2' condim='1'/>"                      \
  "<exclude body1='x1' body2='x2'/></contact></mujoco>"

static int contacts(const ig_Case* c) {
  mj_forward(c->m, c->d);
  return c->d->ncon;
}

static bool touches(const ig_Case* c, int contact, const char* geom1, const char* geom2) {
  int a = ig_id(c->m, mjOBJ_GEOM, geom1), b = ig_id(c->m, mjOBJ_GEOM, geom2);
  const int* geom = c->d->contact[contact].geom;
  return (geom[0] == a && geom[1] == b) || (geom[0] == b && geom[1] == a);
}

TEST(R3_1_exclude_removes_automatic_contacts) {
  CASE(c, BALLS("", "", ""));
  CHECK_INT(contacts(&c), 1);
  CASE(one, BALLS("", "", "<exclude body1='P' body2='Q'/>"));
  CHECK_INT(contacts(&one), 0);
  CASE(other, BALLS("", "", "<exclude body1='Q' body2='P'/>"));
  CHECK_INT(contacts(&other), 0);
}

TEST(R3_2_exclude_does_not_act_on_a_pair) {
  CASE(c, FILTERED, "0");
  int found = 0;
  for (int k = 0; k < contacts(&c); k++) {
    if (!touches(&c, k, "ex1", "ex2")) continue;
    found++;
    CHECK_INT(c.d->contact[k].dim, 1);
  }
  CHECK_INT(found, 1);
}

TEST(R3_3_pairs_pass_by_every_filter) {
  CASE(c, FILTERED, "0");
  static const char* const names[][2] = {{"mask1", "mask2"}, {"up", "down"}, {"up", "beside"}, {"ex1", "ex2"}};
  CHECK_INT(contacts(&c), 4);
  for (int i = 0; i < 4; i++) {
    int found = 0;
    for (int k = 0; k < c.d->ncon; k++) found += touches(&c, k, names[i][0], names[i][1]);
    CHECK_INT(found, 1);
  }
}

TEST(R3_4_pairs_are_culled_by_distance) {
  CASE(near, FILTERED, "0.85");
  CHECK_INT(contacts(&near), 5);
  for (int k = 0; k < near.d->ncon; k++) {
    if (!touches(&near, k, "far1", "far2")) continue;
    CHECK_NEAR(near.d->contact[k].includemargin, 0.85, 1e-12);
    CHECK_NEAR(near.d->contact[k].dist, 0.8, 1e-12);
  }
}

TEST(R3_5_a_pair_replaces_the_automatic_contact) {
  CASE(c, BALLS("", "", "<pair geom1='p' geom2='q' condim='1'/>"));
  CHECK_INT(contacts(&c), 1);
  CHECK_INT(c.d->contact[0].dim, 1);
}

TEST(R3_6_the_dimension_of_the_pair_counts) {
  static const int dims[] = {1, 3, 4, 6};
  for (int i = 0; i < 4; i++) {
    CASE(c, BALLS("", "", "<pair geom1='p' geom2='q' condim='%d'/>"), dims[i]);
    CHECK_INT(contacts(&c), 1);
    CHECK_INT(c.d->contact[0].dim, dims[i]);
  }
}

TEST(R3_7_the_friction_of_the_pair_counts) {
  CASE(c, BALLS("", "", "<pair geom1='p' geom2='q' friction='.95 .85 .03 .002 .006'/>"));
  CHECK_INT(contacts(&c), 1);
  CHECK_VALUES(c.d->contact[0].friction, 0, .95, .85, .03, .002, .006);
}

TEST(R3_8_solref_and_solimp_of_the_pair_count) {
  CASE(c, BALLS("", "", "<pair geom1='p' geom2='q' solref='.06 .7' solimp='.84 .92 .003 .3 1.4'/>"));
  CHECK_INT(contacts(&c), 1);
  CHECK_VALUES(c.d->contact[0].solref, 0, .06, .7);
  CHECK_VALUES(c.d->contact[0].solimp, 0, .84, .92, .003, .3, 1.4);
}

TEST(R3_9_margin_and_gap_of_the_pair_count) {
  CASE(c, BALLS("margin='.7'", "margin='.2' gap='.1'", "<pair geom1='p' geom2='q' margin='.1' gap='.05'/>"));
  CHECK_NEAR(c.m->pair_margin[0], .1, 0);
  CHECK_NEAR(c.m->pair_gap[0], .05, 0);
  CHECK_INT(contacts(&c), 1);
  CHECK_NEAR(c.d->contact[0].includemargin, .05, 1e-12);
}

TEST(R3_10_solreffriction_not_given_is_zero) {
  CASE(c, BALLS("", "", "<pair geom1='p' geom2='q' solref='.06 .7'/>"));
  CHECK_INT(contacts(&c), 1);
  CHECK_VALUES(c.m->pair_solreffriction, 0, 0, 0);
  CHECK_VALUES(c.d->contact[0].solreffriction, 0, 0, 0);
}

TEST(R3_11_a_bare_pair_takes_fixed_defaults) {
  CASE(c, BALLS("condim='6' solref='.1 .2' margin='.1' gap='.1'", "condim='4' solimp='.5 .6 .1 .2 3'",
                "<pair geom1='p' geom2='q'/>"));
  CHECK_INT(contacts(&c), 1);
  const mjContact* con = c.d->contact;
  CHECK_INT(con->dim, 3);
  CHECK_VALUES(con->friction, 0, 1, 1, .005, .0001, .0001);
  CHECK_VALUES(con->solref, 0, .02, 1);
  CHECK_VALUES(con->solimp, 0, .9, .95, .001, .5, 2);
  CHECK_NEAR(con->includemargin, 0, 0);
}

TEST(R3_12_a_short_friction_replaces_the_leading_numbers) {
  CASE(c, BALLS("", "", "<pair geom1='p' geom2='q' friction='.4'/>"));
  CHECK_VALUES(c.m->pair_friction, 0, .4, 1, .005, .0001, .0001);
  REFUSED("friction", BALLS("", "", "<pair geom1='p' geom2='q' friction='1 1 1 1 1 1'/>"));
}

TEST(R3_13_other_geoms_keep_the_mask_rule) {
  static const int masks[][5] = {{1, 0, 0, 1, 1}, {2, 0, 0, 2, 1}, {1, 0, 1, 0, 0}, {2, 0, 0, 4, 0}, {0, 0, 1, 1, 0}};
  for (int i = 0; i < 5; i++) {
    const int* k = masks[i];
    CASE(c, BALLS("contype='%d' conaffinity='%d'", "contype='%d' conaffinity='%d'", ""), k[0], k[1], k[2], k[3]);
    CHECK_INT(contacts(&c), k[4]);
  }
}

TEST(R3_14_unknown_names_are_refused) {
  REFUSED("zz", BALLS("", "", "<pair geom1='zz' geom2='q'/>"));
  REFUSED("zz", BALLS("", "", "<pair geom1='p' geom2='zz'/>"));
  REFUSED("zz", BALLS("", "", "<exclude body1='zz' body2='Q'/>"));
  REFUSED("zz", BALLS("", "", "<exclude body1='P' body2='zz'/>"));
}

TEST(R3_15_missing_names_are_refused) {
  REFUSED("geom", BALLS("", "", "<pair geom2='q'/>"));
  REFUSED("geom", BALLS("", "", "<pair geom1='p'/>"));
  REFUSED("body1", BALLS("", "", "<exclude body2='Q'/>"));
  REFUSED("body2", BALLS("", "", "<exclude body1='P'/>"));
}

TEST(R3_16_pairs_have_classes) {
  CASE(c,
       "<mujoco><default><default class='four'><pair condim='4'/></default></default><worldbody><geom name='a' size='.1'/>"
       "<body><freejoint/><geom name='b' size='.1'/></body></worldbody><contact><pair class='four' geom1='a' geom2='b'/>"
       "<pair class='four' geom1='a' geom2='b' condim='1'/></contact></mujoco>");
  int found[2] = {c.m->pair_dim[0], c.m->pair_dim[1]};
  CHECK_INT(mjMAX(found[0], found[1]), 4);
  CHECK_INT(mjMIN(found[0], found[1]), 1);
}

TEST(R3_17_an_exclude_of_one_body_does_nothing) {
  CASE(c, BALLS("", "", "<exclude body1='P' body2='P'/>"));
  CHECK_INT(c.m->nexclude, 1);
  CHECK_INT(contacts(&c), 1);
  CASE(twice, BALLS("", "", "<exclude body1='P' body2='Q'/><exclude body1='P' body2='Q'/>"));
  CHECK_INT(contacts(&twice), 0);
}

TEST(R3_18_two_pairs_of_the_same_geoms_make_two_contacts) {
  CASE(c, BALLS("", "", "<pair geom1='p' geom2='q' condim='1'/><pair geom1='q' geom2='p' condim='4'/>"));
  CHECK_INT(c.m->npair, 2);
  CHECK_INT(contacts(&c), 2);
  CHECK_INT(c.d->contact[0].dim + c.d->contact[1].dim, 5);
}

TEST(R3_19_an_empty_section_is_accepted) {
  CASE(c, BALLS("", "", ""));
  CHECK_INT(contacts(&c), 1);
  REFUSED("nonsense", BALLS("", "", "<nonsense/>"));
}

TEST(R3_20_a_geom_paired_with_itself_touches_itself) {
  CASE(c, BALLS("contype='0' conaffinity='0'", "", "<pair geom1='p' geom2='p'/>"));
  CHECK_INT(contacts(&c), 1);
  CHECK_NEAR(c.d->contact[0].dist, -0.2, 1e-12);
}

TEST(R3_21_a_pair_overrides_priority_and_solmix) {
  CASE(c,
       BALLS("priority='5'", "solmix='100'", "<pair geom1='p' geom2='q' condim='4' friction='.2 .3 .4 .5 .6' solref='.07 .8'/>"));
  CHECK_INT(contacts(&c), 1);
  CHECK_INT(c.d->contact[0].dim, 4);
  CHECK_VALUES(c.d->contact[0].friction, 0, .2, .3, .4, .5, .6);
  CHECK_VALUES(c.d->contact[0].solref, 0, .07, .8);
}

// the contacts in their order: who, how many dimensions, where
static void check_order(const char* name, const ig_Case* c) {
  enum { EACH = 18 };
  mjtNum figures[40 * EACH];
  int n = contacts(c);
  CHECK(n > 0 && n <= 40);
  for (int k = 0; k < n && k < 40; k++) {
    const mjContact* con = &c->d->contact[k];
    mjtNum* f = figures + k * EACH;
    for (int i = 0; i < 2; i++) {
      f[i] = con->geom[i] + 1000 * (con->flex[i] + 1) + 1e5 * (con->vert[i] + 1) + 1e7 * (con->elem[i] + 1);
    }
    f[2] = con->dim;
    f[3] = con->dist;
    mju_copy3(f + 4, con->pos);
    mju_copy(f + 7, con->frame, 9);
    f[16] = con->includemargin;
    f[17] = con->efc_address;
  }
  CHECK_FIGURE(name, figures, n * EACH, 1e-9);
}

TEST(R3_22_contacts_come_in_the_order_of_the_reference) {
  CASE(filtered, FILTERED, "0.85");
  check_order("R3.22 pairs", &filtered);
  CASE(heap,
       "<mujoco><worldbody><geom type='plane' size='3 3 .1'/>"
       "<body pos='.1 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
       "<body pos='-.2 0 .1' euler='0 90 0'><freejoint/><geom type='capsule' size='.105 .1'/></body>"
       "<body pos='.1 0 .28'><freejoint/><geom type='cylinder' size='.08 .1'/><geom size='.1' pos='.15 0 -.15'/></body>"
       "<body pos='.35 .1 .1'><freejoint/><geom type='ellipsoid' size='.1 .15 .12'/></body></worldbody></mujoco>");
  check_order("R3.22 heap", &heap);
  CASE(sheet,
       "<mujoco><worldbody><geom type='plane' size='1 1 .1'/><geom size='.05' pos='.05 .05 -.03'/>"
       "<flexcomp name='s' type='grid' dim='2' count='4 3 1' spacing='.1 .1 .1' radius='.01' pos='0 0 .006' mass='1'>"
       "<contact selfcollide='none' internal='false'/><edge equality='true'/></flexcomp></worldbody></mujoco>");
  check_order("R3.22 sheet", &sheet);
}
