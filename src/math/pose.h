// SPDX-License-Identifier: Apache-2.0
// Poses: a position and a unit quaternion.
#ifndef INGOT_MATH_POSE_H_
#define INGOT_MATH_POSE_H_

#include <mujoco/mujoco.h>

// the second pose, seen from where the first is
void ig_mulpose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos1[3], const mjtNum quat1[4], const mjtNum pos2[3],
                const mjtNum quat2[4]);
// the inverse
void ig_negpose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos[3], const mjtNum quat[4]);

#endif  // INGOT_MATH_POSE_H_
