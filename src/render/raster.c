// SPDX-License-Identifier: Apache-2.0
#include "render/raster.h"

#include <string.h>

#include "render/wide.h"

const int ig_sample_one[1][2] = {{128, 128}};
const int ig_sample_four[4][2] = {{96, 32}, {224, 96}, {32, 160}, {160, 224}};

// Edge k of a counter-clockwise triangle: e(x, y) = a x + b y + c is positive inside; of two triangles that share an edge
// exactly one counts its points, the one with a > 0, or b > 0 where a = 0.
typedef struct {
  int64_t a, b, c;
} Edge;

static void make_edges(const ig_Piece* p, Edge edge[3]) {
  for (int k = 0; k < 3; k++) {
    int n = (k + 1) % 3;
    Edge* e = &edge[k];
    e->a = (int64_t)p->y[k] - p->y[n];
    e->b = (int64_t)p->x[n] - p->x[k];
    e->c = -(e->a * p->x[k] + e->b * p->y[k]);
    if (!(e->a > 0 || (e->a == 0 && e->b > 0))) e->c -= 1;
  }
}

// pixels whose sample at `offset` may lie between two coordinates, in the tile
static void pixel_range(int32_t low, int32_t high, int offset, int origin, int* first, int* last) {
  int a = ((low - offset + IG_SUBPIXEL - 1) >> 8) - origin, b = ((high - offset) >> 8) - origin;
  *first = a < 0 ? 0 : a;
  *last = b > IG_TILE - 1 ? IG_TILE - 1 : b;
}

typedef struct {
  const ig_Piece* piece;
  int x0, y0;       // pixel at the tile's corner
  float z, zx, zy;  // depth at that pixel's sample
  float* depth;
  uint32_t* tri;
  uint8_t* cover;  // NULL: write depth and triangle
  uint8_t bit;
} Target;

// eight samples of a row
IG_WIDE_INLINE void eight(const Target* t, int at, ig_wi inside, ig_wf z) {
  ig_wf old = ig_w_load(t->depth + at);
  ig_wi pass = inside & (z >= old);
  if (t->cover) {
    for (int i = 0; i < IG_EIGHT; i++) t->cover[at + i] |= (uint8_t)(pass[i] & t->bit);
    return;
  }
  ig_w_store(t->depth + at, ig_w_select(pass, z, old));
  ig_wi tri = {0};
  tri += (int32_t)t->piece->tri;
  ig_w_storei(t->tri + at, ig_w_selecti(pass, tri, ig_w_loadi(t->tri + at)));
}

IG_WIDE_INLINE ig_wf depth_of(const Target* t, int column, int row) {
  float start = t->z + t->zy * (float)row + t->zx * (float)column;
  return start + t->zx * ig_w_ramp;
}

// few pixels: all three edges in integers of 32 bits
IG_WIDE_INLINE void small_piece(const Target* t, const Edge edge[3], int sx, int sy, const int box[4]) {
  ig_wi step[3];
  int32_t row_step[3], e0[3];
  int column = box[0] & ~(IG_EIGHT - 1);
  int64_t px = (int64_t)(t->x0 + column) * IG_SUBPIXEL + sx, py = (int64_t)(t->y0 + box[2]) * IG_SUBPIXEL + sy;
  for (int k = 0; k < 3; k++) {
    int32_t a = (int32_t)edge[k].a * IG_SUBPIXEL;
    step[k] = a * ig_w_index;
    row_step[k] = (int32_t)edge[k].b * IG_SUBPIXEL;
    e0[k] = (int32_t)(edge[k].a * px + edge[k].b * py + edge[k].c);
  }
  for (int row = box[2]; row <= box[3]; row++) {
    for (int c = column; c <= box[1]; c += IG_EIGHT) {
      int ahead = (c - column) * IG_SUBPIXEL;
      ig_wi e = (e0[0] + (int32_t)edge[0].a * ahead + step[0]) | (e0[1] + (int32_t)edge[1].a * ahead + step[1]) |
                (e0[2] + (int32_t)edge[2].a * ahead + step[2]);
      ig_wi inside = e >= 0;
      if (ig_w_any(inside)) eight(t, row * IG_TILE + c, inside, depth_of(t, c, row));
    }
    for (int k = 0; k < 3; k++) e0[k] += row_step[k];
  }
}

// many pixels: of each row the columns from the first to the last, from the edges that cross the tile
IG_WIDE_INLINE void large_piece(const Target* t, const Edge edge[3], int sx, int sy, const int box[4]) {
  Edge part[3];
  int parts = 0;
  int64_t x0 = (int64_t)t->x0 * IG_SUBPIXEL + sx, y0 = (int64_t)t->y0 * IG_SUBPIXEL + sy, side = (IG_TILE - 1) * IG_SUBPIXEL;
  for (int k = 0; k < 3; k++) {
    int64_t e = edge[k].a * x0 + edge[k].b * y0 + edge[k].c, dx = edge[k].a * side, dy = edge[k].b * side;
    int64_t low = e + (dx < 0 ? dx : 0) + (dy < 0 ? dy : 0), high = e + (dx > 0 ? dx : 0) + (dy > 0 ? dy : 0);
    if (high < 0) return;
    if (low < 0) part[parts++] = (Edge){edge[k].a * IG_SUBPIXEL, edge[k].b * IG_SUBPIXEL, e};
  }
  for (int row = box[2]; row <= box[3]; row++) {
    int64_t first = box[0], last = box[1];
    for (int k = 0; k < parts; k++) {
      int64_t e = part[k].c + part[k].b * row, a = part[k].a;
      if (a > 0) {
        if (e < 0) {
          int64_t from = (-e + a - 1) / a;
          first = from > first ? from : first;
        }
      } else if (e < 0) {
        last = -1;
      } else if (a < 0) {
        int64_t to = e / -a;
        last = to < last ? to : last;
      }
    }
    if (first > last) continue;
    for (int c = (int)first & ~(IG_EIGHT - 1); c <= last; c += IG_EIGHT) {
      ig_wi column = ig_w_index + c;
      ig_wi inside = (column >= (int)first) & (column <= (int)last);
      eight(t, row * IG_TILE + c, inside, depth_of(t, c, row));
    }
  }
}

IG_WIDE_INLINE void raster(const ig_Piece* p, int tile_x, int tile_y, const int (*sample)[2], int samples, const ig_TileDepth* in,
                           uint8_t* cover, int bounds[4]) {
  Edge edge[3];
  make_edges(p, edge);
  int32_t low_x, high_x, low_y, high_y;
  ig_bounds3(p->x, &low_x, &high_x);
  ig_bounds3(p->y, &low_y, &high_y);
  Target t = {.piece = p, .x0 = tile_x * IG_TILE, .y0 = tile_y * IG_TILE, .cover = cover, .zx = (float)p->zx, .zy = (float)p->zy};
  for (int s = 0; s < samples; s++) {
    int box[4];
    pixel_range(low_x, high_x, sample[s][0], t.x0, &box[0], &box[1]);
    pixel_range(low_y, high_y, sample[s][1], t.y0, &box[2], &box[3]);
    if (box[0] > box[1] || box[2] > box[3]) continue;
    double sx = t.x0 + sample[s][0] / (double)IG_SUBPIXEL, sy = t.y0 + sample[s][1] / (double)IG_SUBPIXEL;
    t.z = (float)(p->z + p->zx * sx + p->zy * sy);
    t.depth = (float*)in->depth[s];
    t.tri = (uint32_t*)in->tri[s];
    t.bit = (uint8_t)(1 << s);
    if (bounds) {
      bounds[0] = box[0] < bounds[0] ? box[0] : bounds[0];
      bounds[1] = box[1] > bounds[1] ? box[1] : bounds[1];
      bounds[2] = box[2] < bounds[2] ? box[2] : bounds[2];
      bounds[3] = box[3] > bounds[3] ? box[3] : bounds[3];
    }
    if (p->small) {
      small_piece(&t, edge, sample[s][0], sample[s][1], box);
    } else {
      large_piece(&t, edge, sample[s][0], sample[s][1], box);
    }
  }
}

IG_CLONES void ig_raster_depth(const ig_Piece* piece, int tile_x, int tile_y, const int (*sample)[2], int samples,
                               ig_TileDepth* out) {
  raster(piece, tile_x, tile_y, sample, samples, out, NULL, NULL);
}

IG_CLONES void ig_raster_cover(const ig_Piece* piece, int tile_x, int tile_y, const int (*sample)[2], int samples,
                               const ig_TileDepth* depth, uint8_t cover[IG_TILE_PIXELS], int box[4]) {
  box[0] = box[2] = IG_TILE;
  box[1] = box[3] = -1;
  raster(piece, tile_x, tile_y, sample, samples, depth, cover, box);
}
