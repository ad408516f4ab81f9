// SPDX-License-Identifier: Apache-2.0
// Forward dynamics at every width and level of this build: each lane has the bits of its world computed alone.
#include "model.h"
#include "test.h"

#include "force_scenes.h"
#include "scenes.h"
#include "wide.h"

enum { states = 16 };

// what the stages take as given: the state
static void prepare(const mjModel* m, mjData* d, unsigned seed) {
  mj_resetData(m, d);
  ig_scene_state(m, d, seed);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = ig_test_random(&seed);
  for (int i = 0; i < m->na; i++) d->act[i] = ig_test_random(&seed);
}

static void compare_scene(const ig_Width* w, const ig_Scene* scene, int* stayed, int* all_lanes) {
  mjModel* m = ig_test_model(scene->xml);
  if (!m || ig_width_refusal(m)) return mj_deleteModel(m);
  mjData* alone = mj_makeData(m);
  void* lanes = w->make(m, false, NULL);
  ig_Quantities all = {{~(uint64_t)0, ~(uint64_t)0}};
  for (unsigned first = 0; first < states; first += (unsigned)w->width) {
    for (int lane = 0; lane < w->width; lane++) {
      prepare(m, alone, first + (unsigned)lane);
      ig_test_load(w, m, lanes, lane, alone);
    }
    unsigned every = (1u << w->width) - 1;
    // lanes without room for their contacts leave, and have it the next time
    unsigned well = 0;
    for (int attempt = 0; attempt < 3 && well != every; attempt++) {
      w->begin(m, lanes, every, &all);
      well = w->forward(m, lanes);
    }
    // a contact at the edge of what a broad phase finds, or between bodies that do not move, makes a lane leave as well
    *stayed += __builtin_popcount(well);
    *all_lanes += w->width;
    for (int lane = 0; lane < w->width; lane++) {
      if (!(well >> lane & 1)) continue;
      prepare(m, alone, first + (unsigned)lane);
      mj_forward(m, alone);
      if (!alone->flg_subtreevel) mj_subtreeVel(m, alone);
      if (!alone->flg_rnepost) mj_rnePostConstraint(m, alone);
      int q = ig_test_difference(w, m, lanes, lane, alone);
      if (q >= 0) {
        ig_test_fail(__FILE__, __LINE__, "%s: %s differs in lane %d of %d", scene->name, ig_test_quantity(q), lane, w->width);
        break;
      }
    }
  }
  w->free(lanes);
  mj_deleteData(alone);
  mj_deleteModel(m);
}

static void compare_all(const ig_Width* w) {
  if (!w) SKIP("this processor lacks the level, or the build has none");
  int stayed = 0, lanes = 0;
  for (int i = 0; i < ig_nscene; i++) compare_scene(w, ig_scenes + i, &stayed, &lanes);
  for (int i = 0; i < ig_nforce_scene; i++) compare_scene(w, ig_force_scenes + i, &stayed, &lanes);
  CHECK(stayed > 0.9 * lanes);
}

TEST(lanes_of_width_4_have_the_bits_of_width_1) { compare_all(ig_test_width(0)); }
TEST(lanes_of_width_8_have_the_bits_of_width_1) { compare_all(ig_test_width(1)); }
TEST(lanes_of_avx2_have_the_bits_of_width_1) { compare_all(ig_test_width(2)); }
TEST(lanes_of_avx512_have_the_bits_of_width_1) { compare_all(ig_test_width(3)); }

#ifdef IG_VARIANTS
// the same sources, compiled at -O0 and -O2 for this program only
extern const ig_Width ig_width_table_w4_plain, ig_width_table_w4_medium;
TEST(lanes_without_optimisation_have_the_same_bits) { compare_all(&ig_width_table_w4_plain); }
TEST(lanes_with_less_optimisation_have_the_same_bits) { compare_all(&ig_width_table_w4_medium); }
#endif

// each world with its own masses, inertias, armature, joint places and gravity, against single worlds with a model of their own
TEST(worlds_can_have_numbers_of_their_own) {
  static const char* fields[] = {"body_mass", "body_inertia", "dof_armature", "jnt_pos", "gravity"};
  const ig_Width* w = ig_test_width(1);
  mjModel *m = ig_test_model(ig_scenes[4].xml), *models[8];
  if (!m) return;
  void* lanes = w->make(m, false, NULL);
  mjData* alone[8];
  unsigned seed = 77;
  CHECK(w->param(m, lanes, "no such field") == NULL);
  for (int lane = 0; lane < 8; lane++) {
    models[lane] = mj_copyModel(NULL, m);
    w->set_model(lanes, lane, models[lane]);
    mjtNum* arrays[] = {models[lane]->body_mass, models[lane]->body_inertia, models[lane]->dof_armature, models[lane]->jnt_pos,
                        models[lane]->opt.gravity};
    int lengths[] = {m->nbody, 3 * m->nbody, m->nv, 3 * m->njnt, 3};
    for (int f = 0; f < 5; f++) {
      double* own = w->param(m, lanes, fields[f]);
      for (int i = 0; i < lengths[f]; i++) {
        arrays[f][i] += 0.1 * (1 + ig_test_random(&seed));
        own[8 * i + lane] = arrays[f][i];
      }
    }
    alone[lane] = mj_makeData(models[lane]);
    prepare(models[lane], alone[lane], (unsigned)lane);
    ig_test_load(w, m, lanes, lane, alone[lane]);
  }
  ig_Quantities none = {{0, 0}};
  w->begin(m, lanes, 255, &none);
  CHECK_INT(w->forward(m, lanes), 255);
  for (int lane = 0; lane < 8; lane++) {
    mj_forward(models[lane], alone[lane]);
    int q = ig_test_difference(w, m, lanes, lane, alone[lane]);
    if (q >= 0) ig_test_fail(__FILE__, __LINE__, "%s differs in lane %d", ig_test_quantity(q), lane);
    CHECK(lane == 0 || alone[lane]->qfrc_bias[8] != alone[0]->qfrc_bias[8]);
  }
  for (int lane = 0; lane < 8; lane++) {
    mj_deleteData(alone[lane]);
    mj_deleteModel(models[lane]);
  }
  w->free(lanes);
  mj_deleteModel(m);
}

// the comparison itself can fail
TEST(a_changed_bit_is_seen) {
  const ig_Width* w = ig_test_width(0);
  mjModel* m = ig_test_model(ig_scenes[4].xml);
  if (!m) return;
  mjData* a = mj_makeData(m);
  void* lanes = w->make(m, false, NULL);
  ig_Quantities none = {{0, 0}};
  prepare(m, a, 3);
  ig_test_load(w, m, lanes, 0, a);
  w->begin(m, lanes, 1, &none);
  w->forward(m, lanes);
  mj_forward(m, a);
  CHECK_INT(ig_test_difference(w, m, lanes, 0, a), -1);
  a->cdof[4] = nextafter(a->cdof[4], 100);
  CHECK_INT(ig_test_difference(w, m, lanes, 0, a), IG_Q_cdof);
  w->free(lanes);
  mj_deleteData(a);
  mj_deleteModel(m);
}
