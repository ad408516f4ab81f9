// SPDX-License-Identifier: Apache-2.0
// Prints the figures as the reference makes them, behind the words "view" and "mouse" (tools/record.py).
#include <stdio.h>

#include "figures.h"
#include "test.h"

TEST(record) {
  for (int model = 0; model < ig_nmodel; model++) {
    ig_Case c = ig_visual_case(model);
    for (int view = 0; view < ig_nview; view++) {
      ig_View v = ig_view(&c, view);
      printf("view {%d, %d, 0x%08xu, %.17g, %.17g},\n", v.ngeom, v.nlight, v.words, v.numbers, v.surface);
    }
    ig_case_free(&c);
  }
  for (int model = 0; model < ig_nmodel; model++) {
    for (int action = 1; action <= ig_nmouse; action++) {
      ig_Case c = ig_visual_case(model);
      ig_Mouse v = ig_mouse(&c, action);
      printf("mouse {0x%08xu, %.17g, %.17g, %.17g, %.17g},\n", v.words, v.pick, v.perturb, v.camera, v.room);
      ig_case_free(&c);
    }
  }
}
