// Writes recorded.inc: the golden runs as the reference makes them. Build it against the reference alone:
//   cc -Iinclude -Itests -Itests/step tests/step/record/record.c tests/step/{golden,scenes}.c tests/{case,test}.c
//      libmujoco.so.3.5.0 -lm && ./a.out | grep "^{" > tests/step/recorded.inc
#include <stdio.h>

#include "golden.h"
#include "test.h"

TEST(record) {
  for (int run = 0; run < ig_ngolden; run++) {
    ig_Golden g = ig_golden(run);
    printf("{\"%s\", {%.17g, %.17g, %.17g}},\n", g.name, g.at[0], g.at[1], g.at[2]);
  }
}
