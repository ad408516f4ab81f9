// SPDX-License-Identifier: Apache-2.0
// mujoco.sdf.nut: a hexagonal head with a threaded hole.
#include <math.h>

#include "plugin/sdf/shape.h"
#include "plugin/sdf/thread.h"

static mjtNum distance(const mjtNum point[3], const mjtNum* radius) {
  ig_ScrewPoint p = ig_screw_point(point, *radius);
  mjtNum cone = ig_cone_distance(&p);

  // the hole is a thread that ends in a funnel below and opens into one above
  mjtNum hole = ig_cut(ig_thread_distance(&p), cone + .5 * IG_SLOPE);
  hole = ig_join(hole, -cone - .05 * IG_SLOPE);
  return ig_cut(ig_head_distance(&p), hole);
}

static const ig_SdfShape nut = {"mujoco.sdf.nut", 1, {"radius"}, {0.26}, distance, ig_screw_box, NULL};

IG_SHAPE_PLUGIN(nut)
