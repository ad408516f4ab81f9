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

// Pictures of many worlds at once, on their threads. What drawing needs is kept with the worlds from one call to the next, and so
// are pictures, as far as they take at most 60 kB for each world and camera or 16 MB in all: one that would show the same again
// is copied. The data of the worlds is left as it is.
typedef enum ingotPicture_ {
  INGOT_RGB = 0,       // 3 bytes a pixel
  INGOT_DEPTH,         // a float: metres along the sight
  INGOT_SEGMENTATION,  // 2 ints: number and kind (mjtObj) of the object, -1 -1 where there is none
} ingotPicture;

// how colours are drawn; depth and segmentation have one sample a pixel, in its middle, always
typedef enum ingotQuality_ {
  INGOT_MATCH = 0,     // as MuJoCo draws: samples as the model's <quality offsamples> says, shadows, reflections
  INGOT_FAST,          // one sample a pixel, no shadows, no reflections
  INGOT_FAST_SHADOWS,  // the same with shadows
} ingotQuality;

// Pictures of one size by several cameras. Each array is (worlds, cameras, height, width) of pixels as ingotPicture says, the
// uppermost row first; NULL: not wanted. Rows of worlds outside the mask are left as they are.
typedef struct ingotPictures_ {
  int width, height;
  int ncamera;
  const int* camera;  // numbers; -1: the free one
  ingotQuality quality;
  unsigned char* rgb;
  float* depth;
  int* segmentation;
} ingotPictures;

// Draw the worlds of the mask (NULL: all) as their fields are now, with the numbers of the model that are their own.
MJAPI ingotStatus ingot_worldsRender(ingotWorlds* worlds, const ingotPictures* pictures, const mjtByte* mask,
                                     ingotReport* report);

// One kind of picture at one size; it must be deleted before its worlds.
typedef struct ingotStudio_ ingotStudio;

MJAPI ingotStatus ingot_studioCreate(ingotWorlds* worlds, int width, int height, ingotStudio** studio, ingotReport* report);
MJAPI void ingot_studioDelete(ingotStudio* studio);

// As ingot_worldsRender, by one camera; but picture k is that of the k-th world of the mask.
MJAPI ingotStatus ingot_studioShoot(ingotStudio* studio, ingotPicture kind, int camera, const mjtByte* mask, void* out,
                                    ingotReport* report);

#if defined(__cplusplus)
}
#endif
#endif
