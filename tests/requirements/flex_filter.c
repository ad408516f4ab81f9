// SPDX-License-Identifier: Apache-2.0
// Lines R30: which flexes and geoms collide.
#include "require.h"

// geom attributes, then contact attributes of the sheet
#define SHEET                                                                                                           \
  "<mujoco><worldbody><geom type='plane' size='2 2 .1' %s/>"                                                            \
  "<flexcomp name='sheet' type='grid' dim='2' count='4 4 1' spacing='.09 .1 .1' radius='.012' pos='0 0 .007' mass='1'>" \
  "<contact selfcollide='none' internal='false' %s/></flexcomp></worldbody></mujoco>"

#define POINT(name, pos) \
  "<body name='" name "' pos='" pos "'>%s<inertial pos='0 0 0' mass='.1' diaginertia='1e-4 1e-4 1e-4'/></body>"

// two triangles, the second 2 mm above the first; joints of the points, then what stands in <deformable>
#define TRIANGLES                                                                                                \
  "<mujoco><worldbody>" POINT("a", "0 0 0") POINT("b", ".3 0 0") POINT("c", "0 .3 0") POINT("d", ".06 .07 .002") \
      POINT("e", ".2 .06 .002") POINT("f", ".06 .2 .002") "</worldbody><deformable>%s</deformable></mujoco>"
#define FREE "<freejoint/>"
#define ALL_FREE FREE, FREE, FREE, FREE, FREE, FREE

static int contacts(const ig_Case* c) {
  mj_forward(c->m, c->d);
  return c->d->ncon;
}

TEST(R30_1_masks_of_a_flex_are_read) {
  CASE(c, SHEET, "", "");
  CHECK_INT(c.m->flex_contype[0], 1);
  CHECK_INT(c.m->flex_conaffinity[0], 1);
  CASE(given, SHEET, "", "contype='2' conaffinity='4'");
  CHECK_INT(given.m->flex_contype[0], 2);
  CHECK_INT(given.m->flex_conaffinity[0], 4);
}

TEST(R30_2_every_vertex_touches_the_plane) {
  CASE(c, SHEET, "", "");
  CHECK_INT(contacts(&c), 16);
  for (int k = 0; k < c.d->ncon; k++) {
    const mjContact* con = &c.d->contact[k];
    CHECK_NEAR(con->dist, -.005, 1e-9);
    CHECK_INT(con->geom[0], 0);
    CHECK_INT(con->geom[1], -1);
    CHECK_INT(con->flex[0], -1);
    CHECK_INT(con->flex[1], 0);
    CHECK_INT(con->vert[0], -1);
    CHECK_INT(con->vert[1], k);
    CHECK_INT(con->dim, 3);
  }
}

TEST(R30_3_a_flex_without_masks_touches_nothing) {
  CASE(none, SHEET, "", "contype='0' conaffinity='0'");
  CHECK_INT(contacts(&none), 0);
  CASE(half, SHEET, "", "contype='0'");
  CHECK_INT(contacts(&half), 16);
}

TEST(R30_4_a_geom_without_masks_touches_no_flex) {
  CASE(half, SHEET, "conaffinity='0'", "");
  CHECK_INT(contacts(&half), 16);
  CASE(none, SHEET, "contype='0' conaffinity='0'", "");
  CHECK_INT(contacts(&none), 0);
}

TEST(R30_5_groups_of_masks) {
  static const char* const masks[][2] = {{"contype='0' conaffinity='2'", "contype='2' conaffinity='0'"},
                                         {"contype='2' conaffinity='0'", "contype='0' conaffinity='2'"},
                                         {"contype='4' conaffinity='2'", "contype='2' conaffinity='4'"},
                                         {"contype='0' conaffinity='4'", "contype='2' conaffinity='0'"}};
  for (int k = 0; k < 4; k++) {
    CASE(c, SHEET, masks[k][0], masks[k][1]);
    CHECK_INT(contacts(&c), k < 3 ? 16 : 0);
  }
}

TEST(R30_6_a_flex_touches_itself_in_every_mode) {
  static const char* const modes[] = {"narrow", "bvh", "sap", "auto", "none"};
  for (int k = 0; k < 5; k++) {
    for (int apart = 0; apart < 2; apart++) {
      char flex[400] =
          "<flex name='t' dim='2' radius='.006' body='a b c d e f' element='0 1 2 3 4 5'><contact internal='false' selfcollide='";
      strcat(strcat(strcat(flex, modes[k]), apart ? "' contype='2' conaffinity='4" : ""), "'/></flex>");
      CASE(c, TRIANGLES, ALL_FREE, flex);
      CHECK_INT(contacts(&c), k < 4 && !apart);
      if (!c.d->ncon) continue;
      CHECK_NEAR(c.d->contact[0].dist, -.01, 1e-7);
      CHECK_INT(c.d->contact[0].elem[0] + c.d->contact[0].elem[1], 1);
      CHECK_INT(c.d->contact[0].flex[0] + c.d->contact[0].flex[1], 0);
    }
  }
}

TEST(R30_7_a_rigid_flex_does_not_touch_itself) {
  CASE(c,
       "<mujoco><worldbody><body name='a'><freejoint/><geom size='.01' contype='0' "
       "conaffinity='0'/></body></worldbody><deformable>"
       "<flex name='t' dim='2' radius='.006' body='a' vertex='0 0 0 .3 0 0 0 .3 0 .06 .07 .002 .2 .06 .002 .06 .2 .002' "
       "element='0 1 2 3 4 5'>"
       "<contact internal='true' selfcollide='narrow'/></flex></deformable></mujoco>");
  CHECK_INT(c.m->flex_rigid[0], 1);
  CHECK_INT(contacts(&c), 0);
}

#define FLEX(name, bodies, contact) \
  "<flex name='" name "' dim='2' radius='.006' body='" bodies "' element='0 1 2'>" contact "</flex>"

TEST(R30_8_two_flexes_obey_the_masks) {
  CASE(c, TRIANGLES, ALL_FREE, FLEX("s", "a b c", "") FLEX("t", "d e f", ""));
  CHECK_INT(contacts(&c), 1);
  CHECK_INT(c.d->contact[0].flex[0] + c.d->contact[0].flex[1], 1);
  CASE(apart, TRIANGLES, ALL_FREE, FLEX("s", "a b c", "") FLEX("t", "d e f", "<contact contype='2' conaffinity='4'/>"));
  CHECK_INT(contacts(&apart), 0);
}
