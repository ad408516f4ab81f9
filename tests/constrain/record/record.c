// SPDX-License-Identifier: Apache-2.0
// Prints the figures of every scene as the reference computes them, each behind the word "row" (tools/record.py).
#include <stdio.h>

#include "figures.h"
#include "scenes.h"
#include "test.h"

TEST(record) {
  double figures[ig_nrow_figure];
  for (int scene = 0; scene < ig_nrow_scene; scene++) {
    ig_Case c = ig_case(ig_row_scenes[scene].xml);
    for (int variant = 0; variant < ig_nrow_variant; variant++) {
      ig_row_figures(&c, variant, figures);
      printf("row {\"%s\", %d, {", ig_row_scenes[scene].name, variant);
      for (int i = 0; i < ig_nrow_figure; i++) printf("%s%.17g", i ? ", " : "", figures[i]);
      printf("}},\n");
    }
    ig_case_free(&c);
  }
}
