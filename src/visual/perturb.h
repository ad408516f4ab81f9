// SPDX-License-Identifier: Apache-2.0
// The perturbed body.
#ifndef INGOT_VISUAL_PERTURB_H_
#define INGOT_VISUAL_PERTURB_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// a body other than the world is selected
static inline bool ig_selected_body(const mjModel* m, const mjvPerturb* pert) {
  return pert->select > 0 && pert->select < m->nbody;
}

// the selected point in the world
void ig_selected_point(const mjData* d, const mjvPerturb* pert, mjtNum point[3]);

#endif  // INGOT_VISUAL_PERTURB_H_
