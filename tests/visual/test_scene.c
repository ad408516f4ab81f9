// SPDX-License-Identifier: Apache-2.0
// Scenes as objects: memory, room, defaults, refusals.
#include <math.h>

#include "base/memory.h"
#include "case.h"
#include "catch.h"
#include "scenes.h"
#include "test.h"
#include "visual/draw/catenary.h"

TEST(a_scene_frees_what_it_made) {
  ig_Case c = ig_case(ig_scene_soft);
  if (!c.d) return;
  mjvScene scn;
  int64_t before = ig_live_bytes();
  mjv_defaultScene(&scn);
  mjv_makeScene(c.m, &scn, 100);
  CHECK_INT(scn.nflex, 4);
  CHECK_INT(scn.nskin, 1);
  mjv_makeScene(NULL, &scn, 10);  // drops the first
  CHECK_INT(scn.maxgeom, 10);
  CHECK_INT(scn.nflex, 0);
  CHECK_NEAR(scn.scale, 1, 0);
  mjv_freeScene(&scn);
  CHECK(!scn.geoms && !scn.maxgeom);
  CHECK_INT(ig_live_bytes(), before);
  ig_case_free(&c);
}

TEST(a_full_scene_keeps_the_first_geoms_and_warns) {
  ig_Case c = ig_case(ig_scene_shapes);
  if (!c.d) return;
  mj_forward(c.m, c.d);
  mjvScene scn, small;
  mjvOption opt;
  mjvCamera cam;
  void (*before)(const char*) = mju_user_warning;
  mju_user_warning = ig_catch_warning;
  mjv_defaultScene(&scn);
  mjv_defaultScene(&small);
  mjv_makeScene(c.m, &scn, 200);
  mjv_makeScene(c.m, &small, 7);
  mjv_defaultOption(&opt);
  mjv_defaultFreeCamera(c.m, &cam);
  mjv_updateScene(c.m, c.d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  CHECK_INT(scn.status, 0);
  int told = ig_catches;
  mjv_updateScene(c.m, c.d, &opt, NULL, &cam, mjCAT_ALL, &small);
  CHECK_INT(small.ngeom, 7);
  CHECK_INT(small.status, 1);
  CHECK_INT(ig_catches, told + 1);
  CHECK_INT(c.d->warning[mjWARN_VGEOMFULL].number, 1);
  CHECK_INT(c.d->warning[mjWARN_VGEOMFULL].lastinfo, 7);
  CHECK(!memcmp(scn.geoms, small.geoms, 7 * sizeof(mjvGeom)));
  mju_user_warning = before;
  mjv_freeScene(&scn);
  mjv_freeScene(&small);
  ig_case_free(&c);
}

// The points come at equal steps across, the last of which is twice as long: a chord of a curve falls short of it by some
// thousandths there, and each point lies on one curve a cosh(x / a).
TEST(a_slack_string_hangs_at_its_length) {
  ig_Catenary s = ig_hang_string((ig_Vec){0, 0, 1}, (ig_Vec){.3, .4, 1.2}, (ig_Vec){0, 0, -9.81}, .9, 100);
  CHECK_INT(s.form, IG_STRING_CURVED);
  CHECK_INT(s.count, 100);
  double length = 0;
  for (int k = 1; k < s.count; k++) length += ig_length(ig_minus(ig_string_point(&s, k), ig_string_point(&s, k - 1)));
  CHECK_NEAR(length, .9, 1e-3);
  double x1 = s.low_x / s.shape, x2 = (s.width - s.low_x) / s.shape;
  CHECK_NEAR(s.shape * (sinh(x2) + sinh(x1)), .9, 1e-8);
  CHECK_NEAR(s.shape * (cosh(x2) - cosh(x1)), .2, 1e-8);
}

TEST(taut_and_steep_strings_are_drawn_straight) {
  ig_Vec from = {0, 0, 1}, below = {0, 0, .4}, down = {0, 0, -9.81};
  ig_Catenary taut = ig_hang_string(from, below, down, .5, 30), steep = ig_hang_string(from, below, down, 1, 30);
  CHECK_INT(taut.form, IG_STRING_TAUT);
  CHECK_INT(taut.count, 2);
  CHECK_INT(steep.form, IG_STRING_STEEP);
  CHECK_INT(steep.count, 3);
  CHECK_NEAR(ig_string_point(&steep, 1).z, .2, 1e-12);
  CHECK_NEAR(ig_string_point(&steep, 2).z, .4, 0);
}

// figures of python: g = mujoco.MjvGeom(); mujoco.mjv_connector(g, mujoco.mjtGeom.mjGEOM_CAPSULE, .1, [1, 2, 3], [1, 4, 3])
TEST(connectors_join_two_points) {
  mjvGeom geom;
  const mjtNum from[3] = {1, 2, 3}, to[3] = {1, 4, 3};
  mjv_initGeom(&geom, mjGEOM_NONE, NULL, NULL, NULL, NULL);
  CHECK_NEAR(geom.rgba[0], 0.5, 0);
  CHECK_INT(geom.matid, -1);
  mjv_connector(&geom, mjGEOM_CAPSULE, .1, from, to);
  CHECK_NEAR(geom.pos[1], 3, 1e-7);
  CHECK_NEAR(geom.size[2], 1, 1e-7);
  CHECK_NEAR(geom.mat[5], 1, 1e-7);  // z axis along y
  mjv_connector(&geom, mjGEOM_ARROW, .1, from, to);
  CHECK_NEAR(geom.pos[1], 2, 1e-7);
  CHECK_NEAR(geom.size[2], 2, 1e-7);
}

TEST(defaults_are_those_of_the_reference) {
  mjvOption opt;
  mjvCamera cam;
  mjvPerturb pert;
  static mjvFigure fig;
  mjv_defaultOption(&opt);
  CHECK(opt.flags[mjVIS_TEXTURE] && opt.flags[mjVIS_STATIC] && !opt.flags[mjVIS_JOINT]);
  CHECK(opt.geomgroup[2] && !opt.geomgroup[3] && opt.skingroup[0]);
  CHECK_INT(opt.bvh_depth, 1);
  mjv_defaultCamera(&cam);
  CHECK_INT(cam.fixedcamid, -1);
  CHECK_NEAR(cam.elevation, -45, 0);
  mjv_defaultPerturb(&pert);
  CHECK_INT(pert.flexselect, -1);
  CHECK_NEAR(pert.refquat[0], 1, 0);
  mjv_defaultFigure(&fig);
  CHECK_TEXT(fig.yformat, "%.2g");
  CHECK_NEAR(fig.linergb[6][1], 0.6, 1e-7);
  CHECK_NEAR(fig.linergb[99][0], 0.71875, 1e-7);
  CHECK_NEAR(fig.linergb[99][2], 0.8872, 1e-7);
}

TEST(misuse_is_refused) {
  ig_Case c = ig_case(ig_scene_pile);
  if (!c.d) return;
  mj_forward(c.m, c.d);
  mjvScene scn;
  mjvCamera cam;
  mjvGeom geom;
  mjvPerturb pert;
  mjtNum p[3] = {0, 0, 0}, q[4] = {1, 0, 0, 0};
  mjv_defaultScene(&scn);
  mjv_makeScene(c.m, &scn, 10);
  mjv_defaultFreeCamera(c.m, &cam);
  mjv_defaultPerturb(&pert);
  CHECK_ERROR(mjv_connector(&geom, mjGEOM_BOX, 1, p, p), "type 6");
  CHECK_ERROR(mjv_cameraInModel(p, NULL, NULL, &scn), "frustum_near must be positive");
  mjv_updateCamera(c.m, c.d, &cam, &scn);
  CHECK_ERROR(mjv_moveCamera(c.m, 99, 0, 0, &scn, &cam), "action 99");
  CHECK_ERROR(mjv_movePerturb(c.m, c.d, 0, 0, 0, &scn, &pert), "action 0");
  cam.type = mjCAMERA_FIXED;
  cam.fixedcamid = 3;
  CHECK_ERROR(mjv_updateCamera(c.m, c.d, &cam, &scn), "there is no camera 3");
  cam.type = mjCAMERA_TRACKING;
  cam.trackbodyid = 100;
  CHECK_ERROR(mjv_updateCamera(c.m, c.d, &cam, &scn), "no body 100 to track");
  scn.camera[0].orthographic = 1;
  CHECK_ERROR(mjv_averageCamera(scn.camera, scn.camera + 1), "have no mean");
  CHECK_ERROR(mjv_frustumHeight(&scn), "have no mean");
  scn.scale = 0;
  CHECK_ERROR(mjv_room2model(p, q, p, q, &scn), "scale of a scene must be positive");
  mjv_freeScene(&scn);
  ig_case_free(&c);
}
