// SPDX-License-Identifier: Apache-2.0
// Lines R74 and R75: point Jacobians, and those of contacts between free bodies.
#include "require.h"

// free, ball, slide and two hinges in one chain, all frames turned
#define CHAIN                                                                                                                    \
  "<mujoco><worldbody><body name='b0' pos='.1 .1 1' euler='15 25 35'><freejoint/><geom name='g0' type='box' size='.1 .09 .06' "  \
  "pos='.02 .01 0'/><site name='s0' pos='.1 .04 .03'/>"                                                                          \
  "<body name='b1' pos='.2 0 .1' euler='0 25 15'><joint name='ball' type='ball' pos='.02 .01 .03'/><geom name='g1' "             \
  "type='capsule' size='.03' fromto='0 0 0 .2 0 0'/>"                                                                            \
  "<body name='b2' pos='.2 .05 0' euler='35 0 0'><joint name='slide' type='slide' axis='.2 .4 .6'/><joint name='h1' axis='0 1 "  \
  ".3' pos='.02 0 .01'/>"                                                                                                        \
  "<geom name='g2' type='capsule' size='.02' fromto='0 0 0 .15 .1 0'/>"                                                          \
  "<body name='b3' pos='.15 .1 0'><joint name='h2' axis='1 0 .4'/><geom name='g3' type='ellipsoid' size='.05 .03 .02' pos='.03 " \
  ".01 .02'/>"                                                                                                                   \
  "<site name='s3' pos='.05 .02 .01' euler='10 20 30'/></body></body></body></body></worldbody>"                                 \
  "<keyframe><key qpos='.2 -.1 1.2 .7 .3 -.5 .4 .9 .2 .3 -.1 .05 .6 -.7' qvel='.2 .1 -.3 .5 .4 -.6 .6 -.8 .7 .25 -.35 "          \
  ".4'/></keyframe></mujoco>"

enum { NV = 12 };

typedef struct {
  mjtNum p[3 * NV], r[3 * NV];
} Jacobian;

static void key(const ig_Case* c) {
  mj_resetDataKeyframe(c->m, c->d, 0);
  mj_forward(c->m, c->d);
}

static int body(const ig_Case* c, const char* name) { return ig_id(c->m, mjOBJ_BODY, name); }

// Jacobian of the outermost body's centre, and the dof of a joint
static int joint_dof(const ig_Case* c, const char* joint, Jacobian* jac, mjtNum* point) {
  key(c);
  mju_copy3(point, c->d->xipos + 3 * body(c, "b3"));
  mj_jac(c->m, c->d, jac->p, jac->r, point, body(c, "b3"));
  return c->m->jnt_dofadr[ig_id(c->m, mjOBJ_JOINT, joint)];
}

static void check_column(const mjtNum* jac, int dof, const mjtNum* expected) {
  const mjtNum column[3] = {jac[dof], jac[NV + dof], jac[2 * NV + dof]};
  CHECK_SAME(column, expected, 3, 1e-12);
}

// column of a turn about an axis through a point
static void check_turn(const Jacobian* jac, int dof, const mjtNum* axis, const mjtNum* through, const mjtNum* point) {
  mjtNum arm[3], moved[3];
  mju_sub3(arm, point, through);
  mju_cross(moved, axis, arm);
  check_column(jac->r, dof, axis);
  check_column(jac->p, dof, moved);
}

TEST(R74_1_hinges) {
  CASE(c, CHAIN);
  Jacobian jac;
  mjtNum point[3];
  static const char* const names[] = {"h1", "h2"};
  for (int k = 0; k < 2; k++) {
    int dof = joint_dof(&c, names[k], &jac, point), j = ig_id(c.m, mjOBJ_JOINT, names[k]);
    check_turn(&jac, dof, c.d->xaxis + 3 * j, c.d->xanchor + 3 * j, point);
  }
}

TEST(R74_2_slides) {
  CASE(c, CHAIN);
  Jacobian jac;
  mjtNum point[3];
  int dof = joint_dof(&c, "slide", &jac, point);
  check_column(jac.p, dof, c.d->xaxis + 3 * ig_id(c.m, mjOBJ_JOINT, "slide"));
  check_column(jac.r, dof, (const mjtNum[]){0, 0, 0});
}

TEST(R74_3_balls) {
  CASE(c, CHAIN);
  Jacobian jac;
  mjtNum point[3];
  int dof = joint_dof(&c, "ball", &jac, point), j = ig_id(c.m, mjOBJ_JOINT, "ball");
  const mjtNum* mat = c.d->xmat + 9 * body(&c, "b1");
  for (int k = 0; k < 3; k++)
    check_turn(&jac, dof + k, (const mjtNum[]){mat[k], mat[3 + k], mat[6 + k]}, c.d->xanchor + 3 * j, point);
}

TEST(R74_4_free_joints) {
  CASE(c, CHAIN);
  Jacobian jac;
  mjtNum point[3];
  joint_dof(&c, "ball", &jac, point);
  const mjtNum *mat = c.d->xmat + 9 * body(&c, "b0"), *pos = c.d->xpos + 3 * body(&c, "b0");
  for (int k = 0; k < 3; k++) {
    mjtNum unit[3] = {k == 0, k == 1, k == 2};
    check_column(jac.p, k, unit);
    check_column(jac.r, k, (const mjtNum[]){0, 0, 0});
    check_turn(&jac, 3 + k, (const mjtNum[]){mat[k], mat[3 + k], mat[6 + k]}, pos, point);
  }
}

TEST(R74_5_the_world_and_single_parts) {
  CASE(c, CHAIN);
  Jacobian jac, part;
  mjtNum point[3] = {.3, .2, .1};
  key(&c);
  mj_jac(c.m, c.d, jac.p, jac.r, point, 0);
  CHECK_NEAR(ig_largest(jac.p, 3 * NV) + ig_largest(jac.r, 3 * NV), 0, 0);
  mj_jac(c.m, c.d, jac.p, jac.r, point, body(&c, "b3"));
  mj_jac(c.m, c.d, part.p, NULL, point, body(&c, "b3"));
  mj_jac(c.m, c.d, NULL, part.r, point, body(&c, "b3"));
  CHECK_BITS(part.p, jac.p, 3 * NV);
  CHECK_BITS(part.r, jac.r, 3 * NV);
}

static void check_same(const Jacobian* a, const Jacobian* b) {
  CHECK_BITS(a->p, b->p, 3 * NV);
  CHECK_BITS(a->r, b->r, 3 * NV);
}

TEST(R74_6_jacobians_of_objects) {
  CASE(c, CHAIN);
  key(&c);
  int b = body(&c, "b3"), s = ig_id(c.m, mjOBJ_SITE, "s3"), g = ig_id(c.m, mjOBJ_GEOM, "g3");
  Jacobian object, point;
  mj_jacBody(c.m, c.d, object.p, object.r, b);
  mj_jac(c.m, c.d, point.p, point.r, c.d->xpos + 3 * b, b);
  check_same(&object, &point);
  mj_jacBodyCom(c.m, c.d, object.p, object.r, b);
  mj_jac(c.m, c.d, point.p, point.r, c.d->xipos + 3 * b, b);
  check_same(&object, &point);
  mj_jacSite(c.m, c.d, object.p, object.r, s);
  mj_jac(c.m, c.d, point.p, point.r, c.d->site_xpos + 3 * s, b);
  check_same(&object, &point);
  mj_jacGeom(c.m, c.d, object.p, object.r, g);
  mj_jac(c.m, c.d, point.p, point.r, c.d->geom_xpos + 3 * g, b);
  check_same(&object, &point);
}

// place and axes of the outer site
static void site_pose(const mjModel* m, const mjData* d, mjtNum* out) {
  int s = mj_name2id(m, mjOBJ_SITE, "s3");
  mju_copy3(out, d->site_xpos + 3 * s);
  mju_copy(out + 3, d->site_xmat + 9 * s, 9);
}

TEST(R74_7_jacobians_are_slopes) {
  CASE(c, CHAIN);
  key(&c);
  Jacobian jac;
  mj_jacSite(c.m, c.d, jac.p, jac.r, ig_id(c.m, mjOBJ_SITE, "s3"));
  CHECK_INT(c.m->nv, NV);
  for (int dof = 0; dof < NV; dof++) {
    mjtNum slope[12], spin[9], pose[12];
    ig_slope(&c, dof, site_pose, 12, slope);
    site_pose(c.m, c.d, pose);
    mju_mulMatMatT(spin, slope + 3, pose + 3, 3, 3, 3);
    const mjtNum expected[6] = {slope[0], slope[1], slope[2], spin[7], spin[2], spin[3]};
    const mjtNum column[6] = {jac.p[dof], jac.p[NV + dof], jac.p[2 * NV + dof], jac.r[dof], jac.r[NV + dof], jac.r[2 * NV + dof]};
    CHECK_SAME(column, expected, 6, 1e-5);
  }
}

TEST(R74_8_velocity_of_a_point) {
  CASE(c, CHAIN);
  key(&c);
  int s = ig_id(c.m, mjOBJ_SITE, "s3");
  Jacobian jac;
  mjtNum velocity[6], linear[3], angular[3];
  mj_jacSite(c.m, c.d, jac.p, jac.r, s);
  mju_mulMatVec(linear, jac.p, c.d->qvel, 3, NV);
  mju_mulMatVec(angular, jac.r, c.d->qvel, 3, NV);
  mj_objectVelocity(c.m, c.d, mjOBJ_SITE, s, velocity, 0);
  CHECK_SAME(angular, velocity, 3, 1e-10);
  CHECK_SAME(linear, velocity + 3, 3, 1e-10);
}

TEST(R74_9_forces_at_points_and_rates_of_jacobians) {
  CASE(c, CHAIN);
  key(&c);
  int b = body(&c, "b3");
  const mjtNum force[3] = {1, -2, 3}, torque[3] = {.3, .2, -.1}, h = 1e-6;
  mjtNum point[3], result[NV] = {0}, expected[NV], turned[NV], start[MAX_NQ];
  Jacobian jac, rate, ends[2];
  mju_copy3(point, c.d->xpos + 3 * b);
  mj_jac(c.m, c.d, jac.p, jac.r, point, b);
  mj_applyFT(c.m, c.d, force, torque, point, b, result);
  mju_mulMatTVec(expected, jac.p, force, 3, NV);
  mju_mulMatTVec(turned, jac.r, torque, 3, NV);
  mju_addTo(expected, turned, NV);
  CHECK_SAME(result, expected, NV, 1e-12);
  mj_jacDot(c.m, c.d, rate.p, rate.r, point, b);
  mju_copy(start, c.d->qpos, c.m->nq);
  for (int side = 0; side < 2; side++) {
    mju_copy(c.d->qpos, start, c.m->nq);
    mj_integratePos(c.m, c.d->qpos, c.d->qvel, side ? h : -h);
    mj_kinematics(c.m, c.d);
    mj_comPos(c.m, c.d);
    mj_jac(c.m, c.d, ends[side].p, ends[side].r, c.d->xpos + 3 * b, b);
  }
  for (int i = 0; i < 3 * NV; i++) {
    CHECK_NEAR(rate.p[i], (ends[1].p[i] - ends[0].p[i]) / (2 * h), 1e-4);
    CHECK_NEAR(rate.r[i], (ends[1].r[i] - ends[0].r[i]) / (2 * h), 1e-4);
  }
}

#define PAIR                                                                                                               \
  "<mujoco><option cone='elliptic'/><worldbody><body name='A' euler='0 0 40'><freejoint/><geom size='.2' pos='.04 .03 0' " \
  "condim='6'/></body>"                                                                                                    \
  "<body name='B' pos='.1 .2 .3' euler='35 0 0'><freejoint/><geom size='.26' pos='.02 .01 .04' "                           \
  "condim='6'/></body></worldbody></mujoco>"

// rows of the only contact against frame rows times the difference of the bodies' Jacobians; part 0 moves, 1 turns
static void check_rows(const ig_Case* c, int first, int part, int dim) {
  int nv = c->m->nv;
  const mjContact* con = c->d->contact;
  mjtNum p[2][3 * NV], r[2][3 * NV], row[NV], expected[NV];
  CHECK_INT(c->d->ncon, 1);
  for (int k = 0; k < 2; k++) mj_jac(c->m, c->d, p[k], r[k], con->pos, c->m->geom_bodyid[con->geom[k]]);
  mjtNum(*jac)[3 * NV] = part ? r : p;
  mju_subFrom(jac[1], jac[0], 3 * nv);
  for (int k = 0; first + k < dim && k < 3; k++) {
    ig_efc_row(c->m, c->d, first + k, row);
    mju_mulMatTVec(expected, jac[1], con->frame + 3 * k, 3, nv);
    CHECK_SAME(row, expected, nv, 1e-12);
  }
}

TEST(R75_1_sliding_rows_between_free_bodies) {
  CASE(c, PAIR);
  mj_forward(c.m, c.d);
  check_rows(&c, 0, 0, 6);
}

TEST(R75_2_turning_rows_between_free_bodies) {
  CASE(c, PAIR);
  mj_forward(c.m, c.d);
  check_rows(&c, 3, 1, 6);
  mjtNum row[NV];
  for (int r = 3; r < 6; r++) {
    ig_efc_row(c.m, c.d, r, row);
    CHECK_NEAR(ig_largest(row, 3) + ig_largest(row + 6, 3), 0, 0);
  }
}

TEST(R75_3_rows_against_the_world) {
  CASE(c,
       "<mujoco><option cone='elliptic'/><worldbody><geom type='plane' size='1 1 .1' condim='1'/>"
       "<body pos='0 0 .065'><freejoint/><geom size='.07'/></body></worldbody></mujoco>");
  static const int dims[] = {1, 3, 6};
  for (int k = 0; k < 6; k++) {
    mj_resetData(c.m, c.d);
    c.m->geom_condim[1] = dims[k % 3];
    if (k < 3) mju_axisAngle2Quat(c.d->qpos + 3, (const mjtNum[]){0, 0, 1}, mjPI / 4);
    mj_forward(c.m, c.d);
    CHECK_INT(c.d->nefc, dims[k % 3]);
    check_rows(&c, 0, 0, dims[k % 3]);
    if (dims[k % 3] < 6) continue;
    check_rows(&c, 3, 1, 6);
    mjtNum row[6];
    ig_efc_row(c.m, c.d, 3, row);
    if (k >= 3) CHECK_SAME(row + 3, c.d->contact[0].frame, 3, 1e-12);
  }
}
