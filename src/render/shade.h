// SPDX-License-Identifier: Apache-2.0
// Colours of fragments: what one triangle shows in one pixel.
#ifndef INGOT_RENDER_SHADE_H_
#define INGOT_RENDER_SHADE_H_

#include <stdint.h>

#include "render/frame.h"

enum { IG_BATCH = 1024 };  // fragments that are shaded together

typedef struct {
  uint32_t tri;
  uint16_t pixel;  // in the tile
  uint8_t mask;    // samples
} ig_Fragment;

// a triangle of the batch: planes over the tile's pixels, from the middle of its first one
typedef struct {
  float inv_w[3], b1[3], b2[3];  // 1/w; second and third weight over w: value, per column, per row
  float eye[3][3];               // corners
  float tex[3][3];               // texture coordinates of the corners
  float normal[3][3];            // in the eye's frame
  float alpha[3];
  int draw, face, patch;
  float uv[6], fan, grid[4], last_cell[2];  // of a patch: its corners; second line and lines per unit along u and v
  int point;                                // where the corners' colours are; -1: patch
} ig_Setup;

// quad of a patch that a fragment lies in, and half of it: a quad is cut from its second to its fourth corner
typedef struct {
  int setup, cell_u, cell_v, half;
  int corner[3];
} ig_PatchKey;

// Everything about a batch. One per thread.
typedef struct {
  ig_Setup setup[IG_BATCH];  // triangles of the batch
  int nsetup;

  // points that are lit: corners of triangles or of a patch's quads, in the eye's frame
  _Alignas(32) float px[3 * IG_BATCH + 8], py[3 * IG_BATCH + 8], pz[3 * IG_BATCH + 8];
  _Alignas(32) float nx[3 * IG_BATCH + 8], ny[3 * IG_BATCH + 8], nz[3 * IG_BATCH + 8];
  _Alignas(32) float color[3][3 * IG_BATCH + 8];
  int point_draw[3 * IG_BATCH + 8];
  int npoint;

  // fragments
  int setup_of[IG_BATCH + 8];
  int above[IG_BATCH];  // fragment before this one in its column, -1: none
  ig_PatchKey key[IG_BATCH];
  bool same[IG_BATCH / 8];          // eight fragments of one triangle
  bool same_corners[IG_BATCH / 8];  // that also mix the same three points
  _Alignas(32) float column[IG_BATCH], row[IG_BATCH], w[IG_BATCH];
  _Alignas(32) int32_t wanted[IG_BATCH];
  int corner[IG_BATCH][3];                 // three points
  _Alignas(32) float weight[3][IG_BATCH];  // and their weights
  _Alignas(32) float eye[3][IG_BATCH];
  _Alignas(32) float texture[4][IG_BATCH];
  _Alignas(32) float out[4][IG_BATCH];    // colour in 0..255, rounded, and opacity from 0 to 1
  _Alignas(32) float light[3][IG_BATCH];  // of one light

  // shadows: receivers sorted by cell
  _Alignas(32) float rx[IG_BATCH + 8], ry[IG_BATCH + 8], rz[IG_BATCH + 8];
  int receiver[IG_BATCH + 8];
  uint8_t shadowed[IG_BATCH + 8];
} ig_Shader;

// count is at most IG_BATCH; in the mirror all lights shine and none casts shadows
void ig_shade(ig_Shader* s, const ig_RenderFrame* f, int tile_x, int tile_y, const ig_Fragment* fragment, int count,
              ig_Phase phase);

// Light at the points of the batch into s->color: lights of `lights` (bits), emission and the scene's ambient light if asked.
void ig_light_points(ig_Shader* s, const ig_RenderFrame* f, unsigned lights, bool base, bool mirror);

// set s->shadowed[i] for receivers i = 0 .. count - 1 whose light is blocked; s->receiver are fragments of the batch
void ig_shadow_batch(ig_Shader* s, const ig_Light* light, int count);

#endif  // INGOT_RENDER_SHADE_H_
