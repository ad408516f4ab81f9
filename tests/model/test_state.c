// SPDX-License-Identifier: Apache-2.0
#include "../case.h"
#include "../test.h"

TEST(flags_of_equalities_are_set_from_any_number) {
  ig_Case c = ig_case(
      "<mujoco><worldbody><body name='a'><joint/><geom size='.1'/></body></worldbody>"
      "<equality><connect body1='a' anchor='0 0 0'/></equality></mujoco>");
  if (!c.m) return;
  static const struct {
    mjtNum given;
    int flag;
  } cases[] = {{0, 0}, {1, 1}, {1.9, 1}, {257, 1}, {-1, 255}, {1e308, 0}, {-1e308, 0}, {NAN, 0}, {INFINITY, 0}};
  for (int i = 0; i < (int)(sizeof(cases) / sizeof(*cases)); i++) {
    mj_setState(c.m, c.d, &cases[i].given, mjSTATE_EQ_ACTIVE);
    CHECK_INT(c.d->eq_active[0], cases[i].flag);
  }
  ig_case_free(&c);
}
