// SPDX-License-Identifier: Apache-2.0
// What a bolt and a nut have in common: a screw thread around z and a hexagonal head below z = 0.
#ifndef INGOT_PLUGIN_SDF_THREAD_H_
#define INGOT_PLUGIN_SDF_THREAD_H_

#include <mujoco/mujoco.h>

// sine of 45 degrees: the flanks of the thread and the cones have this slope
#define IG_SLOPE (sqrt(2.) / 2)

// beyond the radius of the thread
mjtNum ig_thread_reach(const mjtNum p[3], mjtNum radius);

mjtNum ig_thread_distance(const mjtNum p[3], mjtNum reach);
mjtNum ig_head_distance(const mjtNum p[3], mjtNum reach);

void ig_screw_box(mjtNum aabb[6], const mjtNum* attribute);

#endif  // INGOT_PLUGIN_SDF_THREAD_H_
