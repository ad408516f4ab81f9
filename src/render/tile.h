// SPDX-License-Identifier: Apache-2.0
// One tile of a picture, from its pieces to its pixels.
#ifndef INGOT_RENDER_TILE_H_
#define INGOT_RENDER_TILE_H_

#include "render/raster.h"
#include "render/shade.h"
#include "render/target.h"

typedef struct {
  ig_TileDepth depth, mirror;
  uint32_t color[IG_MAX_SAMPLES][IG_TILE_PIXELS], reflection[IG_MAX_SAMPLES][IG_TILE_PIXELS];
  uint8_t cover[IG_TILE_PIXELS];
  ig_Fragment fragment[IG_TILE_PIXELS * IG_MAX_SAMPLES];
  int nfragment;
  // shaded fragments of what is transparent, kept to be laid over the picture twice
  struct {
    uint16_t pixel;
    uint8_t mask;
    float rgb[3], alpha;
  } * glass;
  int nglass, room_glass;
  int* glass_first;  // per transparent geom
  int nglass_geom, room_glass_geom;
  ig_Shader shader;
  bool failed;  // memory ended
} ig_Tile;

// room as another has it: whichever thread gets a tile next time, it finds the room that the tile took
void ig_tile_match(ig_Tile* t, const ig_Tile* other);

void ig_tile_draw(ig_Tile* t, const ig_RenderFrame* f, int tile, ig_Target* target);

#endif  // INGOT_RENDER_TILE_H_
