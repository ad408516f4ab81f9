// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// What goes beyond the mjr_ functions of MuJoCo: pictures without a window or a graphics card.

#ifndef INGOT_RENDER_H_
#define INGOT_RENDER_H_

#include <mujoco/mujoco.h>

#if defined(__cplusplus)
extern "C" {
#endif

// Threads that mjr_render uses for this context, the caller included; 1 to begin with. The picture does not depend on it.
// Returns the number that is used from now on, 0 for a context that has not been made.
MJAPI int ingot_setRenderThreads(const mjrContext* con, int threads);

// A window's buffer in memory, for mjFB_WINDOW; 0 x 0: none. Returns 1, or 0 when it cannot be had.
MJAPI int ingot_setWindow(mjrContext* con, int width, int height);

#if defined(__cplusplus)
}
#endif
#endif
