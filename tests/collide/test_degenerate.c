// SPDX-License-Identifier: Apache-2.0
// Whatever the sizes and poses: colliders end, and answer with numbers.
#include "case.h"
#include "poses.h"
#include "test.h"

static mjContact con[mjMAXCONPAIR];

static int run(mjModel* m, mjData* d, int a, int b, mjtNum margin, bool* number) {
  int n = mjCOLLISIONFUNC[m->geom_type[a]][m->geom_type[b]](m, d, con, a, b, margin);
  *number = n >= 0 && n <= mjMAXCONPAIR;
  for (int i = 0; i < n; i++) {
    *number &= isfinite(con[i].dist);
    for (int k = 0; k < 3; k++) *number &= isfinite(con[i].pos[k]) && isfinite(con[i].frame[k]);
  }
  return n;
}

static mjtNum pick(unsigned long long* seed) {
  static const mjtNum size[] = {1e-9, 1e9, 1, .1, 1e-3};
  return size[(int)(5 * ig_random(seed))];
}

TEST(tiny_and_huge_sizes_give_numbers) {
  mjModel* m = ig_zoo();
  if (!m) return;
  mjData* d = mj_makeData(m);
  int pair[IG_MAX_PAIRS][2], n = ig_zoo_pairs(m, pair);
  unsigned long long seed = 4711;
  for (int i = 0; i < n; i++) {
    int a = pair[i][0], b = pair[i][1];
    mjtNum keep[2][3];
    memcpy(keep[0], m->geom_size + 3 * a, sizeof keep[0]);
    memcpy(keep[1], m->geom_size + 3 * b, sizeof keep[1]);
    int poses = m->geom_type[b] == mjGEOM_SDF ? 10 : 200;
    for (int pose = 0; pose < poses; pose++) {
      const ig_Way* way = &ig_ways[pose % IG_NWAY];
      m->opt.disableflags = way->disable;
      m->opt.enableflags = way->enable;
      ig_pose_pair(m, d, a, b, way->aligned, &seed);
      for (int k = 0; k < 3; k++) {
        m->geom_size[3 * a + k] = pick(&seed);
        m->geom_size[3 * b + k] = pick(&seed);
        if (pose % 5 == 0) d->geom_xpos[3 * b + k] = d->geom_xpos[3 * a + k];
      }
      bool number;
      run(m, d, a, b, pose % 3 ? 0 : pick(&seed), &number);
      if (!number) ig_test_fail(__FILE__, __LINE__, "types %d %d, pose %d: not a number", m->geom_type[a], m->geom_type[b], pose);
    }
    memcpy(m->geom_size + 3 * a, keep[0], sizeof keep[0]);
    memcpy(m->geom_size + 3 * b, keep[1], sizeof keep[1]);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(poses_that_are_no_numbers_end) {
  mjModel* m = ig_zoo();
  if (!m) return;
  mjData* d = mj_makeData(m);
  int pair[IG_MAX_PAIRS][2], n = ig_zoo_pairs(m, pair);
  unsigned long long seed = 99;
  for (int i = 0; i < n; i++) {
    int a = pair[i][0], b = pair[i][1];
    for (int pose = 0; pose < 12; pose++) {
      m->opt.disableflags = ig_ways[pose % IG_NWAY].disable;
      ig_pose_pair(m, d, a, b, false, &seed);
      mjtNum bad = pose & 1 ? NAN : INFINITY;
      if (pose < 8) d->geom_xpos[3 * b + pose % 3] = bad;
      if (pose > 5) d->geom_xmat[9 * a + pose % 9] = bad;
      bool number;
      int count = run(m, d, a, b, 0, &number);
      CHECK(count >= 0 && count <= mjMAXCONPAIR);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// few and many iterations: none at all, one, and more than fit the short polytope
TEST(iteration_limits_are_kept) {
  mjModel* m = ig_zoo();
  if (!m) return;
  mjData* d = mj_makeData(m);
  static const int limits[] = {0, 1, 2, 5, 171, 1000};
  unsigned long long seed = 5;
  m->opt.ccd_tolerance = 0;
  for (int i = 0; i < 6; i++) {
    m->opt.ccd_iterations = limits[i];
    for (int other = 6; other < 9; other++) {
      bool number;
      ig_pose_pair(m, d, 4, other, false, &seed);
      run(m, d, 4, other, 0, &number);
      CHECK(number);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// rounding makes a corner see faces of the polytope around others that it does not see: no ring closes them
TEST(a_flex_beyond_all_measure_meets_a_sphere) {
  ig_Case c = ig_case(
      "<mujoco><worldbody><body name='a'><geom size='.1'/><flexcomp name='f' type='direct' dim='3' radius='.001' point='0 0 0 0 "
      "0 -41255400898560.016 "
      "-41255400998277.516 -41255400998277.516 -41255400998277.516 -41255400998277.516 -41255401260421.516 -41255400933765.516' "
      "element='0 1 2 3'/></body></worldbody></mujoco>");
  if (!c.m) return;
  mj_forward(c.m, c.d);
  for (int i = 0; i < c.d->ncon; i++) CHECK(isfinite(c.d->contact[i].dist));
  CHECK_INT(c.m->nflexelem, 1);
  ig_case_free(&c);
}
