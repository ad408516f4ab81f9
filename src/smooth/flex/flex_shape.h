// SPDX-License-Identifier: Apache-2.0
// Shape functions of interpolated flexes: the points of the unit cube follow (order+1)^3 nodes, order 1 or 2.
// Node (i, j, k) along x, y, z has number (i * (order+1) + j) * (order+1) + k.
#ifndef INGOT_SMOOTH_FLEX_FLEX_SHAPE_H_
#define INGOT_SMOOTH_FLEX_FLEX_SHAPE_H_

#include <mujoco/mjtnum.h>

// result = position of the point x of the cube, given the positions of the nodes
void ig_flex_interpolate(mjtNum result[3], const mjtNum x[3], const mjtNum* node, int order);

// weight of one node at x
mjtNum ig_flex_weight(const mjtNum x[3], int node, int order);

// gradient (3 x 3, row = coordinate of the position) of that position with respect to x
void ig_flex_gradient(mjtNum gradient[9], const mjtNum x[3], const mjtNum* node, int order);

#endif  // INGOT_SMOOTH_FLEX_FLEX_SHAPE_H_
