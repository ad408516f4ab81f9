// SPDX-License-Identifier: Apache-2.0
// The wrapping functions and the rate of the tendon Jacobian, by their properties.
#include "test.h"

#include "smooth/tendon/tendon_rate.h"
#include "smooth/tendon/tendon_wrap.h"
#include "tendon_models.h"
#include "world.h"

// the straight parts are tangents, the arc is radius * angle, and side sites choose the side
TEST(wrapping_a_sphere_keeps_tangent_and_length) {
  mjtNum pos[3] = {.1, .2, .3}, mat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, touch[6];
  ig_WrapGeom ball = {pos, mat, .1, false};
  mjtNum a[3] = {-.3, .25, .32}, b[3] = {.5, .23, .29};
  for (int below = 0; below < 2; below++) {
    mjtNum side[3] = {.1, below ? -1 : 1, .3};
    mjtNum arc = ig_wrap(touch, &ball, a, b, side), radius[2][3], way[2][3];
    CHECK(arc > 0);
    CHECK((touch[1] < pos[1]) == (below == 1));
    mju_sub3(radius[0], touch, pos);
    mju_sub3(radius[1], touch + 3, pos);
    mju_sub3(way[0], touch, a);
    mju_sub3(way[1], touch + 3, b);
    for (int k = 0; k < 2; k++) {
      CHECK_NEAR(mju_norm3(radius[k]), .1, 1e-12);
      CHECK_NEAR(mju_dot3(radius[k], way[k]), 0, 1e-12);
    }
    CHECK_NEAR(arc, .1 * acos(mju_dot3(radius[0], radius[1]) / .01), 1e-9);
  }
}

TEST(a_straight_path_that_is_clear_does_not_wrap) {
  mjtNum pos[3] = {0, 0, 0}, mat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, touch[6];
  ig_WrapGeom ball = {pos, mat, .1, false}, rod = {pos, mat, .1, true};
  mjtNum a[3] = {-.3, .2, 0}, b[3] = {.3, .2, 0}, inner[3] = {.05, .02, 0}, opposite[3] = {0, -.3, 0}, same[3] = {0, .3, 0};
  CHECK_NEAR(ig_wrap(touch, &ball, a, b, NULL), -1, 0);
  CHECK_NEAR(ig_wrap(touch, &rod, a, b, NULL), -1, 0);
  CHECK_NEAR(ig_wrap(touch, &ball, a, b, same), -1, 0);
  CHECK(ig_wrap(touch, &ball, a, b, opposite) > 0);
  // an end inside, or at the centre
  CHECK_NEAR(ig_wrap(touch, &ball, inner, b, NULL), -1, 0);
  CHECK_NEAR(ig_wrap(touch, &rod, inner, b, NULL), -1, 0);
  CHECK_NEAR(ig_wrap(touch, &ball, pos, b, NULL), -1, 0);
}

TEST(jacobian_rate_is_the_derivative_along_the_motion) {
  const char* const models[] = {straight, freebody, fixed};
  for (int i = 0; i < 3; i++) {
    ig_World w = ig_world(models[i]);
    if (!w.m) continue;
    mjtNum rate[20], row[2][20], qpos[20];
    ig_world_random(&w, 11);
    ig_tendon_rate(w.m, w.d, 0, rate);
    mju_copy(qpos, w.d->qpos, w.m->nq);
    for (int side = 0; side < 2; side++) {
      mju_copy(w.d->qpos, qpos, w.m->nq);
      mj_integratePos(w.m, w.d->qpos, w.d->qvel, side ? 1e-6 : -1e-6);
      mj_fwdPosition(w.m, w.d);
      ig_tendon_row(&w, 0, row[side]);
    }
    for (int dof = 0; dof < w.m->nv; dof++) CHECK_NEAR((row[1][dof] - row[0][dof]) / 2e-6, rate[dof], 1e-6);
    ig_world_free(&w);
  }
}
