// SPDX-License-Identifier: Apache-2.0
#include "collide/convex/ccd.h"

#include <stddef.h>

#include "collide/convex/face_contact.h"
#include "collide/convex/polytope.h"
#include "math/vec3.h"

// more growth than this adds nothing: the storage below stops there
enum { MAX_GROWTH = 20000 };

void ig_ccd_setup(ig_Ccd* q, const ig_Local* local, int max_points, num cutoff) {
  q->iterations = local->m->opt.ccd_iterations;
  q->tolerance = local->m->opt.ccd_tolerance;
  q->max_points = max_points;
  q->cutoff = cutoff;
  q->scratch = local->scratch;
}

static void penetrate(ig_Ccd* q, ig_Convex* a, ig_Convex* b, ig_Polytope* p) {
  if (!ig_polytope_start(p, q, a, b)) return;
  int face = ig_polytope_grow(p, q, a, b);
  if (q->max_points > 1 && face >= 0) ig_face_contact(q, p, face, a, b);
}

static void penetrate_short(ig_Ccd* q, ig_Convex* a, ig_Convex* b) {
  enum { N = IG_POLYTOPE_SHORT };
  ig_Difference vert[N + 5];
  ig_Face face[6 * N];
  num reach[6 * N];
  int candidate[6 * N], rim[N + 5][2];
  ig_Polytope p = {
      .max_vert = N + 5, .max_face = 6 * N, .vert = vert, .face = face, .candidate = candidate, .reach = reach, .rim = rim};
  penetrate(q, a, b, &p);
}

// the arrays of a long search, one after the other, those of larger alignment first; returns their bytes
static size_t lay_polytope(ig_Polytope* p, int iterations, char* at) {
  int n = iterations < MAX_GROWTH ? iterations : MAX_GROWTH;
  size_t vert = n + 5, face = 6 * (size_t)n, bytes = 0;
  *p = (ig_Polytope){.max_vert = n + 5, .max_face = 6 * n};
  if (at) p->vert = (void*)(at + bytes);
  bytes += sizeof(ig_Difference) * vert;
  if (at) p->face = (void*)(at + bytes);
  bytes += sizeof(ig_Face) * face;
  if (at) p->reach = (void*)(at + bytes);
  bytes += sizeof(num) * face;
  if (at) p->rim = (void*)(at + bytes);
  bytes += sizeof(int[2]) * vert;
  if (at) p->candidate = (void*)(at + bytes);
  return bytes + sizeof(int) * face;
}

size_t ig_ccd_storage(int iterations) {
  ig_Polytope p;
  return lay_polytope(&p, iterations, NULL);
}

size_t ig_ccd_bytes(int iterations) { return iterations <= IG_POLYTOPE_SHORT ? 0 : ig_ccd_storage(iterations); }

static void penetrate_long(ig_Ccd* q, ig_Convex* a, ig_Convex* b) {
  ig_Polytope p;
  lay_polytope(&p, q->iterations, q->scratch);
  penetrate(q, a, b, &p);
}

// a sphere is a point and a capsule a segment with a radius around it; returns the radius with its margin
static num strip_radius(ig_Convex* s) {
  if (s->kind != IG_BALL && s->kind != IG_CAPSULE) return 0;
  num radius = s->size[0] + 0.5 * s->margin;
  s->kind = s->kind == IG_BALL ? IG_POINT : IG_SEGMENT;
  s->margin = s->skin = 0;
  return radius;
}

static void search_from_centres(ig_Ccd* q, ig_Convex* a, ig_Convex* b) {
  ig_convex_centre(q->xa, a);
  ig_convex_centre(q->xb, b);
  ig_gjk(q, a, b);
}

// spheres and capsules: as long as the inner shapes are apart, their distance tells the depth. False: it does not.
static bool solve_without_radii(ig_Ccd* q, ig_Convex* a, ig_Convex* b) {
  ig_ConvexKind kind_a = a->kind, kind_b = b->kind;
  num margin_a = a->margin, margin_b = b->margin, skin_a = a->skin, skin_b = b->skin, cutoff = q->cutoff;
  num radius_a = strip_radius(a), radius_b = strip_radius(b);
  q->cutoff += radius_a + radius_b;
  search_from_centres(q, a, b);
  q->cutoff = cutoff;
  a->kind = kind_a, a->margin = margin_a, a->skin = skin_a;
  b->kind = kind_b, b->margin = margin_b, b->skin = skin_b;
  if (q->dist > q->tolerance) {
    // the answer between the inner shapes, moved out to the surfaces
    num n[3];
    ig_sub3(n, q->xb, q->xa);
    ig_normalize3(n);
    if (radius_a != 0) ig_addtoscl3(q->xa, n, radius_a);
    if (radius_b != 0) ig_addtoscl3(q->xb, n, -radius_b);
    q->dist -= radius_a + radius_b;
    if (q->dist > q->cutoff) q->dist = IG_FAR;
    return true;
  }
  if (q->max_points > 0) return false;
  q->npoint = 0;
  q->dist = 0;
  return true;
}

static bool has_radius(const ig_Convex* s) { return s->kind == IG_BALL || s->kind == IG_CAPSULE; }

// sizes that differ by more than the digits of a number leave no contact point
static bool points_finite(const ig_Ccd* q) {
  num sum = 0;
  for (int i = 0; i < 3 * q->npoint; i++) sum += (q->xa[i] - q->xa[i]) + (q->xb[i] - q->xb[i]);
  return sum == 0;
}

num ig_ccd(ig_Ccd* q, ig_Convex* a, ig_Convex* b) {
  q->npoint = q->nsimplex = q->done = 0;
  if ((has_radius(a) || has_radius(b)) && solve_without_radii(q, a, b)) return q->dist;
  search_from_centres(q, a, b);
  if (q->max_points > 0 && q->dist <= q->tolerance && q->nsimplex > 1) {
    q->dist = 0;
    if (q->iterations <= IG_POLYTOPE_SHORT) {
      penetrate_short(q, a, b);
    } else {
      penetrate_long(q, a, b);
    }
    if (!points_finite(q)) q->npoint = 0, q->dist = 0;
  }
  return q->dist;
}
