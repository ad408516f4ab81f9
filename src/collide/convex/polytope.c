// SPDX-License-Identifier: Apache-2.0
// Follows MuJoCo 3.5.0 (Copyright 2021 DeepMind Technologies Limited, Apache-2.0) step by step: which of equal
// candidates is taken, and each rounding, decide the contacts that programs index.
//
// The expanding polytope algorithm (van den Bergen 2001, "Proximity Queries and Penetration Depth Computation on 3D Game
// Objects").
//
// The depth of two overlapping shapes is the distance of the origin from the boundary of A - B. A triangulated polytope inside of
// A - B that surrounds the origin bounds it from below: no point of the boundary is nearer than the nearest face. The support
// point along the normal of that face bounds it from above: all of A - B lies before the plane there. Each round takes the
// nearest face, adds its support point w, removes all faces that w sees (those whose plane has w in front), and joins the rim of
// the hole to w. The two bounds close in on each other; for polyhedra the search ends when a vertex comes again.
//
// What makes it robust:
// - a face is measured by the foot of the origin on its plane, which is also its normal: a face with the origin on it has no
//   direction, and the search starts again from that face as a triangle;
// - the faces seen from w are found by walking over the edges from the first one, so that the hole has one rim without gaps;
// - a face farther than the upper bound can never become the nearest one and is not listed at all.
//
// The search starts from what GJK left: a tetrahedron around the origin, a triangle through it (with the supports on both sides,
// a bipyramid), or a segment through it (with three supports around it, a spindle).
#include "collide/convex/polytope.h"

#include <math.h>

#include "base/error.h"
#include "collide/convex/simplex.h"
#include "math/vec3.h"

#define TINY2 (mjMINVAL * mjMINVAL)

// Beside doubles, what points of a shape of ordinary size are rounded by is less than mjMINVAL. A float rounds by 6e-8 of a
// length: whether a point lies on a plane or beyond the last one is told from there on.
#define ON_FACE(length) IG_BY_PRECISION(mjMINVAL, 2.5e-7 * (length))
#define NO_FARTHER IG_BY_PRECISION(mjMINVAL, 1e-7)

// the corner or edge after another
static const int after[3] = {1, 2, 0};

// a shape-independent description of a starting polytope: faces by corner, neighbours by face
typedef struct {
  int nface;
  int vert[6][3];
  int next[6][3];
} Blueprint;

// two caps on the ends 0 and 1 of a segment, sharing the ring 2 3 4
static const Blueprint spindle = {6,
                                  {{0, 2, 3}, {0, 4, 2}, {0, 3, 4}, {1, 3, 2}, {1, 2, 4}, {1, 4, 3}},
                                  {{1, 3, 2}, {2, 4, 0}, {0, 5, 1}, {5, 0, 4}, {3, 1, 5}, {4, 2, 3}}};

// two caps with apices 4 and 3 on the triangle 0 1 2
static const Blueprint bipyramid = {6,
                                    {{4, 0, 1}, {4, 2, 0}, {4, 1, 2}, {3, 1, 0}, {3, 0, 2}, {3, 2, 1}},
                                    {{1, 3, 2}, {2, 4, 0}, {0, 5, 1}, {5, 0, 4}, {3, 1, 5}, {4, 2, 3}}};

static const Blueprint tetrahedron = {
    4, {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {3, 2, 1}}, {{1, 3, 2}, {2, 3, 0}, {0, 3, 1}, {2, 0, 1}}};

static int add_vertex(ig_Polytope* p, const ig_Difference* v) {
  IG_ASSERT(p->nvert < p->max_vert);
  p->vert[p->nvert] = *v;
  return p->nvert++;
}

// the support point along n, whose length is given
static int add_support(ig_Polytope* p, ig_Convex* a, ig_Convex* b, const num n[3], num length) {
  num dir[3] = {1, 0, 0};
  if (length > mjMINVAL) {
    for (int i = 0; i < 3; i++) dir[i] = n[i] / length;
  }
  IG_ASSERT(p->nvert < p->max_vert);
  ig_difference(&p->vert[p->nvert], a, b, dir);
  return p->nvert++;
}

// returns the squared distance of the face from the origin; 0 when it is no triangle
IG_INLINE num add_face(ig_Polytope* p, const int vert[3], const int next[3]) {
  IG_ASSERT(p->nface < p->max_face);
  IG_ASSERT(vert[0] != vert[1] && vert[1] != vert[2] && vert[2] != vert[0]);
  ig_Face* f = &p->face[p->nface++];
  f->vert[0] = vert[0], f->vert[1] = vert[1], f->vert[2] = vert[2];
  f->next[0] = next[0], f->next[1] = next[1], f->next[2] = next[2];
  f->slot = IG_FACE_IDLE;
  f->dist2 = 0;
  if (!ig_origin_on_plane(f->foot, p->vert[vert[2]].p, p->vert[vert[1]].p, p->vert[vert[0]].p)) return 0;
  f->dist2 = ig_dot3(f->foot, f->foot);
  return f->dist2;
}

// returns the first face with the origin on it, or -1 when the origin is on none
static int build(ig_Polytope* p, const Blueprint* plan) {
  for (int i = 0; i < plan->nface; i++) {
    if (add_face(p, plan->vert[i], plan->next[i]) < TINY2) return i;
  }
  return -1;
}

static void add_candidate(ig_Polytope* p, int face) {
  IG_ASSERT(p->ncandidate < p->max_face && p->face[face].slot == IG_FACE_IDLE);
  int slot = p->ncandidate++;
  p->candidate[slot] = face;
  p->reach[slot] = p->face[face].dist2;
  p->face[face].slot = slot;
}

static void list_candidates(ig_Polytope* p) {
  for (int i = 0; i < p->nface; i++) add_candidate(p, i);
}

// the origin and d are strictly on one side of the plane a b c
static bool sees_both(const num a[3], const num b[3], const num c[3], const num d[3]) {
  num ab[3], ac[3], ad[3], ao[3], n[3];
  ig_sub3(ab, b, a);
  ig_sub3(ac, c, a);
  ig_cross(n, ab, ac);
  ig_sub3(ad, d, a);
  ig_scl3(ao, a, -1);
  num side_d = ig_dot3(n, ad), side_o = ig_dot3(n, ao);
  return (side_d > 0 && side_o > 0) || (side_d < 0 && side_o < 0);
}

static bool point_in_triangle(const num* const corner[3], const num p[3]) {
  num lambda[3], q[3];
  ig_triangle_coordinates(lambda, corner, p);
  if (lambda[0] < 0 || lambda[1] < 0 || lambda[2] < 0) return false;
  for (int k = 0; k < 3; k++) q[k] = corner[0][k] * lambda[0] + corner[1][k] * lambda[1] + corner[2][k] * lambda[2];
  return ig_dist3(q, p) < ON_FACE(4 * ig_norm3(corner[0]));
}

static bool start_from_triangle(ig_Polytope* p, ig_Ccd* q, ig_Convex* a, ig_Convex* b) {
  const num* const s[3] = {q->simplex[0].p, q->simplex[1].p, q->simplex[2].p};
  num e1[3], e2[3], n[3], back[3];
  ig_sub3(e1, s[1], s[0]);
  ig_sub3(e2, s[2], s[0]);
  ig_cross(n, e1, e2);
  num length = ig_norm3(n);
  if (length < mjMINVAL) return false;
  ig_scl3(back, n, -1);
  for (int i = 0; i < 3; i++) add_vertex(p, &q->simplex[i]);
  const num* below = p->vert[add_support(p, a, b, back, length)].p;
  const num* above = p->vert[add_support(p, a, b, n, length)].p;

  // flat: the shapes touch along the triangle
  if (point_in_triangle(s, above) || point_in_triangle(s, below)) return false;

  if (build(p, &bipyramid) >= 0) return false;
  list_candidates(p);
  return true;
}

// the origin lies on a face of the first attempt: that face becomes the simplex
static bool restart_from_face(ig_Polytope* p, ig_Ccd* q, ig_Convex* a, ig_Convex* b, const int vert[3]) {
  q->nsimplex = 3;
  for (int i = 0; i < 3; i++) q->simplex[i] = p->vert[vert[i]];
  p->nvert = p->nface = p->ncandidate = 0;
  return start_from_triangle(p, q, a, b);
}

// the line through from and to passes through the triangle
static bool line_meets_triangle(const num from[3], const num to[3], const num* const corner[3]) {
  num line[3], r[3][3], volume[3];
  ig_sub3(line, to, from);
  for (int i = 0; i < 3; i++) ig_sub3(r[i], corner[i], from);
  for (int i = 0; i < 3; i++) volume[i] = ig_triple(r[i], r[(i + 1) % 3], line);
  return (volume[0] >= 0 && volume[1] >= 0 && volume[2] >= 0) || (volume[0] <= 0 && volume[1] <= 0 && volume[2] <= 0);
}

// rotation by a third of a turn, by Rodrigues' formula. The sine of 120 degrees is cut after eleven digits: so are the
// figures to agree with.
static void third_turn(num r[9], const num axis[3]) {
  const num sine = 0.86602540378, cosine = -0.5;
  num length = ig_norm3(axis);
  num u[3] = {axis[0] / length, axis[1] / length, axis[2] / length};
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r[4 * i] = cosine + u[i] * u[i] * (1 - cosine);
    r[3 * i + j] = u[i] * u[j] * (1 - cosine) - u[k] * sine;
    r[3 * j + i] = u[j] * u[i] * (1 - cosine) + u[k] * sine;
  }
}

static bool start_from_segment(ig_Polytope* p, ig_Ccd* q, ig_Convex* a, ig_Convex* b) {
  num line[3], dir[3][3], turn[9], axis[3] = {0, 0, 0}, least = IG_FAR;
  ig_sub3(line, q->simplex[1].p, q->simplex[0].p);

  // three directions around the segment, the first across the axis that is least along it
  int across = 0;
  for (int i = 0; i < 3; i++) {
    if (fabs(line[i]) < least) {
      least = fabs(line[i]);
      across = i;
    }
  }
  axis[across] = 1;
  ig_cross(dir[0], axis, line);
  third_turn(turn, line);
  ig_mulmatvec3(dir[1], turn, dir[0]);
  ig_mulmatvec3(dir[2], turn, dir[1]);
  add_vertex(p, &q->simplex[0]);
  add_vertex(p, &q->simplex[1]);
  for (int i = 0; i < 3; i++) add_support(p, a, b, dir[i], ig_norm3(dir[i]));

  int through = build(p, &spindle);
  if (through >= 0) return restart_from_face(p, q, a, b, spindle.vert[through]);
  const num* const ring[3] = {p->vert[2].p, p->vert[3].p, p->vert[4].p};
  if (!line_meets_triangle(p->vert[0].p, p->vert[1].p, ring)) return false;
  list_candidates(p);
  return true;
}

static bool start_from_tetrahedron(ig_Polytope* p, ig_Ccd* q, ig_Convex* a, ig_Convex* b) {
  for (int i = 0; i < 4; i++) add_vertex(p, &q->simplex[i]);
  int through = build(p, &tetrahedron);
  if (through >= 0) return restart_from_face(p, q, a, b, tetrahedron.vert[through]);
  // the origin is inside: each face has it on the side of the corner that is left
  for (int i = 0; i < 4; i++) {
    if (!sees_both(p->vert[i].p, p->vert[(i + 1) % 4].p, p->vert[(i + 2) % 4].p, p->vert[(i + 3) % 4].p)) return false;
  }
  list_candidates(p);
  return true;
}

bool ig_polytope_start(ig_Polytope* p, ig_Ccd* q, ig_Convex* a, ig_Convex* b) {
  p->nvert = p->nface = p->ncandidate = p->nrim = 0;
  switch (q->nsimplex) {
    case 2: return start_from_segment(p, q, a, b);
    case 3: return start_from_triangle(p, q, a, b);
    default: return start_from_tetrahedron(p, q, a, b);
  }
}

static void drop_face(ig_Polytope* p, ig_Face* f) {
  if (f->slot >= 0) {
    int last = --p->ncandidate, face = p->candidate[last];
    p->candidate[f->slot] = face;
    p->reach[f->slot] = p->reach[last];
    p->face[face].slot = f->slot;
  }
  f->slot = IG_FACE_GONE;
}

// the edge of a face that starts at a vertex; without branches, which could not be foreseen
IG_INLINE int edge_at(const ig_Face* f, int vert) { return (f->vert[0] != vert) * (2 - (f->vert[1] == vert)); }

// remove the faces that see w, walking outwards from the first one edge by edge, depth first, and list the edges
// around them in order. The trail of the walk is kept in the faces. False: more edges than a polytope can have.
static bool open_towards(ig_Polytope* p, int first, const num w[3]) {
  ig_Face* const faces = p->face;
  ig_Face* f = &faces[first];
  f->from = -1;
  f->step = 0;
  f->turn = 3;
  drop_face(p, f);
  for (;;) {
    if (f->turn == 0) {
      if (f->from < 0) break;
      f = &faces[f->from];
      continue;
    }
    int edge = f->step, across = f->next[edge];
    f->step = after[edge];
    f->turn--;
    ig_Face* g = &faces[across];
    if (g->slot == IG_FACE_GONE) continue;
    int entry = edge_at(g, f->vert[after[edge]]);
    if (ig_dot3(g->foot, w) - g->dist2 > ON_FACE(sqrt(g->dist2 * ig_dot3(w, w)))) {
      drop_face(p, g);
      g->from = f - faces;
      g->step = after[entry];
      g->turn = 2;
      f = g;
    } else {
      if (p->nrim >= p->max_vert) return false;
      p->rim[p->nrim][0] = across;
      p->rim[p->nrim++][1] = entry;
    }
  }
  return true;
}

#ifdef IG_CHECKED
// the faces that are left close around the origin: across each edge lies a face that has it in the other direction
static void check_polytope(const ig_Polytope* p) {
  for (int face = 0; face < p->nface; face++) {
    const ig_Face* f = p->face + face;
    if (f->slot == IG_FACE_GONE) continue;
    IG_ASSERT(f->slot == IG_FACE_IDLE || p->candidate[f->slot] == face);
    for (int edge = 0; edge < 3; edge++) {
      IG_ASSERT(f->vert[edge] >= 0 && f->vert[edge] < p->nvert);
      IG_ASSERT(f->next[edge] >= 0 && f->next[edge] < p->nface);
      const ig_Face* g = p->face + f->next[edge];
      int entry = edge_at(g, f->vert[after[edge]]);
      IG_ASSERT(g->slot != IG_FACE_GONE && g->next[entry] == face && g->vert[after[entry]] == f->vert[edge]);
    }
  }
}
#endif

// Join the rim to vertex w; faces within the bounds become candidates. False: a face without area, or edges that do not follow
// each other around one hole, as rounding may have it for shapes that are huge: a face within those that see w does not.
static bool close_rim(ig_Polytope* p, int w, num low2, num high2) {
  int base = p->nface, n = p->nrim, start = p->face[p->rim[0][0]].vert[after[p->rim[0][1]]], last = start;
  p->nrim = 0;
  for (int i = 0; i < n; i++) {
    ig_Face* beyond = &p->face[p->rim[i][0]];
    int edge = p->rim[i][1];
    if (beyond->vert[after[edge]] != last) return false;
    last = beyond->vert[edge];
    const int vert[3] = {w, beyond->vert[after[edge]], beyond->vert[edge]};
    const int next[3] = {base + (i > 0 ? i : n) - 1, p->rim[i][0], base + (i < n - 1 ? i + 1 : 0)};
    beyond->next[edge] = base + i;
    num dist2 = add_face(p, vert, next);
    if (dist2 == 0) return false;
    if (dist2 >= low2 && dist2 <= high2) add_candidate(p, base + i);
  }
  if (last != start) return false;
#ifdef IG_CHECKED
  check_polytope(p);
#endif
  return true;
}

// a vertex made of the same two corners as an earlier one
static bool vertex_repeats(const ig_Polytope* p, int w) {
  for (int i = 0; i < w; i++) {
    if (p->vert[i].feature_a == p->vert[w].feature_a && p->vert[i].feature_b == p->vert[w].feature_b) return true;
  }
  return false;
}

static void answer(const ig_Polytope* p, ig_Ccd* q, int face) {
  q->npoint = face >= 0;
  q->dist = 0;
  if (face < 0) return;
  const ig_Face* f = &p->face[face];
  const ig_Difference *v0 = &p->vert[f->vert[0]], *v1 = &p->vert[f->vert[1]], *v2 = &p->vert[f->vert[2]];
  const num *const on_p[3] = {v0->p, v1->p, v2->p}, *const on_a[3] = {v0->a, v1->a, v2->a};
  const num* const on_b[3] = {v0->b, v1->b, v2->b};
  num lambda[3];
  ig_triangle_coordinates(lambda, on_p, f->foot);
  ig_combine(q->xa, lambda, on_a, 3);
  ig_combine(q->xb, lambda, on_b, 3);
  q->dist = -sqrt(f->dist2);
}

// the nearest face bounds the depth from below, the support point along its normal from above
int ig_polytope_grow(ig_Polytope* p, ig_Ccd* q, ig_Convex* a, ig_Convex* b) {
  bool faceted = ig_convex_faceted(a) && ig_convex_faceted(b);
  num tolerance = faceted ? NO_FARTHER : q->tolerance, upper = IG_FAR, upper2 = IG_FAR;
  int face = -1;
  for (int k = 0; k < q->iterations && p->nvert < p->max_vert; k++) {
    num lower2 = IG_FAR;
    int nearest = -1;
    for (int i = 0; i < p->ncandidate; i++) {
      if (p->reach[i] < lower2) {
        nearest = p->candidate[i];
        lower2 = p->reach[i];
      }
    }
    if (nearest < 0 || lower2 > upper2) break;
    face = nearest;
    if (lower2 <= 0) break;
    num lower = sqrt(lower2);
    const num* foot = p->face[face].foot;
    int w = add_support(p, a, b, foot, lower);
    num bound = ig_dot3(foot, p->vert[w].p) / lower;
    if (bound < upper) {
      upper = bound;
      upper2 = upper * upper;
    }
    if (upper - lower < tolerance || (faceted && vertex_repeats(p, w))) break;

    // replace what w sees; fewer than three edges around it cannot be
    if (!open_towards(p, face, p->vert[w].p) || p->nrim < 3) {
      face = -1;
      break;
    }
    if (p->nrim > p->max_face - p->nface) break;
    if (!close_rim(p, w, lower2, upper2)) {
      face = -1;
      break;
    }
    if (p->ncandidate == 0) break;
  }
  answer(p, q, face);
  return face;
}
