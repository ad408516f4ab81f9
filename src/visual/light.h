// SPDX-License-Identifier: Apache-2.0
// Lights of the scene.
#ifndef INGOT_VISUAL_LIGHT_H_
#define INGOT_VISUAL_LIGHT_H_

#include <mujoco/mujoco.h>

void ig_make_lights(const mjModel* m, const mjData* d, mjvScene* scn);

#endif  // INGOT_VISUAL_LIGHT_H_
