// SPDX-License-Identifier: Apache-2.0
// Numbers of the model that each world has of its own: which are refused, what follows from them, copies of such worlds.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/worlds.h>

#include "model.h"
#include "test.h"

static const char ball[] =
    "<mujoco><worldbody><geom type='plane' size='5 5 1'/><body name='ball' pos='0 0 .3'><joint name='z' type='slide' axis='0 0 "
    "1'/><geom name='ball' size='.1' mass='2'/></body></worldbody><actuator><motor joint='z'/></actuator>"
    "<sensor><framepos objtype='body' objname='ball'/></sensor></mujoco>";

enum { WORLDS = 6 };

static ingotWorlds* make(const mjModel* m, int count) {
  const mjModel* models[WORLDS];
  for (int e = 0; e < count; e++) models[e] = m;
  ingotWorlds* w = NULL;
  CHECK_INT(ingot_worldsCreate(models, count, 1, &w, NULL), INGOT_OK);
  return w;
}

static ingotStatus set_all(ingotWorlds* w, const char* name, int width, double first, double step) {
  double rows[WORLDS * 64];
  for (int e = 0; e < WORLDS; e++) {
    for (int i = 0; i < width; i++) rows[e * width + i] = first + step * e;
  }
  return ingot_worldsSetParameter(w, name, rows, width, NULL, NULL);
}

TEST(choices_that_do_not_exist_are_refused) {
  static const struct {
    const char* name;
    int last;
  } options[] = {{"opt.solver", mjSOL_NEWTON},
                 {"opt.cone", mjCONE_ELLIPTIC},
                 {"opt.integrator", mjINT_IMPLICITFAST},
                 {"opt.jacobian", mjJAC_AUTO}};
  mjModel* m = ig_test_model(ball);
  ingotWorlds* w = make(m, WORLDS);
  for (int i = 0; i < 4; i++) {
    static const double wrong[] = {-1, 99, .5, NAN};
    for (int k = 0; k < 4; k++) CHECK_INT(set_all(w, options[i].name, 1, wrong[k], 0), INGOT_BAD_ARGUMENT);
    CHECK_INT(set_all(w, options[i].name, 1, options[i].last, 0), INGOT_OK);
  }
  CHECK_INT(ingot_worldsStep(w, 1, NULL, NULL), INGOT_OK);
  m->opt.cone = 7;
  const mjModel* models[] = {m};
  ingotWorlds* other = NULL;
  ingotReport report;
  CHECK_INT(ingot_worldsCreate(models, 1, 1, &other, &report), INGOT_BAD_MODEL);
  CHECK(strstr(report.text, "unknown cone") && !other);
  CHECK_INT(ingot_worldsReplace(w, 0, m, &report), INGOT_BAD_MODEL);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

// the bytes of worlds, to be freed
static void* saved(ingotWorlds* w, size_t* size) {
  *size = 0;
  CHECK_INT(ingot_worldsSave(w, NULL, size, NULL), INGOT_OK);
  void* bytes = malloc(*size);
  CHECK_INT(ingot_worldsSave(w, bytes, size, NULL), INGOT_OK);
  return bytes;
}

static void check_same(ingotWorlds* a, ingotWorlds* b, const mjModel* m) {
  for (int e = 0; e < WORLDS; e++) {
    const mjData *x = ingot_worldsData(a, e), *y = ingot_worldsData(b, e);
    size_t nv = sizeof(double) * (size_t)m->nv, poses = 3 * sizeof(double) * (size_t)m->nbody;
    CHECK(!memcmp(x->qpos, y->qpos, nv) && !memcmp(x->qacc, y->qacc, nv) && !memcmp(x->xpos, y->xpos, poses));
    CHECK_INT(x->ncon, y->ncon);
  }
}

TEST(saved_worlds_go_on_and_show_the_same) {
  mjModel* m = ig_test_model(ball);
  ingotWorlds *w = make(m, WORLDS), *copy = make(m, WORLDS);
  CHECK_INT(set_all(w, "body_mass", (int)m->nbody, 1, .25), INGOT_OK);
  CHECK_INT(ingot_worldsSetConst(w, NULL, NULL), INGOT_OK);
  CHECK_INT(set_all(w, "opt.iterations", 1, 3, 1), INGOT_OK);
  CHECK_INT(ingot_worldsStep(w, 60, NULL, NULL), INGOT_OK);
  size_t size;
  void* bytes = saved(w, &size);
  size_t less = size - 1;
  CHECK_INT(ingot_worldsSave(w, bytes, &less, NULL), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_worldsSave(w, bytes, &size, NULL), INGOT_OK);
  for (int k = 0; k < 2; k++) {
    CHECK_INT(ingot_worldsRestore(copy, bytes, size, NULL), INGOT_OK);
    for (int n = 0; n < 3; n++) {
      check_same(w, copy, m);
      CHECK_INT(ingot_worldsStep(w, 7, NULL, NULL), INGOT_OK);
      CHECK_INT(ingot_worldsStep(copy, 7, NULL, NULL), INGOT_OK);
    }
    CHECK_INT(ingot_worldsRestore(w, bytes, size, NULL), INGOT_OK);
  }
  free(bytes);
  ingot_worldsDelete(w);
  ingot_worldsDelete(copy);
  mj_deleteModel(m);
}

TEST(bytes_of_other_worlds_are_refused) {
  mjModel* m = ig_test_model(ball);
  ingotWorlds *w = make(m, WORLDS), *fewer = make(m, WORLDS - 1);
  CHECK_INT(set_all(w, "body_mass", (int)m->nbody, 1, .25), INGOT_OK);
  size_t size;
  char* bytes = saved(w, &size);
  ingotReport report;
  CHECK_INT(ingot_worldsRestore(fewer, bytes, size, &report), INGOT_BAD_ARGUMENT);
  CHECK(strstr(report.text, "other worlds") != NULL);
  for (size_t less = 0; less < size; less += 37) CHECK_INT(ingot_worldsRestore(w, bytes, less, NULL), INGOT_BAD_ARGUMENT);
  bytes[0] ^= 1;
  CHECK_INT(ingot_worldsRestore(w, bytes, size, NULL), INGOT_BAD_ARGUMENT);
  free(bytes);
  ingot_worldsDelete(w);
  ingot_worldsDelete(fewer);
  mj_deleteModel(m);
}
