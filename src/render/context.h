// SPDX-License-Identifier: Apache-2.0
// The context of pictures: made, resized, freed.
#ifndef INGOT_RENDER_CONTEXT_H_
#define INGOT_RENDER_CONTEXT_H_

#include <mujoco/mujoco.h>

// empty; made for a model; freed
void ig_context_default(mjrContext* con);
void ig_context_make(const mjModel* m, mjrContext* con, int fontscale);
void ig_context_free(mjrContext* con);

// numbers of the model that a context has copies of: its settings; which material has which texture
void ig_context_look(const mjModel* m, mjrContext* con);
void ig_context_materials(const mjModel* m, mjrContext* con);

// the buffer off the screen
void ig_context_resize(int width, int height, mjrContext* con);

#endif  // INGOT_RENDER_CONTEXT_H_
