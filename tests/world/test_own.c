// SPDX-License-Identifier: Apache-2.0
// Numbers of the model that each world has of its own: which are refused, what follows from them, copies of such worlds.
#include <math.h>
#include <stdio.h>
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

// ------------------------------------------------ what follows from sizes and frames

// bodies with several geoms, so that trees are searched; inertia that does not follow from sizes
static const char pile[] =
    "<mujoco><option cone='elliptic'/><worldbody><geom name='floor' type='plane' size='5 5 1'/>"
    "<body pos='0 0 .5'><freejoint/><inertial pos='.01 0 0' mass='1' diaginertia='.01 .02 .03'/>"
    "<geom type='box' size='.1 .1 .05' pos='.15 0 0'/><geom type='sphere' size='.08' pos='-.2 0 0'/>"
    "<geom type='capsule' size='.05 .1' pos='0 .2 0' euler='30 0 0'/><geom type='cylinder' size='.06 .1' pos='0 -.2 0'/></body>"
    "<body pos='.05 .02 1'><freejoint/><inertial pos='0 .01 0' mass='2' diaginertia='.02 .02 .03'/>"
    "<geom type='ellipsoid' size='.1 .15 .05' pos='.15 0 0'/><geom type='box' size='.08 .05 .1' pos='-.2 0 0'/>"
    "<geom type='sphere' size='.05' pos='0 .2 0'/></body>"
    "<body pos='0 0 1.5'><freejoint/><inertial pos='.02 .01 0' mass='1' diaginertia='.02 .02 .03'/>"
    "<geom type='capsule' size='.07 .2' euler='0 90 0'/><geom type='box' size='.05 .2 .05' pos='0 0 .1'/></body>"
    "</worldbody></mujoco>";

static double drawn(unsigned* state, double low, double high) {
  *state = *state * 1664525u + 1013904223u;
  return low + (high - low) * (*state >> 8) / (double)(1u << 24);
}

static void scale_all(ingotWorlds* w, const mjModel* m, const char* name, const mjtNum* from, int n, double low, double high,
                      double shift, unsigned seed) {
  double* rows = malloc(sizeof(double) * WORLDS * (size_t)n);
  for (int i = 0; i < WORLDS * n; i++)
    rows[i] = from[i % n] * drawn(&seed, low, high) + (shift ? drawn(&seed, -shift, shift) : 0);
  CHECK_INT(ingot_worldsSetParameter(w, name, rows, n, NULL, NULL), INGOT_OK);
  free(rows);
  (void)m;
}

static ingotWorlds* varied(const mjModel* m) {
  ingotWorlds* w = make(m, WORLDS);
  int ng = (int)m->ngeom;
  scale_all(w, m, "geom_size", m->geom_size, 3 * ng, .6, 2.2, 0, 1);
  scale_all(w, m, "geom_pos", m->geom_pos, 3 * ng, .7, 1.3, 0, 2);
  scale_all(w, m, "geom_margin", m->geom_margin, ng, 1, 1, 0, 3);
  scale_all(w, m, "body_ipos", m->body_ipos, 3 * (int)m->nbody, .8, 1.2, .01, 4);
  CHECK_INT(ingot_worldsSetConst(w, NULL, NULL), INGOT_OK);
  return w;
}

// worlds in lanes are single worlds with their models, and no contact is hidden by a tree of boxes
TEST(worlds_with_sizes_of_their_own_lose_no_contact) {
  mjModel* m = ig_test_model(pile);
  ingotWorlds* w = varied(m);
  mjData *tree[WORLDS], *plain[WORLDS];
  mjModel *own[WORLDS], *flat[WORLDS];
  for (int e = 0; e < WORLDS; e++) {
    own[e] = mj_copyModel(NULL, ingot_worldsModel(w, e));
    flat[e] = mj_copyModel(NULL, own[e]);
    flat[e]->opt.disableflags |= mjDSBL_MIDPHASE;
    tree[e] = mj_makeData(own[e]);
    plain[e] = mj_makeData(flat[e]);
  }
  int contacts = 0, shared = 0;
  for (int step = 0; step < 400; step++) {
    CHECK_INT(ingot_worldsStep(w, 1, NULL, NULL), INGOT_OK);
    for (int e = 0; e < WORLDS; e++) {
      memcpy(plain[e]->qpos, tree[e]->qpos, sizeof(double) * (size_t)m->nq);
      mj_fwdPosition(flat[e], plain[e]);
      mj_step(own[e], tree[e]);
      contacts += tree[e]->ncon;
      ingotView view;
      CHECK_INT(ingot_worldsView(w, e, INGOT_QPOS, &view, NULL), INGOT_OK);
      for (int i = 0; i < m->nq; i++) shared += view.data[i * view.stride] != tree[e]->qpos[i];
      CHECK_INT(tree[e]->ncon, plain[e]->ncon);
    }
  }
  CHECK(contacts > 400 * WORLDS);
  CHECK_INT(shared, 0);
  for (int e = 0; e < WORLDS; e++) {
    CHECK(ingot_worldsWidth(w, e, NULL) == ingot_worldsWidth(w, 0, NULL));
    mj_deleteData(tree[e]), mj_deleteData(plain[e]);
    mj_deleteModel(own[e]), mj_deleteModel(flat[e]);
  }
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

// what set_const makes is what the compiler makes of the same numbers
// the same numbers for all worlds
static void give(ingotWorlds* w, const char* name, const mjtNum* from, mjtSize n) {
  double rows[WORLDS * 64] = {0};
  for (int e = 0; e < WORLDS; e++) memcpy(rows + e * (int)n, from, sizeof(double) * (size_t)n);
  CHECK_INT(ingot_worldsSetParameter(w, name, rows, n, NULL, NULL), INGOT_OK);
}

// all that bounds follow from; a height field gives the size of its geom, whatever that was set to
static void give_all(ingotWorlds* w, const mjModel* m) {
  give(w, "hfield_size", m->hfield_size, 4);
  give(w, "body_ipos", m->body_ipos, 3 * m->nbody);
  give(w, "geom_pos", m->geom_pos, 3 * m->ngeom);
  give(w, "site_pos", m->site_pos, 3 * m->nsite);
  mjtNum size[64] = {0};
  memcpy(size + 3, m->geom_size + 3, sizeof(double) * 3 * (size_t)(m->ngeom - 1));
  give(w, "geom_size", size, 3 * m->ngeom);
}

static void check_bounds(const mjModel* m, const mjModel* to) {
  size_t ngeom = (size_t)to->ngeom, real = sizeof(double);
  CHECK(!memcmp(m->geom_size, to->geom_size, 3 * real * ngeom));
  CHECK(!memcmp(m->geom_rbound, to->geom_rbound, real * ngeom));
  CHECK(!memcmp(m->geom_aabb, to->geom_aabb, 6 * real * ngeom));
  CHECK(!memcmp(m->bvh_aabb, to->bvh_aabb, 6 * real * (size_t)to->nbvhstatic));
  CHECK(!memcmp(m->geom_fluid, to->geom_fluid, mjNFLUID * real * ngeom));
  CHECK(!memcmp(m->geom_sameframe, to->geom_sameframe, ngeom));
  CHECK(!memcmp(m->site_sameframe, to->site_sameframe, (size_t)to->nsite));
  CHECK(!memcmp(m->body_sameframe, to->body_sameframe, (size_t)to->nbody));
}

TEST(bounds_are_those_of_the_compiler) {
  static const char form[] =
      "<mujoco><asset><hfield name='h' nrow='3' ncol='3' size='%g %g %g .1'/></asset><worldbody><geom type='hfield' hfield='h'/>"
      "<body pos='0 0 1' ><freejoint/><inertial pos='%g .02 0' mass='1' diaginertia='.01 .01 .01'/>"
      "<geom type='box' size='%g .2 .1' pos='.5 0 0'/><geom type='sphere' size='%g' pos='-.5 0 0'/>"
      "<geom type='capsule' size='.05 %g' pos='0 1 0'/><geom type='ellipsoid' size='.1 %g .1' pos='%g 2 0' "
      "fluidshape='ellipsoid'/>"
      "<site pos='%g 0 0'/></body></worldbody></mujoco>";
  char text[2048];
  double t[10] = {1, 1, .2, .01, .1, .1, .2, .1, 0, 0}, u[10] = {1.1, .9, .3, .02, .15, .07, .4, .2, .05, .02};
  snprintf(text, sizeof text, form, t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9]);
  mjModel* from = ig_test_model(text);
  snprintf(text, sizeof text, form, u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9]);
  mjModel* to = ig_test_model(text);
  ingotWorlds* w = make(from, WORLDS);
  for (int turn = 0; turn < 4; turn++) {
    const mjModel* wanted = turn % 2 ? from : to;
    give_all(w, wanted);
    CHECK_INT(ingot_worldsSetConst(w, NULL, NULL), INGOT_OK);
    for (int e = 0; e < WORLDS; e++) check_bounds(ingot_worldsModel(w, e), wanted);
  }
  ingot_worldsDelete(w);
  mj_deleteModel(from);
  mj_deleteModel(to);
}

// a ball whose centre of mass lies beside its frame has no diagonal inertia matrix, and its model has no room for another
TEST(numbers_that_the_structure_has_no_room_for_are_refused) {
  mjModel* m = ig_test_model(
      "<mujoco><worldbody><body name='ball' pos='0 0 1'><freejoint/><geom size='.1'/></body>"
      "<body><joint axis='0 0 1'/><geom size='.1'/></body></worldbody></mujoco>");
  static const char* const fields[] = {"body_ipos", "body_iquat", "jnt_pos", "jnt_axis"};
  for (int i = 0; i < 4; i++) {
    ingotWorlds* w = make(m, WORLDS);
    ingotReport report;
    int n = i < 2 ? (int)m->nbody * (3 + i) : (int)m->njnt * 3;
    CHECK_INT(set_all(w, fields[i], n, .1, .1), INGOT_OK);
    CHECK_INT(ingot_worldsSetConst(w, NULL, &report), INGOT_ENGINE_ERROR);
    CHECK(strstr(report.text, "body_simple") && strstr(report.text, fields[i]));
    ingot_worldsDelete(w);
  }
  mj_deleteModel(m);
}
