// SPDX-License-Identifier: Apache-2.0
// Contact parameters: the rules of mixing, on models edited in place.
#include "collide/param.h"

#include "model.h"
#include "test.h"

static mjModel* two_geoms(void) {
  return ig_test_model(
      "<mujoco><worldbody><geom size='.1' friction='.5 .02 .001' solref='.02 1' solimp='.9 .95 .001 .5 2'/>"
      "<body><freejoint/><geom size='.1' friction='.8 .01 .003' solref='.06 .5' solimp='.5 .6 .01 .3 1' condim='4' "
      "gap='.3'/></body>"
      "</worldbody></mujoco>");
}

TEST(equal_priority_mixes_by_solmix) {
  mjModel* m = two_geoms();
  if (!m) return;
  ig_ContactParam p;
  m->geom_solmix[0] = 1;
  m->geom_solmix[1] = 3;
  m->geom_gap[0] = 0.1;
  ig_mix_param(&p, m, 0, -1, 1, -1);
  CHECK_INT(p.dim, 4);
  CHECK_NEAR(p.gap, 0.4, 1e-15);
  CHECK_NEAR(p.solref[0], 0.25 * 0.02 + 0.75 * 0.06, 1e-15);
  CHECK_NEAR(p.solref[1], 0.25 * 1 + 0.75 * 0.5, 1e-15);
  CHECK_NEAR(p.solimp[0], 0.25 * 0.9 + 0.75 * 0.5, 1e-15);
  CHECK_NEAR(p.friction[0], 0.8, 0);
  CHECK_NEAR(p.friction[1], 0.8, 0);
  CHECK_NEAR(p.friction[2], 0.02, 0);
  CHECK_NEAR(p.friction[3], 0.003, 0);
  CHECK_NEAR(p.friction[4], 0.003, 0);
  CHECK_NEAR(p.solreffriction[0], 0, 0);
  mj_deleteModel(m);
}

// a solmix below mjMINVAL counts as none
TEST(solmix_of_nearly_zero_leaves_the_mix_to_the_other) {
  mjModel* m = two_geoms();
  if (!m) return;
  static const mjtNum mixes[4][3] = {{0, 1, 0.06}, {1, 0, 0.02}, {0, 0, 0.04}, {1e-16, 1e-3, 0.06}};
  for (int i = 0; i < 4; i++) {
    ig_ContactParam p;
    m->geom_solmix[0] = mixes[i][0];
    m->geom_solmix[1] = mixes[i][1];
    ig_mix_param(&p, m, 0, -1, 1, -1);
    CHECK_NEAR(p.solref[0], mixes[i][2], 1e-15);
  }
  mj_deleteModel(m);
}

TEST(higher_priority_takes_all_but_the_gap) {
  mjModel* m = two_geoms();
  if (!m) return;
  ig_ContactParam p;
  m->geom_priority[0] = 2;
  m->geom_gap[0] = 0.1;
  ig_mix_param(&p, m, 0, -1, 1, -1);
  CHECK_INT(p.dim, 3);
  CHECK_NEAR(p.solref[0], 0.02, 0);
  CHECK_NEAR(p.solimp[3], 0.5, 0);
  CHECK_NEAR(p.friction[0], 0.5, 0);
  CHECK_NEAR(p.gap, 0.4, 1e-15);
  m->geom_priority[1] = 3;
  ig_mix_param(&p, m, 0, -1, 1, -1);
  CHECK_INT(p.dim, 4);
  CHECK_NEAR(p.friction[0], 0.8, 0);
  mj_deleteModel(m);
}

// one direct reference is enough: the smaller of each
TEST(direct_reference_takes_the_smaller) {
  mjModel* m = two_geoms();
  if (!m) return;
  ig_ContactParam p;
  m->geom_solref[0] = -100;
  m->geom_solref[1] = -20;
  ig_mix_param(&p, m, 0, -1, 1, -1);
  CHECK_NEAR(p.solref[0], -100, 0);
  CHECK_NEAR(p.solref[1], -20, 0);
  m->geom_solref[2] = -300;
  m->geom_solref[3] = -10;
  ig_mix_param(&p, m, 0, -1, 1, -1);
  CHECK_NEAR(p.solref[0], -300, 0);
  CHECK_NEAR(p.solref[1], -20, 0);
  mj_deleteModel(m);
}

TEST(friction_has_a_floor) {
  mjModel* m = two_geoms();
  if (!m) return;
  ig_ContactParam p;
  for (int i = 0; i < 6; i++) m->geom_friction[i] = 0;
  ig_mix_param(&p, m, 0, -1, 1, -1);
  for (int i = 0; i < 5; i++) CHECK_NEAR(p.friction[i], mjMINMU, 0);
  mj_deleteModel(m);
}
