// SPDX-License-Identifier: Apache-2.0
// What a bolt and a nut have in common: a screw thread around z, cones at 45 degrees and a hexagonal head below z = 0.
#ifndef INGOT_PLUGIN_SDF_THREAD_H_
#define INGOT_PLUGIN_SDF_THREAD_H_

#include <mujoco/mujoco.h>

// sine of 45 degrees: a flank or cone of that slope is so much nearer than it is high above or below
#define IG_SLOPE (sqrt(2.) / 2)

// a point as a screw sees it
typedef struct {
  mjtNum reach;  // from the axis, beyond the radius of the thread
  mjtNum angle;  // about z
  const mjtNum* at;
} ig_ScrewPoint;

ig_ScrewPoint ig_screw_point(const mjtNum p[3], mjtNum radius);

// the thread without ends; the head; the cone that opens upwards from the circle of the thread's radius at z = 0
mjtNum ig_thread_distance(const ig_ScrewPoint* p);
mjtNum ig_head_distance(const ig_ScrewPoint* p);
mjtNum ig_cone_distance(const ig_ScrewPoint* p);

void ig_screw_box(mjtNum aabb[6], const mjtNum* attribute);

#endif  // INGOT_PLUGIN_SDF_THREAD_H_
