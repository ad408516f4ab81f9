// SPDX-License-Identifier: Apache-2.0
// Tendon lengths, paths and Jacobians. Figures: mujoco 3.5.0, mj_forward at the pose in the test.
#include "test.h"

#include "tendon_models.h"
#include "world.h"

#define POINT(name, pos)                                                                                                     \
  "<body pos='" pos                                                                                                          \
  "'><joint axis='0 0 1'/><joint type='slide' axis='1 0 0'/><geom size='.02' contype='0' conaffinity='0'/><site name='" name \
  "' pos='0 .03 0'/></body>"

static const char sphere[] = "<mujoco><worldbody>" POINT("a", "-.3 .02 .01") "<geom name='g' size='.1'/>" POINT(
    "b", ".3 .01 -.02") "</worldbody>" SPATIAL("<site site='a'/><geom geom='g'/><site site='b'/>") "</mujoco>";
static const char sphere_side[] =
    "<mujoco><worldbody>" POINT("a", "-.3 .02 .01") "<geom name='g' size='.1'/><site name='s' pos='0 -.2 0'/>" POINT(
        "b", ".3 .01 -.02") "</worldbody>" SPATIAL("<site site='a'/><geom geom='g' sidesite='s'/><site site='b'/>") "</mujoco>";
static const char cylinder[] =
    "<mujoco><worldbody>" POINT("a", "-.3 .05 .2") "<body euler='10 20 30'><joint axis='0 1 0'/><geom name='g' type='cylinder' size='.08 .3' contype='0' conaffinity='0'/></body>"
    POINT("b", ".3 -.05 -.2") "</worldbody>" SPATIAL("<site site='a'/><geom geom='g'/><site site='b'/>") "</mujoco>";
static const char inside[] =
    "<mujoco><worldbody>" POINT("a", "-.15 .12 0") "<geom name='g' type='cylinder' size='.1 .2' contype='0' conaffinity='0'/><geom name='h' size='.1' contype='0' conaffinity='0'/>"
    "<site name='s' pos='0 .01 0'/>" POINT("b", ".15 .12 .02") "</worldbody><tendon><spatial><site site='a'/><geom geom='g' sidesite='s'/><site site='b'/></spatial>"
    "<spatial><site site='a'/><geom geom='h' sidesite='s'/><site site='b'/></spatial></tendon></mujoco>";
static const char pulley[] = "<mujoco><worldbody>" POINT(
    "a", "0 0 .5") "<site name='m'/><geom name='g' size='.05' pos='.2 .02 0' contype='0' conaffinity='0'/>" POINT("b", ".4 0 0")
    POINT("c", "0 0 -.5") "</worldbody>" SPATIAL(
        "<site site='a'/><site site='m'/><pulley divisor='2'/><site site='m'/><geom geom='g'/>"
        "<site site='b'/><site site='c'/><pulley divisor='4'/><site site='c'/><site site='a'/>") "</mujoco>";

static const char* const all[] = {straight, sphere, sphere_side, cylinder, inside, pulley, freebody, fixed};
enum { count = sizeof all / sizeof all[0] };

static void check_length(const char* xml, const mjtNum* qpos, double length, int points) {
  ig_World w = ig_world(xml);
  if (!w.m) return;
  ig_world_at(&w, qpos, NULL);
  CHECK_NEAR(w.d->ten_length[0], length, 1e-12);
  CHECK_INT(w.d->ten_wrapnum[0], points);
  ig_world_free(&w);
}

TEST(lengths_and_points_are_those_of_the_reference) {
  static const mjtNum pose[] = {.2, -.03, .3, .04, -.1};
  check_length(straight, (const mjtNum[]){.3, -.7}, 0.6985332497756336, 2);
  check_length(sphere, pose, 0.673864162796215, 4);
  check_length(sphere_side, pose, 0.7303158477406642, 4);
  check_length(cylinder, (const mjtNum[]){.2, -.03, .1, .3, .04}, 0.7863673163529282, 4);
  check_length(inside, pose, 0.38012827043032904, 4);
  check_length(pulley, (const mjtNum[]){.2, -.03, .3, .04, -.1, .05}, 1.2870592912989411, 11);
  check_length(fixed, (const mjtNum[]){.3, -.7}, -2.6999999999999997, 0);
}

TEST(jacobian_is_the_derivative_of_the_length) {
  for (int i = 0; i < count; i++) {
    ig_World w = ig_world(all[i]);
    if (!w.m) continue;
    mjtNum row[20];
    for (int tendon = 0; tendon < w.m->ntendon; tendon++) {
      ig_world_random(&w, 7 + (unsigned)i);
      ig_tendon_row(&w, tendon, row);
      ig_check_slopes(&w, w.d->ten_length + tendon, row);
    }
    ig_world_free(&w);
  }
}

TEST(sparse_and_dense_jacobians_agree) {
  for (int i = 0; i < count; i++) {
    ig_World w = ig_world(all[i]);
    if (!w.m) continue;
    mjtNum dense[20], sparse[20], passive[20];
    for (int tendon = 0; tendon < w.m->ntendon; tendon++) {
      w.m->opt.jacobian = mjJAC_DENSE;
      ig_world_random(&w, 3);
      ig_tendon_row(&w, tendon, dense);
      mju_copy(passive, w.d->qfrc_passive, w.m->nv);
      w.m->opt.jacobian = mjJAC_SPARSE;
      ig_world_random(&w, 3);
      ig_tendon_row(&w, tendon, sparse);
      for (int dof = 0; dof < w.m->nv; dof++) {
        CHECK_NEAR(sparse[dof], dense[dof], 0);
        CHECK_NEAR(w.d->qfrc_passive[dof], passive[dof], 1e-14);
      }
    }
    ig_world_free(&w);
  }
}

TEST(path_of_a_pulley_tendon_is_written_in_order) {
  ig_World w = ig_world(pulley);
  if (!w.m) return;
  static const int obj[] = {-1, -1, -2, -1, 0, 0, -1, -1, -2, -1, -1};
  CHECK_INT(w.d->ten_wrapadr[0], 0);
  CHECK_INT(w.d->ten_wrapnum[0], 11);
  for (int i = 0; i < 11; i++) CHECK_INT(w.d->wrap_obj[i], obj[i]);
  // pulleys stand at the origin, the path meets the sphere on its surface
  CHECK_NEAR(mju_norm3(w.d->wrap_xpos + 6), 0, 0);
  for (int i = 4; i < 6; i++) CHECK_NEAR(mju_dist3(w.d->wrap_xpos + 3 * i, w.d->geom_xpos), 0.05, 1e-12);
  ig_world_free(&w);
}

TEST(sites_of_one_body_keep_their_distance) {
  ig_World w = ig_world(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/><site name='a'/><site name='b' pos='.1 .1 0'/></body></worldbody>"
      "<tendon><spatial><site site='a'/><site site='b'/></spatial></tendon></mujoco>");
  if (!w.m) return;
  mjtNum row[6];
  ig_world_random(&w, 5);
  ig_tendon_row(&w, 0, row);
  for (int i = 0; i < 6; i++) CHECK_NEAR(row[i], 0, 0);
  CHECK_NEAR(w.d->ten_length[0], sqrt(.02), 1e-15);
  ig_world_free(&w);
}

TEST(wrapping_begins_without_a_jump) {
  ig_World w = ig_world(
      "<mujoco><worldbody><site name='o' pos='-.3 .02 .1'/><geom name='g' size='.1'/><geom name='h' type='cylinder' size='.1 "
      ".3'/>"
      "<body pos='.4 -.4 0'><joint axis='0 0 1'/><geom size='.02'/><site name='s' pos='0 .4 -.1'/></body></worldbody><tendon>"
      "<spatial><site site='o'/><geom geom='g'/><site site='s'/></spatial><spatial><site site='o'/><geom geom='h'/><site "
      "site='s'/></spatial></tendon></mujoco>");
  if (!w.m) return;
  mjtNum before[2] = {0, 0};
  int wrapped = 0, steps = 0;
  for (mjtNum q = -3; q < 3; q += 1e-3, steps++) {
    ig_world_at(&w, &q, NULL);
    for (int t = 0; t < 2; t++) {
      if (steps) CHECK(fabs(w.d->ten_length[t] - before[t]) <= 1e-3 * .42);
      before[t] = w.d->ten_length[t];
      wrapped += w.d->ten_wrapnum[t] == 4;
    }
  }
  CHECK(wrapped > 0 && wrapped < 2 * steps);
  ig_world_free(&w);
}

TEST(springs_have_a_dead_band_between_their_lengths) {
  ig_World w = ig_world(
      "<mujoco><worldbody><site name='o'/><body pos='1 0 0'><joint type='slide' axis='1 0 0'/><geom size='.1'/><site "
      "name='s'/></body></worldbody>"
      "<tendon><spatial stiffness='100' damping='10' springlength='.8 1.1'><site site='o'/><site "
      "site='s'/></spatial></tendon></mujoco>");
  if (!w.m) return;
  const double shift[] = {-.4, 0, .3}, spring[] = {100 * .2, 0, -100 * .2};
  for (int i = 0; i < 3; i++) {
    ig_world_at(&w, &shift[i], (const mjtNum[]){.5});
    CHECK_NEAR(w.d->qfrc_spring[0], spring[i], 1e-12);
    CHECK_NEAR(w.d->qfrc_damper[0], -5, 1e-12);
    CHECK_NEAR(w.d->qfrc_passive[0], spring[i] - 5, 1e-12);
  }
  ig_world_free(&w);
}

TEST(tendon_stages_allocate_nothing) {
  ig_count_begin();
  ig_World w = ig_world(pulley);
  if (w.m) {
    CHECK(ig_count_allocations() > 0);
    for (int i = 0; i < 10; i++) ig_world_random(&w, (unsigned)i);
    CHECK_INT(ig_count_allocations(), 0);
    ig_world_free(&w);
  }
  ig_count_end();
}
