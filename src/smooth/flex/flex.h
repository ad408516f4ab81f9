// SPDX-License-Identifier: Apache-2.0
// Positions of flexes: vertices, bounding boxes, edges.
#ifndef INGOT_SMOOTH_FLEX_FLEX_H_
#define INGOT_SMOOTH_FLEX_FLEX_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>

// everything about flexes that depends on positions
void ig_flex(const mjModel* m, mjData* d);

// world positions of the nodes of an interpolated flex (3 * flex_nodenum)
void ig_flex_nodes(const mjModel* m, const mjData* d, int flex, mjtNum* xpos);

#endif  // INGOT_SMOOTH_FLEX_FLEX_H_
