// SPDX-License-Identifier: Apache-2.0
#include "render/shade.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "render/texture_read.h"
#include "render/wide.h"

// keep quotients finite: the reciprocal depth of fragments beside their triangle, the part of a fan at its tip, the width of a
// cell
static const float least_depth = 1e-30f, least_part = 1e-6f, least_cell = 1e-20f;

// ---- triangles of the batch

static void corner_texcoord(const ig_Draw* draw, const ig_Corner* corner, float out[3]) {
  const float* p = corner->pos;
  out[0] = out[1] = out[2] = 0;
  switch (draw->tex_mode) {
    case IG_TEX_NONE: break;
    case IG_TEX_COORD:
      out[0] = corner->texcoord[0];
      out[1] = corner->texcoord[1];
      break;
    case IG_TEX_PLANAR:
      out[0] = 0.5f * draw->tex_scale[0] * p[0] - 0.5f;
      out[1] = -0.5f * draw->tex_scale[1] * p[1] - 0.5f;
      break;
    case IG_TEX_CUBE:
      if (draw->sky) {  // its image stands upright: turned by 90 degrees about x
        out[0] = p[0];
        out[1] = p[2];
        out[2] = -p[1];
      } else {
        for (int k = 0; k < 3; k++) out[k] = p[k] * draw->tex_scale[k];
      }
      break;
  }
}

static void turn_normal(const ig_Draw* draw, const float n[3], float out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = draw->normal[3 * i] * n[0] + draw->normal[3 * i + 1] * n[1] + draw->normal[3 * i + 2] * n[2];
}

static int add_point(ig_Shader* s, int draw, const float eye[3], const float normal[3]) {
  int at = s->npoint++;
  s->px[at] = eye[0];
  s->py[at] = eye[1];
  s->pz[at] = eye[2];
  s->nx[at] = normal[0];
  s->ny[at] = normal[1];
  s->nz[at] = normal[2];
  s->point_draw[at] = draw;
  return at;
}

// Weights over w are linear over the picture, for corners behind the eye too: the inverse of the matrix of the corners' x, y, w
// (Olano, Greer 1997).
static void set_planes(ig_Shader* s, const ig_RenderFrame* f, int at, const float c[3][4], int tile_x, int tile_y) {
  double m[3][3];
  for (int i = 0; i < 3; i++) {
    m[i][0] = c[i][0];
    m[i][1] = c[i][1];
    m[i][2] = c[i][3];
  }
  double adj[3][3];  // adj[k][i]: coordinate k, corner i
  for (int i = 0; i < 3; i++) {
    const double *a = m[(i + 1) % 3], *b = m[(i + 2) % 3];
    for (int k = 0; k < 3; k++) adj[k][i] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
  }
  double det = m[0][0] * adj[0][0] + m[0][1] * adj[1][0] + m[0][2] * adj[2][0];
  double inverse = det != 0 ? 1 / det : 0;
  double x0 = 2 * (tile_x * IG_TILE + 0.5) / f->width - 1, y0 = 2 * (tile_y * IG_TILE + 0.5) / f->height - 1;
  double plane[3][3];
  for (int i = 0; i < 3; i++) {
    plane[i][0] = (adj[0][i] * x0 + adj[1][i] * y0 + adj[2][i]) * inverse;
    plane[i][1] = adj[0][i] * inverse * 2 / f->width;
    plane[i][2] = adj[1][i] * inverse * 2 / f->height;
  }
  for (int k = 0; k < 3; k++) {
    s->setup[at].inv_w[k] = (float)(plane[0][k] + plane[1][k] + plane[2][k]);
    s->setup[at].b1[k] = (float)plane[1][k];
    s->setup[at].b2[k] = (float)plane[2][k];
  }
}

static int add_setup(ig_Shader* s, const ig_RenderFrame* f, uint32_t tri, int tile_x, int tile_y) {
  int at = s->nsetup++;
  ig_Tri t = f->tri[tri];
  const ig_Draw* draw = &f->draw[t.draw];
  s->setup[at].draw = t.draw;
  s->setup[at].face = t.face;
  s->setup[at].point = -1;
  bool lines = draw->line || draw->wire;
  s->setup[at].patch = !lines && draw->shape->patch_of ? draw->shape->patch_of[t.face] : -1;
  float c[3][4], quad[4][4];
  if (lines) ig_line_quad(f, draw, t.face / 2, quad);
  static const int line_corner[2][3] = {{0, 1, 3}, {3, 1, 2}};
  for (int k = 0; k < 3; k++) {
    ig_Corner corner;
    ig_corner(draw, t.face, k, &corner);
    if (lines) {
      memcpy(c[k], quad[line_corner[t.face & 1][k]], sizeof c[k]);
    } else {
      ig_to_clip(draw->clip, corner.pos, c[k]);
    }
    ig_to_eye(draw->eye, corner.pos, s->setup[at].eye[k]);
    turn_normal(draw, corner.normal, s->setup[at].normal[k]);
    corner_texcoord(draw, &corner, s->setup[at].tex[k]);
    s->setup[at].alpha[k] = corner.alpha;
  }
  set_planes(s, f, at, c, tile_x, tile_y);
  memset(s->setup[at].uv, 0, sizeof s->setup[at].uv);
  memset(s->setup[at].grid, 0, sizeof s->setup[at].grid);
  s->setup[at].fan = s->setup[at].last_cell[0] = s->setup[at].last_cell[1] = 0;
  if (s->setup[at].patch >= 0) {
    const ig_Patch* p = &draw->shape->patch[s->setup[at].patch];
    memcpy(s->setup[at].uv, draw->shape->patch_uv + 6 * t.face, sizeof s->setup[at].uv);
    s->setup[at].fan = p->fan;
    const float* grid[2] = {p->gu, p->gv};
    int cells[2] = {p->nu, p->nv};
    for (int k = 0; k < 2; k++) {
      float step = cells[k] > 1 ? grid[k][2] - grid[k][1] : 1;
      s->setup[at].grid[2 * k] = grid[k][1];
      s->setup[at].grid[2 * k + 1] = step > 0 ? 1 / step : 0;
      s->setup[at].last_cell[k] = (float)(cells[k] - 1);
    }
  }
  if (draw->lit && s->setup[at].patch < 0) {
    for (int k = 0; k < 3; k++) {
      int point = add_point(s, t.draw, s->setup[at].eye[k], s->setup[at].normal[k]);
      if (k == 0) s->setup[at].point = point;
    }
  }
  return at;
}

// ---- quads of patches

static int patch_point(ig_Shader* s, const ig_Draw* draw, int number, const ig_Patch* p, float u, float v) {
  float pos[3], n[3], eye[3], normal[3];
  for (int k = 0; k < 3; k++) {
    pos[k] = p->o[k] + u * p->u[k] + v * p->v[k] + u * v * p->q[k];
    n[k] = p->n0[k] + u * (p->n1[k] - p->n0[k]);
  }
  ig_to_eye(draw->eye, pos, eye);
  turn_normal(draw, n, normal);
  return add_point(s, number, eye, normal);
}

// ---- fragments

// which triangle of the batch each fragment belongs to; neighbours often share one
static void find_setups(ig_Shader* s, const ig_RenderFrame* f, int tile_x, int tile_y, const ig_Fragment* fragment, int count) {
  int column_last[IG_TILE];
  for (int k = 0; k < IG_TILE; k++) column_last[k] = -1;
  s->nsetup = s->npoint = 0;
  for (int i = 0; i < count; i++) {
    int column = fragment[i].pixel % IG_TILE, above = column_last[column];
    s->above[i] = above;
    s->setup_of[i] = i && fragment[i - 1].tri == fragment[i].tri            ? s->setup_of[i - 1]
                     : above >= 0 && fragment[above].tri == fragment[i].tri ? s->setup_of[above]
                                                                            : add_setup(s, f, fragment[i].tri, tile_x, tile_y);
    column_last[column] = i;
    s->column[i] = (float)column;
    s->row[i] = (float)(fragment[i].pixel / IG_TILE);
  }
  for (int i = count; i < count + IG_EIGHT; i++) s->setup_of[i] = s->setup_of[count - 1];
  for (int i = 0; i < count; i += IG_EIGHT) {
    bool same = true;
    for (int k = 1; k < IG_EIGHT; k++) same = same && s->setup_of[i + k] == s->setup_of[i];
    s->same[i / IG_EIGHT] = same;
  }
}

// one number of the setups of eight fragments; `same`: all have the first one's
IG_WIDE_INLINE ig_wf gather(const ig_Shader* s, int i, bool same, size_t offset) {
  const char* base = (const char*)s->setup + offset;
  if (same) return ig_w_all(*(const float*)(base + sizeof(ig_Setup) * (size_t)s->setup_of[i]));
  ig_wf out = {0};
  for (int lane = 0; lane < IG_EIGHT; lane++)
    out[lane] = *(const float*)(base + sizeof(ig_Setup) * (size_t)s->setup_of[i + lane]);
  return out;
}
#define GATHER(field) gather(s, i, same, offsetof(ig_Setup, field))

// the colours of one texture at eight fragments
IG_WIDE_INLINE void read_eight(ig_Shader* s, const ig_Texture* texture, int i, bool same, ig_wf rgba[4]) {
  ig_wf d[3], b1[3], b2[3], coord[3], dx[3], dy[3];
  ig_wf w = ig_w_load(s->w + i), w0 = ig_w_load(s->weight[0] + i), w1 = ig_w_load(s->weight[1] + i),
        w2 = ig_w_load(s->weight[2] + i);
  for (int k = 1; k < 3; k++) {
    d[k] = GATHER(inv_w[k]);
    b1[k] = GATHER(b1[k]);
    b2[k] = GATHER(b2[k]);
  }
  ig_wf w0x = d[1] - b1[1] - b2[1], w0y = d[2] - b1[2] - b2[2];
  for (int k = 0; k < (texture->cube ? 3 : 2); k++) {
    ig_wf t0, t1, t2;
    t0 = GATHER(tex[0][k]);
    t1 = GATHER(tex[1][k]);
    t2 = GATHER(tex[2][k]);
    coord[k] = w0 * t0 + w1 * t1 + w2 * t2;
    // the quotient rule: both the coordinate over w and 1/w are linear over the picture
    dx[k] = (t0 * w0x + t1 * b1[1] + t2 * b2[1] - coord[k] * d[1]) * w;
    dy[k] = (t0 * w0y + t1 * b1[2] + t2 * b2[2] - coord[k] * d[2]) * w;
  }
  ig_texture_read(texture, coord, dx, dy, rgba);
}

// colours of the textures, and opacity
IG_CLONES static void read_textures(ig_Shader* s, const ig_RenderFrame* f, int count) {
  for (int i = 0; i < count; i += IG_EIGHT) {
    bool same = s->same[i / IG_EIGHT];
    const ig_Texture* texture[IG_EIGHT];
    ig_wf opacity = {0}, rgba[4];
    for (int k = 0; k < 4; k++) rgba[k] = ig_w_all(1);
    if (same) {
      const ig_Draw* draw = &f->draw[s->setup[s->setup_of[i]].draw];
      opacity = ig_w_all(draw->rgba[3]);
      if (draw->texture) read_eight(s, draw->texture, i, true, rgba);
    } else {
      for (int lane = 0; lane < IG_EIGHT; lane++) {
        const ig_Draw* draw = &f->draw[s->setup[s->setup_of[i + lane]].draw];
        texture[lane] = draw->texture;
        opacity[lane] = draw->rgba[3];
      }
    }
    // each texture once, for the fragments that have it
    for (int lane = 0; lane < IG_EIGHT && !same; lane++) {
      const ig_Texture* now = texture[lane];
      if (!now) continue;
      ig_wi mask = {0};
      for (int k = 0; k < IG_EIGHT; k++) {
        mask[k] = texture[k] == now ? -1 : 0;
        if (texture[k] == now) texture[k] = NULL;
      }
      ig_wf color[4];
      read_eight(s, now, i, same, color);
      for (int k = 0; k < 4; k++) rgba[k] = ig_w_select(mask, color[k], rgba[k]);
    }
    for (int k = 0; k < 4; k++) ig_w_store(s->texture[k] + i, rgba[k]);
    opacity *= rgba[3];
    if (f->draw[s->setup[s->setup_of[i]].draw].phase == IG_PHASE_HAZE) {
      ig_wf a0, a1, a2;
      a0 = GATHER(alpha[0]);
      a1 = GATHER(alpha[1]);
      a2 = GATHER(alpha[2]);
      opacity *= ig_w_load(s->weight[0] + i) * a0 + ig_w_load(s->weight[1] + i) * a1 + ig_w_load(s->weight[2] + i) * a2;
    }
    ig_w_store(s->out[3] + i, ig_w_clamp01(opacity));
  }
}

// weights of the corners and places in the eye's frame
IG_CLONES static void place_fragments(ig_Shader* s, int count) {
  for (int i = 0; i < count; i += IG_EIGHT) {
    bool same = s->same[i / IG_EIGHT];
    ig_wf d[3], b1[3], b2[3];
    for (int k = 0; k < 3; k++) {
      d[k] = GATHER(inv_w[k]);
      b1[k] = GATHER(b1[k]);
      b2[k] = GATHER(b2[k]);
    }
    ig_wf x = ig_w_load(s->column + i), y = ig_w_load(s->row + i);
    ig_wf w = 1.0f / ig_w_max(d[0] + d[1] * x + d[2] * y, ig_w_all(least_depth));
    ig_wf w1 = (b1[0] + b1[1] * x + b1[2] * y) * w, w2 = (b2[0] + b2[1] * x + b2[2] * y) * w, w0 = 1.0f - w1 - w2;
    ig_w_store(s->w + i, w);
    ig_w_store(s->weight[0] + i, w0);
    ig_w_store(s->weight[1] + i, w1);
    ig_w_store(s->weight[2] + i, w2);
    for (int k = 0; k < 3; k++) {
      ig_wf e0, e1, e2;
      e0 = GATHER(eye[0][k]);
      e1 = GATHER(eye[1][k]);
      e2 = GATHER(eye[2][k]);
      ig_w_store(s->eye[k] + i, w0 * e0 + w1 * e1 + w2 * e2);
    }
  }
}

// the points of a fragment's half quad: those of a neighbour in the same one, or new ones
static void patch_corners(ig_Shader* s, const ig_RenderFrame* f, int i, ig_PatchKey* key) {
  int known[2] = {i - 1, s->above[i]};
  for (int k = 0; k < 2; k++) {
    const ig_PatchKey* other = known[k] >= 0 ? &s->key[known[k]] : NULL;
    if (other && other->setup == key->setup && other->cell_u == key->cell_u && other->cell_v == key->cell_v &&
        other->half == key->half) {
      memcpy(key->corner, other->corner, sizeof key->corner);
      memcpy(s->corner[i], key->corner, sizeof key->corner);
      return;
    }
  }
  int number = s->setup[key->setup].draw;
  const ig_Draw* draw = &f->draw[number];
  const ig_Patch* p = &draw->shape->patch[s->setup[key->setup].patch];
  float u0 = p->gu[key->cell_u], u1 = p->gu[key->cell_u + 1], v0 = p->gv[key->cell_v], v1 = p->gv[key->cell_v + 1];
  key->corner[0] = key->half ? patch_point(s, draw, number, p, u1, v0) : patch_point(s, draw, number, p, u0, v0);
  key->corner[1] = key->half ? patch_point(s, draw, number, p, u1, v1) : patch_point(s, draw, number, p, u1, v0);
  key->corner[2] = patch_point(s, draw, number, p, u0, v1);
  memcpy(s->corner[i], key->corner, sizeof key->corner);
}

// place in a grid of equal steps, but for the first and the last one: number of the cell, and how far in it
IG_WIDE_INLINE ig_wi grid_cell(ig_wf x, ig_wf second, ig_wf per_step, ig_wf last) {
  return ig_w_trunc(ig_w_max(ig_w_min((x - second) * per_step + 1.0f, last), ig_w_all(0)));
}

// quads of eight fragments on patches, and the weights of their corners in place of the triangle's
IG_WIDE_INLINE void patch_quads(ig_Shader* s, const ig_RenderFrame* f, int i, int count) {
  bool same = s->same[i / IG_EIGHT];
  ig_wf w[3] = {ig_w_load(s->weight[0] + i), ig_w_load(s->weight[1] + i), ig_w_load(s->weight[2] + i)};
  ig_wf u = ig_w_all(0), v = ig_w_all(0), fan, grid[4], last[2];
  for (int k = 0; k < 3; k++) {
    ig_wf cu, cv;
    cu = GATHER(uv[2 * k]);
    cv = GATHER(uv[2 * k + 1]);
    u += w[k] * cu;
    v += w[k] * cv;
  }
  fan = GATHER(fan);
  for (int k = 0; k < 4; k++) grid[k] = GATHER(grid[k]);
  for (int k = 0; k < 2; k++) last[k] = GATHER(last_cell[k]);
  u = ig_w_clamp01(ig_w_select(fan > 0.0f, u / ig_w_max(v, ig_w_all(least_part)), u));
  v = ig_w_clamp01(v);
  ig_wi cell_u = grid_cell(u, grid[0], grid[1], last[0]), cell_v = grid_cell(v, grid[2], grid[3], last[1]);
  ig_wf u0 = {0}, u1 = ig_w_all(1), v0 = {0}, v1 = ig_w_all(1);
  ig_wi on_patch = {0};
  if (same && !ig_w_any((cell_u != cell_u[0]) | (cell_v != cell_v[0]))) {
    const ig_Patch* p = &f->draw[s->setup[s->setup_of[i]].draw].shape->patch[s->setup[s->setup_of[i]].patch];
    on_patch = ~on_patch;
    u0 = ig_w_all(p->gu[cell_u[0]]);
    u1 = ig_w_all(p->gu[cell_u[0] + 1]);
    v0 = ig_w_all(p->gv[cell_v[0]]);
    v1 = ig_w_all(p->gv[cell_v[0] + 1]);
  } else
    for (int lane = 0; lane < IG_EIGHT; lane++) {
      int at = s->setup_of[i + lane];
      if (s->setup[at].patch < 0) continue;
      const ig_Patch* p = &f->draw[s->setup[at].draw].shape->patch[s->setup[at].patch];
      on_patch[lane] = -1;
      u0[lane] = p->gu[cell_u[lane]];
      u1[lane] = p->gu[cell_u[lane] + 1];
      v0[lane] = p->gv[cell_v[lane]];
      v1[lane] = p->gv[cell_v[lane] + 1];
    }
  ig_wf fu = ig_w_clamp01((u - u0) / ig_w_max(u1 - u0, ig_w_all(least_cell))),
        fv = ig_w_clamp01((v - v0) / ig_w_max(v1 - v0, ig_w_all(least_cell)));
  ig_wi half = fu + fv > 1.0f;
  ig_w_store(s->weight[0] + i, ig_w_select(on_patch, ig_w_select(half, 1.0f - fv, 1.0f - fu - fv), w[0]));
  ig_w_store(s->weight[1] + i, ig_w_select(on_patch, ig_w_select(half, fu + fv - 1.0f, fu), w[1]));
  ig_w_store(s->weight[2] + i, ig_w_select(on_patch, ig_w_select(half, 1.0f - fu, fv), w[2]));
  for (int lane = 0; lane < IG_EIGHT && i + lane < count; lane++) {
    int at = s->setup_of[i + lane];
    if (s->setup[at].patch < 0 || !f->draw[s->setup[at].draw].lit) continue;
    s->key[i + lane].setup = at;
    s->key[i + lane].cell_u = cell_u[lane];
    s->key[i + lane].cell_v = cell_v[lane];
    s->key[i + lane].half = half[lane] != 0;
  }
}

// points whose light each fragment mixes
IG_CLONES static void find_corners(ig_Shader* s, const ig_RenderFrame* f, int count) {
  for (int i = 0; i < count; i += IG_EIGHT) {
    bool patches = false;
    for (int lane = 0; lane < (s->same[i / IG_EIGHT] ? 1 : IG_EIGHT); lane++)
      patches = patches || s->setup[s->setup_of[i + lane]].patch >= 0;
    for (int lane = 0; lane < IG_EIGHT && i + lane < count; lane++) s->key[i + lane].setup = -1;
    if (patches) patch_quads(s, f, i, count);
    for (int lane = 0; lane < IG_EIGHT && i + lane < count; lane++) {
      int at = s->setup_of[i + lane], *corner = s->corner[i + lane];
      if (!f->draw[s->setup[at].draw].lit) {
        corner[0] = corner[1] = corner[2] = -1;
      } else if (s->setup[at].patch >= 0) {
        patch_corners(s, f, i + lane, &s->key[i + lane]);
      } else {
        for (int k = 0; k < 3; k++) corner[k] = s->setup[at].point + k;
      }
    }
    bool equal = s->same[i / IG_EIGHT];
    for (int lane = 1; lane < IG_EIGHT && i + lane < count && equal; lane++)
      equal = !memcmp(s->corner[i], s->corner[i + lane], sizeof s->corner[i]);
    s->same_corners[i / IG_EIGHT] = equal;
  }
}

// colour of one fragment from its three points
IG_WIDE_INLINE void mix_points(ig_Shader* s, const ig_RenderFrame* f, int i) {
  const int* c = s->corner[i];
  if (c[0] < 0) {
    const float* rgba = f->draw[s->setup[s->setup_of[i]].draw].rgba;
    for (int k = 0; k < 3; k++) s->light[k][i] = rgba[k];
    return;
  }
  for (int k = 0; k < 3; k++) {
    s->light[k][i] =
        s->weight[0][i] * s->color[k][c[0]] + s->weight[1][i] * s->color[k][c[1]] + s->weight[2][i] * s->color[k][c[2]];
  }
}

// colours of the points to those of the fragments, with texture
IG_CLONES static void interpolate(ig_Shader* s, const ig_RenderFrame* f, int count) {
  for (int i = 0; i < count; i += IG_EIGHT) {
    const int* c = s->corner[i];
    if (s->same_corners[i / IG_EIGHT] && c[0] >= 0) {
      ig_wf w0 = ig_w_load(s->weight[0] + i), w1 = ig_w_load(s->weight[1] + i), w2 = ig_w_load(s->weight[2] + i);
      for (int k = 0; k < 3; k++)
        ig_w_store(s->light[k] + i, w0 * s->color[k][c[0]] + w1 * s->color[k][c[1]] + w2 * s->color[k][c[2]]);
    } else {
      for (int lane = 0; lane < IG_EIGHT && i + lane < count; lane++) mix_points(s, f, i + lane);
    }
    for (int k = 0; k < 3; k++)
      ig_w_store(s->light[k] + i, ig_w_clamp01(ig_w_load(s->light[k] + i)) * ig_w_load(s->texture[k] + i));
  }
}

// how much of the colour the fog leaves
IG_WIDE_INLINE ig_wf clear_view(const ig_RenderFrame* f, ig_wf depth) {
  float span = f->fog_end - f->fog_start;
  if (span == 0) return ig_w_all(1);
  ig_wf away = ig_w_max(depth, -depth);
  return ig_w_clamp01((f->fog_end - away) / span);
}

IG_WIDE_INLINE ig_wf to_byte(ig_wf x) { return ig_w_float(ig_w_trunc(ig_w_clamp01(x) * 255.0f + 0.5f)); }

IG_CLONES static void finish_base(ig_Shader* s, const ig_RenderFrame* f, int count) {
  for (int i = 0; i < count; i += IG_EIGHT) {
    ig_wf clear = f->fog ? clear_view(f, ig_w_load(s->eye[2] + i)) : ig_w_all(1);
    for (int k = 0; k < 3; k++) {
      ig_wf color = ig_w_load(s->light[k] + i);
      if (f->fog) color = color * clear + f->fog_rgb[k] * (1.0f - clear);
      ig_w_store(s->out[k] + i, to_byte(color));
    }
  }
}

// in bytes; a set mask in s->wanted for fragments that get light worth a shadow
IG_CLONES static void finish_light(ig_Shader* s, const ig_RenderFrame* f, int count) {
  for (int i = 0; i < count; i += IG_EIGHT) {
    ig_wf clear = f->fog ? clear_view(f, ig_w_load(s->eye[2] + i)) : ig_w_all(1), most = ig_w_all(0);
    for (int k = 0; k < 3; k++) {
      ig_wf color = ig_w_load(s->light[k] + i);
      if (f->fog) color = color * clear;
      color = to_byte(color);
      ig_w_store(s->light[k] + i, color);
      most = ig_w_max(most, color);
    }
    ig_w_storei(s->wanted + i, (most > 0.0f) & (ig_w_load(s->out[3] + i) >= 0.99f));
  }
}

static void shadow_pass(ig_Shader* s, const ig_RenderFrame* f, int count, int number) {
  ig_light_points(s, f, 1u << number, false, false);
  interpolate(s, f, count);
  finish_light(s, f, count);
  int receivers = 0;
  for (int i = 0; i < count; i++) {
    if (s->wanted[i] && f->draw[s->setup[s->setup_of[i]].draw].gets) s->receiver[receivers++] = i;
  }
  ig_shadow_batch(s, &f->light[number], receivers);
  for (int r = 0; r < receivers; r++) {
    if (s->shadowed[r]) continue;
    int i = s->receiver[r];
    for (int k = 0; k < 3; k++) {
      float sum = s->out[k][i] + s->light[k][i];
      s->out[k][i] = sum > 255 ? 255 : sum;
    }
  }
}

void ig_shade(ig_Shader* s, const ig_RenderFrame* f, int tile_x, int tile_y, const ig_Fragment* fragment, int count,
              ig_Phase phase) {
  if (!count) return;
  find_setups(s, f, tile_x, tile_y, fragment, count);
  place_fragments(s, count);
  read_textures(s, f, count);
  find_corners(s, f, count);
  unsigned casting = 0, all = (1u << f->nlight) - 1;
  for (int i = 0; i < f->nlight; i++) casting |= f->light[i].shadows ? 1u << i : 0;
  if (phase != IG_PHASE_OPAQUE) casting = 0;
  ig_light_points(s, f, all & ~casting, true, phase == IG_PHASE_MIRROR || phase == IG_PHASE_MIRROR_GLASS);
  interpolate(s, f, count);
  finish_base(s, f, count);
  for (int i = 0; i < f->nlight; i++) {
    if (casting >> i & 1) shadow_pass(s, f, count, i);
  }
}
