#include "render/shade.h"

#include <math.h>
#include <string.h>

#include "render/wide.h"

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
  for (int i = 0; i < 3; i++) out[i] = draw->normal[3 * i] * n[0] + draw->normal[3 * i + 1] * n[1] + draw->normal[3 * i + 2] * n[2];
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
static void set_planes(ig_Shader* s, const ig_Frame* f, int at, const float c[3][4], int tile_x, int tile_y) {
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

static int add_setup(ig_Shader* s, const ig_Frame* f, uint32_t tri, int tile_x, int tile_y) {
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
  if (draw->lit && s->setup[at].patch < 0) {
    for (int k = 0; k < 3; k++) {
      int point = add_point(s, t.draw, s->setup[at].eye[k], s->setup[at].normal[k]);
      if (k == 0) s->setup[at].point = point;
    }
  }
  return at;
}

// ---- quads of patches

static int find_cell(const float* grid, int n, float x) {
  int cell = (int)(x * (float)n);
  cell = cell < 0 ? 0 : cell > n - 1 ? n - 1 : cell;
  while (cell > 0 && x < grid[cell]) cell--;
  while (cell < n - 1 && x >= grid[cell + 1]) cell++;
  return cell;
}

typedef struct {
  int setup, cell_u, cell_v, half;  // half of the quad, which is cut from its second to its fourth corner
  int corner[3];
} PatchKey;

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

// the quad of a fragment: its three corners and their weights
static void light_patch(ig_Shader* s, const ig_Frame* f, int i, PatchKey* key, const PatchKey* left, const PatchKey* above) {
  int at = s->setup_of[i], number = s->setup[at].draw;
  const ig_Draw* draw = &f->draw[number];
  const ig_Patch* p = &draw->shape->patch[s->setup[at].patch];
  const float* uv = draw->shape->patch_uv + 6 * s->setup[at].face;
  float w[3] = {s->weight[0][i], s->weight[1][i], s->weight[2][i]};
  float u = w[0] * uv[0] + w[1] * uv[2] + w[2] * uv[4], v = w[0] * uv[1] + w[1] * uv[3] + w[2] * uv[5];
  if (p->fan) u = v > 1e-6f ? u / v : 0.5f;
  u = u < 0 ? 0 : u > 1 ? 1 : u;
  v = v < 0 ? 0 : v > 1 ? 1 : v;
  key->setup = at;
  key->cell_u = find_cell(p->gu, p->nu, u);
  key->cell_v = find_cell(p->gv, p->nv, v);
  float u0 = p->gu[key->cell_u], u1 = p->gu[key->cell_u + 1], v0 = p->gv[key->cell_v], v1 = p->gv[key->cell_v + 1];
  float fu = u1 > u0 ? (u - u0) / (u1 - u0) : 0, fv = v1 > v0 ? (v - v0) / (v1 - v0) : 0;
  key->half = fu + fv > 1;
  if (key->half) {
    s->weight[0][i] = 1 - fv;
    s->weight[1][i] = fu + fv - 1;
    s->weight[2][i] = 1 - fu;
  } else {
    s->weight[0][i] = 1 - fu - fv;
    s->weight[1][i] = fu;
    s->weight[2][i] = fv;
  }
  const PatchKey* known[2] = {left, above};
  for (int k = 0; k < 2; k++) {
    const PatchKey* other = known[k];
    if (other && other->setup == at && other->cell_u == key->cell_u && other->cell_v == key->cell_v && other->half == key->half) {
      memcpy(key->corner, other->corner, sizeof key->corner);
      memcpy(s->corner[i], key->corner, sizeof key->corner);
      return;
    }
  }
  if (key->half) {
    key->corner[0] = patch_point(s, draw, number, p, u1, v0);
    key->corner[1] = patch_point(s, draw, number, p, u1, v1);
    key->corner[2] = patch_point(s, draw, number, p, u0, v1);
  } else {
    key->corner[0] = patch_point(s, draw, number, p, u0, v0);
    key->corner[1] = patch_point(s, draw, number, p, u1, v0);
    key->corner[2] = patch_point(s, draw, number, p, u0, v1);
  }
  memcpy(s->corner[i], key->corner, sizeof key->corner);
}

// ---- fragments

static void read_texture(ig_Shader* s, const ig_Draw* draw, int at, int i, float inverse) {
  float coord[3], dx[3], dy[3], rgba[4];
  const float *d = s->setup[at].inv_w, *b1 = s->setup[at].b1, *b2 = s->setup[at].b2;
  float w0x = d[1] - b1[1] - b2[1], w0y = d[2] - b1[2] - b2[2];
  for (int k = 0; k < 3; k++) {
    float t0 = s->setup[at].tex[0][k], t1 = s->setup[at].tex[1][k], t2 = s->setup[at].tex[2][k];
    coord[k] = s->weight[0][i] * t0 + s->weight[1][i] * t1 + s->weight[2][i] * t2;
    // the quotient rule: both the coordinate over w and 1/w are linear over the picture
    dx[k] = (t0 * w0x + t1 * b1[1] + t2 * b2[1] - coord[k] * d[1]) * inverse;
    dy[k] = (t0 * w0y + t1 * b1[2] + t2 * b2[2] - coord[k] * d[2]) * inverse;
  }
  ig_texture_read(draw->texture, coord, dx, dy, rgba);
  for (int k = 0; k < 4; k++) s->texture[k][i] = rgba[k];
}

// weights, places, texture of all fragments; points that need light
static void prepare(ig_Shader* s, const ig_Frame* f, int tile_x, int tile_y, const ig_Fragment* fragment, int count) {
  int column_last[IG_TILE];
  for (int k = 0; k < IG_TILE; k++) column_last[k] = -1;
  static _Thread_local PatchKey key[IG_BATCH];
  s->nsetup = s->npoint = 0;
  for (int i = 0; i < count; i++) {
    int column = fragment[i].pixel % IG_TILE, row = fragment[i].pixel / IG_TILE, above = column_last[column];
    int at = i && fragment[i - 1].tri == fragment[i].tri             ? s->setup_of[i - 1]
             : above >= 0 && fragment[above].tri == fragment[i].tri ? s->setup_of[above]
                                                                     : add_setup(s, f, fragment[i].tri, tile_x, tile_y);
    s->setup_of[i] = at;
    column_last[column] = i;
    const float *d = s->setup[at].inv_w, *b1 = s->setup[at].b1, *b2 = s->setup[at].b2;
    float x = (float)column, y = (float)row, inv_w = d[0] + d[1] * x + d[2] * y;
    float w = inv_w > 1e-30f ? 1 / inv_w : 1e30f;
    s->weight[1][i] = (b1[0] + b1[1] * x + b1[2] * y) * w;
    s->weight[2][i] = (b2[0] + b2[1] * x + b2[2] * y) * w;
    s->weight[0][i] = 1 - s->weight[1][i] - s->weight[2][i];
    for (int k = 0; k < 3; k++) {
      s->eye[k][i] = s->weight[0][i] * s->setup[at].eye[0][k] + s->weight[1][i] * s->setup[at].eye[1][k] + s->weight[2][i] * s->setup[at].eye[2][k];
    }
    const ig_Draw* draw = &f->draw[s->setup[at].draw];
    if (draw->texture) {
      read_texture(s, draw, at, i, w);
    } else {
      for (int k = 0; k < 4; k++) s->texture[k][i] = 1;
    }
    float alpha = draw->rgba[3] * s->texture[3][i];
    if (draw->phase == IG_PHASE_HAZE) {
      alpha *= s->weight[0][i] * s->setup[at].alpha[0] + s->weight[1][i] * s->setup[at].alpha[1] + s->weight[2][i] * s->setup[at].alpha[2];
    }
    s->out[3][i] = alpha < 0 ? 0 : alpha > 1 ? 1 : alpha;
    key[i].setup = -1;
    if (!draw->lit) {
      s->corner[i][0] = s->corner[i][1] = s->corner[i][2] = -1;
    } else if (s->setup[at].patch >= 0) {
      light_patch(s, f, i, &key[i], i ? &key[i - 1] : NULL, above >= 0 ? &key[above] : NULL);
    } else {
      for (int k = 0; k < 3; k++) s->corner[i][k] = s->setup[at].point + k;
    }
  }
}

// colours of the points to those of the fragments, with texture
static void interpolate(ig_Shader* s, const ig_Frame* f, int count) {
  for (int i = 0; i < count; i++) {
    const int* c = s->corner[i];
    if (c[0] < 0) {
      const float* rgba = f->draw[s->setup[s->setup_of[i]].draw].rgba;
      for (int k = 0; k < 3; k++) s->light[k][i] = rgba[k] * s->texture[k][i];
      continue;
    }
    for (int k = 0; k < 3; k++) {
      float color = s->weight[0][i] * s->color[k][c[0]] + s->weight[1][i] * s->color[k][c[1]] + s->weight[2][i] * s->color[k][c[2]];
      color = color < 0 ? 0 : color > 1 ? 1 : color;
      s->light[k][i] = color * s->texture[k][i];
    }
  }
}

// how much of the colour the fog leaves
static float clear_view(const ig_Frame* f, float depth) {
  float span = f->fog_end - f->fog_start;
  float clear = span != 0 ? (f->fog_end - fabsf(depth)) / span : 1;
  return clear < 0 ? 0 : clear > 1 ? 1 : clear;
}

static float to_byte(float x) { return floorf((x < 0 ? 0 : x > 1 ? 1 : x) * 255 + 0.5f); }

static void base_pass(ig_Shader* s, const ig_Frame* f, int count, unsigned lights, bool mirror) {
  ig_light_points(s, f, lights, true, mirror);
  interpolate(s, f, count);
  for (int i = 0; i < count; i++) {
    float clear = f->fog ? clear_view(f, s->eye[2][i]) : 1;
    for (int k = 0; k < 3; k++) s->out[k][i] = to_byte(f->fog ? s->light[k][i] * clear + f->fog_rgb[k] * (1 - clear) : s->light[k][i]);
  }
}

static void shadow_pass(ig_Shader* s, const ig_Frame* f, int count, int number) {
  const ig_Light* light = &f->light[number];
  ig_light_points(s, f, 1u << number, false, false);
  interpolate(s, f, count);
  int receivers = 0;
  for (int i = 0; i < count; i++) {
    const ig_Draw* draw = &f->draw[s->setup[s->setup_of[i]].draw];
    if (!draw->gets || s->out[3][i] < 0.99f) continue;
    float clear = f->fog ? clear_view(f, s->eye[2][i]) : 1, most = 0;
    for (int k = 0; k < 3; k++) {
      s->light[k][i] = to_byte(s->light[k][i] * clear);
      most = s->light[k][i] > most ? s->light[k][i] : most;
    }
    if (most > 0) s->receiver[receivers++] = i;
  }
  ig_shadow_batch(s, light, receivers);
  for (int r = 0; r < receivers; r++) {
    if (s->shadowed[r]) continue;
    int i = s->receiver[r];
    for (int k = 0; k < 3; k++) {
      float sum = s->out[k][i] + s->light[k][i];
      s->out[k][i] = sum > 255 ? 255 : sum;
    }
  }
}

void ig_shade(ig_Shader* s, const ig_Frame* f, int tile_x, int tile_y, const ig_Fragment* fragment, int count, ig_Phase phase) {
  prepare(s, f, tile_x, tile_y, fragment, count);
  unsigned casting = 0, all = (1u << f->nlight) - 1;
  for (int i = 0; i < f->nlight; i++) casting |= f->light[i].shadows ? 1u << i : 0;
  if (phase != IG_PHASE_OPAQUE) casting = 0;
  base_pass(s, f, count, all & ~casting, phase == IG_PHASE_MIRROR || phase == IG_PHASE_MIRROR_GLASS);
  for (int i = 0; i < f->nlight; i++) {
    if (casting >> i & 1) shadow_pass(s, f, count, i);
  }
}
