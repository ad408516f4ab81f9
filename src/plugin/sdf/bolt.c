// SPDX-License-Identifier: Apache-2.0
// mujoco.sdf.bolt: a thread from z = -1 to 0 with a hexagonal head.
#include <math.h>

#include "plugin/sdf/shape.h"
#include "plugin/sdf/thread.h"

static mjtNum distance(const mjtNum p[3], const mjtNum* radius) {
  mjtNum reach = ig_thread_reach(p, *radius), cone = (p[2] - reach) * IG_SLOPE;
  mjtNum shaft = ig_cut(ig_thread_distance(p, reach), .5 - fabs(p[2] + .5));

  // a tip
  shaft = ig_cut(shaft, cone + IG_SLOPE);
  return ig_join(shaft, ig_head_distance(p, reach));
}

static const ig_SdfShape bolt = {"mujoco.sdf.bolt", 1, {"radius"}, {0.26}, distance, ig_screw_box, NULL};

IG_SHAPE_PLUGIN(bolt)
