// SPDX-License-Identifier: Apache-2.0
#include "scenes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ig_bench_add(char* text, size_t size, const char* format, ...) {
  size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  vsnprintf(text + used, size - used, format, args);
  va_end(args);
}

// one limb segment: joints, a capsule, a site; the caller closes the body
static void segment(char* text, size_t size, const char* pos, const char* joints, const char* end) {
  ig_bench_add(text, size, "<body pos='%s'>%s<geom type='capsule' size='.045' fromto='0 0 0 %s'/><site pos='%s' size='.01'/>",
               pos, joints, end, end);
}

// the dots are for the number of the joint
#define HINGE(axis) "<joint name='j...' axis='" axis "' range='-100 60' damping='2' armature='.01' stiffness='1'/>"

// numbers the hinges in their order and adds a fixed tendon over each `span` of them, and an actuator for each hinge and tendon
static void drive(char* text, size_t size, int span, const char* actuator) {
  int n = 0;
  for (char* at = text; (at = strstr(at, "'j...'")); n++) {
    at[2] = (char)('0' + n / 100);
    at[3] = (char)('0' + n / 10 % 10);
    at[4] = (char)('0' + n % 10);
  }
  int ntendon = n / span;
  ig_bench_add(text, size, "</worldbody><tendon>");
  for (int i = 0; i < ntendon; i++) {
    ig_bench_add(
        text, size,
        "<fixed name='t%d' stiffness='1' damping='.1'><joint joint='j%03d' coef='.5'/><joint joint='j%03d' coef='-1'/></fixed>",
        i, i * span, i * span + 1);
  }
  ig_bench_add(text, size, "</tendon><actuator>");
  for (int i = 0; i < n; i++) ig_bench_add(text, size, "<%s joint='j%03d' ctrlrange='-1 1' gear='20'/>", actuator, i);
  for (int i = 0; i < ntendon; i++) ig_bench_add(text, size, "<%s tendon='t%d' ctrlrange='-1 1'/>", actuator, i);
  ig_bench_add(text, size, "</actuator></mujoco>");
}

// trunk, head, two arms and two legs: a free joint and 21 hinges
static void write_humanoid(char* text, size_t size) {
  ig_bench_add(text, size,
      "<mujoco><worldbody><geom type='plane' size='5 5 .1'/><light pos='0 0 3' mode='trackcom'/><camera pos='0 -3 1' mode='track'/>"
      "<body pos='0 0 1.3'><freejoint/><geom type='capsule' size='.07' fromto='0 -.07 0 0 .07 0'/><geom size='.09' pos='0 0 .2'/>"
      "<body pos='0 0 -.16'>" HINGE("0 0 1") HINGE("0 1 0") "<geom type='capsule' size='.06' fromto='0 -.06 0 0 .06 0'/>"
      "<body pos='0 0 -.16'>" HINGE("1 0 0") "<geom type='capsule' size='.09' fromto='0 -.07 0 0 .07 0'/>");
  for (int side = -1; side <= 1; side += 2) {
    segment(text, size, side < 0 ? "0 -.1 -.04" : "0 .1 -.04", HINGE("1 0 0") HINGE("0 0 1") HINGE("0 1 0"), "0 0 -.34");
    segment(text, size, "0 0 -.4", HINGE("0 -1 0"), "0 0 -.3");
    segment(text, size, "0 0 -.39", HINGE("0 1 0") HINGE("1 0 .5"), ".1 0 0");
    ig_bench_add(text, size, "</body></body></body>");
  }
  ig_bench_add(text, size, "</body></body>");
  for (int side = -1; side <= 1; side += 2) {
    segment(text, size, side < 0 ? "0 -.17 .06" : "0 .17 .06", HINGE("2 1 1") HINGE("0 -1 1"), ".16 0 -.16");
    segment(text, size, ".18 0 -.18", HINGE("0 -1 1"), ".17 0 .17");
    ig_bench_add(text, size, "</body></body>");
  }
  ig_bench_add(text, size, "</body>");
  drive(text, size, 10, "motor");
}

// seven joints of an arm, five fingers of four joints
static void write_arm_hand(char* text, size_t size) {
  static const char* axes[] = {HINGE("0 0 1"), HINGE("0 1 0"), HINGE("1 0 0"), HINGE("0 1 0"),
                               HINGE("0 0 1"), HINGE("0 1 0"), HINGE("0 0 1")};
  ig_bench_add(text, size, "<mujoco><worldbody><light pos='0 0 3'/>");
  for (int i = 0; i < 7; i++) segment(text, size, i ? "0 0 .2" : "0 0 0", axes[i], "0 .02 .18");
  for (int finger = 0; finger < 5; finger++) {
    char base[64];
    snprintf(base, sizeof base, "%g .02 .1", -.08 + .04 * finger);
    segment(text, size, base, HINGE("0 1 0") HINGE("1 0 0"), "0 0 .04");
    segment(text, size, "0 0 .045", HINGE("1 0 0"), "0 0 .03");
    segment(text, size, "0 0 .035", HINGE("1 0 0"), "0 0 .02");
    ig_bench_add(text, size, "</body></body></body>");
  }
  for (int i = 0; i < 7; i++) ig_bench_add(text, size, "</body>");
  drive(text, size, 5, "position");
}

static void write_chain(char* text, size_t size) {
  ig_bench_add(text, size, "<mujoco><worldbody>");
  for (int i = 0; i < 100; i++) segment(text, size, i ? "0 0 .1" : "0 0 0", i % 2 ? HINGE("0 1 0") : HINGE("1 0 0"), "0 0 .08");
  for (int i = 0; i < 100; i++) ig_bench_add(text, size, "</body>");
  drive(text, size, 50, "motor");
}

const ig_BenchScene ig_bench_scenes[] = {
    {"humanoid", write_humanoid},
    {"arm and hand", write_arm_hand},
    {"chain of 100", write_chain},
};
const int ig_nbench_scene = sizeof ig_bench_scenes / sizeof ig_bench_scenes[0];
