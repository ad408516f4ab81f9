// SPDX-License-Identifier: Apache-2.0
// Lines R23: mass and inertia from geoms and meshes.
#include <stdio.h>

#include "require.h"
#include "tendons.h"

// a box mesh of 2 x 2 x 2 times a half size, closed and turned outwards
#define CUBE_FACES "0 2 1 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 2 3 7 2 7 6 0 4 7 0 7 3 1 2 6 1 6 5"
#define CUBE_POINTS "-.75 -.75 -.75 .75 -.75 -.75 .75 .75 -.75 -.75 .75 -.75 -.75 -.75 .75 .75 -.75 .75 .75 .75 .75 -.75 .75 .75"
#define CUBE(attributes) "<mesh name='cube' vertex='" CUBE_POINTS "' face='" CUBE_FACES "' " attributes "/>"
#define SIDE 1.5
#define CUBE_MASS (1000 * SIDE * SIDE * SIDE)
#define CUBE_INERTIA (CUBE_MASS * SIDE * SIDE / 6)

// an L-shaped prism: legs of 2 x 1 and 1 x 2, height 0.75
#define ELL(attributes)                                                                                            \
  "<mesh name='ell' vertex='0 0 0 2 0 0 2 1 0 1 1 0 1 3 0 0 3 0 0 0 .75 2 0 .75 2 1 .75 1 1 .75 1 3 .75 0 3 .75' " \
  "face='0 3 1 1 3 2 0 5 3 3 5 4 6 7 9 7 8 9 6 9 11 9 10 11 0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9 "    \
  "4 5 11 4 11 10 5 0 6 5 6 11' " attributes "/>"

#define SOLID(compiler, mesh, body)                                                                    \
  "<mujoco><compiler " compiler "/><asset>" mesh "</asset><worldbody><body name='b'><freejoint/>" body \
  "</body></worldbody></mujoco>"
#define MESH(name) "<geom type='mesh' mesh='" name "' density='1000'/>"

// mass, centre, principal inertias of the body
static void mass_figures(const ig_Case* c, mjtNum* figures) {
  figures[0] = c->m->body_mass[1];
  mju_copy3(figures + 1, c->m->body_ipos + 3);
  mju_copy3(figures + 4, c->m->body_inertia + 3);
}

// the full tensor in the body's axes, about the centre of mass
static void full_tensor(const mjModel* m, int body, mjtNum* full) {
  mjtNum axes[9], scaled[9];
  mju_quat2Mat(axes, m->body_iquat + 4 * body);
  for (int i = 0; i < 9; i++) scaled[i] = axes[i] * m->body_inertia[3 * body + i % 3];
  mju_mulMatMatT(full, scaled, axes, 3, 3, 3);
}

// full += mass (d^2 1 - d d')
static void add_shift(mjtNum* full, mjtNum mass, const mjtNum* d) {
  for (int i = 0; i < 9; i++) full[i] += mass * ((i % 4 ? 0 : mju_dot3(d, d)) - d[i / 3] * d[i % 3]);
}

TEST(R23_1_the_old_exact_switch_is_refused) {
  REFUSED("exactmeshinertia", "<mujoco><compiler exactmeshinertia='true'/></mujoco>");
  REFUSED("exactmeshinertia", "<mujoco><compiler exactmeshinertia='false'/></mujoco>");
}

TEST(R23_2_a_cube_mesh_has_the_inertia_of_a_cube) {
  CASE(c, SOLID("", CUBE("inertia='exact'"), MESH("cube")));
  CHECK_NEAR(c.m->body_mass[1], CUBE_MASS, 1e-9);
  CHECK_VALUES(c.m->body_inertia + 3, 1e-9, CUBE_INERTIA, CUBE_INERTIA, CUBE_INERTIA);
  CHECK_VALUES(c.m->body_ipos + 3, 1e-9, 0, 0, 0);
  CHECK_VALUES(c.m->body_iquat + 4, 1e-9, 1, 0, 0, 0);
}

TEST(R23_3_modes_agree_on_a_convex_mesh) {
  static const char* const modes[] = {"exact", "convex", "legacy"};
  for (int k = 0; k < 3; k++) {
    CASE(c, SOLID("", CUBE("inertia='%s'"), MESH("cube")), modes[k]);
    CHECK_NEAR(c.m->body_mass[1], CUBE_MASS, 1e-9);
    CHECK_VALUES(c.m->body_inertia + 3, 1e-6, CUBE_INERTIA, CUBE_INERTIA, CUBE_INERTIA);
  }
  CASE(shell, SOLID("", CUBE("inertia='shell'"), MESH("cube")));
  double mass = 6000 * SIDE * SIDE, inertia = mass * SIDE * SIDE * 5 / 18;
  CHECK_NEAR(shell.m->body_mass[1], mass, 1e-9);
  CHECK_VALUES(shell.m->body_inertia + 3, 1e-6, inertia, inertia, inertia);
}

TEST(R23_4_a_prism_that_is_not_convex) {
  CASE(c, SOLID("", ELL("inertia='exact'"), MESH("ell")));
  CHECK_NEAR(c.m->body_mass[1], 3000, 1e-9);
  CHECK_VALUES(c.m->body_ipos + 3, 1e-9, .75, 1.25, .375);
  CHECK(fabs(c.m->body_iquat[4]) < .999);
  mjtNum full[9], expected[9] = {0};
  static const mjtNum sizes[2][3] = {{2, 1, .75}, {1, 2, .75}}, centres[2][3] = {{1, .5, .375}, {.5, 2, .375}};
  for (int k = 0; k < 2; k++) {
    mjtNum d[3];
    for (int i = 0; i < 3; i++) expected[4 * i] += 1500 * (mju_dot3(sizes[k], sizes[k]) - sizes[k][i] * sizes[k][i]) / 12;
    mju_sub3(d, centres[k], c.m->body_ipos + 3);
    add_shift(expected, 1500, d);
  }
  full_tensor(c.m, 1, full);
  for (int i = 0; i < 9; i++) CHECK_NEAR(full[i] / 1000, expected[i] / 1000, 1e-9);
}

TEST(R23_5_the_other_modes_on_it) {
  static const char* const modes[] = {"exact", "convex", "legacy", "shell"};
  for (int k = 0; k < 4; k++) {
    char name[40];
    mjtNum figures[7];
    CASE(c, SOLID("", ELL("inertia='%s'"), MESH("ell")), modes[k]);
    mass_figures(&c, figures);
    snprintf(name, sizeof name, "R23.5 %s", modes[k]);
    CHECK_FIGURE(name, figures, 7, 1e-8);
    if (k == 1) CHECK_NEAR(figures[0], 3750, 1e-9);
    if (k == 3) CHECK_NEAR(figures[0], 15500, 1e-9);
  }
}

TEST(R23_6_legacy_is_the_default) {
  CASE(c, SOLID("", ELL(""), MESH("ell")));
  CASE(legacy, SOLID("", ELL("inertia='legacy'"), MESH("ell")));
  CHECK_NEAR(c.m->body_mass[1], legacy.m->body_mass[1], 0);
  CHECK(c.m->body_mass[1] > 3000.1);
}

TEST(R23_7_given_inertia_wins_unless_told_otherwise) {
  static const char* const modes[] = {"auto", "false", "true"};
  for (int k = 0; k < 3; k++) {
    CASE(c,
         SOLID("inertiafromgeom='%s'", CUBE("inertia='exact'"),
               "<inertial mass='40' pos='0 0 0' diaginertia='3 2.6 1.4'/>" MESH("cube")),
         modes[k]);
    CHECK_NEAR(c.m->body_mass[1], k < 2 ? 40 : CUBE_MASS, 1e-9);
    if (k < 2) CHECK_VALUES(c.m->body_inertia + 3, 1e-12, 3, 2.6, 1.4);
  }
}

TEST(R23_8_diagonal_inertia_is_kept_as_given) {
  CASE(c, SOLID("", "", "<inertial mass='2' pos='0 0 0' diaginertia='1 2 2.5'/>"));
  CHECK_VALUES(c.m->body_inertia + 3, 0, 1, 2, 2.5);
  CHECK_VALUES(c.m->body_iquat + 4, 0, 1, 0, 0, 0);
  REFUSED("inertia", SOLID("", "", "<inertial mass='2' pos='0 0 0' diaginertia='1 2 3.5'/>"));
}

TEST(R23_9_full_inertia_is_brought_to_its_axes) {
  CASE(c, SOLID("", "", "<inertial mass='4' pos='0 0 0' fullinertia='1.1 1.4 2.1 .1 .15 .3'/>"));
  mjtNum full[9];
  full_tensor(c.m, 1, full);
  CHECK_VALUES(full, 1e-7, 1.1, .1, .15, .1, 1.4, .3, .15, .3, 2.1);
  const mjtNum* inertia = c.m->body_inertia + 3;
  CHECK(inertia[0] > inertia[1] && inertia[1] > inertia[2]);
  CHECK_FIGURE("R23.9", inertia, 3, 1e-8);
}

TEST(R23_10_a_shifted_mesh) {
  CASE(c, SOLID("", CUBE("inertia='exact'"), "<geom type='mesh' mesh='cube' density='1000' pos='1.5 0 0'/>"));
  CHECK_VALUES(c.m->body_ipos + 3, 1e-9, 1.5, 0, 0);
  CHECK_VALUES(c.m->body_inertia + 3, 1e-9, CUBE_INERTIA, CUBE_INERTIA, CUBE_INERTIA);
  mjtNum full[9];
  full_tensor(c.m, 1, full);
  add_shift(full, c.m->body_mass[1], c.m->body_ipos + 3);
  double shift = CUBE_MASS * 1.5 * 1.5;
  CHECK_NEAR(full[0], CUBE_INERTIA, 1e-9);
  CHECK_NEAR(full[4], CUBE_INERTIA + shift, 1e-9);
  CHECK_NEAR(full[8], CUBE_INERTIA + shift, 1e-9);
}

TEST(R23_11_a_mesh_beside_a_primitive) {
  CASE(c, SOLID("", CUBE("inertia='exact'"),
                "<geom size='.2' density='1000'/><geom type='mesh' mesh='cube' density='1000' pos='1 0 0'/>"));
  mjtNum figures[11];
  mass_figures(&c, figures);
  mju_copy4(figures + 7, c.m->body_iquat + 4);
  CHECK_NEAR(figures[0], CUBE_MASS + 4000 * mjPI * .008 / 3, 1e-9);
  CHECK(figures[4] >= figures[5] && figures[5] >= figures[6]);
  CHECK_FIGURE("R23.11", figures, 11, 1e-8);
}

// full += the tensor of a body turned and shifted to a common centre
static void add_turned(const ig_Case* c, int geom, mjtNum mass, const mjtNum* inertia, mjtNum* full) {
  mjtNum axes[9], scaled[9], turned[9], d[3];
  mju_quat2Mat(axes, c->m->geom_quat + 4 * geom);
  for (int i = 0; i < 9; i++) scaled[i] = axes[i] * inertia[i % 3];
  mju_mulMatMatT(turned, scaled, axes, 3, 3, 3);
  mju_addTo(full, turned, 9);
  mju_sub3(d, c->m->geom_pos + 3 * geom, c->m->body_ipos + 3);
  add_shift(full, mass, d);
}

TEST(R23_12_turned_and_shifted_primitives_add_up) {
  CASE(c, SOLID("", "",
                "<geom type='box' size='.1 .2 .3' euler='20 45 60' pos='.1 .15 .3'/><geom type='ellipsoid' size='.1 .2 .15' "
                "euler='15 0 70'/>"));
  mjtNum full[9], expected[9] = {0};
  double box = 1000 * .2 * .4 * .6, ball = 4000 * mjPI * .1 * .2 * .15 / 3;
  add_turned(&c, 0, box, (const mjtNum[]){box * .13 / 3, box * .1 / 3, box * .05 / 3}, expected);
  add_turned(&c, 1, ball, (const mjtNum[]){ball * .0625 / 5, ball * .0325 / 5, ball * .05 / 5}, expected);
  full_tensor(c.m, 1, full);
  CHECK_SAME(full, expected, 9, 1e-7);
}

TEST(R23_13_a_flat_mesh_is_refused) {
  static const char* const modes[] = {"exact", "convex", "legacy", "shell"};
  for (int k = 0; k < 4; k++) {
    REFUSED("flat",
            SOLID("", "<mesh name='flat' vertex='0 0 0 1 0 0 1 1 0 0 1 0' face='0 1 2 0 2 3' inertia='%s'/>", MESH("flat")),
            modes[k]);
  }
}

#define INVERTED "0 1 2 0 2 3 4 6 5 4 7 6 0 5 1 0 4 5 2 7 3 2 6 7 0 7 4 0 3 7 1 6 2 1 5 6"
#define FLIPPED "0 1 2 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 2 3 7 2 7 6 0 4 7 0 7 3 1 2 6 1 6 5"

TEST(R23_14_faces_turned_inwards) {
  REFUSED("wrong", SOLID("", "<mesh name='wrong' vertex='" CUBE_POINTS "' face='" INVERTED "' inertia='exact'/>", MESH("wrong")));
  CASE(c, SOLID("", "<mesh name='wrong' vertex='" CUBE_POINTS "' face='" INVERTED "' inertia='legacy'/>", MESH("wrong")));
  CHECK_NEAR(c.m->body_mass[1], CUBE_MASS, 1e-9);
  REFUSED("wrong", SOLID("", "<mesh name='wrong' vertex='" CUBE_POINTS "' face='" FLIPPED "' inertia='exact'/>", MESH("wrong")));
  CASE(one, SOLID("", "<mesh name='wrong' vertex='" CUBE_POINTS "' face='" FLIPPED "' inertia='legacy'/>", MESH("wrong")));
  CHECK(one.m->body_mass[1] > 0);
}

TEST(R23_15_points_alone_and_shells) {
  CASE(c, SOLID("", "<mesh name='cube' vertex='" CUBE_POINTS "' inertia='exact'/>", MESH("cube")));
  CHECK_NEAR(c.m->body_mass[1], CUBE_MASS, 1e-9);
  REFUSED("inertia", SOLID("", CUBE(""), "<geom type='mesh' mesh='cube' shellinertia='true'/>"));
  CASE(shell, SOLID("", "", "<geom type='box' size='.75 .75 .75' shellinertia='true'/>"));
  double mass = 6000 * SIDE * SIDE, inertia = mass * SIDE * SIDE * 5 / 18;
  CHECK_NEAR(shell.m->body_mass[1], mass, 1e-9);
  CHECK_VALUES(shell.m->body_inertia + 3, 1e-9, inertia, inertia, inertia);
}

TEST(R23_16_a_given_mass_scales_the_inertia) {
  CASE(c, SOLID("", CUBE("inertia='exact'"), "<geom type='mesh' mesh='cube' mass='5'/>"));
  CHECK_NEAR(c.m->body_mass[1], 5, 1e-12);
  double inertia = 5 * SIDE * SIDE / 6;
  CHECK_VALUES(c.m->body_inertia + 3, 1e-9, inertia, inertia, inertia);
}

static int put(mjtNum* figures, int at, const mjtNum* values, int n) {
  mju_copy(figures + at, values, n);
  return at + n;
}

// all numbers that the compiler derives from masses and places
static void check_derived(const char* name, const mjModel* m) {
  mjtNum figures[4000];
  int n = put(figures, 0, m->body_mass, m->nbody);
  n = put(figures, n, m->body_inertia, 3 * m->nbody);
  n = put(figures, n, m->body_ipos, 3 * m->nbody);
  n = put(figures, n, m->body_iquat, 4 * m->nbody);
  n = put(figures, n, m->body_invweight0, 2 * m->nbody);
  n = put(figures, n, m->dof_invweight0, m->nv);
  n = put(figures, n, m->dof_M0, m->nv);
  n = put(figures, n, m->geom_rbound, m->ngeom);
  n = put(figures, n, m->geom_aabb, 6 * m->ngeom);
  n = put(figures, n, m->tendon_length0, m->ntendon);
  n = put(figures, n, m->tendon_invweight0, m->ntendon);
  n = put(figures, n, m->actuator_acc0, m->nu);
  n = put(figures, n, (const mjtNum[]){m->stat.meaninertia, m->stat.meanmass, m->stat.extent}, 3);
  CHECK_FIGURE(name, figures, n, 1e-8);
}

TEST(R23_17_derived_numbers_of_models) {
  static const char* const texts[] = {
      STRAIGHT,
      SPHERE,
      CYLINDER,
      PULLEY,
      THREE_SITES,
      MUSCLE,
      FREE_BODY,
      MIXED,
      SOLID("", CUBE("inertia='exact'") ELL("inertia='convex'"),
            MESH("cube") MESH("ell") "<geom type='capsule' size='.1 .2' euler='10 20 30'/>"),
      "<mujoco><compiler angle='radian'/><worldbody><geom type='plane' size='5 5 .1'/><body pos='0 0 .6'><joint type='slide' "
      "axis='1 0 0'/>"
      "<geom type='box' size='.1 .1 .05'/><body><joint axis='0 1 0' armature='.02'/><geom type='capsule' size='.03' fromto='0 0 "
      "0 0 0 .4' mass='.3'/></body></body>"
      "<body pos='1 0 1' euler='.1 .2 .3'><freejoint/><geom type='cylinder' size='.1 .2'/><geom type='ellipsoid' size='.1 .2 .3' "
      "pos='.1 0 0'/>"
      "<body pos='0 0 .3'><joint type='ball'/><geom size='.1'/></body></body></worldbody></mujoco>"};
  for (int k = 0; k < (int)(sizeof texts / sizeof texts[0]); k++) {
    char name[40];
    CASE(c, "%s", texts[k]);
    snprintf(name, sizeof name, "R23.17 model %d", k);
    check_derived(name, c.m);
  }
}
