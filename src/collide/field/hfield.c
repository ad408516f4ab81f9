// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "collide/collide.h"
#include "collide/convex/ccd.h"
#include "collide/convex/mpr.h"
#include "collide/convex/smooth_normal.h"
#include "math/vec3.h"

// a height field: cells in x (columns) and y (rows), heights above its frame, a base below. Each cell is cut into two
// triangles, each triangle is the top of a prism that reaches down to the base.
typedef struct {
  int nrow, ncol;
  const num* size;  // half x, half y, top, base
  const float* height;
  const num *pos, *mat;
} Field;

// bounds of the other shape in the frame of the field
typedef struct {
  num low[3], high[3];
} Bounds;

static Field field_of(const mjModel* m, const ig_Posed* posed) {
  int id = m->geom_dataid[posed->geom];
  return (Field){.nrow = m->hfield_nrow[id],
                 .ncol = m->hfield_ncol[id],
                 .size = m->hfield_size + 4 * id,
                 .height = m->hfield_data + m->hfield_adr[id],
                 .pos = posed->pos,
                 .mat = posed->mat};
}

static void to_field(num r[3], const Field* f, const num p[3]) {
  num arm[3];
  ig_sub3(arm, p, f->pos);
  ig_mulmattvec3(r, f->mat, arm);
}

// bounds within margin of the field's box
static bool overlaps(const Field* f, const Bounds* b, num margin) {
  const num top[3] = {f->size[0], f->size[1], f->size[2]}, bottom[3] = {-f->size[0], -f->size[1], -f->size[3]};
  for (int k = 0; k < 3; k++) {
    if (b->low[k] - margin > top[k] || b->high[k] + margin < bottom[k]) return false;
  }
  return true;
}

// a line of the grid, kept within it whatever the number
static int grid_line(num x, int last) { return !(x > 0) ? 0 : x >= last ? last : (int)x; }

static void grid_range(int range[2], num low, num high, num half, int lines) {
  range[0] = grid_line(floor((low + half) / (2.0 * half) * (lines - 1)), lines - 1);
  range[1] = grid_line(ceil((high + half) / (2.0 * half) * (lines - 1)), lines - 1);
}

// the prism slides along a row: its oldest edge gives way to the next grid point, raised by the margin
static void slide_prism(ig_Convex* prism, const Field* f, int row, int col, num margin) {
  for (int i = 0; i < 2; i++) {
    ig_copy3(prism->corner[i], prism->corner[i + 1]);
    ig_copy3(prism->corner[3 + i], prism->corner[4 + i]);
  }
  num dx = 2.0 * f->size[0] / (f->ncol - 1), dy = 2.0 * f->size[1] / (f->nrow - 1);
  num x = dx * col - f->size[0], y = dy * row - f->size[1];
  ig_set3(prism->corner[2], x, y, -f->size[3]);
  ig_set3(prism->corner[5], x, y, f->height[row * f->ncol + col] * f->size[2] + margin);
}

static bool penetration(ig_Penetration* r, const ig_Local* local, ig_Convex* prism, ig_Convex* other) {
  if (local->m->opt.disableflags & mjDSBL_NATIVECCD) return ig_mpr(r, local->m, prism, other);
  ig_Ccd q;
  ig_ccd_setup(&q, local, 1, 0);
  num dist = ig_ccd(&q, prism, other);
  if (!(dist < 0)) return false;
  r->depth = -dist;
  ig_sub3(r->normal, q.xa, q.xb);
  ig_normalize3(r->normal);
  for (int k = 0; k < 3; k++) r->pos[k] = 0.5 * (q.xa[k] + q.xb[k]);
  return true;
}

// row by row under the bounds of the other shape, two prisms per cell; those that end below it are passed over
static int walk_prisms(const ig_Local* local, mjContact* con, const Field* f, ig_Convex* other, const Bounds* b, num margin) {
  int rows[2], cols[2], n = 0;
  grid_range(cols, b->low[0], b->high[0], f->size[0], f->ncol);
  grid_range(rows, b->low[1], b->high[1], f->size[1], f->nrow);
  ig_Convex prism = {.kind = IG_PRISM, .mesh = -1, .feature = -1, .hull = -1, .ncorner = 6};
  for (int row = rows[0]; row < rows[1]; row++) {
    for (int k = 2 * cols[0]; k < 2 * (cols[1] + 1); k++) {
      slide_prism(&prism, f, row + !(k & 1), k / 2, margin);
      if (k < 2 * cols[0] + 2) continue;
      num floor_z = b->low[2];
      if (prism.corner[3][2] < floor_z && prism.corner[4][2] < floor_z && prism.corner[5][2] < floor_z) continue;
      ig_Penetration hit;
      if (!penetration(&hit, local, &prism, other)) continue;
      con[n].dist = -hit.depth;
      ig_mulmatvec3(con[n].frame, f->mat, hit.normal);
      ig_mulmatvec3(con[n].pos, f->mat, hit.pos);
      ig_addto3(con[n].pos, f->pos);
      ig_zero3(con[n].frame + 3);
      if (++n == mjMAXCONPAIR) return n;
    }
  }
  return n;
}

IG_LOCAL_COLLIDER(ig_local_hfield) {
  const mjModel* m = local->m;
  Field f = field_of(m, a);
  Bounds bounds;
  num centre[3], reach = b->rbound + margin;
  to_field(centre, &f, b->pos);
  for (int k = 0; k < 3; k++) {
    bounds.low[k] = centre[k] - reach;
    bounds.high[k] = centre[k] + reach;
  }
  if (!overlaps(&f, &bounds, 0)) return 0;

  // the geom in the frame of the field, and its true bounds there
  ig_Convex other;
  ig_convex_geom(&other, m, b, 0);
  ig_mulmattmat3(other.mat, f.mat, b->mat);
  ig_copy3(other.pos, centre);
  for (int k = 0; k < 3; k++) {
    num dir[3] = {0, 0, 0}, far[3];
    dir[k] = 1;
    ig_support(far, &other, dir);
    bounds.high[k] = far[k];
    dir[k] = -1;
    ig_support(far, &other, dir);
    bounds.low[k] = far[k];
  }
  if (!overlaps(&f, &bounds, margin)) return 0;
  other.margin = margin;
  other.skin = margin > 0 ? 0.5 * margin : 0;
  int n = walk_prisms(local, con, &f, &other, &bounds, margin);
  if (m->opt.disableflags & mjDSBL_NATIVECCD) {
    ig_Convex posed;
    ig_convex_geom(&posed, m, b, 0);
    for (int i = 0; i < n; i++) ig_smooth_normal(con + i, NULL, &posed);
  }
  return n;
}

IG_COLLIDER(ig_collide_hfield) {
  ig_Local local = ig_local_begin(m, d);
  ig_Posed a = ig_posed(m, d, g1), b = ig_posed(m, d, g2);
  int n = ig_local_hfield(&local, con, &a, &b, margin);
  ig_local_end(m, d);
  return n;
}

int ig_collide_hfield_elem(const mjModel* m, const mjData* d, mjContact* con, int g, int f, int e, mjtNum margin) {
  ig_Posed posed = ig_posed(m, d, g);
  Field field = field_of(m, &posed);
  ig_Convex other;
  Bounds b;
  ig_convex_flex(&other, m, d, f, e, -1, margin);
  to_field(other.centre, &field, other.centre);
  for (int i = 0; i < other.ncorner; i++) {
    to_field(other.corner[i], &field, other.corner[i]);
    for (int k = 0; k < 3; k++) {
      num x = other.corner[i][k];
      b.low[k] = i == 0 ? x : ig_min(b.low[k], x);
      b.high[k] = i == 0 ? x : ig_max(b.high[k], x);
    }
  }
  if (!overlaps(&field, &b, margin)) return 0;
  ig_Local local = ig_local_begin(m, d);
  int n = walk_prisms(&local, con, &field, &other, &b, margin);
  ig_local_end(m, d);
  return n;
}
