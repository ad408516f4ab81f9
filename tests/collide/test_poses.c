// SPDX-License-Identifier: Apache-2.0
// Colliders against the reference over many poses: recorded figures, and live where its library is loaded as well.
#include <dlfcn.h>
#include <stdlib.h>

#include "poses.h"
#include "test.h"

typedef struct {
  int pair[2];
  ig_Digest digest[IG_NWAY];
} Recorded;

static const Recorded recorded[] = {
#include "recorded_pairs.inc"
};

static const ig_Digest recorded_cloths[IG_NCLOTH][2] = {
#include "recorded_cloths.inc"
};

static void check_digest(const char* what, int a, int b, ig_Digest is, ig_Digest expected) {
  double scale = fabs(expected.sum) > 1 ? fabs(expected.sum) : 1;
  if (is.count != expected.count || !(fabs(is.sum - expected.sum) <= 1e-9 * scale)) {
    ig_test_fail(__FILE__, __LINE__, "%s (%d, %d): %g contacts, sum %.15g; expected %g, %.15g", what, a, b, is.count, is.sum,
                 expected.count, expected.sum);
  }
}

TEST(every_pair_of_geoms_touches_as_recorded) {
  mjModel* m = ig_zoo();
  if (!m) return;
  mjData* d = mj_makeData(m);
  int pair[IG_MAX_PAIRS][2], n = ig_zoo_pairs(m, pair);
  CHECK_INT(n, sizeof recorded / sizeof recorded[0]);
  for (int i = 0; i < (int)(sizeof recorded / sizeof recorded[0]); i++) {
    for (int way = 0; way < IG_NWAY; way++) {
      ig_Digest digest = ig_digest_pair(m, d, recorded[i].pair, &ig_ways[way]);
      check_digest(ig_ways[way].name, recorded[i].pair[0], recorded[i].pair[1], digest, recorded[i].digest[way]);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(flexes_touch_as_recorded) {
  for (int i = 0; i < IG_NCLOTH; i++) {
    mjModel* m = ig_cloth(&ig_cloths[i]);
    if (!m) return;
    mjData* d = mj_makeData(m);
    check_digest(ig_cloths[i].name, i, 1, ig_digest_cloth(m, d, true), recorded_cloths[i][0]);
    check_digest(ig_cloths[i].name, i, 0, ig_digest_cloth(m, d, false), recorded_cloths[i][1]);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static double contact_error(const mjContact* a, const mjContact* b) {
  double error = fabs(a->dist - b->dist);
  for (int k = 0; k < 3; k++) {
    error = fmax(error, fabs(a->pos[k] - b->pos[k]));
    error = fmax(error, fabs(a->frame[k] - b->frame[k]));
  }
  return error;
}

// INGOT_REFERENCE names the library; INGOT_POSES sets the number of poses of each pair and way
TEST(random_poses_agree_with_the_reference_live) {
  const char* name = getenv("INGOT_REFERENCE");
  void* library = name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : NULL;
  mjfCollision(*theirs)[mjNGEOMTYPES] = library ? dlsym(library, "mjCOLLISIONFUNC") : NULL;
  if (!theirs) SKIP("INGOT_REFERENCE does not name a library");
  mjModel* m = ig_zoo();
  if (!m) return;
  mjData* d = mj_makeData(m);
  static mjContact con[mjMAXCONPAIR], con_ref[mjMAXCONPAIR];
  const char* text = getenv("INGOT_POSES");
  int pair[IG_MAX_PAIRS][2], n = ig_zoo_pairs(m, pair), poses = text ? atoi(text) : 100;
  for (int i = 0; i < n * IG_NWAY; i++) {
    const ig_Way* way = &ig_ways[i % IG_NWAY];
    int a = pair[i / IG_NWAY][0], b = pair[i / IG_NWAY][1], type1 = m->geom_type[a], type2 = m->geom_type[b], wrong = 0;
    unsigned long long seed = 12345678901ull + i;
    m->opt.disableflags = way->disable;
    m->opt.enableflags = way->enable;
    for (int pose = 0; pose < poses; pose++) {
      ig_pose_pair(m, d, a, b, way->aligned, &seed);
      int count = mjCOLLISIONFUNC[type1][type2](m, d, con, a, b, way->margin);
      int count_ref = theirs[type1][type2](m, d, con_ref, a, b, way->margin);
      bool same = count == count_ref;
      for (int k = 0; k < count && same; k++) same = contact_error(con + k, con_ref + k) <= 1e-9;
      wrong += !same;
    }
    if (wrong * 1000 > poses)
      ig_test_fail(__FILE__, __LINE__, "%s, types %d %d: %d of %d poses differ", way->name, type1, type2, wrong, poses);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
