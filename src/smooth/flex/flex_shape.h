// SPDX-License-Identifier: Apache-2.0
// Shape functions of interpolated flexes: the points of the unit cube follow (order+1)^3 nodes, order 1 or 2.
// Node (i, j, k) along x, y, z has number (i * (order+1) + j) * (order+1) + k.
#ifndef INGOT_SMOOTH_FLEX_FLEX_SHAPE_H_
#define INGOT_SMOOTH_FLEX_FLEX_SHAPE_H_

#include <mujoco/mjtnum.h>

// The functions of the nodes of a line from 0 to 1 (Lagrange, order 1 or 2) at s, and their slopes; those of a box are products
// of three.
typedef struct {
  mjtNum value[3], slope[3];
} ig_LineShape;

static inline ig_LineShape ig_line_shape(mjtNum s, int order) {
  if (order == 1) return (ig_LineShape){{1 - s, s, 0}, {-1, 1, 0}};
  return (ig_LineShape){{2 * s * s - 3 * s + 1, 4 * (s - s * s), 2 * s * s - s}, {4 * s - 3, 4 * (1 - 2 * s), 4 * s - 1}};
}

// result = position of the point x of the cube, given the positions of the nodes
void ig_flex_interpolate(mjtNum result[3], const mjtNum x[3], const mjtNum* node, int order);

// weight of one node at x
mjtNum ig_flex_weight(const mjtNum x[3], int node, int order);

// gradient (3 x 3, row = coordinate of the position) of that position with respect to x
void ig_flex_gradient(mjtNum gradient[9], const mjtNum x[3], const mjtNum* node, int order);

#endif  // INGOT_SMOOTH_FLEX_FLEX_SHAPE_H_
