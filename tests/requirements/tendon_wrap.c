// SPDX-License-Identifier: Apache-2.0
// Lines R4: spatial tendons and what they wrap around.
#include <stdio.h>

#include "require.h"
#include "tendons.h"

typedef struct {
  const char *name, *xml;
} Model;

static const Model models[] = {{"straight", STRAIGHT}, {"sphere", SPHERE},           {"cylinder", CYLINDER},
                               {"pulley", PULLEY},     {"sphere side", SPHERE_SIDE}, {"three sites", THREE_SITES},
                               {"muscle", MUSCLE},     {"collinear", COLLINEAR},     {"cylinder side", CYLINDER_SIDE},
                               {"forced", FORCED},     {"free", FREE_BODY},          {"mixed", MIXED}};
enum { NMODEL = sizeof models / sizeof models[0] };

// a slide below a fixed site, three springs between them
#define SPRINGS                                                                                                                  \
  MJCF(                                                                                                                          \
      "<site name='a'/><body pos='0 0 -1'><joint name='z' type='slide' axis='0 0 1'/><geom size='.06'/><site name='b'/></body>", \
      "<tendon>" PATH("plain", "stiffness='80'", SITE("a") SITE("b"))                                                            \
          PATH("one", "stiffness='80' springlength='.6'", SITE("a") SITE("b"))                                                   \
              PATH("band", "stiffness='80' springlength='.7 1.2'",                                                               \
                   SITE("a") SITE("b")) "<fixed name='fixed' stiffness='80'><joint joint='z' coef='-1'/></fixed></tendon>")

// a world with what a refused path needs: two bodies, their sites, a ball, a box
#define REFUSAL(path)                                                                                                       \
  MJCF(                                                                                                                     \
      "<site name='a'/><site name='b' pos='1 0 0'/><geom name='ball' size='.1' pos='0 3 0'/><geom name='crate' type='box' " \
      "size='.1 .1 .1'/>"                                                                                                   \
      "<geom name='pill' type='capsule' size='.1 .1'/><body><joint name='j'/><geom size='.1'/></body>",                     \
      "<tendon>" path "</tendon>")
#define GEOM(name) "<geom geom='" name "'/>"

static void pose(const ig_Case* c, const mjtNum* qpos) {
  mj_resetData(c->m, c->d);
  mju_copy(c->d->qpos, qpos, c->m->nq);
  mj_forward(c->m, c->d);
}

// a generic pose near the first, and a velocity
static void generic(const ig_Case* c) {
  mjtNum step[MAX_NV];
  mj_resetData(c->m, c->d);
  for (int i = 0; i < c->m->nv; i++) step[i] = .02 * (i + 1) * (i % 2 ? -1 : 1);
  mj_integratePos(c->m, c->d->qpos, step, 1);
  for (int i = 0; i < c->m->nv; i++) c->d->qvel[i] = .3 - .1 * i;
  mj_forward(c->m, c->d);
}

static const mjtNum* site(const ig_Case* c, const char* name) { return c->d->site_xpos + 3 * ig_id(c->m, mjOBJ_SITE, name); }

// point k of a tendon's path
static const mjtNum* point(const ig_Case* c, int tendon, int k) { return c->d->wrap_xpos + 3 * (c->d->ten_wrapadr[tendon] + k); }

static void lengths(const mjModel* m, const mjData* d, mjtNum* out) { mju_copy(out, d->ten_length, m->ntendon); }

// Jacobians of all tendons against differences of their lengths
static void check_slopes(const ig_Case* c, double tolerance) {
  mjtNum row[MAX_NV], slope[20], largest = 0;
  for (int dof = 0; dof < c->m->nv; dof++) {
    ig_slope(c, dof, lengths, c->m->ntendon, slope);
    for (int t = 0; t < c->m->ntendon; t++) {
      ig_ten_row(c->m, c->d, t, row);
      CHECK_NEAR(row[dof], slope[t], tolerance);
      largest = fmax(largest, fabs(row[dof]));
    }
  }
  CHECK(largest > 1e-3);
}

TEST(R4_1_a_straight_tendon_is_the_distance_of_its_sites) {
  CASE(c, STRAIGHT);
  static const mjtNum poses[][2] = {{0, 0}, {.3, -.7}, {1.2, 2}};
  for (int k = 0; k < 3; k++) {
    pose(&c, poses[k]);
    CHECK_NEAR(c.d->ten_length[0], mju_dist3(site(&c, "s1"), site(&c, "s2")), 1e-12);
    if (!k) CHECK_NEAR(c.d->ten_length[0], .8, 1e-12);
  }
}

TEST(R4_2_three_sites_add_up) {
  CASE(c, THREE_SITES);
  pose(&c, (const mjtNum[]){0, 0, 0});
  CHECK_NEAR(c.d->ten_length[0], 1.1, 1e-12);
  pose(&c, (const mjtNum[]){.4, -.9, 1.1});
  CHECK_NEAR(c.d->ten_length[0], mju_dist3(site(&c, "s1"), site(&c, "s2")) + mju_dist3(site(&c, "s2"), site(&c, "s3")), 1e-12);
}

TEST(R4_3_wrapping_a_sphere) {
  CASE(c, SPHERE);
  mj_forward(c.m, c.d);
  CHECK_FIGURE("R4.3", c.d->ten_length, 1, 1e-9);
  CHECK_INT(c.d->ten_wrapnum[0], 4);
  for (int k = 1; k < 3; k++) CHECK_NEAR(mju_norm3(point(&c, 0, k)), .12, 1e-9);
}

TEST(R4_4_tangents_and_arc) {
  CASE(c, SPHERE);
  mj_forward(c.m, c.d);
  const mjtNum *s1 = point(&c, 0, 0), *t1 = point(&c, 0, 1), *t2 = point(&c, 0, 2), *s2 = point(&c, 0, 3);
  mjtNum angle = acos(mju_dot3(t1, t2) / (.12 * .12)), one[3], two[3];
  CHECK_NEAR(c.d->ten_length[0], mju_dist3(s1, t1) + .12 * angle + mju_dist3(t2, s2), 1e-9);
  mju_sub3(one, t1, s1);
  mju_sub3(two, s2, t2);
  CHECK_NEAR(mju_dot3(one, t1), 0, 1e-9);
  CHECK_NEAR(mju_dot3(two, t2), 0, 1e-9);
  CASE(off, SPHERE_AT("-.33 .24 0", ".32 .23 0"));
  mj_forward(off.m, off.d);
  CHECK_INT(off.d->ten_wrapnum[0], 2);
  CHECK_NEAR(off.d->ten_length[0], mju_dist3(site(&off, "s1"), site(&off, "s2")), 1e-12);
}

TEST(R4_5_wrapping_a_cylinder_climbs_evenly) {
  CASE(c, CYLINDER);
  mj_forward(c.m, c.d);
  mjtNum figures[3] = {c.d->ten_length[0]};
  ig_ten_row(c.m, c.d, 0, figures + 1);
  CHECK_FIGURE("R4.5", figures, 3, 1e-9);
  CHECK_INT(c.d->ten_wrapnum[0], 4);
  const mjtNum* p[4];
  for (int k = 0; k < 4; k++) p[k] = point(&c, 0, k);
  mjtNum along[4] = {0, hypot(p[1][0] - p[0][0], p[1][1] - p[0][1])};
  mjtNum angle = acos((p[1][0] * p[2][0] + p[1][1] * p[2][1]) / (.09 * .09));
  along[2] = along[1] + .09 * angle;
  along[3] = along[2] + hypot(p[3][0] - p[2][0], p[3][1] - p[2][1]);
  for (int k = 1; k < 3; k++) CHECK_NEAR(p[k][2], p[0][2] + (p[3][2] - p[0][2]) * along[k] / along[3], 1e-9);
}

TEST(R4_6_a_pulley_divides_what_follows) {
  CASE(c, PULLEY);
  mj_forward(c.m, c.d);
  mjtNum row[2];
  ig_ten_row(c.m, c.d, 0, row);
  CHECK_NEAR(c.d->ten_length[0], .8, 1e-12);
  CHECK_VALUES(row, 1e-12, 1, -.5);
  CASE(two, MJCF("<site name='a'/><site name='b' pos='.6 0 0'/><site name='c' pos='0 0 .8'/>",
                 "<tendon>" PATH("rope", "",
                                 SITE("a") SITE("b") "<pulley divisor='2'/>" SITE("a") SITE("c") "<pulley divisor='4'/>" SITE("b")
                                     SITE("c")) "</tendon>"));
  mj_forward(two.m, two.d);
  CHECK_NEAR(two.d->ten_length[0], .6 + .4 + .25, 1e-12);
}

TEST(R4_7_the_side_site_chooses_the_way) {
  CASE(c, SPHERE_SIDE);
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->ten_length[0], c.d->ten_length[2], 1e-12);
  CHECK(c.d->ten_length[1] > c.d->ten_length[0]);
  CHECK_FIGURE("R4.7", c.d->ten_length, 3, 1e-9);
  for (int k = 1; k < 3; k++) {
    CHECK(point(&c, 0, k)[1] > 0);
    CHECK(point(&c, 1, k)[1] < 0);
  }
}

TEST(R4_8_limits_of_a_tendon) {
  CASE(c, MUSCLE);
  mjtNum row[2], jac[2], back[2] = {0};
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->ten_length[0], .8, 1e-12);
  CHECK_INT(c.d->nefc, 0);
  pose(&c, (const mjtNum[]){0, 3});
  CHECK_INT(c.d->nefc, 1);
  CHECK_INT(c.d->efc_type[0], mjCNSTR_LIMIT_TENDON);
  CHECK_NEAR(c.d->efc_pos[0], c.d->ten_length[0] - .4, 1e-12);
  CHECK(c.d->efc_force[0] >= 0);
  ig_ten_row(c.m, c.d, 0, jac);
  mju_addToScl(back, jac, c.d->efc_force[0], 2);
  CHECK_SAME(c.d->qfrc_constraint, back, 2, 1e-12);
  CASE(upper, MUSCLE_AT("0 0 -.25", "limited='true' range='.4 .6'"));
  pose(&upper, (const mjtNum[]){.1, .2});
  CHECK_INT(upper.d->nefc, 1);
  CHECK_NEAR(upper.d->efc_pos[0], .6 - upper.d->ten_length[0], 1e-12);
  ig_ten_row(upper.m, upper.d, 0, jac);
  ig_efc_row(upper.m, upper.d, 0, row);
  mju_scl(jac, jac, -1, 2);
  CHECK_SAME(row, jac, 2, 1e-12);
}

static void check_acc0(const ig_Case* c) {
  mjtNum row[MAX_NV], solved[MAX_NV];
  mj_resetData(c->m, c->d);
  mj_forward(c->m, c->d);
  ig_ten_row(c->m, c->d, 0, row);
  mj_solveM(c->m, c->d, solved, row, 1);
  CHECK_NEAR(c->m->actuator_acc0[0], mju_norm(solved, c->m->nv), 1e-9);
}

TEST(R4_9_a_muscle_on_a_spatial_tendon) {
  CASE(c, MUSCLE);
  CHECK_NEAR(c.m->actuator_acc0[0], 0, 1e-9);
  CHECK_VALUES(c.m->actuator_lengthrange, 0, .3, .95);
  CASE(off, MUSCLE_AT(".15 0 -.2", ""));
  CHECK(off.m->actuator_acc0[0] > 1e-3);
  check_acc0(&off);
}

TEST(R4_10_sites_in_line_with_the_centre) {
  CASE(c, COLLINEAR);
  mj_forward(c.m, c.d);
  double r = .12, d = .35;
  CHECK_NEAR(c.d->ten_length[0], 2 * sqrt(d * d - r * r) + r * acos(1 - 2 * r * r / (d * d)), 1e-9);
  mjtNum row[2];
  ig_ten_row(c.m, c.d, 0, row);
  CHECK_NEAR(row[0], row[1], 1e-12);
  CHECK_NEAR(row[0], -r / d / sqrt(2), 1e-9);
}

TEST(R4_11_a_cylinder_with_side_sites) {
  CASE(c, CYLINDER_SIDE);
  CASE(plain, CYLINDER);
  mj_forward(c.m, c.d);
  mj_forward(plain.m, plain.d);
  CHECK_NEAR(c.d->ten_length[0], plain.d->ten_length[0], 1e-9);
  CHECK(c.d->ten_length[1] > c.d->ten_length[0]);
  CHECK_FIGURE("R4.11", c.d->ten_length, 2, 1e-9);
}

TEST(R4_12_a_side_site_forces_the_wrap) {
  CASE(c, FORCED);
  mj_forward(c.m, c.d);
  static const int points[] = {4, 2, 2};
  for (int t = 0; t < 3; t++) {
    CHECK_INT(c.d->ten_wrapnum[t], points[t]);
    if (t) CHECK_NEAR(c.d->ten_length[t], mju_dist3(site(&c, "s1"), site(&c, "s2")), 1e-12);
  }
  CHECK_FIGURE("R4.12", c.d->ten_length, 3, 1e-9);
}

TEST(R4_13_a_free_body_has_columns_of_body_axes) {
  CASE(c, FREE_BODY);
  mj_forward(c.m, c.d);
  mjtNum figures[7] = {c.d->ten_length[0]}, direction[3], arm[3], turn[3], local[3];
  ig_ten_row(c.m, c.d, 0, figures + 1);
  mju_copy3(direction, site(&c, "s"));
  mju_normalize3(direction);
  mju_sub3(arm, site(&c, "s"), c.d->xpos + 3);
  mju_cross(turn, arm, direction);
  mju_mulMatTVec3(local, c.d->xmat + 9, turn);
  CHECK_SAME(figures + 1, direction, 3, 1e-9);
  CHECK_SAME(figures + 4, local, 3, 1e-9);
  CHECK_FIGURE("R4.13", figures, 7, 1e-9);
}

TEST(R4_14_a_straight_part_and_a_wrapped_one_add_up) {
  CASE(c, MIXED);
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->ten_length[0], c.d->ten_length[1] + c.d->ten_length[2], 1e-12);
  CHECK_INT(c.d->ten_wrapnum[0], 5);
  CHECK_FIGURE("R4.14", c.d->ten_length, 3, 1e-9);
  mjtNum rows[3][3], sum[3];
  pose(&c, (const mjtNum[]){.2, .3, -.4});
  for (int t = 0; t < 3; t++) ig_ten_row(c.m, c.d, t, rows[t]);
  mju_add3(sum, rows[1], rows[2]);
  CHECK_SAME(rows[0], sum, 3, 1e-12);
}

TEST(R4_15_the_jacobian_is_the_slope_of_the_length) {
  for (int k = 0; k < NMODEL; k++) {
    CASE(c, "%s", models[k].xml);
    generic(&c);
    check_slopes(&c, 1e-5);
  }
}

TEST(R4_16_velocity_of_a_tendon) {
  CASE(c, STRAIGHT);
  mjtNum row[2], ends[2];
  for (int side = 0; side < 2; side++) {
    double h = side ? 1e-6 : -1e-6;
    pose(&c, (const mjtNum[]){.3 + h * 1.5, -.7 - h * .4});
    ends[side] = c.d->ten_length[0];
  }
  pose(&c, (const mjtNum[]){.3, -.7});
  mju_copy(c.d->qvel, (const mjtNum[]){1.5, -.4}, 2);
  mj_forward(c.m, c.d);
  ig_ten_row(c.m, c.d, 0, row);
  CHECK_NEAR(c.d->ten_velocity[0], mju_dot(row, c.d->qvel, 2), 1e-12);
  CHECK_NEAR(c.d->ten_velocity[0], (ends[1] - ends[0]) / 2e-6, 1e-5);
  CHECK_VALUES(c.d->sensordata, 0, c.d->ten_length[0], c.d->ten_velocity[0]);
}

TEST(R4_17_spring_and_damper_of_a_tendon) {
  CASE(c, STRAIGHT);
  pose(&c, (const mjtNum[]){.3, -.7});
  mju_copy(c.d->qvel, (const mjtNum[]){1.5, -.4}, 2);
  mj_forward(c.m, c.d);
  mjtNum row[2], spring[2], damper[2], sum[2];
  ig_ten_row(c.m, c.d, 0, row);
  mju_scl(spring, row, -90 * (c.d->ten_length[0] - c.m->tendon_lengthspring[0]), 2);
  mju_scl(damper, row, -8 * c.d->ten_velocity[0], 2);
  mju_add(sum, spring, damper, 2);
  CHECK_SAME(c.d->qfrc_spring, spring, 2, 1e-10);
  CHECK_SAME(c.d->qfrc_damper, damper, 2, 1e-10);
  CHECK_SAME(c.d->qfrc_passive, sum, 2, 1e-10);
}

TEST(R4_18_a_motor_pulls_a_tendon) {
  CASE(c, STRAIGHT);
  pose(&c, (const mjtNum[]){.3, -.7});
  mju_copy(c.d->qvel, (const mjtNum[]){1.5, -.4}, 2);
  c.d->ctrl[0] = 2;
  mj_forward(c.m, c.d);
  mjtNum row[2];
  ig_ten_row(c.m, c.d, 0, row);
  mju_scl(row, row, 6, 2);
  CHECK_SAME(c.d->qfrc_actuator, row, 2, 1e-12);
  CHECK_NEAR(c.d->actuator_length[0], 3 * c.d->ten_length[0], 1e-12);
  CHECK_NEAR(c.d->actuator_velocity[0], 3 * c.d->ten_velocity[0], 1e-12);
}

TEST(R4_19_initial_and_rest_lengths) {
  for (int k = 0; k < NMODEL; k++) {
    CASE(c, "%s", models[k].xml);
    mj_forward(c.m, c.d);
    for (int t = 0; t < c.m->ntendon; t++) {
      CHECK_NEAR(c.m->tendon_length0[t], c.d->ten_length[t], 1e-12);
      CHECK_NEAR(c.m->tendon_lengthspring[2 * t], c.d->ten_length[t], 1e-12);
      CHECK_NEAR(c.m->tendon_lengthspring[2 * t + 1], c.d->ten_length[t], 1e-12);
    }
  }
}

TEST(R4_20_rest_length_and_dead_band) {
  CASE(c, SPRINGS);
  CHECK_VALUES(c.m->tendon_lengthspring, 1e-12, 1, 1, .6, .6, .7, 1.2);
  static const double q[] = {0, -.4, .5}, force[] = {0, 80 * .2, -80 * .2};
  ig_fill(c.m->tendon_stiffness, 4, 0);
  c.m->tendon_stiffness[2] = 80;
  for (int k = 0; k < 3; k++) {
    pose(&c, &q[k]);
    CHECK_NEAR(c.d->qfrc_passive[0], force[k], 1e-9);
  }
  REFUSED("springlength", REFUSAL(PATH("rope", "springlength='1 .5'", SITE("a") SITE("b"))));
}

TEST(R4_21_wrapping_starts_and_ends_without_a_jump) {
  CASE(c,
       MJCF("<site name='fix' pos='-.3 .03 .1'/><geom name='ball' size='.12'/><geom name='roll' type='cylinder' size='.12 .3'/>"
            "<body pos='.4 -.4 0'><joint axis='0 0 1'/><geom size='.02'/><site name='s' pos='0 .38 -.1'/></body>",
            "<tendon>" PATH("one", "", SITE("fix") GEOM("ball") SITE("s"))
                PATH("two", "", SITE("fix") GEOM("roll") SITE("s")) "</tendon>"));
  mjtNum before[2][2] = {{0}};
  bool straight[2] = {false}, wrapped[2] = {false};
  for (int k = 0; k <= 6000; k++) {
    c.d->qpos[0] = -3 + 1e-3 * k;
    mj_kinematics(c.m, c.d);
    mj_comPos(c.m, c.d);
    mj_tendon(c.m, c.d);
    for (int t = 0; t < 2; t++) {
      mjtNum length = c.d->ten_length[t];
      if (k > 0) CHECK(fabs(length - before[t][0]) <= 1e-3 * .42);
      if (k > 1) CHECK(fabs(length - 2 * before[t][0] + before[t][1]) <= 1e-4);
      before[t][1] = before[t][0];
      before[t][0] = length;
      straight[t] |= c.d->ten_wrapnum[t] == 2;
      wrapped[t] |= c.d->ten_wrapnum[t] == 4;
    }
  }
  for (int t = 0; t < 2; t++) CHECK(straight[t] && wrapped[t]);
}

TEST(R4_22_a_side_site_inside_lets_the_tendon_touch_the_inner_surface) {
  CASE(c, MJCF("<body pos='-.06 .1 0'><joint type='slide' axis='1 0 0'/><geom size='.01' contype='0' conaffinity='0'/><site "
               "name='s1' pos='-.1 .07 0'/></body>"
               "<body><geom name='ball' size='.11'/><geom name='roll' type='cylinder' size='.11 .2'/><site name='in' pos='0 .01 "
               "0'/></body>"
               "<body pos='.05 .1 .02'><joint type='slide' axis='1 0 0'/><geom size='.01' contype='0' conaffinity='0'/><site "
               "name='s2' pos='.1 .07 0'/></body>",
               "<tendon>" BESIDE("ball", "ball", "in") BESIDE("roll", "roll", "in") "</tendon>"));
  mj_forward(c.m, c.d);
  CHECK_FIGURE("R4.22", c.d->ten_length, 2, 1e-9);
  for (int t = 0; t < 2; t++) {
    CHECK_INT(c.d->ten_wrapnum[t], 4);
    for (int k = 1; k < 3; k++) CHECK_NEAR(mju_norm(point(&c, t, k), t ? 2 : 3), .11, 1e-9);
  }
  check_slopes(&c, 1e-4);
}

TEST(R4_23_paths_are_described) {
  CASE(c, PULLEY);
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ten_wrapadr[0], 0);
  CHECK_INT(c.d->ten_wrapnum[0], 5);
  static const int objects[] = {-1, -1, -2, -1, -1};
  static const char* const names[] = {"s1", "s2", NULL, "s3", "s4"};
  for (int k = 0; k < 5; k++) {
    CHECK_INT(c.d->wrap_obj[k], objects[k]);
    if (names[k]) CHECK_SAME(point(&c, 0, k), site(&c, names[k]), 3, 0);
  }
  CASE(wrapped, SPHERE_SIDE);
  mj_forward(wrapped.m, wrapped.d);
  int ball = ig_id(wrapped.m, mjOBJ_GEOM, "ball");
  for (int t = 0; t < 3; t++) {
    CHECK_INT(wrapped.d->ten_wrapadr[t], 4 * t);
    for (int k = 0; k < 4; k++) CHECK_INT(wrapped.d->wrap_obj[4 * t + k], k == 1 || k == 2 ? ball : -1);
  }
}

TEST(R4_24_runs_are_finite_and_repeatable) {
  static const char* const texts[] = {STRAIGHT, PULLEY, THREE_SITES, MUSCLE, FREE_BODY};
  for (int k = 0; k < 5; k++) {
    CASE(c, "%s", texts[k]);
    mjtNum first[3][MAX_NQ];
    for (int pass = 0; pass < 2; pass++) {
      mj_resetData(c.m, c.d);
      ig_fill(c.d->qvel, c.m->nv, .2);
      ig_steps(&c, 100);
      CHECK(ig_finite(c.d->qpos, c.m->nq));
      if (pass) {
        CHECK_BITS(c.d->qpos, first[0], c.m->nq);
        CHECK_BITS(c.d->ten_length, first[1], c.m->ntendon);
        CHECK_BITS(c.d->ten_velocity, first[2], c.m->ntendon);
      }
      mju_copy(first[0], c.d->qpos, c.m->nq);
      mju_copy(first[1], c.d->ten_length, c.m->ntendon);
      mju_copy(first[2], c.d->ten_velocity, c.m->ntendon);
    }
  }
}

TEST(R4_25_short_paths_are_refused) {
  REFUSED("rope", REFUSAL(PATH("rope", "", "")));
  REFUSED("rope", REFUSAL(PATH("rope", "", SITE("a"))));
}

TEST(R4_26_geoms_stand_between_sites) {
  REFUSED("bracketed", REFUSAL(PATH("rope", "", GEOM("ball") SITE("a") SITE("b"))));
  REFUSED("bracketed", REFUSAL(PATH("rope", "", SITE("a") SITE("b") GEOM("ball"))));
}

TEST(R4_27_two_geoms_in_a_row_are_refused) {
  REFUSED("rope", REFUSAL(PATH("rope", "", SITE("a") GEOM("ball") GEOM("ball") SITE("b"))));
}

TEST(R4_28_geoms_beside_a_pulley_are_refused) {
  REFUSED("rope", REFUSAL(PATH("rope", "", SITE("a") SITE("b") GEOM("ball") "<pulley divisor='2'/>" SITE("a") SITE("b"))));
  REFUSED("rope", REFUSAL(PATH("rope", "", SITE("a") SITE("b") "<pulley divisor='2'/>" GEOM("ball") SITE("a") SITE("b"))));
}

TEST(R4_29_only_spheres_and_cylinders_wrap) {
  REFUSED("crate", REFUSAL(PATH("rope", "", SITE("a") GEOM("crate") SITE("b"))));
  REFUSED("pill", REFUSAL(PATH("rope", "", SITE("a") GEOM("pill") SITE("b"))));
}

TEST(R4_30_places_of_pulleys) {
  REFUSED("rope", REFUSAL(PATH("rope", "", SITE("a") SITE("b") "<pulley divisor='2'/>")));
  REFUSED("rope",
          REFUSAL(PATH("rope", "", SITE("a") SITE("b") "<pulley divisor='2'/><pulley divisor='2'/>" SITE("a") SITE("b"))));
  REFUSED("rope", REFUSAL(PATH("rope", "", SITE("a") SITE("b") "<pulley divisor='2'/>" SITE("a"))));
  CASE(c, REFUSAL(PATH("rope", "", "<pulley divisor='2'/>" SITE("a") SITE("b"))));
  mj_forward(c.m, c.d);
  CHECK_NEAR(c.d->ten_length[0], .5, 1e-12);
}

TEST(R4_31_divisors) {
  REFUSED("divisor", REFUSAL(PATH("rope", "", SITE("a") SITE("b") "<pulley divisor='-1'/>" SITE("a") SITE("b"))));
  REFUSED("divisor", REFUSAL(PATH("rope", "", SITE("a") SITE("b") "<pulley/>" SITE("a") SITE("b"))));
  CASE(c, REFUSAL(PATH("rope", "", SITE("a") SITE("b") "<pulley divisor='0'/>" SITE("a") SITE("b"))));
  mj_forward(c.m, c.d);
  CHECK(isinf(c.d->ten_length[0]));
}

TEST(R4_32_unknown_names_are_refused) {
  REFUSED("zz", REFUSAL(PATH("rope", "", SITE("zz") SITE("b"))));
  REFUSED("zz", REFUSAL(PATH("rope", "", SITE("a") GEOM("zz") SITE("b"))));
  REFUSED("zz", REFUSAL(PATH("rope", "", SITE("a") "<geom geom='ball' sidesite='zz'/>" SITE("b"))));
}

TEST(R4_33_wrong_elements_are_refused) {
  REFUSED("joint", REFUSAL(PATH("rope", "", SITE("a") "<joint joint='j' coef='1'/>" SITE("b"))));
  REFUSED("site", REFUSAL("<fixed name='rope'>" SITE("a") "</fixed>"));
  REFUSED("nonsense", REFUSAL(PATH("rope", "", SITE("a") "<nonsense/>" SITE("b"))));
  REFUSED("site", REFUSAL(PATH("rope", "", SITE("a") "<site/>" SITE("b"))));
  REFUSED("rope", REFUSAL(PATH("rope", "", SITE("a") SITE("a"))));
}

TEST(R4_34_wrong_attributes_are_refused) {
  REFUSED("size", MJCF("<geom name='dot' size='0'/>", ""));
  REFUSED("rope", REFUSAL(PATH("rope", "limited='true'", SITE("a") SITE("b"))));
  REFUSED("rope", REFUSAL(PATH("rope", "limited='true' range='1 0'", SITE("a") SITE("b"))));
  REFUSED("maybe", REFUSAL(PATH("rope", "limited='maybe' range='0 1'", SITE("a") SITE("b"))));
}

TEST(R4_35_a_limit_acts_within_its_margin) {
  for (int margin = 0; margin < 2; margin++) {
    CASE(c, TWO_LINKS("0 0 -.25", "limited='true' range='.4 .85' margin='%s'", ""), margin ? ".1" : "0");
    pose(&c, (const mjtNum[]){.1, .2});
    CHECK_INT(c.d->nefc, margin);
    if (margin) CHECK_NEAR(c.d->efc_pos[0], .85 - c.d->ten_length[0], 1e-12);
    if (margin) CHECK_NEAR(c.d->efc_margin[0], .1, 1e-12);
    pose(&c, (const mjtNum[]){0, 0});
    CHECK_INT(c.d->nefc, 0);
  }
}

TEST(R4_36_along_a_slide_a_straight_tendon_is_a_fixed_one) {
  CASE(c, SPRINGS);
  pose(&c, (const mjtNum[]){.3});
  mjtNum row[2];
  ig_ten_row(c.m, c.d, 0, row);
  ig_ten_row(c.m, c.d, 3, row + 1);
  CHECK_VALUES(row, 1e-12, -1, -1);
  CHECK_NEAR(c.d->ten_length[0] - c.m->tendon_length0[0], c.d->ten_length[3] - c.m->tendon_length0[3], 1e-12);
  mjtNum force[4];
  for (int t = 0; t < 4; t += 3) {
    ig_fill(c.m->tendon_stiffness, 4, 0);
    c.m->tendon_stiffness[t] = 80;
    mj_forward(c.m, c.d);
    force[t] = c.d->qfrc_passive[0];
  }
  CHECK_NEAR(force[0], force[3], 1e-9);
}

TEST(R4_37_recorded_runs) {
  for (int k = 0; k < NMODEL; k++) {
    CASE(c, "%s", models[k].xml);
    ig_fill(c.d->qvel, c.m->nv, .3);
    for (int part = 0; part < 2; part++) {
      char name[80];
      mjtNum figures[100];
      ig_steps(&c, part ? 90 : 10);
      int nq = c.m->nq, n = c.m->ntendon;
      mju_copy(figures, c.d->qpos, nq);
      mju_copy(figures + nq, c.d->ten_length, n);
      mju_copy(figures + nq + n, c.d->ten_velocity, n);
      snprintf(name, sizeof name, "R4.37 %s %d", models[k].name, part ? 100 : 10);
      CHECK_FIGURE(name, figures, nq + 2 * n, part ? 1e-6 : 1e-9);
    }
  }
}

TEST(R4_38_sparse_and_dense_jacobians_agree) {
  static const char* const texts[] = {STRAIGHT, THREE_SITES, FREE_BODY};
  for (int k = 0; k < 3; k++) {
    CASE(c, "%s", texts[k]);
    mjtNum row[2][MAX_NV], passive[2][MAX_NV];
    for (int sparse = 0; sparse < 2; sparse++) {
      c.m->opt.jacobian = sparse ? mjJAC_SPARSE : mjJAC_DENSE;
      generic(&c);
      ig_ten_row(c.m, c.d, 0, row[sparse]);
      mju_copy(passive[sparse], c.d->qfrc_passive, c.m->nv);
    }
    CHECK_SAME(row[1], row[0], c.m->nv, 1e-12);
    CHECK_SAME(passive[1], passive[0], c.m->nv, 1e-12);
  }
}

TEST(R4_39_an_end_inside_does_not_wrap) {
  CASE(c, MJCF("<geom name='ball' size='.1'/><geom name='roll' type='cylinder' size='.1 .2'/><site name='a' pos='.04 .03 "
               "0'/><site name='b' pos='.6 0 0'/>",
               "<tendon>" PATH("one", "", SITE("a") GEOM("ball") SITE("b"))
                   PATH("two", "", SITE("a") GEOM("roll") SITE("b")) "</tendon>"));
  mj_forward(c.m, c.d);
  for (int t = 0; t < 2; t++) {
    CHECK_INT(c.d->ten_wrapnum[t], 2);
    CHECK_NEAR(c.d->ten_length[t], hypot(.56, .03), 1e-12);
  }
}

TEST(R4_40_both_sites_on_one_body) {
  CASE(c, MJCF("<body><freejoint/><geom size='.1'/><site name='a'/><site name='b' pos='.2 .1 0'/></body>",
               "<tendon>" PATH("rope", "limited='true' range='0 .05'", SITE("a") SITE("b")) "</tendon>"));
  generic(&c);
  mjtNum row[6];
  ig_ten_row(c.m, c.d, 0, row);
  CHECK_VALUES(row, 0, 0, 0, 0, 0, 0, 0);
  CHECK_NEAR(c.d->ten_length[0], sqrt(.05), 1e-12);
  CHECK_INT(c.d->nefc, 0);
}
