// SPDX-License-Identifier: Apache-2.0
// Lines R32 and R84: pyramidal cones and their encoding.
#include "require.h"

#define FLAT                                                                                                         \
  "<mujoco><option timestep='.002' iterations='200' tolerance='1e-14'/><worldbody><geom type='plane' size='2 2 .1' " \
  "friction='.7 .02 .003'/>"                                                                                         \
  "<body pos='0 0 .0899'><freejoint/><geom type='box' size='.1 .12 .09' condim='3' friction='.7 .02 "                \
  ".003'/></body></worldbody></mujoco>"

static const int dims[] = {1, 3, 4, 6};

// the box sliding and turning, with this dimension, cone and solver
static void run(const ig_Case* c, int dim, int cone, int solver) {
  mj_resetData(c->m, c->d);
  c->m->geom_condim[0] = c->m->geom_condim[1] = dim;
  c->m->opt.cone = cone;
  c->m->opt.solver = solver;
  mju_copy(c->d->qvel, (const mjtNum[]){.1, .05, 0, .02, .03, .2}, 6);
  mj_forward(c->m, c->d);
  CHECK_INT(c->d->ncon, 4);
}

TEST(R32_1_two_cones_are_known) {
  CASE(c, "<mujoco><option cone='pyramidal'/></mujoco>");
  CHECK_INT(c.m->opt.cone, mjCONE_PYRAMIDAL);
  CASE(other, "<mujoco><option cone='elliptic'/></mujoco>");
  CHECK_INT(other.m->opt.cone, mjCONE_ELLIPTIC);
  REFUSED("round", "<mujoco><option cone='round'/></mujoco>");
}

TEST(R32_2_rows_and_types_by_dimension) {
  static const int rows[2][4] = {{1, 4, 6, 10}, {1, 3, 4, 6}};
  CASE(c, FLAT);
  for (int cone = 0; cone < 2; cone++) {
    for (int i = 0; i < 4; i++) {
      run(&c, dims[i], cone, mjSOL_NEWTON);
      CHECK_INT(c.d->nefc, 4 * rows[cone][i]);
      int type = dims[i] == 1 ? mjCNSTR_CONTACT_FRICTIONLESS : cone ? mjCNSTR_CONTACT_ELLIPTIC : mjCNSTR_CONTACT_PYRAMIDAL;
      for (int r = 0; r < c.d->nefc; r++) CHECK_INT(c.d->efc_type[r], type);
    }
  }
}

TEST(R32_3_edges_are_normal_plus_and_minus_friction) {
  CASE(pyramid, FLAT);
  CASE(ellipse, FLAT);
  run(&pyramid, 6, mjCONE_PYRAMIDAL, mjSOL_NEWTON);
  run(&ellipse, 6, mjCONE_ELLIPTIC, mjSOL_NEWTON);
  for (int i = 0; i < 4; i++) {
    const mjContact* con = &pyramid.d->contact[i];
    int base = ellipse.d->contact[i].efc_address;
    mjtNum normal[6], side[6], row[6], expected[6];
    ig_efc_row(ellipse.m, ellipse.d, base, normal);
    for (int k = 1; k < 6; k++) {
      ig_efc_row(ellipse.m, ellipse.d, base + k, side);
      for (int sign = 0; sign < 2; sign++) {
        ig_efc_row(pyramid.m, pyramid.d, con->efc_address + 2 * (k - 1) + sign, row);
        mju_addScl(expected, normal, side, (sign ? -1 : 1) * con->friction[k - 1], 6);
        CHECK_SAME(row, expected, 6, 1e-12);
      }
    }
  }
}

TEST(R32_4_edges_of_a_pyramid_share_their_parameters) {
  CASE(c, FLAT);
  run(&c, 6, mjCONE_PYRAMIDAL, mjSOL_NEWTON);
  for (int r = 0; r < c.d->nefc; r++) {
    const mjContact* con = &c.d->contact[c.d->efc_id[r]];
    const mjtNum *p = c.d->efc_KBIP + 4 * r, *first = c.d->efc_KBIP + 4 * con->efc_address;
    CHECK_NEAR(c.d->efc_pos[r], con->dist, 0);
    CHECK_NEAR(c.d->efc_margin[r], con->includemargin, 0);
    CHECK(p[0] > 0);
    CHECK_SAME(p, first, 3, 0);
    CHECK_NEAR(c.d->efc_R[r], c.d->efc_R[con->efc_address], 0);
    CHECK_NEAR(c.d->efc_aref[r], -p[1] * c.d->efc_vel[r] - p[0] * p[2] * (con->dist - con->includemargin), 1e-9);
  }
}

TEST(R32_5_regularization_of_a_pyramid) {
  CASE(c, FLAT);
  for (int impratio = 1; impratio <= 4; impratio += 3) {
    c.m->opt.impratio = impratio;
    run(&c, 3, mjCONE_PYRAMIDAL, mjSOL_NEWTON);
    const mjContact* con = c.d->contact;
    mjtNum mu = con->friction[0], imp = c.d->efc_KBIP[2];
    mjtNum weight = c.m->body_invweight0[0] + c.m->body_invweight0[2];
    CHECK_NEAR(con->mu, mu / sqrt(impratio), 1e-9);
    CHECK_NEAR(c.d->efc_R[0], 2 * con->mu * con->mu * (1 - imp) / imp * weight * (1 + mu * mu), 1e-9);
  }
}

TEST(R32_6_edge_forces_are_positive) {
  CASE(c, FLAT);
  for (int k = 0; k < 9; k++) {
    run(&c, dims[1 + k / 3], mjCONE_PYRAMIDAL, k % 3);
    for (int r = 0; r < c.d->nefc; r++) {
      CHECK(c.d->efc_force[r] >= 0);
      CHECK(c.d->efc_state[r] == mjCNSTRSTATE_SATISFIED || c.d->efc_state[r] == mjCNSTRSTATE_QUADRATIC);
    }
  }
}

TEST(R32_7_contact_forces_are_decoded) {
  CASE(c, FLAT);
  for (int i = 1; i < 4; i++) {
    run(&c, dims[i], mjCONE_PYRAMIDAL, mjSOL_NEWTON);
    for (int k = 0; k < 4; k++) {
      const mjContact* con = &c.d->contact[k];
      const mjtNum* edge = c.d->efc_force + con->efc_address;
      mjtNum f[6], expected[6] = {0}, decoded[6] = {0};
      mj_contactForce(c.m, c.d, k, f);
      for (int j = 0; j < 2 * (dims[i] - 1); j++) expected[0] += edge[j];
      for (int j = 1; j < dims[i]; j++) expected[j] = con->friction[j - 1] * (edge[2 * j - 2] - edge[2 * j - 1]);
      mju_decodePyramid(decoded, edge, con->friction, dims[i]);
      CHECK_SAME(f, expected, 6, 1e-12);
      CHECK_SAME(decoded, expected, 6, 1e-12);
    }
  }
}

TEST(R32_8_at_rest_the_floor_carries_the_weight) {
  CASE(c, FLAT);
  for (int cone = 0; cone < 2; cone++) {
    mj_resetData(c.m, c.d);
    c.m->opt.cone = cone;
    ig_steps(&c, 500);
    mj_forward(c.m, c.d);
    double total = 0, weight = 9.81 * c.m->body_mass[1];
    for (int k = 0; k < c.d->ncon; k++) {
      mjtNum f[6];
      mj_contactForce(c.m, c.d, k, f);
      total += f[0];
    }
    CHECK(fabs(total - weight) <= 1e-4 * weight);
  }
}

TEST(R32_9_sliding_down_a_slope) {
  CASE(c,
       "<mujoco><worldbody><body euler='0 33 0'><geom type='plane' size='5 5 .1' friction='.3 .005 .0001'/></body>"
       "<body pos='.0543 0 .0837' euler='0 33 0'><freejoint/><geom type='box' size='.1 .1 .1' friction='.3 .005 "
       ".0001'/></body></worldbody></mujoco>");
  for (int cone = 0; cone < 2; cone++) {
    mjtNum normal = 0, side[3] = {0};
    mj_resetData(c.m, c.d);
    c.m->opt.cone = cone;
    for (int k = 0; k < 100; k++) {
      mj_step(c.m, c.d);
      for (int i = 0; i < c.d->ncon; i++) {
        mjtNum f[6], local[3], world[3];
        mj_contactForce(c.m, c.d, i, f);
        normal += f[0];
        mju_copy3(local, f);
        local[0] = 0;
        mju_mulMatTVec3(world, c.d->contact[i].frame, local);
        mju_addTo3(side, world);
      }
    }
    CHECK(normal > 0);
    CHECK_NEAR(mju_norm3(side) / normal, .3, 1e-6);
    CHECK(acos(-mju_dot3(side, c.d->qvel) / (mju_norm3(side) * mju_norm3(c.d->qvel))) < .1);
  }
}

TEST(R84_1_encoding_of_a_force) {
  mjtNum pyramid[4];
  mju_encodePyramid(pyramid, (const mjtNum[]){10, 1, -2}, (const mjtNum[]){.5, .5}, 3);
  CHECK_VALUES(pyramid, 1e-12, 3.5, 1.5, .5, 4.5);
}

TEST(R84_2_decoding_gives_the_force_back) {
  const mjtNum force[] = {10, 1, -.8, .02, -.003, .004}, mu[] = {.8, .7, .05, .01, .02};
  for (int i = 1; i < 4; i++) {
    mjtNum pyramid[10], back[6] = {0};
    mju_encodePyramid(pyramid, force, mu, dims[i]);
    mju_decodePyramid(back, pyramid, mu, dims[i]);
    CHECK_SAME(back, force, dims[i], 1e-12);
  }
  mjtNum pyramid[4], back[3];
  mju_encodePyramid(pyramid, (const mjtNum[]){1, 5, 0}, (const mjtNum[]){.5, .5}, 3);
  mju_decodePyramid(back, pyramid, (const mjtNum[]){.5, .5}, 3);
  CHECK_VALUES(back, 1e-12, 1, .25, 0);
}
