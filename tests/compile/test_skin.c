// SPDX-License-Identifier: Apache-2.0
// Skins; numbers recorded from MuJoCo 3.5.0 with the same text.
#include <stdlib.h>

#include "asset_scene.h"
#include "base/memory.h"
#include "compiled.h"
#include "test.h"

#define SHAPE "vertex='0 0 0 1 0 0 0 1 0' face='0 1 2' texcoord='0 0 1 0 0 1'"
#define BONE1 "<bone body='b' bindpos='1 2 3' bindquat='1 1 0 0' vertid='0 1 2' vertweight='1 2 3'/>"
#define BONE2 "<bone body='a' bindpos='0 0 0' bindquat='2 0 0 0' vertid='1' vertweight='.5'/>"

static void check_skin(const mjModel* m) {
  static const int vertid[4] = {0, 1, 2, 1};
  static const double weight[4] = {1, 0.8, 1, 0.2}, quat[8] = {0.70710677, 0.70710677, 0, 0, 1, 0, 0, 0};
  CHECK_INT(m->nskinvert, 3);
  CHECK_INT(m->nskintexvert, 3);
  CHECK_INT(m->nskinbone, 2);
  CHECK_INT(m->nskinbonevert, 4);
  CHECK_INT(m->skin_bonebodyid[0], 2);
  CHECK_INT(m->skin_bonebodyid[1], 1);
  CHECK_INT(m->skin_bonevertadr[1], 3);
  for (int i = 0; i < 4; i++) CHECK_INT(m->skin_bonevertid[i], vertid[i]);
  for (int i = 0; i < 4; i++) CHECK_NEAR(m->skin_bonevertweight[i], weight[i], 1e-7);
  for (int i = 0; i < 8; i++) CHECK_NEAR(m->skin_bonebindquat[i], quat[i], 1e-7);
}

TEST(weights_of_a_skin_sum_to_one) {
  mjModel* m = ig_asset_model("<skin name='s' " SHAPE ">" BONE1 BONE2 "</skin>", NULL);
  CHECK(m != NULL);
  if (m) check_skin(m);
  mj_deleteModel(m);
}

// the same skin as a file
typedef struct SkinFile_ {
  int32_t size[4];
  float vert[9], texcoord[6];
  int32_t face[3];
  char name1[40];
  float pose1[7];
  int32_t count1, id1[3];
  float weight1[3];
  char name2[40];
  float pose2[7];
  int32_t count2, id2[1];
  float weight2[1];
} SkinFile;

static const SkinFile skin_file = {
    {3, 3, 1, 2},
    {0, 0, 0, 1, 0, 0, 0, 1, 0},
    {0, 0, 1, 0, 0, 1},
    {0, 1, 2},
    "b",
    {1, 2, 3, 1, 1, 0, 0},
    3,
    {0, 1, 2},
    {1, 2, 3},
    "a",
    {0, 0, 0, 2, 0, 0, 0},
    1,
    {1},
    {.5f},
};

TEST(a_skin_from_a_file_is_the_same) {
  ig_TestFile file = {"s.skn", &skin_file, sizeof(skin_file)};
  mjModel* m = ig_asset_model("<skin file='s.skn'/>", &file);
  CHECK(m != NULL);
  if (m) check_skin(m);
  mj_deleteModel(m);
}

TEST(damaged_skin_files_are_refused_by_name) {
  int64_t before = ig_live_bytes();
  ig_TestFile file = {"s.skn", &skin_file, 0};
  for (file.size = 1; file.size < (int)sizeof(skin_file); file.size++) {
    CHECK(!ig_asset_model("<skin file='s.skn'/>", &file));
    CHECK_HAS(ig_compiled_error(), "s.skn");
  }
  file.size = sizeof(skin_file);
  for (int i = 0; i < 4; i++) {
    SkinFile wrong = skin_file;
    wrong.size[i] = 2000000000;
    file.bytes = &wrong;
    CHECK(!ig_asset_model("<skin file='s.skn'/>", &file));
    wrong.size[i] = -1;
    CHECK(!ig_asset_model("<skin file='s.skn'/>", &file));
  }
  CHECK_INT(ig_live_bytes(), before);
}

TEST(skins_that_can_not_be_are_refused) {
  static const struct {
    const char *asset, *words;
  } cases[] = {
      {"<skin name='s' " SHAPE "/>", "bones"},
      {"<skin name='s' vertex='0 0 0 1 0 0 0 1' face='0 1 2'>" BONE1 "</skin>", "threes"},
      {"<skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 3'>" BONE1 "</skin>", "vertex 3"},
      {"<skin name='s' " SHAPE ">" BONE2 "</skin>", "vertex 0"},
      {"<skin name='s' " SHAPE "><bone body='zz' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0' vertweight='1'/></skin>", "zz"},
      {"<skin name='s' " SHAPE "><bone body='a' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1' vertweight='1'/></skin>",
       "weight"},
      {"<skin name='s' " SHAPE "><bone body='a' bindpos='0 0 0' bindquat='1 0 0 0' vertid='7' vertweight='1'/></skin>", "7"},
      {"<skin name='s' file='s.dat'/>", "s.dat"},
      {"<skin name='s' file='s.skn' " SHAPE ">" BONE1 "</skin>", "s.skn"},
      {"<skin name='s' material='m' " SHAPE ">" BONE1 "</skin>", "'m'"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
    CHECK(!ig_asset_model(cases[i].asset, NULL));
    CHECK_HAS(ig_compiled_error(), cases[i].words);
  }
}
