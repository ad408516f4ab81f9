// SPDX-License-Identifier: Apache-2.0
// A scene as a picture.
#ifndef INGOT_RENDER_RENDER_H_
#define INGOT_RENDER_RENDER_H_

#include <mujoco/mujoco.h>

void ig_render(mjrRect viewport, mjvScene* scn, const mjrContext* con);

#endif  // INGOT_RENDER_RENDER_H_
