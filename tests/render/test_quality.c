// SPDX-License-Identifier: Apache-2.0
// One hash per scene and quality of pictures of worlds, the same for every number of threads, build and processor. The recorder
// is that of views.inc (record.sh).
#include <ingot/render.h>

#include "stage.h"
#include "test.h"

enum { SIZE = 64, WORLDS = 3 };

static const struct {
  const char *name, *model, *camera;
  ingotQuality quality;
  uint64_t hash;
} scenes[] = {
#include "qualities.inc"
};
enum { NSCENE = sizeof scenes / sizeof scenes[0] };

static uint64_t hash_of(const unsigned char* bytes, size_t count) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

// worlds that have gone on for different times
static ingotWorlds* make_worlds(const mjModel* m, int threads) {
  const mjModel* models[WORLDS] = {m, m, m};
  ingotWorlds* w = NULL;
  CHECK_INT(ingot_worldsCreate(models, WORLDS, threads, &w, NULL), INGOT_OK);
  for (int e = 0; e < WORLDS; e++) {
    mjtByte one[WORLDS] = {0};
    one[e] = 1;
    ingot_worldsStep(w, 15 * e, one, NULL);
  }
  return w;
}

TEST(pictures_of_worlds_have_the_same_bytes_in_each_quality) {
  static ig_Stage s;
  static unsigned char rgb[WORLDS][SIZE][SIZE][3];
  for (int i = 0; i < NSCENE; i++) {
    if (!ig_stage_open(&s, scenes[i].model, SIZE, SIZE)) return;
    int camera = scenes[i].camera ? mj_name2id(s.m, mjOBJ_CAMERA, scenes[i].camera) : -1;
    ingotPictures what = {
        .width = SIZE, .height = SIZE, .ncamera = 1, .camera = &camera, .quality = scenes[i].quality, .rgb = rgb[0][0][0]};
    for (int threads = 1; threads <= 3; threads += 2) {
      ingotWorlds* w = make_worlds(s.m, threads);
      CHECK_INT(ingot_worldsRender(w, &what, NULL, NULL), INGOT_OK);
      uint64_t hash = hash_of(rgb[0][0][0], sizeof rgb);
      if (hash != scenes[i].hash) {
        ig_test_fail(__FILE__, __LINE__, "%s on %d threads: 0x%016llx, expected 0x%016llx", scenes[i].name, threads,
                     (unsigned long long)hash, (unsigned long long)scenes[i].hash);
      }
      ingot_worldsDelete(w);
    }
    ig_stage_close(&s);
  }
}
