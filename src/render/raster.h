// SPDX-License-Identifier: Apache-2.0
// Which samples of a tile a piece covers, by integer edge functions: the same answer everywhere, and neighbours share no
// sample and leave none out.
#ifndef INGOT_RENDER_RASTER_H_
#define INGOT_RENDER_RASTER_H_

#include <stdint.h>

#include "render/frame.h"

// depth and nearest triangle at each sample of a tile; depth is 1 at the near plane, 0 at the far plane
typedef struct {
  _Alignas(32) float depth[IG_MAX_SAMPLES][IG_TILE_PIXELS];
  _Alignas(32) uint32_t tri[IG_MAX_SAMPLES][IG_TILE_PIXELS];
} ig_TileDepth;

// where the samples lie in a pixel, 1/256: the middle, or the four of Mesa
extern const int ig_sample_one[1][2];
extern const int ig_sample_four[4][2];

// draw into depth and triangles, where the piece is at least as near
void ig_raster_depth(const ig_Piece* piece, int tile_x, int tile_y, const int (*sample)[2], int samples, ig_TileDepth* out);

// Only look: bit s of cover[pixel] for samples where the piece is at least as near as depth. Returns the rows and columns
// that may have changed: low x, high x, low y, high y, inclusive.
void ig_raster_cover(const ig_Piece* piece, int tile_x, int tile_y, const int (*sample)[2], int samples,
                     const ig_TileDepth* depth, uint8_t cover[IG_TILE_PIXELS], int box[4]);

#endif  // INGOT_RENDER_RASTER_H_
