// SPDX-License-Identifier: Apache-2.0
// What pixels must be by the definition of the scene, and functions that move them.
#include <ingot/render.h>
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "catch.h"
#include "stage.h"
#include "test.h"

// a glowing red square of half a metre, two metres in front of a camera that sees 90 degrees up and down
static const char square[] =
    "<mujoco><visual><headlight ambient='0 0 0' diffuse='0 0 0' specular='0 0 0'/><map znear='.01' zfar='50'/></visual>"
    "<statistic extent='1'/><asset><material name='red' rgba='1 0 0 1' emission='1' specular='0'/></asset>"
    "<worldbody><camera name='eye' pos='0 0 2' fovy='90'/><geom name='square' type='box' size='.5 .5 .25' pos='0 0 -.25' "
    "material='red'/>"
    "</worldbody></mujoco>";

TEST(a_square_covers_the_pixels_it_projects_to) {
  static ig_Stage s;
  if (!ig_stage_open(&s, square, 80, 80)) return;
  ig_stage_camera(&s, "eye");
  ig_stage_draw(&s);
  // half a metre at two metres is a quarter of the half picture: columns 30 to 49
  int red = 0;
  for (int i = 0; i < 80 * 80; i++) red += s.rgb[3 * i] == 255 && s.rgb[3 * i + 1] == 0;
  CHECK_INT(red, 20 * 20);
  CHECK_INT(ig_stage_pixel(&s, 30, 30)[0], 255);
  CHECK_INT(ig_stage_pixel(&s, 29, 40)[0], 0);
  CHECK_INT(ig_stage_pixel(&s, 49, 49)[0], 255);
  CHECK_INT(ig_stage_pixel(&s, 50, 49)[0], 0);
  ig_stage_close(&s);
}

TEST(depth_is_that_of_the_projection) {
  static ig_Stage s;
  if (!ig_stage_open(&s, square, 80, 80)) return;
  ig_stage_camera(&s, "eye");
  double near = .01, far = 50, z = near * (far - 2) / (2 * (far - near));
  s.con.readDepthMap = mjDEPTH_ZEROFAR;
  ig_stage_draw(&s);
  CHECK_NEAR(s.depth[40 * 80 + 40] / z, 1, 1e-4);
  CHECK_NEAR(s.depth[0], 0, 0);
  s.con.readDepthMap = mjDEPTH_ZERONEAR;
  ig_stage_draw(&s);
  CHECK_NEAR(s.depth[40 * 80 + 40], 1 - z, 1e-6);
  CHECK_NEAR(s.depth[0], 1, 0);
  ig_stage_close(&s);
}

TEST(segments_are_numbers_of_geoms) {
  static ig_Stage s;
  if (!ig_stage_open(&s, square, 80, 80)) return;
  ig_stage_camera(&s, "eye");
  s.scn.flags[mjRND_SEGMENT] = s.scn.flags[mjRND_IDCOLOR] = 1;
  ig_stage_draw(&s);
  CHECK_INT(ig_stage_pixel(&s, 40, 40)[0], s.scn.geoms[0].segid + 1);
  CHECK_INT(ig_stage_pixel(&s, 2, 2)[0], 0);
  ig_stage_close(&s);
}

TEST(a_shadow_is_dark_and_its_border_is_where_rays_pass) {
  static ig_Stage s;
  // light from straight above; a plate of 0.4 m at 0.5 m; the camera looks along the light
  if (!ig_stage_open(
          &s,
          "<mujoco><visual><headlight ambient='0 0 0' diffuse='0 0 0' specular='0 0 0'/></visual><statistic extent='4' center='0 "
          "0 0'/>"
          "<worldbody><light type='directional' pos='0 0 3' dir='0 0 -1' diffuse='1 1 1' specular='0 0 0'/>"
          "<camera name='side' pos='0 -4 4' xyaxes='1 0 0 0 1 1' projection='orthographic' fovy='2'/>"
          "<geom type='plane' size='2 2 .1' rgba='1 1 1 1'/><geom type='box' size='.2 .2 .01' pos='0 0 .5' rgba='1 0 0 1'/>"
          "</worldbody></mujoco>",
          120, 120))
    return;
  ig_stage_camera(&s, "side");
  ig_stage_draw(&s);
  // the shadow's middle is at the middle of the picture, its sides 0.2 m = 12 pixels away
  CHECK_INT(ig_stage_pixel(&s, 60, 60)[1], 0);
  CHECK_INT(ig_stage_pixel(&s, 50, 60)[1], 0);
  CHECK(ig_stage_pixel(&s, 45, 60)[1] > 240);
  CHECK(ig_stage_pixel(&s, 75, 60)[1] > 240);
  ig_stage_close(&s);
}

TEST(a_mirror_shows_what_stands_on_it) {
  static ig_Stage s;
  if (!ig_stage_open(
          &s,
          "<mujoco><visual><headlight ambient='0 0 0' diffuse='0 0 0' specular='0 0 0'/></visual><statistic extent='2' center='0 "
          "0 0'/>"
          "<asset><material name='mirror' reflectance='.5' rgba='0 0 0 1' specular='0'/><material name='red' emission='1' "
          "rgba='1 0 0 1'/>"
          "</asset><worldbody><camera name='side' pos='0 -2 1' xyaxes='1 0 0 0 .45 .9'/>"
          "<geom type='plane' size='2 2 .1' material='mirror'/><geom type='box' size='.2 .2 .2' pos='0 0 .3' material='red'/>"
          "</worldbody></mujoco>",
          120, 120))
    return;
  ig_stage_camera(&s, "side");
  ig_stage_draw(&s);
  int bright = 0, half = 0;
  for (int i = 0; i < 120 * 120; i++) {
    bright += s.rgb[3 * i] == 255;
    half += s.rgb[3 * i] == 128 || s.rgb[3 * i] == 127;
  }
  CHECK(bright > 100);
  CHECK(half > 100);  // reflectance one half
  s.scn.flags[mjRND_REFLECTION] = 0;
  ig_stage_draw(&s);
  half = 0;
  for (int i = 0; i < 120 * 120; i++) half += s.rgb[3 * i] == 128 || s.rgb[3 * i] == 127;
  CHECK(half < 60);
  ig_stage_close(&s);
}

TEST(numbers_that_are_none_draw_nothing_and_harm_nothing) {
  static ig_Stage s, t;
  if (!ig_stage_open(&s, "render/shapes.xml", 120, 90) || !ig_stage_open(&t, "render/shapes.xml", 120, 90)) return;
  static const float wrong[] = {NAN, INFINITY, -INFINITY, 3e38f, 1e30f};
  mjrRect view = {0, 0, 120, 90};
  for (int i = 0; i < 5; i++) {
    for (int geom = 1; geom < s.scn.ngeom || geom == 1; geom++) {
      mjv_updateScene(s.m, s.d, &s.opt, NULL, &s.cam, mjCAT_ALL, &s.scn);
      if (geom >= s.scn.ngeom) break;
      mjvGeom* g = &s.scn.geoms[geom];
      snprintf(g->label, sizeof g->label, "label");
      g->pos[geom % 3] = wrong[i];
      if (geom % 2) g->size[0] = g->mat[4] = g->rgba[1] = wrong[i];
      mjr_render(view, &s.scn, &s.con);
    }
  }
  s.scn.camera[0].pos[0] = s.scn.camera[1].forward[1] = NAN;
  s.scn.lights[0].pos[0] = s.scn.lights[1].dir[2] = NAN;
  mjr_render(view, &s.scn, &s.con);
  // and the next good picture is as ever
  ig_stage_draw(&s);
  ig_stage_draw(&t);
  CHECK(ig_stage_hash(&s) == ig_stage_hash(&t));
  ig_stage_close(&s);
  ig_stage_close(&t);
}

static int allocations;
static void* count_malloc(size_t size) {
  allocations++;
  return malloc((size + 63) / 64 * 64);
}

TEST(frames_after_the_first_allocate_nothing_and_all_is_given_back) {
  static ig_Stage s;
  mj_freeLastXML();
  int64_t before = ig_live_bytes();
  if (!ig_stage_open(&s, "render/shapes.xml", 120, 90)) return;
  CHECK_INT(ingot_setRenderThreads(&s.con, 3), 3);
  ig_stage_draw(&s);
  int64_t blocks = ig_live_blocks(), bytes = ig_live_bytes();
  mjrRect view = {0, 0, 120, 90};
  void* (*usual)(size_t) = mju_user_malloc;
  mju_user_malloc = count_malloc;
  for (int i = 0; i < 20; i++) mjr_render(view, &s.scn, &s.con);
  mju_user_malloc = usual;
  CHECK_INT(allocations, 0);
  CHECK_INT(ig_live_blocks(), blocks);
  CHECK_INT(ig_live_bytes(), bytes);
  ig_stage_close(&s);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(pixels_go_in_and_out_and_between_buffers) {
  mjrContext con;
  mjr_defaultContext(&con);
  mjr_makeContext(NULL, &con, mjFONTSCALE_100);
  CHECK_INT(con.offWidth, 800);
  CHECK_INT(con.currentBuffer, mjFB_OFFSCREEN);
  unsigned char in[4 * 3 * 3], out[4 * 3 * 3] = {0};
  float zin[12], zout[12];
  for (int i = 0; i < 36; i++) in[i] = (unsigned char)(7 * i);
  for (int i = 0; i < 12; i++) zin[i] = (float)i / 16;
  mjrRect rect = {10, 20, 4, 3};
  con.readDepthMap = mjDEPTH_ZEROFAR;
  mjr_drawPixels(in, zin, rect, &con);
  mjr_readPixels(out, zout, rect, &con);
  CHECK(!memcmp(in, out, sizeof in));
  CHECK(!memcmp(zin, zout, sizeof zin));

  // without a window nothing is copied; with one, twice as large
  CHECK_INT(ingot_setWindow(&con, 100, 50), 1);
  mjrRect twice = {0, 0, 8, 6};
  mjr_blitBuffer(rect, twice, 1, 1, &con);
  mjr_setBuffer(mjFB_WINDOW, &con);
  CHECK_INT(con.currentBuffer, mjFB_WINDOW);
  CHECK_INT(mjr_maxViewport(&con).width, 100);
  unsigned char one[3];
  mjr_readPixels(one, NULL, (mjrRect){7, 5, 1, 1}, &con);
  CHECK(!memcmp(one, in + 33, 3));

  // an auxiliary buffer
  mjr_addAux(3, 16, 16, 4, &con);
  mjr_setAux(3, &con);
  mjr_rectangle((mjrRect){0, 0, 16, 16}, 1, .5f, 0, 1);
  mjr_blitAux(3, (mjrRect){2, 2, 4, 4}, 50, 30, &con);
  mjr_readPixels(one, NULL, (mjrRect){53, 33, 1, 1}, &con);
  CHECK_INT(one[0], 255);
  CHECK_INT(one[1], 128);
  mjr_readPixels(one, NULL, (mjrRect){54, 33, 1, 1}, &con);
  CHECK_INT(one[0], 0);
  mjr_resizeOffscreen(64, 32, &con);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  CHECK_INT(mjr_maxViewport(&con).height, 32);
  mjr_freeContext(&con);
  CHECK(!con.offFBO && !con.skinvertVBO);
}

TEST(text_and_rectangles_lie_where_they_are_asked_for) {
  mjrContext con;
  mjr_defaultContext(&con);
  mjr_makeContext(NULL, &con, mjFONTSCALE_150);
  CHECK_INT(con.charHeight, 28);
  CHECK_INT(con.charHeightBig, 54);
  CHECK_INT(con.charWidth['0'], con.charWidth['1']);
  mjrRect all = {0, 0, 800, 600}, label = {100, 100, 200, 40};
  mjr_rectangle(all, 0, 0, 0, 1);
  mjr_label(label, mjFONT_NORMAL, "Hg", 0, 0, 1, 1, 1, 1, 1, &con);
  static unsigned char rgb[3 * 800 * 600];
  mjr_readPixels(rgb, NULL, all, &con);
  int inside = 0, outside = 0, white = 0;
  for (int y = 0; y < 600; y++) {
    for (int x = 0; x < 800; x++) {
      const unsigned char* p = rgb + 3 * (y * 800 + x);
      bool in = x >= 100 && x < 300 && y >= 100 && y < 140;
      inside += in && p[2] == 255;
      outside += !in && (p[0] || p[1] || p[2]);
      white += p[0] == 255 && p[1] == 255 && p[2] == 255;
    }
  }
  CHECK_INT(inside, 200 * 40);
  CHECK_INT(outside, 0);
  CHECK(white > 20);
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, all, "one\ntwo", "1\n2", &con);
  mjr_readPixels(rgb, NULL, all, &con);
  int lit = 0;
  for (int y = 500; y < 600; y++) {
    for (int x = 0; x < 150; x++) lit += rgb[3 * (y * 800 + x)] > 100;
  }
  CHECK(lit > 50);
  const mjrRect rects[2] = {{0, 0, 10, 10}, {5, 5, 10, 10}};
  CHECK_INT(mjr_findRect(7, 7, 2, rects), 0);
  CHECK_INT(mjr_findRect(14, 14, 2, rects), 1);
  CHECK_INT(mjr_findRect(15, 14, 2, rects), -1);
  mjr_freeContext(&con);
}

// columns with ink, as runs of them
static int runs_of_ink(const unsigned char* rgb, int width, int height) {
  int runs = 0;
  bool before = false;
  for (int x = 0; x < width; x++) {
    bool ink = false;
    for (int y = 0; y < height && !ink; y++) ink = rgb[3 * (y * width + x)] > 96;
    runs += ink && !before;
    before = ink;
  }
  return runs;
}

TEST(letters_stand_apart_and_every_one_leaves_ink) {
  for (int scale = 100; scale <= 300; scale += 50) {
    mjrContext con;
    mjr_defaultContext(&con);
    mjr_makeContext(NULL, &con, scale);
    mjrRect all = {0, 0, 300, 90};
    static unsigned char rgb[3 * 300 * 90];
    static const struct {
      const char* text;
      int runs;
    } texts[] = {{"1.5", 3}, {"0.15", 4}, {"11.1", 4}, {"i!l.", 4}, {"1,2", 3}, {"a:b", 3}, {"m.m", 3}};
    for (int i = 0; i < (int)(sizeof texts / sizeof texts[0]); i++) {
      mjr_rectangle(all, 0, 0, 0, 1);
      mjr_text(mjFONT_NORMAL, texts[i].text, &con, 0, 0, 1, 1, 1);
      mjr_readPixels(rgb, NULL, all, &con);
      CHECK_INT(runs_of_ink(rgb, all.width, all.height), texts[i].runs);
    }
    for (char c = '!'; c <= '~'; c++) {
      mjr_rectangle(all, 0, 0, 0, 1);
      mjr_text(mjFONT_NORMAL, (char[]){c, 0}, &con, 0, 0, 1, 1, 1);
      mjr_readPixels(rgb, NULL, all, &con);
      CHECK(runs_of_ink(rgb, all.width, all.height) >= 1);
    }
    mjr_freeContext(&con);
  }
}

TEST(a_figure_finds_its_axes) {
  mjrContext con;
  mjr_defaultContext(&con);
  mjr_makeContext(NULL, &con, mjFONTSCALE_100);
  static mjvFigure fig;
  mjv_defaultFigure(&fig);
  for (int i = 0; i < 50; i++) {
    fig.linedata[0][2 * i] = (float)i;
    fig.linedata[0][2 * i + 1] = (float)(i - 25);
  }
  fig.linepnt[0] = 50;
  mjr_figure((mjrRect){100, 100, 400, 300}, &fig, &con);
  CHECK_NEAR(fig.xaxisdata[0], 0, 0);
  CHECK_NEAR(fig.xaxisdata[1], 49, 0);
  // rounded outwards to the power of ten of the range
  CHECK_NEAR(fig.yaxisdata[0], -30, 1e-6);
  CHECK_NEAR(fig.yaxisdata[1], 30, 1e-6);
  CHECK(fig.xaxispixel[0] > 100 && fig.xaxispixel[1] < 500);
  mjr_freeContext(&con);
}

TEST(misuse_of_contexts_is_refused) {
  mjrContext con;
  mjr_defaultContext(&con);
  static mjvScene scn;
  mjv_defaultScene(&scn);
  CHECK_ERROR(mjr_render((mjrRect){0, 0, 10, 10}, &scn, &con), "has not been made");
  CHECK_ERROR(mjr_setBuffer(mjFB_OFFSCREEN, &con), "neither a window nor an offscreen buffer");
  mjr_makeContext(NULL, &con, mjFONTSCALE_100);
  CHECK_ERROR(mjr_addAux(mjNAUX, 10, 10, 0, &con), "have numbers from 0 to");
  CHECK_ERROR(mjr_setAux(1, &con), "has not been made");
  CHECK_ERROR(mjr_addAux(1, 100000, 10, 0, &con), "too large");
  CHECK_ERROR(mjr_changeFont(75, &con), "Invalid fontscale");
  CHECK_ERROR(mjr_resizeOffscreen(100000, 10, &con), "at most");
  mjr_freeContext(&con);
}
