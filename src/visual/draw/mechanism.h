// SPDX-License-Identifier: Apache-2.0
// What the drawings of tendons, joints and actuators share.
#ifndef INGOT_VISUAL_DRAW_MECHANISM_H_
#define INGOT_VISUAL_DRAW_MECHANISM_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

typedef struct {
  const mjtNum *from, *to;
  mjtNum width;  // half as wide inside a wrapping object
} ig_Segment;

// the k-th step along the path of a spatial tendon; false where the path is broken by a pulley
bool ig_tendon_segment(const mjModel* m, const mjData* d, int tendon, int k, ig_Segment* segment);

// impedance of the limit that holds a joint or tendon now, 0 if none does
mjtNum ig_limit_impedance(const mjData* d, mjtConstraint kind, int id);

#endif  // INGOT_VISUAL_DRAW_MECHANISM_H_
