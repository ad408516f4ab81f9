// SPDX-License-Identifier: Apache-2.0
// Arrays of mjData of all worlds, copied from the device where the steps computed them: those that the CPU gives.
#include "scenes.h"
#include "test.h"

#ifdef IG_GPU_EMULATOR

#include "pair.h"
#include "wide.h"

// every array of numbers; whether the devices had it
static bool gather_both(Pair* p, int quantity, const char* scene) {
  const char* name = ig_test_quantity(quantity);
  if (quantity == IG_Q_actuator_moment) return true;  // past its rows it has whatever was there
  mjData* d = mj_makeData(p->m);
  ingotArray array = {0};
  bool numbers =
      ingot_dataArray(p->m, d, name, &array, NULL) == INGOT_OK && array.type == INGOT_DOUBLE && array.rows * array.columns > 0;
  mj_deleteData(d);
  if (!numbers) return false;
  mjtSize n = array.rows * array.columns;
  double* rows[2];
  ingotWorlds* worlds[2] = {p->there, p->here};
  for (int k = 0; k < 2; k++) {
    rows[k] = calloc((size_t)n * WORLDS, sizeof(double));
    ingotOutput output = {.name = name, .type = INGOT_DOUBLE, .data = rows[k], .count = n, .stride = n};
    CHECK_INT(ingot_worldsGather(worlds[k], &output, 1, NULL, NULL), INGOT_OK);
  }
  for (mjtSize i = 0; i < n * WORLDS; i++) {
    if (!memcmp(rows[0] + i, rows[1] + i, sizeof(double))) continue;
    ig_test_fail(__FILE__, __LINE__, "%s: %s differs in world %d, number %d: %g, not %g", scene, name, (int)(i / n), (int)(i % n),
                 rows[0][i], rows[1][i]);
    break;
  }
  free(rows[0]);
  free(rows[1]);
  bool there = p->there->device->on_device;
  // those that were synced to the host go back
  if (there) return true;
  CHECK_INT(ingot_worldsStep(p->there, 1, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p->here, 1, NULL, NULL), INGOT_OK);
  return false;
}

TEST(every_array_of_numbers_is_that_of_the_cpu_and_most_come_from_the_device) {
  static const char* const names[] = {
      "biped",   "sensors", "meshes, elliptic RK4", "equalities",     "rangefinders", "biped, RK4", "biped, implicitfast",
      "tendons", "water",   "actuators at sites",   "spatial tendons"};
  int found = 0;
  for (int i = 0; i < ig_gpu_nscene; i++) {
    bool chosen = false;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) chosen = chosen || !strcmp(names[k], ig_gpu_scenes[i].name);
    if (!chosen) continue;
    Pair p = make(ig_gpu_scenes[i].xml);
    int there = 0;
    CHECK_INT(ingot_worldsStep(p.there, 20, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsStep(p.here, 20, NULL, NULL), INGOT_OK);
    for (int q = 0; q < IG_NQ; q++) there += gather_both(&p, q, ig_gpu_scenes[i].name);
    if (there < 40) ig_test_fail(__FILE__, __LINE__, "%s: only %d arrays came from the device", ig_gpu_scenes[i].name, there);
    same(&p);
    end(&p);
    found++;
  }
  CHECK(found == sizeof names / sizeof names[0]);
}

// worlds that the host has stepped or reset are asked there
TEST(worlds_that_left_or_were_reset_are_gathered_like_the_others) {
  static const char* const names[] = {"xpos", "cfrc_ext", "qpos", "cam_xpos", "qfrc_constraint"};
  Pair p = make(ig_gpu_scenes[0].xml);
  int nv;
  mjtByte mask[WORLDS] = {0, 0, 1, 1};
  for (int turn = 0; turn < 3; turn++) {
    if (turn == 0) field(p.there, INGOT_QVEL, &nv)[5] = field(p.here, INGOT_QVEL, &nv)[5] = 1e12;
    CHECK_INT(ingot_worldsStep(p.there, 3, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsStep(p.here, 3, NULL, NULL), INGOT_OK);
    if (turn == 1) CHECK_INT(ingot_worldsReset(p.there, mask, -1, NULL), INGOT_OK);
    if (turn == 1) CHECK_INT(ingot_worldsReset(p.here, mask, -1, NULL), INGOT_OK);
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
      float there[WORLDS][8], here[WORLDS][8];
      ingotOutput a = {.name = names[k], .type = INGOT_FLOAT, .data = there, .first = 2, .count = 8, .stride = 8}, b = a;
      b.data = here;
      CHECK_INT(ingot_worldsGather(p.there, &a, 1, NULL, NULL), INGOT_OK);
      CHECK_INT(ingot_worldsGather(p.here, &b, 1, NULL, NULL), INGOT_OK);
      CHECK(!memcmp(there, here, sizeof there));
    }
  }
  end(&p);
}

#endif
