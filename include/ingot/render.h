// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// What goes beyond the mjr_ functions of MuJoCo: pictures without a window or a graphics card.

#ifndef INGOT_RENDER_H_
#define INGOT_RENDER_H_

#include <ingot/status.h>
#include <ingot/worlds.h>
#include <mujoco/mujoco.h>

#if defined(__cplusplus)
extern "C" {
#endif

// Threads that mjr_render uses for this context, the caller included; 1 to begin with. The picture does not depend on it.
// Returns the number that is used from now on, 0 for a context that has not been made.
MJAPI int ingot_setRenderThreads(const mjrContext* con, int threads);

// A window's buffer in memory, for mjFB_WINDOW; 0 x 0: none. Returns 1, or 0 when it cannot be had.
MJAPI int ingot_setWindow(mjrContext* con, int width, int height);

// Pictures of many worlds at once, on their threads. A studio keeps what drawing needs from one call to the next; it must
// be deleted before its worlds.
typedef struct ingotStudio_ ingotStudio;

typedef enum ingotPicture_ {
  INGOT_RGB = 0,       // 3 bytes a pixel
  INGOT_DEPTH,         // a float: metres along the sight
  INGOT_SEGMENTATION,  // 2 ints: number and kind (mjtObj) of the object, -1 -1 where there is none
} ingotPicture;

MJAPI ingotStatus ingot_studioCreate(ingotWorlds* worlds, int width, int height, ingotStudio** studio, ingotReport* report);
MJAPI void ingot_studioDelete(ingotStudio* studio);

// Draw the worlds of the mask (NULL: all) as their fields are now; camera -1 is the free one. Picture k is that of the k-th
// world of the mask, its uppermost row first. The data of the worlds is left as it is.
MJAPI ingotStatus ingot_studioShoot(ingotStudio* studio, ingotPicture kind, int camera, const mjtByte* mask, void* out,
                                    ingotReport* report);

#if defined(__cplusplus)
}
#endif
#endif
