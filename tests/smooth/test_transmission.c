// SPDX-License-Identifier: Apache-2.0
// Actuator lengths and moments. Figures: mujoco 3.5.0, mj_forward at the pose in the test.
#include "test.h"

#include <stdio.h>

#include "world.h"

static const char arm[] =
    "<mujoco><worldbody><site name='w' pos='.2 .1 .3' euler='20 30 40'/><body name='l1' pos='0 0 .5'><joint name='h' axis='0 1 "
    "0'/>"
    "<geom type='capsule' size='.03' fromto='0 0 0 .3 0 0' contype='0' conaffinity='0'/><site name='a' pos='.15 .02 .03' "
    "euler='0 0 35'/>"
    "<site name='a2' pos='.05 0 .03' euler='10 0 0'/><body pos='.3 0 0'><joint name='s' type='slide' axis='0 .6 .8'/>"
    "<geom size='.05' contype='0' conaffinity='0'/><site name='b' pos='.2 .03 .01' euler='30 20 10'/></body>"
    "<body pos='.1 0 0'><joint name='q' type='ball'/><geom size='.05' pos='0 .1 0' contype='0' conaffinity='0'/><site name='c' "
    "pos='0 .2 0' euler='0 50 0'/></body></body>"
    "<body pos='1 0 1' euler='10 20 30'><freejoint name='f'/><geom type='box' size='.1 .1 .02'/><site name='d' pos='.1 .05 .02' "
    "euler='5 0 0'/></body></worldbody>"
    "<tendon><fixed name='t'><joint joint='h' coef='2'/><joint joint='s' coef='-3'/></fixed><spatial name='u'><site "
    "site='w'/><site site='b'/></spatial></tendon>"
    "<actuator><motor joint='h' gear='5'/><motor joint='s' gear='-2'/><motor joint='q' gear='1 2 3'/><motor jointinparent='q' "
    "gear='1 2 3'/>"
    "<motor joint='f' gear='1 2 3 4 5 6'/><motor jointinparent='f' gear='1 2 3 4 5 6'/><motor tendon='t' gear='3'/><motor "
    "tendon='u' gear='3'/>"
    "<motor site='b' gear='1 2 3 .1 .2 .3'/><motor site='d' gear='0 0 1 0 0 .05'/><motor site='b' refsite='w' gear='1 2 3 0 0 "
    "0'/>"
    "<motor site='b' refsite='w' gear='0 0 0 1 2 3'/><motor site='b' refsite='c' gear='1 1 1 1 1 1'/><motor site='a' "
    "refsite='a2' gear='1 2 3 4 5 6'/>"
    "<general cranksite='b' slidersite='w' cranklength='2' gear='1.5'/><general cranksite='b' slidersite='a' "
    "cranklength='.01'/></actuator></mujoco>";
enum {
  hinge,
  slide,
  ball,
  ball_parent,
  free6,
  free_parent,
  fixed,
  spatial,
  site,
  rotor,
  ref_shift,
  ref_turn,
  ref_partial,
  ref_same,
  crank,
  crank_short,
  drives
};

TEST(lengths_are_those_of_the_reference) {
  static const double length[drives] = {-1.0231738090515137,
                                        0.5066464424133301,
                                        -0.6172521114349365,
                                        -0.6172521114349365,
                                        0,
                                        0,
                                        1.0521004199981692,
                                        1.237287952901469,
                                        0,
                                        0,
                                        0.49587002497173827,
                                        -2.1948561522462446,
                                        0.9653694761061303,
                                        4.014232524854242,
                                        -2.4919346361111554,
                                        -0.2226585769653321};
  ig_World w = ig_world(arm);
  if (!w.m) return;
  CHECK_INT(w.m->nu, drives);
  ig_world_random(&w, 21);
  for (int i = 0; i < drives; i++) CHECK_NEAR(w.d->actuator_length[i], length[i], 1e-12);
  ig_world_free(&w);
}

TEST(moments_are_those_of_the_reference) {
  static const double figure[drives] = {5.0,
                                        -2.2,
                                        7.999999999999999,
                                        7.600205983987659,
                                        38.5,
                                        35.76560180717164,
                                        -3.9000000000000004,
                                        -1.4278780344966928,
                                        1.3723579495234177,
                                        2.3016372164756764,
                                        1.566273224980517,
                                        1.066276000884629,
                                        -2.1043790449014272,
                                        0.0,
                                        -0.22069358471586592,
                                        0.8800000000000001};
  ig_World w = ig_world(arm);
  if (!w.m) return;
  ig_world_random(&w, 21);
  for (int i = 0; i < drives; i++) {
    mjtNum row[20], sum = 0;
    ig_moment_row(&w, i, row);
    for (int dof = 0; dof < w.m->nv; dof++) sum += (1 + .1 * dof) * row[dof];
    CHECK_NEAR(sum, figure[i], 1e-12);
  }
  ig_world_free(&w);
}

// where the length is a function of the pose: not for ball joints (rotation vector) and site orientations
TEST(moment_is_the_derivative_of_the_length) {
  static const int smooth[] = {hinge, slide, fixed, spatial, ref_shift, crank, crank_short};
  ig_World w = ig_world(arm);
  if (!w.m) return;
  for (int k = 0; k < (int)(sizeof smooth / sizeof smooth[0]); k++) {
    mjtNum row[20];
    ig_world_random(&w, 22);
    ig_moment_row(&w, smooth[k], row);
    ig_check_slopes(&w, w.d->actuator_length + smooth[k], row);
  }
  ig_world_free(&w);
}

TEST(site_moments_are_wrenches_through_the_site_jacobian) {
  ig_World w = ig_world(arm);
  if (!w.m) return;
  int nv = w.m->nv, b = mj_name2id(w.m, mjOBJ_SITE, "b");
  mjtNum jacp[60], jacr[60], row[20], force[3], torque[3];
  ig_world_random(&w, 23);
  ig_moment_row(&w, site, row);
  mj_jacSite(w.m, w.d, jacp, jacr, b);
  mju_mulMatVec3(force, w.d->site_xmat + 9 * b, w.m->actuator_gear + 6 * site);
  mju_mulMatVec3(torque, w.d->site_xmat + 9 * b, w.m->actuator_gear + 6 * site + 3);
  for (int dof = 0; dof < nv; dof++) {
    mjtNum sum = 0;
    for (int k = 0; k < 3; k++) sum += jacp[k * nv + dof] * force[k] + jacr[k * nv + dof] * torque[k];
    CHECK_NEAR(row[dof], sum, 1e-14);
  }
  ig_world_free(&w);
}

TEST(dofs_that_move_both_sites_have_no_moment) {
  ig_World w = ig_world(arm);
  if (!w.m) return;
  mjtNum row[20];
  ig_world_random(&w, 24);
  CHECK_INT(w.d->moment_rownnz[ref_same], 0);
  ig_moment_row(&w, ref_partial, row);
  CHECK_NEAR(row[0], 0, 0);
  for (int dof = 1; dof < 5; dof++) CHECK(row[dof] != 0);
  ig_world_free(&w);
}

TEST(actuator_velocity_and_power_agree_with_the_moments) {
  ig_World w = ig_world(arm);
  if (!w.m) return;
  ig_world_random(&w, 25);
  mjtNum power = 0;
  for (int i = 0; i < drives; i++) {
    mjtNum row[20];
    ig_moment_row(&w, i, row);
    CHECK_NEAR(w.d->actuator_velocity[i], mju_dot(row, w.d->qvel, w.m->nv), 1e-13);
    power += w.d->actuator_force[i] * w.d->actuator_velocity[i];
  }
  CHECK_NEAR(power, mju_dot(w.d->qfrc_actuator, w.d->qvel, w.m->nv), 1e-12);
  ig_world_free(&w);
}

static const char sticky[] =
    "<mujoco><option cone='%s' jacobian='%s'/><worldbody><geom type='plane' size='1 1 1'/><body name='b' pos='0 0 "
    ".099'><freejoint/>"
    "<geom type='box' size='.1 .1 .1' condim='%s' margin='.02' gap='%s'/></body></worldbody><actuator><adhesion body='b' "
    "ctrlrange='0 1' gain='7'/></actuator></mujoco>";

// four contacts below the box: their mean normal is down, whatever the cone, and also when they are in the gap
TEST(adhesion_pulls_along_the_mean_normal) {
  static const char* const cases[][4] = {{"pyramidal", "dense", "3", "0"},   {"pyramidal", "sparse", "6", "0"},
                                         {"elliptic", "dense", "4", "0"},    {"elliptic", "sparse", "1", "0"},
                                         {"pyramidal", "dense", "3", ".04"}, {"pyramidal", "sparse", "3", ".04"}};
  for (int i = 0; i < 6; i++) {
    char xml[1000];
    snprintf(xml, sizeof xml, sticky, cases[i][0], cases[i][1], cases[i][2], cases[i][3]);
    ig_World w = ig_world(xml);
    if (!w.m) continue;
    w.d->ctrl[0] = 1;
    mj_forward(w.m, w.d);
    CHECK_INT(w.d->ncon, 4);
    mjtNum row[6];
    ig_moment_row(&w, 0, row);
    CHECK_NEAR(w.d->actuator_length[0], 0, 0);
    CHECK_NEAR(row[2], -1, 1e-12);
    for (int dof = 0; dof < 6; dof++) {
      if (dof != 2) CHECK_NEAR(row[dof], 0, 1e-12);
    }
    CHECK_NEAR(w.d->qfrc_actuator[2], -7, 1e-11);
    // nothing to stick to
    w.d->qpos[2] = 1;
    mj_forward(w.m, w.d);
    CHECK_INT(w.d->moment_rownnz[0], 0);
    ig_world_free(&w);
  }
}

TEST(sparse_and_dense_moments_agree) {
  ig_World w = ig_world(arm);
  if (!w.m) return;
  mjtNum row[2][drives][20];
  for (int side = 0; side < 2; side++) {
    w.m->opt.jacobian = side ? mjJAC_SPARSE : mjJAC_DENSE;
    ig_world_random(&w, 26);
    for (int i = 0; i < drives; i++) ig_moment_row(&w, i, row[side][i]);
  }
  for (int i = 0; i < drives; i++) {
    for (int dof = 0; dof < w.m->nv; dof++) CHECK_NEAR(row[0][i][dof], row[1][i][dof], 0);
  }
  ig_world_free(&w);
}
