// SPDX-License-Identifier: Apache-2.0
// The nearest point of the surface lies on a face, an edge or a vertex; its normal says on which side a point is. At
// edges that is the sum of both faces' normals, at vertices the sum weighted by the angles of the faces there (Baerentzen
// and Aanaes).
#include "compile/mesh/mesh_distance.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "lane/elementary.h"
#include "math/vec3.h"

// the part of a triangle that is nearest
typedef enum { AT_V0, AT_V1, AT_V2, AT_E01, AT_E12, AT_E02, AT_FACE } Part;

typedef struct Nearest_ {
  double square;
  int face;
  Part part;
  double point[3];
} Nearest;

static void divide(double r[3], const double a[3], double s) {
  for (int k = 0; k < 3; k++) r[k] = a[k] / s;
}

static void towards(double r[3], const double* from, const double* to) {
  ig_sub3(r, to, from);
  divide(r, r, ig_norm3(r));
}

// ------------------------------------------------ edges

typedef struct EdgeTable_ {
  uint64_t* key;  // lower vertex + 1, higher vertex
  double* sum;
  uint64_t last;
} EdgeTable;

static double* edge_sum(EdgeTable* t, int a, int b) {
  uint64_t key = a < b ? (uint64_t)(a + 1) << 32 | (uint32_t)b : (uint64_t)(b + 1) << 32 | (uint32_t)a;
  uint64_t at = (key * 0x9E3779B97F4A7C15u >> 24) & t->last;
  while (t->key[at] && t->key[at] != key) at = (at + 1) & t->last;
  t->key[at] = key;
  return t->sum + 3 * at;
}

static const int edge_ends[3][2] = {{0, 1}, {1, 2}, {0, 2}};

static bool set_edge_normals(ig_MeshDistance* q, int nface) {
  ig_Arena scratch = {0};
  uint64_t size = 16;
  while (size < 4 * (uint64_t)nface) size *= 2;
  EdgeTable t = {IG_NEW(&scratch, size, uint64_t), IG_NEW(&scratch, 3 * size, double), size - 1};
  bool good = t.key && t.sum;
  for (int i = 0; good && i < 3 * nface; i++) {
    const int *f = q->face + i / 3 * 3, *ends = edge_ends[i % 3];
    ig_addto3(edge_sum(&t, f[ends[0]], f[ends[1]]), q->face_normal + i / 3 * 3);
  }
  for (int i = 0; good && i < 3 * nface; i++) {
    const int *f = q->face + i / 3 * 3, *ends = edge_ends[i % 3];
    const double* sum = edge_sum(&t, f[ends[0]], f[ends[1]]);
    divide(q->edge_normal + 3 * i, sum, ig_norm3(sum));
  }
  ig_arena_drop(&scratch);
  return good;
}

static void set_normals(ig_MeshDistance* q, int nvert, int nface) {
  for (int i = 0; i < nface; i++) {
    const int* f = q->face + 3 * i;
    const double* v[3] = {q->vert + 3 * f[0], q->vert + 3 * f[1], q->vert + 3 * f[2]};
    double *normal = q->face_normal + 3 * i, ab[3], ac[3];
    ig_sub3(ab, v[1], v[0]);
    ig_sub3(ac, v[2], v[0]);
    ig_cross(normal, ab, ac);
    divide(normal, normal, ig_norm3(normal));
    for (int k = 0; k < 3; k++) {
      double left[3], right[3];
      towards(left, v[k], v[(k + 1) % 3]);
      towards(right, v[k], v[(k + 2) % 3]);
      ig_addtoscl3(q->vert_normal + 3 * f[k], normal, ig_acos(ig_dot3(left, right)));
    }
  }
  for (int i = 0; i < nvert; i++) divide(q->vert_normal + 3 * i, q->vert_normal + 3 * i, ig_norm3(q->vert_normal + 3 * i));
}

bool ig_prepare_distance(ig_MeshDistance* q, ig_Arena* arena, const double* vert, int nvert, const int* face, int nface,
                         const ig_Bvh* bvh) {
  *q = (ig_MeshDistance){.vert = vert, .face = face, .bvh = bvh};
  q->face_normal = IG_NEW(arena, 3 * (size_t)nface, double);
  q->edge_normal = IG_NEW(arena, 9 * (size_t)nface, double);
  q->vert_normal = IG_NEW(arena, 3 * (size_t)nvert, double);
  q->stack = IG_NEW(arena, bvh->n, int);
  if (!q->face_normal || !q->edge_normal || !q->vert_normal || !q->stack) return false;
  set_normals(q, nvert, nface);
  return set_edge_normals(q, nface);
}

// ------------------------------------------------ nearest points

static double dot_between(const double* p, const double* from, const double* to) {
  double a[3], b[3];
  ig_sub3(a, p, from);
  ig_sub3(b, to, from);
  return ig_dot3(a, b);
}

// volume of the pyramid from p over an edge, against the triangle's normal: negative outside of the edge
static double outside_edge(const double n[3], const double* p, const double* a, const double* b) {
  double pa[3], pb[3], cross[3];
  ig_sub3(pa, a, p);
  ig_sub3(pb, b, p);
  ig_cross(cross, pa, pb);
  return ig_dot3(n, cross);
}

static Part on_edge(double r[3], Part part, const double* a, const double* b, double from_a, double from_b) {
  double s = from_a / (from_a + from_b);
  for (int k = 0; k < 3; k++) r[k] = (1.0 - s) * a[k] + s * b[k];
  return part;
}

static Part nearest_on_triangle(double r[3], const double* p, const double* a, const double* b, const double* c) {
  double ab = dot_between(p, a, b), ba = dot_between(p, b, a), ac = dot_between(p, a, c), ca = dot_between(p, c, a);
  if (ab <= 0 && ac <= 0) return ig_copy3(r, a), AT_V0;
  double bc = dot_between(p, b, c), cb = dot_between(p, c, b);
  if (ba <= 0 && bc <= 0) return ig_copy3(r, b), AT_V1;
  if (ca <= 0 && cb <= 0) return ig_copy3(r, c), AT_V2;

  double e[3], g[3], n[3];
  ig_sub3(e, b, a);
  ig_sub3(g, c, a);
  ig_cross(n, e, g);
  double w = outside_edge(n, p, a, b);
  if (w <= 0 && ab >= 0 && ba >= 0) return on_edge(r, AT_E01, a, b, ab, ba);
  double u = outside_edge(n, p, b, c);
  if (u <= 0 && bc >= 0 && cb >= 0) return on_edge(r, AT_E12, b, c, bc, cb);
  double v = outside_edge(n, p, c, a);
  if (v <= 0 && ac >= 0 && ca >= 0) return on_edge(r, AT_E02, a, c, ac, ca);
  double sum = u + v + w, x = u / sum, y = v / sum, z = 1.0 - x - y;
  for (int k = 0; k < 3; k++) r[k] = x * a[k] + y * b[k] + z * c[k];
  return AT_FACE;
}

static double box_square(const double box[6], const double p[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double out = fabs(p[k] - box[k]) - box[3 + k];
    if (out > 0) sum += out * out;
  }
  return sum;
}

static void try_face(const ig_MeshDistance* q, Nearest* best, int face, const double p[3]) {
  const int* f = q->face + 3 * face;
  double point[3];
  Part part = nearest_on_triangle(point, p, q->vert + 3 * f[0], q->vert + 3 * f[1], q->vert + 3 * f[2]);
  double arm[3];
  ig_sub3(arm, p, point);
  double square = ig_dot3(arm, arm);
  if (!(square < best->square)) return;
  *best = (Nearest){square, face, part, {point[0], point[1], point[2]}};
}

double ig_signed_distance(const ig_MeshDistance* q, const double point[3]) {
  Nearest best = {.square = HUGE_VAL, .face = -1};
  // the nearer child first; a hair of slack, since boxes are kept as centre and size
  const double slack = 1 - 1e-10;
  const ig_Bvh* t = q->bvh;
  int n = 0;
  q->stack[n++] = 0;
  while (n) {
    IG_ASSERT(n <= t->n);
    int node = q->stack[--n];
    if (box_square(t->box + 6 * node, point) * slack > best.square) continue;
    if (t->child[2 * node] < 0) {
      try_face(q, &best, t->id[node], point);
      continue;
    }
    int a = t->child[2 * node], b = t->child[2 * node + 1];
    bool first = box_square(t->box + 6 * a, point) <= box_square(t->box + 6 * b, point);
    q->stack[n++] = first ? b : a;
    q->stack[n++] = first ? a : b;
  }
  if (best.face < 0) return 0;
  const int* f = q->face + 3 * best.face;
  const double* normal = q->face_normal + 3 * best.face;
  if (best.part <= AT_V2) normal = q->vert_normal + 3 * f[best.part];
  if (best.part >= AT_E01 && best.part <= AT_E02) normal = q->edge_normal + 9 * best.face + 3 * (best.part - AT_E01);
  double out[3];
  ig_sub3(out, point, best.point);
  double distance = sqrt(best.square);
  return ig_dot3(out, normal) >= 0 ? distance : -distance;
}
