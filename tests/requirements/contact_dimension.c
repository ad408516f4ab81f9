// SPDX-License-Identifier: Apache-2.0
// Lines R2: contact dimensions and friction cones.
#include "require.h"

static const int dims[] = {1, 3, 4, 6};

#define BALL                                                                                                       \
  "<mujoco><option timestep='0.001'/><worldbody><geom type='plane' size='2 2 .1' condim='1' friction='1 .1 .01'/>" \
  "<body pos='0 0 .06'><freejoint/><geom size='.06' condim='6' friction='1 .1 .01'/></body></worldbody></mujoco>"

// a rolling ball, a frictionless one and a box, each touching the floor
#define MIXED                                                                                                          \
  "<mujoco><option timestep='0.001'/><worldbody><geom type='plane' size='2 2 .1'/>"                                    \
  "<body pos='-.4 0 .0697'><freejoint/><geom size='.07' condim='6' friction='1 .005 .01'/></body>"                     \
  "<body pos='.4 0 .0697'><freejoint/><geom size='.07' condim='1'/></body>"                                            \
  "<body pos='0 .4 .0597'><freejoint/><geom type='box' size='.06 .05 .06' condim='4' friction='.6 .02 .0001'/></body>" \
  "</worldbody></mujoco>"

#define SLIDING                                                                                         \
  "<mujoco><option timestep='0.001' cone='elliptic' tolerance='1e-12' iterations='200'/><worldbody>"    \
  "<geom name='f' type='plane' size='2 2 .1'/>"                                                         \
  "<body pos='0 0 .0598'><freejoint/><geom name='b' type='box' size='.06 .06 .06'/></body></worldbody>" \
  "<contact><pair geom1='f' geom2='b' condim='3' friction='%s .005 .0001 .0001'/></contact></mujoco>"

// two links over the floor, the outer one a large ball that touches it
#define ARM                                                                                                             \
  "<mujoco><option cone='elliptic'/><worldbody><geom type='plane' size='2 2 .1' condim='6'/>"                           \
  "<body pos='.1 0 .5' euler='15 25 -20'><joint axis='.4 .3 .8'/><joint type='ball' pos='.03 0 .01'/>"                  \
  "<geom type='capsule' fromto='0 0 0 .25 0 -.1' size='.02' contype='0' conaffinity='0'/>"                              \
  "<body pos='.25 0 -.1' euler='10 -10 30'><joint type='slide' axis='0 .3 1'/><joint axis='1 .3 0' pos='.02 .01 .03'/>" \
  "<geom size='.55' pos='.03 .02 -.02' condim='6'/></body></body></worldbody></mujoco>"

static void solver(const ig_Case* c, int kind, int cone, int iterations) {
  c->m->opt.solver = kind;
  c->m->opt.cone = cone;
  c->m->opt.iterations = iterations;
  c->m->opt.tolerance = 0;
}

// the share of the cone that a contact's force uses: 1 on its surface
static double cone_share(const ig_Case* c, int contact) {
  mjtNum f[6];
  mj_contactForce(c->m, c->d, contact, f);
  const mjContact* con = &c->d->contact[contact];
  double sum = 0;
  for (int k = 1; k < con->dim; k++) sum += mju_pow(f[k] / con->friction[k - 1], 2);
  return f[0] > 1e-10 ? sum / (f[0] * f[0]) : sum;
}

TEST(R2_1_pyramids_and_newton_are_the_defaults) {
  CASE(c, "<mujoco/>");
  CHECK_INT(c.m->opt.cone, mjCONE_PYRAMIDAL);
  CHECK_INT(c.m->opt.solver, mjSOL_NEWTON);
  CHECK_INT(c.m->opt.iterations, 100);
  CHECK_NEAR(c.m->opt.impratio, 1, 0);
  CHECK_NEAR(c.m->opt.tolerance, 1e-8, 0);
}

TEST(R2_2_other_dimensions_are_refused) {
  static const int wrong[] = {0, 2, 5, 7, -1};
  for (int i = 0; i < 5; i++) {
    REFUSED("condim", "<mujoco><worldbody><geom size='.1' condim='%d'/></worldbody></mujoco>", wrong[i]);
    REFUSED("condim",
            "<mujoco><worldbody><geom name='a' size='.1'/><body><freejoint/><geom name='b' size='.1'/></body></worldbody>"
            "<contact><pair geom1='a' geom2='b' condim='%d'/></contact></mujoco>",
            wrong[i]);
  }
  CASE(c, BALL);
  CHECK_INT(c.m->geom_condim[1], 6);
}

TEST(R2_3_the_larger_dimension_counts) {
  CASE(c, BALL);
  for (int i = 0; i < 4; i++) {
    c.m->geom_condim[1] = dims[i];
    mj_forward(c.m, c.d);
    CHECK_INT(c.d->ncon, 1);
    CHECK_INT(c.d->contact[0].dim, dims[i]);
  }
  CASE(mixed, MIXED);
  mj_forward(mixed.m, mixed.d);
  CHECK_INT(mixed.d->ncon, 6);
  static const int expected[] = {6, 3, 4, 4, 4, 4};
  for (int k = 0; k < 6; k++) CHECK_INT(mixed.d->contact[k].dim, expected[k]);
}

TEST(R2_4_rows_of_one_contact) {
  static const int rows[2][4] = {{1, 4, 6, 10}, {1, 3, 4, 6}};
  CASE(c, BALL);
  c.d->qpos[2] = .0595;
  for (int cone = 0; cone < 2; cone++) {
    for (int i = 0; i < 4; i++) {
      c.m->opt.cone = cone;
      c.m->geom_condim[1] = dims[i];
      mj_forward(c.m, c.d);
      CHECK_INT(c.d->nefc, rows[cone][i]);
    }
  }
}

TEST(R2_5_frictionless_contact_pushes_along_the_normal_only) {
  CASE(c, BALL);
  c.m->geom_condim[1] = 1;
  c.d->qpos[2] = .0595;
  c.d->xfrc_applied[6] = 1;
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->nefc, 1);
  CHECK_INT(c.d->ncon, 1);
  mjtNum f[6];
  mj_contactForce(c.m, c.d, 0, f);
  CHECK(f[0] > 0);
  CHECK_VALUES(f + 1, 0, 0, 0, 0, 0, 0);
  CHECK_NEAR(c.d->qacc[0], 1 / c.m->body_mass[1], 1e-9);
}

TEST(R2_6_torsional_friction_stops_a_spinning_ball) {
  CASE(c, BALL);
  for (int cone = 0; cone < 2; cone++) {
    for (int dim = 3; dim <= 4; dim++) {
      mj_resetData(c.m, c.d);
      c.m->opt.cone = cone;
      c.m->geom_condim[1] = dim;
      c.d->qvel[5] = 10;
      ig_steps(&c, 200);
      if (dim == 3)
        CHECK_NEAR(c.d->qvel[5], 10, 1e-9);
      else
        CHECK(fabs(c.d->qvel[5]) < 0.01);
    }
  }
}

TEST(R2_7_a_flat_disc_is_braked_by_sliding_friction_too) {
  CASE(c,
       "<mujoco><option timestep='0.001'/><worldbody><geom type='plane' size='1 1 .1' condim='3' friction='1 .1 .0001'/>"
       "<body pos='0 0 .01'><freejoint/><geom type='cylinder' size='.06 .01' condim='4' friction='1 .1 "
       ".0001'/></body></worldbody></mujoco>");
  double spin[2];
  for (int k = 0; k < 2; k++) {
    mj_resetData(c.m, c.d);
    c.m->geom_condim[1] = 3 + k;
    c.d->qvel[5] = 10;
    ig_steps(&c, 20);
    spin[k] = c.d->qvel[5];
  }
  CHECK(spin[0] < 10 - 1e-3);
  CHECK(spin[1] < spin[0] - 1e-3);
}

TEST(R2_8_rolling_friction_slows_a_rolling_ball) {
  CASE(c, BALL);
  for (int dim = 3; dim <= 6; dim += 3) {
    mj_resetData(c.m, c.d);
    c.m->geom_condim[1] = dim;
    c.d->qvel[0] = 1;
    c.d->qvel[4] = 1 / c.m->geom_size[3];
    ig_steps(&c, 300);
    if (dim == 3)
      CHECK(fabs(c.d->qvel[0] - 1) < 2e-3);
    else
      CHECK(c.d->qvel[0] < 0.8);
  }
}

TEST(R2_9_a_sliding_ball_is_spun_up_until_it_rolls) {
  CASE(c, BALL);
  c.m->geom_condim[1] = 3;
  c.d->qvel[0] = 1;
  ig_steps(&c, 300);
  mjtNum spin[3];
  mju_mulMatVec3(spin, c.d->xmat + 9, c.d->qvel + 3);
  CHECK(fabs(c.d->qvel[0] - 5. / 7) < 3e-3);
  CHECK(fabs(spin[1] * c.m->geom_size[3] - c.d->qvel[0]) < 5e-3);
}

TEST(R2_10_elliptic_forces_stay_in_the_cone) {
  CASE(c, BALL);
  c.m->opt.cone = mjCONE_ELLIPTIC;
  c.d->qpos[2] = .0595;
  for (int k = 0; k < 6; k++) c.d->qvel[k] = 0.3 + 0.2 * k;
  mj_forward(c.m, c.d);
  mjtNum f[6];
  mj_contactForce(c.m, c.d, 0, f);
  CHECK(f[0] > 0);
  CHECK(cone_share(&c, 0) <= 1 + 1e-8);
  const mjtNum* mu = c.d->contact[0].friction;
  CHECK(fabs(f[3]) <= mu[2] * f[0]);
  CHECK(fabs(f[4]) <= mu[3] * f[0] && fabs(f[5]) <= mu[4] * f[0]);
}

// forces of the loaded contacts of the sliding box; how many there are
static int sliding_force(const ig_Case* c, mjtNum* first, mjtNum* second) {
  int loaded = 0;
  c->d->qvel[0] = 2;
  c->d->qvel[1] = 1.5;
  mj_forward(c->m, c->d);
  *first = *second = 0;
  for (int k = 0; k < c->d->ncon; k++) {
    mjtNum f[6];
    mj_contactForce(c->m, c->d, k, f);
    if (f[0] < 1e-6) continue;
    loaded++;
    CHECK_NEAR(cone_share(c, k), 1, 1e-6);
    *first += f[1];
    *second += f[2];
  }
  return loaded;
}

TEST(R2_11_anisotropic_sliding_lies_on_the_ellipse) {
  mjtNum first, second, first_round, second_round;
  CASE(c, SLIDING, "1 .5");
  CHECK(sliding_force(&c, &first, &second) > 0);
  CASE(round, SLIDING, "1 1");
  CHECK(sliding_force(&round, &first_round, &second_round) > 0);
  CHECK(fabs(second) < fabs(second_round));
}

TEST(R2_12_isotropic_sliding_opposes_the_velocity) {
  CASE(c, SLIDING, ".5 .5");
  mjtNum first, second, world[3];
  CHECK(sliding_force(&c, &first, &second) > 0);
  for (int k = 0; k < c.d->ncon; k++) {
    mjtNum f[6];
    mj_contactForce(c.m, c.d, k, f);
    CHECK_NEAR(hypot(f[1], f[2]), 0.5 * f[0], 1e-6);
  }
  mjtNum local[3] = {0, first, second};
  mju_mulMatTVec3(world, c.d->contact[0].frame, local);
  double along = -(world[0] * 2 + world[1] * 1.5) / (2.5 * hypot(world[0], world[1]));
  CHECK(acos(fmin(1, along)) < 1e-3);
}

TEST(R2_13_the_solvers_agree) {
  CASE(c, MIXED);
  for (int cone = 0; cone < 2; cone++) {
    mjtNum newton[MAX_NV], left[MAX_NV], right[MAX_NV] = {0};
    for (int kind = mjSOL_NEWTON; kind >= mjSOL_PGS; kind--) {
      mj_resetData(c.m, c.d);
      solver(&c, kind, cone, 2000);
      ig_fill(c.d->qvel, c.m->nv, 0.1);
      mj_forward(c.m, c.d);
      if (kind != mjSOL_NEWTON) {
        CHECK(ig_distance(c.d->qacc, newton, c.m->nv) <= 1e-4 * ig_largest(newton, c.m->nv));
        continue;
      }
      mju_copy(newton, c.d->qacc, c.m->nv);
      mju_sub(right, newton, c.d->qacc_smooth, c.m->nv);
      mj_mulM(c.m, c.d, left, right);
      mju_zero(right, c.m->nv);
      ig_efc_back(c.m, c.d, 0, c.d->nefc, right);
      CHECK_SAME(left, right, c.m->nv, 1e-9);
    }
  }
}

TEST(R2_14_one_iteration_gives_usable_forces) {
  CASE(c, MIXED);
  for (int run = 0; run < 6; run++) {
    mj_resetData(c.m, c.d);
    solver(&c, run % 3, run / 3, 1);
    ig_fill(c.d->qvel, c.m->nv, 0.1);
    mj_forward(c.m, c.d);
    CHECK(c.d->nefc > 0);
    CHECK(ig_finite(c.d->efc_force, c.d->nefc));
    for (int k = 0; k < c.d->ncon && run % 3 == mjSOL_PGS; k++) {
      if (run / 3) CHECK(cone_share(&c, k) <= 1 + 1e-8);
    }
    for (int r = 0; r < c.d->nefc && run == mjSOL_PGS; r++) CHECK(c.d->efc_force[r] >= 0);
    ig_steps(&c, 200);
    CHECK(ig_finite(c.d->qpos, c.m->nq));
  }
}

static void tip_axes(const mjModel* m, const mjData* d, mjtNum* out) { mju_copy(out, d->xmat + 18, 9); }

// angular velocity of the tip per unit velocity of a dof, from differences of its axes
static void turn_rate(const ig_Case* c, int dof, mjtNum* rate) {
  mjtNum change[9], spin[9];
  ig_slope(c, dof, tip_axes, 9, change);
  mju_mulMatMatT(spin, change, c->d->xmat + 18, 3, 3, 3);
  rate[0] = (spin[7] - spin[5]) / 2;
  rate[1] = (spin[2] - spin[6]) / 2;
  rate[2] = (spin[3] - spin[1]) / 2;
}

// rows `first` and following against frame rows times the rotational Jacobian, and against differences
static void check_turning_rows(int first, int last) {
  CASE(c, ARM);
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ncon, 1);
  CHECK_INT(c.d->contact[0].dim, 6);
  mjtNum jacr[3 * MAX_NV], row[MAX_NV], expected[MAX_NV], rate[3];
  mj_jac(c.m, c.d, NULL, jacr, c.d->contact[0].pos, 2);
  for (int r = first; r < last; r++) {
    mjtNum axis[3];
    mju_copy3(axis, c.d->contact[0].frame + 3 * (r - 3));
    ig_efc_row(c.m, c.d, r, row);
    mju_mulMatTVec(expected, jacr, axis, 3, c.m->nv);
    CHECK_SAME(row, expected, c.m->nv, 1e-12);
    for (int dof = 0; dof < c.m->nv; dof++) {
      turn_rate(&c, dof, rate);
      CHECK_NEAR(row[dof], mju_dot3(rate, axis), 1e-5);
    }
  }
}

TEST(R2_15_the_torsional_row_is_the_turning_about_the_normal) { check_turning_rows(3, 4); }

TEST(R2_16_rolling_rows_and_sliding_rows_are_frame_rows_times_jacobians) {
  check_turning_rows(4, 6);
  CASE(c, ARM);
  mj_forward(c.m, c.d);
  mjtNum jacp[3 * MAX_NV], row[MAX_NV], expected[MAX_NV];
  mj_jac(c.m, c.d, jacp, NULL, c.d->contact[0].pos, 2);
  for (int r = 0; r < 3; r++) {
    ig_efc_row(c.m, c.d, r, row);
    mju_mulMatTVec(expected, jacp, c.d->contact[0].frame + 3 * r, 3, c.m->nv);
    CHECK_SAME(row, expected, c.m->nv, 1e-12);
  }
}

TEST(R2_17_without_contacts_bodies_fall_freely) {
  CASE(c, BALL);
  for (int run = 0; run < 6; run++) {
    mj_resetData(c.m, c.d);
    solver(&c, run % 3, run / 3, 100);
    c.d->qpos[2] = 1;
    mj_forward(c.m, c.d);
    CHECK_INT(c.d->ncon, 0);
    CHECK_INT(c.d->nefc, 0);
    CHECK_VALUES(c.d->qfrc_constraint, 0, 0, 0, 0, 0, 0, 0);
    CHECK_VALUES(c.d->qacc, 1e-12, 0, 0, -9.81, 0, 0, 0);
  }
}

TEST(R2_18_the_dimension_may_change_between_steps) {
  static const int sequence[] = {6, 1, 4}, rows[2][3] = {{10, 1, 6}, {6, 1, 4}};
  CASE(c, BALL);
  for (int cone = 0; cone < 2; cone++) {
    mj_resetData(c.m, c.d);
    c.m->opt.cone = cone;
    c.d->qvel[0] = 0.2;
    c.d->qpos[2] = .0595;
    for (int k = 0; k < 3; k++) {
      c.m->geom_condim[1] = sequence[k];
      mj_step(c.m, c.d);
      CHECK_INT(c.d->nefc, rows[cone][k]);
      CHECK(ig_finite(c.d->qvel, c.m->nv));
    }
  }
}

TEST(R2_19_zero_friction_is_clamped) {
  CASE(c,
       "<mujoco><worldbody><geom type='plane' size='1 1 .1' friction='0 0 0'/>"
       "<body pos='0 0 .09'><freejoint/><geom size='.1' friction='0 0 0'/></body></worldbody></mujoco>");
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->contact[0].dim, 3);
  CHECK_VALUES(c.d->contact[0].friction, 1e-18, 1e-5, 1e-5, 1e-5, 1e-5, 1e-5);
}

TEST(R2_20_torques_of_the_contact_reach_the_body) {
  CASE(c, BALL);
  for (int cone = 0; cone < 2; cone++) {
    mj_resetData(c.m, c.d);
    c.m->opt.cone = cone;
    mju_copy(c.d->qpos, (const mjtNum[]){0, 0, .0595, .8, .2, -.4, .4}, 7);
    mju_copy(c.d->qvel, (const mjtNum[]){.3, -.2, 0, 1, 2, 3}, 6);
    mj_forward(c.m, c.d);
    mjtNum f[6], force[3], torque[3], arm[3], turn[3], local[3];
    mj_contactForce(c.m, c.d, 0, f);
    mju_mulMatTVec3(force, c.d->contact[0].frame, f);
    mju_mulMatTVec3(torque, c.d->contact[0].frame, f + 3);
    mju_sub3(arm, c.d->contact[0].pos, c.d->xpos + 3);
    mju_cross(turn, arm, force);
    mju_addTo3(torque, turn);
    mju_mulMatTVec3(local, c.d->xmat + 9, torque);
    CHECK(mju_norm3(local) > 1e-3);
    CHECK_SAME(c.d->qfrc_constraint + 3, local, 3, 1e-9);
  }
}

TEST(R2_21_sparse_and_dense_jacobians_agree) {
  CASE(c, MIXED);
  for (int cone = 0; cone < 2; cone++) {
    mjtNum dense[MAX_NV];
    for (int sparse = 0; sparse < 2; sparse++) {
      mj_resetData(c.m, c.d);
      c.m->opt.cone = cone;
      c.m->opt.jacobian = sparse ? mjJAC_SPARSE : mjJAC_DENSE;
      ig_fill(c.d->qvel, c.m->nv, 0.1);
      mj_forward(c.m, c.d);
      if (sparse)
        CHECK_SAME(c.d->qacc, dense, c.m->nv, 1e-9);
      else
        mju_copy(dense, c.d->qacc, c.m->nv);
    }
  }
}

TEST(R2_22_a_contact_without_rows_has_no_force) {
  CASE(c,
       "<mujoco><worldbody><geom type='plane' size='1 1 .1' margin='.01' gap='.01'/>"
       "<body pos='0 0 .105'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ncon, 1);
  CHECK_INT(c.d->nefc, 0);
  mjtNum f[6] = {1, 1, 1, 1, 1, 1};
  mj_contactForce(c.m, c.d, 0, f);
  CHECK_VALUES(f, 0, 0, 0, 0, 0, 0, 0);
}

TEST(R2_23_threads_do_not_change_a_bit) {
  CASE(c, MIXED);
  for (int run = 0; run < 6; run++) {
    mjtNum alone[MAX_NV];
    solver(&c, run % 3, run / 3, 300);
    for (int threads = 0; threads < 4; threads += 3) {
      mjData* d = mj_makeData(c.m);
      mjThreadPool* pool = threads ? mju_threadPoolCreate((size_t)threads) : NULL;
      if (pool) mju_bindThreadPool(d, pool);
      ig_fill(d->qvel, c.m->nv, 0.1);
      mj_forward(c.m, d);
      if (pool)
        CHECK_BITS(d->qacc, alone, c.m->nv);
      else
        mju_copy(alone, d->qacc, c.m->nv);
      mj_deleteData(d);
      if (pool) mju_threadPoolDestroy(pool);
    }
  }
}
