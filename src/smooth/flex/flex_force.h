// SPDX-License-Identifier: Apache-2.0
// Forces inside flexes: bending, elasticity, springs along edges.
#ifndef INGOT_SMOOTH_FLEX_FLEX_FORCE_H_
#define INGOT_SMOOTH_FLEX_FLEX_FORCE_H_

#include <stdbool.h>

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>

// adds to qfrc_spring and qfrc_damper
void ig_flex_forces(const mjModel* m, mjData* d, bool springs, bool dampers);

// nodes of an interpolated flex, turned into the frame in which it is at rest (centre at 0.5 0.5 0.5):
// positions, velocities (or NULL), and the rotation from the world into that frame
void ig_flex_rest_frame(const mjModel* m, mjData* d, int flex, mjtNum* xpos, mjtNum* vel, mjtNum quat[4]);

#endif  // INGOT_SMOOTH_FLEX_FLEX_FORCE_H_
