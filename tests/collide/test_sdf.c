// SPDX-License-Identifier: Apache-2.0
// Signed distance fields of single geoms: values, and gradients against differences.
#include "poses.h"
#include "test.h"

typedef struct {
  mjSDF sdf;
  int id[2];
  mjtGeom type[2];
  const mjpPlugin* plugin[2];
} Single;

static void single(Single* s, const mjModel* m, int geom) {
  s->type[0] = m->geom_type[geom];
  s->id[0] = s->type[0] == mjGEOM_SDF ? m->geom_dataid[geom] : geom;
  s->plugin[0] = NULL;
  s->sdf = (mjSDF){.plugin = s->plugin, .id = s->id, .type = mjSDFTYPE_SINGLE, .geomtype = s->type};
}

TEST(distances_at_known_points) {
  mjModel* m = ig_zoo();
  if (!m) return;
  mjData* d = mj_makeData(m);
  Single s;
  const mjtNum x[3] = {0, .3, .4}, on_axis[3] = {0, 0, .5};
  single(&s, m, 2);
  CHECK_NEAR(mjc_distance(m, d, &s.sdf, x), .4, 1e-15);
  single(&s, m, 3);
  CHECK_NEAR(mjc_distance(m, d, &s.sdf, on_axis), .5 - .12 - .07, 1e-15);
  single(&s, m, 4);
  CHECK_NEAR(mjc_distance(m, d, &s.sdf, on_axis), .5 - .06, 1e-12);
  single(&s, m, 5);
  CHECK_NEAR(mjc_distance(m, d, &s.sdf, on_axis), .5 - .08, 1e-15);
  single(&s, m, 6);
  CHECK_NEAR(mjc_distance(m, d, &s.sdf, x), sqrt(.15 * .15 + .3 * .3), 1e-15);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// outside, where all of them are smooth; those of the ellipsoid and of a mesh are not of unit length before scaling
TEST(gradients_are_differences) {
  mjModel* m = ig_zoo();
  if (!m) return;
  mjData* d = mj_makeData(m);
  unsigned long long seed = 17;
  for (int geom = 2; geom < 7; geom++) {
    Single s;
    single(&s, m, geom);
    for (int point = 0; point < 50; point++) {
      mjtNum x[3], gradient[3], difference[3], norm = 0, dot = 0;
      for (int k = 0; k < 3; k++) x[k] = (ig_random(&seed) < .5 ? -1 : 1) * (.3 + ig_random(&seed));
      mjc_gradient(m, d, &s.sdf, gradient, x);
      for (int k = 0; k < 3; k++) {
        mjtNum y[3] = {x[0], x[1], x[2]};
        y[k] += 1e-6;
        mjtNum high = mjc_distance(m, d, &s.sdf, y);
        y[k] -= 2e-6;
        difference[k] = (high - mjc_distance(m, d, &s.sdf, y)) / 2e-6;
        norm += difference[k] * difference[k];
      }
      for (int k = 0; k < 3; k++) dot += gradient[k] * difference[k] / sqrt(norm);
      CHECK_NEAR(dot, 1, 1e-6);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
