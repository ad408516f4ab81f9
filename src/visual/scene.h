// SPDX-License-Identifier: Apache-2.0
// The scene: what is drawn, made and filled.
#ifndef INGOT_VISUAL_SCENE_H_
#define INGOT_VISUAL_SCENE_H_

#include <mujoco/mujoco.h>

// empty; with memory for so many geoms; given back; filled
void ig_default_scene(mjvScene* scn);
void ig_make_scene(const mjModel* m, mjvScene* scn, int maxgeom);
void ig_free_scene(mjvScene* scn);
void ig_update_scene(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert, mjvCamera* cam, int catmask,
                     mjvScene* scn);

#endif  // INGOT_VISUAL_SCENE_H_
