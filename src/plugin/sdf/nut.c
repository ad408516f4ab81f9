// SPDX-License-Identifier: Apache-2.0
// mujoco.sdf.nut: a hexagonal head with a threaded hole.
#include <math.h>

#include "plugin/sdf/shape.h"
#include "plugin/sdf/thread.h"

static mjtNum distance(const mjtNum p[3], const mjtNum* radius) {
  mjtNum reach = ig_thread_reach(p, *radius), cone = (p[2] - reach) * IG_SLOPE;

  // the hole widens at both ends
  mjtNum hole = ig_cut(ig_thread_distance(p, reach), cone + .5 * IG_SLOPE);
  hole = ig_join(hole, -cone - .05 * IG_SLOPE);
  return ig_cut(ig_head_distance(p, reach), hole);
}

static const ig_SdfShape nut = {"mujoco.sdf.nut", 1, {"radius"}, {0.26}, distance, ig_screw_box, NULL};

IG_SHAPE_PLUGIN(nut)
