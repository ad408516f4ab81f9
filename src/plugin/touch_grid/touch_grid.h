// SPDX-License-Identifier: Apache-2.0
// mujoco.sensor.touch_grid: contact forces on a body, gathered on a grid of directions as seen from a site.
#ifndef INGOT_PLUGIN_TOUCH_GRID_TOUCH_GRID_H_
#define INGOT_PLUGIN_TOUCH_GRID_TOUCH_GRID_H_

#include <mujoco/mujoco.h>

// Cells are numbered along the azimuth first. The arrays follow the struct.
typedef struct {
  int nchannel;      // normal, two tangents, and their torques
  int size[2];       // cells in azimuth and elevation
  mjtNum* edge[2];   // size + 1 angles each, rising
  mjtNum* distance;  // mean distance of the contacts in each cell, 0: none
  int* count;        // contacts in each cell
} ig_TouchGrid;

// the sensor of an instance, -1: none
int ig_touch_sensor(const mjModel* m, int instance);

// a box in the scene for each cell that is touched
void ig_draw_touch_grid(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn, int instance);

#endif  // INGOT_PLUGIN_TOUCH_GRID_TOUCH_GRID_H_
