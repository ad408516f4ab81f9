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

// where some receivers lie
typedef struct {
  float low[2], high[2], farthest;
} Extent;

static const Extent nowhere = {{2, 2}, {-2, -2}, 2};

// The receivers that a group of casters may reach, side by side: most groups are small and reach few.
typedef struct {
  int count;
  Extent extent;
  int at[IG_BATCH];  // among all receivers
  _Alignas(32) float x[IG_BATCH], y[IG_BATCH], z[IG_BATCH];
} Near;

static void add_near(const ig_Shader* s, const ig_CasterGroup* group, Near* near, int at) {
  float x = s->rx[at], y = s->ry[at], z = s->rz[at];
  if (x < group->low[0] || x > group->high[0] || y < group->low[1] || y > group->high[1] || z > group->nearest) return;
  int n = near->count++;
  Extent* e = &near->extent;
  near->at[n] = at;
  near->x[n] = x;
  near->y[n] = y;
  near->z[n] = z;
  e->low[0] = lesser(e->low[0], x);
  e->high[0] = greater(e->high[0], x);
  e->low[1] = lesser(e->low[1], y);
  e->high[1] = greater(e->high[1], y);
  e->farthest = lesser(e->farthest, z);
}

static void find_near(const ig_Shader* s, const Grid* g, const ig_CasterGroup* group, const Extent* all, Near* near) {
  near->count = 0;
  near->extent = nowhere;
  int x0 = cell_of(g, 0, greater(group->low[0], all->low[0])), x1 = cell_of(g, 0, lesser(group->high[0], all->high[0]));
  int y0 = cell_of(g, 1, greater(group->low[1], all->low[1])), y1 = cell_of(g, 1, lesser(group->high[1], all->high[1]));
  for (int row = y0; row <= y1; row++) {
    for (int at = g->first[row * CELLS + x0]; at < g->first[row * CELLS + x1 + 1]; at++) add_near(s, group, near, at);
  }
}

IG_WIDE_INLINE void test_near(ig_Shader* s, const Near* near, const ig_Caster* c, const float low[2], const float high[2]) {
  for (int at = 0; at < near->count; at += IG_EIGHT) {
    ig_wf x = ig_w_load(near->x + at), y = ig_w_load(near->y + at);
    ig_wi in = (x >= low[0]) & (x <= high[0]) & (y >= low[1]) & (y <= high[1]) & (ig_w_index < near->count - at);
    if (!ig_w_any(in)) continue;
    in &= (c->a[0] * x + c->b[0] * y + c->c[0] >= 0.0f) & (c->a[1] * x + c->b[1] * y + c->c[1] >= 0.0f) &
          (c->a[2] * x + c->b[2] * y + c->c[2] >= 0.0f) & (c->z + c->zx * x + c->zy * y > ig_w_load(near->z + at));
    if (!ig_w_any(in)) continue;
    for (int i = 0; i < IG_EIGHT && at + i < near->count; i++) s->shadowed[near->at[at + i]] |= (uint8_t)(in[i] & 1);
  }
}

// eight casters against the receivers near their group
IG_WIDE_INLINE void test_eight(ig_Shader* s, const Near* near, const ig_CasterBoxes* box, const ig_Caster* caster) {
  const Extent* e = &near->extent;
  ig_wi live = ig_w_load(box->nearest) >= e->farthest;
  for (int k = 0; k < 2; k++) live &= (ig_w_load(box->low[k]) <= e->high[k]) & (ig_w_load(box->high[k]) >= e->low[k]);
  if (!ig_w_any(live)) return;
  for (int i = 0; i < IG_EIGHT; i++) {
    if (!live[i]) continue;
    float low[2] = {box->low[0][i], box->low[1][i]}, high[2] = {box->high[0][i], box->high[1][i]};
    test_near(s, near, caster + i, low, high);
  }
}

IG_CLONES static void test_casters(ig_Shader* s, const ig_Light* light, const Grid* g, const Extent* all) {
  Near near;
  for (int i = 0; i < light->ngroup; i++) {
    const ig_CasterGroup* group = &light->group[i];
    if (group->low[0] > all->high[0] || group->high[0] < all->low[0] || group->low[1] > all->high[1] ||
        group->high[1] < all->low[1] || group->nearest < all->farthest) {
      continue;
    }
    find_near(s, g, group, all, &near);
    if (!near.count) continue;
    for (int k = i * IG_GROUP_BOXES; k < (i + 1) * IG_GROUP_BOXES; k++)
      test_eight(s, &near, &light->box[k], &light->caster[k * IG_EIGHT]);
  }
}

void ig_shadow_batch(ig_Shader* s, const ig_Light* light, int count) {
  Extent all;
  project(s, light, count, all.low, all.high, &all.farthest);
  if (all.low[0] > all.high[0] || !light->ncaster) return;
  Grid g = {.low = {all.low[0], all.low[1]}};
  for (int k = 0; k < 2; k++) g.scale[k] = all.high[k] > all.low[k] ? CELLS / (all.high[k] - all.low[k]) : 0;
  if (!sort_receivers(s, &g, count)) return;
  test_casters(s, light, &g, &all);
}
