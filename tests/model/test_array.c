// SPDX-License-Identifier: Apache-2.0
// Arrays of models and data by name.
#include <ingot/arrays.h>

#include "model.h"
#include "test.h"

static const char scene[] =
    "<mujoco><option timestep='0.004' gravity='0 0 -3'/><worldbody><geom type='plane' size='1 1 1'/>"
    "<body pos='0 0 .05'><freejoint/><geom size='.1' mass='2'/></body></worldbody></mujoco>";

TEST(arrays_of_a_model_are_found_in_place) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  ingotArray a;
  CHECK_INT(ingot_modelArray(m, "body_mass", &a, NULL), INGOT_OK);
  CHECK(a.data == m->body_mass && a.type == INGOT_DOUBLE && a.dimensions == 1 && a.fixed);
  CHECK_INT(a.rows * a.columns, 2);
  CHECK_INT(ingot_modelArray(m, "geom_size", &a, NULL), INGOT_OK);
  CHECK(a.data == m->geom_size && a.dimensions == 2 && a.columns == 3);
  CHECK_INT(ingot_modelArray(m, "geom_rgba", &a, NULL), INGOT_OK);
  CHECK(a.type == INGOT_FLOAT && a.size == (int)sizeof(float));
  CHECK_INT(ingot_modelArray(m, "names", &a, NULL), INGOT_OK);
  CHECK(a.type == INGOT_CHAR && a.rows == m->nnames);
  mj_deleteModel(m);
}

TEST(options_and_sizes_of_a_model_are_found_too) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  ingotArray a;
  CHECK_INT(ingot_modelArray(m, "opt.gravity", &a, NULL), INGOT_OK);
  CHECK(a.data == m->opt.gravity && a.rows == 3 && a.dimensions == 1);
  CHECK_INT(ingot_modelArray(m, "opt.timestep", &a, NULL), INGOT_OK);
  CHECK_NEAR(*(double*)a.data, 0.004, 0);
  CHECK_INT(a.dimensions, 0);
  CHECK_INT(ingot_modelArray(m, "opt.iterations", &a, NULL), INGOT_OK);
  CHECK(a.type == INGOT_INT);
  CHECK_INT(ingot_modelArray(m, "stat.center", &a, NULL), INGOT_OK);
  CHECK_INT(a.rows, 3);
  CHECK_INT(ingot_modelArray(m, "nv", &a, NULL), INGOT_OK);
  CHECK(a.type == INGOT_SIZE && *(mjtSize*)a.data == 6);
  mj_deleteModel(m);
}

TEST(arrays_of_data_are_found_and_contacts_move) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  ingotArray a;
  CHECK_INT(ingot_dataArray(m, d, "xpos", &a, NULL), INGOT_OK);
  CHECK(a.data == d->xpos && a.rows == 2 && a.columns == 3 && a.fixed);
  CHECK_INT(ingot_dataArray(m, d, "contact", &a, NULL), INGOT_OK);
  CHECK(a.data == d->contact && a.rows == 1 && a.type == INGOT_STRUCT && a.size == (int)sizeof(mjContact) && !a.fixed);
  CHECK_INT(ingot_dataArray(m, d, "ncon", &a, NULL), INGOT_OK);
  CHECK(a.data == &d->ncon && a.dimensions == 0);
  CHECK_INT(ingot_dataArray(m, d, "energy", &a, NULL), INGOT_OK);
  CHECK(a.data == d->energy && a.rows == 2);
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(unknown_names_and_missing_arguments_are_refused) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  mjData* d = mj_makeData(m);
  ingotArray a;
  ingotReport report;
  CHECK_INT(ingot_modelArray(m, "body_weight", &a, &report), INGOT_BAD_ARGUMENT);
  CHECK_TEXT(report.text, "mjModel has no array 'body_weight'");
  CHECK_INT(ingot_dataArray(m, d, "body_mass", &a, &report), INGOT_BAD_ARGUMENT);
  CHECK_TEXT(report.text, "mjData has no array 'body_mass'");
  CHECK_INT(ingot_modelArray(NULL, "nv", &a, NULL), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_modelArray(m, NULL, &a, NULL), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_dataArray(m, NULL, "xpos", &a, NULL), INGOT_BAD_ARGUMENT);
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(structure_is_told_from_numbers) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  mjData* d = mj_makeData(m);
  static const char* const fixed[] = {"nv",       "nbody", "geom_bodyid", "geom_dataid",
                                      "jnt_type", "names", "geom_condim", "dof_Madr"};
  static const char* const numbers[] = {"body_mass", "geom_contype", "jnt_limited", "opt.iterations", "opt.gravity", "geom_rgba"};
  ingotArray a;
  for (int i = 0; i < 8; i++) CHECK(ingot_modelArray(m, fixed[i], &a, NULL) == INGOT_OK && a.structure);
  for (int i = 0; i < 6; i++) CHECK(ingot_modelArray(m, numbers[i], &a, NULL) == INGOT_OK && !a.structure);
  CHECK(ingot_dataArray(m, d, "ncon", &a, NULL) == INGOT_OK && a.structure);
  CHECK(ingot_dataArray(m, d, "eq_active", &a, NULL) == INGOT_OK && !a.structure);
  CHECK(ingot_dataArray(m, d, "time", &a, NULL) == INGOT_OK && !a.structure);
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(names_of_all_arrays_can_be_listed) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  mjData* d = mj_makeData(m);
  ingotArray a;
  int count = 0, missing = 0;
  for (const char* name; (name = ingot_modelArrayName(count)); count++)
    missing += ingot_modelArray(m, name, &a, NULL) != INGOT_OK;
  CHECK(count > 300 && !missing);
  count = 0;
  for (const char* name; (name = ingot_dataArrayName(count)); count++)
    missing += ingot_dataArray(m, d, name, &a, NULL) != INGOT_OK;
  CHECK(count > 100 && !missing);
  CHECK(!ingot_modelArrayName(-1));
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(arrays_that_a_step_had_no_use_for_are_empty) {
  mjModel* m = ig_test_model("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!m) return;
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  ingotArray a;
  CHECK_INT(ingot_dataArray(m, d, "dof_island", &a, NULL), INGOT_OK);
  CHECK(d->dof_island || a.rows == 0);
  for (int i = 0; ingot_dataArrayName(i); i++) {
    CHECK_INT(ingot_dataArray(m, d, ingot_dataArrayName(i), &a, NULL), INGOT_OK);
    CHECK(a.data || a.rows * a.columns == 0);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
