// SPDX-License-Identifier: Apache-2.0
// Lines R27: margin and gap.
#include "require.h"

// a ball on a vertical slide over the floor: heights and margins are set at run time
#define OVER                                                                       \
  "<mujoco><option timestep='.001'/><worldbody><geom type='plane' size='2 2 .1'/>" \
  "<body pos='0 0 .06'><joint type='slide' axis='0 0 1'/><geom size='.06'/></body></worldbody></mujoco>"

static void set_margins(const ig_Case* c, mjtNum margin1, mjtNum margin2, mjtNum gap1, mjtNum gap2) {
  c->m->geom_margin[0] = margin1;
  c->m->geom_margin[1] = margin2;
  c->m->geom_gap[0] = gap1;
  c->m->geom_gap[1] = gap2;
}

// place the ball so far above the floor
static void place(const ig_Case* c, mjtNum dist) {
  mj_resetData(c->m, c->d);
  c->d->qpos[0] = dist;
  mj_forward(c->m, c->d);
}

TEST(R27_1_includemargin_is_the_sum_of_margins_less_the_sum_of_gaps) {
  CASE(c, OVER);
  set_margins(&c, .003, .002, .001, .0005);
  place(&c, 0);
  CHECK_INT(c.d->ncon, 1);
  CHECK_NEAR(c.d->contact[0].includemargin, .0035, 1e-12);
}

TEST(R27_2_a_contact_within_the_margin_pushes) {
  CASE(c, OVER);
  set_margins(&c, .002, .002, 0, 0);
  place(&c, .001);
  CHECK_INT(c.d->ncon, 1);
  CHECK_NEAR(c.d->contact[0].dist, .001, 1e-12);
  CHECK_NEAR(c.d->contact[0].includemargin, .004, 1e-12);
  CHECK_INT(c.d->contact[0].exclude, 0);
  CHECK_INT(c.d->nefc, 4);
  CHECK(c.d->qfrc_constraint[0] > 0);
  CHECK_FIGURE("R27.2", c.d->qfrc_constraint, 1, 1e-7);
}

TEST(R27_3_without_margin_there_is_no_contact) {
  CASE(c, OVER);
  place(&c, .001);
  CHECK_INT(c.d->ncon, 0);
  CHECK_INT(c.d->nefc, 0);
  CHECK_NEAR(c.d->qfrc_constraint[0], 0, 0);
}

TEST(R27_4_in_the_gap_a_contact_has_no_rows) {
  CASE(c, OVER);
  set_margins(&c, .005, .005, .002, .003);
  place(&c, .006);
  CHECK_INT(c.d->ncon, 1);
  CHECK_INT(c.d->contact[0].exclude, 1);
  CHECK_INT(c.d->contact[0].efc_address, -1);
  CHECK_INT(c.d->nefc, 0);
  place(&c, .003);
  CHECK_INT(c.d->contact[0].exclude, 0);
  CHECK_INT(c.d->nefc, 4);
  CHECK(c.d->qfrc_constraint[0] > 0);
  place(&c, .0101);
  CHECK_INT(c.d->ncon, 0);
}

TEST(R27_5_a_pair_ignores_the_margins_of_its_geoms) {
  CASE(c,
       "<mujoco><worldbody><geom name='f' type='plane' size='1 1 .1' margin='.001'/><body pos='0 0 .104'><freejoint/>"
       "<geom name='b' size='.1' margin='.001'/></body></worldbody><contact><pair geom1='f' geom2='b' margin='.01' "
       "gap='.005'/></contact></mujoco>");
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ncon, 1);
  CHECK_NEAR(c.d->contact[0].includemargin, .005, 1e-12);
  CHECK_INT(c.d->contact[0].exclude, 0);
}

TEST(R27_6_rows_carry_margin_and_distance) {
  CASE(c, OVER);
  set_margins(&c, .003, .002, .0005, .0005);
  c.m->opt.cone = mjCONE_ELLIPTIC;
  place(&c, .001);
  CHECK_INT(c.d->nefc, 3);
  CHECK_VALUES(c.d->efc_margin, 1e-12, .004, 0, 0);
  CHECK_VALUES(c.d->efc_pos, 1e-12, .001, 0, 0);
  c.m->opt.cone = mjCONE_PYRAMIDAL;
  place(&c, .001);
  CHECK_VALUES(c.d->efc_margin, 1e-12, .004, .004, .004, .004);
  CHECK_VALUES(c.d->efc_pos, 1e-12, .001, .001, .001, .001);
}

TEST(R27_7_force_grows_evenly_through_the_margin) {
  static const double dist[] = {.004, .003, .002, .001, 0, -.001, -.002};
  CASE(c, OVER);
  set_margins(&c, .005, 0, 0, 0);
  mjtNum force[7];
  for (int k = 0; k < 7; k++) {
    place(&c, dist[k]);
    force[k] = c.d->qfrc_constraint[0];
    if (k) CHECK(force[k] > force[k - 1]);
    if (k > 1) CHECK_NEAR(force[k] - force[k - 1], force[k - 1] - force[k - 2], 1e-7);
  }
  CHECK_FIGURE("R27.7", force, 7, 1e-7);
}

TEST(R27_8_the_broad_phase_honours_margins) {
  CASE(c,
       "<mujoco><worldbody><body><freejoint/><geom size='.05' margin='.01'/></body>"
       "<body pos='.11 0 0'><freejoint/><geom size='.05' margin='.01'/></body></worldbody></mujoco>");
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ncon, 1);
  CHECK_NEAR(c.d->contact[0].dist, .01, 1e-12);
  CHECK_NEAR(c.d->contact[0].includemargin, .02, 1e-12);
  set_margins(&c, .004, .004, 0, 0);
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ncon, 0);
}

TEST(R27_9_force_and_rows_from_contact_to_gap) {
  static const double dist[] = {-.002, -.0008, .0005, .0018, .0031};
  CASE(c, OVER);
  set_margins(&c, .004, 0, .001, 0);
  mjtNum force[5];
  for (int k = 0; k < 5; k++) {
    place(&c, dist[k]);
    CHECK_INT(c.d->ncon, 1);
    CHECK_INT(c.d->nefc, k < 4 ? 4 : 0);
    if (k < 4) CHECK_NEAR(c.d->efc_margin[0], .003, 1e-12);
    force[k] = c.d->qfrc_constraint[0];
  }
  CHECK_NEAR(force[4], 0, 0);
  CHECK_FIGURE("R27.9", force, 5, 1e-7);
}

TEST(R27_10_the_reference_acceleration_uses_position_less_margin) {
  CASE(c, OVER);
  set_margins(&c, .005, 0, 0, 0);
  for (int cone = 0; cone < 2; cone++) {
    c.m->opt.cone = cone;
    mj_resetData(c.m, c.d);
    c.d->qpos[0] = .001;
    c.d->qvel[0] = .3;
    mj_forward(c.m, c.d);
    CHECK(c.d->nefc > 0);
    for (int r = 0; r < c.d->nefc; r++) {
      const mjtNum* p = c.d->efc_KBIP + 4 * r;
      CHECK_NEAR(c.d->efc_aref[r], -p[1] * c.d->efc_vel[r] - p[0] * p[2] * (c.d->efc_pos[r] - c.d->efc_margin[r]), 1e-9);
    }
  }
}

TEST(R27_11_the_override_flag_replaces_the_parameters) {
  CASE(c,
       "<mujoco><option o_margin='.02' o_solref='.05 .7' o_friction='.3 .4 .5 .6 .7' o_solimp='.7 .8 .01 .4 3'><flag "
       "override='enable'/></option>"
       "<worldbody><geom type='plane' size='1 1 .1'/><body pos='0 0 .11'><freejoint/><geom "
       "size='.1'/></body></worldbody></mujoco>");
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ncon, 1);
  const mjContact* con = c.d->contact;
  CHECK_NEAR(con->includemargin, .02, 1e-12);
  CHECK_VALUES(con->solref, 0, .05, .7);
  CHECK_VALUES(con->solimp, 0, .7, .8, .01, .4, 3);
  CHECK_VALUES(con->friction, 0, .3, .4, .5, .6, .7);
}

// a solid of half height 0.1 with its top or bottom at a flat face or a pole
static const char* const solids[] = {
    "type='sphere' size='.1'",       "type='capsule' size='.06 .04'", "type='ellipsoid' size='.12 .11 .1'",
    "type='cylinder' size='.09 .1'", "type='box' size='.11 .09 .1'",  "type='mesh' mesh='block'"};

TEST(R27_12_every_collider_honours_the_margin) {
  for (int lower = -1; lower < 6; lower++) {
    for (int upper = 0; upper < 6; upper++) {
      CASE(c,
           "<mujoco><asset><mesh name='block' vertex='-.1 -.1 -.1 .1 -.1 -.1 .1 .1 -.1 -.1 .1 -.1 -.1 -.1 .1 .1 -.1 .1 .1 .1 .1 "
           "-.1 .1 .1'/></asset>"
           "<worldbody><body pos='0 0 %s'><geom %s/></body><body pos='0 0 .12'><freejoint/><geom %s "
           "margin='.03'/></body></worldbody></mujoco>",
           lower < 0 ? "0" : "-.1", lower < 0 ? "type='plane' size='1 1 .1'" : solids[lower], solids[upper]);
      mj_forward(c.m, c.d);
      CHECK(c.d->ncon >= 1);
      double smallest = 1;
      for (int k = 0; k < c.d->ncon; k++) {
        CHECK(c.d->contact[k].dist > 0 && c.d->contact[k].dist < .03);
        CHECK_NEAR(c.d->contact[k].includemargin, .03, 1e-12);
        smallest = fmin(smallest, c.d->contact[k].dist);
      }
      CHECK_NEAR(smallest, .02, 1e-3);
      c.m->geom_margin[1] = .01;
      mj_forward(c.m, c.d);
      CHECK_INT(c.d->ncon, 0);
    }
  }
}

TEST(R27_13_height_fields_are_raised_by_the_margin) {
  CASE(c,
       "<mujoco><asset><hfield name='h' nrow='5' ncol='5' size='1 1 .1 .1'/></asset><worldbody><geom type='hfield' hfield='h'/>"
       "<body pos='.05 .03 .1'><joint type='slide' axis='0 0 1'/><geom size='.1'/></body></worldbody></mujoco>");
  static const double height[] = {.02, .01, .02, .005}, margin[] = {.03, .03, .015, .01};
  for (int k = 0; k < 4; k++) {
    c.m->geom_margin[1] = margin[k];
    place(&c, height[k]);
    CHECK_INT(c.d->ncon > 0, height[k] < margin[k]);
    double deepest = 1;
    for (int i = 0; i < c.d->ncon; i++) deepest = fmin(deepest, c.d->contact[i].dist);
    if (c.d->ncon) CHECK_NEAR(deepest, height[k] - 1.5 * margin[k], 1e-6);
  }
}

// parameters of two geoms in contact, one rule for all kinds
static void check_mixed(const ig_Case* c) {
  mj_forward(c->m, c->d);
  CHECK(c->d->ncon > 0);
  for (int k = 0; k < c->d->ncon; k++) {
    const mjContact* con = &c->d->contact[k];
    CHECK_VALUES(con->friction, 1e-12, .7, .7, .01, .001, .001);
    CHECK_VALUES(con->solref, 1e-9, .1 / 3, 2.6 / 3);
    CHECK_VALUES(con->solimp, 1e-9, 2.5 / 3, 2.75 / 3, .005 / 3, 1.7 / 3, 8. / 3);
    CHECK(con->dist <= 0);
  }
}

#define ONE "friction='.3 .005 .0001' solmix='1'"
#define TWO "friction='.7 .01 .001' solref='.04 .8' solimp='.8 .9 .002 .6 3' solmix='2'"

TEST(R27_14_one_rule_for_every_kind_of_contact) {
  static const char* const kinds[][2] = {{"type='plane' size='1 1 .1' pos='0 0 .01'", "type='box' size='.1 .1 .1' pos='0 0 .1'"},
                                         {"size='.1'", "size='.1' pos='.15 0 0'"},
                                         {"type='mesh' mesh='block'", "type='mesh' mesh='block' pos='.18 0 0'"},
                                         {"type='hfield' hfield='h' pos='0 0 .02'", "size='.1' pos='0 0 .1'"}};
  for (int k = 0; k < 4; k++) {
    CASE(c,
         "<mujoco><asset><hfield name='h' nrow='5' ncol='5' size='1 1 .1 .1'/>"
         "<mesh name='block' vertex='-.1 -.1 -.1 .1 -.1 -.1 .1 .1 -.1 -.1 .1 -.1 -.1 -.1 .1 .1 -.1 .1 .1 .1 .1 -.1 .1 "
         ".1'/></asset>"
         "<worldbody><geom %s " ONE "/><body><freejoint/><geom %s " TWO "/></body></worldbody></mujoco>",
         kinds[k][0], kinds[k][1]);
    check_mixed(&c);
  }
  CASE(flex, "<mujoco><worldbody><geom type='plane' size='1 1 .1' " ONE
             "/><flexcomp name='s' type='grid' dim='2' count='3 3 1' "
             "spacing='.1 .1 .1' radius='.01' pos='0 0 .006' mass='1'><contact selfcollide='none' internal='false' " TWO
             "/></flexcomp></worldbody></mujoco>");
  check_mixed(&flex);
  CASE(flexes,
       "<mujoco><worldbody><flexcomp name='s' type='grid' dim='2' count='3 3 1' spacing='.1 .1 .1' radius='.01' mass='1'>"
       "<contact selfcollide='none' internal='false' " ONE
       "/></flexcomp><flexcomp name='t' type='grid' dim='2' count='3 3 1' spacing='.1 .1 .1' "
       "radius='.01' pos='.03 .04 .015' mass='1'><contact selfcollide='none' internal='false' " TWO
       "/></flexcomp></worldbody></mujoco>");
  check_mixed(&flexes);
}

TEST(R27_15_flex_margins_act_in_the_broad_phase) {
  CASE(c,
       "<mujoco><worldbody><geom type='plane' size='1 1 .1' margin='.002'/><flexcomp name='s' type='grid' dim='2' count='4 4 1' "
       "spacing='.1 .1 .1' radius='.01' pos='0 0 .014' mass='1'><contact selfcollide='none' internal='false' "
       "margin='.003'/></flexcomp></worldbody></mujoco>");
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ncon, 16);
  for (int k = 0; k < c.d->ncon; k++) CHECK_NEAR(c.d->contact[k].dist, .004, 1e-9);
  c.m->flex_margin[0] = .001;
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ncon, 0);
}
