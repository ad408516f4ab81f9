// SPDX-License-Identifier: Apache-2.0
// The curve of a slack string under gravity.
#ifndef INGOT_VISUAL_DRAW_CATENARY_H_
#define INGOT_VISUAL_DRAW_CATENARY_H_

#include <mujoco/mjtnum.h>

// Points (room for max_points, and for 3 at least) along a string of a length that hangs between two ends; returns how many.
// A taut string is a straight line of 2, one whose ends are almost above each other is drawn with 3.
int ig_catenary(const mjtNum from[3], const mjtNum to[3], const mjtNum gravity[3], mjtNum length, mjtNum* points, int max_points);

#endif  // INGOT_VISUAL_DRAW_CATENARY_H_
