// SPDX-License-Identifier: Apache-2.0
// Vertices and faces of what deforms.
#ifndef INGOT_VISUAL_SURFACE_H_
#define INGOT_VISUAL_SURFACE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// some part of flexes is shown
static inline bool ig_flexes_shown(const mjvOption* opt) {
  return opt->flags[mjVIS_FLEXVERT] || opt->flags[mjVIS_FLEXEDGE] || opt->flags[mjVIS_FLEXFACE] || opt->flags[mjVIS_FLEXSKIN];
}

// most faces a flex can have, whatever is shown of it
int ig_flex_max_faces(const mjModel* m, int flex);

void ig_update_flexes(const mjModel* m, mjData* d, mjvScene* scn, const mjvOption* opt);
void ig_update_skins(const mjModel* m, const mjData* d, mjvScene* scn, const mjvOption* opt);

#endif  // INGOT_VISUAL_SURFACE_H_
