// SPDX-License-Identifier: Apache-2.0
// Sweep and prune against the definition, its order, and large scenes.
#include "collide/broad/sweep.h"

#include <stdio.h>
#include <stdlib.h>

#include "case.h"
#include "model.h"
#include "test.h"

enum { N = 300 };

typedef struct {
  unsigned char met[N][N];
  int count;
} ig_Met;

static int note(void* context, int older, int newer) {
  ig_Met* met = context;
  met->met[older][newer]++;
  met->count++;
  return 0;
}

static int stop_at_five(void* context, int older, int newer) { return ++*(int*)context >= 5; }

static void random_bounds(mjtNum value[6][N], ig_Bounds* bounds, double size, unsigned seed) {
  bounds->n = N;
  for (int k = 0; k < 3; k++) {
    bounds->low[k] = value[k];
    bounds->high[k] = value[3 + k];
    for (int i = 0; i < N; i++) {
      // on a coarse grid, so that ends meet starts
      double center = floor(32 * ig_test_random(&seed)) / 32;
      value[k][i] = center - size;
      value[3 + k][i] = center + (i % 50 ? size : 1);
    }
  }
}

TEST(sweep_finds_each_overlap_once) {
  static mjtNum value[6][N];
  static ig_Met met;
  ig_Bounds b;
  mjModel* m = ig_test_model("<mujoco><size memory='1M'/><worldbody/></mujoco>");
  if (!m) return;
  mjData* d = mj_makeData(m);
  for (int axis = 0; axis < 3; axis++) {
    memset(&met, 0, sizeof met);
    random_bounds(value, &b, 0.125, 3 + axis);
    ig_sweep(d, &b, axis, note, &met);
    int expected = 0, wrong = 0;
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < i; j++) {
        bool overlap = true;
        for (int k = 0; k < 3; k++) {
          overlap = overlap && value[k][i] <= value[3 + k][j] && value[k][j] <= value[3 + k][i];
        }
        // where an end meets a start along the sweep, the lower number comes first
        if (overlap && (float)value[3 + axis][j] == (float)value[axis][i]) overlap = false;
        expected += overlap;
        wrong += met.met[i][j] + met.met[j][i] != overlap;
      }
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(met.count, expected);
    CHECK(expected > 100);
  }
  int calls = 0;
  ig_sweep(d, &b, 0, stop_at_five, &calls);
  CHECK_INT(calls, 5);
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(words_are_sorted_stably) {
  for (int n = 2; n < 5000; n = 3 * n + 1) {
    uint64_t *item = malloc(n * sizeof *item), *spare = malloc(n * sizeof *item);
    unsigned seed = n;
    for (int i = 0; i < n; i++) {
      ig_test_random(&seed);
      item[i] = (uint64_t)(seed >> (n % 2 ? 20 : 1)) << 32 | (uint32_t)i;
    }
    uint64_t* sorted = ig_sort_words(item, spare, n);
    int wrong = 0;
    for (int i = 1; i < n; i++) wrong += sorted[i - 1] >= sorted[i];
    CHECK_INT(wrong, 0);
    free(item);
    free(spare);
  }
}

// most geoms in the world, and a thousand balls that touch each other in a row: 500,000 pairs of bodies, of which few meet.
// (100,000 geoms go the same way; compiling them takes too long for a test)
TEST(large_scenes_need_no_quadratic_memory) {
  enum { BALLS = 1000, BOXES = 19000 };
  mjModel* m = ig_test_model(
      "<mujoco><size memory='3M'/><worldbody><replicate count='19' offset='0 30 0'><replicate count='1000' offset='.3 0 0'>"
      "<geom type='box' size='.1 .1 .1'/></replicate></replicate>"
      "<replicate count='1000' offset='.199 0 0'><body pos='0 -5 0'><freejoint/><geom "
      "size='.1'/></body></replicate></worldbody></mujoco>");
  if (!m) return;
  CHECK_INT(m->ngeom, BALLS + BOXES);
  mjData* d = mj_makeData(m);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_collision(m, d);
  CHECK_INT(d->ncon, BALLS - 1);
  CHECK_INT(d->warning[mjWARN_CONTACTFULL].number, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// spheres in a cloud, then some that are far from all: with these there are too many to be compared each with each
static ig_Case cloud(int near, int far) {
  static char text[20000];
  unsigned seed = 11;
  int n = snprintf(text, sizeof text, "<mujoco><worldbody>");
  for (int i = 0; i < near + far; i++) {
    double place[3];
    for (int k = 0; k < 3; k++) place[k] = i < near ? .35 * ig_test_random(&seed) : 50. + 9 * i;
    n += snprintf(text + n, sizeof text - (size_t)n, "<body pos='%g %g %g'><freejoint/><geom size='.09'/></body>", place[0],
                  place[1], place[2]);
  }
  snprintf(text + n, sizeof text - (size_t)n, "</worldbody></mujoco>");
  return ig_case(text);
}

TEST(few_and_many_movers_have_the_same_contacts) {
  ig_Case few = cloud(20, 0), many = cloud(20, 20);
  if (!few.d || !many.d) return;
  mj_forward(few.m, few.d);
  mj_forward(many.m, many.d);
  CHECK(few.d->ncon > 10);
  CHECK_INT(few.d->ncon, many.d->ncon);
  for (int i = 0; i < few.d->ncon && i < many.d->ncon; i++) {
    for (int k = 0; k < 2; k++) CHECK_INT(few.d->contact[i].geom[k], many.d->contact[i].geom[k]);
    CHECK_NEAR(few.d->contact[i].dist, many.d->contact[i].dist, 0);
  }
  ig_case_free(&few);
  ig_case_free(&many);
}
