// SPDX-License-Identifier: Apache-2.0
// Shadows at exactly the places that are seen, without a map: the points that get light are sorted into a grid in the light's
// view, and the triangles in the light's way are tested against the points in the cells that they reach. This is the irregular
// z-buffer (Johnson, Lee, Burns, Mark 2005; Aila, Laine 2004), a tile at a time, so that the work is that of the picture.
#include <math.h>
#include <string.h>

#include "render/shade.h"
#include "render/wide.h"

enum { CELLS = 32 };  // along a side of the grid

typedef struct {
  float low[2], scale[2];
  int first[CELLS * CELLS + 1];
} Grid;

static inline float lesser(float a, float b) { return a < b ? a : b; }
static inline float greater(float a, float b) { return a > b ? a : b; }

static inline int cell_of(const Grid* g, int axis, float x) {
  int cell = (int)((x - g->low[axis]) * g->scale[axis]);
  return cell < 0 ? 0 : cell > CELLS - 1 ? CELLS - 1 : cell;
}

// places in the light's view, from -1 to 1; what lies outside of it is moved away, where nothing casts
static void project(ig_Shader* s, const ig_Light* light, int count, float low[2], float high[2], float* farthest) {
  low[0] = low[1] = 2;
  high[0] = high[1] = -2;
  *farthest = 2;
  const float* m = light->to_map;
  for (int i = 0; i < count; i++) {
    int fragment = s->receiver[i];
    float p[3] = {s->eye[0][fragment], s->eye[1][fragment], s->eye[2][fragment]}, c[4];
    ig_to_clip(m, p, c);
    s->shadowed[i] = 0;
    float limit = (1 - 2 * light->texel) * c[3];
    if (!(c[3] > 0 && fabsf(c[0]) <= limit && fabsf(c[1]) <= limit)) {
      s->rz[i] = 3;
      s->rx[i] = s->ry[i] = 0;
      continue;
    }
    float inverse = 1 / c[3];
    s->rx[i] = c[0] * inverse;
    s->ry[i] = c[1] * inverse;
    s->rz[i] = greater(c[2] * inverse, 0);
    low[0] = lesser(low[0], s->rx[i]);
    high[0] = greater(high[0], s->rx[i]);
    low[1] = lesser(low[1], s->ry[i]);
    high[1] = greater(high[1], s->ry[i]);
    *farthest = lesser(*farthest, s->rz[i]);
  }
}

// counting sort by cell; points outside of the view come last
static int sort_receivers(ig_Shader* s, Grid* g, int count) {
  float x[IG_BATCH], y[IG_BATCH], z[IG_BATCH];
  int fragment[IG_BATCH], cell[IG_BATCH], start[CELLS * CELLS + 2] = {0};
  for (int i = 0; i < count; i++) {
    bool out = s->rz[i] > 2;
    cell[i] = out ? CELLS * CELLS : cell_of(g, 1, s->ry[i]) * CELLS + cell_of(g, 0, s->rx[i]);
    start[cell[i] + 1]++;
  }
  for (int c = 0; c <= CELLS * CELLS; c++) start[c + 1] += start[c];
  memcpy(g->first, start, sizeof g->first);
  for (int i = 0; i < count; i++) {
    int to = start[cell[i]]++;
    x[to] = s->rx[i];
    y[to] = s->ry[i];
    z[to] = s->rz[i];
    fragment[to] = s->receiver[i];
  }
  memcpy(s->rx, x, sizeof(float) * (size_t)count);
  memcpy(s->ry, y, sizeof(float) * (size_t)count);
  memcpy(s->rz, z, sizeof(float) * (size_t)count);
  memcpy(s->receiver, fragment, sizeof(int) * (size_t)count);
  return g->first[CELLS * CELLS];
}

IG_WIDE_INLINE void test_row(ig_Shader* s, const ig_Caster* c, int from, int to) {
  for (int at = from; at < to; at += IG_EIGHT) {
    ig_wf x = ig_w_load(s->rx + at), y = ig_w_load(s->ry + at), z = ig_w_load(s->rz + at);
    ig_wi inside = (c->a[0] * x + c->b[0] * y + c->c[0] >= 0.0f) & (c->a[1] * x + c->b[1] * y + c->c[1] >= 0.0f) &
                   (c->a[2] * x + c->b[2] * y + c->c[2] >= 0.0f);
    ig_wi blocked = inside & (c->z + c->zx * x + c->zy * y > z);
    if (!ig_w_any(blocked)) continue;
    for (int i = 0; i < IG_EIGHT && at + i < to; i++) s->shadowed[at + i] |= (uint8_t)(blocked[i] & 1);
  }
}

IG_CLONES static void test_casters(ig_Shader* s, const ig_Light* light, const Grid* g, const float low[2], const float high[2],
                                   float farthest) {
  for (int i = 0; i < light->ngroup; i++) {
    const ig_CasterGroup* group = &light->group[i];
    if (group->low[0] > high[0] || group->high[0] < low[0] || group->low[1] > high[1] || group->high[1] < low[1] ||
        group->nearest < farthest) {
      continue;
    }
    for (int k = 0; k < group->count; k++) {
      const ig_CasterBox* c = &light->box[group->first + k];
      if (c->low[0] > high[0] || c->high[0] < low[0] || c->low[1] > high[1] || c->high[1] < low[1] || c->nearest < farthest)
        continue;
      int x0 = cell_of(g, 0, greater(c->low[0], low[0])), x1 = cell_of(g, 0, lesser(c->high[0], high[0]));
      int y0 = cell_of(g, 1, greater(c->low[1], low[1])), y1 = cell_of(g, 1, lesser(c->high[1], high[1]));
      for (int y = y0; y <= y1; y++) {
        int from = g->first[y * CELLS + x0], to = g->first[y * CELLS + x1 + 1];
        if (from < to) test_row(s, &light->caster[group->first + k], from, to);
      }
    }
  }
}

void ig_shadow_batch(ig_Shader* s, const ig_Light* light, int count) {
  float low[2], high[2], farthest;
  project(s, light, count, low, high, &farthest);
  if (low[0] > high[0] || !light->ncaster) return;
  Grid g = {.low = {low[0], low[1]}};
  for (int k = 0; k < 2; k++) g.scale[k] = high[k] > low[k] ? CELLS / (high[k] - low[k]) : 0;
  if (!sort_receivers(s, &g, count)) return;
  test_casters(s, light, &g, low, high, farthest);
}
