// SPDX-License-Identifier: Apache-2.0
// From draws to pieces in tiles: transform, cull, clip, snap to 1/256 of a pixel.
#include "base/error.h"
#include "render/frame.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "render/grow.h"
#include "render/wide.h"

bool ig_frame_room(ig_RenderFrame* f, void* array, int* room, int64_t count, size_t size) {
  enum { LEAST = 1024 };
  if (count <= *room) return true;
  if (f->failed || count > INT32_MAX / 2 || !ig_grow(array, room, count, size, LEAST)) f->failed = true;
  return !f->failed;
}

void ig_frame_free(ig_RenderFrame* f) {
  ig_free(f->draw);
  ig_free(f->tri);
  ig_free(f->piece);
  ig_free(f->vertex);
  ig_free(f->bin_first);
  ig_free(f->bin);
  for (int i = 0; i < IG_MAX_GL_LIGHTS; i++) {
    ig_free(f->light[i].caster);
    ig_free(f->light[i].box);
    ig_free(f->light[i].group);
  }
  *f = (ig_RenderFrame){0};
}

static void face_normal(const ig_DrawShape* s, int face, int k, float out[3]) {
  int n = s->normal_index ? s->normal_index[3 * face + k] : 3 * face + k;
  memcpy(out, s->normal + 3 * n, 3 * sizeof(float));
}

// lines along u, then lines along v
static int patch_lines(const ig_Patch* p) { return p->nu * (p->nv + 1) + p->nv * (p->nu + 1); }

// lines of the wireframe: outlines of quads, of faces, or of the quads that patches are divided into
static int line_count(const ig_DrawShape* s) {
  int count = s->nline;
  for (int i = 0; i < s->npatch; i++) count += patch_lines(&s->patch[i]);
  return count ? count : 3 * s->nface;
}

static void face_texcoord(const ig_DrawShape* s, int face, int k, float out[2]) {
  out[0] = out[1] = 0;
  if (!s->texcoord) return;
  int t = s->texcoord_index ? s->texcoord_index[3 * face + k] : 3 * face + k;
  memcpy(out, s->texcoord + 2 * t, 2 * sizeof(float));
}

// beginning or end of a line of the wireframe
static void wire_end(const ig_DrawShape* s, int line, int end, ig_Corner* out) {
  *out = (ig_Corner){.alpha = 1};
  if (line < s->nline) {
    int vertex = s->line[2 * line + end];
    memcpy(out->pos, s->wire_pos + 3 * vertex, sizeof out->pos);
    memcpy(out->normal, s->wire_normal + 3 * vertex, sizeof out->normal);
    return;
  }
  if (s->npatch) {
    int patch = 0;
    for (line -= s->nline; line >= patch_lines(&s->patch[patch]); patch++) line -= patch_lines(&s->patch[patch]);
    const ig_Patch* p = &s->patch[patch];
    int along_u = p->nu * (p->nv + 1), rest = line - along_u;
    float u = line < along_u ? p->gu[line % p->nu + end] : p->gu[rest / p->nv];
    float v = line < along_u ? p->gv[line / p->nu] : p->gv[rest % p->nv + end];
    for (int k = 0; k < 3; k++) {
      out->pos[k] = p->o[k] + u * p->u[k] + v * p->v[k] + u * v * p->q[k];
      out->normal[k] = p->n0[k] + u * (p->n1[k] - p->n0[k]);
    }
    return;
  }
  int face = line / 3, k = (line % 3 + end) % 3;
  memcpy(out->pos, s->pos + 3 * ig_face_vertex(s, face, k), sizeof out->pos);
  face_normal(s, face, k, out->normal);
  face_texcoord(s, face, k, out->texcoord);
}

void ig_corner(const ig_Draw* draw, int face, int k, ig_Corner* out) {
  const ig_DrawShape* s = draw->shape;
  if (draw->line) {  // a quad of two triangles around the line from 0 to z = 1
    *out = (ig_Corner){.alpha = 1};
    out->pos[2] = (face & 1) ? (k == 0 ? 0.0f : 1.0f) : (k == 1 ? 1.0f : 0.0f);
    return;
  }
  if (draw->wire) {
    wire_end(s, face / 2, (face & 1) ? k != 0 : k == 1, out);
    return;
  }
  int vertex = ig_face_vertex(s, face, k);
  memcpy(out->pos, s->pos + 3 * vertex, sizeof out->pos);
  face_normal(s, face, k, out->normal);
  face_texcoord(s, face, k, out->texcoord);
  out->alpha = s->alpha ? s->alpha[vertex] : 1;
}

// the ends of a line in the shape's frame
static void line_ends(const ig_Draw* draw, int line, float p[2][3]) {
  if (draw->line) {
    memset(p, 0, 6 * sizeof(float));
    p[1][2] = 1;
    return;
  }
  for (int k = 0; k < 2; k++) {
    ig_Corner end;
    wire_end(draw->shape, line, k, &end);
    memcpy(p[k], end.pos, sizeof end.pos);
  }
}

// Corners 0, 1 lie at the line's beginning and end on one side, 3, 2 on the other. The part behind the eye is cut off before,
// since the width is one of the picture.
void ig_line_quad(const ig_RenderFrame* f, const ig_Draw* draw, int line, float quad[4][4]) {
  float p[2][3], c[2][4];
  line_ends(draw, line, p);
  for (int k = 0; k < 2; k++) ig_to_clip(draw->clip, p[k], c[k]);
  for (int k = 0; k < 2; k++) {
    float inside = c[k][3] - c[k][2], other = c[1 - k][3] - c[1 - k][2];
    if (inside < 0 && other > 0) {
      float t = inside / (inside - other);
      for (int i = 0; i < 4; i++) c[k][i] += t * (c[1 - k][i] - c[k][i]);
    }
  }
  float sx = 0.5f * (float)f->width, sy = 0.5f * (float)f->height;
  const float least_w = 1e-20f, least_length = 1e-10f;  // ends at the eye, lines seen from their end
  float w0 = c[0][3] > least_w ? c[0][3] : least_w, w1 = c[1][3] > least_w ? c[1][3] : least_w;
  float dx = (c[1][0] / w1 - c[0][0] / w0) * sx, dy = (c[1][1] / w1 - c[0][1] / w0) * sy;
  float length = sqrtf(dx * dx + dy * dy);
  if (length < least_length) dx = 1, dy = 0, length = 1;
  float ox = -0.5f * draw->width * dy / length / sx, oy = 0.5f * draw->width * dx / length / sy;
  for (int k = 0; k < 4; k++) {
    const float* end = c[k == 1 || k == 2];
    float side = k < 2 ? -1.0f : 1.0f;
    memcpy(quad[k], end, 4 * sizeof(float));
    quad[k][0] += side * ox * end[3];
    quad[k][1] += side * oy * end[3];
  }
}

static inline float lesser(float a, float b) { return a < b ? a : b; }
static inline float greater(float a, float b) { return a > b ? a : b; }

// ---- clipping

enum { MAX_POLYGON = 12 };
typedef struct {
  int n;
  float p[MAX_POLYGON][4];
} Polygon;

// keep what lies where d >= 0
static void cut(Polygon* poly, const float d[MAX_POLYGON]) {
  Polygon out = {0};
  for (int i = 0; i < poly->n; i++) {
    int j = (i + 1) % poly->n;
    if (d[i] >= 0 && out.n < MAX_POLYGON) memcpy(out.p[out.n++], poly->p[i], sizeof out.p[0]);
    if ((d[i] >= 0) != (d[j] >= 0) && out.n < MAX_POLYGON) {
      // from the inner end outwards: both neighbours of an edge find the same point
      int a = d[i] >= 0 ? i : j, b = d[i] >= 0 ? j : i;
      float t = d[a] / (d[a] - d[b]);
      for (int k = 0; k < 4; k++) out.p[out.n][k] = poly->p[a][k] + t * (poly->p[b][k] - poly->p[a][k]);
      out.n++;
    }
  }
  *poly = out;
}

// against the plane q . p >= 0
static void cut_plane(Polygon* poly, float qx, float qy, float qz, float qw) {
  float d[MAX_POLYGON];
  bool all = true;
  for (int i = 0; i < poly->n; i++) {
    d[i] = qx * poly->p[i][0] + qy * poly->p[i][1] + qz * poly->p[i][2] + qw * poly->p[i][3];
    all = all && d[i] >= 0;
  }
  if (!all) cut(poly, d);
}

// ---- pieces

typedef struct {
  ig_RenderFrame* f;
  const ig_Draw* draw;
  float guard_x, guard_y;  // how far coordinates may leave the view, in units of w
  bool mirrored;
  float mirror[4];  // plane of the mirror in the shape's frame: what is shown lies on its positive side
} Emitter;

static void add_piece(Emitter* e, const int32_t x[3], const int32_t y[3], const double plane[3], uint32_t tri) {
  ig_RenderFrame* f = e->f;
  if (!ig_frame_room(f, &f->piece, &f->room_piece, (int64_t)f->npiece + 1, sizeof(ig_Piece))) return;
  IG_ASSERT(f->npiece < f->room_piece);
  ig_Piece* piece = &f->piece[f->npiece++];
  int32_t span = 0;
  for (int k = 0; k < 3; k++) {
    piece->x[k] = x[k];
    piece->y[k] = y[k];
    int32_t dx = x[k] - x[(k + 1) % 3], dy = y[k] - y[(k + 1) % 3];
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    span = dx > span ? dx : span;
    span = dy > span ? dy : span;
  }
  piece->tri = tri;
  piece->small = span <= 64 * IG_SUBPIXEL;
  piece->z = plane[0];
  piece->zx = plane[1];
  piece->zy = plane[2];
}

// far outside of any picture all places are one: differences and areas of what is left fit
static int32_t snap(double x) {
  const double most = 1 << 29, place = floor(x * IG_SUBPIXEL + 0.5);
  return !(place > -most) ? -(int32_t)most : place > most ? (int32_t)most : (int32_t)place;
}

// depth over the picture: the plane through three points
static bool depth_plane(const double x[3], const double y[3], const double z[3], double plane[3]) {
  double ux = x[1] - x[0], uy = y[1] - y[0], vx = x[2] - x[0], vy = y[2] - y[0];
  double area = ux * vy - uy * vx;
  if (area == 0) return false;
  double uz = z[1] - z[0], vz = z[2] - z[0], inverse = 1 / area;
  plane[1] = (uz * vy - vz * uy) * inverse;
  plane[2] = (vz * ux - uz * vx) * inverse;
  plane[0] = z[0] - plane[1] * x[0] - plane[2] * y[0];
  return true;
}

// Depth of a triangle that reaches behind the eye: its plane in clip coordinates, solved for z at the places of the view.
// With n = (p1 - p0) x (p2 - p0) taken over x, y, z, w, depth is linear over the window: z / w = A x/w + B y/w + C.
static bool clipped_plane(const ig_RenderFrame* f, const float p[3][4], double plane[3]) {
  double m[3][3], z[3];
  for (int i = 0; i < 3; i++) {
    m[i][0] = p[i][0];
    m[i][1] = p[i][1];
    m[i][2] = p[i][3];
    z[i] = p[i][2];
  }
  double c00 = m[1][1] * m[2][2] - m[1][2] * m[2][1], c01 = m[1][2] * m[2][0] - m[1][0] * m[2][2],
         c02 = m[1][0] * m[2][1] - m[1][1] * m[2][0];
  double det = m[0][0] * c00 + m[0][1] * c01 + m[0][2] * c02;
  if (det == 0) return false;
  double c10 = m[0][2] * m[2][1] - m[0][1] * m[2][2], c11 = m[0][0] * m[2][2] - m[0][2] * m[2][0],
         c12 = m[0][1] * m[2][0] - m[0][0] * m[2][1];
  double c20 = m[0][1] * m[1][2] - m[0][2] * m[1][1], c21 = m[0][2] * m[1][0] - m[0][0] * m[1][2],
         c22 = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  double a = (c00 * z[0] + c10 * z[1] + c20 * z[2]) / det, b = (c01 * z[0] + c11 * z[1] + c21 * z[2]) / det,
         c = (c02 * z[0] + c12 * z[1] + c22 * z[2]) / det;
  plane[1] = 2 * a / f->width;
  plane[2] = 2 * b / f->height;
  plane[0] = c - a - b;
  return true;
}

// pieces of a convex polygon in clip coordinates; those that face away, or that meet no sample, are left out
static void emit_polygon(Emitter* e, const Polygon* poly, const double* known_plane, int cull, uint32_t tri, bool* used) {
  double wx[MAX_POLYGON], wy[MAX_POLYGON], z[MAX_POLYGON];
  int32_t x[MAX_POLYGON], y[MAX_POLYGON];
  for (int i = 0; i < poly->n; i++) {
    double w = poly->p[i][3];
    x[i] = snap((poly->p[i][0] / w + 1) * 0.5 * e->f->width);
    y[i] = snap((poly->p[i][1] / w + 1) * 0.5 * e->f->height);
    wx[i] = x[i] / (double)IG_SUBPIXEL;
    wy[i] = y[i] / (double)IG_SUBPIXEL;
    z[i] = (double)poly->p[i][2] / poly->p[i][3];
  }
  for (int i = 1; i + 1 < poly->n; i++) {
    int a = 0, b = i, c = i + 1;
    int64_t area = (int64_t)(x[b] - x[a]) * (y[c] - y[a]) - (int64_t)(y[b] - y[a]) * (x[c] - x[a]);
    if (area == 0 || (cull > 0 && area < 0) || (cull < 0 && area > 0)) continue;
    if (area < 0) {
      int swap = b;
      b = c;
      c = swap;
    }
    double plane[3];
    if (known_plane) {
      memcpy(plane, known_plane, sizeof plane);
    } else {
      double px[3] = {wx[a], wx[b], wx[c]}, py[3] = {wy[a], wy[b], wy[c]}, pz[3] = {z[a], z[b], z[c]};
      if (!depth_plane(px, py, pz, plane)) continue;
    }
    int32_t tx[3] = {x[a], x[b], x[c]}, ty[3] = {y[a], y[b], y[c]};
    add_piece(e, tx, ty, plane, tri);
    *used = true;
  }
}

static uint32_t new_tri(Emitter* e, int face) {
  ig_RenderFrame* f = e->f;
  if (!ig_frame_room(f, &f->tri, &f->room_tri, (int64_t)f->ntri + 1, sizeof(ig_Tri))) return 0;
  f->tri[f->ntri] = (ig_Tri){(int32_t)(e->draw - f->draw), face};
  return (uint32_t)f->ntri++;
}

// a triangle that needs cutting; p: its corners in clip coordinates, pos: in the shape's frame (NULL: a line's)
static void emit_clipped(Emitter* e, const float p[3][4], const float* const pos[3], int face) {
  Polygon poly = {.n = 3};
  memcpy(poly.p, p, 3 * sizeof poly.p[0]);
  double plane[3];
  if (!clipped_plane(e->f, p, plane)) return;
  if (e->mirrored && pos) {
    const float* q = e->mirror;
    float d[MAX_POLYGON];
    int inside = 0;
    for (int k = 0; k < 3; k++) {
      d[k] = q[0] * pos[k][0] + q[1] * pos[k][1] + q[2] * pos[k][2] + q[3];
      inside += d[k] >= 0;
    }
    if (inside < 3) cut(&poly, d);
  }
  cut_plane(&poly, 0, 0, -1, 1);
  cut_plane(&poly, 0, 0, 1, 0);
  cut_plane(&poly, 1, 0, 0, e->guard_x);
  cut_plane(&poly, -1, 0, 0, e->guard_x);
  cut_plane(&poly, 0, 1, 0, e->guard_y);
  cut_plane(&poly, 0, -1, 0, e->guard_y);
  if (poly.n < 3) return;
  uint32_t tri = new_tri(e, face);
  bool used = false;
  emit_polygon(e, &poly, plane, e->draw->cull, tri, &used);
  if (!used && !e->f->failed) e->f->ntri--;
}

// which sides of the view a point lies beyond; the two highest bits: where cutting is needed
enum {
  OUT_LEFT = 1,
  OUT_RIGHT = 2,
  OUT_DOWN = 4,
  OUT_UP = 8,
  OUT_NEAR = 16,
  OUT_FAR = 32,
  OUT_GUARD = 64,
  OUT_MIRROR = 128,
  OUT_BAD = 256
};
static int outcode(const Emitter* e, const float p[4]) {
  int code = (p[0] - p[0]) + (p[1] - p[1]) + (p[2] - p[2]) + (p[3] - p[3]) == 0 ? 0 : OUT_BAD;
  if (p[0] < -p[3]) code |= OUT_LEFT;
  if (p[0] > p[3]) code |= OUT_RIGHT;
  if (p[1] < -p[3]) code |= OUT_DOWN;
  if (p[1] > p[3]) code |= OUT_UP;
  if (p[2] > p[3]) code |= OUT_NEAR;
  if (p[2] < 0) code |= OUT_FAR;
  float gx = e->guard_x * p[3], gy = e->guard_y * p[3];
  if (p[0] < -gx || p[0] > gx || p[1] < -gy || p[1] > gy) code |= OUT_GUARD;
  return code;
}

static void emit_lines(Emitter* e) {
  int count = e->draw->line ? 1 : line_count(e->draw->shape);
  for (int line = 0; line < count && !e->f->failed; line++) {
    float quad[4][4];
    ig_line_quad(e->f, e->draw, line, quad);
    static const int corner[2][3] = {{0, 1, 3}, {3, 1, 2}};
    for (int half = 0; half < 2; half++) {
      float p[3][4];
      int code[3];
      for (int k = 0; k < 3; k++) {
        memcpy(p[k], quad[corner[half][k]], sizeof p[k]);
        code[k] = outcode(e, p[k]);
      }
      if (!(code[0] & code[1] & code[2] & ~OUT_GUARD) && !((code[0] | code[1] | code[2]) & OUT_BAD))
        emit_clipped(e, p, NULL, 2 * line + half);
    }
  }
}

// Vertices of one shape in the window: snapped coordinates where `code` has none of the bits for cutting.
typedef struct {
  int32_t *x, *y, *code;
  float* z;
} Window;

// eight places; w is 1 before the transformation
typedef struct {
  ig_wf x, y, z, w;
} Eight;

// zeros behind the last vertex
IG_WIDE_INLINE Eight eight_vertices(const ig_DrawShape* s, int first) {
  Eight p = {.w = ig_w_all(1)};
  int n = s->nvert - first < IG_EIGHT ? s->nvert - first : IG_EIGHT;
  for (int k = 0; k < n; k++) {
    const float* pos = s->pos + 3 * (first + k);
    p.x[k] = pos[0];
    p.y[k] = pos[1];
    p.z[k] = pos[2];
  }
  return p;
}

// as ig_to_clip, for eight
IG_WIDE_INLINE Eight to_clip(const float m[16], const Eight* p) {
  return (Eight){m[0] * p->x + m[1] * p->y + m[2] * p->z + m[3], m[4] * p->x + m[5] * p->y + m[6] * p->z + m[7],
                 m[8] * p->x + m[9] * p->y + m[10] * p->z + m[11], m[12] * p->x + m[13] * p->y + m[14] * p->z + m[15]};
}

// places that are no numbers, or beyond all numbers: only their products with zero are not zero
IG_WIDE_INLINE ig_wi bad_place(const Eight* c) { return ~((0.0f * c->x + 0.0f * c->y + 0.0f * c->z + 0.0f * c->w) == 0.0f); }

// on which sides of the view they lie
IG_WIDE_INLINE ig_wi outside(const Eight* c) {
  return ((c->x < -c->w) & OUT_LEFT) | ((c->x > c->w) & OUT_RIGHT) | ((c->y < -c->w) & OUT_DOWN) | ((c->y > c->w) & OUT_UP) |
         ((c->z > c->w) & OUT_NEAR) | ((c->z < 0.0f) & OUT_FAR) | (bad_place(c) & OUT_BAD);
}

enum { CUT = OUT_NEAR | OUT_FAR | OUT_GUARD | OUT_MIRROR };

IG_CLONES static void transform(const Emitter* e, const ig_DrawShape* s, const Window* out) {
  const float *m = e->draw->clip, *q = e->mirror;
  float width = (float)e->f->width * IG_SUBPIXEL, height = (float)e->f->height * IG_SUBPIXEL;
  for (int i = 0; i < s->nvert; i += IG_EIGHT) {
    Eight p = eight_vertices(s, i), c = to_clip(m, &p);
    ig_wf gx = e->guard_x * c.w, gy = e->guard_y * c.w;
    ig_wi code = outside(&c) | (((c.x < -gx) | (c.x > gx) | (c.y < -gy) | (c.y > gy)) & OUT_GUARD);
    if (e->mirrored) code |= (q[0] * p.x + q[1] * p.y + q[2] * p.z + q[3] < 0.0f) & OUT_MIRROR;
    ig_wi usable = (code & (OUT_NEAR | OUT_FAR | OUT_GUARD | OUT_BAD)) == 0;
    ig_wf inverse = 1.0f / ig_w_select(usable, c.w, ig_w_all(1));
    // 24 bits of a float hold 16 bits of pixels and the 8 of their parts
    ig_wf wx = (c.x * inverse * 0.5f + 0.5f) * width + 0.5f, wy = (c.y * inverse * 0.5f + 0.5f) * height + 0.5f;
    ig_w_storei(out->x + i, ig_w_floor(ig_w_select(usable, wx, ig_w_all(0))));
    ig_w_storei(out->y + i, ig_w_floor(ig_w_select(usable, wy, ig_w_all(0))));
    ig_w_store(out->z + i, c.z * inverse);
    ig_w_storei(out->code + i, code);
  }
}

// no sample of any pixel lies between two coordinates
static bool between_samples(int32_t low, int32_t high, bool four) {
  if (four) return ((low - 32 + 63) & ~63) + 32 > high;  // samples at 1/8, 3/8, 5/8, 7/8 of a pixel
  return ((low - 128 + 255) & ~255) + 128 > high;
}

static bool window_room(ig_RenderFrame* f, const ig_DrawShape* s, Window* out) {
  int64_t room = (int64_t)s->nvert + IG_EIGHT;
  if (!ig_frame_room(f, &f->vertex, &f->room_vertex, room, 4 * sizeof(float))) return false;
  out->z = f->vertex;
  out->x = (int32_t*)(f->vertex + room);
  out->y = (int32_t*)(f->vertex + 2 * room);
  out->code = (int32_t*)(f->vertex + 3 * room);
  return true;
}

static void emit_faces(Emitter* e) {
  ig_RenderFrame* f = e->f;
  const ig_DrawShape* s = e->draw->shape;
  Window w;
  if (!window_room(f, s, &w)) return;
  transform(e, s, &w);
  int cull = e->draw->cull;
  bool four = f->samples == 4 && !f->segment;
  for (int face = 0; face < s->nface && !f->failed; face++) {
    int v[3] = {ig_face_vertex(s, face, 0), ig_face_vertex(s, face, 1), ig_face_vertex(s, face, 2)};
    int c0 = w.code[v[0]], c1 = w.code[v[1]], c2 = w.code[v[2]];
    if ((c0 & c1 & c2 & ~OUT_GUARD) || ((c0 | c1 | c2) & OUT_BAD)) continue;
    if ((c0 | c1 | c2) & CUT) {
      const float* pos[3];
      float p[3][4];
      for (int k = 0; k < 3; k++) {
        pos[k] = s->pos + 3 * v[k];
        ig_to_clip(e->draw->clip, pos[k], p[k]);
      }
      emit_clipped(e, p, pos, face);
      continue;
    }
    int32_t x[3] = {w.x[v[0]], w.x[v[1]], w.x[v[2]]}, y[3] = {w.y[v[0]], w.y[v[1]], w.y[v[2]]};
    int64_t area = (int64_t)(x[1] - x[0]) * (y[2] - y[0]) - (int64_t)(y[1] - y[0]) * (x[2] - x[0]);
    if (area == 0 || (cull > 0 && area < 0) || (cull < 0 && area > 0)) continue;
    int32_t low_x, high_x, low_y, high_y;
    ig_bounds3(x, &low_x, &high_x);
    ig_bounds3(y, &low_y, &high_y);
    if (between_samples(low_x, high_x, four) || between_samples(low_y, high_y, four)) continue;
    int second = area > 0 ? 1 : 2, third = 3 - second;
    int32_t tx[3] = {x[0], x[second], x[third]}, ty[3] = {y[0], y[second], y[third]};
    double px[3], py[3], pz[3] = {w.z[v[0]], w.z[v[second]], w.z[v[third]]}, plane[3];
    for (int k = 0; k < 3; k++) {
      px[k] = tx[k] * (1.0 / IG_SUBPIXEL);
      py[k] = ty[k] * (1.0 / IG_SUBPIXEL);
    }
    if (depth_plane(px, py, pz, plane)) add_piece(e, tx, ty, plane, new_tri(e, face));
  }
}

// is the shape's bounding sphere outside of the view
static bool out_of_view(const ig_RenderFrame* f, const ig_Draw* draw) {
  const ig_DrawShape* s = draw->shape;
  float eye[3];
  ig_to_eye(draw->eye, s->centre, eye);
  // the largest stretch of the pose
  float stretch = 0;
  for (int j = 0; j < 3; j++) {
    float n = draw->eye[j] * draw->eye[j] + draw->eye[4 + j] * draw->eye[4 + j] + draw->eye[8 + j] * draw->eye[8 + j];
    stretch += n;
  }
  float radius = s->radius * sqrtf(stretch);
  // planes of the view in the eye's frame are sums of rows of the projection
  for (int side = 0; side < 6; side++) {
    float q[4];
    for (int k = 0; k < 4; k++) {
      float row = f->lens[4 * (side / 2) + k], w = f->lens[12 + k];
      q[k] = side == 5 ? row : side % 2 ? w + row : w - row;
    }
    float length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
    if (q[0] * eye[0] + q[1] * eye[1] + q[2] * eye[2] + q[3] < -radius * length) return true;
  }
  return false;
}

// ---- tiles

static void tile_range(const ig_RenderFrame* f, const ig_Piece* p, int range[4]) {
  int32_t low_x, high_x, low_y, high_y;
  ig_bounds3(p->x, &low_x, &high_x);
  ig_bounds3(p->y, &low_y, &high_y);
  int side = IG_SUBPIXEL * IG_TILE;
  range[0] = low_x < 0 ? 0 : low_x / side;
  range[1] = high_x < 0 ? -1 : high_x / side;
  range[2] = low_y < 0 ? 0 : low_y / side;
  range[3] = high_y < 0 ? -1 : high_y / side;
  if (range[1] > f->ntile_x - 1) range[1] = f->ntile_x - 1;
  if (range[3] > f->ntile_y - 1) range[3] = f->ntile_y - 1;
}

// counting sort: pieces keep their order in each tile
static void sort_into_tiles(ig_RenderFrame* f) {
  int tiles = f->ntile_x * f->ntile_y;
  if (!ig_frame_room(f, &f->bin_first, &f->room_tile, tiles + 2, sizeof(int))) return;
  int* first = f->bin_first;
  memset(first, 0, sizeof(int) * (size_t)(tiles + 2));
  int64_t total = 0;
  int r[4];
  for (int i = 0; i < f->npiece; i++) {
    tile_range(f, &f->piece[i], r);
    for (int y = r[2]; y <= r[3]; y++) {
      for (int x = r[0]; x <= r[1]; x++) first[y * f->ntile_x + x + 2]++, total++;
    }
  }
  if (!ig_frame_room(f, &f->bin, &f->room_bin, total, sizeof(uint32_t))) return;
  for (int t = 2; t < tiles + 2; t++) first[t] += first[t - 1];
  for (int i = 0; i < f->npiece; i++) {
    tile_range(f, &f->piece[i], r);
    for (int y = r[2]; y <= r[3]; y++) {
      for (int x = r[0]; x <= r[1]; x++) f->bin[first[y * f->ntile_x + x + 1]++] = (uint32_t)i;
    }
  }
}

void ig_frame_geometry(ig_RenderFrame* f) {
  f->ntri = f->npiece = 0;
  // pictures are at most 16384 pixels wide: with the guard, snapped coordinates stay below 2^24
  float guard_x = 1 + 30000.0f / (float)f->width, guard_y = 1 + 30000.0f / (float)f->height;
  for (int phase = 0, i = 0; phase < IG_NPHASE; phase++) {
    for (; i < f->ndraw && f->draw[i].phase == (ig_Phase)phase && !f->failed; i++) {
      const ig_Draw* draw = &f->draw[i];
      Emitter e = {.f = f, .draw = draw, .guard_x = guard_x, .guard_y = guard_y};
      e.mirrored = draw->phase == IG_PHASE_MIRROR || draw->phase == IG_PHASE_MIRROR_GLASS;
      for (int k = 0; k < 4; k++) {
        e.mirror[k] = k == 3 ? f->mirror_clip[3] : 0;
        for (int r = 0; r < 3; r++) e.mirror[k] += f->mirror_clip[r] * draw->eye[4 * r + k];
      }
      if (draw->line || draw->wire) {
        emit_lines(&e);
      } else if (!out_of_view(f, draw)) {
        emit_faces(&e);
      }
    }
    f->phase_end[phase] = f->npiece;
  }
  if (!f->failed) sort_into_tiles(f);
}

// ---- casters

// eight triangles in the light's view
typedef struct {
  ig_wf x[3], y[3], z[3];
} Triangles;

IG_WIDE_INLINE ig_wf area_of(const Triangles* t) {
  return (t->x[1] - t->x[0]) * (t->y[2] - t->y[0]) - (t->y[1] - t->y[0]) * (t->x[2] - t->x[0]);
}

// bits of a mask
IG_WIDE_INLINE unsigned lanes_of(ig_wi mask) {
  unsigned bits = 0;
  for (int i = 0; i < IG_EIGHT; i++) bits |= (unsigned)(mask[i] & 1) << i;
  return bits;
}

// numbers of eight casters as they are stored, field by field
typedef struct {
  float field[sizeof(ig_Caster) / sizeof(float)][IG_EIGHT];
  ig_CasterBoxes box;
} Casters;

// all but those that are seen from their edge or that lie outside of the view
IG_WIDE_INLINE unsigned make_casters(const ig_Light* light, const Triangles* t, Casters* out) {
  const ig_wf *x = t->x, *y = t->y, *z = t->z;
  ig_wf area = area_of(t);
  ig_wf low_x = ig_w_min(ig_w_min(x[0], x[1]), x[2]), high_x = ig_w_max(ig_w_max(x[0], x[1]), x[2]);
  ig_wf low_y = ig_w_min(ig_w_min(y[0], y[1]), y[2]), high_y = ig_w_max(ig_w_max(y[0], y[1]), y[2]);
  ig_wi keep = (area != 0.0f) & ~((high_x < -1.0f) | (low_x > 1.0f) | (high_y < -1.0f) | (low_y > 1.0f));
  if (!ig_w_any(keep)) return 0;
  ig_w_store(out->box.low[0], low_x);
  ig_w_store(out->box.high[0], high_x);
  ig_w_store(out->box.low[1], low_y);
  ig_w_store(out->box.high[1], high_y);
  ig_w_store(out->box.nearest, ig_w_max(ig_w_max(z[0], z[1]), z[2]));
  // edges counter-clockwise
  ig_wi turned = area < 0.0f;
  ig_wf px[3] = {x[0], ig_w_select(turned, x[2], x[1]), ig_w_select(turned, x[1], x[2])};
  ig_wf py[3] = {y[0], ig_w_select(turned, y[2], y[1]), ig_w_select(turned, y[1], y[2])};
  for (int k = 0; k < 3; k++) {
    int n = (k + 1) % 3;
    ig_wf a = py[k] - py[n], b = px[n] - px[k];
    ig_w_store(out->field[k], a);
    ig_w_store(out->field[3 + k], b);
    ig_w_store(out->field[6 + k], -(a * px[k] + b * py[k]));
  }
  ig_wf safe = ig_w_select(keep, area, ig_w_all(1));
  ig_wf zx = ((z[1] - z[0]) * (y[2] - y[0]) - (z[2] - z[0]) * (y[1] - y[0])) / safe;
  ig_wf zy = ((z[2] - z[0]) * (x[1] - x[0]) - (z[1] - z[0]) * (x[2] - x[0])) / safe;
  // the offset of the reference's map against shadows of surfaces on themselves: 1.5 texels along the slope and 4 steps
  ig_wf slope = ig_w_max(ig_w_max(zx, -zx), ig_w_max(zy, -zy));
  ig_w_store(out->field[9], z[0] - zx * x[0] - zy * y[0] - (1.5f * slope * light->texel + 4.0f / 16777216.0f));
  ig_w_store(out->field[10], zx);
  ig_w_store(out->field[11], zy);
  return lanes_of(keep);
}

static void set_box(ig_CasterBoxes* to, int place, const ig_CasterBoxes* from, int lane) {
  for (int k = 0; k < 2; k++) {
    to->low[k][place] = from->low[k][lane];
    to->high[k][place] = from->high[k][lane];
  }
  to->nearest[place] = from->nearest[lane];
}

static void keep_casters(ig_RenderFrame* f, ig_Light* light, const Casters* made, unsigned lanes) {
  int64_t room = (int64_t)light->ncaster + IG_EIGHT;
  if (!ig_frame_room(f, &light->caster, &light->room_caster, room, sizeof(ig_Caster))) return;
  if (!ig_frame_room(f, &light->box, &light->room_box, room / IG_EIGHT + IG_GROUP_BOXES, sizeof(ig_CasterBoxes))) return;
  for (int lane = 0; lanes; lane++, lanes >>= 1) {
    if (!(lanes & 1)) continue;
    float* to = (float*)&light->caster[light->ncaster];
    for (size_t k = 0; k < sizeof made->field / sizeof made->field[0]; k++) to[k] = made->field[k][lane];
    set_box(&light->box[light->ncaster / IG_EIGHT], light->ncaster % IG_EIGHT, &made->box, lane);
    light->ncaster++;
  }
}

static void multiply_rigid(const float a[16], const float b[12], float out[16]) {
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      float sum = j == 3 ? a[4 * i + 3] : 0;
      for (int k = 0; k < 3; k++) sum += a[4 * i + k] * b[4 * k + j];
      out[4 * i + j] = sum;
    }
  }
}

// Places in the light's view; code as above, with OUT_NEAR and OUT_FAR where cutting is needed.
typedef struct {
  float *x, *y, *z;
  int32_t* code;
} LightView;

IG_CLONES static void transform_to_light(const float m[16], const ig_DrawShape* s, const LightView* out) {
  for (int i = 0; i < s->nvert; i += IG_EIGHT) {
    Eight p = eight_vertices(s, i), c = to_clip(m, &p);
    ig_wi code = outside(&c);
    ig_wf inverse = 1.0f / ig_w_select((code & (OUT_NEAR | OUT_FAR | OUT_BAD)) == 0, c.w, ig_w_all(1));
    ig_w_store(out->x + i, c.x * inverse);
    ig_w_store(out->y + i, c.y * inverse);
    ig_w_store(out->z + i, c.z * inverse);
    ig_w_storei(out->code + i, code);
  }
}

// a triangle that reaches behind the light or beyond what it sees
static void cast_clipped(ig_RenderFrame* f, ig_Light* light, const ig_DrawShape* s, const float m[16], const int v[3]) {
  Polygon poly = {.n = 3};
  for (int k = 0; k < 3; k++) ig_to_clip(m, s->pos + 3 * v[k], poly.p[k]);
  cut_plane(&poly, 0, 0, -1, 1);
  cut_plane(&poly, 0, 0, 1, 0);
  for (int i = 1; i + 1 < poly.n; i++) {
    int corner[3] = {0, i, i + 1};
    Triangles t = {0};
    for (int k = 0; k < 3; k++) {
      const float* p = poly.p[corner[k]];
      float inverse = 1 / p[3];
      t.x[k][0] = p[0] * inverse;
      t.y[k][0] = p[1] * inverse;
      t.z[k][0] = p[2] * inverse;
    }
    Casters made;
    keep_casters(f, light, &made, make_casters(light, &t, &made));
  }
}

IG_WIDE_INLINE ig_wi gather_codes(const int32_t* from, const int32_t at[IG_EIGHT]) {
  return (ig_wi){from[at[0]], from[at[1]], from[at[2]], from[at[3]], from[at[4]], from[at[5]], from[at[6]], from[at[7]]};
}
IG_WIDE_INLINE ig_wf gather_places(const float* from, const int32_t at[IG_EIGHT]) {
  return (ig_wf){from[at[0]], from[at[1]], from[at[2]], from[at[3]], from[at[4]], from[at[5]], from[at[6]], from[at[7]]};
}

IG_CLONES static void cast_faces(ig_RenderFrame* f, ig_Light* light, const ig_DrawShape* s, const float m[16],
                                 const LightView* w) {
  for (int first = 0; first < s->nface && !f->failed; first += IG_EIGHT) {
    int32_t v[3][IG_EIGHT];
    int count = s->nface - first < IG_EIGHT ? s->nface - first : IG_EIGHT;
    for (int i = 0; i < IG_EIGHT; i++) {
      int face = i < count ? first + i : first;
      for (int k = 0; k < 3; k++) v[k][i] = ig_face_vertex(s, face, k);
    }
    ig_wi c[3];
    for (int k = 0; k < 3; k++) c[k] = gather_codes(w->code, v[k]);
    ig_wi any = c[0] | c[1] | c[2], in = (ig_w_index < count) & ((c[0] & c[1] & c[2]) == 0) & ((any & OUT_BAD) == 0);
    ig_wi cut = in & ((any & (OUT_NEAR | OUT_FAR)) != 0);
    if (ig_w_any(cut)) {
      for (int i = 0; i < IG_EIGHT; i++) {
        if (cut[i]) cast_clipped(f, light, s, m, (int[3]){v[0][i], v[1][i], v[2][i]});
      }
      in &= ~cut;
    }
    if (!ig_w_any(in)) continue;
    Triangles t;
    for (int k = 0; k < 3; k++) {
      t.x[k] = gather_places(w->x, v[k]);
      t.y[k] = gather_places(w->y, v[k]);
      t.z[k] = gather_places(w->z, v[k]);
    }
    // what closes around a body blocks light where it enters
    if (s->closed) in &= ~(area_of(&t) < 0.0f);
    if (!ig_w_any(in)) continue;
    Casters made;
    keep_casters(f, light, &made, make_casters(light, &t, &made) & lanes_of(in));
  }
}

static void cast_draw(ig_RenderFrame* f, ig_Light* light, const ig_Draw* draw) {
  const ig_DrawShape* s = draw->shape;
  float m[16];
  multiply_rigid(light->to_map, draw->eye, m);
  int64_t room = (int64_t)s->nvert + IG_EIGHT;
  if (!ig_frame_room(f, &f->vertex, &f->room_vertex, room, 4 * sizeof(float))) return;
  LightView w = {f->vertex, f->vertex + room, f->vertex + 2 * room, (int32_t*)(f->vertex + 3 * room)};
  transform_to_light(m, s, &w);
  cast_faces(f, light, s, m, &w);
}

// boxes of no caster fill the last group
static void pad_boxes(ig_Light* light, int boxes) {
  static const ig_CasterBoxes nothing = {.low = {{2}, {2}}, .high = {{-2}, {-2}}, .nearest = {-1}};
  for (int i = light->ncaster; i < boxes * IG_EIGHT; i++) set_box(&light->box[i / IG_EIGHT], i % IG_EIGHT, &nothing, 0);
}

static ig_CasterGroup bound_group(const ig_CasterBoxes* box) {
  ig_CasterGroup group = {{2, 2}, {-2, -2}, -1};
  for (int i = 0; i < IG_GROUP_BOXES * IG_EIGHT; i++) {
    const ig_CasterBoxes* b = &box[i / IG_EIGHT];
    int lane = i % IG_EIGHT;
    for (int k = 0; k < 2; k++) {
      group.low[k] = lesser(group.low[k], b->low[k][lane]);
      group.high[k] = greater(group.high[k], b->high[k][lane]);
    }
    group.nearest = greater(group.nearest, b->nearest[lane]);
  }
  return group;
}

void ig_frame_casters(ig_RenderFrame* f, ig_Light* light) {
  enum { GROUP = IG_GROUP_BOXES * IG_EIGHT };
  light->ncaster = light->ngroup = 0;
  for (int i = 0; i < f->ndraw && !f->failed; i++) {
    const ig_Draw* draw = &f->draw[i];
    if (draw->casts && draw->shape && !draw->line) cast_draw(f, light, draw);
  }
  int groups = (light->ncaster + GROUP - 1) / GROUP;
  if (f->failed || !ig_frame_room(f, &light->group, &light->room_group, groups, sizeof(ig_CasterGroup))) return;
  pad_boxes(light, groups * IG_GROUP_BOXES);
  for (int g = 0; g < groups; g++) light->group[g] = bound_group(light->box + g * IG_GROUP_BOXES);
  light->ngroup = groups;
}
