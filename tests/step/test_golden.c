// SPDX-License-Identifier: Apache-2.0
// r97_5: every flag alone, every integrator, solver and cone, against trajectories of the reference.
#include "golden.h"
#include "test.h"

typedef struct {
  const char* name;
  double at[3];
} Recorded;

// made by record/record.c with the library of the wheel mujoco==3.5.0
static const Recorded recorded[] = {
#include "recorded.inc"
};

TEST(r97_5_golden_trajectories) {
  static const double tolerance[3] = {1e-9, 1e-7, 1e-5};
  CHECK_INT(sizeof recorded / sizeof recorded[0], ig_ngolden);
  for (int run = 0; run < ig_ngolden; run++) {
    ig_Golden g = ig_golden(run);
    if (!g.name[0]) continue;
    CHECK_TEXT(g.name, recorded[run].name);

    // solvers that work row by row, or along a line, end a little apart
    bool loose = strstr(g.name, "cg") || strstr(g.name, "pgs") || strstr(g.name, "noslip");
    for (int k = 0; k < 3; k++) {
      double expected = recorded[run].at[k], tol = loose ? 1e-5 : tolerance[k];
      double scale = fabs(expected) > 1 ? fabs(expected) : 1;
      if (!(fabs(g.at[k] - expected) <= tol * scale)) {
        ig_test_fail(__FILE__, __LINE__, "%s, time %d: %.17g, expected %.17g", g.name, k, g.at[k], expected);
      }
    }
  }
}

TEST(two_runs_give_the_same_bits) {
  for (int run = 0; run < ig_ngolden; run += 3) {
    ig_Golden a = ig_golden(run), b = ig_golden(run);
    CHECK(!memcmp(a.at, b.at, sizeof a.at));
  }
}
