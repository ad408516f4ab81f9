// SPDX-License-Identifier: Apache-2.0
// Lines R77 and R78: length ranges of actuators.
#include "require.h"

#define MUSCLE_PRM                                                                                                              \
  "gaintype='muscle' biastype='muscle' dyntype='muscle' gainprm='.75 1.05 -1 180 .5 1.6 1.5 1.3 1.2' biasprm='.75 1.05 -1 180 " \
  ".5 1.6 1.5 1.3 1.2' dynprm='.01 .04'"

// a limited arm with muscles on joint, tendon and site, and a motor; what stands in <compiler>
#define ARM                                                                                                              \
  "<mujoco><compiler angle='radian'>%s</compiler><worldbody><site name='fix' pos='0 0 .35'/>"                            \
  "<body><joint name='h' axis='0 1 0' range='-.9 .9' damping='.1'/><geom type='capsule' size='.03' fromto='0 0 0 .45 0 " \
  "0'/><site name='tip' pos='.45 0 0'/></body></worldbody>"                                                              \
  "<tendon><spatial name='sp'><site site='fix'/><site site='tip'/></spatial></tendon><actuator>"                         \
  "<muscle name='mj' joint='h' gear='2'/><muscle name='mt' tendon='sp'/>"                                                \
  "<general name='ms' site='tip' refsite='fix' gear='0 0 1 0 0 0' " MUSCLE_PRM                                           \
  "/><motor name='plain' joint='h'/></actuator></mujoco>"

static const mjtNum* range(const ig_Case* c, const char* name) {
  return c->m->actuator_lengthrange + 2 * ig_id(c->m, mjOBJ_ACTUATOR, name);
}

TEST(R77_1_range_of_a_muscle_on_a_joint) {
  CASE(c, ARM, "");
  CHECK(fabs(range(&c, "mj")[0] + 1.8) < .01 && fabs(range(&c, "mj")[1] - 1.8) < .01);
  CHECK_FIGURE("R77.1", range(&c, "mj"), 2, 1e-6);
}

TEST(R77_2_range_of_a_muscle_on_a_site) {
  CASE(c, ARM, "");
  double low = -.35 - .45 * sin(.9), high = -.35 + .45 * sin(.9);
  CHECK(fabs(range(&c, "ms")[0] - low) < .01 && fabs(range(&c, "ms")[1] - high) < .01);
  CHECK_FIGURE("R77.2", range(&c, "ms"), 2, 1e-6);
}

TEST(R77_3_which_actuators_get_a_range) {
  CASE(c, ARM, "");
  CHECK_VALUES(range(&c, "plain"), 0, 0, 0);
  CASE(all, ARM, "<lengthrange mode='all'/>");
  CHECK(range(&all, "plain")[0] < -.8 && range(&all, "plain")[1] > .8);
  CASE(none, ARM, "<lengthrange mode='none'/>");
  CHECK_NEAR(ig_largest(none.m->actuator_lengthrange, 8), 0, 0);
}

TEST(R77_4_given_ranges_and_limits) {
  CASE(given,
       "<mujoco><worldbody><body><joint name='h' axis='0 1 0'/><geom size='.1' pos='.2 0 0'/></body></worldbody>"
       "<actuator><muscle joint='h' lengthrange='.3 .8'/></actuator></mujoco>");
  CHECK_VALUES(given.m->actuator_lengthrange, 0, .3, .8);
  CASE(limits, ARM, "<lengthrange uselimit='true'/>");
  CHECK_VALUES(range(&limits, "mj"), 0, -.9, .9);
}

TEST(R78_1_range_of_a_muscle_on_a_spatial_tendon) {
  CASE(c, ARM, "");
  double ends[2];
  for (int k = 0; k < 2; k++) {
    double q = k ? .9 : -.9;
    ends[k] = hypot(.45 * cos(q), -.45 * sin(q) - .35);
  }
  CHECK(fabs(range(&c, "mt")[0] - fmin(ends[0], ends[1])) < .01 && fabs(range(&c, "mt")[1] - fmax(ends[0], ends[1])) < .01);
  CHECK_FIGURE("R78.1", range(&c, "mt"), 2, 1e-6);
}

TEST(R78_2_a_range_that_cannot_be_found_is_refused) {
  static const char text[] =
      "<mujoco><worldbody><body><joint name='h' axis='0 1 0'/><geom size='.1' pos='.2 0 0'/></body></worldbody>"
      "<actuator><muscle name='endless' joint='h'/></actuator></mujoco>";
  REFUSED("engthrange", "%s", text);
  REFUSED("endless", "%s", text);
}
