// SPDX-License-Identifier: Apache-2.0
// The stages against figures of MuJoCo 3.5.0 (record/record.c makes them).
#include "model.h"
#include "test.h"

#include "base/memory.h"
#include "figures.h"
#include "scenes.h"

static const double recorded[][ig_nfigure] = {
#include "recorded.inc"
};

TEST(stages_agree_with_the_reference) {
  for (int i = 0; i < ig_nscene; i++) {
    double figures[ig_nfigure];
    mjModel* m = ig_test_model(ig_scenes[i].xml);
    if (!m) return;
    mjData* d = mj_makeData(m);
    ig_figures(m, d, figures);
    for (int k = 0; k < ig_nfigure; k++) {
      double expected = recorded[i][k], scale = fabs(expected) > 1 ? fabs(expected) : 1;
      if (!(fabs(figures[k] - expected) <= 1e-11 * scale)) {
        ig_test_fail(__FILE__, __LINE__, "%s, %s: %.17g, expected %.17g", ig_scenes[i].name, ig_figure_name(k), figures[k],
                     expected);
      }
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

TEST(stages_allocate_nothing) {
  for (int i = 0; i < ig_nscene; i++) {
    double figures[ig_nfigure];
    mjModel* m = ig_test_model(ig_scenes[i].xml);
    if (!m) return;
    mjData* d = mj_makeData(m);
    int64_t bytes = ig_live_bytes(), blocks = ig_live_blocks();
    ig_figures(m, d, figures);
    CHECK_INT(ig_live_bytes(), bytes);
    CHECK_INT(ig_live_blocks(), blocks);
    CHECK_INT(d->pstack, 0);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}
