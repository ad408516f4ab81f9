// SPDX-License-Identifier: Apache-2.0
#include "stage.h"

#include <stdio.h>

#include "case.h"
#include "test.h"

bool ig_stage_open(ig_Stage* s, const char* model, int width, int height) {
  memset(s, 0, sizeof *s);
  char path[1024], error[1000] = "";
  if (model[0] == '<') {
    ig_Case c = ig_case(model);
    s->m = c.m;
    s->d = c.d;
  } else {
    snprintf(path, sizeof path, "%s/%s", IG_TESTS_DIR, model);
    s->m = mj_loadXML(path, NULL, error, sizeof error);
    s->d = s->m ? mj_makeData(s->m) : NULL;
  }
  if (!s->d) {
    ig_test_fail(__FILE__, __LINE__, "%s: %s", model, error);
    return false;
  }
  s->width = s->m->vis.global.offwidth = width;
  s->height = s->m->vis.global.offheight = height;
  mj_forward(s->m, s->d);
  mjv_defaultOption(&s->opt);
  mjv_defaultFreeCamera(s->m, &s->cam);
  mjv_defaultScene(&s->scn);
  mjv_makeScene(s->m, &s->scn, 1000);
  mjr_defaultContext(&s->con);
  mjr_makeContext(s->m, &s->con, mjFONTSCALE_100);
  return true;
}

void ig_stage_close(ig_Stage* s) {
  mjr_freeContext(&s->con);
  mjv_freeScene(&s->scn);
  mj_deleteData(s->d);
  mj_deleteModel(s->m);
  mj_freeLastXML();
}

void ig_stage_camera(ig_Stage* s, const char* name) {
  s->cam.type = mjCAMERA_FIXED;
  s->cam.fixedcamid = mj_name2id(s->m, mjOBJ_CAMERA, name);
  CHECK(s->cam.fixedcamid >= 0);
}

void ig_stage_draw(ig_Stage* s) {
  mjrRect view = {0, 0, s->width, s->height};
  // infinite planes lie where the camera was at the update before
  for (int i = 0; i < 2; i++) mjv_updateScene(s->m, s->d, &s->opt, NULL, &s->cam, mjCAT_ALL, &s->scn);
  mjr_render(view, &s->scn, &s->con);
  mjr_readPixels(s->rgb, s->depth, view, &s->con);
}

// FNV-1a over colours and depths
uint64_t ig_stage_hash(const ig_Stage* s) {
  uint64_t hash = 0xcbf29ce484222325u;
  size_t pixels = (size_t)s->width * (size_t)s->height;
  for (size_t i = 0; i < 3 * pixels; i++) hash = (hash ^ s->rgb[i]) * 0x100000001b3u;
  for (size_t i = 0; i < pixels; i++) {
    uint32_t bits;
    memcpy(&bits, &s->depth[i], sizeof bits);
    hash = (hash ^ bits) * 0x100000001b3u;
  }
  return hash;
}

const unsigned char* ig_stage_pixel(const ig_Stage* s, int x, int y) { return s->rgb + 3 * (y * s->width + x); }
