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

// no block of a picture's size is to be had
static int large_blocks;
static void* no_large_blocks(size_t size) {
  if (size > 20000000) return large_blocks++, NULL;
  return malloc((size + 63) / 64 * 64);
}

TEST(a_picture_that_fails_leaves_its_world_as_it_was) {
  static ig_Stage s;
  if (!ig_stage_open(&s, ball, 48, 48)) return;
  void* (*usual)(size_t) = mju_user_malloc;
  void (*usual_free)(void*) = mju_user_free;
  mju_user_malloc = no_large_blocks;
  mju_user_free = free;
  ingotWorlds* w = make_worlds(s.m, 2, 1);
  ingotStudio* studio = NULL;
  ingotReport report;
  CHECK_INT(ingot_studioCreate(w, 3000, 3000, &studio, NULL), INGOT_OK);
  static unsigned char nothing[1];
  CHECK_INT(ingot_studioShoot(studio, INGOT_RGB, 0, NULL, nothing, &report), INGOT_ENGINE_ERROR);
  CHECK(strstr(report.text, "picture of world 0: Could not allocate an offscreen buffer of 3000 x 3000") != NULL);
  CHECK(large_blocks > 0);
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

// ---- pictures by several cameras

static const char scene[] =
    "<mujoco><visual><map zfar='20'/></visual><asset>"
    "<texture name='squares' type='2d' builtin='checker' width='32' height='32' rgb1='.1 .2 .3' rgb2='.8 .7 .6'/>"
    "<texture name='plain' type='2d' builtin='flat' width='8' height='8' rgb1='.9 .2 .1'/>"
    "<texture name='sky' type='skybox' builtin='gradient' width='16' height='16' rgb1='.3 .5 .7' rgb2='0 0 0'/>"
    "<material name='floor' texture='squares' texrepeat='2 2' reflectance='.3'/><material name='red' rgba='.8 .1 .1 1'/>"
    "<hfield name='hill' nrow='4' ncol='4' size='.5 .5 .3 .1' elevation='0 0 0 0 0 1 .5 0 0 .2 1 0 0 0 0 0'/></asset>"
    "<worldbody><light pos='1 0 3' dir='-.2 0 -1' castshadow='true'/><geom type='plane' size='2 2 .1' material='floor'/>"
    "<geom type='hfield' hfield='hill' pos='.7 .7 0'/><camera name='front' pos='0 -3 1.5' xyaxes='1 0 0 0 .4 1'/>"
    "<camera name='side' pos='3 0 1' xyaxes='0 1 0 -.3 0 1' fovy='60'/><body name='ball' pos='0 0 1'>"
    "<joint type='slide' axis='1 0 0'/><geom name='ball' size='.3' material='red'/></body></worldbody></mujoco>";

enum { WIDE = 40, HIGH = 32, CAMERAS = 3 };
typedef struct {
  unsigned char rgb[4][CAMERAS][HIGH][WIDE][3];
  float depth[4][CAMERAS][HIGH][WIDE];
  int segmentation[4][CAMERAS][HIGH][WIDE][2];
} Arrays;
static const int cameras[CAMERAS] = {1, -1, 0};

static ingotPictures all_of(Arrays* out) {
  return (ingotPictures){.width = WIDE,
                         .height = HIGH,
                         .ncamera = CAMERAS,
                         .camera = cameras,
                         .rgb = &out->rgb[0][0][0][0][0],
                         .depth = &out->depth[0][0][0][0],
                         .segmentation = &out->segmentation[0][0][0][0][0]};
}

// rows of a picture that differ from the same one drawn by a context of its own
static int rows_differ(ig_Stage* s, unsigned char picture[HIGH][WIDE][3]) {
  int differ = 0;
  for (int y = 0; y < HIGH; y++)
    differ += memcmp(picture[y], s->rgb + (size_t)3 * WIDE * (size_t)(HIGH - 1 - y), sizeof picture[y]) != 0;
  return differ;
}

static void aim(ig_Stage* s, int camera) {
  s->cam.type = camera < 0 ? mjCAMERA_FREE : mjCAMERA_FIXED;
  s->cam.fixedcamid = camera;
  ig_stage_draw(s);
}

TEST(pictures_by_several_cameras_are_those_of_each) {
  static ig_Stage s;
  static Arrays found;
  if (!ig_stage_open(&s, scene, WIDE, HIGH)) return;
  for (int threads = 1; threads <= 3; threads += 2) {
    ingotWorlds* w = make_worlds(s.m, 4, threads);
    ingotView qpos;
    ingot_worldsField(w, 0, INGOT_QPOS, &qpos, NULL);
    ingotPictures what = all_of(&found);
    // what is kept from the first turn must not be taken for what has moved since
    for (int turn = 0; turn < 3; turn++) {
      for (int e = 0; e < 4; e++) qpos.data[e * qpos.world_stride] = .2 * e + (turn == 1 && e == 2 ? .3 : 0);
      memset(&found, 0x55, sizeof found);
      CHECK_INT(ingot_worldsRender(w, &what, NULL, NULL), INGOT_OK);
      for (int e = 0; e < 4; e++) {
        s.d->qpos[0] = qpos.data[e * qpos.world_stride];
        mj_forward(s.m, s.d);
        for (int c = 0; c < CAMERAS; c++) {
          aim(&s, cameras[c]);
          CHECK_INT(rows_differ(&s, found.rgb[e][c]), 0);
        }
      }
    }
    ingotStudio* studio = NULL;
    static float depth[4][HIGH][WIDE];
    static int segments[4][HIGH][WIDE][2];
    CHECK_INT(ingot_studioCreate(w, WIDE, HIGH, &studio, NULL), INGOT_OK);
    CHECK_INT(ingot_studioShoot(studio, INGOT_DEPTH, 0, NULL, depth, NULL), INGOT_OK);
    CHECK_INT(ingot_studioShoot(studio, INGOT_SEGMENTATION, 0, NULL, segments, NULL), INGOT_OK);
    for (int e = 0; e < 4; e++) {
      CHECK(!memcmp(depth[e], found.depth[e][2], sizeof depth[e]));
      CHECK(!memcmp(segments[e], found.segmentation[e][2], sizeof segments[e]));
    }
    ingot_studioDelete(studio);
    ingot_worldsDelete(w);
  }
  ig_stage_close(&s);
}

static const char feeler[] =
    "<mujoco><worldbody><light pos='0 0 3'/><geom type='plane' size='2 2 .1'/><camera name='front' pos='0 -3 1' xyaxes='1 0 0 0 "
    ".4 1'/>"
    "<body pos='0 0 1'><joint type='slide' axis='1 0 0'/><geom name='ball' size='.2'/>"
    "<site name='down' pos='0 0 -.25' zaxis='.5 0 -1'/><site name='up' pos='0 0 .25'/></body>"
    "<body pos='1 0 .5'><geom name='box' type='box' size='.2 .2 .2'/></body></worldbody>"
    "<sensor><rangefinder site='down'/><rangefinder site='up'/><fromto geom1='ball' geom2='box' cutoff='2'/></sensor></mujoco>";

TEST(worlds_show_the_rays_and_distances_of_their_state) {
  static ig_Stage s;
  static unsigned char rgb[4][HIGH][WIDE][3];
  if (!ig_stage_open(&s, feeler, WIDE, HIGH)) return;
  ingotWorlds* w = make_worlds(s.m, 4, 1);
  ingotView qpos;
  ingot_worldsField(w, 0, INGOT_QPOS, &qpos, NULL);
  ingotPictures what = {.width = WIDE, .height = HIGH, .ncamera = 1, .camera = (int[]){0}, .rgb = rgb[0][0][0]};
  for (int e = 0; e < 4; e++) qpos.data[e * qpos.world_stride] = .1 * e;
  CHECK_INT(ingot_worldsRender(w, &what, NULL, NULL), INGOT_OK);
  for (int e = 0; e < 4; e++) {
    s.d->qpos[0] = .1 * e;
    mj_forward(s.m, s.d);
    CHECK(s.d->sensordata[0] > .5 && s.d->sensordata[1] == -1 && s.d->sensordata[5] > .5);
    aim(&s, 0);
    CHECK_INT(rows_differ(&s, rgb[e]), 0);
  }
  ingot_worldsDelete(w);
  ig_stage_close(&s);
}

TEST(worlds_outside_the_mask_are_left_as_they_are) {
  static ig_Stage s;
  static Arrays found;
  if (!ig_stage_open(&s, scene, WIDE, HIGH)) return;
  ingotWorlds* w = make_worlds(s.m, 4, 2);
  ingotPictures what = all_of(&found);
  memset(&found, 0x55, sizeof found);
  CHECK_INT(ingot_worldsRender(w, &what, (mjtByte[]){0, 1, 0, 1}, NULL), INGOT_OK);
  for (int e = 0; e < 4; e++) {
    CHECK_INT(found.rgb[e][1][0][0][0] == 0x55 && found.rgb[e][1][HIGH - 1][0][2] == 0x55, e % 2 == 0);
    CHECK_INT(found.segmentation[e][2][3][4][1] == 0x55555555, e % 2 == 0);
  }
  CHECK(!memcmp(found.rgb[1], found.rgb[3], sizeof found.rgb[1]));
  ingot_worldsDelete(w);
  ig_stage_close(&s);
}

// numbers of one world that change its picture, through every kind of thing that a context keeps
static const struct {
  const char* name;
  int at;
  double value;
} own[] = {{"geom_rgba", 1, .1},       {"mat_rgba", 4, .2},  {"mat_texid", 1, 1},     {"mat_texrepeat", 0, 7},
           {"geom_size", 0, .8},       {"geom_size", 6, .5}, {"hfield_data", 5, .7},  {"tex_data", 1, 255},
           {"light_diffuse", 0, .1},   {"light_pos", 0, -1}, {"cam_pos", 1, -2},      {"cam_fovy", 0, 80},
           {"mat_reflectance", 0, .9}, {"geom_matid", 2, 0}, {"mat_emission", 1, .4}, {"geom_pos", 3, .4}};

static void set_number(mjModel* m, int row) {
  double value = own[row].value;
  int at = own[row].at;
#define NUMBERS(array) \
  if (!strcmp(own[row].name, #array)) m->array[at] = value;
#define FLOATS(array) \
  if (!strcmp(own[row].name, #array)) m->array[at] = (float)value;
#define INTEGERS(array) \
  if (!strcmp(own[row].name, #array)) m->array[at] = (int)value;
  NUMBERS(geom_size)
  NUMBERS(light_pos)
  NUMBERS(cam_pos)
  NUMBERS(cam_fovy)
  NUMBERS(geom_pos) FLOATS(geom_rgba) FLOATS(mat_rgba) FLOATS(mat_texrepeat) FLOATS(hfield_data) FLOATS(light_diffuse)
      FLOATS(mat_reflectance) FLOATS(mat_emission) INTEGERS(mat_texid)
          INTEGERS(geom_matid) if (!strcmp(own[row].name, "tex_data")) m->tex_data[at] = (mjtByte)value;
}

static ingotStatus set_own(ingotWorlds* w, int world, int row) {
  ingotView view;
  ingotReport report;
  ingotStatus status = ingot_worldsParameter(w, 0, own[row].name, 1, &view, &report);
  if (status != INGOT_OK) ig_test_fail(__FILE__, __LINE__, "%s", report.text);
  if (status == INGOT_OK) view.data[own[row].at * view.stride + world * view.world_stride] = own[row].value;
  return status;
}

TEST(a_world_with_numbers_of_its_own_looks_as_a_model_with_them) {
  static ig_Stage s;
  static Arrays found;
  for (int row = 0; row < (int)(sizeof own / sizeof own[0]); row++) {
    if (!ig_stage_open(&s, scene, WIDE, HIGH)) return;
    ingotWorlds* w = make_worlds(s.m, 4, 1);
    ingotPictures what = all_of(&found);
    CHECK_INT(ingot_worldsRender(w, &what, NULL, NULL), INGOT_OK);
    if (set_own(w, 2, row) != INGOT_OK) return;
    CHECK_INT(ingot_worldsRender(w, &what, NULL, NULL), INGOT_OK);
    int changed = 0;
    for (int turn = 0; turn < 2; turn++) {
      if (turn) {
        set_number(s.m, row);
        mj_forward(s.m, s.d);
        mjr_makeContext(s.m, &s.con, mjFONTSCALE_100);
      }
      for (int c = 0; c < CAMERAS; c++) {
        aim(&s, cameras[c]);
        CHECK_INT(rows_differ(&s, found.rgb[turn ? 2 : 3][c]), 0);
        changed += rows_differ(&s, found.rgb[turn ? 3 : 2][c]);
      }
    }
    if (!changed) ig_test_fail(__FILE__, __LINE__, "%s shows in no picture", own[row].name);
    ingot_worldsDelete(w);
    ig_stage_close(&s);
  }
}

TEST(pictures_that_cannot_be_drawn_are_refused_by_name) {
  static ig_Stage s;
  static Arrays found;
  if (!ig_stage_open(&s, scene, WIDE, HIGH)) return;
  ingotWorlds* w = make_worlds(s.m, 2, 1);
  const struct {
    ingotPictures what;
    const char* text;
  } wrong[] = {
      {{.height = 4, .ncamera = 1, .camera = cameras, .rgb = found.rgb[0][0][0][0]}, "0 x 4 pixels"},
      {{.width = 4, .height = 20000, .ncamera = 1, .camera = cameras, .rgb = found.rgb[0][0][0][0]}, "4 x 20000 pixels"},
      {{.width = 4, .height = 4, .camera = cameras, .rgb = found.rgb[0][0][0][0]}, "no camera"},
      {{.width = 4, .height = 4, .ncamera = 2, .camera = (int[]){0, 2}, .rgb = found.rgb[0][0][0][0]}, "world 0 has no camera 2"},
      {{.width = 4, .height = 4, .ncamera = 1, .camera = (int[]){-2}, .rgb = found.rgb[0][0][0][0]}, "world 0 has no camera -2"},
      {{.width = 4, .height = 4, .ncamera = 1, .camera = cameras}, "nothing to draw"},
      {{.width = 4, .height = 4, .ncamera = 1, .camera = cameras, .quality = 7, .rgb = found.rgb[0][0][0][0]}, "called 7"},
  };
  for (int i = 0; i < (int)(sizeof wrong / sizeof wrong[0]); i++) {
    ingotReport report;
    CHECK_INT(ingot_worldsRender(w, &wrong[i].what, NULL, &report), INGOT_BAD_ARGUMENT);
    if (!strstr(report.text, wrong[i].text)) ig_test_fail(__FILE__, __LINE__, "%s: %s", wrong[i].text, report.text);
  }
  ingot_worldsDelete(w);
  ig_stage_close(&s);
}
