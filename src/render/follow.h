// SPDX-License-Identifier: Apache-2.0
// A context that serves many worlds of one model, some of which have numbers of their own that it holds copies of: sizes of
// planes, materials, textures, height fields, meshes. It takes over those of the world that is drawn next, if they are others.
#ifndef INGOT_RENDER_FOLLOW_H_
#define INGOT_RENDER_FOLLOW_H_

#include <mujoco/mujoco.h>

#include "render/print.h"

// prints of what is loaded now; zeros: what the worlds share
typedef struct {
  ig_Print planes, materials, textures, hfields, meshes;
} ig_Loaded;

// false: no memory. m is the model of a world with all its numbers, `shared` the one that the context was made from.
bool ig_follow(mjrContext* con, const mjModel* shared, const mjModel* m, ig_Loaded* loaded);

#endif  // INGOT_RENDER_FOLLOW_H_
