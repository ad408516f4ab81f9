// SPDX-License-Identifier: Apache-2.0
// mujoco.sdf.bolt: a thread from z = -1 to 0 with a hexagonal head.
#include <math.h>

#include "plugin/sdf/shape.h"
#include "plugin/sdf/thread.h"

// one unit of thread below z = 0, pointed at its lower end, and the head around its upper half
static mjtNum distance(const mjtNum point[3], const mjtNum* radius) {
  ig_ScrewPoint p = ig_screw_point(point, *radius);
  mjtNum beyond_ends = fabs(point[2] + .5) - .5, beyond_tip = -(ig_cone_distance(&p) + IG_SLOPE);
  mjtNum shaft = ig_overlap(ig_overlap(ig_thread_distance(&p), beyond_ends), beyond_tip);
  return ig_join(shaft, ig_head_distance(&p));
}

static const ig_SdfShape bolt = {"mujoco.sdf.bolt", 1, {"radius"}, {0.26}, distance, ig_screw_box, NULL};

IG_SHAPE_PLUGIN(bolt)
