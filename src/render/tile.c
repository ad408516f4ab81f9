// SPDX-License-Identifier: Apache-2.0
#include "render/tile.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "render/grow.h"
#include "render/wide.h"

typedef struct {
  ig_Tile* t;
  const ig_RenderFrame* f;
  int x, y;
  const int (*sample)[2];
  int samples;
  int columns, rows;  // of the tile that lie in the view
  bool holes;         // some samples show nothing
} Job;

// the triangles of one pixel, and the samples of each
static void collect_pixel(Job* j, const ig_TileDepth* depth, int pixel) {
  ig_Tile* t = j->t;
  unsigned left = (1u << j->samples) - 1;
  for (int s = 0; s < j->samples; s++) {
    uint32_t tri = depth->tri[s][pixel];
    if (tri == IG_NO_TRIANGLE) j->holes = true;
    if (!(left >> s & 1) || tri == IG_NO_TRIANGLE) continue;
    unsigned mask = 0;
    for (int k = s; k < j->samples; k++) mask |= depth->tri[k][pixel] == tri ? 1u << k : 0;
    left &= ~mask;
    t->fragment[t->nfragment++] = (ig_Fragment){tri, (uint16_t)pixel, (uint8_t)mask};
  }
}

// one fragment for each triangle in each pixel, in the order of pixels
IG_CLONES static void collect(Job* j, const ig_TileDepth* depth) {
  ig_Tile* t = j->t;
  t->nfragment = 0;
  uint8_t all = (uint8_t)((1u << j->samples) - 1);
  for (int row = 0; row < j->rows; row++) {
    for (int column = 0; column < j->columns; column += IG_EIGHT) {
      int pixel = row * IG_TILE + column, count = j->columns - column < IG_EIGHT ? j->columns - column : IG_EIGHT;
      ig_wi first = ig_w_loadi(depth->tri[0] + pixel), different = first == -1;
      for (int s = 1; s < j->samples; s++) different |= ig_w_loadi(depth->tri[s] + pixel) != first;
      if (!ig_w_any(different)) {
        for (int k = 0; k < count; k++) {
          t->fragment[t->nfragment++] = (ig_Fragment){depth->tri[0][pixel + k], (uint16_t)(pixel + k), all};
        }
        continue;
      }
      for (int k = 0; k < count; k++) collect_pixel(j, depth, pixel + k);
    }
  }
}

static void shade_opaque(Job* j, ig_Phase phase, uint32_t color[][IG_TILE_PIXELS]) {
  ig_Tile* t = j->t;
  for (int first = 0; first < t->nfragment; first += IG_BATCH) {
    int count = t->nfragment - first < IG_BATCH ? t->nfragment - first : IG_BATCH;
    ig_shade(&t->shader, j->f, j->x, j->y, t->fragment + first, count, phase);
    for (int i = 0; i < count; i++) {
      const ig_Fragment* fragment = &t->fragment[first + i];
      float(*out)[IG_BATCH] = t->shader.out;
      uint32_t rgba = ig_pack(out[0][i], out[1][i], out[2][i], (uint32_t)(out[3][i] * 255 + 0.5f));
      if (fragment->mask == 15) {
        for (int s = 0; s < IG_MAX_SAMPLES; s++) color[s][fragment->pixel] = rgba;
        continue;
      }
      for (int s = 0; s < j->samples; s++) {
        if (fragment->mask >> s & 1) color[s][fragment->pixel] = rgba;
      }
    }
  }
}

// segmentation: the draw's colour as it is
static void paint_segments(Job* j) {
  ig_Tile* t = j->t;
  for (int pixel = 0; pixel < IG_TILE_PIXELS; pixel++) {
    uint32_t tri = t->depth.tri[0][pixel];
    if (tri == IG_NO_TRIANGLE) continue;
    const float* rgba = j->f->draw[j->f->tri[tri].draw].rgba;
    float c[3];
    for (int k = 0; k < 3; k++) c[k] = floorf(rgba[k] * 255 + 0.5f);
    t->color[0][pixel] = ig_pack(c[0], c[1], c[2], 255);
  }
}

// ---- what is blended

static bool room(ig_Tile* t, void* array, int* have, int wanted, size_t size) {
  enum { LEAST = 1024 };
  if (ig_grow(array, have, wanted, size, LEAST)) return true;
  t->failed = true;
  return false;
}

void ig_tile_match(ig_Tile* t, const ig_Tile* other) {
  room(t, &t->glass, &t->room_glass, other->room_glass, sizeof *t->glass);
  room(t, &t->glass_first, &t->room_glass_geom, other->room_glass_geom, sizeof(int));
}

// shade what is collected and keep it
static void keep_glass(Job* j, ig_Phase phase) {
  ig_Tile* t = j->t;
  if (!room(t, &t->glass, &t->room_glass, t->nglass + t->nfragment, sizeof *t->glass)) return;
  for (int first = 0; first < t->nfragment; first += IG_BATCH) {
    int count = t->nfragment - first < IG_BATCH ? t->nfragment - first : IG_BATCH;
    ig_shade(&t->shader, j->f, j->x, j->y, t->fragment + first, count, phase);
    for (int i = 0; i < count; i++, t->nglass++) {
      t->glass[t->nglass].pixel = t->fragment[first + i].pixel;
      t->glass[t->nglass].mask = t->fragment[first + i].mask;
      for (int k = 0; k < 3; k++) t->glass[t->nglass].rgb[k] = t->shader.out[k][i];
      t->glass[t->nglass].alpha = t->shader.out[3][i];
    }
  }
  t->nfragment = 0;
}

// fragments of one piece, in front of what is there
static void collect_cover(Job* j, uint32_t tri, const int box[4]) {
  ig_Tile* t = j->t;
  for (int row = box[2]; row <= box[3]; row++) {
    for (int column = box[0]; column <= box[1]; column++) {
      int pixel = row * IG_TILE + column;
      if (!t->cover[pixel]) continue;
      if (row >= j->rows || column >= j->columns) {
        t->cover[pixel] = 0;
        continue;
      }
      t->fragment[t->nfragment++] = (ig_Fragment){tri, (uint16_t)pixel, t->cover[pixel]};
      t->cover[pixel] = 0;
    }
  }
}

static uint32_t add_colors(uint32_t a, const float rgb[3], float alpha) {
  float c[3];
  for (int k = 0; k < 3; k++) {
    c[k] = (float)(a >> (8 * k) & 255) + floorf(rgb[k] * alpha + 0.5f);
    if (c[k] > 255) c[k] = 255;
  }
  return ig_pack(c[0], c[1], c[2], a >> 24);
}

static void lay_glass(Job* j, int geom, uint32_t color[][IG_TILE_PIXELS]) {
  ig_Tile* t = j->t;
  for (int i = t->glass_first[geom]; i < t->glass_first[geom + 1]; i++) {
    for (int s = 0; s < j->samples; s++) {
      if (!(t->glass[i].mask >> s & 1)) continue;
      uint32_t* c = &color[s][t->glass[i].pixel];
      *c = j->f->additive ? add_colors(*c, t->glass[i].rgb, t->glass[i].alpha) : ig_blend(*c, t->glass[i].rgb, t->glass[i].alpha);
    }
  }
}

// transparent geoms, nearest first and then once more the other way round, as the reference lays them
static int blend_glass(Job* j, int at, int end, ig_Phase phase, const ig_TileDepth* depth, uint32_t color[][IG_TILE_PIXELS]) {
  ig_Tile* t = j->t;
  const ig_RenderFrame* f = j->f;
  int limit = f->phase_end[phase], geom = -1;
  t->nglass = t->nglass_geom = 0;
  t->nfragment = 0;
  for (; at < end && (int)f->bin[at] < limit && !t->failed; at++) {
    const ig_Piece* piece = &f->piece[f->bin[at]];
    int number = f->draw[f->tri[piece->tri].draw].geom;
    if (number != geom || t->nfragment > IG_TILE_PIXELS * (IG_MAX_SAMPLES - 1)) {
      keep_glass(j, phase);
    }
    if (number != geom) {
      if (!room(t, &t->glass_first, &t->room_glass_geom, t->nglass_geom + 2, sizeof(int))) return end;
      t->glass_first[t->nglass_geom++] = t->nglass;
      geom = number;
    }
    int box[4];
    ig_raster_cover(piece, j->x, j->y, j->sample, j->samples, depth, t->cover, box);
    collect_cover(j, piece->tri, box);
  }
  keep_glass(j, phase);
  if (!t->nglass_geom || t->failed) return at;
  t->glass_first[t->nglass_geom] = t->nglass;
  for (int g = 0; g < t->nglass_geom; g++) lay_glass(j, g, color);
  for (int g = t->nglass_geom - 1; g >= 0 && !f->additive; g--) lay_glass(j, g, color);
  return at;
}

// what the mirror shows is added to the mirror's own colour
static int reflect(Job* j, int at, int end) {
  ig_Tile* t = j->t;
  const ig_RenderFrame* f = j->f;
  bool seen = false;
  if (at >= end || (int)f->bin[at] >= f->phase_end[IG_PHASE_MIRROR_GLASS]) return at;
  for (int s = 0; s < j->samples; s++) {
    uint32_t last = IG_NO_TRIANGLE;
    bool here = false;
    for (int pixel = 0; pixel < IG_TILE_PIXELS; pixel++) {
      uint32_t tri = t->depth.tri[s][pixel];
      if (tri != last) here = tri != IG_NO_TRIANGLE && f->draw[f->tri[tri].draw].mirror;
      last = tri;
      // elsewhere nothing is near enough
      t->mirror.depth[s][pixel] = here ? 0 : 2;
      seen |= here;
    }
  }
  if (!seen) {
    while (at < end && (int)f->bin[at] < f->phase_end[IG_PHASE_MIRROR_GLASS]) at++;
    return at;
  }
  memset(t->mirror.tri, 0xff, sizeof t->mirror.tri[0] * (size_t)j->samples);
  memset(t->reflection, 0, sizeof t->reflection[0] * (size_t)j->samples);
  for (; at < end && (int)f->bin[at] < f->phase_end[IG_PHASE_MIRROR]; at++) {
    ig_raster_depth(&f->piece[f->bin[at]], j->x, j->y, j->sample, j->samples, &t->mirror);
  }
  collect(j, &t->mirror);
  shade_opaque(j, IG_PHASE_MIRROR, t->reflection);
  at = blend_glass(j, at, end, IG_PHASE_MIRROR_GLASS, &t->mirror, t->reflection);
  for (int s = 0; s < j->samples; s++) {
    for (int pixel = 0; pixel < IG_TILE_PIXELS; pixel++) {
      uint32_t c = t->reflection[s][pixel];
      if (t->mirror.depth[s][pixel] > 1.5f || !c) continue;
      float rgb[3] = {(float)(c & 255), (float)(c >> 8 & 255), (float)(c >> 16 & 255)};
      t->color[s][pixel] = add_colors(t->color[s][pixel], rgb, 1);
    }
  }
  return at;
}

// haze is blended over the sky, and hides what lies behind it
static int blend_haze(Job* j, int at, int end) {
  ig_Tile* t = j->t;
  const ig_RenderFrame* f = j->f;
  for (; at < end && (int)f->bin[at] < f->phase_end[IG_PHASE_HAZE] && !t->failed; at++) {
    const ig_Piece* piece = &f->piece[f->bin[at]];
    int box[4];
    ig_raster_cover(piece, j->x, j->y, j->sample, j->samples, &t->depth, t->cover, box);
    t->nfragment = t->nglass = 0;
    collect_cover(j, piece->tri, box);
    ig_raster_depth(piece, j->x, j->y, j->sample, j->samples, &t->depth);
    keep_glass(j, IG_PHASE_HAZE);
    for (int i = 0; i < t->nglass; i++) {
      for (int s = 0; s < j->samples; s++) {
        uint32_t* c = &t->color[s][t->glass[i].pixel];
        if (t->glass[i].mask >> s & 1) *c = ig_blend(*c, t->glass[i].rgb, t->glass[i].alpha);
      }
    }
  }
  return at;
}

// mean of four colours, two channels at a time in the halves of a number
static inline uint32_t mean(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  uint32_t even = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff) + 0x20002;
  uint32_t odd = (a >> 8 & 0xff00ff) + (b >> 8 & 0xff00ff) + (c >> 8 & 0xff00ff) + (d >> 8 & 0xff00ff) + 0x20002;
  return (even >> 2 & 0xff00ff) | (odd >> 2 & 0xff00ff) << 8;
}

// samples to pixels; depth is that of the first
IG_CLONES static void resolve(const Job* j, ig_Target* target) {
  const ig_Tile* t = j->t;
  const ig_RenderFrame* f = j->f;
  int x0 = j->x * IG_TILE, y0 = j->y * IG_TILE;
  int first = f->clip_left > x0 ? f->clip_left - x0 : 0, last = f->clip_right - x0 < IG_TILE ? f->clip_right - x0 : IG_TILE;
  for (int row = 0; row < IG_TILE; row++) {
    int y = y0 + row;
    if (y < f->clip_bottom || y >= f->clip_top) continue;
    const uint32_t* c = t->color[0] + row * IG_TILE;
    size_t at = (size_t)(f->bottom + y) * (size_t)target->width;
    uint32_t* out = target->rgba + at + f->left + x0;
    if (j->samples == 4) {
      for (int x = first; x < last; x++)
        out[x] = mean(c[x], c[x + IG_TILE_PIXELS], c[x + 2 * IG_TILE_PIXELS], c[x + 3 * IG_TILE_PIXELS]);
    } else {
      for (int x = first; x < last; x++) out[x] = c[x];
    }
    if (!target->depth) continue;
    float* depth = target->depth + at + f->left + x0;
    for (int x = first; x < last; x++) depth[x] = t->depth.depth[0][row * IG_TILE + x];
  }
}

void ig_tile_draw(ig_Tile* t, const ig_RenderFrame* f, int tile, ig_Target* target) {
  Job j = {t, f, tile % f->ntile_x, tile / f->ntile_x, ig_sample_one, 1, IG_TILE, IG_TILE, false};
  if (f->width - j.x * IG_TILE < IG_TILE) j.columns = f->width - j.x * IG_TILE;
  if (f->height - j.y * IG_TILE < IG_TILE) j.rows = f->height - j.y * IG_TILE;
  if (f->samples == 4 && !f->segment) j.sample = ig_sample_four, j.samples = 4;
  int at = f->bin_first[tile], end = f->bin_first[tile + 1];
  memset(t->depth.depth, 0, sizeof t->depth.depth[0] * (size_t)j.samples);
  memset(t->depth.tri, 0xff, sizeof t->depth.tri[0] * (size_t)j.samples);
  for (; at < end && (int)f->bin[at] < f->phase_end[IG_PHASE_OPAQUE]; at++) {
    ig_raster_depth(&f->piece[f->bin[at]], j.x, j.y, j.sample, j.samples, &t->depth);
  }
  if (f->segment) {
    memset(t->color, 0, sizeof t->color[0]);
    paint_segments(&j);
  } else {
    collect(&j, &t->depth);
    if (j.holes) memset(t->color, 0, sizeof t->color[0] * (size_t)j.samples);
    shade_opaque(&j, IG_PHASE_OPAQUE, t->color);
    if (f->has_mirror) at = reflect(&j, at, end);
    at = blend_haze(&j, at, end);
    blend_glass(&j, at, end, IG_PHASE_GLASS, &t->depth, t->color);
  }
  resolve(&j, target);
}
