// SPDX-License-Identifier: Apache-2.0
// Pictures of many worlds.
#include <ingot/render.h>
#include <stdlib.h>
#include <string.h>

#include "stage.h"
#include "test.h"

static const char ball[] =
    "<mujoco><worldbody><light pos='0 0 3'/><geom type='plane' size='2 2 .1'/><camera name='top' pos='0 0 3'/>"
    "<body pos='0 0 1'><joint type='slide' axis='1 0 0'/><geom size='.2' rgba='1 0 0 1'/></body></worldbody></mujoco>";

static ingotWorlds* make_worlds(const mjModel* m, int count, int threads) {
  const mjModel* models[8];
  for (int e = 0; e < count; e++) models[e] = m;
  ingotWorlds* w = NULL;
  ingotReport report;
  if (ingot_worldsCreate(models, count, threads, &w, &report) != INGOT_OK) ig_test_fail(__FILE__, __LINE__, "%s", report.text);
  return w;
}

TEST(a_world_looks_as_its_state_drawn_alone) {
  static ig_Stage s;
  enum { SIZE = 48 };
  if (!ig_stage_open(&s, ball, SIZE, SIZE)) return;
  ig_stage_camera(&s, "top");
  for (int threads = 1; threads <= 3; threads += 2) {
    ingotWorlds* w = make_worlds(s.m, 4, threads);
    ingotView qpos;
    ingot_worldsField(w, 0, INGOT_QPOS, &qpos, NULL);
    for (int e = 0; e < 4; e++) ((double*)qpos.data)[e * qpos.world_stride] = .2 * e;
    ingotStudio* studio = NULL;
    CHECK_INT(ingot_studioCreate(w, SIZE, SIZE, &studio, NULL), INGOT_OK);
    static unsigned char rgb[4][SIZE][SIZE][3];
    CHECK_INT(ingot_studioShoot(studio, INGOT_RGB, 0, NULL, rgb, NULL), INGOT_OK);
    for (int e = 0; e < 4; e++) {
      s.d->qpos[0] = .2 * e;
      mj_forward(s.m, s.d);
      ig_stage_draw(&s);
      int differ = 0;
      for (int y = 0; y < SIZE; y++)
        differ += memcmp(rgb[e][y], s.rgb + (size_t)3 * SIZE * (size_t)(SIZE - 1 - y), 3 * SIZE) != 0;
      CHECK_INT(differ, 0);
    }
    ingot_studioDelete(studio);
    ingot_worldsDelete(w);
  }
  ig_stage_close(&s);
}

// two large blocks are to be had, no third
static int large_blocks;
static void* few_large_blocks(size_t size) {
  if (size > 20000000 && large_blocks++ >= 2) return NULL;
  return malloc((size + 63) / 64 * 64);
}

TEST(a_picture_that_fails_leaves_its_world_as_it_was) {
  static ig_Stage s;
  if (!ig_stage_open(&s, ball, 48, 48)) return;
  void* (*usual)(size_t) = mju_user_malloc;
  void (*usual_free)(void*) = mju_user_free;
  mju_user_malloc = few_large_blocks;
  mju_user_free = free;
  ingotWorlds* w = make_worlds(s.m, 2, 1);
  ingotStudio* studio = NULL;
  ingotReport report;
  // places for the first world's colours and depth, then an error of mjr_resizeOffscreen
  CHECK_INT(ingot_studioCreate(w, 3000, 3000, &studio, NULL), INGOT_OK);
  static unsigned char nothing[1];
  CHECK_INT(ingot_studioShoot(studio, INGOT_RGB, 0, NULL, nothing, &report), INGOT_ENGINE_ERROR);
  CHECK(strstr(report.text, "picture of world 0: Could not allocate an offscreen buffer of 3000 x 3000") != NULL);
  CHECK(large_blocks > 2);
  for (int e = 0; e < 2; e++) {
    ingotWorldStatus status;
    CHECK_INT(ingot_worldsStatus(w, e, &status, NULL), INGOT_OK);
    CHECK_INT(status.state, INGOT_WORLD_OK);
  }
  CHECK_INT(ingot_worldsStep(w, 1, NULL, &report), INGOT_OK);
  ingot_studioDelete(studio);
  ingot_worldsDelete(w);
  mju_user_malloc = usual;
  mju_user_free = usual_free;
  ig_stage_close(&s);
}
