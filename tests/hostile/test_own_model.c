// SPDX-License-Identifier: Apache-2.0
// The model that a world has of its own: numbers may be changed, structure may not, and checked builds say so.
#include <string.h>

#include <ingot/worlds.h>

#include "model.h"
#include "test.h"

TEST(numbers_of_an_own_model_may_be_changed_and_structure_is_checked) {
  mjModel* m = ig_test_model("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!m) return;
  const mjModel* models[2] = {m, m};
  ingotWorlds* worlds = NULL;
  ingotReport report;
  CHECK_INT(ingot_worldsCreate(models, 2, 1, &worlds, &report), INGOT_OK);
  mjModel* own = ingot_worldsOwnModel(worlds, 1, &report);
  CHECK(own != NULL && own != m);
  own->body_mass[1] *= 2;
  own->opt.gravity[2] = -1;
  CHECK_INT(ingot_worldsStep(worlds, 3, NULL, &report), INGOT_OK);
  ingotWorldStatus status;
  CHECK_INT(ingot_worldsStatus(worlds, 1, &status, &report), INGOT_OK);
  CHECK_INT(status.state, INGOT_WORLD_OK);
#ifdef IG_CHECKED
  own->geom_bodyid[0] = 1000000;
  ingot_worldsStep(worlds, 1, NULL, &report);
  ingot_worldsStatus(worlds, 1, &status, NULL);
  CHECK_INT(status.state, INGOT_WORLD_FAILED);
  ingot_worldsStatus(worlds, 0, &status, NULL);
  CHECK_INT(status.state, INGOT_WORLD_OK);
#endif
  ingot_worldsDelete(worlds);
  mj_deleteModel(m);
}
