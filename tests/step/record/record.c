// SPDX-License-Identifier: Apache-2.0
// Prints the golden runs as the reference makes them, each behind the word "run" (tools/record.py).
#include <stdio.h>

#include "golden.h"
#include "test.h"

TEST(record) {
  for (int run = 0; run < ig_ngolden; run++) {
    ig_Golden g = ig_golden(run);
    printf("run {\"%s\", {%.17g, %.17g, %.17g}},\n", g.name, g.at[0], g.at[1], g.at[2]);
  }
}
