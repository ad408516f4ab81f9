// SPDX-License-Identifier: Apache-2.0
// Every visual option on models that have something for it, against figures of the reference.
#include "figures.h"
#include "test.h"

// made by record/record.c with the library of the wheel mujoco==3.5.0
static const ig_View recorded_views[] = {
#include "recorded_views.inc"
};
static const ig_Mouse recorded_mouse[] = {
#include "recorded_mouse.inc"
};

// contact forces and the colour of limits come from a solver and an impedance; floats have seven digits
static const double tolerance = 1e-5;

TEST(scenes_are_those_of_the_reference) {
  CHECK_INT(sizeof recorded_views / sizeof recorded_views[0], ig_nmodel * ig_nview);
  for (int model = 0; model < ig_nmodel; model++) {
    ig_Case c = ig_visual_case(model);
    if (!c.d) continue;
    for (int view = 0; view < ig_nview; view++) {
      const ig_View* expected = &recorded_views[model * ig_nview + view];
      ig_View v = ig_view(&c, view);
      bool same = v.ngeom == expected->ngeom && v.nlight == expected->nlight && v.words == expected->words;
      double scale = fabs(expected->numbers) > 1 ? fabs(expected->numbers) : 1;
      bool near = fabs(v.numbers - expected->numbers) <= tolerance * scale && fabs(v.surface - expected->surface) <= tolerance;
      if (!same || !near) {
        ig_test_fail(__FILE__, __LINE__, "model %d view %d: %d geoms %d lights %08x %.9g %.9g, expected %d %d %08x %.9g %.9g",
                     model, view, v.ngeom, v.nlight, v.words, v.numbers, v.surface, expected->ngeom, expected->nlight,
                     expected->words, expected->numbers, expected->surface);
      }
    }
    ig_case_free(&c);
  }
}

TEST(the_mouse_moves_what_it_moves_in_the_reference) {
  CHECK_INT(sizeof recorded_mouse / sizeof recorded_mouse[0], ig_nmodel * ig_nmouse);
  for (int model = 0; model < ig_nmodel; model++) {
    for (int action = 1; action <= ig_nmouse; action++) {
      ig_Case c = ig_visual_case(model);
      if (!c.d) continue;
      const ig_Mouse* expected = &recorded_mouse[model * ig_nmouse + action - 1];
      ig_Mouse v = ig_mouse(&c, action);
      CHECK_INT(v.words, expected->words);
      CHECK_NEAR(v.pick, expected->pick, 1e-6);
      CHECK_NEAR(v.perturb, expected->perturb, 1e-6);
      CHECK_NEAR(v.camera, expected->camera, 1e-6);
      CHECK_NEAR(v.room, expected->room, 1e-6);
      ig_case_free(&c);
    }
  }
}
