// SPDX-License-Identifier: Apache-2.0
// One hash per view, the same for every number of threads, build and processor. A change of the renderer that changes pictures
// changes these numbers: look at the pictures then (tests/render/compare.py), and record them anew from what this test prints.
#include <ingot/render.h>
#include <stdio.h>

#include "stage.h"
#include "test.h"
#include "views.h"

static const ig_View views[] = {
#include "views.inc"
};
enum { NVIEW = sizeof views / sizeof views[0] };

static void set(ig_Stage* s, const ig_View* v) {
  if (v->camera) ig_stage_camera(s, v->camera);
  if (v->render_flag >= 0) s->scn.flags[v->render_flag] = !s->scn.flags[v->render_flag];
  if (v->visual_flag >= 0) s->opt.flags[v->visual_flag] = !s->opt.flags[v->visual_flag];
  if (v->label >= 0) s->opt.label = v->label;
  if (v->frame >= 0) s->opt.frame = v->frame;
  s->scn.stereo = v->stereo;
  if (v->samples >= 0) s->con.offSamples = v->samples;
}

TEST(pictures_have_the_same_bytes_for_every_number_of_threads) {
  static ig_Stage s;
  static const int threads[] = {1, 2, 5};
  for (int i = 0; i < NVIEW; i++) {
    if (!ig_stage_open(&s, views[i].model, 120, 90)) return;
    set(&s, &views[i]);
    for (int k = 0; k < 3; k++) {
      CHECK_INT(ingot_setRenderThreads(&s.con, threads[k]), threads[k]);
      ig_stage_draw(&s);
      uint64_t hash = ig_stage_hash(&s);
      if (hash != views[i].hash) {
        ig_test_fail(__FILE__, __LINE__, "%s on %d threads: 0x%016llx, expected 0x%016llx", views[i].name, threads[k],
                     (unsigned long long)hash, (unsigned long long)views[i].hash);
      }
    }
    ig_stage_close(&s);
  }
}
