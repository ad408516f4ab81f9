// SPDX-License-Identifier: Apache-2.0
// A small scene with rows of every kind.
#ifndef INGOT_TESTS_SOLVE_HEAP_H_
#define INGOT_TESTS_SOLVE_HEAP_H_

#include <stdbool.h>
#include <stdio.h>

// boxes on each other, a limb with limit and friction, an equality and a tendon across; more boxes for the large path
static inline char* ig_heap_text(int boxes, const char* cone, bool islands) {
  static char text[20000];
  int n = snprintf(
      text, sizeof text,
      "<mujoco><option cone='%s'><flag island='%s'/></option><worldbody><geom type='plane' size='5 5 .1'/>"
      "<body name='limb' pos='.5 0 .6'><joint name='hinge' axis='0 1 0' range='-10 10' limited='true' frictionloss='.2'/>"
      "<geom type='capsule' fromto='0 0 0 .4 0 0' size='.05'/><site name='tip' pos='.4 0 0'/></body>",
      cone, islands ? "enable" : "disable");
  for (int i = 0; i < boxes; i++) {
    n += snprintf(
        text + n, sizeof text - (size_t)n,
        "<body name='b%d' pos='%g %g %g' euler='%d %d 0'><freejoint/><geom type='box' size='.1 .09 .08' condim='%d'/><site "
        "name='s%d'/></body>",
        i, .04 * (i % 5), .17 * (i % 2), .09 + .15 * (i / 2), 3 * (i % 4), 2 * (i % 3),
        i % 3 == 1   ? 1
        : i % 3 == 2 ? 4
                     : 3,
        i);
  }
  snprintf(
      text + n, sizeof text - (size_t)n,
      "</worldbody><tendon><spatial limited='true' range='0 .2' frictionloss='.1'><site site='s0'/><site site='s1'/></spatial>"
      "</tendon><equality><connect body1='b0' body2='limb' anchor='.1 0 0'/></equality></mujoco>");
  return text;
}

// Light bodies deep inside of others: what contacts add to the Hessian is so much more than the inertia that it has lost rank.
// MuJoCo 3.5.0 ends within some iterations.
#define IG_LIGHT_SHELL                                                                                                       \
  "<body><geom size='500'/></body><body pos='40 -45 60'><freejoint/><geom size='200' mass='7e-05'/><body><joint axis='.5 1 " \
  "-.6'/>"                                                                                                                   \
  "<geom size='447'/></body></body>"
#define IG_ROUGH_BALL                                                                                                      \
  "<geom size='1'/><body><freejoint/><body><body pos='.003 -.3 -.2'><geom size='.07' condim='6' friction='1e-5 6e-5 200' " \
  "priority='1'/></body></body></body>"

#endif  // INGOT_TESTS_SOLVE_HEAP_H_
