// Every kernel, at every width and level of this build: each lane has the bits of its world computed alone.
#include "model.h"
#include "test.h"

#include <stdint.h>
#include <stdlib.h>

#include <mujoco/mjxmacro.h>

#include "force_scenes.h"
#include "scenes.h"
#include "smooth/kernels.h"

enum { states = 16 };

static bool same_bits(const mjtNum* a, const mjtNum* b, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] != a[i] && b[i] != b[i]) continue;
    if (memcmp(a + i, b + i, sizeof(mjtNum))) return false;
  }
  return true;
}

// name of the first array that differs, NULL when all are the same
static const char* first_difference(const mjModel* m, const mjData* a, const mjData* b) {
#undef MJ_M
#define MJ_M(n) m->n
#define COMPARE_mjtNum(name, n) \
  if (!same_bits(a->name, b->name, n)) return #name;
#define COMPARE_int(name, n)
#define COMPARE_mjtByte(name, n)
#define COMPARE_uintptr_t(name, n)
#define X(type, name, rows, columns) COMPARE_##type(name, m->rows*(columns))
  MJDATA_POINTERS
#undef X
  return same_bits(a->energy, b->energy, 2) ? NULL : "energy";
}

// what the stages take as given: the state, and tendons
static void prepare(const mjModel* m, mjData* d, unsigned seed) {
  mj_resetData(m, d);
  ig_scene_state(m, d, seed);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = ig_test_random(&seed);
  for (int i = 0; i < m->na; i++) d->act[i] = ig_test_random(&seed);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_tendon(m, d);
}

static void compare_scene(const ig_Kernels* kernels, const ig_Scene* scene) {
  mjModel* m = ig_test_model(scene->xml);
  if (!m) return;
  mjData *alone = mj_makeData(m), *worlds[8] = {NULL};
  void* lanes = kernels->make(m);
  for (int lane = 0; lane < kernels->width; lane++) {
    worlds[lane] = mj_makeData(m);
    kernels->set_world(lanes, lane, worlds[lane]);
  }
  for (unsigned first = 0; first < states; first += (unsigned)kernels->width) {
    for (int lane = 0; lane < kernels->width; lane++) prepare(m, worlds[lane], first + (unsigned)lane);
    kernels->gather(m, lanes);
    for (int i = 0; i < kernels->nstage; i++) kernels->stages[i].run(m, lanes);
    kernels->scatter(m, lanes);
    for (int lane = 0; lane < kernels->width; lane++) {
      prepare(m, alone, first + (unsigned)lane);
      const ig_Kernels* single = ig_kernels(0);
      for (int i = 0; i < single->nstage; i++) single->stages[i].run(m, alone);
      const char* array = first_difference(m, alone, worlds[lane]);
      if (array) ig_test_fail(__FILE__, __LINE__, "%s: %s differs in lane %d of %d", scene->name, array, lane, kernels->width);
    }
  }
  for (int lane = 0; lane < kernels->width; lane++) mj_deleteData(worlds[lane]);
  kernels->free(lanes);
  mj_deleteData(alone);
  mj_deleteModel(m);
}

static void compare_all(const ig_Kernels* kernels) {
  if (!kernels) SKIP("not in this build");
  if (!ig_kernels_run_here(kernels)) SKIP("this processor lacks the level");
  for (int i = 0; i < ig_nscene; i++) compare_scene(kernels, ig_scenes + i);
  for (int i = 0; i < ig_nforce_scene; i++) compare_scene(kernels, ig_force_scenes + i);
}

TEST(kernels_of_width_4_have_the_bits_of_width_1) { compare_all(ig_kernels(1)); }
TEST(kernels_of_width_8_have_the_bits_of_width_1) { compare_all(ig_kernels(2)); }
TEST(kernels_of_avx2_have_the_bits_of_width_1) { compare_all(ig_kernels(3)); }
TEST(kernels_of_avx512_have_the_bits_of_width_1) { compare_all(ig_kernels(4)); }

// the same sources, compiled at -O0 and -O2 for this program only
extern const ig_Kernels ig_smooth_kernels_w4_plain, ig_smooth_kernels_w4_medium;
TEST(kernels_without_optimisation_have_the_same_bits) { compare_all(&ig_smooth_kernels_w4_plain); }
TEST(kernels_with_less_optimisation_have_the_same_bits) { compare_all(&ig_smooth_kernels_w4_medium); }

// each world with its own masses, inertias, armature, joint places and gravity, against single worlds with a model of their own
TEST(worlds_can_have_numbers_of_their_own) {
  static const char* fields[] = {"body_mass", "body_inertia", "dof_armature", "jnt_pos", "gravity"};
  const ig_Kernels* kernels = ig_kernels(2);
  mjModel *m = ig_test_model(ig_scenes[4].xml), *models[8];
  if (!m) return;
  void* lanes = kernels->make(m);
  mjData *worlds[8], *alone[8];
  unsigned seed = 77;
  CHECK(kernels->own(m, lanes, "no such field") == NULL);
  for (int lane = 0; lane < 8; lane++) {
    models[lane] = mj_copyModel(NULL, m);
    worlds[lane] = mj_makeData(m);
    kernels->set_world(lanes, lane, worlds[lane]);
    mjtNum* arrays[] = {models[lane]->body_mass, models[lane]->body_inertia, models[lane]->dof_armature, models[lane]->jnt_pos,
                        models[lane]->opt.gravity};
    int lengths[] = {m->nbody, 3 * m->nbody, m->nv, 3 * m->njnt, 3};
    for (int f = 0; f < 5; f++) {
      double* own = kernels->own(m, lanes, fields[f]);
      for (int i = 0; i < lengths[f]; i++) {
        arrays[f][i] += 0.1 * (1 + ig_test_random(&seed));
        own[8 * i + lane] = arrays[f][i];
      }
    }
    alone[lane] = mj_makeData(models[lane]);
    prepare(models[lane], alone[lane], (unsigned)lane);
    prepare(models[lane], worlds[lane], (unsigned)lane);
  }
  kernels->gather(m, lanes);
  for (int i = 0; i < kernels->nstage; i++) kernels->stages[i].run(m, lanes);
  kernels->scatter(m, lanes);
  for (int lane = 0; lane < 8; lane++) {
    for (int i = 0; i < kernels->nstage; i++) ig_kernels(0)->stages[i].run(models[lane], alone[lane]);
    const char* array = first_difference(m, alone[lane], worlds[lane]);
    if (array) ig_test_fail(__FILE__, __LINE__, "%s differs in lane %d", array, lane);
    CHECK(lane == 0 || alone[lane]->qfrc_bias[8] != alone[0]->qfrc_bias[8]);
  }
  for (int lane = 0; lane < 8; lane++) {
    mj_deleteData(worlds[lane]);
    mj_deleteData(alone[lane]);
    mj_deleteModel(models[lane]);
  }
  kernels->free(lanes);
  mj_deleteModel(m);
}

// the comparison itself can fail
TEST(a_changed_bit_is_seen) {
  mjModel* m = ig_test_model(ig_scenes[4].xml);
  if (!m) return;
  mjData *a = mj_makeData(m), *b = mj_makeData(m);
  prepare(m, a, 3);
  prepare(m, b, 3);
  CHECK(first_difference(m, a, b) == NULL);
  b->cdof[4] = nextafter(b->cdof[4], 100);
  CHECK_TEXT(first_difference(m, a, b), "cdof");
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteModel(m);
}
