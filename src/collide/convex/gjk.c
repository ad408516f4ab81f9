// SPDX-License-Identifier: Apache-2.0
// Follows MuJoCo 3.5.0 (Copyright 2021 DeepMind Technologies Limited, Apache-2.0) step by step: which of equal
// candidates is taken, and each rounding, decide the contacts that programs index.
//
// The algorithm of Gilbert, Johnson and Keerthi (1988), in the form of van den Bergen, "Collision Detection in Interactive 3D
// Environments" (2003).
//
// Two convex shapes A and B are as far apart as their difference A - B = {a - b} is from the origin, and they overlap exactly
// when it holds the origin. The difference is never built: its farthest point along a direction d is the farthest point of A
// along d less that of B along -d (the support). The search keeps a simplex of at most four such points and the point x of it
// nearest to the origin; each round
//   1. takes the support point s against x, the deepest that A - B reaches towards the origin,
//   2. stops when that is no deeper than x itself: for every point y of A - B, x.y >= x.s, so that the true distance lies between
//      x.s / |x| and |x|, and the gap x.(x - s) = |x|^2 - x.s bounds the error; for polyhedra it ends at zero exactly, for round
//      shapes it is compared with half of the squared tolerance,
//   3. takes s into the simplex, finds the new nearest point (simplex.c) and drops the corners that do not carry it.
// A simplex of four corners that carry the origin means overlap; the polytope (polytope.c) then measures how deep.
//
// When only touching matters (no cutoff), the first tetrahedron is walked towards the origin instead: a face whose outer side
// shows the origin has the corner behind it replaced by the support point before it. A support point that does not pass the
// origin proves that a plane separates the shapes, which takes fewer rounds than the distance does.
//
// Squared lengths are compared with mjMINVAL squared: below it a direction is noise.
#include "collide/convex/gjk.h"

#include <math.h>

#include "collide/convex/simplex.h"
#include "math/vec3.h"

#define TINY2 (mjMINVAL * mjMINVAL)
#define HUGE2 (mjMAXVAL * mjMAXVAL)

typedef enum { OUTSIDE, INSIDE, UNDECIDED } Verdict;

// distance of the origin from the plane of three points, positive inside; IG_FAR when they have no plane
static num plane_distance(num normal[3], const num a[3], const num b[3], const num c[3]) {
  num ac[3], ab[3];
  ig_sub3(ac, c, a);
  ig_sub3(ab, b, a);
  ig_cross(normal, ac, ab);
  num norm2 = ig_dot3(normal, normal);
  if (!(norm2 > TINY2 && norm2 < HUGE2)) return IG_FAR;
  ig_scl3(normal, normal, 1 / sqrt(norm2));
  return ig_dot3(normal, a);
}

// walk a tetrahedron towards the origin: while some face has the origin in front of it, the corner behind that face
// is replaced by the support point before it
static Verdict enclose_origin(ig_Ccd* q, ig_Convex* a, ig_Convex* b) {
  static const int face[4][3] = {{2, 1, 3}, {0, 2, 3}, {1, 0, 3}, {0, 1, 2}};
  ig_Difference walk[4] = {q->simplex[0], q->simplex[1], q->simplex[2], q->simplex[3]};
  int s[4] = {0, 1, 2, 3};
  for (; q->done < q->iterations; q->done++) {
    num dist[4], normal[4][3];
    for (int i = 0; i < 4; i++) {
      const int* f = face[i];
      dist[i] = plane_distance(normal[i], walk[s[f[0]]].p, walk[s[f[1]]].p, walk[s[f[2]]].p);
    }

    // on the plane of a face there is no telling
    if (dist[0] == 0 || dist[1] == 0 || dist[2] == 0 || dist[3] == 0) return UNDECIDED;

    int low = dist[0] < dist[1] ? 0 : 1, high = dist[2] < dist[3] ? 2 : 3;
    int worst = dist[low] < dist[high] ? low : high;
    if (dist[worst] > 0) {
      q->nsimplex = 4;
      for (int i = 0; i < 4; i++) q->simplex[i] = walk[s[i]];
      return INSIDE;
    }
    ig_difference(&walk[s[worst]], a, b, normal[worst]);
    if (ig_dot3(normal[worst], walk[s[worst]].p) < 0) return OUTSIDE;

    // two of the others change places, so that the faces keep their sides
    int i = (worst + 1) & 3, j = (worst + 2) & 3, swap = s[i];
    s[i] = s[j];
    s[j] = swap;
  }
  return UNDECIDED;
}

// the plane through s across x keeps the shapes farther apart than the query cares for
static bool beyond_cutoff(const ig_Ccd* q, const num x[3], const num s[3]) {
  num along = ig_dot3(x, s);
  if (!(along > 0)) return false;
  if (!(q->cutoff > 0)) return true;
  return q->cutoff < IG_FAR && along * along / ig_dot3(x, x) >= q->cutoff * q->cutoff;
}

static void answer_far(ig_Ccd* q) {
  q->nsimplex = 0;
  q->npoint = 0;
  q->dist = IG_FAR;
}

// keep the corners that carry the nearest point
static int shrink_simplex(ig_Difference simplex[4], num lambda[4]) {
  int n = 0;
  for (int i = 0; i < 4; i++) {
    if (lambda[i] == 0) continue;
    if (n < i) simplex[n] = simplex[i];
    lambda[n++] = lambda[i];
  }
  return n;
}

// x is the point of the simplex nearest to the origin; each round adds the support point against x and shrinks again.
// the gap x.(x - s) bounds how far x is from the optimum
void ig_gjk(ig_Ccd* q, ig_Convex* a, ig_Convex* b) {
  bool try_enclosing = !(q->cutoff > 0);
  bool exact = ig_convex_faceted(a) && ig_convex_faceted(b);
  num enough = exact ? 0 : 0.5 * q->tolerance * q->tolerance;
  num x[3], lambda[4] = {1, 0, 0, 0}, length = 0;
  ig_Difference* s = q->simplex;
  const num* const corner[4] = {s[0].p, s[1].p, s[2].p, s[3].p};
  int n = 0;
  ig_sub3(x, q->xa, q->xb);
  for (q->done = 0; q->done < q->iterations; q->done++) {
    length = ig_dot3(x, x);
    if (length < TINY2) break;
    length = sqrt(length);
    num dir[3], gap[3];
    ig_scl3(dir, x, 1 / length);
    ig_scl3(dir, dir, -1);
    ig_difference(&s[n], a, b, dir);
    ig_sub3(gap, x, s[n].p);
    if (ig_dot3(x, gap) < enough) {
      if (q->done == 0) n = 1;
      break;
    }
    if (beyond_cutoff(q, x, s[n].p)) {
      answer_far(q);
      return;
    }

    // a first tetrahedron: the walk decides faster, when only touching matters
    if (n == 3 && try_enclosing) {
      Verdict verdict = enclose_origin(q, a, b);
      if (verdict == OUTSIDE) answer_far(q);
      if (verdict == INSIDE) q->npoint = 0, q->dist = 0;
      if (verdict != UNDECIDED) return;
      try_enclosing = false;
    }

    ig_simplex_nearest(lambda, corner, n + 1);
    n = shrink_simplex(s, lambda);
    if (n < 1) {
      answer_far(q);
      return;
    }
    num next[3];
    ig_combine(next, lambda, corner, n);
    if (ig_same_point(next, x)) break;
    ig_copy3(x, next);
    if (n == 4) {
      length = 0;
      break;
    }
  }
  // the points of both shapes that the nearest point is the difference of
  const num* const on_a[4] = {s[0].a, s[1].a, s[2].a, s[3].a};
  const num* const on_b[4] = {s[0].b, s[1].b, s[2].b, s[3].b};
  if (n > 0) {
    ig_combine(q->xa, lambda, on_a, n);
    ig_combine(q->xb, lambda, on_b, n);
  }
  q->npoint = 1;
  q->nsimplex = n;
  q->dist = length;
}
